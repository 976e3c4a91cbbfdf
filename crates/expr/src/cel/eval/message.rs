//! The well-known messages of protocol buffers, which stand for ordinary values.

use value::{Duration, Key, Map, Number, Timestamp, Value};

use super::machine::{Machine, Outcome};
use crate::cel::check::Message;
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::plan::{MessageOp, OpId};
use crate::cel::values::{Optional, shown, type_name};

const MESSAGE_COST: u64 = 40;

/// Fields by name.
type Fields<'p> = Vec<(&'p str, Value)>;

impl Machine<'_> {
    pub(super) fn message(&mut self, op: &MessageOp, id: OpId) -> Outcome {
        self.charge(MESSAGE_COST)?;
        let mut fields = Fields::new();
        for (name, value, optional) in &op.fields {
            let value = self.eval(*value)?;
            if matches!(value, Value::Unknown(_)) {
                return Ok(value);
            }
            let value = match (optional, value.as_opaque::<Optional>()) {
                (false, _) => Some(value),
                (true, Some(optional)) => optional.get().cloned(),
                (true, None) => {
                    let text =
                        format!("cannot initialize optional entry '{name}' from non-optional value {}", shown(&value));
                    return Err(self.label(Failure::new(text), id));
                }
            };
            if let Some(value) = &value
                && !op.message.takes(name, value)
            {
                let reason = format!("type conversion error from {}", type_name(value));
                let text = format!("field type conversion error for {}.{name} value type: {reason}", op.name);
                return Err(self.label(Failure::new(text), id));
            }
            fields.retain(|(other, _)| *other != &**name);
            fields.extend(value.map(|value| (&**name, value)));
        }
        build(op, &fields).map_err(|failure| self.label(failure, id))
    }
}

fn build(op: &MessageOp, fields: &Fields<'_>) -> Outcome {
    let get = |name: &str| fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value);
    let wrapped = |zero: Value| get("value").cloned().unwrap_or(zero);
    match op.message {
        Message::Any => Err(Failure::new("unsupported conversion of a message of type google.protobuf.Any")),
        Message::Bool => Ok(wrapped(Value::Bool(false))),
        Message::Bytes => Ok(wrapped(Value::bytes(*b""))),
        Message::String => Ok(wrapped(Value::from(""))),
        Message::Double => Ok(wrapped(Value::Float(0.0))),
        Message::Float => Ok(single(wrapped(Value::Float(0.0)))),
        Message::Int64 => Ok(wrapped(Value::Int(0))),
        Message::Uint64 => Ok(wrapped(Value::Uint(0))),
        Message::Int32 => narrow(wrapped(Value::Int(0)), op),
        Message::Uint32 => narrow(wrapped(Value::Uint(0)), op),
        Message::ListValue => json(get("values").cloned().unwrap_or_else(|| Value::from(Vec::new()))),
        Message::Struct => json(get("fields").cloned().unwrap_or_else(|| Map::new().into())),
        Message::Value => fields.last().map_or(Ok(Value::Null), |(name, value)| {
            if *name == "null_value" { Ok(Value::Null) } else { json(value.clone()) }
        }),
        Message::Duration => Ok(duration(whole(get("seconds"), op)?, whole(get("nanos"), op)?)),
        Message::Timestamp => timestamp(whole(get("seconds"), op)?, whole(get("nanos"), op)?),
    }
}

fn whole(field: Option<&Value>, op: &MessageOp) -> Result<i64, Failure> {
    match field {
        None => Ok(0),
        Some(value) => value.as_int().ok_or_else(|| conversion(op, "value is not an int")),
    }
}

fn conversion(op: &MessageOp, reason: &str) -> Failure {
    Failure::new(format!("field type conversion error for {}.value value type: {reason}", op.name))
}

/// A number that has to fit into 32 bits.
fn narrow(value: Value, op: &MessageOp) -> Outcome {
    let fits = match value {
        Value::Int(number) => i32::try_from(number).is_ok(),
        Value::Uint(number) => u32::try_from(number).is_ok(),
        _ => false,
    };
    if fits { Ok(value) } else { Err(conversion(op, "integer overflow")) }
}

/// A number in single precision.
#[expect(clippy::cast_possible_truncation, reason = "that precision is what the message holds")]
fn single(value: Value) -> Value {
    match value {
        Value::Float(number) => Value::Float(f64::from(number as f32)),
        other => other,
    }
}

/// What is too long is the longest span.
fn duration(seconds: i64, nanos: i64) -> Value {
    let total = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
    let limit = if total < 0 { i64::MIN } else { i64::MAX };
    Value::Duration(Duration::from_nanos(i64::try_from(total).unwrap_or(limit)))
}

fn timestamp(seconds: i64, nanos: i64) -> Outcome {
    let total = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
    let time = Timestamp::from_unix_nanos(total).ok().filter(Timestamp::is_in_common_era);
    time.map(Value::Timestamp).ok_or_else(|| EvalCause::TimestampOverflow.into())
}

/// How deep the JSON messages may be nested.
const MAX_DEPTH: usize = 512;

/// A value as the JSON messages hold it: all numbers are floats.
fn json(value: Value) -> Outcome {
    json_at(value, 0)
}

fn json_at(value: Value, depth: usize) -> Outcome {
    if depth > MAX_DEPTH {
        return Err(EvalCause::TooDeep.into());
    }
    Ok(match value {
        Value::Int(number) => Value::Float(Number::Int(number).to_f64()),
        Value::Uint(number) => Value::Float(Number::Uint(number).to_f64()),
        Value::List(list) => {
            Value::from(list.into_iter().map(|item| json_at(item, depth + 1)).collect::<Result<Vec<_>, _>>()?)
        }
        Value::Map(map) => {
            let entry = |(key, value): (Key, Value)| Ok((key, json_at(value, depth + 1)?));
            map.into_iter().map(entry).collect::<Result<Map, Failure>>()?.into()
        }
        other => other,
    })
}
