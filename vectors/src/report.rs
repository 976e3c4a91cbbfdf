//! What the terminal shows.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use serde_json::{Value as Json, json};

use crate::case::Case;
use crate::judge::Verdict;
use crate::skips::Skips;

#[derive(Default)]
struct Count {
    passed: usize,
    /// How many of those are errors of which the phase alone could be compared.
    by_phase: usize,
    failed: usize,
    excepted: usize,
    waiting: usize,
    unknown: usize,
}

/// One line per engine, each failure, and the sum; the exit code says whether all is well.
pub(crate) fn verdicts(cases: &[Case], verdicts: &[Verdict], skips: &Skips<'_>) -> ExitCode {
    let counts = count(cases, verdicts);
    for (engine, Count { by_phase, .. }) in counts.iter().filter(|(_, count)| count.by_phase > 0) {
        let errors = if *by_phase == 1 { "error" } else { "errors" };
        eprintln!("vectors: {engine}: {by_phase} {errors} compared by phase only: no known words tell the cause");
    }
    let mut text: String = counts.iter().map(|(engine, count)| line(engine, count)).collect();
    for (case, verdict) in cases.iter().zip(verdicts) {
        if let Verdict::Failed { got } = verdict {
            text.push_str(&failure(case, got));
        }
    }
    let sum = |of: fn(&Count) -> usize| counts.values().map(of).sum::<usize>();
    let _ = write!(text, "\n{} passed, {} failed\n", sum(|count| count.passed), sum(|count| count.failed));
    print(&text);
    ExitCode::from(u8::from(skips.unexpected() || sum(|count| count.failed) > 0))
}

fn line(engine: &str, count: &Count) -> String {
    if count.unknown > 0 {
        return format!("skipped: {engine} {}\n", count.unknown);
    }
    let mut line = format!("{engine}: {} passed, {} failed, {} excepted\n", count.passed, count.failed, count.excepted);
    if count.waiting > 0 {
        let _ = writeln!(line, "waiting: {engine} {} (for a later part of the program)", count.waiting);
    }
    line
}

fn failure(case: &Case, got: &str) -> String {
    let input = Json::Object(case.input.clone());
    format!("\nfailed: {}\n  input:    {input}\n  expected: {}\n  got:      {got}\n", case.id, case.out)
}

fn count<'a>(cases: &'a [Case], verdicts: &[Verdict]) -> BTreeMap<&'a str, Count> {
    let mut counts = BTreeMap::<&str, Count>::new();
    for (case, verdict) in cases.iter().zip(verdicts) {
        let count = counts.entry(case.engine()).or_default();
        count.by_phase += usize::from(matches!(verdict, Verdict::PassedByPhase));
        *match verdict {
            Verdict::Passed | Verdict::PassedByPhase => &mut count.passed,
            Verdict::Failed { .. } => &mut count.failed,
            Verdict::Excepted => &mut count.excepted,
            Verdict::Unknown => &mut count.unknown,
            Verdict::Waiting => &mut count.waiting,
        } += 1;
    }
    counts
}

/// One JSON object per case.
pub(crate) fn answers(answers: &[(&str, Json)]) {
    let lines: Vec<String> = answers.iter().map(|(id, got)| json!({ "id": id, "got": got }).to_string()).collect();
    print(&(lines.join("\n") + "\n"));
}

/// Writes to stdout; a reader that has seen enough, as `head`, is no mistake.
fn print(text: &str) {
    if let Err(error) = io::stdout().write_all(text.as_bytes())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        eprintln!("vectors: stdout: {error}");
    }
}
