//! How far a call reaches.

use super::anywhere::{Grasp, Sight};
use super::foresight::{Foresight, Hand};
use super::nothing::Nothing;
use crate::{Capability, Context, Fault, Hands};
use engine::LogLevel;
use std::path::Path;
use system::files::{FileError, ReadBeneath, WriteBeneath};

/// The mode of directories that are made, less the umask.
const DIRECTORY: u32 = 0o755;

/// The files that a call may look at. It is opened once per call: what is below the output directory is reached by this
/// handle only, so nothing that others do to the path meanwhile leads out.
pub(crate) fn looking<'a>(context: &Context<'a>) -> Result<Box<dyn ReadBeneath + 'a>, Fault> {
    let files = &*context.world.read().files;
    let Some(root) = context.confined() else { return Ok(Box::new(Sight(files))) };
    if let Hands::Foresee(foresight) = context.world {
        foreseeing(context, foresight)?;
    }
    match files.beneath(root) {
        Ok(below) => Ok(below),
        Err(error) if error.is_not_found() => Ok(Box::new(Nothing)),
        Err(error) => Err(no_output(root, &error)),
    }
}

/// The files that a call may change; `None` where it may only look. A missing output directory is made.
pub(crate) fn acting<'a>(context: &Context<'a>) -> Result<Option<Box<dyn WriteBeneath + 'a>>, Fault> {
    if let Hands::Foresee(foresight) = context.world {
        return Ok(Some(Box::new(foreseeing(context, foresight)?)));
    }
    let Some(world) = context.world.act() else { return Ok(None) };
    let Some(root) = context.confined() else {
        return Ok(Some(Box::new(Grasp { read: &*world.read.files, write: &*world.files })));
    };
    let opened = match world.files.write_beneath(root) {
        Err(error) if error.is_not_found() => {
            world.files.make_directories(root, DIRECTORY).and_then(|()| world.files.write_beneath(root))
        }
        opened => opened,
    };
    opened.map(|below| Some(below as Box<dyn WriteBeneath>)).map_err(|error| no_output(root, &error))
}

/// Does something to files as they would be, and nothing to those that are there, to see how it ends: a dry run by hand. It
/// ends as the real one does.
pub(crate) fn tried<T>(
    context: &Context<'_>,
    act: impl FnOnce(&Context<'_>, &Foresight) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let foresight = Foresight::blank(context.world.read());
    act(&Context { dry_run: false, world: Hands::Foresee(&foresight), hear: &|_| {}, ..*context }, &foresight)
}

/// The files as they would be. A run makes a missing output directory before its first action.
pub(crate) fn foreseeing(context: &Context<'_>, foresight: &Foresight) -> Result<Hand, Fault> {
    let root = context.confined();
    let made = root.map_or(Ok(()), |root| foresight.have_directory(root, DIRECTORY));
    made.and_then(|()| foresight.hand(root)).map_err(|error| no_output(root.unwrap_or(Path::new("/")), &error))
}

fn no_output(root: &Path, error: &FileError) -> Fault {
    Fault::of_file(format!("cannot use output directory: {}: {}", root.display(), error.kind), error)
}

/// Files of the original write in resolvers, so it is not refused; but it is worth a word.
pub(crate) fn note_write(context: &Context<'_>, provider: &str, operation: &str) {
    if context.mode != Capability::Action {
        let fields = [("provider", provider), ("operation", operation), ("mode", context.mode.name())];
        context.log(LogLevel::Warn, "something is changed outside of an action", &fields);
    }
}
