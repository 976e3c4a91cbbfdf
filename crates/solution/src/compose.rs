//! Solutions in several files.

use crate::codes::COMPOSE;
use crate::model::{Action, Resolver, Spec, Top, Workflow};
use diagnostics::{Diagnostic, Diagnostics, Sources, Span, Spanned};
use document::decode::{Decode, Decoder, Entries, Policy};
use document::{Limits, Options};
use gostd::path::{Glob, clean};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::files::{FileKind, Links};

/// Takes the parts in that `compose` names, of a solution in `directory` that is shown by a name. Gives the names in them
/// with something wrong behind them.
pub(crate) fn compose(
    top: &mut Top,
    (directory, name): (&Path, &str),
    world: &ReadWorld,
    limits: Limits,
    sources: &mut Sources,
    problems: &mut Diagnostics,
) -> Vec<Span> {
    let (mut seen, mut damaged) = (BTreeSet::new(), Vec::new());
    for entry in top.compose.take().unwrap_or_default() {
        for path in matches(&entry.value, directory, world) {
            if !seen.insert(path.clone()) {
                let message = format!("circular compose reference detected: {}", entry.value);
                problems.push(Diagnostic::error(&COMPOSE, message).at(entry.span, "it was read already"));
                continue;
            }
            let below = path.strip_prefix(directory).unwrap_or(&path);
            let shown = Path::new(name).with_file_name(below).display().to_string();
            if let Some((part, names)) = read(&path, &shown, &entry, world, limits, sources, problems) {
                merge(top, part, &below.display().to_string(), problems);
                damaged.extend(names);
            }
        }
    }
    damaged
}

/// Parts stand beside a file; what is no file has none, as in the original.
pub(crate) fn not_composed(at: Span) -> Diagnostic {
    let message = "`compose` is left out: the solution is not read from a file, so nothing stands beside it";
    Diagnostic::warning(&COMPOSE, message).at(at, "not read").help(Some("name the solution with -f FILE".to_owned()))
}

/// The files that an entry means, sorted; the entry itself when it means none.
fn matches(entry: &str, directory: &Path, world: &ReadWorld) -> Vec<PathBuf> {
    let parts: Vec<&str> = entry.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let start = if entry.starts_with('/') { PathBuf::from("/") } else { directory.to_owned() };
    let is_pattern = entry.contains(['*', '?', '[']);
    let mut found = if is_pattern { walk(start, &parts, world) } else { Vec::new() };
    found.sort();
    if found.is_empty() { vec![clean(&directory.join(entry))] } else { found }
}

/// All files that the parts of a pattern lead to; `**` stands for any number of directories.
fn walk(start: PathBuf, parts: &[&str], world: &ReadWorld) -> Vec<PathBuf> {
    let (mut found, mut left, mut seen) = (Vec::new(), vec![(start, 0)], BTreeSet::new());
    while let Some((path, at)) = left.pop() {
        if !seen.insert((path.clone(), at)) || seen.len() > MOST_PLACES {
            continue;
        }
        let Some(part) = parts.get(at) else {
            found.extend(is_file(&path, world).then_some(path));
            continue;
        };
        if *part == "**" {
            let below =
                names(&path, world).into_iter().map(|name| path.join(name)).filter(|path| is_directory(path, world));
            left.extend(below.map(|below| (below, at)));
            left.push((path, at + 1));
        } else if let Ok(glob) = Glob::parse(part) {
            let fits = names(&path, world).into_iter().filter(|name| glob.fits(name));
            left.extend(fits.map(|name| (path.join(name), at + 1)));
        }
    }
    found
}

/// A pattern that leads to more places than this leads astray.
const MOST_PLACES: usize = 100_000;

fn names(path: &Path, world: &ReadWorld) -> Vec<OsString> {
    world.files.list(path).unwrap_or_default()
}

fn is_file(path: &Path, world: &ReadWorld) -> bool {
    world.files.stat(path, Links::Follow).is_ok_and(|stat| stat.is_some_and(|stat| stat.kind == FileKind::File))
}

/// Links to directories are not followed: they may lead in circles.
fn is_directory(path: &Path, world: &ReadWorld) -> bool {
    world.files.stat(path, Links::Keep).is_ok_and(|stat| stat.is_some_and(|stat| stat.kind == FileKind::Directory))
}

fn read(
    path: &Path,
    shown: &str,
    entry: &Spanned<String>,
    world: &ReadWorld,
    limits: Limits,
    sources: &mut Sources,
    problems: &mut Diagnostics,
) -> Option<(Top, Vec<Span>)> {
    let limit = u64::try_from(limits.size).unwrap_or(u64::MAX).saturating_add(1);
    let bytes = match world.files.read(path, limit) {
        Ok(bytes) => bytes,
        Err(error) => {
            problems.push(Diagnostic::error(&COMPOSE, error.to_string()).at(entry.span, "named here"));
            return None;
        }
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let file = sources.add(shown, text.as_str());
    let options = Options { limits, ..Options::solution() };
    let root = match document::parse_any(&text, file, &options) {
        Ok(root) => root,
        Err(found) => {
            problems.append(found);
            problems.push(
                Diagnostic::error(&COMPOSE, format!("failed to parse composed file {shown}"))
                    .at(entry.span, "named here"),
            );
            return None;
        }
    };
    let mut decoder =
        Decoder::new(sources).salvaging().with_dialect(options.dialect).with_unknown_keys(Policy::Warning);
    let part = Top::decode(&root, &mut decoder);
    let damaged = decoder.take_damaged();
    problems.append(decoder.finish());
    part.map(|part| (part, damaged))
}

fn merge(top: &mut Top, part: Top, shown: &str, problems: &mut Diagnostics) {
    let Some(part) = part.spec else { return };
    let spec = top.spec.get_or_insert_with(Spec::empty);
    take::<Box<Resolver>>(&mut spec.resolvers, part.resolvers, "resolver", shown, problems);
    if let Some(part) = part.workflow {
        let workflow = spec.workflow.get_or_insert_with(Workflow::empty);
        take::<Action>(&mut workflow.actions, part.actions, "action", shown, problems);
        take::<Action>(&mut workflow.finally, part.finally, "finally action", shown, problems);
    }
}

type Named<T> = Option<Entries<Option<T>>>;

fn take<T>(into: &mut Named<T>, from: Named<T>, what: &str, shown: &str, problems: &mut Diagnostics) {
    let Some(from) = from else { return };
    let into = into.get_or_insert_with(Entries::default);
    for (name, value) in from.0 {
        match into.iter().find(|(known, _)| known.value == name.value) {
            None => into.0.push((name, value)),
            Some((known, _)) => {
                let message = format!(
                    "duplicate {what} \"{}\": defined twice, the second time in composed file {shown}",
                    name.value
                );
                problems.push(
                    Diagnostic::error(&COMPOSE, message)
                        .at(name.span, "the second one")
                        .at(known.span, "the first one"),
                );
            }
        }
    }
}
