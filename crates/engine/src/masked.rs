//! Masking of data before it is laid out, cut or written: what an escape, a prefix or a cut leaves of a secret is not
//! recognised any more.

use diagnostics::Redactor;
use serde_json::Value as Json;
use std::borrow::Cow;
use value::{Key, List, Map, Value};

/// The value with every text in it masked, names of maps too.
pub fn without_secrets(value: &Value, redactor: &Redactor) -> Value {
    if !redactor.has_secrets() {
        return value.clone();
    }
    match value {
        Value::String(text) => redactor.text(text).into_owned().into(),
        Value::Bytes(bytes) => Value::bytes(redactor.bytes(bytes).into_owned()),
        Value::Opaque(_) if let Some(text) = value.as_raw_text() => Value::text_part(&redactor.bytes(text)),
        Value::List(items) => items.iter().map(|item| without_secrets(item, redactor)).collect::<List>().into(),
        Value::Map(map) => {
            let entry = |(key, value): (&Key, &Value)| {
                let key = key.as_str().map_or_else(|| key.clone(), |key| Key::from(&*redactor.text(key)));
                (key, without_secrets(value, redactor))
            };
            map.iter().map(entry).collect::<Map>().into()
        }
        Value::Int(_) | Value::Uint(_) | Value::Float(_) => match redactor.text(&value.to_string()) {
            Cow::Borrowed(_) => value.clone(),
            Cow::Owned(masked) => masked.into(),
        },
        other => other.clone(),
    }
}

/// The same of JSON, in place.
pub(crate) fn mask(json: &mut Json, redactor: &Redactor) {
    if redactor.has_secrets() {
        mask_texts(json, redactor);
    }
}

fn mask_texts(json: &mut Json, redactor: &Redactor) {
    match json {
        Json::String(text) => {
            if let Cow::Owned(masked) = redactor.text(text) {
                *text = masked;
            }
        }
        Json::Number(number) => {
            if let Cow::Owned(masked) = redactor.text(&number.to_string()) {
                *json = masked.into();
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| mask_texts(item, redactor)),
        Json::Object(map) => {
            map.values_mut().for_each(|value| mask_texts(value, redactor));
            if map.keys().any(|key| !redactor.find(key.as_bytes()).is_empty()) {
                let whole = std::mem::take(map);
                map.extend(whole.into_iter().map(|(key, value)| (redactor.text(&key).into_owned(), value)));
            }
        }
        Json::Null | Json::Bool(_) => {}
    }
}
