//! Literals: values of the type that is wanted, or of the type that they are written as.

use value::Value;

use crate::go::{Nil, Number as GoNumber, Type};
use crate::parse::{NodeKind, Number};

/// The value of a literal where no type is wanted. `text` is how messages show it, for those that are needed.
pub(super) fn constant(kind: &NodeKind, text: impl Fn() -> String) -> Result<Value, String> {
    match kind {
        NodeKind::Bool(value) => Ok(Value::Bool(*value)),
        NodeKind::String(value) => Ok(value.clone()),
        NodeKind::Number(number) => ideal(number).ok_or_else(|| format!("{} overflows int", text())),
        _ => Err(format!("can't handle assignment of {} to empty interface argument", text())),
    }
}

/// A number of the type that it is written as; nothing when it is an integer that is too large.
fn ideal(number: &Number) -> Option<Value> {
    if let Some((real, imaginary)) = number.complex {
        return Some(GoNumber::Complex128(real, imaginary).into());
    }
    match number {
        Number { float: Some(float), .. } if number.is_written_as_float => Some(Value::Float(*float)),
        number => number.int.map(Value::Int),
    }
}

/// The value of a literal for a parameter of a type; nothing is `nil` for a parameter that can tell it from a value.
pub(crate) fn literal(kind: &NodeKind, text: impl Fn() -> String, of: Type) -> Result<Option<Value>, String> {
    if matches!(kind, NodeKind::Nil) {
        return nil(of);
    }
    let number = match kind {
        NodeKind::Number(number) => Some(&**number),
        _ => None,
    };
    let expected = |what: &str| format!("expected {what}; found {}", text());
    let value = match of {
        Type::Any | Type::Reflect => constant(kind, text)?,
        Type::Bool => match kind {
            NodeKind::Bool(value) => Value::Bool(*value),
            _ => return Err(expected("bool")),
        },
        Type::String => match kind {
            NodeKind::String(value) => value.clone(),
            _ => return Err(expected("string")),
        },
        Type::Float64 | Type::Float32 => {
            let float = number.and_then(|number| number.float).ok_or_else(|| expected("float"))?;
            float_of(of, float)
        }
        Type::Complex128 => {
            let (real, imaginary) = number.and_then(|number| number.complex).ok_or_else(|| expected("complex"))?;
            GoNumber::Complex128(real, imaginary).into()
        }
        of if of.is_signed() => signed_of(of, number.and_then(|number| number.int).ok_or_else(|| expected("integer"))?),
        of if of.is_unsigned() => {
            unsigned_of(of, number.and_then(|number| number.uint).ok_or_else(|| expected("unsigned integer"))?)
        }
        of => return Err(format!("can't handle {} for arg of type {of}", text())),
    };
    Ok(Some(value))
}

fn nil(of: Type) -> Result<Option<Value>, String> {
    match of {
        Type::Any => Ok(Some(Value::Null)),
        Type::Reflect => Ok(None),
        of if of.can_be_nil() => Ok(Some(Nil::value(of.go_type()))),
        of => Err(format!("cannot assign nil to {of}")),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "Go converts so too")]
fn float_of(of: Type, float: f64) -> Value {
    if of == Type::Float32 { GoNumber::Float32(float as f32).into() } else { Value::Float(float) }
}

#[expect(clippy::cast_possible_truncation, reason = "Go cuts literals that are too large for a parameter")]
fn signed_of(of: Type, int: i64) -> Value {
    match of {
        Type::Int8 => GoNumber::Int8(int as i8).into(),
        Type::Int16 => GoNumber::Int16(int as i16).into(),
        Type::Int32 => GoNumber::Int32(int as i32).into(),
        Type::Int64 => GoNumber::Int64(int).into(),
        Type::Duration => Value::Duration(value::Duration::from_nanos(int)),
        _ => Value::Int(int),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "Go cuts literals that are too large for a parameter")]
fn unsigned_of(of: Type, uint: u64) -> Value {
    match of {
        Type::Uint => GoNumber::Uint(uint).into(),
        Type::Uint8 => GoNumber::Uint8(uint as u8).into(),
        Type::Uint16 => GoNumber::Uint16(uint as u16).into(),
        Type::Uint32 => GoNumber::Uint32(uint as u32).into(),
        _ => Value::Uint(uint),
    }
}
