//! What goes wrong with a tree.

use engine::Failure;
use scaffold::{ApplyError, Problem, ProblemKind, Problems};
use std::fmt;
use system::files::FileError;
use value::Unknown;

/// So many problems are told; more do not fit into a line.
const MOST: usize = 10;

/// Why a tree was not rendered, or not put in place.
#[derive(Debug)]
pub(super) struct ScaffoldFailure {
    message: String,
    /// What commands said.
    output: Option<String>,
    unknown: Option<Unknown>,
    could_be_brought: bool,
    changed: bool,
    interrupted: bool,
}

impl fmt::Display for ScaffoldFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScaffoldFailure {}

impl Failure for ScaffoldFailure {
    fn unknown(&self) -> Option<&Unknown> {
        self.unknown.as_ref()
    }

    fn could_be_brought(&self) -> bool {
        self.could_be_brought
    }

    fn output(&self) -> Option<&str> {
        self.output.as_deref()
    }

    fn changed(&self) -> bool {
        self.changed
    }

    fn interrupted(&self) -> bool {
        self.interrupted
    }
}

impl From<&Problems> for ScaffoldFailure {
    fn from(problems: &Problems) -> Self {
        let output: String = problems.iter().filter_map(output).collect();
        Self {
            message: message(problems),
            output: Some(output).filter(|output| !output.is_empty()),
            unknown: problems.unknown(),
            could_be_brought: problems.iter().all(could_be_brought),
            changed: false,
            interrupted: problems.interrupted(),
        }
    }
}

impl From<Problems> for ScaffoldFailure {
    fn from(problems: Problems) -> Self {
        Self::from(&problems)
    }
}

impl From<ApplyError> for ScaffoldFailure {
    fn from(error: ApplyError) -> Self {
        let done = error.done.changed.len() + error.done.purged.len();
        let failure = Self::from(&error.problems);
        if done == 0 {
            return failure;
        }
        let message = format!("{}; {done} files were done before, {} were not", failure.message, error.not_done.len());
        Self { message, changed: true, ..failure }
    }
}

impl From<FileError> for ScaffoldFailure {
    fn from(error: FileError) -> Self {
        Self {
            message: error.to_string(),
            output: None,
            unknown: error.unknown().cloned(),
            could_be_brought: error.could_be_cleared(),
            changed: false,
            interrupted: error.interrupted(),
        }
    }
}

fn message(problems: &Problems) -> String {
    let shown: Vec<String> = problems.iter().take(MOST).map(words).collect();
    let more = problems.iter().count() - shown.len();
    let more = if more == 0 { String::new() } else { format!("; and {more} more problems") };
    format!("{}{more}", shown.join("; "))
}

/// On one line; what a command printed is told apart.
fn words(problem: &Problem) -> String {
    match &problem.kind {
        ProblemKind::Command { command, reason, .. } => {
            format!("failed to post process {}: `{command}` {reason}", problem.path.display())
        }
        _ => problem.to_string(),
    }
}

fn output(problem: &Problem) -> Option<&str> {
    match &problem.kind {
        ProblemKind::Command { output, .. } => Some(output),
        _ => None,
    }
}

/// A command that runs before may make the source, change a file that a template reads, or take something out of the way.
fn could_be_brought(problem: &Problem) -> bool {
    match &problem.kind {
        ProblemKind::File(error) => error.could_be_cleared(),
        ProblemKind::Template(_)
        | ProblemKind::InTheWay { .. }
        | ProblemKind::LeadsOut { .. }
        | ProblemKind::Source(_)
        | ProblemKind::Unknown(_) => true,
        _ => false,
    }
}
