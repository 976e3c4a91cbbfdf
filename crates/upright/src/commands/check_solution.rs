//! What is wrong with a solution, found without running it.

use crate::bridges;
use crate::console;
use crate::exit::Exit;
use crate::solutions::config::Config;
use diagnostics::{Diagnostics, Redactor, Sources};
use document::Limits;
use providers::Engines;
use solution::{Origin, Strictness, check as check_solution, load};
use system::ReadWorld;

/// What a check came to.
pub(super) struct Checked {
    pub(super) problems: Diagnostics,
    pub(super) sources: Sources,
    /// How many resolvers and actions there are; nothing when the solution cannot be used.
    pub(super) size: Option<(usize, usize)>,
}

/// Finds all problems of a solution. What a run only warns of is an error here.
pub(super) fn check(text: &str, origin: &Origin, world: &ReadWorld, redactor: &Redactor) -> Result<Checked, Exit> {
    let (registry, _) = bridges::registry().map_err(|error| {
        console::error(&error.to_string(), redactor);
        Exit::Failed
    })?;
    let engines = Engines::new(world, &Config::load(None, world, redactor).settings(), None);
    let load = |strictness| load(text, origin, world, Limits::default(), strictness);
    let (solution, mut problems) = match load(Strictness::Check) {
        Ok(mut solution) => {
            let warnings = std::mem::take(&mut solution.warnings);
            (solution, warnings)
        }
        // What a run can use is looked through to the end, so that all problems are told at once.
        Err(refused) => match load(Strictness::Run) {
            Ok(solution) => (solution, refused.problems),
            Err(_) => return Ok(Checked { problems: refused.problems, sources: refused.sources, size: None }),
        },
    };
    let found = check_solution(&solution, &engines, &registry);
    problems.append(found.problems);
    problems.sort();
    let size = found.can_run.then(|| (solution.resolvers.len(), solution.parts() - solution.resolvers.len()));
    Ok(Checked { problems, sources: solution.sources, size })
}
