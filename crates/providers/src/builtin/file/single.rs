//! Operations on one file that write nothing: reading, looking, removing.

use crate::files::{Spot, acting, looking, note_write, tried};
use crate::{Context, Fault, Output};
use system::files::{FileError, FileErrorKind, FileKind, Links, Removal};
use value::{Map, Value};

pub(super) fn read(path: &str, context: &Context<'_>) -> Result<Output, Fault> {
    let spot = Spot::new(context, path)?;
    let limit = Some(context.run.settings.max_value_size).filter(|limit| *limit > 0).unwrap_or(u64::MAX);
    let bytes = match looking(context)?.read(&spot.at, limit) {
        Err(FileError { kind: FileErrorKind::Unknown { reason }, .. }) => return Ok(Output::of(reason)),
        read => read.map_err(|error| unread(&spot, &error))?,
    };
    if context.dry_run {
        let mut data = planned(&spot, format!("Would read file: {}", spot.shown.display()));
        data.insert("content", "[DRY RUN] Would read file content");
        data.insert("size", 0);
        return Ok(Output::of(data));
    }
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let data = [("content", Value::text(bytes)), ("path", spot.value()), ("size", size.into())];
    Ok(Output::of(data.into_iter().collect::<Map>()))
}

fn unread(spot: &Spot, error: &FileError) -> Fault {
    match &error.kind {
        FileErrorKind::NotAFile { kind: FileKind::Directory } => {
            Fault::new(format!("path is a directory, not a file: {}", spot.shown.display()))
        }
        FileErrorKind::TooLarge { .. } => spot
            .fault("failed to read file", error)
            .help("`resolver.maxValueSize` of the configuration sets how large a value may be".to_owned()),
        _ if error.is_nothing() => missing(spot),
        _ => spot.fault("failed to read file", error),
    }
}

fn missing(spot: &Spot) -> Fault {
    Fault::new(format!("file does not exist: {}", spot.shown.display()))
}

pub(super) fn exists(path: &str, context: &Context<'_>) -> Result<Output, Fault> {
    let spot = Spot::new(context, path)?;
    let found = match looking(context)?.stat(&spot.at, Links::Follow) {
        Err(FileError { kind: FileErrorKind::Unknown { reason }, .. }) => return Ok(Output::of(reason)),
        found => found.map_err(|error| spot.fault("failed to check file", &error))?,
    };
    let mut data: Map = [("exists", Value::Bool(found.is_some())), ("path", spot.value())].into_iter().collect();
    if context.dry_run {
        data.insert("_dryRun", true);
        data.insert("_message", format!("Would check if file exists: {}", spot.shown.display()));
    }
    Ok(Output::of(data))
}

pub(super) fn delete(path: &str, context: &Context<'_>) -> Result<Output, Fault> {
    let spot = Spot::new(context, path)?;
    if context.dry_run {
        tried(context, |context, _| delete(path, context))?;
        let mut data = planned(&spot, format!("Would delete file: {}", spot.shown.display()));
        data.insert("success", true);
        return Ok(Output::of(data));
    }
    let Some(files) = acting(context)? else {
        return Ok(Output::unknown(format!("after `{}` is deleted", spot.shown.display())));
    };
    note_write(context, "file", "delete");
    let fails = |error: FileError| spot.fault("failed to delete file", &error);
    if files.stat(&spot.at, Links::Keep).map_err(fails)?.is_none() {
        return Err(missing(&spot));
    }
    files.remove(&spot.at, Removal::One).map_err(fails)?;
    Ok(Output::of([("success", Value::Bool(true)), ("path", spot.value())].into_iter().collect::<Map>()))
}

/// What a dry run says of every operation.
fn planned(spot: &Spot, message: String) -> Map {
    [("path", spot.value()), ("_dryRun", true.into()), ("_message", message.into())].into_iter().collect()
}
