//! Regular expressions in Go's syntax. Compiled ones are kept, so that a pattern in a loop is compiled once.

use std::sync::Arc;

use gostd::regexp::{Regexp, quote_meta};
use gotmpl::go::{Nil, Type};
use gotmpl::{Call, CallError, Function, Param};
use value::{GoType, Value};

use super::bound::Bound;
use super::declare::{int, string, strings, text};
use crate::kept::Kept;

const GROUP: &str = "regex";

/// How long a result of replacing may be.
const LONGEST: usize = 256 << 20;

/// The expression of a pattern, or what is wrong with it.
fn compile(kept: &Kept<Regexp>, pattern: &[u8]) -> Result<Arc<Regexp>, String> {
    let pattern = std::str::from_utf8(pattern).map_err(|error| {
        let rest = gostd::utf8::to_text(&pattern[error.valid_up_to()..]);
        format!("error parsing regexp: invalid UTF-8: `{rest}`")
    })?;
    kept.get(pattern, |pattern| Regexp::compile(pattern).map_err(|error| error.to_string()))
}

type Use = fn(&mut Call<'_>, &Regexp) -> Result<Value, CallError>;

const ONE: &[Param] = &[text("pattern"), text("text")];
const SOME: &[Param] = &[text("pattern"), text("text"), int("count")];
const REPLACED: &[Param] = &[text("pattern"), text("text"), text("replacement")];

/// Compiled expressions, which all functions share.
pub(super) type Patterns = Arc<Kept<Regexp>>;

type Searching = Bound<Patterns>;

/// The function that needs no pattern.
pub(super) static FUNCTIONS: &[Function] =
    &[Function::new("regexQuoteMeta", &[text("text")], Type::String, |call| Ok(quote_meta(&call.text(0)).into()))
        .help(GROUP, "a pattern that matches exactly this text")
        .example(r#"{{ regexQuoteMeta "1.2.3" }}"#, r"1\.2\.3")];

/// The functions that compile patterns.
pub(super) static BOUND: &[Searching] = &[
    Searching::new("regexMatch", ONE, Type::Bool, |call, patterns| match compile(patterns, call.bytes(0)) {
        Ok(expression) => matches(call, &expression),
        Err(_) => Ok(false.into()),
    })
    .help(GROUP, "whether a text has a match; of a pattern that is none, `false`")
    .example(r#"{{ regexMatch "^[a-z]+@" "ada@example.com" }}"#, "true"),
    Searching::new("mustRegexMatch", ONE, Type::Bool, |call, patterns| must(call, patterns, matches))
        .help(GROUP, "as `regexMatch`; fails when the pattern is none")
        .example(r#"{{ mustRegexMatch "^[0-9]+$" "12a" }}"#, "false"),
    Searching::new("regexFind", ONE, Type::String, |call, patterns| plain(call, patterns, find))
        .help(GROUP, "the first match, an empty text when there is none")
        .example(r#"{{ regexFind "[0-9]+" "a12b345" }}"#, "12"),
    Searching::new("mustRegexFind", ONE, Type::String, |call, patterns| must(call, patterns, find))
        .help(GROUP, "as `regexFind`")
        .example(r#"{{ mustRegexFind "[0-9]+" "a12b345" }}"#, "12"),
    Searching::new("regexFindAll", SOME, Type::Strings, |call, patterns| plain(call, patterns, find_all))
        .help(GROUP, "at most so many matches; all of them for a negative count")
        .example(r#"{{ regexFindAll "[2,4,6,8]" "123456789" -1 }}"#, "[2 4 6 8]"),
    Searching::new("mustRegexFindAll", SOME, Type::Strings, |call, patterns| must(call, patterns, find_all))
        .help(GROUP, "as `regexFindAll`")
        .example(r#"{{ mustRegexFindAll "[a-c]" "abcabc" 2 }}"#, "[a b]"),
    Searching::new("regexSplit", SOME, Type::Strings, |call, patterns| plain(call, patterns, split))
        .help(GROUP, "the parts between matches, at most so many; all of them for a negative count")
        .example(r#"{{ regexSplit "z+" "pizza" -1 }}"#, "[pi a]"),
    Searching::new("mustRegexSplit", SOME, Type::Strings, |call, patterns| must(call, patterns, split))
        .help(GROUP, "as `regexSplit`")
        .example(r#"{{ mustRegexSplit ", *" "a, b,c" 2 }}"#, "[a b,c]"),
    Searching::new("regexReplaceAll", REPLACED, Type::String, |call, patterns| plain(call, patterns, replace))
        .help(GROUP, "a text with all matches replaced; `$1` and `${name}` stand for groups")
        .example(r#"{{ regexReplaceAll "a(x*)b" "-ab-axxb-" "${1}W" }}"#, "-W-xxW-"),
    Searching::new("mustRegexReplaceAll", REPLACED, Type::String, |call, patterns| must(call, patterns, replace))
        .help(GROUP, "as `regexReplaceAll`")
        .example(r#"{{ mustRegexReplaceAll "[ .]+" "a b. c" "-" }}"#, "a-b-c"),
    Searching::new("regexReplaceAllLiteral", REPLACED, Type::String, |call, patterns| {
        plain(call, patterns, replace_literally)
    })
    .help(GROUP, "a text with all matches replaced by this text as it is")
    .example(r#"{{ regexReplaceAllLiteral "a(x*)b" "-ab-axxb-" "${1}" }}"#, "-${1}-${1}-"),
    Searching::new("mustRegexReplaceAllLiteral", REPLACED, Type::String, |call, patterns| {
        must(call, patterns, replace_literally)
    })
    .help(GROUP, "as `regexReplaceAllLiteral`")
    .example(r#"{{ mustRegexReplaceAllLiteral "x" "axb" "$0" }}"#, "a$0b"),
];

fn plain(call: &mut Call<'_>, patterns: &Patterns, apply: Use) -> Result<Value, CallError> {
    let expression = compile(patterns, call.bytes(0)).map_err(|error| panicking(call, &error))?;
    apply(call, &expression)
}

fn must(call: &mut Call<'_>, patterns: &Patterns, apply: Use) -> Result<Value, CallError> {
    let expression = compile(patterns, call.bytes(0)).map_err(CallError::new)?;
    apply(call, &expression)
}

/// What Go says when a pattern that has to be right is not.
fn panicking(call: &Call<'_>, error: &str) -> CallError {
    let quoted = match std::str::from_utf8(call.bytes(0)) {
        Ok(pattern) if value::can_backquote(pattern) => format!("`{pattern}`"),
        _ => value::quote_bytes(call.bytes(0)),
    };
    CallError::new(format!("regexp: Compile({quoted}): {error}"))
}

fn matches(call: &mut Call<'_>, expression: &Regexp) -> Result<Value, CallError> {
    Ok(expression.is_match(call.bytes(1)).into())
}

fn find(call: &mut Call<'_>, expression: &Regexp) -> Result<Value, CallError> {
    let text = call.bytes(1);
    Ok(string(expression.find(text).map_or(&b""[..], |found| &text[found])))
}

fn find_all(call: &mut Call<'_>, expression: &Regexp) -> Result<Value, CallError> {
    let text = call.bytes(1);
    let matches = expression.find_all(text, usize::try_from(call.int(2)).ok());
    if matches.is_empty() {
        return Ok(Nil::value(GoType::STRINGS));
    }
    Ok(strings(matches.into_iter().map(|found| &text[found])))
}

fn split(call: &mut Call<'_>, expression: &Regexp) -> Result<Value, CallError> {
    let limit = usize::try_from(call.int(2)).ok();
    if limit == Some(0) {
        return Ok(Nil::value(GoType::STRINGS));
    }
    Ok(strings(expression.split(&call.text(1), limit)))
}

fn replace(call: &mut Call<'_>, expression: &Regexp) -> Result<Value, CallError> {
    let result = expression.replace_all_within(LONGEST, call.bytes(1), call.bytes(2));
    charged(call, result.map_err(|error| CallError::limit(error.to_string()))?)
}

fn replace_literally(call: &mut Call<'_>, expression: &Regexp) -> Result<Value, CallError> {
    let result = expression.replace_all_literal_within(LONGEST, call.bytes(1), call.bytes(2));
    charged(call, result.map_err(|error| CallError::limit(error.to_string()))?)
}

fn charged(call: &mut Call<'_>, text: Vec<u8>) -> Result<Value, CallError> {
    call.charge(text.len())?;
    Ok(string(text))
}
