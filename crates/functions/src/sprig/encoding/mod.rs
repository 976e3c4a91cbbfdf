//! Base 64 and base 32.

mod base32;

use gotmpl::Function;
use gotmpl::go::Type;
use value::base64;

use super::declare::{string, text};

const GROUP: &str = "encoding";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("b64enc", &[text("text")], Type::String, |call| Ok(base64::encode(call.bytes(0)).into()))
        .help(GROUP, "a text as base 64")
        .example(r#"{{ b64enc "hello" }}"#, "aGVsbG8="),
    Function::new("b64dec", &[text("base64")], Type::String, |call| {
        Ok(string(base64::decode(call.bytes(0)).unwrap_or_else(|error| error.to_string().into_bytes())))
    })
    .help(GROUP, "the text that base 64 stands for; when it is not base 64, a text that says so")
    .example(r#"{{ b64dec "aGVsbG8=" }}"#, "hello"),
    Function::new("b32enc", &[text("text")], Type::String, |call| Ok(base32::encode(call.bytes(0)).into()))
        .help(GROUP, "a text as base 32")
        .example(r#"{{ b32enc "hello" }}"#, "NBSWY3DP"),
    Function::new("b32dec", &[text("base32")], Type::String, |call| {
        Ok(string(base32::decode(call.bytes(0)).unwrap_or_else(|error| error.to_string().into_bytes())))
    })
    .help(GROUP, "the text that base 32 stands for; when it is not base 32, a text that says so")
    .example(r#"{{ b32dec "NBSWY3DP" }}"#, "hello"),
];
