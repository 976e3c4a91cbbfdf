//! Reading JSON without recursion.

use std::borrow::Cow;

use super::text;
use super::{JsonError, JsonProblem};
use crate::{Key, List, MAX_DEPTH, Map, Value};

impl Value {
    /// Reads JSON. Whole numbers stay integers: signed ones where they fit, unsigned ones above, floating-point ones above
    /// that; a number with a point or an exponent is a floating-point number. Of several entries with one key the last wins.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.document()?;
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(value),
            Some(_) => Err(reader.unexpected("the end of the text")),
        }
    }
}

/// A list or a map that is not complete yet.
enum Open {
    List(Vec<Value>),
    /// The key waits for its value.
    Map(Map, Key),
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

const VALUE: &str = "a value";
const KEY: &str = "a key in double quotes";

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Value, JsonError> {
        let mut open = Vec::new();
        loop {
            let Some(mut value) = self.value(&mut open)? else { continue };
            // A complete value may complete what it is in, and so on outwards.
            loop {
                match open.pop() {
                    None => return Ok(value),
                    Some(container) => match self.put(container, value)? {
                        Put::Complete(outer) => value = outer,
                        Put::Open(container) => {
                            open.push(container);
                            break;
                        }
                    },
                }
            }
        }
    }

    /// A scalar or an empty list or map; `None` when a list or map was opened that has something in it.
    fn value(&mut self, open: &mut Vec<Open>) -> Result<Option<Value>, JsonError> {
        self.skip_blanks();
        let value = match self.peek() {
            Some(b'[' | b'{') if open.len() >= MAX_DEPTH => {
                return Err(self.error(JsonProblem::TooDeep { limit: MAX_DEPTH }));
            }
            Some(b'[') => return Ok(self.open_list(open)),
            Some(b'{') => return self.open_map(open),
            Some(b'"') => Value::string(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", true.into())?,
            Some(b'f') => self.word("false", false.into())?,
            Some(b'n') => self.word("null", Value::Null)?,
            _ => return Err(self.unexpected(VALUE)),
        };
        Ok(Some(value))
    }

    fn open_list(&mut self, open: &mut Vec<Open>) -> Option<Value> {
        self.at += 1;
        self.skip_blanks();
        if self.take(b']') {
            return Some(List::new().into());
        }
        open.push(Open::List(Vec::new()));
        None
    }

    fn open_map(&mut self, open: &mut Vec<Open>) -> Result<Option<Value>, JsonError> {
        self.at += 1;
        self.skip_blanks();
        if self.take(b'}') {
            return Ok(Some(Map::new().into()));
        }
        let key = self.key()?;
        open.push(Open::Map(Map::new(), key));
        Ok(None)
    }

    fn key(&mut self) -> Result<Key, JsonError> {
        self.skip_blanks();
        if self.peek() != Some(b'"') {
            return Err(self.unexpected(KEY));
        }
        let key = Key::String(self.string()?.into());
        self.skip_blanks();
        if self.take(b':') { Ok(key) } else { Err(self.unexpected("`:`")) }
    }

    /// Puts a value into what it is in, and reads on to the next value or to the end of it.
    fn put(&mut self, container: Open, value: Value) -> Result<Put, JsonError> {
        self.skip_blanks();
        match container {
            Open::List(mut items) => {
                items.push(value);
                if self.goes_on(b']', "`,` or `]`")? {
                    Ok(Put::Open(Open::List(items)))
                } else {
                    Ok(Put::Complete(items.into()))
                }
            }
            Open::Map(mut map, key) => {
                map.insert(key, value);
                if self.goes_on(b'}', "`,` or `}`")? {
                    Ok(Put::Open(Open::Map(map, self.key()?)))
                } else {
                    Ok(Put::Complete(map.into()))
                }
            }
        }
    }

    fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        let (string, end) = text::read_string(self.text, self.at + 1)?;
        self.at = end;
        Ok(string)
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let (number, end) = text::read_number(self.text, self.at)?;
        self.at = end;
        Ok(number)
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Value, JsonError> {
        for expected in word.bytes() {
            if !self.take(expected) {
                return Err(self.unexpected(word));
            }
        }
        Ok(value)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether a comma comes next; otherwise it must be the end of the list or map.
    fn goes_on(&mut self, close: u8, expected: &'static str) -> Result<bool, JsonError> {
        if self.take(b',') {
            Ok(true)
        } else if self.take(close) {
            Ok(false)
        } else {
            Err(self.unexpected(expected))
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn error(&self, problem: JsonProblem) -> JsonError {
        JsonError { offset: self.at, problem }
    }

    fn unexpected(&self, expected: &'static str) -> JsonError {
        text::unexpected(self.text, self.at, expected)
    }
}

/// What became of a list or a map after a value was put into it.
enum Put {
    Complete(Value),
    Open(Open),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        Value::from_json(text).map_or_else(|error| error.to_string(), |value| format!("{value:?}"))
    }

    #[test]
    fn values() {
        for (text, expected) in [
            ("null", "null"),
            (" true\n", "true"),
            ("1", "1"),
            ("-0", "-0.0"),
            ("-0.0", "-0.0"),
            ("1.0", "1.0"),
            ("1e3", "1000.0"),
            ("1E-2", "0.01"),
            ("9223372036854775807", "9223372036854775807"),
            ("9223372036854775808", "9223372036854775808u"),
            ("18446744073709551615", "18446744073709551615u"),
            ("18446744073709551616", "1.8446744073709552e19"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("-9223372036854775809", "-9.223372036854776e18"),
            ("1e-400", "0.0"),
            (r#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, r#""a\"\\/\u{8}\u{c}\n\r\té😀""#),
            (r#""\ud800x\udc00\ud800\u0041""#, r#""�x��A""#),
            ("[]", "[]"),
            ("[1, [2], {}]", "[1, [2], {}]"),
            (r#"{"b": 1, "a": {"c": []}, "b": 2}"#, r#"{"b": 2, "a": {"c": []}}"#),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn errors_have_a_place() {
        for (text, expected) in [
            ("", "the text ends where a value should be at byte 0"),
            ("[1", "the text ends where `,` or `]` should be at byte 2"),
            ("[1 2]", "found `2` where `,` or `]` should be at byte 3"),
            ("[1}", "found `}` where `,` or `]` should be at byte 2"),
            ("[1,]", "found `]` where a value should be at byte 3"),
            (r#"{"a":1,}"#, "found `}` where a key in double quotes should be at byte 7"),
            (r#"{"a" 1}"#, "found `1` where `:` should be at byte 5"),
            ("{a: 1}", "found `a` where a key in double quotes should be at byte 1"),
            ("{'a': 1}", "found `\\'` where a key in double quotes should be at byte 1"),
            ("nul", "the text ends where null should be at byte 3"),
            ("trux", "found `x` where true should be at byte 3"),
            ("1 x", "found `x` where the end of the text should be at byte 2"),
            ("01", "found `1` where the end of the text should be at byte 1"),
            ("-", "the text ends where a digit should be at byte 1"),
            ("1.", "the text ends where a digit should be at byte 2"),
            ("1.e3", "found `e` where a digit should be at byte 2"),
            ("1e+", "the text ends where a digit should be at byte 3"),
            (".5", "found `.` where a value should be at byte 0"),
            ("+1", "found `+` where a value should be at byte 0"),
            ("1e400", "number `1e400` is too large at byte 0"),
            ("\"a", "the text ends where `\"` should be at byte 2"),
            ("\"a\nb\"", "control character `\\n` in a string at byte 2"),
            (r#""\x""#, r"`\x` is not an escape at byte 1"),
            (r#""\u12g4""#, r"`\u12g4` is not an escape at byte 1"),
            (r#""\u12"#, r"`\u12` is not an escape at byte 1"),
            (r#""\u+123""#, r"`\u+123` is not an escape at byte 1"),
            ("ü", "found `ü` where a value should be at byte 0"),
            ("NaN", "found `N` where a value should be at byte 0"),
            ("\u{feff}1", "found `\\u{feff}` where a value should be at byte 0"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn depth_has_a_limit() {
        let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::from_json(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(read(&nested(MAX_DEPTH + 1)), "more than 512 nested lists and maps at byte 512");
        assert!(read(&"[".repeat(10_000_000)).starts_with("more than 512"));
    }
}
