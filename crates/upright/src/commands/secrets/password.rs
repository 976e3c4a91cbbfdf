//! Passwords for documents.

use super::{Desk, Failed, input};
use crate::console;
use providers::store::Password;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// A password that does not exist yet: on a terminal it is asked for twice.
pub(super) fn fresh(desk: &Desk<'_>) -> Result<Password, Failed> {
    if let Some(password) = given(desk)? {
        return made(password);
    }
    let [first, second] = [typed(desk, "Password: ")?, typed(desk, "The same again: ")?];
    if first == second { made(first) } else { Err(Failed::Password("the passwords are not the same")) }
}

/// The password of a document.
pub(super) fn known(desk: &Desk<'_>, document: &Path) -> Result<Password, Failed> {
    let is_file_given = desk.matches.contains_id("password-file");
    if document == Path::new("-") && !is_file_given {
        let text = "standard input is the document, so it cannot be the password too: add `--password-file FILE`";
        return Err(Failed::Usage(text.to_owned()));
    }
    match given(desk)? {
        Some(password) => made(password),
        None => made(typed(desk, "Password: ")?),
    }
}

fn made(text: Zeroizing<String>) -> Result<Password, Failed> {
    Password::new(text).ok_or(Failed::Password("the password is empty"))
}

/// The first line of a file, or of standard input when that is no terminal.
fn given(desk: &Desk<'_>) -> Result<Option<Zeroizing<String>>, Failed> {
    let bytes = match desk.matches.get_one::<PathBuf>("password-file") {
        Some(path) => input::document(desk, path)?,
        None if !system::terminal::is_interactive() => input::stdin()?,
        None => return Ok(None),
    };
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = std::str::from_utf8(line).map_err(|_| Failed::Password("the password is not UTF-8 text"))?;
    Ok(Some(Zeroizing::new(text.to_owned())))
}

fn typed(desk: &Desk<'_>, question: &str) -> Result<Zeroizing<String>, Failed> {
    let typed = system::terminal::ask_hidden(|| console::complain(question), &desk.world.read.interrupt)?;
    Ok(Zeroizing::new(typed.into_revealed()))
}
