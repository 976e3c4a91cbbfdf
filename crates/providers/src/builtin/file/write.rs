//! Writing one file.

use super::decide::{Decision, Status, Strategy};
use super::request::{Write, bytes};
use super::target::Target;
use super::{append, backup};
use crate::files::{Hand, Spot, acting, foreseeing, looking, note_write, tried};
use crate::{Context, Fault, Hands, Output};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use system::files::{Attributes, Content, FileError, WriteBeneath};
use value::{Map, Unknown, Value};

/// The mode of new files.
const NEW: u32 = 0o600;
/// The mode of directories that are made, less the umask.
const DIRECTORY: u32 = 0o755;
/// How often a file is looked at again that somebody else made or removed meanwhile.
const TRIES: usize = 16;

/// How one file is written, everything decided.
#[derive(Clone, Copy)]
pub(super) struct How<'a> {
    pub(super) content: &'a [u8],
    pub(super) strategy: Strategy,
    pub(super) backup: bool,
    pub(super) dedupe: bool,
    pub(super) mode: Option<u32>,
    /// The output directory, for links that lead out of it.
    pub(super) root: &'a Path,
    /// What to do about a file that is there.
    pub(super) hint: &'static str,
    pub(super) appending: &'a Mutex<()>,
}

/// What was done.
pub(super) struct Done {
    pub(super) status: Status,
    pub(super) backup: Option<PathBuf>,
}

pub(super) fn write(write: &Write, context: &Context<'_>, appending: &Mutex<()>) -> Result<Output, Fault> {
    let spot = Spot::new(context, &write.path)?;
    let how = how(write, context, appending)?;
    if context.dry_run {
        return foresee(write, &spot, &how, context);
    }
    let Some(files) = acting(context)? else {
        return Ok(Output::unknown(format!("after `{}` is written", spot.shown.display())));
    };
    note_write(context, "file", "write");
    let path = spot.value();
    Ok(Output::of(result(path, &put_one(write, spot, &how, &*files)?)))
}

fn put_one(write: &Write, spot: Spot, how: &How<'_>, files: &dyn WriteBeneath) -> Result<Done, Fault> {
    let target = Target::examine(files, spot, how.root)?;
    put(files, target, how, |at| make_parents(files, write, at))
}

fn how<'a>(write: &'a Write, context: &'a Context<'_>, appending: &'a Mutex<()>) -> Result<How<'a>, Fault> {
    let manner = &write.manner;
    let strategy = Strategy::chosen(manner.strategy, context.writing)?;
    strategy.check_dedupe(manner.dedupe)?;
    Ok(How {
        content: bytes(&write.content).unwrap_or_default(),
        strategy,
        backup: manner.backup.unwrap_or(context.writing.backup),
        dedupe: manner.dedupe,
        mode: manner.mode,
        root: context.confined().unwrap_or(Path::new("/")),
        hint: hint(context),
        appending,
    })
}

fn make_parents(files: &dyn WriteBeneath, write: &Write, at: &Path) -> Result<(), FileError> {
    let above = at.parent().filter(|_| write.create_directories);
    above.map_or(Ok(()), |above| files.make_directories(above, DIRECTORY))
}

/// Foresees a file of which only the run will tell the content.
pub(super) fn foresee_blind(
    write: &Write,
    unknown: Unknown,
    context: &Context<'_>,
    appending: &Mutex<()>,
) -> Result<Output, Fault> {
    let Hands::Foresee(foresight) = context.world else { return Ok(Output::of(unknown)) };
    let how = how(write, context, appending)?;
    let files = foreseeing(context, foresight)?;
    let target = Target::examine(&files, Spot::new(context, &write.path)?, how.root)?;
    let Some(status) = blind(&target, &how) else { return Ok(Output::of(unknown)) };
    put_blind(&files, &target, &how, status, &unknown, |at| make_parents(&files, write, at))?;
    match status {
        Status::Skipped => Ok(Output::of(result(target.spot.value(), &Done { status, backup: None }))),
        _ => Ok(Output::of(unknown)),
    }
}

/// What is done with a file whatever its content will be; nothing where the content decides.
pub(super) fn blind(target: &Target, how: &How<'_>) -> Option<Status> {
    match (how.strategy, target.stat.is_some()) {
        (Strategy::Skip, true) => Some(Status::Skipped),
        (Strategy::Overwrite, true) if !how.backup => Some(Status::Overwritten),
        (Strategy::Append, _) | (_, true) => None,
        (_, false) => Some(Status::Created),
    }
}

/// Foresees that a file has content that only the run will tell.
pub(super) fn put_blind(
    files: &Hand,
    target: &Target,
    how: &How<'_>,
    status: Status,
    unknown: &Unknown,
    make_parents: impl Fn(&Path) -> Result<(), FileError>,
) -> Result<(), Fault> {
    let attributes = match status {
        Status::Created => {
            make_parents(&target.at).map_err(|error| target.spot.fault("failed to create directory", &error))?;
            Attributes::mode(how.mode.unwrap_or(NEW))
        }
        Status::Overwritten => Attributes { mode: how.mode, ..Attributes::default() },
        Status::Skipped | Status::Unchanged | Status::Appended | Status::Error => return Ok(()),
    };
    let put = files.put_unknown(&target.at, attributes, unknown.clone());
    put.map_err(|error| target.spot.fault("failed to write file", &error))
}

fn result(path: Value, done: &Done) -> Map {
    let mut data = Map::new();
    data.insert("success", true);
    data.insert("path", path);
    data.insert("status", done.status.name());
    if let Some(backup) = &done.backup {
        data.insert("backupPath", Value::string(backup.to_string_lossy()));
    }
    data
}

/// Decides and does it. When somebody was faster it is decided anew.
pub(super) fn put(
    files: &dyn WriteBeneath,
    mut target: Target,
    how: &How<'_>,
    make_parents: impl Fn(&Path) -> Result<(), FileError>,
) -> Result<Done, Fault> {
    for _ in 0..TRIES {
        let fails = |error: FileError| target.spot.fault("failed to write file", &error);
        let done = match target.decide(files, how.strategy, how.content)? {
            Decision::Leave(status) => Some(Done { status, backup: None }),
            Decision::Conflict => return Err(conflict(&target.spot.given, how.hint)),
            Decision::Overwrite => Some(overwrite(files, &target, how)?),
            Decision::Append => Some(add(files, &target, how)?),
            Decision::Create => {
                make_parents(&target.at).map_err(|error| target.spot.fault("failed to create directory", &error))?;
                let attributes = Attributes::mode(how.mode.unwrap_or(NEW));
                let created = files.create_new(&target.at, how.content, attributes).map_err(fails)?;
                created.then_some(Done { status: Status::Created, backup: None })
            }
        };
        if let Some(done) = done {
            return Ok(done);
        }
        target = Target::examine(files, target.spot, how.root)?;
    }
    Err(Fault::new(format!("failed to write file: {}: it keeps coming and going", target.spot.shown.display())))
}

fn overwrite(files: &dyn WriteBeneath, target: &Target, how: &How<'_>) -> Result<Done, Fault> {
    let backup = how.backup.then(|| backup::keep(files, target)).transpose()?;
    let attributes = Attributes { mode: how.mode, ..Attributes::default() };
    files
        .replace(&target.at, Content::Bytes(how.content), attributes)
        .map_err(|error| target.spot.fault("failed to write file", &error))?;
    Ok(Done { status: Status::Overwritten, backup })
}

fn add(files: &dyn WriteBeneath, target: &Target, how: &How<'_>) -> Result<Done, Fault> {
    let _alone = how.appending.lock().unwrap_or_else(PoisonError::into_inner);
    let addition = append::addition(files, target, how.content, how.dedupe)?;
    if addition.is_empty() {
        return Ok(Done { status: Status::Unchanged, backup: None });
    }
    let backup = how.backup.then(|| backup::keep(files, target)).transpose()?;
    append::append(files, target, &addition, how.mode)
        .map_err(|error| target.spot.fault("failed to write file", &error))?;
    Ok(Done { status: Status::Appended, backup })
}

/// What to do about files that are there. A call by hand has no `--force`.
pub(super) fn hint(context: &Context<'_>) -> &'static str {
    match context.solution {
        Some(_) => "Use --force to overwrite, or --on-conflict skip-unchanged to skip identical files.",
        None => "Use onConflict=overwrite to overwrite, or onConflict=skip to keep files that are there.",
    }
}

pub(super) fn conflict(given: &str, hint: &str) -> Fault {
    Fault::new(format!(
        "file already exists (content differs): {given}

{hint}"
    ))
    .in_brief("file exists, content differs")
}

fn foresee(write: &Write, spot: &Spot, how: &How<'_>, context: &Context<'_>) -> Result<Output, Fault> {
    let (status, length) = planned(write, spot, how, context)?;
    let mut data = Map::new();
    data.insert("success", true);
    data.insert("path", spot.value());
    data.insert("_dryRun", true);
    data.insert("_plannedStatus", status.name());
    data.insert("_strategy", how.strategy.name());
    data.insert("_message", message(status, spot, length));
    if how.backup && matches!(status, Status::Overwritten | Status::Appended) {
        data.insert("_backup", true);
    }
    Ok(Output::of(data))
}

/// What will have been done, and how much is written. The original plans an error for every file that is there when nothing is
/// said about those, also for one with the same content.
fn planned(write: &Write, spot: &Spot, how: &How<'_>, context: &Context<'_>) -> Result<(Status, usize), Fault> {
    let files = looking(context)?;
    let target = Target::examine(&*files, spot.clone(), how.root)?;
    if how.strategy == Strategy::Error && target.stat.is_some() {
        return Ok((Status::Error, how.content.len()));
    }
    let done =
        tried(context, |context, foresight| put_one(write, spot.clone(), how, &foreseeing(context, foresight)?))?;
    let length = match done.status {
        Status::Appended => append::addition(&*files, &target, how.content, how.dedupe)?.len(),
        _ => how.content.len(),
    };
    Ok((done.status, length))
}

fn message(status: Status, spot: &Spot, length: usize) -> String {
    let path = spot.shown.display();
    match status {
        Status::Created => format!("Would create {path} ({length} bytes)"),
        Status::Overwritten => format!("Would overwrite {path} ({length} bytes)"),
        Status::Skipped => format!("Would skip {path} (file exists, strategy=skip)"),
        Status::Unchanged => format!("Would skip {path} (content unchanged)"),
        Status::Appended => format!("Would append {length} bytes to {path}"),
        Status::Error => format!("Would error: file already exists: {path}"),
    }
}
