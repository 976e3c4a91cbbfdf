//! Making and removing directories.

use super::list::check;
use crate::files::{Spot, acting, note_write, tried};
use crate::{Context, Fault, Output};
use system::files::{FileError, Links, Removal};
use value::{Map, Value};

/// The mode of directories that are made, less the umask.
pub(super) const DIRECTORY: u32 = 0o755;

pub(super) fn make(path: &str, parents: bool, context: &Context<'_>) -> Result<Output, Fault> {
    let spot = Spot::new(context, path)?;
    if context.dry_run {
        tried(context, |context, _| make(path, parents, context))?;
        let what = if parents { "directory tree" } else { "directory" };
        return Ok(Output::of(planned("mkdir", &spot, format!("Would create {what}: {}", spot.shown.display()))));
    }
    let Some(files) = acting(context)? else {
        return Ok(Output::unknown(format!("after `{}` is made", spot.shown.display())));
    };
    note_write(context, "directory", "mkdir");
    let fails = |error: FileError| spot.fault("failed to create directory", &error);
    if !parents {
        if files.stat(&spot.at, Links::Keep).map_err(fails)?.is_some() {
            return Err(Fault::new(format!("failed to create directory: {}: it exists", spot.shown.display()))
                .help("with `createDirs: true` a directory that exists is fine".to_owned()));
        }
        let above = spot.at.parent().map_or(Ok(None), |above| files.stat(above, Links::Follow)).map_err(fails)?;
        if above.is_none() {
            return Err(Fault::new(format!(
                "failed to create directory: {}: no such file or directory",
                spot.shown.display()
            ))
            .help("with `createDirs: true` missing parents are made".to_owned()));
        }
    }
    files.make_directories(&spot.at, DIRECTORY).map_err(fails)?;
    Ok(Output::of(done("mkdir", &spot)))
}

pub(super) fn remove(path: &str, force: bool, context: &Context<'_>) -> Result<Output, Fault> {
    let spot = Spot::new(context, path)?;
    if context.dry_run {
        tried(context, |context, _| remove(path, force, context))?;
        let shown = spot.shown.display();
        let message = if force {
            format!("Would force-remove directory and contents: {shown}")
        } else {
            format!("Would remove directory: {shown}")
        };
        return Ok(Output::of(planned("rmdir", &spot, message)));
    }
    let Some(files) = acting(context)? else {
        return Ok(Output::unknown(format!("after `{}` is removed", spot.shown.display())));
    };
    note_write(context, "directory", "rmdir");
    check(&*files, &spot)?;
    let (removal, tried) = if force {
        (Removal::Tree, "failed to remove directory")
    } else {
        (Removal::One, "failed to remove directory (is it empty?)")
    };
    files.remove(&spot.at, removal).map_err(|error| spot.fault(tried, &error))?;
    Ok(Output::of(done("rmdir", &spot)))
}

pub(super) fn done(operation: &str, spot: &Spot) -> Map {
    [("success", Value::Bool(true)), ("operation", operation.into()), ("path", spot.value())].into_iter().collect()
}

pub(super) fn planned(operation: &str, spot: &Spot, message: String) -> Map {
    let mut data = done(operation, spot);
    data.insert("_dryRun", true);
    data.insert("_message", message);
    data
}
