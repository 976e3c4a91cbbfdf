//! Base64.

use value::{Value, base64};

use super::function::{Native, function};
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Bytes, String};

const GROUP: &str = "encoders";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "base64.encode",
        group: GROUP,
        help: "bytes as text in base64",
        example: "base64.encode(b\"hello\")",
        result: "\"aGVsbG8=\"",
        overloads: &[function("base64_encode_bytes", &[Bytes], String, encode)],
    },
    Native {
        name: "base64.decode",
        group: GROUP,
        help: "the bytes of text in base64, with or without padding",
        example: "string(base64.decode(\"aGVsbG8=\"))",
        result: "\"hello\"",
        overloads: &[function("base64_decode_string", &[String], Bytes, decode)],
    },
];

fn encode(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let bytes = arguments[0].as_bytes().unwrap_or_default();
    budget.allocate(bytes.len().saturating_mul(2))?;
    Ok(Value::string(base64::encode(bytes)))
}

fn decode(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = arguments[0].as_str().unwrap_or_default();
    budget.allocate(text.len())?;
    let bytes = base64::decode(text.as_bytes()).or_else(|_| base64::decode_unpadded(text.as_bytes()));
    bytes.map(Value::bytes).map_err(|error| Failure::new(error.to_string()))
}
