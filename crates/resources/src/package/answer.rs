//! Asking a package manager, and what is left of its words when nothing else explains them.

use super::failure::PackageFailure;
use system::ReadWorld;
use system::process::{Command, Finished};

/// How much of an answer is kept: the packages of the largest machines.
pub(super) const QUERY_CAPTURE: usize = 64 * 1024 * 1024;

/// What a query prints.
pub(super) fn answer(command: &Command, world: &ReadWorld) -> Result<String, PackageFailure> {
    let finished = world.processes.probe(command)?;
    if finished.is_success() {
        return Ok(finished.stdout.text());
    }
    let question = command.words.iter().take(2).cloned().collect::<Vec<_>>().join(" ");
    Err(PackageFailure::Question { question, code: finished.code, reason: complaint(&finished) })
}

/// The most that is shown of what a question that failed has complained.
const LONGEST: usize = 2000;

/// All that was complained: the first lines often name the place, and the last ones only what came of it.
fn complaint(finished: &Finished) -> String {
    let text = as_shown(&finished.stderr.text());
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut said = lines.join("; ");
    if said.is_empty() {
        return last_line(finished);
    }
    if said.len() > LONGEST {
        said.truncate(said.floor_char_boundary(LONGEST));
        said.push('…');
    }
    said
}

/// What a terminal would show in the end of what was printed: a carriage return lets a line begin anew.
pub(super) fn as_shown(text: &str) -> String {
    let last = |line: &str| line.trim_end_matches('\r').rsplit('\r').next().unwrap_or_default().to_owned() + "\n";
    text.lines().map(last).collect()
}

/// The last thing that was said.
pub(super) fn last_line(finished: &Finished) -> String {
    let (stderr, stdout) = (finished.stderr.text(), finished.stdout.text());
    let last = |text: &str| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned);
    last(&stderr).or_else(|| last(&stdout)).unwrap_or_else(|| "it says nothing".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, as_shown, complaint};
    use system::process::Finished;

    #[test]
    fn all_that_was_complained_is_shown_within_limits() {
        let said = |stdout: &str, stderr: &str| complaint(&Finished::new(1, stdout, stderr));
        assert_eq!(said("x\n", "E: bad entry in a.list\n\nE: no sources\n"), "E: bad entry in a.list; E: no sources");
        assert_eq!(said("a\nb\n", ""), "b");
        let long = said("", &"é".repeat(LONGEST));
        assert!(long.len() <= LONGEST + '…'.len_utf8() && long.ends_with("é…"), "{long}");
    }

    #[test]
    fn progress_is_left_out() {
        let said = "(Reading database ... \r(Reading database ... 5%\r(Reading database ... 9 files.)\r\nb\n\nc";
        assert_eq!(as_shown(said), "(Reading database ... 9 files.)\nb\n\nc\n");
        assert_eq!(as_shown(""), "");
    }
}
