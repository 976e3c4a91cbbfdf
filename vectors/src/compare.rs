//! When an answer is the recorded one.

use serde_json::Value as Json;

/// Compares the named fields of a success; a failure has to fail, in the same phase where one was recorded.
pub(crate) fn fields(names: &[&str], expected: &Json, got: &Json) -> bool {
    match (failed(expected), failed(got)) {
        (true, true) => expected.get("phase").is_none() || expected.get("phase") == got.get("phase"),
        (false, false) => names.iter().all(|name| expected.get(name).is_none_or(|want| got.get(name) == Some(want))),
        _ => false,
    }
}

/// The same with bytes as the text of their base64, in which the recorded cases have them as well.
pub(crate) fn plain_bytes(out: &Json) -> Json {
    match out {
        Json::Object(fields) => match fields.get("$base64").filter(|_| fields.len() == 1) {
            Some(text) => text.clone(),
            None => fields.iter().map(|(name, value)| (name.clone(), plain_bytes(value))).collect(),
        },
        Json::Array(items) => items.iter().map(plain_bytes).collect(),
        other => other.clone(),
    }
}

/// Whether the recorded shape is that of an error.
pub(crate) fn failed(out: &Json) -> bool {
    out.get("error").is_some_and(|error| !error.is_null())
}
