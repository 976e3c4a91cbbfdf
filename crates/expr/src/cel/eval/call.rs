//! Calls of functions.

use std::fmt::Write as _;

use value::{Unknown, Value};

use super::machine::{Machine, Outcome, merge};
use crate::cel::failure::Failure;
use crate::cel::library::{Guard, Signature, raw_text};
use crate::cel::plan::{Call, OpId};
use crate::cel::types::Type;
use crate::cel::values::{MapRef, type_name};

/// Functions that look at how one list or map is built, and at nothing in it.
const BUILDING: [&str; 11] = [
    "dyn",
    "first",
    "last",
    "map.add",
    "map.addFailIfExists",
    "map.addIfMissing",
    "map.merge",
    "reverse",
    "size",
    "slice",
    "type",
];

/// What the arguments of a call came to.
enum Arguments {
    Values(Vec<Value>),
    Unknown(Value),
}

impl Machine<'_> {
    pub(super) fn call(&mut self, call: &Call, id: OpId) -> Outcome {
        let ops = self.plan.ops(call.arguments);
        match ops {
            [] => self.apply(call, &[], id),
            [only] => match self.eval(*only) {
                Ok(unknown @ Value::Unknown(_)) => Ok(unknown),
                Ok(argument) => self.apply(call, &[argument], id),
                Err(failure) => {
                    self.charge(1)?;
                    Err(failure)
                }
            },
            _ => match self.arguments(ops, call.eager)? {
                Arguments::Values(arguments) => self.apply(call, &arguments, id),
                Arguments::Unknown(unknown) => Ok(unknown),
            },
        }
    }

    /// The first argument that fails decides; when the call is eager, the others are computed all the same.
    fn arguments(&mut self, ops: &[OpId], eager: bool) -> Result<Arguments, Failure> {
        let mut values = Vec::with_capacity(ops.len());
        let mut failure: Option<Failure> = None;
        let mut unknown = None;
        for (at, op) in ops.iter().enumerate() {
            match self.eval(*op) {
                Ok(Value::Unknown(other)) => unknown = merge(unknown.as_ref(), &other),
                Ok(value) => values.push(value),
                Err(error) if error.is_final() => return Err(error),
                Err(error) if !eager && at + 1 < ops.len() => return Err(error),
                Err(error) => drop(failure.get_or_insert(error)),
            }
        }
        if let Some(failure) = failure {
            self.charge(1)?;
            return Err(failure);
        }
        Ok(unknown.map_or(Arguments::Values(values), |unknown| Arguments::Unknown(unknown.into())))
    }

    fn apply(&mut self, call: &Call, arguments: &[Value], id: OpId) -> Outcome {
        if Unknown::is_any()
            && !BUILDING.contains(&call.function.name)
            && let Some(unknown) = Value::unknown_among(arguments)
        {
            return Ok(unknown.into());
        }
        let overloads = &call.function.overloads;
        let (candidates, cost) = match call.overload {
            Some(at) => (&overloads[at..=at], overloads[at].cost.of(arguments)),
            None => (&overloads[..], 1),
        };
        self.pay(cost, arguments)?;
        let outcome = match candidates.iter().find(|overload| overload.takes(arguments)) {
            Some(overload) if raw_text::is_among(arguments) => {
                raw_text::call(call.function.name, overload, &mut self.budget, arguments)
            }
            Some(overload) => overload.body.call(&mut self.budget, arguments),
            None => Err(no_overload(call.function.name, arguments)),
        };
        outcome.map_err(|failure| self.label(failure, id))
    }
}

impl Signature {
    /// Whether values are of the types that it takes. Of lists and maps only the first element is looked at.
    fn takes(&self, arguments: &[Value]) -> bool {
        self.parameters.len() == arguments.len()
            && (self.guard == Guard::Own
                || self.parameters.iter().zip(arguments).all(|(parameter, argument)| is_of(argument, parameter)))
    }
}

fn is_of(value: &Value, ty: &Type) -> bool {
    match (ty, value) {
        (Type::Dyn | Type::Any | Type::Param(_), _)
        | (Type::Null, Value::Null)
        | (Type::Bool, Value::Bool(_))
        | (Type::Int, Value::Int(_))
        | (Type::Uint, Value::Uint(_))
        | (Type::Double, Value::Float(_))
        | (Type::String, Value::String(_))
        | (Type::Bytes, Value::Bytes(_))
        | (Type::Duration, Value::Duration(_))
        | (Type::Timestamp, Value::Timestamp(_)) => true,
        (Type::List(item), Value::List(list)) => list.first().is_none_or(|first| is_of(first, item)),
        (Type::Map(key, item), _) => match MapRef::of(value).map(MapRef::first) {
            Some(Some((first, value))) => is_of(&first, key) && is_of(value, item),
            Some(None) => true,
            None => false,
        },
        (Type::String, Value::Opaque(_)) => value.as_raw_text().is_some(),
        (Type::Optional(_), Value::Opaque(opaque)) => opaque.type_name() == "optional_type",
        (Type::TypeOf(_), Value::Opaque(opaque)) => opaque.type_name() == "type",
        _ => false,
    }
}

fn no_overload(name: &str, arguments: &[Value]) -> Failure {
    let mut call = format!("{name}(");
    for (at, argument) in arguments.iter().enumerate() {
        let _ = write!(call, "{}{}", if at == 0 { "" } else { ", " }, type_name(argument));
    }
    call.push(')');
    Failure::no_overload_of(call)
}
