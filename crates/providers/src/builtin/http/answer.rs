//! What comes back, as a value.

use crate::Capability;
use system::http::{Headers, Response};
use value::{List, Map, Value};

/// An answer.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Map,
    body: Vec<u8>,
}

impl Answer {
    pub(super) fn of(response: Response) -> Self {
        Self { status: response.status, headers: fields(&response.headers), body: response.body }
    }

    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(super) fn length(&self) -> usize {
        self.body.len()
    }

    /// The first value of a header field, by its canonical name.
    pub(super) fn header_lines(&self, name: &str) -> Vec<&str> {
        match self.headers.get(name) {
            Some(Value::List(list)) => list.iter().filter_map(Value::as_str).collect(),
            Some(value) => value.as_str().into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// The body as text, UTF-8 or not.
    pub(super) fn text(&self) -> Value {
        Value::text_part(&self.body)
    }

    /// What JSON says, or the text when it is none.
    pub(super) fn parsed(&self) -> Value {
        let parsed = str::from_utf8(&self.body).ok().and_then(|text| Value::from_json(text).ok());
        parsed.map_or_else(|| self.text(), floats)
    }

    fn body(&self, parses_json: bool) -> Value {
        if parses_json && self.header_lines("Content-Type").first().is_some_and(|kind| is_json(kind)) {
            self.parsed()
        } else {
            self.text()
        }
    }

    /// The result of a call; actions are told whether it was a success.
    pub(super) fn value(&self, parses_json: bool, mode: Capability) -> Map {
        let mut data: Map = [
            ("statusCode", Value::Int(i64::from(self.status))),
            ("body", self.body(parses_json)),
            ("headers", self.headers.clone().into()),
        ]
        .into_iter()
        .collect();
        if mode == Capability::Action {
            data.insert("success", self.is_success());
        }
        data
    }
}

fn is_json(content_type: &str) -> bool {
    let kind = content_type.to_ascii_lowercase();
    kind.starts_with("application/json") || kind.ends_with("+json")
}

/// Numbers of JSON are doubles in expressions, as in the original. JSON is read to a limited depth, so this ends.
fn floats(value: Value) -> Value {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "doubles are what is asked for")]
        Value::Int(number) => Value::Float(number as f64),
        #[expect(clippy::cast_precision_loss, reason = "doubles are what is asked for")]
        Value::Uint(number) => Value::Float(number as f64),
        Value::List(list) => list.into_vec().into_iter().map(floats).collect::<List>().into(),
        Value::Map(map) => map.into_iter().map(|(key, value)| (key, floats(value))).collect::<Map>().into(),
        other => other,
    }
}

/// Header fields by their canonical names: one value is text, several are a list. What belongs to the connection is left
/// out, as Go does it.
fn fields(headers: &Headers) -> Map {
    let mut fields = Map::new();
    for (name, value) in headers.iter() {
        let name = canonical(name);
        let closes = || value.split(',').any(|word| word.trim().eq_ignore_ascii_case("close"));
        if matches!(name.as_str(), "Transfer-Encoding" | "Trailer") || (name == "Connection" && closes()) {
            continue;
        }
        let value = Value::string(value);
        match fields.get_mut(name.as_str()) {
            None => {
                fields.insert(name.as_str(), value);
            }
            Some(Value::List(list)) => list.push(value),
            Some(first) => *first = [first.clone(), value].into_iter().collect::<List>().into(),
        }
    }
    fields
}

/// `content-type` is `Content-Type`.
fn canonical(name: &str) -> String {
    let mut upper = true;
    let letter = |letter: char| {
        let cased = if upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        upper = letter == '-';
        cased
    };
    name.chars().map(letter).collect()
}
