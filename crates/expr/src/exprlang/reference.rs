//! Everything the language has, each with an example: the operators here, the builtins where they are declared.

use std::borrow::Cow;

use super::{builtin, method};

/// A part of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it belongs to.
    pub group: &'static str,
    /// The operator or the function.
    pub name: &'static str,
    /// How it is written.
    pub signature: Cow<'static, str>,
    /// What it does, in one line.
    pub help: &'static str,
    /// An expression.
    pub example: &'static str,
    /// The JSON of what the example gives; numbers with a point are floats.
    pub result: &'static str,
}

macro_rules! entries {
    ($($group:literal: [$($name:literal, $signature:literal, $help:literal, $example:literal => $result:literal;)*])*) => {
        &[$($(Entry {
            group: $group, name: $name, signature: Cow::Borrowed($signature), help: $help, example: $example, result: $result,
        },)*)*]
    };
}

const SYNTAX: &[Entry] = entries! {
    "literals": [
        "nil", "nil", "Nothing.", "nil" => "null";
        "true", "true, false", "A bool.", "true" => "true";
        "int", "42, 0x2A, 0o52, 0b101010, 1_000", "A whole number.", "0x2A + 1_000" => "1042";
        "float", "0.5, .5, 1e3", "A number with a point or an exponent.", "1e3" => "1000.0";
        "text", "'…', \"…\"", "A text; escapes are `\\n \\t \\r \\\\ \\' \\\" \\x41 \\u00e9 \\u{1f600} \\101` and a few more.", r#""a\tb\u00e9""# => r#""a\tbé""#;
        "raw text", "`…`", "A text without escapes; two backticks stand for one.", r"`\w+`" => r#""\\w+""#;
        "bytes", "b'…'", "Bytes.", r#"b"a\xff""# => r#""Yf8=""#;
        "list", "[a, b]", "A list.", "[1, 'a', [true]]" => r#"[1, "a", [true]]"#;
        "map", "{a: 1, 'b c': 2, (key): 3}", "A map; a key that is computed is in parentheses. Of equal keys the first counts.", "{a: 1, ('b' + 'c'): 2}" => r#"{"a": 1, "bc": 2}"#;
        "comment", "// …, /* … */", "Not part of the expression.", "1 /* one */ + 2 // three" => "3";
    ]
    "arithmetic": [
        "+", "a + b", "The sum; also of texts, durations, and a time and a duration.", "'a' + 'b'" => r#""ab""#;
        "-", "a - b", "The difference; also of times and durations.", "5 - 7" => "-2";
        "*", "a * b", "The product; also of a duration and a number.", "6 * 7" => "42";
        "/", "a / b", "The quotient, always a float.", "7 / 2" => "3.5";
        "%", "a % b", "The remainder of whole numbers.", "-7 % 3" => "-1";
        "**", "a ** b, a ^ b", "The power, always a float.", "2 ** 10" => "1024.0";
        "unary -", "-a", "The number with the other sign.", "-2 ** 2" => "-4.0";
        "unary +", "+a", "The value itself.", "+5" => "5";
    ]
    "comparison": [
        "==", "a == b", "Whether both are equal: numbers by what they count, lists item by item, maps strictly.", "[1] == [1.0]" => "true";
        "!=", "a != b", "Whether they are not equal.", "1 != 2" => "true";
        "<", "a < b", "Whether it is less; of numbers, texts, times and durations. Several in a row all have to hold.", "1 < 2 < 3" => "true";
        ">", "a > b", "Whether it is more.", "'b' > 'a'" => "true";
        "<=", "a <= b", "Whether it is not more.", "2 <= 2" => "true";
        ">=", "a >= b", "Whether it is not less.", "1 >= 2" => "false";
    ]
    "logic": [
        "&&", "a && b, a and b", "Both; the second is looked at only when the first is true.", "true and false" => "false";
        "||", "a || b, a or b", "At least one; the second is looked at only when the first is false.", "true or false" => "true";
        "!", "!a, not a", "The opposite.", "not true" => "false";
        "?:", "condition ? a : b", "One of two.", "1 > 2 ? 'yes' : 'no'" => r#""no""#;
        "?: (short)", "a ?: b", "`a` when it is true, else `b`.", "false ?: 5" => "5";
        "if", "if condition { a } else { b }", "One of two; more with `else if`.", "if 1 > 2 { 'a' } else if 2 > 1 { 'b' } else { 'c' }" => r#""b""#;
        "??", "a ?? b", "`b` when `a` is nil. With another operator beside it, one of both is in parentheses.", "{}.port ?? 80" => "80";
    ]
    "text and membership": [
        "in", "a in b, a not in b", "Whether a list has an item, or a map a key.", "'web' in ['web', 'db']" => "true";
        "contains", "a contains b, a not contains b", "Whether a text has a part.", "'hello' contains 'ell'" => "true";
        "startsWith", "a startsWith b", "Whether a text begins with another.", "'hello' startsWith 'he'" => "true";
        "endsWith", "a endsWith b", "Whether a text ends with another.", "'hello' endsWith 'lo'" => "true";
        "matches", "a matches b, a not matches b", "Whether a text matches a regular expression of RE2.", r"'web01' matches '^web\\d+$'" => "true";
    ]
    "access": [
        ".", "a.b", "A member of a map; nil when there is none. Of nil it is an error.", "{os: {name: 'linux'}}.os.name" => r#""linux""#;
        "?.", "a?.b", "A member, or nil when there is nothing to take it from; the rest of the chain is skipped then.", "{}.os?.name.first" => "null";
        "[]", "a[b]", "An item of a list, from 0, or from the end with a negative number; an entry of a map.", "[1, 2, 3][-1]" => "3";
        "?.[]", "a?.[b]", "An item, or nil when there is nothing to take it from.", "{}.list?.[0]" => "null";
        "[:]", "a[from:to]", "A part of a list or, counted in bytes, of a text; both ends may be left out.", "'hello'[1:-1]" => r#""ell""#;
        "..", "a..b", "The whole numbers from one to another.", "1..4" => "[1, 2, 3, 4]";
        "$env", "$env", "All variables.", "'nothing' in $env" => "false";
    ]
    "structure": [
        "|", "a | f(b)", "Calls `f` with `a` as its first argument.", "[3, 1, 2] | sort() | first()" => "1";
        "let", "let name = a; b", "A name for a value.", "let x = 2; x * x" => "4";
        ";", "a; b", "Several expressions; the last one counts.", "1; 2" => "2";
        "::", "::f(a)", "The function itself, even where a variable has its name.", "::len([1, 2])" => "2";
        "#", "#, .name", "The item that a predicate is asked about; `.name` is `#.name`.", "map([{n: 1}, {n: 2}], .n + #.n)" => "[2, 4]";
        "{ }", "{ a; b }", "A predicate of several expressions.", "map([1, 2], { let x = #; x * x })" => "[1, 4]";
    ]
};

/// All parts of the language, by group: operators and syntax first, then the builtins and the methods.
pub fn reference() -> impl Iterator<Item = Entry> {
    let builtins = builtin::tables().iter().flat_map(|(group, entries)| {
        entries.iter().map(|entry| Entry {
            group,
            name: entry.name,
            signature: entry.signature.into(),
            help: entry.help,
            example: entry.example,
            result: entry.result,
        })
    });
    SYNTAX.iter().cloned().chain(builtins).chain(method::reference())
}
