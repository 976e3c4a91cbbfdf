//! Built-in functions that look at more than the values of their arguments.

use std::sync::Arc;

use value::{Map, Value};

use super::access::zero_value;
use super::call::Given;
use super::include::cause_of;
use super::print::{text_of, verb_text};
use super::runtime::Runtime;
use crate::ast::{Compiled, Expr, ExprKind};
use crate::builtins::{Signature, Special};
use crate::error::{Cause, Fault, Run, of_type};
use crate::functions::Arity;
use crate::parse::ParseProblem;
use crate::path;
use crate::source::At;
use crate::val::{Number, SharedMap, Thing, Val, View, with_map};

impl Runtime<'_> {
    pub(super) fn special(
        &mut self,
        special: Special,
        function: &Signature,
        given: &Given<'_>,
        site: &Expr,
    ) -> Run<Val> {
        match special {
            Special::Isset => self.isset(given, site),
            Special::Len => self.len(given, site),
            Special::Map => self.make_map(given, site),
            Special::Slice => self.make_slice(given, site),
            Special::IncludeIfExists => self.include_if_exists(given, site),
            Special::Exec => self.exec(given, site),
            Special::Ints => self.ints(given, site),
            Special::Dump => self.dump(given, site),
            Special::Json => self.json_bytes(function, given, site),
            Special::WriteJson => self.write_json(function, given, site),
        }
    }

    fn require(&self, name: &str, arity: Arity, given: &Given<'_>, site: &Expr) -> Run<()> {
        let count = given.count();
        if arity.allows(count) {
            return Ok(());
        }
        Err(self.bare_fault(site.at, Cause::Arity { name: name.to_owned(), arity, given: count }))
    }

    /// A failure in our words and in those of the original.
    fn failed(&self, site: &Expr, message: impl Into<String>, original: String) -> Fault {
        self.bare_fault(site.at, Cause::Unsupported { message: message.into(), original, text: false })
    }

    fn isset(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        self.require("isset", Arity::at_least(1), given, site)?;
        for position in 0..given.count() {
            let set = match given.expr(position) {
                None => true,
                Some(Expr { kind: ExprKind::Underscore, .. }) => given.piped().is_some(),
                Some(expr) => self.is_set(expr)?,
            };
            if !set {
                return Ok(Val::FALSE);
            }
        }
        Ok(Val::TRUE)
    }

    fn len(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        self.require("len", Arity::exactly(1), given, site)?;
        let value = self.argument(given, 0, site)?;
        let opened = value.clone().opened();
        let length = match opened.view() {
            View::Text(text) | View::Bytes(text) => text.len(),
            View::List(list) => list.len(),
            View::Map(map) => with_map(map, Map::len).unwrap_or_default(),
            // The number of fields that the struct has in Go.
            View::Time(_) | View::Ints(..) => 3,
            View::Error(_) => 1,
            View::Object(object) => plain_len(&object.plain()),
            View::Invalid => {
                return Err(self.failed(
                    site,
                    "nothing has no length",
                    "len(): argument is not a valid value".to_owned(),
                ));
            }
            View::Any(_) => return Err(self.bare_fault(site.at, zero_value("Type", "null has no length"))),
            _ => {
                let of = opened.type_name();
                let message = format!("{} has no length", of_type(&of));
                return Err(self.failed(site, message, format!("len(): invalid value type {of}")));
            }
        };
        Ok(Val::Plain(Value::Int(i64::try_from(length).unwrap_or(i64::MAX))))
    }

    /// Keys have to be texts. A value that is nothing takes its key out.
    fn make_map(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        let count = given.count();
        if !count.is_multiple_of(2) {
            let message = "the last key has no value".to_owned();
            let original = "map(): incomplete key-value pair (even number of arguments required)".to_owned();
            return Err(self.bare_fault(site.at, Cause::Unsupported { message, original, text: true }));
        }
        self.reserve(site.at, count * size_of::<Value>())?;
        let mut map = Map::with_capacity(count / 2);
        for position in (0..count).step_by(2) {
            let key = self.argument(given, position, site)?;
            self.check_key(&key, position, site)?;
            let value = self.argument(given, position + 1, site)?;
            let key = self.map_key(&key, site)?;
            match value.into_value() {
                Some(value) => drop(map.insert(key, value)),
                None => drop(map.remove(key.as_str())),
            }
        }
        Ok(Val::thing(Thing::Map(SharedMap::new(map))))
    }

    /// What Go can convert into text may be a key, as far as this check goes.
    fn check_key(&self, key: &Val, position: usize, site: &Expr) -> Run<()> {
        let of = key.type_name();
        let original = match key.view() {
            View::Text(_) | View::Number(Number::Int(_) | Number::Uint(_)) | View::Bytes(_) => return Ok(()),
            View::Invalid => format!("map(): key argument at position {position} is not a valid value!"),
            _ => {
                format!("map(): can't use {} as string key: {of} is not convertible to string", verb_text(key))
            }
        };
        Err(self.failed(
            site,
            format!("argument {} is {}, and a key has to be text", position + 1, words(key)),
            original,
        ))
    }

    fn map_key(&self, key: &Val, site: &Expr) -> Run<String> {
        if let View::Text(text) = key.view() {
            return Ok(String::from_utf8_lossy(text).into_owned());
        }
        let of = key.type_name();
        let message = format!("{} cannot be a key, only text can", of_type(&of));
        let original = format!("reflect.Value.SetMapIndex: value of type {of} is not assignable to type string");
        Err(self.bare_fault(site.at, Cause::Unsupported { message, original, text: true }))
    }

    fn make_slice(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        let count = given.count();
        self.reserve(site.at, count * size_of::<Value>())?;
        let mut items = Vec::with_capacity(count);
        for position in 0..count {
            let Some(item) = self.argument(given, position, site)?.into_value() else {
                let at = given.expr(position).map_or(site.at, |expr| expr.at);
                return Err(self.bare_fault(at, zero_value("Interface", "nothing cannot be put into a list")));
            };
            items.push(item);
        }
        Ok(Val::Plain(items.into()))
    }

    fn ints(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        if given.count() > 2 {
            let original = format!("have {} arguments, but only 2 pointers to parse into", given.count());
            return Err(self.failed(site, format!("`ints` takes 2 arguments, {} given", given.count()), original));
        }
        let mut bounds = [0, 0];
        for (position, bound) in bounds.iter_mut().enumerate().take(given.count()) {
            let value = self.argument(given, position, site)?.opened();
            *bound = match value.view() {
                View::Number(Number::Uint(_)) => return Err(self.not_int(site, &value)),
                View::Number(number) => number.to_int(),
                View::Invalid => {
                    let original = format!("argument at position {position} is not a valid value");
                    return Err(self.failed(site, format!("argument {} is nothing", position + 1), original));
                }
                _ => return Err(self.not_int(site, &value)),
            };
        }
        let [from, to] = bounds;
        if to <= from {
            return Err(self.bare_fault(site.at, Cause::EmptyInts));
        }
        Ok(Val::thing(Thing::Ints { from, to }))
    }

    fn not_int(&self, site: &Expr, value: &Val) -> Fault {
        let (shown, of) = (verb_text(value), value.type_name());
        let original = format!("could not parse {shown} ({of}) into 0xc000012345 (*int64)");
        self.failed(site, format!("{} cannot be a bound of `ints`", of_type(&of)), original)
    }

    /// The name of a template, whatever it is: something that is no text names a template that does not exist.
    fn named(&mut self, given: &Given<'_>, site: &Expr) -> Run<String> {
        let name = self.argument(given, 0, site)?;
        Ok(match name.view() {
            View::Text(text) => String::from_utf8_lossy(text).into_owned(),
            View::Invalid => "<invalid Value>".to_owned(),
            _ => format!("<{} Value>", name.type_name()),
        })
    }

    fn include_if_exists(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        self.require("includeIfExists", Arity::between(1, 2), given, site)?;
        let name = self.named(given, site)?;
        let template = match self.set.load(&path::resolve(&name, "/")) {
            Ok(template) => template,
            Err(problem @ ParseProblem::InTemplate(_)) => {
                return Err(self.bare_fault(site.at, cause_of(problem, format!("including {name}: "))));
            }
            Err(_) => return Ok(Val::thing(Thing::Hidden(false))),
        };
        self.run_named(&template, given, site)?;
        Ok(Val::thing(Thing::Hidden(true)))
    }

    /// Runs a template for what it returns; what it prints goes nowhere.
    fn exec(&mut self, given: &Given<'_>, site: &Expr) -> Run<Val> {
        self.require("exec", Arity::between(1, 2), given, site)?;
        let name = self.named(given, site)?;
        let template = match self.set.load(&path::resolve(&name, "/")) {
            Ok(template) => template,
            Err(problem) => {
                let second = self.argument(given, 1, site)?;
                let first = self.argument(given, 0, site)?;
                let prefix = format!("exec({}, {}): ", text_of("%s", &first), verb_text(&second));
                return Err(self.bare_fault(site.at, cause_of(problem, prefix)));
            }
        };
        self.output.discarding += 1;
        let result = self.run_named(&template, given, site);
        self.output.discarding -= 1;
        result
    }

    /// Only one `extends` is followed here, as in the original.
    fn run_named(&mut self, template: &Arc<Compiled>, given: &Given<'_>, site: &Expr) -> Run<Val> {
        let root = Arc::clone(template.extends.as_ref().unwrap_or(template));
        let context = match given.count() {
            2 => Some(self.argument(given, 1, site)?),
            _ => None,
        };
        let outer = self.begin_template(template, context.is_some());
        let result = self.run_root(&root, context);
        self.end_template(outer);
        result.map_err(|fault| fault.through(self.source.place(site.at)))
    }

    /// Bytes of JSON; none when JSON cannot say it.
    fn json_bytes(&mut self, function: &Signature, given: &Given<'_>, site: &Expr) -> Run<Val> {
        let value = self.only_argument(function, given, site)?;
        let json = self.json(&value, site.at)?.unwrap_or_default();
        self.reserve(site.at, json.len())?;
        Ok(Val::Plain(Value::bytes(json.as_bytes())))
    }

    fn write_json(&mut self, function: &Signature, given: &Given<'_>, site: &Expr) -> Run<Val> {
        let value = self.only_argument(function, given, site)?;
        Ok(Val::thing(Thing::Json(value)))
    }

    /// JSON and a line break, as `writeJson` prints it.
    pub(super) fn json_line(&mut self, value: &Value, at: At) -> Run<String> {
        let json = self.json(value, at)?.map_err(|error| {
            let original = format!("json: unsupported type: {}", value.type_name());
            self.bare_fault(at, Cause::Unsupported { message: error.to_string(), original, text: false })
        })?;
        Ok(json + "\n")
    }
}

/// What a value is, in words.
fn words(value: &Val) -> String {
    if value.is_valid() { of_type(&value.type_name()) } else { "nothing".to_owned() }
}

fn plain_len(value: &Value) -> usize {
    match value {
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        Value::String(text) => text.len(),
        _ => 0,
    }
}
