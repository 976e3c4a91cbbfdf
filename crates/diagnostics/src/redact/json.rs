//! Masking of JSON, which stays JSON whatever the secret is.

use super::redactor::Redactor;
use std::borrow::Cow;
use std::ops::Range;

impl Redactor {
    /// A JSON document, or a piece of one that ends between two tokens, without secrets; the same text when there is none
    /// in it. Inside of a string a secret is masked as in any text. A number, `true`, `false`, `null`, and a string that a
    /// secret only overlaps with become the mask, as a string. Brackets, commas and blanks stay as they are.
    pub fn json<'a>(&self, json: &'a str) -> Cow<'a, str> {
        let found = self.find(json.as_bytes());
        if found.is_empty() {
            return Cow::Borrowed(json);
        }
        let mask = quoted(self.mask());
        let mut out = String::with_capacity(json.len());
        let (mut secrets, mut at) = (&found[..], 0);
        while let Some(token) = Token::at(json, at) {
            at = token.range.end;
            let done = secrets.iter().take_while(|secret| secret.end <= token.range.start).count();
            secrets = &secrets[done..];
            let touching = secrets.iter().take_while(|secret| secret.start < token.range.end).count();
            match (token.kind, &secrets[..touching]) {
                (Kind::Between, _) | (_, []) => out.push_str(&json[token.range]),
                (Kind::String, touching) if is_inside(json, &token.range, touching) => {
                    out.push_str(&with_masks(json, token.range, touching, &mask[1..mask.len() - 1]));
                }
                _ => out.push_str(&mask),
            }
        }
        Cow::Owned(out)
    }
}

/// What a piece of JSON is.
#[derive(Clone, Copy)]
enum Kind {
    String,
    /// A number, or a word.
    Plain,
    /// Brackets, commas, colons, blanks.
    Between,
}

struct Token {
    kind: Kind,
    range: Range<usize>,
}

impl Token {
    fn at(json: &str, at: usize) -> Option<Self> {
        let bytes = &json.as_bytes()[at..];
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = |ends: &dyn Fn(&u8) -> bool| bytes.iter().position(ends).unwrap_or(bytes.len());
        let (kind, length) = match bytes.first()? {
            b'"' => (Kind::String, string_length(bytes)),
            byte if is_plain(byte) => (Kind::Plain, length(&|byte| !is_plain(byte))),
            _ => (Kind::Between, length(&|byte| *byte == b'"' || is_plain(byte))),
        };
        Some(Self { kind, range: at..at + length })
    }
}

/// How long a string is, with its quotes.
fn string_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += character(&bytes[at..]);
    }
    (at + 1).min(bytes.len())
}

/// How long a character is in a string: an escape is one, two of them that make up one are, too. The bytes of a character
/// that is not ASCII count one by one.
fn character(bytes: &[u8]) -> usize {
    match bytes {
        [b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a'..=b'b' | b'A'..=b'B', _, _, b'\\', b'u', ..] => 12,
        [b'\\', b'u', ..] => 6,
        [b'\\', ..] => 2,
        _ => 1,
    }
}

/// Whether secrets are inside of a string, and none begins or ends in the middle of an escape or a character.
fn is_inside(json: &str, string: &Range<usize>, secrets: &[Range<usize>]) -> bool {
    let (content, end) = (string.start + 1, string.end - 1);
    let mut at = content;
    secrets.iter().flat_map(|secret| [secret.start, secret.end]).all(|edge| {
        while at < edge.min(end) {
            at += character(&json.as_bytes()[at..end]);
        }
        at == edge && json.is_char_boundary(edge)
    })
}

fn with_masks(json: &str, string: Range<usize>, secrets: &[Range<usize>], mask: &str) -> String {
    let mut out = String::new();
    let mut at = string.start;
    for secret in secrets {
        out.push_str(&json[at..secret.start]);
        out.push_str(mask);
        at = secret.end;
    }
    out.push_str(&json[at..string.end]);
    out
}

fn quoted(mask: &str) -> String {
    serde_json::to_string(mask).expect("a text can be written as JSON")
}

#[cfg(test)]
mod tests {
    use crate::{Redactor, SecretKind};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn knowing(secrets: &[&str]) -> Redactor {
        let redactor = Redactor::default();
        for secret in secrets {
            redactor.register(secret.as_bytes(), SecretKind::Declared);
        }
        redactor
    }

    #[test]
    fn what_is_masked_is_a_string() {
        for (secret, json, masked) in [
            ("12345678", r#"{"n": 12345678, "t": "no. 12345678."}"#, r#"{"n": "<secret>", "t": "no. <secret>."}"#),
            ("12345678", "[0.123456789, -12345678, 7]", r#"["<secret>", "<secret>", 7]"#),
            ("123456.5", r#"{"a":123456.5}"#, r#"{"a":"<secret>"}"#),
            ("true,false", "[true,false,null]", r#"["<secret>","<secret>",null]"#),
            (r#""},{"b"#, r#"[{"a":"x"},{"b":1}]"#, r#"[{"a":"<secret>"},{"<secret>":1}]"#),
            ("name_of_it", r#"{"name_of_it": 1}"#, r#"{"<secret>": 1}"#),
            ("}]}]}]", r#"[{"a":[{"a":[{}]}]}]"#, r#"[{"a":[{"a":[{}]}]}]"#),
            ("nabcdef", r#"["x\nabcdef"]"#, r#"["<secret>"]"#),
            ("abcdef\\", r#"["abcdef\\", "abcdef\n"]"#, r#"["<secret>", "<secret>"]"#),
            ("größe–ß", r#"{"größe–ß":"die größe–ß!"}"#, r#"{"<secret>":"die <secret>!"}"#),
        ] {
            assert_eq!(knowing(&[secret]).json(json), masked, "{secret}");
        }
    }

    /// Documents whose texts, names and numbers are made of what has a meaning in JSON.
    fn document() -> impl Strategy<Value = Value> {
        let text = "[a1,:{}\\[\\]\"\\\\\n😀é -]{0,9}";
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            text.prop_map(Value::from)
        ];
        leaf.prop_recursive(3, 20, 4, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::hash_map(text, inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect()))
            ]
        })
    }

    proptest! {
        #[test]
        fn json_stays_json(document in document(), from in 0.0..1.0_f64, length in 6..20_usize, pretty: bool) {
            let written = if pretty { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) };
            let written = written.unwrap();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in the text")]
            let start = (from * written.len() as f64) as usize;
            let redactor = Redactor::default();
            let secret = &written.as_bytes()[start..(start + length).min(written.len())];
            redactor.register(secret, SecretKind::Declared);
            let masked = redactor.json(&written);
            let read: Result<Value, _> = serde_json::from_str(&masked);
            prop_assert!(read.is_ok(), "{masked}");
            if secret.iter().any(u8::is_ascii_alphanumeric) && secret.len() >= 6 && !secret.starts_with(b"\\") {
                prop_assert!(redactor.find(masked.as_bytes()).is_empty(), "{masked}");
            }
        }
    }
}
