//! `readFile` and `file`: contents of files, which are never run.

use std::path::{Component, Path, PathBuf};

use expr::exprlang::FunctionError;
use value::{Unknown, Value};

use super::Answer;
use crate::template::allowance::MAX_WORK;
use crate::template::session::Session;

/// What is in a file; in a rehearsal that may not be known.
pub(super) enum Contents {
    Known(Vec<u8>),
    Unknown(Unknown),
}

/// Arguments after the first are ignored, as in the original.
pub(super) fn read_file(session: &Session, arguments: &[Value]) -> Answer {
    let name = arguments.first().and_then(Value::as_str).ok_or("readFile requires a string argument")?;
    Ok(match read(session, name)? {
        Contents::Known(bytes) => {
            session.allowance().bring(bytes.len())?;
            Value::text(bytes)
        }
        Contents::Unknown(unknown) => unknown.into(),
    })
}

pub(super) fn read(session: &Session, name: &str) -> Result<Contents, FunctionError> {
    let environment = session.environment();
    let path = below(environment.directory(), name);
    let files = environment.files().ok_or("files cannot be read here")?;
    match files.read(&path, MAX_WORK) {
        Ok(bytes) => Ok(Contents::Known(bytes)),
        Err(error) => match error.unknown() {
            Some(unknown) => Ok(Contents::Unknown(unknown.clone())),
            None => Err(FunctionError::new(format!("failed to read file `{}`: {}", path.display(), error.kind))),
        },
    }
}

/// The path of a name. Go cleans what it joins, so that `missing/../a.txt` is there when `a.txt` is.
fn below(directory: &Path, name: &str) -> PathBuf {
    if Path::new(name).is_absolute() {
        return name.into();
    }
    let mut clean = PathBuf::new();
    for component in directory.join(name).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match clean.components().next_back() {
                Some(Component::Normal(_)) => drop(clean.pop()),
                Some(Component::RootDir) => {}
                _ => clean.push(".."),
            },
            other => clean.push(other),
        }
    }
    if clean.as_os_str().is_empty() { ".".into() } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_in_the_directory() {
        let cases = [
            ("/srv", "a.txt", "/srv/a.txt"),
            ("/srv", "./no/../a.txt", "/srv/a.txt"),
            ("/srv", "../../../a", "/a"),
            ("/srv", "/etc/../x", "/etc/../x"),
            ("/srv", "", "/srv"),
            ("", "a", "a"),
            ("", "../a", "../a"),
            (".", "", "."),
            ("x/..", "../..", "../.."),
        ];
        for (directory, name, expected) in cases {
            assert_eq!(below(Path::new(directory), name), Path::new(expected), "{directory} {name}");
        }
    }
}
