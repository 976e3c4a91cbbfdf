//! The old file, kept beside the new one.

use super::target::Target;
use crate::Fault;
use crate::files::copy_into;
use std::path::{Path, PathBuf};
use system::files::{Attributes, FileError, Links, WriteBeneath};

/// `X.bak`, then `X.bak.1` and so on.
const MOST: usize = 5;

/// Copies the file to the first free name and gives its absolute path.
pub(super) fn keep(files: &dyn WriteBeneath, target: &Target) -> Result<PathBuf, Fault> {
    for number in 0..MOST {
        let ending = if number == 0 { ".bak".to_owned() } else { format!(".bak.{number}") };
        let name = with_ending(&target.spot.at, &ending);
        if copy(files, target, &name).map_err(|error| target.spot.fault("failed to create backup", &error))? {
            return Ok(with_ending(&target.spot.shown, &ending));
        }
    }
    let shown = target.spot.shown.display();
    Err(Fault::new(format!("backup limit reached for {shown}: maximum {MOST} backups"))
        .help("remove backups that are not needed any more".to_owned()))
}

/// Says whether the name was free.
fn copy(files: &dyn WriteBeneath, target: &Target, name: &Path) -> Result<bool, FileError> {
    if files.stat(name, Links::Keep)?.is_some() {
        return Ok(false);
    }
    let mode = target.stat.as_ref().map(|stat| stat.mode & 0o777);
    let mut new = files.begin(name, Attributes { mode, ..Attributes::default() })?;
    copy_into(&mut *new, files, &target.at)?;
    new.place_if_free()
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
