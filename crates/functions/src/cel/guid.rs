//! Identifiers that nobody else has.

use std::fmt::Write as _;
use std::sync::Arc;

use expr::cel::Type::String;
use expr::cel::{Function, Overload};
use value::Value;

use super::Outside;

pub(super) fn new(outside: &Outside) -> Function {
    let random = Arc::clone(&outside.random);
    Function {
        name: "guid.new",
        group: "guid",
        help: "a new random identifier (UUID, version 4)",
        example: "guid.new().size()",
        result: "36",
        overloads: vec![Overload {
            id: "guid_new",
            method: false,
            parameters: &[],
            result: String,
            body: Arc::new(move |_, _| {
                let mut bytes = [0; 16];
                random.fill(&mut bytes);
                Ok(Value::string(uuid(bytes)))
            }),
        }],
    }
}

/// Random bytes as a UUID: the version and the variant take six bits of them.
fn uuid(mut bytes: [u8; 16]) -> std::string::String {
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = std::string::String::with_capacity(36);
    for (at, byte) in bytes.iter().enumerate() {
        let dash = if matches!(at, 4 | 6 | 8 | 10) { "-" } else { "" };
        write!(text, "{dash}{byte:02x}").expect("a string can be written to");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::uuid;

    #[test]
    fn version_and_variant_are_set() {
        assert_eq!(uuid([0xff; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_eq!(uuid([0; 16]), "00000000-0000-4000-8000-000000000000");
    }
}
