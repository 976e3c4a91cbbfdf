//! The program that is compared with.

use std::path::Path;
use std::process::Command;

use crate::case::Case;
use crate::languages::Times;

/// Runs it once; it prints a line per case that it knows: name, nanoseconds of one compilation, nanoseconds of one run.
pub(crate) fn run(program: &Path, cases: &Path, rounds: u32, known: &[Case]) -> Result<Vec<Option<Times>>, String> {
    let output = Command::new(program).arg(cases).arg(rounds.to_string()).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} ended with {}: {}", program.display(), output.status, stderr.trim_end()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<(&str, Times)> = text.lines().map(line).collect::<Result<_, _>>()?;
    let of = |case: &Case| lines.iter().find(|(name, _)| *name == case.name).map(|(_, times)| *times);
    Ok(known.iter().map(of).collect())
}

fn line(line: &str) -> Result<(&str, Times), String> {
    let mut fields = line.split('\t');
    let name = fields.next().unwrap_or_default();
    let mut number = || fields.next().and_then(|field| field.parse().ok());
    match (number(), number()) {
        (Some(compile), Some(run)) => Ok((name, Times { compile, run })),
        _ => Err(format!("expected a name and two numbers with tabs between them, got `{line}`")),
    }
}
