//! Secrets in what an expression makes of values.

use value::{List, Map, Value};

/// A result without what the secrets that went into it hold. What is computed from them otherwise is no part of them. The
/// redactor masks long secrets within texts; a text that holds a short one is hidden as a whole.
pub(super) fn hidden(result: &Value, secrets: &[&Value]) -> Value {
    if secrets.iter().any(|secret| holds(secret, result)) {
        return Value::string("[REDACTED]");
    }
    match result {
        Value::List(items) => items.iter().map(|item| hidden(item, secrets)).collect::<List>().into(),
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), hidden(value, secrets))).collect::<Map>().into(),
        other => other.clone(),
    }
}

/// Whether a value is a secret or part of one.
fn holds(secret: &Value, value: &Value) -> bool {
    if !tells_something(secret) {
        return false;
    }
    secret == value
        || match secret {
            Value::List(items) => items.iter().any(|item| holds(item, value)),
            Value::Map(map) => map.values().any(|item| holds(item, value)),
            one => value.as_str().is_some_and(|text| has_short(text, &one.to_string())),
        }
}

/// Nothing, and what is empty, is part of everything.
fn tells_something(secret: &Value) -> bool {
    match secret {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::List(items) => !items.is_empty(),
        Value::Map(map) => !map.is_empty(),
        _ => true,
    }
}

/// Secrets from this length on are masked wherever they turn up.
const LONG: usize = 6;

fn has_short(text: &str, secret: &str) -> bool {
    (1..LONG).contains(&secret.len()) && text.contains(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_secrets_are_hidden_wherever_they_turn_up() {
        let login: Value = [("user", "me"), ("pin", "12")].into_iter().collect::<Map>().into();
        let flag = Value::Bool(true);
        let secrets = [&login, &flag];
        for (result, expected) in [
            (login.clone(), "[REDACTED]"),
            ("12".into(), "[REDACTED]"),
            (true.into(), "[REDACTED]"),
            (false.into(), "false"),
            (Value::Null, "<nil>"),
            (["me", "you"].into_iter().map(Value::string).collect::<List>().into(), "[[REDACTED] you]"),
            ([("a", "12"), ("b", "1-2")].into_iter().collect::<Map>().into(), "map[a:[REDACTED] b:1-2]"),
            ("pin 12!".into(), "[REDACTED]"),
        ] {
            assert_eq!(hidden(&result, &secrets).to_string(), expected);
        }
        let empty = [("", Value::Null)].into_iter().collect::<Map>().into();
        assert_eq!(hidden(&Value::Null, &[&empty]), Value::Null);
    }
}
