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
    Err(PackageFailure::Question { question, code: finished.code, reason: last_line(&finished) })
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
    use super::as_shown;

    #[test]
    fn progress_is_left_out() {
        let said = "(Reading database ... \r(Reading database ... 5%\r(Reading database ... 9 files.)\r\nb\n\nc";
        assert_eq!(as_shown(said), "(Reading database ... 9 files.)\nb\n\nc\n");
        assert_eq!(as_shown(""), "");
    }
}
