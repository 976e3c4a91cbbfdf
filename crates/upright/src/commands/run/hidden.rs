//! Secrets in what an expression makes of values.

use value::{List, Map, Value};

/// A result without what the secrets that went into it hold. What is computed from them otherwise is no part of them. The
/// redactor masks long secrets within texts; a text that holds a short one is hidden as a whole.
pub(super) fn hidden(result: &Value, secrets: &[&Value]) -> Value {
    if secrets.contains(&result) || secrets.iter().any(|secret| holds(secret, result)) {
        return Value::string("[REDACTED]");
    }
    match result {
        Value::List(items) => items.iter().map(|item| hidden(item, secrets)).collect::<List>().into(),
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), hidden(value, secrets))).collect::<Map>().into(),
        other => other.clone(),
    }
}

/// Whether a value is part of a secret. Nothing and the empty text are part of everything, and tell nothing.
fn holds(secret: &Value, value: &Value) -> bool {
    match secret {
        Value::Null => false,
        Value::String(text) if text.is_empty() => false,
        Value::List(items) => items.iter().any(|item| item == value || holds(item, value)),
        Value::Map(map) => map.values().any(|item| item == value || holds(item, value)),
        other => other == value || value.as_str().is_some_and(|text| has_short(text, &other.to_string())),
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
