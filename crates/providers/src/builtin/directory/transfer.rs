//! Copying and moving directories.

use super::change::{DIRECTORY, done, planned};
use super::copy::Copy;
use super::list::check;
use crate::files::{Spot, acting, note_write, settled, tried};
use crate::{Context, Fault, Output};
use std::path::Path;
use system::files::{FileError, FileIdentity, Links, ReadBeneath, Removal, WriteBeneath};
use value::Map;

pub(super) fn copy(path: &str, destination: &str, context: &Context<'_>) -> Result<Output, Fault> {
    transfer("copy", path, destination, context, |files, from, to, context| Copy { files, from, to, context }.run())
}

pub(super) fn relocate(path: &str, destination: &str, context: &Context<'_>) -> Result<Output, Fault> {
    transfer("move", path, destination, context, relocated)
}

/// Does it, and says what could not be.
type Act = fn(&dyn WriteBeneath, &Spot, &Spot, &Context<'_>) -> Result<Vec<String>, Fault>;

fn transfer(
    operation: &'static str,
    path: &str,
    destination: &str,
    context: &Context<'_>,
    act: Act,
) -> Result<Output, Fault> {
    let (from, to) = (Spot::new(context, path)?, Spot::new(context, destination)?);
    let with_destination = |mut data: Map| {
        data.insert("destination", to.value());
        Output::of(data)
    };
    if context.dry_run {
        let tried = tried(context, |context, _| transfer(operation, path, destination, context, act))?;
        let message = format!("Would {operation} {} to {}", from.shown.display(), to.shown.display());
        return Ok(Output { warnings: tried.warnings, ..with_destination(planned(operation, &from, message)) });
    }
    let Some(files) = acting(context)? else {
        return Ok(Output::unknown(format!("after `{}` is there", to.shown.display())));
    };
    note_write(context, "directory", operation);
    check(&*files, &from)?;
    refuse_itself(&*files, operation, &from, &to, context)?;
    let warnings = act(&*files, &from, &to, context)?;
    Ok(Output { warnings, ..with_destination(done(operation, &from)) })
}

/// A directory that goes into itself would never end. One that is only foreseen is known by its place.
fn refuse_itself(
    files: &dyn ReadBeneath,
    operation: &str,
    from: &Spot,
    to: &Spot,
    context: &Context<'_>,
) -> Result<(), Fault> {
    let fails = |error: FileError| to.fault("failed to access path", &error);
    let identity = |at: &Path| files.stat(at, Links::Follow).map(|stat| stat.map(|stat| stat.identity)).map_err(fails);
    let place = |spot: &Spot| settled(files, &spot.at, context.confined().unwrap_or(Path::new("/"))).map_err(fails);
    let (source, source_place, destination) = (identity(&from.at)?, place(from)?, place(to)?);
    for above in destination.ancestors() {
        let is_foreseen = source == Some(FileIdentity::default());
        if identity(above)? == source && (!is_foreseen || above == source_place) {
            let (from, to) = (from.shown.display(), to.shown.display());
            return Err(Fault::new(format!("cannot {operation} directory into itself: {from} to {to}")));
        }
    }
    Ok(())
}

/// Moves. Across devices a tree with something in it that cannot be copied is not removed.
fn relocated(files: &dyn WriteBeneath, from: &Spot, to: &Spot, context: &Context<'_>) -> Result<Vec<String>, Fault> {
    let fails = |error: FileError| to.fault("failed to move directory", &error);
    if files.stat(&to.at, Links::Keep).map_err(fails)?.is_some() {
        return Err(Fault::new(format!("failed to move directory: destination exists: {}", to.shown.display())));
    }
    if let Some(above) = to.at.parent() {
        files.make_directories(above, DIRECTORY).map_err(fails)?;
    }
    match files.rename(&from.at, &to.at) {
        Err(error) if error.crosses_devices() => {
            let left_out = Copy { files, from, to, context }.run()?;
            if let Some(first) = left_out.first() {
                let from = from.shown.display();
                return Err(Fault::new(format!("failed to move directory: {first}; {from} was copied, not removed")));
            }
            files.remove(&from.at, Removal::Tree).map_err(|error| from.fault("failed to remove directory", &error))?;
            Ok(left_out)
        }
        renamed => renamed.map(|()| Vec::new()).map_err(|error| from.fault("failed to move directory", &error)),
    }
}
