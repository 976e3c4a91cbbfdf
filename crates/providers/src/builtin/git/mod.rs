//! `git`: the program of that name, and facts of a working tree.

mod credentials;
mod describe;
mod field;
mod invoke;
mod operation;

use crate::{Context, Descriptor, Fault, Inputs, Output, Provider};
use credentials::Login;
use field::Field;
use operation::{Asked, Operation};
use value::{Map, Value};

/// Runs git.
pub(super) struct Git;

/// What is wanted of it.
pub(super) struct Task(Wanted);

enum Wanted {
    Operation(Operation),
    /// A fact of the working tree at a path.
    Fact {
        field: Field,
        path: String,
        remote: String,
    },
}

impl Provider for Git {
    type Decoded = Task;

    fn descriptor(&self) -> Descriptor {
        describe::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Task, Fault> {
        let wanted = match (inputs.filled("operation"), inputs.filled("field")) {
            (Some(_), Some(_)) => return Err(Fault::new("'operation' and 'field' are mutually exclusive")),
            (None, Some(field)) => Wanted::Fact {
                field: Field::named(field)?,
                path: inputs.filled("path").unwrap_or(".").to_owned(),
                remote: plain("remote", inputs.filled("remote").unwrap_or("origin"))?.to_owned(),
            },
            _ => Wanted::Operation(Operation::decode(inputs.required_text("operation")?, &inputs)?),
        };
        Ok(Task(wanted))
    }

    fn execute(&self, Task(wanted): Task, context: &Context<'_>) -> Result<Output, Fault> {
        match wanted {
            Wanted::Fact { field, .. } if context.dry_run => {
                Ok(Output::of(format!("[DRY-RUN] Would read git {}", field.name())))
            }
            Wanted::Fact { field, path, remote } => field.read(&path, &remote, context).map(Output::of),
            Wanted::Operation(operation) => operation.execute(context),
        }
    }

    fn may_change(&self, inputs: &Inputs) -> bool {
        let changes = |operation| Operation::decode(operation, inputs).is_ok_and(|operation| operation.changes());
        inputs.unknown().is_some() || inputs.filled("operation").is_some_and(changes)
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        let text = |name| inputs.filled(name);
        let Some(operation) = text("operation") else {
            return text("field").map(|field| format!("Would read git {field}"));
        };
        let path = text("path").unwrap_or_default();
        Some(match (operation, text("branch")) {
            ("clone", branch) => {
                let to = if path.is_empty() { String::new() } else { format!(" to {path}") };
                let branch = branch.map(|branch| format!(" (branch: {branch})")).unwrap_or_default();
                format!("Would clone {}{to}{branch}", system::http::redacted(text("repository").unwrap_or_default()))
            }
            ("commit", _) => format!("Would commit in {path} with message: {}", text("message").unwrap_or_default()),
            ("push", Some(branch)) => format!("Would push {path} to branch {branch:?}"),
            ("checkout", Some(branch)) => format!("Would checkout branch {branch:?} in {path}"),
            ("tag", _) if text("tag").is_some() => {
                format!("Would create tag {:?} in {path}", text("tag").unwrap_or_default())
            }
            _ if path.is_empty() => format!("Would perform git {operation}"),
            _ => format!("Would perform git {operation} on {path}"),
        })
    }
}

/// A word that git cannot take for one of its options.
fn plain<'a>(name: &str, word: &'a str) -> Result<&'a str, Fault> {
    if word.starts_with('-') {
        return Err(Fault::new(format!("{name} must not begin with '-': {word}")));
    }
    if word.contains('\0') {
        return Err(Fault::new(format!("{name} must not contain a NUL byte")));
    }
    Ok(word)
}

/// The shape of all results of operations.
fn result(asked: &Asked, success: bool, output: Value, error: Value) -> Map {
    [
        ("success", success.into()),
        ("output", output),
        ("error", error),
        ("operation", asked.operation.as_str().into()),
        ("path", asked.path.as_str().into()),
    ]
    .into_iter()
    .collect()
}
