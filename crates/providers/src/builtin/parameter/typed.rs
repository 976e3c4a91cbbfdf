//! From the text of a parameter to the value that it stands for.

use super::fetch;
use crate::{Context, Fault};
use gostd::strconv::{Bits, atoi, parse_float};
use value::{List, Value};

pub(super) fn value(text: &str, context: &Context<'_>) -> Result<Value, Fault> {
    if text == "-" {
        return Err(Fault::new("stdin value '-' should have been resolved during CLI initialization")
            .help("`-r KEY=@-` reads a value from standard input".to_owned()));
    }
    if let Some(path) = text.strip_prefix("file://") {
        return fetch::file(path, context);
    }
    if text.starts_with("http://") || text.starts_with("https://") {
        return fetch::url(text, context);
    }
    Ok(plain(text))
}

/// The first of these that it is: JSON, a truth value, a number, a list, text.
fn plain(text: &str) -> Value {
    if text.starts_with(['{', '['])
        && let Ok(parsed) = Value::from_json(text)
    {
        return parsed;
    }
    if let Some(truth) = [("true", true), ("false", false)].iter().find(|(word, _)| text.eq_ignore_ascii_case(word)) {
        return truth.1.into();
    }
    if let Ok(number) = atoi(text) {
        return number.into();
    }
    if let Ok(number) = parse_float(text, Bits::Double) {
        return number.into();
    }
    let is_quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    match text {
        _ if is_quoted => Value::string(text.trim_matches('"')),
        _ if text.contains(',') => text.split(',').map(str::trim).collect::<List>().into(),
        _ => Value::string(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_what_they_look_like() {
        for (text, expected) in [
            ("text", r#""text""#),
            ("42", "42"),
            ("-7", "-7"),
            ("+5", "5"),
            ("0600", "600"),
            ("1.5", "1.5"),
            (".5", "0.5"),
            ("1e3", "1000"),
            ("1_000", "1000"),
            ("0x10", r#""0x10""#),
            ("9223372036854775808", "9223372036854776000"),
            ("tRue", "true"),
            ("FALSE", "false"),
            ("yes", r#""yes""#),
            ("null", r#""null""#),
            ("", r#""""#),
            (r#"{"a": [1, null]}"#, r#"{"a":[1,null]}"#),
            ("[not json", r#""[not json""#),
            ("[1, two]", r#"["[1","two]"]"#),
            ("a, b ,c", r#"["a","b","c"]"#),
            ("1,2", r#"["1","2"]"#),
            (r#""a,b""#, r#""a,b""#),
            (r#"""a"""#, r#""a""#),
            ("\"", r#""\"""#),
            (" 5", r#"" 5""#),
        ] {
            let json = plain(text).to_json(value::Escape::Plain, value::KeyOrder::Sorted).unwrap();
            assert_eq!(json, expected, "{text}");
        }
        assert!(plain("inf").as_float().is_some_and(f64::is_infinite));
        assert!(plain("NaN").as_float().is_some_and(f64::is_nan));
    }
}
