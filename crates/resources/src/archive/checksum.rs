//! What an archive has to be.

use super::desired::CHECKSUM;
use diagnostics::Diagnostic;
use document::Node;
use document::decode::{Decode, Decoder, Shape, Text, TextShape, Value};
use sha2::{Digest, Sha256, Sha512};
use std::fmt;

/// A checksum, and how it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Checksum {
    pub(super) sum: Sum,
    written: String,
}

/// The bytes of a checksum; their number tells which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sum(Vec<u8>);

/// A checksum that grows as pieces come in.
pub(super) enum Summing {
    Sha256(Sha256),
    Sha512(Sha512),
}

impl Checksum {
    /// What an empty text says: nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.written.is_empty()
    }
}

impl Sum {
    /// Begins a checksum of the same kind.
    pub(super) fn summing(&self) -> Summing {
        if self.0.len() == 64 { Summing::Sha512(Sha512::new()) } else { Summing::Sha256(Sha256::new()) }
    }
}

impl Summing {
    pub(super) fn update(&mut self, piece: &[u8]) {
        match self {
            Self::Sha256(hasher) => hasher.update(piece),
            Self::Sha512(hasher) => hasher.update(piece),
        }
    }

    pub(super) fn finish(self) -> Sum {
        match self {
            Self::Sha256(hasher) => Sum(hasher.finalize().to_vec()),
            Self::Sha512(hasher) => Sum(hasher.finalize().to_vec()),
        }
    }
}

/// As lowercase hexadecimal digits.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn parse(text: &str) -> Result<Sum, &'static str> {
    let (name, digits) = text.split_once(':').map_or((None, text), |(name, digits)| (Some(name), digits));
    let length = match name.map(str::to_ascii_lowercase).as_deref() {
        None if digits.len() == 128 => 64,
        None | Some("sha256") => 32,
        Some("sha512") => 64,
        Some(_) => return Err("only `sha256` and `sha512` are known"),
    };
    if digits.len() != 2 * length || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("a SHA-256 has 64 hexadecimal digits, a SHA-512 has 128");
    }
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16);
    let bytes: Result<Vec<u8>, _> = (0..digits.len()).step_by(2).map(byte).collect();
    bytes.map(Sum).map_err(|_| "it is not hexadecimal")
}

impl Decode for Checksum {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = Text::decode(node, decoder)?;
        if text.value.is_empty() {
            return Some(Self { sum: Sum(Vec::new()), written: String::new() });
        }
        match parse(&text.value) {
            Ok(sum) => Some(Self { sum, written: text.value }),
            Err(reason) => {
                let message = format!("`{}` is not a checksum: {reason}", text.value);
                decoder.refuse(Diagnostic::error(&CHECKSUM, message).at(text.span, "given here"))
            }
        }
    }

    fn shape() -> Shape {
        Shape::Text(TextShape { called: Some(("a checksum", "checksums")), ..TextShape::PLAIN })
    }

    fn encode(&self) -> Option<Value> {
        Some(Value::from(self.written.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_write_one() {
        let (short, long) = ("ab".repeat(32), "cd".repeat(64));
        for (text, digits) in [
            (short.clone(), &short),
            (short.to_uppercase(), &short),
            (format!("sha256:{short}"), &short),
            (format!("SHA256:{}", short.to_uppercase()), &short),
            (long.clone(), &long),
            (format!("sha512:{long}"), &long),
        ] {
            assert_eq!(parse(&text).unwrap().to_string(), *digits);
        }
        for text in
            ["x", "md5:00", &format!("sha512:{short}"), &format!("sha256:{long}"), &short[1..], &"xy".repeat(32)]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sums_of_bytes() {
        let sum = |like: &str| {
            let mut summing = parse(like).unwrap().summing();
            summing.update(b"ab");
            summing.update(b"c");
            summing.finish().to_string()
        };
        assert!(sum(&"0".repeat(64)).starts_with("ba7816bf8f01cfea"));
        assert!(sum(&"0".repeat(128)).starts_with("ddaf35a193617aba"));
    }
}
