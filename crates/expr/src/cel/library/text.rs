//! Text: what the language itself brings along.

use value::Value;

use super::cost::Cost;
use super::function::{Native, function, method};
use super::regex;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Bool, String};
use crate::search;

const GROUP: &str = "standard";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "contains",
        group: GROUP,
        help: "whether a text has another one in it",
        example: "\"hello\".contains(\"ell\")",
        result: "true",
        overloads: &[method("contains_string", &[String, String], Bool, contains).cost(Cost::Contains).unguarded()],
    },
    Native {
        name: "endsWith",
        group: GROUP,
        help: "whether a text ends with another one",
        example: "\"main.tf\".endsWith(\".tf\")",
        result: "true",
        overloads: &[method("ends_with_string", &[String, String], Bool, ends_with).cost(Cost::Traversal).unguarded()],
    },
    Native {
        name: "startsWith",
        group: GROUP,
        help: "whether a text begins with another one",
        example: "\"v1.2\".startsWith(\"v\")",
        result: "true",
        overloads: &[method("starts_with_string", &[String, String], Bool, starts_with)
            .cost(Cost::Traversal)
            .unguarded()],
    },
    Native {
        name: "matches",
        group: GROUP,
        help: "whether a regular expression matches anywhere in a text",
        example: "\"web-01\".matches(\"^web-[0-9]+$\")",
        result: "true",
        overloads: &[
            function("matches", &[String, String], Bool, matches).unguarded(),
            method("matches_string", &[String, String], Bool, matches).cost(Cost::Matches).unguarded(),
        ],
    },
];

/// Two texts, if both are.
fn texts(arguments: &[Value]) -> Result<(&str, &str), Failure> {
    match arguments {
        [Value::String(text), Value::String(other)] => Ok((text, other)),
        _ => Err(Failure::no_overload()),
    }
}

fn contains(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    texts(arguments).map(|(text, part)| Value::Bool(search::find(text.as_bytes(), part.as_bytes()).is_some()))
}

fn ends_with(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    texts(arguments).map(|(text, end)| Value::Bool(text.ends_with(end)))
}

fn starts_with(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    texts(arguments).map(|(text, start)| Value::Bool(text.starts_with(start)))
}

fn matches(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let (text, pattern) = texts(arguments)?;
    let regexp = regex::compiled(budget, pattern)?.map_err(|error| Failure::new(error.to_string()))?;
    regex::is_match(budget, &regexp, text).map(Value::Bool)
}
