//! Commands of the shell.

use super::{Answer, Subject, int, millis};
use crate::definition::{Attribute, AttributeKind, Shape, TypeDef};
use crate::matcher::{Scan, text_of_bytes};
use crate::resource::Resource;
use crate::scene::Scene;
use std::time::Duration;
use system::process::{Captured, Command, End, Output, ProcessError};

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "command",
    name: "Command",
    named_by: Some("exec"),
    names_id: false,
    attributes: &[
        Attribute::new("exit-status").of_kind(AttributeKind::Number).required(),
        Attribute::new("stdout").of_kind(AttributeKind::Lines),
        Attribute::new("stderr").of_kind(AttributeKind::Lines),
    ],
    settings: &[("exec", Shape::Text), ("timeout", Shape::Millis)],
    is_gated: false,
    subject: |resource, scene| Box::new(Execution { resource, scene, done: None }),
};

/// What is kept of each stream.
const LONGEST: usize = 16 << 20;

/// One run, started by the first question.
struct Execution<'s> {
    resource: &'s Resource,
    scene: &'s Scene<'s>,
    done: Option<Result<Done, String>>,
}

struct Done {
    code: i32,
    stdout: Captured,
    stderr: Captured,
}

impl Execution<'_> {
    fn done(&mut self) -> Result<&Done, String> {
        let (resource, scene) = (self.resource, self.scene);
        self.done.get_or_insert_with(|| run(resource, scene)).as_ref().map_err(String::clone)
    }

    fn stream(&mut self, property: &str) -> Result<&[u8], String> {
        let done = self.done()?;
        let captured = if property == "stdout" { &done.stdout } else { &done.stderr };
        if captured.dropped > 0 {
            return Err(format!("{property} is longer than {LONGEST} bytes"));
        }
        Ok(&captured.bytes)
    }
}

impl Subject for Execution<'_> {
    fn look(&mut self, property: &str) -> Answer {
        match property {
            "exit-status" => Ok(int(self.done()?.code)),
            stream => self.stream(stream).map(text_of_bytes),
        }
    }

    fn scan(&mut self, property: &str, scan: &mut Scan<'_>) -> Result<(), String> {
        let _ = scan.feed(self.stream(property)?);
        Ok(())
    }
}

fn run(resource: &Resource, scene: &Scene<'_>) -> Result<Done, String> {
    let (limit, shown) = millis(resource.settings.millis("timeout", 10_000));
    let timed_out = || Err(format!("Command execution timed out ({shown})"));
    let timeout = scene.left(limit);
    if timeout == Duration::ZERO {
        return timed_out();
    }
    let command = Command {
        directory: Some(scene.directory.clone()),
        environment: scene.variables.clone(),
        timeout: Some(timeout),
        capture: LONGEST,
        end: End::Output,
        ..Command::of(["sh", "-c", resource.name()])
    };
    match scene.world.processes.probe(&command) {
        Ok(finished) => Ok(Done { code: finished.code, stdout: finished.stdout, stderr: finished.stderr }),
        // A process that a signal ended has no exit code; this stands for it.
        Err(ProcessError::Signalled { output, .. }) => {
            let Output { stdout, stderr } = *output;
            Ok(Done { code: -1, stdout, stderr })
        }
        Err(ProcessError::TimedOut { .. }) => timed_out(),
        Err(error) => Err(error.to_string()),
    }
}
