//! Everything that can be known about a manifest without running it: on this machine, and on those whose facts are kept
//! beside it.

use crate::catalog::Catalog;
use crate::load::{LoadError, Loaded, Options, base, load};
use crate::resolve::Judging;
use crate::source::Source;
use diagnostics::{Diagnostics, Redactor, Sources};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use system::ReadWorld;

/// What was found about a document.
pub struct Checked {
    /// Everything that was found, in document order.
    pub problems: Diagnostics,
    /// How many steps it has; `None` when it cannot be used.
    pub steps: Option<usize>,
    /// The profiles that it was checked with.
    pub profiles: Vec<String>,
}

/// Checks a manifest with the facts of this machine, or with those of each profile when there are any: `profiles/*.yaml`
/// beside the manifest. With `strict`, keys that nobody has are errors.
pub fn check(
    path: &Path,
    strict: bool,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &Options,
) -> Result<Checked, LoadError> {
    let mut options = options.clone();
    let profiles = profiles(path, world)?;
    options.inputs.judge = Some(Judging { is_strict: strict, is_exact: !profiles.is_empty() });
    if profiles.is_empty() {
        let loaded = load(path, world, sources, redactor, &options)?;
        return Ok(Checked { steps: steps(&loaded), problems: loaded.problems, profiles: Vec::new() });
    }
    let mut found = Found::default();
    let mut smallest = None;
    for profile in &profiles {
        options.inputs.profile = Some(profile.clone());
        let loaded = load(path, world, sources, redactor, &options)?;
        let own = steps(&loaded);
        smallest = if found.loads == 0 { own } else { smallest.and_then(|least: usize| Some(least.min(own?))) };
        found.add(&profile.display().to_string(), loaded.problems, sources);
    }
    let names = profiles.iter().map(|profile| profile.display().to_string()).collect();
    Ok(Checked { problems: found.finish(), steps: smallest, profiles: names })
}

fn steps(loaded: &Loaded) -> Option<usize> {
    loaded.catalog.as_ref().map(|catalog: &Catalog| catalog.steps.len())
}

/// The files with facts of other machines, by name.
fn profiles(path: &Path, world: &ReadWorld) -> Result<Vec<PathBuf>, LoadError> {
    if matches!(path.to_str().map(Source::parse), Some(Ok(Source::Http(_)))) {
        return Ok(Vec::new());
    }
    let directory = base(path, world).join("profiles");
    let names = match world.files.list(&directory) {
        Ok(names) => names,
        Err(error) if error.is_nothing() => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let is_profile = |name: &OsStr| Path::new(name).extension().is_some_and(|extension| extension == "yaml");
    let shown = path.parent().unwrap_or(Path::new("")).join("profiles");
    Ok(names.into_iter().filter(|name| is_profile(name)).map(|name| shown.join(name)).collect())
}

/// Problems of several loads, each one once.
#[derive(Default)]
struct Found {
    loads: usize,
    problems: Vec<diagnostics::Diagnostic>,
    /// The profiles in which a problem was found, by what it says and where.
    seen: HashMap<String, (usize, Vec<String>)>,
}

impl Found {
    fn add(&mut self, profile: &str, problems: Diagnostics, sources: &Sources) {
        self.loads += 1;
        for problem in problems {
            let place = problem.span().map(|span| sources.place(span)).unwrap_or_default();
            let key = format!("{} {} {place}", problem.code.id, problem.message);
            let at = self.problems.len();
            let (_, profiles) = self.seen.entry(key).or_insert_with(|| (at, Vec::new()));
            if profiles.is_empty() {
                self.problems.push(problem);
            }
            profiles.push(profile.to_owned());
        }
    }

    /// What is not found in every profile says where it was.
    fn finish(mut self) -> Diagnostics {
        for (at, profiles) in self.seen.into_values() {
            if profiles.len() < self.loads {
                self.problems[at].notes.push(format!("with the facts of {}", profiles.join(", ")));
            }
        }
        let mut problems = Diagnostics::new();
        self.problems.into_iter().for_each(|problem| problems.push(problem));
        problems
    }
}
