//! Which solution is meant, and its text.

use super::config::Config;
use super::setup::Setup;
use crate::exit::Exit;
use document::Limits;
use solution::Origin;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use system::ReadWorld;
use system::files::{FileErrorKind, Links};
use system::http::{HttpError, Request, redacted};

/// Names that are looked for when none is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// A solution, or a file of actions.
    Any,
    /// A solution.
    Solution,
    /// A file of actions, or else a solution.
    Action,
}

const FOLDERS: [&str; 3] = ["scafctl", ".scafctl", "."];
const SOLUTIONS: [&str; 6] =
    ["solution.yaml", "solution.yml", "scafctl.yaml", "scafctl.yml", "solution.json", "scafctl.json"];
const ACTIONS: [&str; 2] = ["actions.yaml", "actions.yml"];

/// How long a server may take.
const TIME: Duration = Duration::from_secs(30);

/// Why there is no text, and how the program ends because of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoText(pub(crate) Exit, pub(crate) String);

/// The text that a reference means: a file, `-`, a URL; the file that is found when there is none.
pub(crate) fn read(
    named: Option<&str>,
    search: Search,
    setup: &Setup,
    config: &Config<'_>,
) -> Result<(String, Origin), NoText> {
    let world = &setup.world.read;
    let Some(named) = named else {
        let path = found(search, setup, config).ok_or_else(|| NoText(Exit::NotFound, nothing(search)))?;
        let name = path.strip_prefix(&setup.started_in).unwrap_or(&path).display().to_string();
        return of_file(path, name, world);
    };
    if named == "-" {
        let limit = limit();
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes);
        read.map_err(|error| NoText(Exit::Failed, format!("standard input: {error}")))?;
        return Ok((text("<stdin>", bytes)?, Origin { name: "<stdin>".to_owned(), path: None }));
    }
    of_name(named, &setup.directory, world)
}

/// The same of a name that stands in a document; a relative path starts in that directory.
pub(crate) fn of_name(named: &str, directory: &Path, world: &ReadWorld) -> Result<(String, Origin), NoText> {
    if named.contains("://") {
        return of_url(named, world);
    }
    let path = gostd::path::clean(&directory.join(named));
    if !looks_like_path(named) && !is_there(&path, world) {
        let message = format!(
            "`{named}` is the name of a solution in a catalog, and catalogs are not available; name a file: -f FILE"
        );
        return Err(NoText(Exit::NotFound, message));
    }
    of_file(path, named.to_owned(), world)
}

/// As the original tells paths from names in catalogs.
pub(crate) fn looks_like_path(named: &str) -> bool {
    let suffix = [".yaml", ".yml", ".json"].iter().any(|suffix| named.to_ascii_lowercase().ends_with(suffix));
    named.starts_with(['/', '.']) || suffix || named.contains('\\')
}

fn of_file(path: PathBuf, name: String, world: &ReadWorld) -> Result<(String, Origin), NoText> {
    match world.files.read(&path, limit() + 1) {
        Ok(bytes) => Ok((text(&name, bytes)?, Origin { name, path: Some(path) })),
        Err(error) => {
            let exit = match error.kind {
                FileErrorKind::Io { .. } if error.is_permission_denied() => Exit::Denied,
                _ => Exit::NotFound,
            };
            Err(NoText(exit, error.to_string()))
        }
    }
}

fn of_url(url: &str, world: &ReadWorld) -> Result<(String, Origin), NoText> {
    let name = redacted(url);
    let unreachable = |why: String| NoText(Exit::Unreachable, format!("{name}: {why}"));
    let mut request = Request::to(url).map_err(|error| NoText(Exit::Usage, error.to_string()))?;
    request.limits.timeout = Some(TIME);
    request.limits.max_body = limit();
    match world.http.fetch(&request) {
        Ok(answer) if answer.status == 200 => Ok((text(&name, answer.body)?, Origin { name, path: None })),
        Ok(answer) if answer.status == 404 => {
            Err(NoText(Exit::NotFound, format!("{name}: the server says {}", answer.status_line())))
        }
        Ok(answer) => Err(unreachable(format!("the server says {}, expected 200", answer.status_line()))),
        Err(HttpError::TooLarge { .. }) => Err(too_long(&name)),
        Err(error) => Err(unreachable(error.to_string())),
    }
}

fn text(name: &str, bytes: Vec<u8>) -> Result<String, NoText> {
    if bytes.len() as u64 > limit() {
        return Err(too_long(name));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        NoText(Exit::Invalid, format!("{name}: it is no UTF-8: byte {} begins nothing that is", at + 1))
    })
}

fn too_long(name: &str) -> NoText {
    NoText(
        Exit::Invalid,
        format!("{name}: it is larger than {} bytes, which is the most that a document may have", limit()),
    )
}

fn limit() -> u64 {
    u64::try_from(Limits::default().size).unwrap_or(u64::MAX)
}

/// The first of the names that is there. Where the program was started counts, not `-C`.
fn found(search: Search, setup: &Setup, config: &Config<'_>) -> Option<PathBuf> {
    let first = |names: &[&str]| {
        let all = FOLDERS.iter().flat_map(|folder| names.iter().map(move |name| Path::new(folder).join(name)));
        all.map(|path| gostd::path::clean(&setup.started_in.join(path))).find(|path| is_there(path, &setup.world.read))
    };
    match search {
        Search::Solution => first(&SOLUTIONS),
        Search::Any => first(&[&SOLUTIONS[..], &ACTIONS].concat()),
        Search::Action => {
            let configured = config.texts("discovery.actionFiles");
            let names: Vec<&str> = configured.iter().map(String::as_str).collect();
            first(if names.is_empty() { &ACTIONS } else { &names }).or_else(|| first(&SOLUTIONS))
        }
    }
}

fn is_there(path: &Path, world: &ReadWorld) -> bool {
    world.files.stat(path, Links::Follow).is_ok_and(|stat| stat.is_some())
}

fn nothing(search: Search) -> String {
    let wanted = if search == Search::Action { "an actions.yaml or a solution.yaml" } else { "a solution.yaml" };
    format!(
        "no solution is given, and there is none here ({wanted}, also below scafctl/ and .scafctl/); name one with -f"
    )
}
