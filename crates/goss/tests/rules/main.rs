//! Rules from text to results, on worlds that are made up and on this machine.
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod checks;
mod hostile;
mod includes;
mod reading;
mod secrets;

use diagnostics::{Diagnostics, Redactor, Sources};
use goss::{Outcome, Report, Rules, Suite};
use std::path::Path;
use system::ReadWorld;

fn load(text: &str, world: &ReadWorld) -> Result<Suite, Diagnostics> {
    let mut sources = Sources::new();
    let file = sources.add("rules.yaml", text);
    Rules::parse(text, file)?.load(world, Path::new("/rules"), &mut sources)
}

fn check(text: &str, world: &ReadWorld) -> Report {
    load(text, world).unwrap().check(world, None, &Redactor::default()).unwrap()
}

fn outcomes(report: &Report) -> Vec<Outcome> {
    report.results.iter().map(|result| result.outcome).collect()
}

fn lines(report: &Report) -> Vec<&str> {
    report.results.iter().map(|result| result.line.as_str()).collect()
}

/// The messages of all problems.
fn messages(problems: &Diagnostics) -> Vec<&str> {
    problems.iter().map(|problem| problem.message.as_str()).collect()
}
