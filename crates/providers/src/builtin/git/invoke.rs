//! One call of the program.

use super::credentials::Given;
use crate::{Context, Fault};
use diagnostics::{Redactor, SecretKind};
use std::path::Path;
use system::process::{Base, Command, Finished, Overflow, ProcessError};

/// Whether something is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Look,
    Change,
}

/// What git said.
pub(super) struct Spoken {
    pub(super) code: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// Runs git in a directory that has to be there.
pub(super) fn invoke(
    words: &[String],
    directory: &Path,
    reach: Reach,
    login: Option<&Given>,
    context: &Context<'_>,
) -> Result<Spoken, Fault> {
    context.go_on().map_err(|fault| fault.within("failed to execute git command: "))?;
    let command = command(words, directory, reach, login, context);
    let finished = match (reach, context.world.act()) {
        (Reach::Change, Some(world)) => world.processes.run(&command, None),
        _ => context.world.read().processes.probe(&command),
    };
    match finished {
        Ok(finished) => Ok(spoken(&finished, login)),
        Err(error) => Err(fault(error)),
    }
}

fn command(words: &[String], directory: &Path, reach: Reach, login: Option<&Given>, context: &Context<'_>) -> Command {
    let before = login.map(Given::words).unwrap_or_default();
    let mut command = Command::of(["git".to_owned()].into_iter().chain(before).chain(words.iter().cloned()));
    command.search = context.run.environment.get("PATH").map(|path| std::env::split_paths(&path).collect());
    command.base = Base::Empty;
    command.environment = context.run.environment.all();
    // Nobody is there to be asked, and whoever looks leaves the index alone.
    command.environment.push(("GIT_TERMINAL_PROMPT".to_owned(), "0".to_owned()));
    if reach == Reach::Look {
        command.environment.push(("GIT_OPTIONAL_LOCKS".to_owned(), "0".to_owned()));
    }
    command.environment.extend(login.map(Given::environment).unwrap_or_default());
    command.directory = Some(directory.to_owned());
    command.timeout = context.left();
    command.capture = match usize::try_from(context.run.settings.max_value_size) {
        Ok(limit) if limit > 0 => limit,
        _ => usize::MAX,
    };
    command.overflow = Overflow::End;
    command
}

/// Git shows the user of a URL, and a server may repeat what it was told.
fn spoken(finished: &Finished, login: Option<&Given>) -> Spoken {
    let redactor = Redactor::new("[REDACTED]");
    if let Some(login) = login {
        redactor.register(login.password().as_bytes(), SecretKind::Declared);
    }
    let text = |bytes: &[u8]| redactor.text(&String::from_utf8_lossy(bytes)).into_owned();
    Spoken { code: finished.code, stdout: text(&finished.stdout.bytes), stderr: text(&finished.stderr.bytes) }
}

fn fault(error: ProcessError) -> Fault {
    match error {
        ProcessError::Directory { directory, .. } => {
            Fault::new(format!("directory does not exist: {}", directory.display()))
        }
        ProcessError::TimedOut { .. } => Fault::timed_out("failed to execute git command: context deadline exceeded"),
        ProcessError::Interrupted { signal, .. } => {
            Fault::interrupted(signal, "failed to execute git command: context canceled")
        }
        ProcessError::TooMuch { limit, .. } => Fault::new(format!("output exceeds maximum size of {limit} bytes")),
        other => Fault::new(format!("failed to execute git command: {other}")),
    }
}
