//! Numbers of the Go types for which `Value` has no variant.

use std::any::Any;
use std::fmt;

use value::{FloatFormat, Opaque, Value, format_float};

use super::Kind;

/// A number of a Go type for which [`Value`] has no variant. `Value::Int` is Go's `int`, `Value::Uint` is `uint64`,
/// `Value::Float` is `float64`; the others travel as [`Value::Opaque`] and keep their type everywhere, inside lists and
/// maps too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// `int8`
    Int8(i8),
    /// `int16`
    Int16(i16),
    /// `int32`
    Int32(i32),
    /// `int64`
    Int64(i64),
    /// `uint`
    Uint(u64),
    /// `uint8`
    Uint8(u8),
    /// `uint16`
    Uint16(u16),
    /// `uint32`
    Uint32(u32),
    /// `float32`
    Float32(f32),
    /// `complex128`: real and imaginary part.
    Complex128(f64, f64),
}

impl Number {
    /// The number inside `value`, if it is one of these types.
    pub fn of(value: &Value) -> Option<Self> {
        value.as_opaque::<Self>().copied()
    }

    /// The kind, which for numbers has the name of the type.
    pub fn kind(self) -> Kind {
        match self {
            Self::Int8(_) => Kind::Int8,
            Self::Int16(_) => Kind::Int16,
            Self::Int32(_) => Kind::Int32,
            Self::Int64(_) => Kind::Int64,
            Self::Uint(_) => Kind::Uint,
            Self::Uint8(_) => Kind::Uint8,
            Self::Uint16(_) => Kind::Uint16,
            Self::Uint32(_) => Kind::Uint32,
            Self::Float32(_) => Kind::Float32,
            Self::Complex128(..) => Kind::Complex128,
        }
    }

    /// The number as `int`, `uint64` or `float64`; a complex number has no such form.
    pub fn widened(self) -> Option<Value> {
        Some(match self {
            Self::Int8(number) => Value::Int(number.into()),
            Self::Int16(number) => Value::Int(number.into()),
            Self::Int32(number) => Value::Int(number.into()),
            Self::Int64(number) => Value::Int(number),
            Self::Uint(number) => Value::Uint(number),
            Self::Uint8(number) => Value::Uint(number.into()),
            Self::Uint16(number) => Value::Uint(number.into()),
            Self::Uint32(number) => Value::Uint(number.into()),
            Self::Float32(number) => Value::Float(number.into()),
            Self::Complex128(..) => return None,
        })
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self::opaque(number)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Float32(number) => f.write_str(&shortest_float32(number)),
            Self::Complex128(real, imaginary) => {
                let part = |number| format_float(number, FloatFormat::LowerGeneral, None);
                let sign = if imaginary.is_sign_negative() || imaginary.is_infinite() { "" } else { "+" };
                write!(f, "({}{sign}{}i)", part(real), part(imaginary))
            }
            _ => self.widened().expect("only complex numbers have no wider form").fmt(f),
        }
    }
}

/// The shortest text that reads back as the same `float32`.
fn shortest_float32(number: f32) -> String {
    number
        .to_string()
        .parse()
        .map_or_else(|_| number.to_string(), |wide| format_float(wide, FloatFormat::LowerGeneral, None))
}

impl Opaque for Number {
    fn type_name(&self) -> &str {
        self.kind().name()
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self == other)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    /// A complex number is its two parts, which is how formatting knows it.
    fn to_plain(&self) -> Option<Value> {
        match *self {
            Self::Complex128(real, imaginary) => Some(vec![real.into(), imaginary.into()].into()),
            _ => self.widened(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_type_inside_lists() {
        let list = Value::from(vec![Number::Int64(3).into(), Number::Uint8(97).into(), Number::Float32(0.1).into()]);
        assert_eq!(list.to_string(), "[3 97 0.1]");
        let list = list.as_list().unwrap();
        let names: Vec<_> = list.iter().map(Value::type_name).collect();
        assert_eq!(names, ["int64", "uint8", "float32"]);
        assert_ne!(list[0], Value::Int(3));
    }

    #[test]
    fn complex_numbers_print_both_parts() {
        assert_eq!(Number::Complex128(0.0, 2.0).to_string(), "(0+2i)");
        assert_eq!(Number::Complex128(1.5, -1e21).to_string(), "(1.5-1e+21i)");
    }
}
