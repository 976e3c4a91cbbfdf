//! Every example of the reference gives what it says.

use std::borrow::Cow;

use expr::exprlang::{Budget, Environment, Variables, compile, reference};
use value::{Timestamp, Value};

struct Clock;

impl Variables for Clock {
    fn get(&self, _name: &str) -> Option<Cow<'_, Value>> {
        None
    }

    fn now(&self) -> Option<Timestamp> {
        "2024-02-29T12:00:00Z".parse().ok()
    }
}

/// Bytes and times as they are in JSON; numbers keep their kind.
fn plain(value: &Value) -> Value {
    match value {
        Value::Bytes(_) | Value::Timestamp(_) | Value::Opaque(_) => {
            let json = value.to_json(value::Escape::Plain, value::KeyOrder::Keep).expect("it is well formed");
            Value::from_json(&json).expect("it is well formed")
        }
        other => other.clone(),
    }
}

#[test]
fn every_example_gives_its_result() {
    let environment = Environment::new();
    for entry in reference() {
        let program = compile(entry.example, &environment).unwrap_or_else(|error| panic!("{}: {error}", entry.example));
        let got = program.run(&Clock, &Budget::default()).unwrap_or_else(|error| panic!("{}: {error}", entry.example));
        let expected = Value::from_json(entry.result).unwrap_or_else(|error| panic!("{}: {error}", entry.result));
        assert_eq!(plain(&got), expected, "{}", entry.example);
    }
}

#[test]
fn every_entry_is_complete_and_there_once() {
    let entries: Vec<_> = reference().collect();
    for (position, entry) in entries.iter().enumerate() {
        assert!(entry.help.ends_with('.') && !entry.help.contains('\n'), "{}", entry.name);
        assert!(!entry.group.is_empty() && !entry.signature.is_empty(), "{}", entry.name);
        let same = |other: &expr::exprlang::Entry| (other.group, other.name) == (entry.group, entry.name);
        assert!(!entries[position + 1..].iter().any(same), "{}", entry.name);
    }
    let builtins = "all none any one filter map find findIndex findLast findLastIndex count sum groupBy sortBy reduce len \
                    type abs ceil floor round int float string trim trimPrefix trimSuffix upper lower split splitAfter \
                    replace repeat join indexOf lastIndexOf hasPrefix hasSuffix max min mean median toJSON fromJSON \
                    toBase64 fromBase64 now duration date timezone first last get take keys values toPairs fromPairs \
                    reverse uniq concat flatten sort bitand bitor bitxor bitnand bitshl bitshr bitushr bitnot";
    for name in builtins.split_whitespace() {
        assert!(entries.iter().any(|entry| entry.name == name && entry.signature.starts_with(name)), "{name}");
    }
}
