//! The well-known messages of protocol buffers, which stand for ordinary values.

use value::Value;

use super::checker::Checker;
use crate::cel::cause::Cause;
use crate::cel::syntax::{Field, Id};
use crate::cel::types::{Ty, Types};

/// A message that can be written as `google.protobuf.Int32Value{value: 5}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Message {
    Any,
    Bool,
    Bytes,
    Double,
    Duration,
    Float,
    Int32,
    Int64,
    ListValue,
    String,
    Struct,
    Timestamp,
    Uint32,
    Uint64,
    Value,
}

impl Message {
    pub(crate) fn find(name: &str) -> Option<Self> {
        Some(match name.trim_start_matches('.').strip_prefix("google.protobuf.")? {
            "Any" => Self::Any,
            "BoolValue" => Self::Bool,
            "BytesValue" => Self::Bytes,
            "DoubleValue" => Self::Double,
            "Duration" => Self::Duration,
            "FloatValue" => Self::Float,
            "Int32Value" => Self::Int32,
            "Int64Value" => Self::Int64,
            "ListValue" => Self::ListValue,
            "StringValue" => Self::String,
            "Struct" => Self::Struct,
            "Timestamp" => Self::Timestamp,
            "UInt32Value" => Self::Uint32,
            "UInt64Value" => Self::Uint64,
            "Value" => Self::Value,
            _ => return None,
        })
    }

    /// The type of the value that it stands for.
    fn ty(self, types: &mut Types) -> Ty {
        match self {
            Self::Any => Ty::ANY,
            Self::Duration => Ty::DURATION,
            Self::Timestamp => Ty::TIMESTAMP,
            Self::Value => Ty::DYN,
            Self::ListValue => types.list(Ty::DYN),
            Self::Struct => types.map(Ty::STRING, Ty::DYN),
            _ => types.wrapper(self.wrapped()),
        }
    }

    /// The type of the field `value`.
    fn wrapped(self) -> Ty {
        match self {
            Self::Bool => Ty::BOOL,
            Self::Bytes => Ty::BYTES,
            Self::Double | Self::Float => Ty::DOUBLE,
            Self::Int32 | Self::Int64 => Ty::INT,
            Self::Uint32 | Self::Uint64 => Ty::UINT,
            _ => Ty::STRING,
        }
    }

    fn field(self, name: &str, types: &mut Types) -> Option<Ty> {
        Some(match (self, name) {
            (Self::Duration | Self::Timestamp, "seconds" | "nanos") | (Self::Value, "null_value") => Ty::INT,
            (Self::ListValue, "values") | (Self::Value, "list_value") => types.list(Ty::DYN),
            (Self::Struct, "fields") | (Self::Value, "struct_value") => types.map(Ty::STRING, Ty::DYN),
            (Self::Any, "type_url") | (Self::Value, "string_value") => Ty::STRING,
            (Self::Any, "value") => Ty::BYTES,
            (Self::Value, "number_value") => Ty::DOUBLE,
            (Self::Value, "bool_value") => Ty::BOOL,
            (Self::Any | Self::Duration | Self::Timestamp | Self::ListValue | Self::Struct | Self::Value, _) => {
                return None;
            }
            (_, "value") => self.wrapped(),
            _ => return None,
        })
    }
}

impl Message {
    /// Whether a value can be that of a field.
    pub(crate) fn takes(self, field: &str, value: &Value) -> bool {
        match (self.field(field, &mut Types::new()), value) {
            (Some(Ty::BOOL), Value::Bool(_))
            | (Some(Ty::INT), Value::Int(_))
            | (Some(Ty::UINT), Value::Uint(_))
            | (Some(Ty::DOUBLE), Value::Float(_))
            | (Some(Ty::STRING), Value::String(_))
            | (Some(Ty::BYTES), Value::Bytes(_)) => true,
            (Some(Ty::INT), Value::Null) => field == "null_value",
            (Some(Ty::BOOL | Ty::INT | Ty::UINT | Ty::DOUBLE | Ty::STRING | Ty::BYTES) | None, _) => false,
            (Some(_), Value::List(_)) => matches!(field, "values" | "list_value"),
            (Some(_), Value::Map(_)) => matches!(field, "fields" | "struct_value"),
            _ => false,
        }
    }
}

impl Checker<'_, '_, '_> {
    pub(super) fn message(&mut self, id: Id, name: &str, fields: &[Field<'_>]) -> Ty {
        let Some(message) = Message::find(name) else {
            let known = super::names::is_type(name.trim_start_matches('.'));
            let name = name.to_string();
            let cause = if known { Cause::NotAMessage { name } } else { Cause::Undeclared { name } };
            self.problem(cause, self.ast.place(id));
            return Ty::ERROR;
        };
        for field in fields {
            self.check(field.value);
            let Some(expected) = message.field(field.name, &mut self.types) else {
                self.problem(Cause::UndefinedField { field: field.name.to_string() }, field.place);
                continue;
            };
            let given = self.element(field.value, field.optional);
            if !self.types.is_assignable(expected, given) {
                let (expected, found) = (self.types.text(expected), self.types.text(given));
                let cause = Cause::FieldMismatch { field: field.name.to_string(), expected, found };
                self.problem(cause, field.place);
            }
        }
        message.ty(&mut self.types)
    }
}
