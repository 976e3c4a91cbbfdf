//! `dump`, and what messages say about scopes.

use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use value::Value;

use super::access::zero_value;
use super::call::Given;
use super::print::text_of;
use super::resolve::Slot;
use super::runtime::Runtime;
use super::scope::Scope;
use super::spelling::spell_parameters;
use crate::ast::{Block, Expr};
use crate::error::{Cause, Run, of_type};
use crate::val::{Number, Val, View, to_int64};

impl Runtime<'_> {
    pub(super) fn dump(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        let mut names = Vec::new();
        for position in 0..given.count() {
            let value = self.argument(given, position, site)?;
            match value.view() {
                View::Number(Number::Float(levels)) if given.count() == 1 => {
                    return self.dump_all(to_int64(levels).max(0), site);
                }
                View::Text(name) => names.push(String::from_utf8_lossy(name).into_owned()),
                View::Invalid => {
                    let cause = zero_value("Interface", "nothing is not the name of a variable");
                    return Err(self.bare_fault(site.at, cause));
                }
                _ => {
                    let of =
                        value.into_value().map_or_else(|| "<nil>".to_owned(), |value| value.type_name().to_owned());
                    let original = format!("dump: expected argument {position} to be a string, but got a {of}");
                    let message = format!("`dump` takes names, and argument {} is {}", position + 1, of_type(&of));
                    return Err(self.bare_fault(site.at, Cause::Unsupported { message, original, text: false }));
                }
            }
        }
        if names.is_empty() { self.dump_all(0, site) } else { self.dump_named(&names, site) }
    }

    fn finish_dump(&mut self, text: String, site: &Expr) -> Run<Val> {
        self.reserve(site.at, text.len())?;
        Ok(Val::Plain(text.into()))
    }

    /// The context, the variables of this scope and of so many around it, and the blocks.
    fn dump_all(&mut self, levels: i64, site: &Expr) -> Run<Val> {
        let context = self.load(self.context.clone(), site.at)?;
        if !context.is_valid() {
            return Err(self.bare_fault(site.at, zero_value("Type", "there is no context to dump")));
        }
        let shown = self.go_syntax(&context, site)?;
        let mut text = format!("Context:\n\t{} {shown}\n", context.type_name());
        let innermost = Rc::clone(&self.scope);
        for (scope, level) in innermost.chain().zip(0..=levels) {
            self.dump_scope(&mut text, scope, level, site)?;
        }
        self.dump_globals(&mut text);
        text.push_str("Blocks:\n");
        let mut blocks: Vec<Arc<Block>> =
            self.scope.blocks.iter().flat_map(|blocks| blocks.values().cloned()).collect();
        blocks.sort_by(|one, other| one.name.text().cmp(other.name.text()));
        for block in &blocks {
            dump_block(&mut text, block);
        }
        self.finish_dump(text, site)
    }

    fn dump_globals(&self, text: &mut String) {
        let mut names: Vec<&str> = self.functions.iter().map(crate::Function::name).collect();
        names.sort_unstable();
        if !names.is_empty() {
            text.push_str("Globals:\n");
        }
        for name in names {
            let _ = writeln!(text, "\t{name}:=(jet.Func)(0x1) // jet.Func");
        }
    }

    fn dump_scope(&mut self, text: &mut String, scope: &Scope, level: i64, site: &Expr) -> Run<()> {
        let _ = match level {
            0 => writeln!(text, "Variables in current scope:"),
            level => writeln!(text, "Variables in scope {level} level(s) up:"),
        };
        for (name, value) in self.variables_of(scope) {
            let _ = writeln!(text, "\t{name}={}", self.go_syntax(&value, site)?);
        }
        Ok(())
    }

    /// The named variables and blocks that exist.
    fn dump_named(&mut self, names: &[String], site: &Expr) -> Run<Val> {
        let mut text = String::new();
        for name in names {
            let found = if name == "." {
                Some(self.load(self.context.clone(), site.at)?)
            } else {
                let name = self.set.symbols.name(name);
                self.look_up(&name, site.at)?
            };
            if let Some(value) = found {
                if !value.is_valid() {
                    return Err(self.bare_fault(site.at, zero_value("Type", "nothing cannot be dumped")));
                }
                let _ = writeln!(text, "\t{name}:={} // {}", self.go_syntax(&value, site)?, value.type_name());
            }
            let block =
                self.set.symbols.find(name).and_then(|name| self.scope.blocks.as_ref()?.get(&name.slot()).cloned());
            if let Some(block) = block {
                dump_block(&mut text, &block);
            }
        }
        self.finish_dump(text, site)
    }

    /// What Go's `%#v` prints.
    fn go_syntax(&mut self, value: &Val, site: &Expr) -> Run<String> {
        Ok(match value {
            // Through reflection Go prints the type by its other name.
            Val::Plain(Value::Bytes(_)) => text_of("%#v", value).replacen("[]byte", "[]uint8", 1),
            Val::Plain(_) | Val::Any(_) => text_of("%#v", &Val::Plain(self.plain(value, site.at)?)),
            value => text_of("%#v", value),
        })
    }

    /// The variables of a scope, ordered by name. Those that were handed in are in the outermost.
    fn variables_of(&mut self, scope: &Scope) -> Vec<(String, Val)> {
        let mut all: Vec<(String, Val)> =
            scope.variables.borrow().iter().map(|(name, value)| (name.text().to_owned(), value.clone())).collect();
        if scope.parent.is_none() {
            for name in self.variables.names() {
                let symbol = self.set.symbols.name(&name);
                if let Slot::Variable(value) = self.slot(&symbol) {
                    all.push((name, value.clone()));
                }
            }
        }
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        all
    }

    /// The variables of the innermost scope, as the original prints them in messages.
    pub(super) fn describe_scope(&mut self) -> String {
        let scope = Rc::clone(&self.scope);
        let all: Vec<String> = self
            .variables_of(&scope)
            .into_iter()
            .map(|(name, value)| match value.view() {
                View::Text(text) => format!("{name}:{}", String::from_utf8_lossy(text)),
                View::Invalid => format!("{name}:<invalid Value>"),
                _ => format!("{name}:<{} Value>", value.type_name()),
            })
            .collect();
        format!("map[{}]", all.join(" "))
    }
}

fn dump_block(text: &mut String, block: &Block) {
    let parameters = spell_parameters(&block.parameters, &block.source);
    let _ = writeln!(text, "\tblock {}({parameters}), from {}", block.name.text(), block.source.name);
}
