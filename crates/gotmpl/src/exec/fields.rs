//! Fields: keys of maps, fields and methods of structs.

use value::{GoType, Map, Unknown, Value, quote};

use super::error::Failure;
use super::machine::Machine;
use super::methods::method;
use super::val::Val;
use crate::go::{Boxed, Dict, Nil};
use crate::methods;
use crate::program::{Chain, Keep, Source};
use crate::template::MissingKey;

impl<'r> Machine<'r, '_> {
    pub(super) fn fields(&mut self, chain: u32) -> Result<(), Failure> {
        let chain = &self.job.program.chains[chain as usize];
        let value = self.walk(chain, chain.fields().len())?;
        self.stack.push(value.kept(chain.keep));
        Ok(())
    }

    /// The value behind the first `count` fields of a chain.
    pub(super) fn walk(&mut self, chain: &'r Chain, count: usize) -> Result<Val<'r>, Failure> {
        self.node = chain.node.unwrap_or(self.node);
        let mut value = match chain.source {
            Source::Dot => self.dot().clone(),
            Source::Variable(slot) => self.variable(slot)?.clone(),
            Source::Top => self.pop(),
        };
        for name in &chain.fields()[..count] {
            value = self.field(&value, name, chain)?;
        }
        Ok(value)
    }

    pub(super) fn field(&mut self, receiver: &Val<'r>, name: &str, chain: &Chain) -> Result<Val<'r>, Failure> {
        match receiver.get() {
            None => self.field_of_nothing(name),
            Some(Value::Map(map)) if map.go_type() == GoType::MAP => {
                match receiver.part(|value| value.as_map()?.field(name), Keep::Interface) {
                    Some(found) => Ok(found),
                    None => self.missing(map, name),
                }
            }
            Some(Value::Map(map)) if has_text_keys(map.go_type()) => {
                match receiver.part(|value| value.as_map()?.field(name), keep_of(map.go_type())) {
                    Some(found) => Ok(found),
                    None => self.missing(map, name),
                }
            }
            Some(Value::Null) => Err(nil_pointer(receiver, name)),
            Some(Value::Unknown(unknown)) => Err(Failure::Unknown(Unknown::clone(unknown))),
            Some(value) => self.other_field(receiver, value, name, chain),
        }
    }

    fn field_of_nothing(&self, name: &str) -> Result<Val<'r>, Failure> {
        match self.job.missing_key {
            MissingKey::Error => Err(Failure::new(format!("nil data; no entry for key {}", quote(name)))),
            MissingKey::Default | MissingKey::Zero => Ok(Val::Nothing),
        }
    }

    fn missing(&self, map: &Map, name: &str) -> Result<Val<'r>, Failure> {
        match self.job.missing_key {
            MissingKey::Default => Ok(Val::Nothing),
            MissingKey::Zero => Ok(zero_element(map.go_type())),
            MissingKey::Error => Err(Failure::new(format!("map has no entry for key {}", quote(name)))),
        }
    }

    fn other_field(
        &mut self,
        receiver: &Val<'r>,
        value: &Value,
        name: &str,
        chain: &Chain,
    ) -> Result<Val<'r>, Failure> {
        if let Some(dict) = Dict::of(value) {
            return match dict.field(name) {
                Some(value) => Ok(Val::Own(value, Keep::Interface)),
                None => self.missing(&Map::new(), name),
            };
        }
        if let Some(refusal) = methods::refusal(value, name, 0) {
            return Err(Failure::new(refusal));
        }
        if let Some(method) = method(value, name) {
            return self.call_method(method, value, chain);
        }
        if let Some(nil) = Nil::of(value) {
            return if nil.is_map() && has_text_keys(nil.go_type()) {
                self.missing(&Map::new().with_type(nil.go_type()), name)
            } else {
                Err(cannot_evaluate(receiver, name))
            };
        }
        if let Some(field) = Boxed::of(value).and_then(|object| object.field(name)) {
            return Ok(Val::concrete(field));
        }
        if matches!(value, Value::Timestamp(_)) && matches!(name, "wall" | "ext" | "loc") {
            let of = receiver.type_name();
            return Err(Failure::new(format!("{name} is an unexported field of struct type {of}")));
        }
        Err(cannot_evaluate(receiver, name))
    }
}

fn cannot_evaluate(receiver: &Val<'_>, name: &str) -> Failure {
    Failure::new(format!("can't evaluate field {name} in type {}", receiver.type_name()))
}

fn nil_pointer(receiver: &Val<'_>, name: &str) -> Failure {
    Failure::new(format!("nil pointer evaluating {}.{name}", receiver.type_name()))
}

/// Whether a name can be a key.
pub(crate) fn has_text_keys(of: GoType) -> bool {
    ["map[string]", "map[interface {}]", "map[any]"].iter().any(|prefix| of.name().starts_with(prefix))
}

/// Whether elements of a list or map type are inside of an interface.
pub(crate) fn keep_of(of: GoType) -> Keep {
    if of == GoType::MAP || of == GoType::LIST || of.holds_anything() { Keep::Interface } else { Keep::Concrete }
}

/// What stands for an element that is not there.
pub(crate) fn zero_element<'v>(of: GoType) -> Val<'v> {
    let Some(element) = of.element().filter(|_| keep_of(of) == Keep::Concrete) else {
        return Val::Own(Value::Null, Keep::Interface);
    };
    Val::concrete(match element.name() {
        "string" => Value::from(""),
        "bool" => Value::Bool(false),
        "int" => Value::Int(0),
        "float64" => Value::Float(0.0),
        "uint64" => Value::Uint(0),
        _ => Nil::value(element),
    })
}
