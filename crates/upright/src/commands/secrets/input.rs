//! Where values and documents come from.

use super::{Desk, Failed};
use crate::console;
use providers::store::SecretName;
use std::io::Read;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// More than a secret may have: the store says how much that is.
const LONGEST: u64 = 64 << 20;

/// The value of a new secret.
pub(super) fn value(desk: &Desk<'_>, name: &SecretName) -> Result<Zeroizing<Vec<u8>>, Failed> {
    let typed = ["text", "value"].iter().find_map(|name| desk.matches.get_one::<String>(name));
    if let Some(text) = typed {
        return Ok(Zeroizing::new(text.clone().into_bytes()));
    }
    if let Some(path) = desk.matches.get_one::<PathBuf>("file") {
        return document(desk, path);
    }
    if !system::terminal::is_interactive() {
        return stdin();
    }
    let question = || console::complain(&format!("Value of secret {:?}: ", name.as_str()));
    let typed = system::terminal::ask_hidden(question, &desk.world.read.interrupt)?;
    Ok(Zeroizing::new(typed.into_revealed().into_bytes()))
}

/// A file, or standard input.
pub(super) fn document(desk: &Desk<'_>, path: &Path) -> Result<Zeroizing<Vec<u8>>, Failed> {
    if path == Path::new("-") {
        return stdin();
    }
    Ok(Zeroizing::new(desk.world.read.files.read(&desk.directory.join(path), LONGEST)?))
}

/// All of standard input.
pub(super) fn stdin() -> Result<Zeroizing<Vec<u8>>, Failed> {
    let mut bytes = Zeroizing::new(Vec::new());
    std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes).map_err(Failed::Stdin)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Failed::Usage(format!("standard input has more than {LONGEST} bytes")));
    }
    Ok(bytes)
}
