//! Literals that a function would refuse when the expression runs: durations, timestamps, patterns, format strings.

use value::{Duration, Timestamp, Value};

use super::checker::{Checker, Use};
use crate::cel::cause::Cause;
use crate::cel::library::{compile_regex, to_duration, to_timestamp};
use crate::cel::syntax::{Call, Id, Node, narrow};

impl Checker<'_, '_, '_> {
    pub(super) fn check_literals(&mut self) {
        for at in 0..narrow(self.ast.len()) {
            let id = Id(at);
            let (Node::Call(call), Use::Function { declared, .. }) = (self.ast.node(id), &self.uses[at as usize])
            else {
                continue;
            };
            let call = *call;
            match declared.name {
                "duration" => self.check_argument(call, "duration", bad_duration),
                "timestamp" => self.check_argument(call, "timestamp", bad_timestamp),
                "matches" if call.target.is_some() => self.check_argument(call, "matches", bad_pattern),
                "format" => self.check_format(id, call),
                _ => {}
            }
        }
    }

    /// Checks the first argument if it is a literal.
    fn check_argument(&mut self, call: Call<'_>, function: &'static str, wrong: impl Fn(&Value) -> Option<String>) {
        let Some(argument) = self.ast.ids(call.arguments).first().copied() else { return };
        let Node::Literal(value) = self.ast.node(argument) else { return };
        if let Some(reason) = wrong(value) {
            self.problem(Cause::InvalidArgument { function, reason }, self.ast.place(argument));
        }
    }
}

fn bad_pattern(pattern: &Value) -> Option<String> {
    compile_regex(pattern.as_str()?).err().map(|error| error.to_string())
}

fn bad_duration(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Duration::parse_go(text).err().map(|error| error.to_string()),
        _ => to_duration(value).err().map(|failure| failure.cause().to_string()),
    }
}

fn bad_timestamp(value: &Value) -> Option<String> {
    let read = value.as_str().and_then(|text| Timestamp::parse_rfc3339(text).err()).map(|error| error.to_string());
    read.or_else(|| to_timestamp(value).err().map(|failure| failure.cause().to_string()))
}
