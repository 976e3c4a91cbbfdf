//! What is wrong with a solution, found without running it.

use crate::bridges;
use crate::console;
use crate::exit::Exit;
use crate::solutions::config::Config;
use diagnostics::{Diagnostic, Redactor, Severity, Sources};
use document::Limits;
use providers::Engines;
use solution::{Findings, Origin, Strictness, check as check_solution, cover_torn, load, wary};
use std::path::Path;
use system::ReadWorld;

/// What was found, and what it takes to tell of it.
pub(super) struct Checked {
    pub(super) found: Findings,
    pub(super) sources: Sources,
    /// Masks what messages would quote.
    pub(super) redactor: Redactor,
}

/// A text with one of these may be meant as a solution.
const OF_SOLUTIONS: [&str; 5] = ["scafctl", "Solution", "resolvers", "workflow", "inputs"];

/// Masks what messages would quote of texts that are no documents: nobody knows which kind was meant.
pub(super) fn wary_of(sources: &mut Sources, redactor: &Redactor) -> Redactor {
    let Ok((registry, _)) = bridges::registry() else { return redactor.clone() };
    if sources.contents().any(|text| OF_SOLUTIONS.iter().any(|word| text.contains(word))) {
        cover_torn(sources, &registry);
    }
    wary(sources, &registry, redactor)
}

/// Finds all problems of a solution. What a run only warns of is an error here.
pub(super) fn check(text: &str, origin: &Origin, world: &ReadWorld, redactor: &Redactor) -> Result<Checked, Exit> {
    let (registry, _) = bridges::registry().map_err(|error| {
        console::error(&error.to_string(), redactor);
        Exit::Failed
    })?;
    let engines = Engines::new(world, &Config::load(None, world, redactor).settings(), None);
    let (found, sources) = match load(text, origin, world, Limits::default(), Strictness::Check, &registry, redactor) {
        Ok(solution) => {
            let mut found = check_solution(&solution, &engines, &registry);
            let base = origin.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
            let strange = bridges::strange_parameters(&solution, base, world, &registry, redactor).into_iter();
            strange.for_each(|one| found.problems.push(Diagnostic { severity: Severity::Error, ..one }));
            found.problems.append(solution.warnings);
            found.problems.sort();
            (found, solution.sources)
        }
        Err(refused) => refused.with_check(&engines, &registry),
    };
    let redactor = wary(&sources, &registry, redactor);
    Ok(Checked { found, sources, redactor })
}
