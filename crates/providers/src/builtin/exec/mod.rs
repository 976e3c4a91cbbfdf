//! `exec`: a command line in a shell.

mod describe;
mod run;
mod shell;
mod tee;

use crate::{Capability, Context, Descriptor, Fault, Inputs, Output, Provider};
use shell::Shell;
use std::time::Duration;
use value::{List, Map, Value};

/// Runs command lines.
pub(super) struct Exec;

/// What to run, and how.
pub(super) struct Job {
    /// The command line with its quoted arguments.
    line: String,
    shell: Shell,
    stdin: Vec<u8>,
    directory: Option<String>,
    environment: Vec<(String, String)>,
    timeout: Option<Duration>,
    /// Whether only what it printed is wanted.
    raw: bool,
    /// Whether what it prints goes to the terminal and nowhere else.
    passthrough: bool,
    fail_on_error: bool,
}

impl Provider for Exec {
    type Decoded = Job;

    fn descriptor(&self) -> Descriptor {
        describe::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Job, Fault> {
        let directory = match inputs.get("workingDir") {
            Some(value) => Some(value.as_str().ok_or_else(|| not_text("workingDir", value))?.to_owned()),
            None => None,
        };
        Ok(Job {
            line: line(inputs.required_text("command")?, inputs.list("args")),
            shell: Shell::named(inputs.filled("shell").unwrap_or("auto"))?,
            stdin: inputs.get("stdin").map(bytes_of).unwrap_or_default(),
            directory: directory.filter(|directory| !directory.is_empty()),
            environment: environment(&inputs)?,
            timeout: timeout(&inputs)?,
            raw: inputs.flag("raw"),
            passthrough: inputs.flag("passthrough"),
            fail_on_error: inputs.flag("failOnError"),
        })
    }

    fn execute(&self, job: Job, context: &Context<'_>) -> Result<Output, Fault> {
        if context.dry_run {
            return Ok(Output::of(rehearsed(&job)));
        }
        if context.mode == Capability::Action && context.world.act().is_none() {
            return Ok(Output::unknown("the command is not run in a rehearsal"));
        }
        run::run(&job, context)
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        let line = line(inputs.filled("command")?, inputs.list("args"));
        let shell = inputs.filled("shell").unwrap_or("auto");
        Some(sentence(&line, shell, inputs.filled("workingDir")))
    }
}

fn sentence(line: &str, shell: &str, directory: Option<&str>) -> String {
    let place = directory.map(|directory| format!(" in directory: {directory}")).unwrap_or_default();
    format!("Would execute via {shell} shell: {line}{place}")
}

/// The arguments are quoted, so that the shell takes each of them as it is.
fn line(command: &str, arguments: Option<&List>) -> String {
    let quoted = |argument: &Value| format!(" '{}'", argument.to_string().replace('\'', r"'\''"));
    let quoted: String = arguments.into_iter().flat_map(|list| list.iter()).map(quoted).collect();
    format!("{command}{quoted}")
}

fn not_text(name: &str, value: &Value) -> Fault {
    Fault::new(format!("{name} must be a string, got {}", value.type_name()))
}

/// Text as it is, anything else as Go prints it.
fn bytes_of(value: &Value) -> Vec<u8> {
    value.as_text_bytes().map_or_else(|| value.to_string().into_bytes(), <[u8]>::to_vec)
}

fn environment(inputs: &Inputs) -> Result<Vec<(String, String)>, Fault> {
    let Some(given) = inputs.get("env") else { return Ok(Vec::new()) };
    let map = crate::coerce(given.clone(), crate::SchemaType::Object).ok();
    let map = map.as_ref().and_then(Value::as_map);
    let map = map.ok_or_else(|| Fault::new(format!("env must be a map, got {}", given.type_name())))?;
    map.iter().map(|(name, value)| variable(&name.to_value().to_string(), value)).collect()
}

fn variable(name: &str, value: &Value) -> Result<(String, String), Fault> {
    let value = if value.is_null() { String::new() } else { value.to_string() };
    if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
        return Err(Fault::new(format!("env: {name:?} cannot be the name of a variable, or its value has a NUL byte")));
    }
    Ok((name.to_owned(), value))
}

/// Seconds; 0 is no limit.
fn timeout(inputs: &Inputs) -> Result<Option<Duration>, Fault> {
    let Some(given) = inputs.get("timeout") else { return Ok(None) };
    let seconds = inputs.number("timeout").filter(|seconds| (0.0..=1e9).contains(seconds));
    let seconds = seconds
        .ok_or_else(|| Fault::new(format!("timeout must be a number of seconds that is not negative, got {given}")))?;
    Ok(Some(Duration::from_secs_f64(seconds)).filter(|timeout| !timeout.is_zero()))
}

/// The shape of all results.
fn result(job: &Job, code: i32, stdout: Value, stderr: Value) -> Map {
    [
        ("stdout", stdout),
        ("stderr", stderr),
        ("exitCode", Value::Int(i64::from(code))),
        ("success", (code == 0).into()),
        ("command", job.line.as_str().into()),
        ("shell", job.shell.name().into()),
    ]
    .into_iter()
    .collect()
}

fn rehearsed(job: &Job) -> Map {
    let mut data = result(job, 0, "".into(), "".into());
    data.insert("_dryRun", true);
    data.insert("_message", sentence(&job.line, job.shell.name(), job.directory.as_deref()));
    data
}
