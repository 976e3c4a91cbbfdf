//! Text: the string extension. Positions count characters.

use value::Value;

use super::cost::Cost;
use super::format;
use super::function::{Native, function, method};
use super::sizes::count;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Dyn, Int, List, String};
use crate::cel::values::shown;
use crate::search;

const GROUP: &str = "strings";

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "charAt",
        group: GROUP,
        help: "the character at a position; nothing at the end",
        example: "\"hello\".charAt(4)",
        result: "\"o\"",
        overloads: &[method("string_char_at_int", &[String, Int], String, char_at)],
    },
    Native {
        name: "indexOf",
        group: GROUP,
        help: "where a text is first found, from a position on; -1 when it is not",
        example: "\"hello mellow\".indexOf(\"ello\", 2)",
        result: "7",
        overloads: &[
            method("string_index_of_string", &[String, String], Int, index_of),
            method("string_index_of_string_int", &[String, String, Int], Int, index_of),
        ],
    },
    Native {
        name: "lastIndexOf",
        group: GROUP,
        help: "where a text is last found, up to a position; -1 when it is not",
        example: "\"hello mellow\".lastIndexOf(\"ello\")",
        result: "7",
        overloads: &[
            method("string_last_index_of_string", &[String, String], Int, last_index_of),
            method("string_last_index_of_string_int", &[String, String, Int], Int, last_index_of),
        ],
    },
    Native {
        name: "join",
        group: GROUP,
        help: "the texts of a list with a separator between them",
        example: "[\"a\", \"b\"].join(\"-\")",
        result: "\"a-b\"",
        overloads: &[
            method("list_join", &[List(&String)], String, join),
            method("list_join_string", &[List(&String), String], String, join),
        ],
    },
    Native {
        name: "lowerAscii",
        group: GROUP,
        help: "the text with the letters A to Z in lower case",
        example: "\"TacoCat\".lowerAscii()",
        result: "\"tacocat\"",
        overloads: &[method("string_lower_ascii", &[String], String, lower_ascii)],
    },
    Native {
        name: "upperAscii",
        group: GROUP,
        help: "the text with the letters a to z in upper case",
        example: "\"TacoCat\".upperAscii()",
        result: "\"TACOCAT\"",
        overloads: &[method("string_upper_ascii", &[String], String, upper_ascii)],
    },
    Native {
        name: "replace",
        group: GROUP,
        help: "the text with one text in place of another, everywhere or so many times",
        example: "\"hello hello\".replace(\"he\", \"we\", 1)",
        result: "\"wello hello\"",
        overloads: &[
            method("string_replace_string_string", &[String, String, String], String, replace),
            method("string_replace_string_string_int", &[String, String, String, Int], String, replace),
        ],
    },
    Native {
        name: "split",
        group: GROUP,
        help: "the parts of a text between separators, all or at most so many",
        example: "\"a,b,c\".split(\",\", 2)",
        result: "[\"a\", \"b,c\"]",
        overloads: &[
            method("string_split_string", &[String, String], List(&String), split),
            method("string_split_string_int", &[String, String, Int], List(&String), split),
        ],
    },
    Native {
        name: "substring",
        group: GROUP,
        help: "the text from a position on, up to another one",
        example: "\"tacocat\".substring(0, 4)",
        result: "\"taco\"",
        overloads: &[
            method("string_substring_int", &[String, Int], String, substring),
            method("string_substring_int_int", &[String, Int, Int], String, substring),
        ],
    },
    Native {
        name: "trim",
        group: GROUP,
        help: "the text without white space around it",
        example: "\"  a b \".trim()",
        result: "\"a b\"",
        overloads: &[method("string_trim", &[String], String, trim)],
    },
    Native {
        name: "format",
        group: GROUP,
        help: "a text with values in place of `%s %d %f %e %b %x %X %o`; `%.2f` has two digits after the point, `%%` is a percent sign",
        example: "\"%s has %d, %.1f%%\".format([\"a\", 2, 99.5])",
        result: "\"a has 2, 99.5%\"",
        overloads: &[method("string_format", &[String, List(&Dyn)], String, formatted).cost(Cost::Traversal)],
    },
    Native {
        name: "strings.quote",
        group: GROUP,
        help: "the text in quotes, with escapes where they are needed",
        example: "strings.quote(\"a\\tb\")",
        result: "\"\\\"a\\\\tb\\\"\"",
        overloads: &[function("strings_quote", &[String], String, quote).cost(Cost::Traversal)],
    },
];

/// The text at a place of the arguments, which the signature has made sure of.
pub(super) fn text(arguments: &[Value], at: usize) -> &str {
    arguments.get(at).and_then(Value::as_str).unwrap_or_default()
}

fn number(arguments: &[Value], at: usize) -> Option<i64> {
    arguments.get(at).and_then(Value::as_int)
}

fn out_of_range(position: i64) -> Failure {
    Failure::new(format!("index out of range: {position}"))
}

/// Where the character at a position begins; the end of the text is a position too.
fn byte_of(text: &str, position: i64) -> Result<usize, Failure> {
    let wanted = usize::try_from(position).map_err(|_| out_of_range(position))?;
    let mut starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.nth(wanted).ok_or_else(|| out_of_range(position))
}

fn char_at(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    let at = byte_of(text, number(arguments, 1).unwrap_or(0))?;
    Ok(text[at..].chars().next().map_or_else(|| Value::from(""), |c| Value::string(c.to_string())))
}

fn index_of(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let (text, part) = (text(arguments, 0), text(arguments, 1));
    let from = number(arguments, 2).unwrap_or(0);
    if part.is_empty() {
        return Ok(Value::Int(from));
    }
    if from < 0 {
        return Err(out_of_range(from));
    }
    let Ok(start) = byte_of(text, from) else { return Ok(Value::Int(-1)) };
    let found = search::find(&text.as_bytes()[start..], part.as_bytes());
    Ok(found.map_or(Value::Int(-1), |found| count(text[..start + found].chars().count())))
}

fn last_index_of(_: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let (text, part) = (text(arguments, 0), text(arguments, 1));
    let length = text.chars().count();
    let Some(upto) = number(arguments, 2) else {
        let found = text.rfind(part);
        return Ok(found.map_or(Value::Int(-1), |found| count(text[..found].chars().count())));
    };
    if part.is_empty() {
        return Ok(Value::Int(upto));
    }
    let position = usize::try_from(upto).map_err(|_| out_of_range(upto))?;
    if position >= length {
        return Ok(Value::Int(-1));
    }
    let last = byte_of(text, upto)?;
    let end = (last + part.len()).min(text.len());
    let end = (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
    let found = text[..end].rmatch_indices(part).map(|(at, _)| at).find(|at| *at <= last);
    Ok(found.map_or(Value::Int(-1), |found| count(text[..found].chars().count())))
}

fn join(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let separator = arguments.get(1).and_then(Value::as_text_bytes).unwrap_or_default();
    let mut joined = Vec::new();
    for (at, item) in arguments[0].as_list().into_iter().flatten().enumerate() {
        let invalid = || Failure::new(format!("join: invalid input: {}", shown(item)));
        let part = item.as_text_bytes().ok_or_else(invalid)?;
        let between = if at == 0 { &[] } else { separator };
        budget.allocate(between.len() + part.len())?;
        joined.extend_from_slice(between);
        joined.extend_from_slice(part);
    }
    Ok(Value::text(joined))
}

fn lower_ascii(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    budget.allocate(text.len())?;
    Ok(Value::string(text.to_ascii_lowercase()))
}

fn upper_ascii(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    budget.allocate(text.len())?;
    Ok(Value::string(text.to_ascii_uppercase()))
}

fn replace(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let (text, old, new) = (text(arguments, 0), text(arguments, 1), text(arguments, 2));
    let times = number(arguments, 3).and_then(|times| usize::try_from(times).ok()).unwrap_or(usize::MAX);
    let found = text.matches(old).take(times).count();
    budget.allocate(text.len().saturating_add(found.saturating_mul(new.len())))?;
    Ok(Value::string(text.replacen(old, new, found)))
}

fn split(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let (text, separator) = (text(arguments, 0), text(arguments, 1));
    let limit = number(arguments, 2).and_then(|limit| usize::try_from(limit).ok());
    // A list of more parts than fit is not made.
    let most = limit.unwrap_or(usize::MAX).min(budget.items_left().saturating_add(1));
    let parts: Vec<&str> = match (most, separator) {
        (0, _) => Vec::new(),
        (most, "") => characters(text, most),
        (most, _) => text.splitn(most, separator).collect(),
    };
    budget.allocate_items(parts.len())?;
    budget.allocate(text.len())?;
    Ok(parts.into_iter().map(Value::from).collect())
}

/// The characters of a text one by one; the last of at most so many parts has the rest.
fn characters(text: &str, limit: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if parts.len() + 1 == limit { rest.len() } else { first.len_utf8() };
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts
}

fn substring(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    let from = number(arguments, 1).unwrap_or(0);
    let end = match number(arguments, 2) {
        Some(to) if from > to => {
            return Err(Failure::new(format!("invalid substring range. start: {from}, end: {to}")));
        }
        Some(to) => {
            byte_of(text, from)?;
            byte_of(text, to)?
        }
        None => text.len(),
    };
    let start = byte_of(text, from)?;
    budget.allocate(end - start)?;
    Ok(Value::from(&text[start..end]))
}

fn trim(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let trimmed = text(arguments, 0).trim();
    budget.allocate(trimmed.len())?;
    Ok(Value::from(trimmed))
}

pub(super) fn reverse(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    budget.allocate(text.len())?;
    Ok(Value::string(text.chars().rev().collect::<std::string::String>()))
}

fn formatted(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let items = arguments[1].as_list().map_or(&[][..], |list| list);
    format::format(budget, text(arguments, 0), items)
}

fn quote(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    budget.allocate(text.len().saturating_mul(2))?;
    let mut quoted = std::string::String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '\x07' => quoted.push_str("\\a"),
            '\x08' => quoted.push_str("\\b"),
            '\x0c' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\x0b' => quoted.push_str("\\v"),
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    Ok(Value::string(quoted))
}
