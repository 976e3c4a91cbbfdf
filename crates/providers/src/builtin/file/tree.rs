//! Writing many files below one directory.

use super::decide::{Decision, Status, Strategy};
use super::request::{Entry, Tree, bytes};
use super::target::Target;
use super::tree_bounds::{Bounds, check_size};
use super::tree_paths;
use super::write::{Done, How, blind, conflict, hint, put, put_blind};
use crate::files::{Spot, acting, foreseeing, looking, note_write, tried};
use crate::{Context, Fault, Hands, Output};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use system::files::{FileError, Links, ReadBeneath, WriteBeneath};
use value::{List, Map, Unknown, Value};

/// The mode of directories that are made, less the umask.
const DIRECTORY: u32 = 0o755;

/// A file of the tree, looked at.
struct Leaf<'a> {
    target: Target,
    how: How<'a>,
    /// Why its content is not known yet.
    unknown: Option<&'a Unknown>,
}

pub(super) fn write(tree: &Tree, context: &Context<'_>, appending: &Mutex<()>) -> Result<Output, Fault> {
    let base = Spot::new(context, &tree.base)?;
    check_size(tree, context)?;
    if context.dry_run {
        return foresee(tree, &base, context, appending);
    }
    let Some(files) = acting(context)? else {
        return Ok(Output::unknown(format!("after `{}` is written", base.shown.display())));
    };
    note_write(context, "file", "write-tree");
    let leaves = look(tree, &base, &*files, context, appending)?;
    refuse_conflicts(&leaves, &*files, tree.fail_fast, hint(context))?;
    let parents = Parents::new(&*files);
    let mut report = Report::default();
    for leaf in leaves {
        context.go_on()?;
        let given = leaf.target.spot.given.clone();
        let done = put(&*files, leaf.target, &leaf.how, |at| parents.make(at))?;
        report.add(&given, &done);
    }
    Ok(Output { warnings: tree.empty.clone(), ..Output::of(report.into_map(&base)) })
}

/// Foresees a tree of which some contents are not known. Where such a content decides what is done, nothing is foreseen.
pub(super) fn foresee_blind(
    tree: &Tree,
    unknown: Unknown,
    context: &Context<'_>,
    appending: &Mutex<()>,
) -> Result<Output, Fault> {
    let Hands::Foresee(foresight) = context.world else { return Ok(Output::of(unknown)) };
    let base = Spot::new(context, &tree.base)?;
    check_size(tree, context)?;
    let files = foreseeing(context, foresight)?;
    let leaves = look(tree, &base, &files, context, appending)?;
    let (hidden, seen): (Vec<Leaf<'_>>, Vec<Leaf<'_>>) = leaves.into_iter().partition(|leaf| leaf.unknown.is_some());
    refuse_conflicts(&seen, &files, tree.fail_fast, hint(context))?;
    let decided = hidden.into_iter().map(|leaf| Some((blind(&leaf.target, &leaf.how)?, leaf)));
    let Some(hidden) = decided.collect::<Option<Vec<_>>>() else {
        return Ok(Output::of(unknown));
    };
    let is_known = hidden.iter().all(|(status, _)| !status.is_written());
    let (parents, mut report) = (Parents::new(&files), Report::default());
    for (status, leaf) in hidden {
        let reason = leaf.unknown.unwrap_or(&unknown);
        put_blind(&files, &leaf.target, &leaf.how, status, reason, |at| parents.make(at))?;
        report.add(&leaf.target.spot.given, &Done { status, backup: None });
    }
    for leaf in seen {
        let given = leaf.target.spot.given.clone();
        report.add(&given, &put(&files, leaf.target, &leaf.how, |at| parents.make(at))?);
    }
    let output = if is_known { Output::of(report.into_map(&base)) } else { Output::of(unknown) };
    Ok(Output { warnings: tree.empty.clone(), ..output })
}

/// Looks at the place of every entry, once.
fn look<'a>(
    tree: &'a Tree,
    base: &Spot,
    files: &dyn ReadBeneath,
    context: &'a Context<'_>,
    appending: &'a Mutex<()>,
) -> Result<Vec<Leaf<'a>>, Fault> {
    // What is wrong with an entry wherever it is, is found before anything is looked at.
    let placed = |entry: &'a Entry| {
        context.go_on()?;
        Ok((entry, how(tree, entry, context, appending)?, tree_paths::place(tree, entry, base, context)?))
    };
    let placed = tree.entries.iter().map(placed).collect::<Result<Vec<_>, Fault>>()?;
    let (mut bounds, mut missing) = (Bounds::of(base, files, context)?, Missing::default());
    let leaf = |(entry, how, spot): (&'a Entry, How<'a>, Spot)| {
        context.go_on()?;
        let is_missing = missing.holds(&spot, files);
        let target = if is_missing { Target::absent(spot) } else { Target::examine(files, spot, how.root)? };
        bounds.check(&target, entry)?;
        Ok(Leaf { target, how, unknown: entry.unknown.as_ref() })
    };
    placed.into_iter().map(leaf).collect()
}

/// Directories that are not there, so that nothing has to be looked for in them. Each is looked for once.
#[derive(Default)]
struct Missing(HashMap<PathBuf, bool>);

impl Missing {
    fn holds(&mut self, spot: &Spot, files: &dyn ReadBeneath) -> bool {
        let Some(above) = spot.at.parent() else { return false };
        if let Some(known) = self.0.get(above) {
            return *known;
        }
        let is_missing = files.stat(above, Links::Follow).is_ok_and(|stat| stat.is_none());
        self.0.insert(above.to_owned(), is_missing);
        is_missing
    }
}

/// The entry says how, then the inputs, then the command line.
fn how<'a>(
    tree: &Tree,
    entry: &'a Entry,
    context: &'a Context<'_>,
    appending: &'a Mutex<()>,
) -> Result<How<'a>, Fault> {
    let manner = &tree.manner;
    let strategy = Strategy::chosen(entry.strategy.or(manner.strategy), context.writing)?;
    // What is said for all is meant for those that are appended to.
    let inherited = manner.dedupe && (entry.strategy.is_none() || strategy == Strategy::Append);
    let dedupe = entry.dedupe.unwrap_or(inherited);
    strategy.check_dedupe(dedupe).map_err(|fault| {
        if entry.dedupe.is_some() { Fault::new(format!("entries[{}]: {fault}", entry.index)) } else { fault }
    })?;
    Ok(How {
        content: bytes(&entry.content).unwrap_or_default(),
        strategy,
        backup: entry.backup.or(manner.backup).unwrap_or(context.writing.backup),
        dedupe,
        mode: manner.mode,
        root: context.confined().unwrap_or(Path::new("/")),
        hint: hint(context),
        appending,
    })
}

/// Nothing is written when something must not be overwritten.
fn refuse_conflicts(leaves: &[Leaf<'_>], files: &dyn ReadBeneath, fail_fast: bool, hint: &str) -> Result<(), Fault> {
    let (mut changed, mut unchanged) = (Vec::new(), Vec::new());
    for Leaf { target, how, .. } in leaves.iter().filter(|leaf| leaf.how.strategy == Strategy::Error) {
        match target.decide(files, how.strategy, how.content)? {
            Decision::Conflict if fail_fast => return Err(conflict(&target.spot.given, hint)),
            Decision::Conflict => changed.push(target.spot.given.as_str()),
            Decision::Leave(_) => unchanged.push(target.spot.given.as_str()),
            Decision::Create | Decision::Overwrite | Decision::Append => {}
        }
    }
    match (changed.as_slice(), unchanged.as_slice()) {
        ([], _) => Ok(()),
        ([one], []) => Err(conflict(one, hint)),
        (changed, unchanged) => Err(conflicts(changed, unchanged, hint)),
    }
}

fn conflicts(changed: &[&str], unchanged: &[&str], hint: &str) -> Fault {
    let listed = |title: &str, paths: &[&str]| match paths {
        [] => String::new(),
        paths => format!("\n  {title}:\n    {}\n", paths.join("\n    ")),
    };
    let count = changed.len() + unchanged.len();
    let changed = listed("Changed (would overwrite)", changed);
    let unchanged = listed("Unchanged (same checksum, skipped)", unchanged);
    Fault::new(format!("{count} file(s) already exist\n{changed}{unchanged}\n{hint}"))
}

/// Makes missing directories, each once.
struct Parents<'a> {
    files: &'a dyn WriteBeneath,
    made: RefCell<HashSet<PathBuf>>,
}

impl<'a> Parents<'a> {
    fn new(files: &'a dyn WriteBeneath) -> Self {
        Self { files, made: RefCell::default() }
    }

    fn make(&self, path: &Path) -> Result<(), FileError> {
        let Some(parent) = path.parent() else { return Ok(()) };
        if self.made.borrow().contains(parent) {
            return Ok(());
        }
        self.files.make_directories(parent, DIRECTORY)?;
        self.made.borrow_mut().insert(parent.to_owned());
        Ok(())
    }
}

/// What was done with all files.
#[derive(Default)]
struct Report {
    written: List,
    statuses: List,
    counts: [i64; Status::DONE.len()],
    errors: i64,
}

impl Report {
    fn add(&mut self, path: &str, done: &Done) {
        let mut status: Map = [("path", path), ("status", done.status.name())].into_iter().collect();
        if let Some(backup) = &done.backup {
            status.insert("backupPath", Value::string(backup.to_string_lossy()));
        }
        self.statuses.push(status);
        if done.status.is_written() {
            self.written.push(path);
        }
        match Status::DONE.iter().position(|status| *status == done.status) {
            Some(at) => self.counts[at] += 1,
            None => self.errors += 1,
        }
    }

    fn into_map(self, base: &Spot) -> Map {
        let mut data = Map::new();
        data.insert("success", true);
        data.insert("operation", "write-tree");
        data.insert("basePath", base.value());
        data.insert("filesWritten", i64::try_from(self.written.len()).unwrap_or(i64::MAX));
        data.insert("paths", self.written);
        data.insert("filesStatus", self.statuses);
        for (status, count) in Status::DONE.into_iter().zip(self.counts) {
            data.insert(status.name(), count);
        }
        data
    }
}

fn foresee(tree: &Tree, base: &Spot, context: &Context<'_>, appending: &Mutex<()>) -> Result<Output, Fault> {
    if let Some(refused) = foresee_refusal(tree, base, context, appending)? {
        return Ok(refused);
    }
    let Output { data, warnings, .. } = tried(context, |context, _| write(tree, context, appending))?;
    let data = data.as_map().cloned().unwrap_or_default();
    let count = data.get("filesWritten").cloned().unwrap_or_default();
    let message = format!("Would write {count} file(s) to {}", base.shown.display());
    Ok(planned(data, 0, message, warnings))
}

/// When a file is in the way nothing is written, as in the run: only those that are there already have a status.
fn foresee_refusal(
    tree: &Tree,
    base: &Spot,
    context: &Context<'_>,
    appending: &Mutex<()>,
) -> Result<Option<Output>, Fault> {
    let files = looking(context)?;
    let mut report = Report::default();
    let leaves = look(tree, base, &*files, context, appending)?;
    for Leaf { target, how, .. } in leaves.into_iter().filter(|leaf| leaf.how.strategy == Strategy::Error) {
        let status = match target.decide(&*files, how.strategy, how.content)? {
            Decision::Conflict => Status::Error,
            Decision::Leave(status) => status,
            Decision::Create | Decision::Overwrite | Decision::Append => continue,
        };
        report.add(&target.spot.given, &Done { status, backup: None });
    }
    let errors = report.errors;
    let message = format!("Would error: {errors} file(s) already exist in {}", base.shown.display());
    Ok((errors > 0).then(|| planned(report.into_map(base), errors, message, tree.empty.clone())))
}

/// What a dry run says beside the result.
fn planned(mut data: Map, errors: i64, message: String, warnings: Vec<String>) -> Output {
    data.insert("errored", errors);
    data.insert("_dryRun", true);
    data.insert("_message", message);
    Output { warnings, ..Output::of(data) }
}
