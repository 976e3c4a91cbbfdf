//! What an action prints.

use super::print::print;
use super::runtime::Runtime;
use crate::ast::{Command, Expr, Pipeline};
use crate::builtins::{Kind, Writer};
use crate::error::{CallPosition, Cause, Run, of_type};
use crate::functions::Callee;
use crate::source::At;
use crate::val::{Thing, Val};

use super::access::zero_value;

/// The result of a command: a value, or nothing because it has written itself.
enum Outcome {
    Value(Val),
    Written,
}

impl Runtime<'_> {
    pub(super) fn print_pipeline(&mut self, pipeline: &Pipeline, at: At) -> Run<()> {
        let mut outcome = self.first_command(&pipeline.first, at)?;
        for command in &pipeline.rest {
            let value = match outcome {
                Outcome::Value(value) => value,
                Outcome::Written => {
                    let written = self.spell_command(command);
                    return Err(self.fault(command.base.at, 0, Cause::AfterWriter { written }));
                }
            };
            outcome = self.piped_command(command, value, at)?;
        }
        match outcome {
            Outcome::Value(value) => self.print_value(&value, at),
            Outcome::Written => Ok(()),
        }
    }

    fn first_command(&mut self, command: &Command, at: At) -> Run<Outcome> {
        let base = self.eval(&command.base)?;
        let Some(arguments) = command.arguments.as_ref().filter(|_| base.is_valid()) else {
            return Ok(Outcome::Value(base));
        };
        let Some(callee) = callee(&base) else { return Err(self.not_a_command(command, &base)) };
        if let Some(writer) = writer(&callee) {
            return self.write_with(writer, None, &arguments.items, at);
        }
        self.call(&callee, arguments, None, &command.base).map(Outcome::Value)
    }

    fn not_a_command(&self, command: &Command, base: &Val) -> crate::error::Fault {
        let of = Some(base.type_name().into_owned());
        let first = command.arguments.as_ref().and_then(|arguments| arguments.items.first());
        let Some(first) = first else {
            let message = format!("{} is not a function", of_type(&base.type_name()));
            let original = "runtime error: index out of range [0] with length 0".to_owned();
            return self.bare_fault(command.base.at, Cause::Unsupported { message, original, text: false });
        };
        let cause = Cause::NotAFunction { written: self.spell(first), of, position: CallPosition::Command };
        self.fault(command.base.at, first.line, cause)
    }

    fn piped_command(&mut self, command: &Command, value: Val, at: At) -> Run<Outcome> {
        let base = self.eval(&command.base)?;
        let Some(callee) = callee(&base) else {
            let (written, position) = (self.spell(&command.base), CallPosition::Pipe);
            let of = base.is_valid().then(|| base.type_name().into_owned());
            let line = if base.is_valid() { command.base.line } else { 0 };
            return Err(self.fault(command.base.at, line, Cause::NotAFunction { written, of, position }));
        };
        let arguments = command.arguments.as_ref();
        if let Some(writer) = writer(&callee) {
            let items = arguments.map_or(&[][..], |arguments| &arguments.items);
            return self.write_with(writer, Some(value), items, at);
        }
        let none = crate::ast::Arguments { items: Vec::new(), has_slot: false };
        self.call(&callee, arguments.unwrap_or(&none), Some(value), &command.base).map(Outcome::Value)
    }

    /// `raw`, `safeHtml` and `safeJs` write what they are given, one after the other.
    fn write_with(&mut self, writer: Writer, piped: Option<Val>, items: &[Expr], at: At) -> Run<Outcome> {
        if let Some(value) = piped {
            self.write_one(writer, &value, at)?;
        }
        for item in items {
            let value = self.eval(item)?;
            self.write_one(writer, &value, item.at)?;
        }
        Ok(Outcome::Written)
    }

    fn write_one(&mut self, writer: Writer, value: &Val, at: At) -> Run<()> {
        if !value.is_valid() {
            return Err(self.bare_fault(at, zero_value("Type", "there is nothing to write")));
        }
        let mut text = Vec::new();
        self.print_into(value, at, &mut text)?;
        let escaped = writer.escape(text);
        self.write(&escaped, at)
    }

    fn print_value(&mut self, value: &Val, at: At) -> Run<()> {
        match value {
            Val::Invalid => return Ok(()),
            Val::Plain(value::Value::String(text)) => return self.write(text.as_bytes(), at),
            Val::Plain(value) => match value.as_opaque() {
                Some(Thing::Hidden(_)) => return Ok(()),
                Some(Thing::Json(value)) => {
                    let json = self.json_line(value, at)?;
                    return self.write(json.as_bytes(), at);
                }
                _ => {}
            },
            _ => {}
        }
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        self.print_into(value, at, &mut text)?;
        self.write(&text, at)?;
        self.scratch = text;
        Ok(())
    }

    fn print_into(&mut self, value: &Val, at: At, out: &mut Vec<u8>) -> Run<()> {
        match value {
            Val::Func(_) => Err(self.bare_fault(at, Cause::FunctionPrinted)),
            Val::Plain(inner) if matches!(inner.as_opaque(), Some(Thing::Func(_) | Thing::Json(_))) => {
                Err(self.bare_fault(at, Cause::FunctionPrinted))
            }
            Val::Plain(value::Value::List(_) | value::Value::Map(_) | value::Value::Opaque(_)) => {
                let plain = Val::Plain(self.plain(value, at)?);
                print(&plain, out, self.longest()).map_err(|_| self.too_long(at))
            }
            Val::Any(_) => {
                let plain = Val::Any(self.plain(value, at)?);
                print(&plain, out, self.longest()).map_err(|_| self.too_long(at))
            }
            value => print(value, out, self.longest()).map_err(|_| self.too_long(at)),
        }
    }
}

/// What a value calls, if it is a function.
pub(super) fn callee(value: &Val) -> Option<Callee> {
    match value {
        Val::Func(callee) => Some(callee.clone()),
        Val::Plain(value) => match value.as_opaque() {
            Some(Thing::Func(callee)) => Some(callee.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The way of writing that a function stands for.
pub(super) fn writer(callee: &Callee) -> Option<Writer> {
    match callee {
        Callee::Builtin(builtin) => match builtin.kind {
            Kind::Writer(writer) => Some(writer),
            _ => None,
        },
        _ => None,
    }
}
