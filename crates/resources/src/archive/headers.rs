//! Header fields of a request.

use super::desired::HEADERS;
use diagnostics::{Diagnostic, Redactor, SecretKind, Spanned};
use document::Node;
use document::decode::{Decode, Decoder, Entries, Shape, Value};
use system::http::Headers;
use value::Map;

/// Names and values. A value is shown only when its name is harmless.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HeaderFields {
    fields: Entries<Spanned<String>>,
    is_revealed: bool,
}

impl HeaderFields {
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.value.as_str(), value.value.as_str()))
    }

    /// From now on nobody shows the values.
    pub(super) fn register(&mut self, redactor: &Redactor) {
        self.is_revealed = redactor.reveals();
        for (_, value) in self.iter().filter(|(name, _)| !Headers::is_harmless(name)) {
            redactor.register(value.as_bytes(), SecretKind::Declared);
            // `Bearer …`, `Basic …`: what comes after the word is the secret.
            if let Some((_, secret)) = value.split_once(' ') {
                redactor.register(secret.as_bytes(), SecretKind::Declared);
            }
        }
    }
}

impl Decode for HeaderFields {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let fields = Entries::<Spanned<String>>::decode(node, decoder)?;
        let is_token = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
        };
        let mut is_right = true;
        for (name, value) in &fields {
            let problem = if !is_token(&name.value) {
                Some((format!("`{}` is not the name of a header field", name.value), name.span))
            } else if value.value.contains(['\r', '\n', '\0']) {
                Some((format!("the value of `{}` has a line break in it", name.value), value.span))
            } else {
                None
            };
            if let Some((message, at)) = problem {
                decoder.report(Diagnostic::error(&HEADERS, message).at(at, "given here"));
                is_right = false;
            }
        }
        is_right.then_some(Self { fields, is_revealed: false })
    }

    fn shape() -> Shape {
        Entries::<Spanned<String>>::shape()
    }

    /// A value that is not harmless is masked in its own field, however short it is.
    fn encode(&self) -> Option<Value> {
        let shown = |name: &str, value: &str| {
            let is_shown = self.is_revealed || Headers::is_harmless(name);
            Value::from(if is_shown { value } else { "<secret>" })
        };
        Some(Value::Map(self.iter().map(|(name, value)| (name, shown(name, value))).collect::<Map>()))
    }
}
