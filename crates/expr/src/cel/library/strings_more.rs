//! Text: the functions that solutions have beside the string extension.

use gostd::unicode;
use value::Value;

use super::function::{Native, function, method};
use super::strings::text;
use super::title::title;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{Int, String};

const GROUP: &str = "strings";

/// The longest text that `strings.repeat` makes.
const MAX_REPEATED: usize = 1 << 20;

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "strings.clean",
        group: GROUP,
        help: "the text in lower case without `-`, `_` and blanks",
        example: "strings.clean(\"My-App Name\")",
        result: "\"myappname\"",
        overloads: &[function("strings_clean", &[String], String, clean)],
    },
    Native {
        name: "strings.title",
        group: GROUP,
        help: "the text with each word in lower case after a capital letter",
        example: "strings.title(\"hELLO world\")",
        result: "\"Hello World\"",
        overloads: &[function("strings_title", &[String], String, |budget, arguments| {
            changed(budget, arguments, title)
        })],
    },
    Native {
        name: "strings.repeat",
        group: GROUP,
        help: "the text so many times, up to 1 MiB",
        example: "strings.repeat(\"ab\", 3)",
        result: "\"ababab\"",
        overloads: &[function("strings_repeat", &[String, Int], String, repeat)],
    },
    Native {
        name: "toLowerCase",
        group: GROUP,
        help: "the text in lower case, letters of all scripts",
        example: "\"Élan\".toLowerCase()",
        result: "\"élan\"",
        overloads: &[method("string_to_lower_case", &[String], String, |budget, arguments| {
            changed(budget, arguments, unicode::to_lower)
        })],
    },
    Native {
        name: "toUpperCase",
        group: GROUP,
        help: "the text in upper case, letters of all scripts",
        example: "\"élan\".toUpperCase()",
        result: "\"ÉLAN\"",
        overloads: &[method("string_to_upper_case", &[String], String, |budget, arguments| {
            changed(budget, arguments, unicode::to_upper)
        })],
    },
];

fn changed(
    budget: &mut Budget,
    arguments: &[Value],
    change: impl Fn(&str) -> std::string::String,
) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    budget.allocate(text.len().saturating_mul(2))?;
    Ok(Value::string(change(text)))
}

fn clean(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    changed(budget, arguments, |text| {
        let lower = unicode::to_lower(text);
        lower.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).collect()
    })
}

fn repeat(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let text = text(arguments, 0);
    let count = arguments[1].as_int().unwrap_or(0);
    let Ok(count) = usize::try_from(count) else {
        return Err(Failure::new(format!("strings.repeat: count must be non-negative, got {count}")));
    };
    let length = text.len().saturating_mul(count);
    if length > MAX_REPEATED {
        let text = format!("strings.repeat: result would exceed maximum length ({MAX_REPEATED} bytes)");
        return Err(Failure::new(text));
    }
    budget.allocate(length)?;
    Ok(Value::string(text.repeat(if text.is_empty() { 0 } else { count })))
}
