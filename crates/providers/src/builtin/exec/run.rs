//! Runs a job and makes its result.

use super::shell::failed;
use super::tee::Tee;
use super::{Job, result};
use crate::{Capability, Context, Fault, Output};
use diagnostics::Redactor;
use gostd::utf8::trim_space;
use std::path::PathBuf;
use system::process::{Base, Captured, Command, Finished, Overflow, ProcessError, Seen, Watch};
use value::Value;

pub(super) fn run(job: &Job, context: &Context<'_>) -> Result<Output, Fault> {
    context.go_on().map_err(|fault| fault.within("failed to execute command: shellexec: command interrupted: "))?;
    let streamed = context.mode == Capability::Action && context.terminal.is_some();
    let finished = with_some_shell(job, context)?;
    let mut output = Output { streamed, ..Output::default() };
    for (name, captured) in [("stdout", &finished.stdout), ("stderr", &finished.stderr)] {
        if captured.dropped > 0 && !job.passthrough {
            let (kept, dropped) = (captured.bytes.len(), captured.dropped);
            output.warnings.push(format!("{name} was cut after {kept} bytes, {dropped} more came"));
        }
    }
    if job.fail_on_error && finished.code != 0 {
        return Err(unsuccessful(&finished, &context.run.redactor));
    }
    output.data = data(job, &finished, context);
    Ok(output)
}

/// All that is known, or only what was printed.
fn data(job: &Job, finished: &Finished, context: &Context<'_>) -> Value {
    let (stdout, stderr) = (text(&finished.stdout), text(&finished.stderr));
    if !job.raw || !matches!(context.mode, Capability::From | Capability::Transform) {
        return result(job, finished.code, stdout, stderr).into();
    }
    stdout.as_text_bytes().map_or(stdout.clone(), |text| Value::text_part(trim_space(text)))
}

fn text(captured: &Captured) -> Value {
    Value::text_part(&captured.bytes)
}

/// The last words of a command say most about its failure. They are masked while they are whole.
fn unsuccessful(finished: &Finished, redactor: &Redactor) -> Fault {
    let words = String::from_utf8_lossy(&finished.stderr.bytes);
    let words = redactor.text(&words);
    let last = words.trim().lines().next_back().unwrap_or_default();
    let last: String = last.chars().take(200).collect();
    let colon = if last.is_empty() { "" } else { ": " };
    let mut fault = Fault::new(format!("command failed with exit code {}{colon}{last}", finished.code));
    fault.details.insert("exitCode", i64::from(finished.code));
    fault
}

/// Runs in the first shell that is there.
fn with_some_shell(job: &Job, context: &Context<'_>) -> Result<Finished, Fault> {
    let mut missing = String::new();
    for program in job.shell.programs() {
        let command = command(program, job, context)?;
        let mut tee = tee(context);
        let finished = match start(&command, context, tee.as_mut()) {
            Err(ProcessError::NotFound { program, .. }) => {
                missing = program;
                continue;
            }
            Ok(finished) if finished.code == 2 && job.shell.refuses_bad_syntax() => {
                judged(&command, finished, context, tee.as_mut())
            }
            Ok(finished) => Ok(finished),
            Err(error) => ended(error),
        };
        tee.iter_mut().for_each(Tee::finish);
        let empty = |finished: Finished| Finished::new(finished.code, "", "");
        return if job.passthrough && tee.is_some() { finished.map(empty) } else { finished };
    }
    Err(failed(&format!("shell {missing:?} not found in PATH")))
}

/// A shell says 2 for a command line that is none; so may a command. The shell is asked to read it only.
fn judged(
    command: &Command,
    finished: Finished,
    context: &Context<'_>,
    tee: Option<&mut Tee<'_>>,
) -> Result<Finished, Fault> {
    let mut reading = command.clone();
    // Where `-e` stood, because bash wants its long words first.
    reading.words.iter_mut().filter(|word| *word == "-e").take(1).for_each(|word| "-n".clone_into(word));
    reading.stdin.clear();
    reading.overflow = Overflow::Drop;
    match context.world.read().processes.probe(&reading) {
        Ok(read) if read.code != 0 => {
            tee.into_iter().for_each(Tee::drop_complaint);
            let words = read.stderr.text();
            Err(failed(&format!("failed to parse command: {}", words.trim())))
        }
        Ok(_) => Ok(finished),
        Err(error) => ended(error),
    }
}

fn start(command: &Command, context: &Context<'_>, tee: Option<&mut Tee<'_>>) -> Result<Finished, ProcessError> {
    let acting = context.world.act().filter(|_| context.mode == Capability::Action);
    let Some(world) = acting else { return context.world.read().processes.probe(command) };
    let Some(tee) = tee else { return world.processes.run(command, None) };
    let mut watch = |seen: Seen<'_>| {
        if let Seen::Output(stream, piece) = seen {
            tee.piece(stream, piece);
        }
    };
    let watch: &mut Watch<'_> = &mut watch;
    world.processes.run(command, Some(watch))
}

/// Where the output of a command that acts is seen while it comes.
fn tee<'a>(context: &'a Context<'_>) -> Option<Tee<'a>> {
    let acts = context.mode == Capability::Action && context.world.act().is_some();
    let terminal = context.terminal.filter(|_| acts)?;
    Some(Tee::new(&**terminal, &context.run.redactor))
}

fn command(program: &[&str], job: &Job, context: &Context<'_>) -> Result<Command, Fault> {
    let limit = usize::try_from(context.run.settings.max_value_size).unwrap_or(usize::MAX);
    let directory = directory(job, context)?;
    let mut command = Command::of(program.iter().copied().chain([job.line.as_str()]));
    command.search = context.run.environment.get("PATH").map(|path| std::env::split_paths(&path).collect());
    command.base = Base::Empty;
    command.environment = environment(job, context, &directory);
    command.directory = Some(directory);
    command.stdin.clone_from(&job.stdin);
    command.timeout = [job.timeout, context.left()].into_iter().flatten().min();
    command.capture = if limit == 0 { usize::MAX } else { limit };
    // A build that talks a lot is no failure; a value that is too large is.
    command.overflow = if context.mode == Capability::Action { Overflow::Drop } else { Overflow::End };
    Ok(command)
}

/// The variables of the run, those that keep programs from colouring their output, and those of the step.
fn environment(job: &Job, context: &Context<'_>, directory: &std::path::Path) -> Vec<(String, String)> {
    let mut all = vec![("NO_COLOR".to_owned(), "1".to_owned()), ("TERM".to_owned(), "dumb".to_owned())];
    all.extend(context.run.environment.all());
    if let Some(directory) = directory.to_str() {
        all.push(("PWD".to_owned(), directory.to_owned()));
    }
    all.extend(job.environment.iter().cloned());
    all
}

fn directory(job: &Job, context: &Context<'_>) -> Result<PathBuf, Fault> {
    let Some(given) = &job.directory else {
        return Ok(context.confined().unwrap_or(&context.directories.process).to_owned());
    };
    let directory = context.path(given);
    match context.confined() {
        Some(output) if !std::path::Path::new(given).is_absolute() && !directory.starts_with(output) => Err(
            Fault::new(format!("path {given:?} resolves outside output directory {:?}", output.display().to_string())),
        ),
        _ => Ok(directory),
    }
}

/// What it means that a process did not end with an exit code.
fn ended(error: ProcessError) -> Result<Finished, Fault> {
    const INTERRUPTED: &str = "failed to execute command: shellexec: command interrupted";
    match error {
        // A shell makes way for its last command, whose end by a signal is an exit code as everywhere in shells.
        ProcessError::Signalled { number, output, .. } => {
            Ok(Finished { code: 128 + number, stdout: output.stdout, stderr: output.stderr })
        }
        ProcessError::TimedOut { .. } => Err(Fault::timed_out(format!("{INTERRUPTED}: context deadline exceeded"))),
        ProcessError::Interrupted { signal, .. } => {
            Err(Fault::interrupted(signal, format!("{INTERRUPTED}: context canceled")))
        }
        ProcessError::TooMuch { limit, .. } => Err(Fault::new(format!("output exceeds maximum size of {limit} bytes"))
            .help("raise `resolver.maxValueSize`, or let the command print less".to_owned())),
        other => Err(failed(&other.to_string())),
    }
}
