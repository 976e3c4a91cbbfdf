//! What is secret in a secret: the values of a text that is a document, or has settings in it.

use crate::given::{LONGEST, each_leaf};
use diagnostics::{Redactor, SecretKind, Sources};
use document::Options;
use document::secrets::{is_telling, register_addresses};
use std::borrow::Cow;
use value::Value;

/// Every text and number in a value is a secret, also in a text that is a map or a list in JSON or YAML, or has lines such as
/// `NAME=value`, as long as there are not too many to look for.
pub fn keep_secret(value: &Value, redactor: &Redactor) {
    each_leaf(value, |leaf| {
        if let Some(text) = telling(leaf) {
            redactor.register(&text, SecretKind::Declared);
        }
        Fields { redactor, room: MOST_FIELDS }.of_text(leaf, DEEPEST_TEXT);
    });
}

/// So many fields of a text are looked for: a thousand that begin alike are found in a moment, ten thousand are not.
const MOST_FIELDS: usize = 2000;

/// So many texts within texts are looked into.
const DEEPEST_TEXT: usize = 3;

/// The text of a value that can be a secret.
fn telling(leaf: &Value) -> Option<Cow<'_, [u8]>> {
    match leaf {
        Value::Null | Value::Bool(_) | Value::Unknown(_) => None,
        Value::Bytes(bytes) => Some(Cow::Borrowed(&**bytes)),
        other => Some(other.as_text_bytes().map_or_else(|| other.to_string().into_bytes().into(), Cow::Borrowed)),
    }
}

/// What is secret within a secret text.
struct Fields<'r> {
    redactor: &'r Redactor,
    room: usize,
}

impl Fields<'_> {
    fn of_text(&mut self, leaf: &Value, deepest: usize) {
        let Some(text) = leaf.as_str().filter(|text| deepest > 0 && text.len() <= LONGEST) else { return };
        register_addresses(text, self.redactor);
        for (is_told, value) in text.lines().flat_map(settings) {
            if !self.has_room() {
                return;
            }
            self.field(is_told, &value.into(), 0);
        }
        if let Some(fields) = structure(text) {
            self.below(false, &fields, deepest);
        }
    }

    /// What stands below a telling name is as secret. How deep a value is, the reader of the text has bounded, and how large
    /// it is, the room.
    fn below(&mut self, is_told: bool, value: &Value, deepest: usize) {
        if !self.has_room() {
            return;
        }
        match value {
            Value::List(items) => items.iter().for_each(|item| self.below(is_told, item, deepest)),
            Value::Map(map) => {
                for (name, item) in map.iter() {
                    self.below(is_told || name.as_str().is_some_and(tells), item, deepest);
                }
            }
            leaf => self.field(is_told, leaf, deepest - 1),
        }
    }

    /// Words of everybody are the names of many things; behind a telling name they are secrets.
    fn field(&mut self, is_told: bool, value: &Value, deepest: usize) {
        if is_told || !value.as_str().is_some_and(is_plain_word) {
            if let Some(text) = telling(value) {
                self.redactor.register_within(&text);
            }
            self.of_text(value, deepest);
        }
    }

    fn has_room(&mut self) -> bool {
        let has_room = self.room > 0;
        self.room = self.room.saturating_sub(1);
        has_room
    }
}

/// Whether a name tells of a secret, or of several.
fn tells(name: &str) -> bool {
    is_telling(name) || name.strip_suffix('s').is_some_and(is_telling)
}

/// The values that a line sets, and whether their names tell of a secret: of `export NAME="value" # note` whatever the name
/// is, and what such a name stands before in `host=db password=…`, in `Server=db; Password=…` and in `password: …`.
fn settings(line: &str) -> impl Iterator<Item = (bool, &str)> {
    let whole = setting(line, '=').map(|(name, value)| (tells(name), value));
    let words = line.split([' ', '\t', ';', '&', ',']).filter_map(|word| setting(word, '='));
    let parts = line.split(';').filter_map(|part| setting(part, '='));
    let told = words.chain(parts).chain(setting(line, ':')).filter(|(name, _)| tells(name));
    whole.into_iter().chain(told.map(|(_, value)| (true, value)))
}

fn setting(line: &str, sign: char) -> Option<(&str, &str)> {
    let (name, value) = line.trim().trim_start_matches("export ").split_once(sign)?;
    let name = name.trim().trim_matches(['"', '\'']);
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    let value = value.split_once(" #").map_or(value, |(value, _)| value);
    is_name.then(|| (name, value.trim().trim_matches(['"', '\''])))
}

fn is_plain_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || b" -_.".contains(&byte))
}

/// The map or list that a text is.
fn structure(text: &str) -> Option<Value> {
    let may_be = text.contains([':', '[', '-']);
    let file = Sources::new().add("secret", "");
    let read = may_be.then(|| document::parse_any(text, file, &Options::solution()).ok()).flatten()?;
    Some(read.to_value()).filter(|value| matches!(value, Value::List(_) | Value::Map(_)))
}

#[cfg(test)]
mod tests {
    use super::keep_secret;
    use diagnostics::Redactor;

    #[test]
    fn settings_in_a_secret_text_are_secret() {
        for (secret, told, masked) in [
            ("host=db user=app password=correcthorse", "correcthorse for app", "<secret> for app"),
            ("Server=db;User=app;Password=correct horse;", "correct horse", "<secret>"),
            ("[db]\nport: 1\ndb_password: correcthorse", "correcthorse", "<secret>"),
            ("URL=postgres://app:correcthorse@db/x", "correcthorse", "<secret>"),
            ("[a]\nurl = https://u:correcthorse@h", "correcthorse", "<secret>"),
            ("stage=production", "production", "production"),
            ("a note: production", "production", "production"),
        ] {
            let redactor = Redactor::default();
            keep_secret(&secret.into(), &redactor);
            assert_eq!(redactor.text(told), masked, "{secret}");
        }
    }
}
