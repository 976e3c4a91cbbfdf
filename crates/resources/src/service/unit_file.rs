//! Unit files that the service manager has not read yet: written by an earlier step, or by somebody a moment ago.

use super::failure::ServiceFailure;
use super::name;
use super::unit::{Enablement, Fixed, Load};
use super::units::DIRECTORIES;
use std::path::{Path, PathBuf};
use system::files::{FileIdentity, FileKind, Links, ReadFiles, Stat};

/// A unit file on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnitFile {
    pub(super) path: PathBuf,
    /// An earlier step of a rehearsal would write it.
    pub(super) is_foreseen: bool,
    pub(super) load: Load,
    pub(super) enablement: Enablement,
}

/// The most that is read of a unit file.
const LONGEST: u64 = 1024 * 1024;

/// The file of a unit, or of the template that it is made from; the first directory wins.
pub(super) fn find(unit: &str, files: &dyn ReadFiles) -> Result<Option<UnitFile>, ServiceFailure> {
    let names = [Some(unit.to_owned()), name::template(unit)];
    for path in names.iter().flatten().flat_map(|name| DIRECTORIES.iter().map(move |place| Path::new(place).join(name)))
    {
        match files.stat(&path, Links::Follow)? {
            Some(stat) if stat.kind == FileKind::File => return Ok(Some(read(path, is_unreal(&stat), files))),
            Some(_) | None => {}
        }
    }
    Ok(None)
}

/// An empty file masks a unit. One that cannot be read, or is not known yet, is taken for one that can be enabled.
fn read(path: PathBuf, is_foreseen: bool, files: &dyn ReadFiles) -> UnitFile {
    let text = files.read(&path, LONGEST).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let (load, enablement) = match &text {
        Ok(text) if text.is_empty() => (Load::Masked, Enablement::Masked),
        Ok(text) if !text.lines().any(|line| line.trim() == "[Install]") => {
            (Load::Loaded, Enablement::Fixed(Fixed::Static))
        }
        _ => (Load::Loaded, Enablement::Disabled),
    };
    UnitFile { path, is_foreseen, load, enablement }
}

/// What is only foreseen has no identity.
pub(super) fn is_unreal(stat: &Stat) -> bool {
    stat.identity == FileIdentity::default()
}
