//! Whether the files of a unit are others than the ones that systemd has read. It says so itself when a file that it knows has
//! changed, but it knows only the directories that were there when it read them last: a new `unit.d`, or a file that comes
//! before the one it has read, is no news to it.
//!
//! What is found here is gone after the files were read again, whatever systemd makes of them: else they would be read again
//! in every run. So everything that is not sure to be taken is left out, such as masks and links to other names.

use super::failure::ServiceFailure;
use super::name;
use super::unit::Unit;
use super::unit_file::is_unreal;
use super::units::DIRECTORIES;
use std::path::{Path, PathBuf};
use system::files::{FileKind, Links, ReadFiles, Stat};

/// Where systemd looks for unit files; the first one wins.
const PLACES: [&str; 12] = [
    "/etc/systemd/system.control",
    "/run/systemd/system.control",
    "/run/systemd/transient",
    "/run/systemd/generator.early",
    "/etc/systemd/system",
    "/etc/systemd/system.attached",
    "/run/systemd/system",
    "/run/systemd/system.attached",
    "/run/systemd/generator",
    "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system",
    "/run/systemd/generator.late",
];

/// Whether there are files of a unit, or an earlier step of a rehearsal would write some, that systemd has not read.
pub(super) fn is_there(name: &str, unit: &Unit, files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    Ok(is_rewritten(unit, files)? || is_preceded(name, unit, files)? || is_extended(name, unit, files)?)
}

/// Whether the file that was read is gone. Systemd itself says so of one that is: what it takes for current would be gone
/// after an earlier step of a rehearsal.
pub(super) fn is_removed(unit: &Unit, files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    let Some(file) = &unit.file else { return Ok(false) };
    Ok(files.stat(file, Links::Follow)?.is_none())
}

/// Whether an earlier step of a rehearsal would write the file that was read.
fn is_rewritten(unit: &Unit, files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    let Some(file) = &unit.file else { return Ok(false) };
    Ok(files.stat(file, Links::Follow)?.is_some_and(|stat| is_unreal(&stat)))
}

/// Whether there is a file of the unit in a place that comes before the one of the file that was read.
fn is_preceded(name: &str, unit: &Unit, files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    let Some(read) = &unit.file else { return Ok(false) };
    for path in preceding(name, read) {
        if let Some(stat) = in_place(&path, files)?.filter(|stat| stat.kind != FileKind::Directory) {
            return Ok(has_content(&stat) && !is_other_name(&path, files)? && !is_same(&stat, read, files)?);
        }
    }
    Ok(false)
}

/// What is at a path in one of the places. An archive that an earlier step of a rehearsal would extract somewhere above may
/// bring anything, but a place that is not there yet is hardly what it brings.
fn in_place(path: &Path, files: &dyn ReadFiles) -> Result<Option<Stat>, ServiceFailure> {
    let has_place = || path.parent().is_some_and(|place| matches!(files.exists(place), Ok(true)));
    match files.stat(path, Links::Follow) {
        Err(error) if error.unknown().is_some() && !has_place() => Ok(None),
        stat => Ok(stat?),
    }
}

/// Where a file of the unit would come before the one that was read. A file of its own comes before that of its template. One
/// that was read under another name is left alone.
fn preceding(name: &str, read: &Path) -> Vec<PathBuf> {
    let read_as = read.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let Some(rank) = read.parent().and_then(rank) else { return Vec::new() };
    let before = |name: &str, rank: usize| {
        let places = DIRECTORIES.iter().map(Path::new).filter(move |place| self::rank(place) < Some(rank));
        places.map(|place| place.join(name)).collect::<Vec<_>>()
    };
    match name::template(name) {
        _ if read_as == name => before(name, rank),
        Some(template) if read_as == template => [before(name, PLACES.len()), before(&template, rank)].concat(),
        _ => Vec::new(),
    }
}

/// The place of a directory among the places. `/lib` is `/usr/lib` on nearly all machines.
fn rank(directory: &Path) -> Option<usize> {
    let directory =
        if directory == Path::new("/lib/systemd/system") { "/usr/lib/systemd/system".as_ref() } else { directory };
    PLACES.iter().position(|place| Path::new(place) == directory)
}

/// An empty file, and a link to a device, mask what comes after them.
fn has_content(stat: &Stat) -> bool {
    stat.kind == FileKind::File && (stat.size > 0 || is_unreal(stat))
}

/// A link to a file of another name makes this name an alias of that unit.
fn is_other_name(path: &Path, files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    let is_link = files.stat(path, Links::Keep)?.is_some_and(|stat| stat.kind == FileKind::Link);
    Ok(is_link && files.read_link(path)?.file_name() != path.file_name())
}

fn is_same(stat: &Stat, read: &Path, files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    Ok(files.stat(read, Links::Follow)?.is_some_and(|read| read.identity == stat.identity))
}

/// Whether there is a file in a `unit.d` that was not read.
fn is_extended(name: &str, unit: &Unit, files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    let Some(read) = &unit.additions else { return Ok(false) };
    for directory in directories(name, unit) {
        if in_place(&directory, files)?.is_none_or(|stat| stat.kind != FileKind::Directory) {
            continue;
        }
        for file in files.list(&directory)? {
            let Some(file) = file.to_str().filter(|file| is_addition(file)) else { continue };
            if is_unread(&directory.join(file), read, files)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The directories of what is added to a unit: under its name, that of its template, that of its file, and those that it
/// shares with others.
fn directories(name: &str, unit: &Unit) -> Vec<PathBuf> {
    let of_file = unit.file.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()).map(str::to_owned);
    let mut names = vec![name.to_owned()];
    for other in [name::template(name), of_file].into_iter().flatten().chain(name::shared(name)) {
        if !names.contains(&other) {
            names.push(other);
        }
    }
    let places = |name: &String| DIRECTORIES.map(|place| Path::new(place).join(format!("{name}.d")));
    names.iter().flat_map(places).collect()
}

/// A name that systemd takes, and that is read in its answer as it is written on the disk.
fn is_addition(file: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '\'' | '\\');
    Path::new(file).extension() == Some("conf".as_ref()) && !file.starts_with('.') && file.chars().all(is_plain)
}

/// Whether an addition is another than the one of its name that was read. Each name is read once: where it comes first.
fn is_unread(path: &Path, read: &[PathBuf], files: &dyn ReadFiles) -> Result<bool, ServiceFailure> {
    let Some(stat) = files.stat(path, Links::Follow)?.filter(|stat| stat.kind != FileKind::Directory) else {
        return Ok(false);
    };
    if is_unreal(&stat) {
        return Ok(true);
    }
    Ok(match read.iter().find(|read| read.file_name() == path.file_name()) {
        Some(read) => precedes(path, read),
        None => has_content(&stat),
    })
}

/// Whether both are in directories of the same name, of which the first comes before the other.
fn precedes(path: &Path, read: &Path) -> bool {
    let (Some(here), Some(there)) = (path.parent(), read.parent()) else { return false };
    let rank = |directory: &Path| directory.parent().and_then(rank);
    here.file_name() == there.file_name()
        && matches!((rank(here), rank(there)), (Some(here), Some(there)) if here < there)
}
