//! Reading JSON as Go reads it into `interface {}`: all numbers are floating-point ones, stray surrogates and bytes
//! become U+FFFD, and errors have Go's words.

use value::{Key, List, Map, Value};

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum JsonError {
    #[error("unexpected end of JSON input")]
    End,
    #[error("invalid character {} {context}", quoted(*.found))]
    Unexpected { found: u8, context: &'static str },
    #[error("exceeded max depth")]
    TooDeep,
    #[error("json: cannot unmarshal number {0} into Go value of type float64")]
    TooLarge(String),
}

/// A byte in single quotes; bytes beyond ASCII are shown as the characters of Latin-1.
fn quoted(byte: u8) -> String {
    match byte {
        b'\'' => r"'\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        _ => value::quote_char(char::from(byte)),
    }
}

/// Go refuses deeper nesting.
const MAX_DEPTH: usize = 10_000;

const VALUE: &str = "looking for beginning of value";
const KEY: &str = "looking for beginning of object key string";

/// What a text says. A number that is too large leaves nil in its place, and is the error when all else is right.
pub(super) fn read(text: &[u8]) -> (Value, Option<JsonError>) {
    let mut reader = Reader { text, at: 0, too_large: None };
    match reader.document() {
        Ok(value) => (value, reader.too_large),
        Err(error) => (Value::Null, Some(error)),
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    too_large: Option<JsonError>,
}

/// A list or map that is not complete yet.
enum Open {
    List(List),
    Map(Map, Key),
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Value, JsonError> {
        let value = self.value()?;
        match self.next_sign() {
            None => Ok(value),
            Some(found) => Err(JsonError::Unexpected { found, context: "after top-level value" }),
        }
    }

    /// One value, with a stack of its own so that nesting needs no recursion.
    fn value(&mut self) -> Result<Value, JsonError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut value = match self.peek_sign() {
                Some(b'[' | b'{') if open.len() >= MAX_DEPTH => return Err(JsonError::TooDeep),
                Some(b'[') => {
                    self.at += 1;
                    if self.peek_sign() != Some(b']') {
                        open.push(Open::List(List::new()));
                        continue;
                    }
                    self.at += 1;
                    List::new().into()
                }
                Some(b'{') => {
                    self.at += 1;
                    if self.peek_sign() != Some(b'}') {
                        open.push(Open::Map(Map::new(), self.key()?));
                        continue;
                    }
                    self.at += 1;
                    Map::new().into()
                }
                _ => self.scalar()?,
            };
            loop {
                match open.pop() {
                    None => return Ok(value),
                    Some(container) => match self.close(container, value)? {
                        Closed::Yes(complete) => value = complete,
                        Closed::No(container) => {
                            open.push(container);
                            break;
                        }
                    },
                }
            }
        }
    }

    /// Puts a value into its container and looks whether the container ends there.
    fn close(&mut self, container: Open, value: Value) -> Result<Closed, JsonError> {
        match container {
            Open::List(mut list) => {
                list.push(value);
                match self.sign()? {
                    b']' => Ok(Closed::Yes(list.into())),
                    b',' => Ok(Closed::No(Open::List(list))),
                    found => Err(JsonError::Unexpected { found, context: "after array element" }),
                }
            }
            Open::Map(mut map, key) => {
                map.insert(key, value);
                match self.sign()? {
                    b'}' => Ok(Closed::Yes(map.into())),
                    b',' => Ok(Closed::No(Open::Map(map, self.key()?))),
                    found => Err(JsonError::Unexpected { found, context: "after object key:value pair" }),
                }
            }
        }
    }

    /// A key and the colon behind it.
    fn key(&mut self) -> Result<Key, JsonError> {
        match self.sign()? {
            b'"' => {}
            found => return Err(JsonError::Unexpected { found, context: KEY }),
        }
        let key = self.string()?.into();
        match self.sign()? {
            b':' => Ok(key),
            found => Err(JsonError::Unexpected { found, context: "after object key" }),
        }
    }

    fn scalar(&mut self) -> Result<Value, JsonError> {
        match self.sign()? {
            b'"' => Ok(self.string()?.into()),
            b't' => self.literal(
                b"true",
                [
                    "in literal true (expecting 'r')",
                    "in literal true (expecting 'u')",
                    "in literal true (expecting 'e')",
                    "",
                ],
                Value::Bool(true),
            ),
            b'f' => self.literal(
                b"false",
                [
                    "in literal false (expecting 'a')",
                    "in literal false (expecting 'l')",
                    "in literal false (expecting 's')",
                    "in literal false (expecting 'e')",
                ],
                Value::Bool(false),
            ),
            b'n' => self.literal(
                b"null",
                [
                    "in literal null (expecting 'u')",
                    "in literal null (expecting 'l')",
                    "in literal null (expecting 'l')",
                    "",
                ],
                Value::Null,
            ),
            b'-' | b'0'..=b'9' => self.number(),
            found => Err(JsonError::Unexpected { found, context: VALUE }),
        }
    }

    /// The rest of a word whose first letter is read.
    fn literal(&mut self, word: &[u8], contexts: [&'static str; 4], value: Value) -> Result<Value, JsonError> {
        for (expected, context) in word[1..].iter().zip(contexts) {
            let found = self.byte();
            if found != *expected {
                return Err(JsonError::Unexpected { found, context });
            }
        }
        Ok(value)
    }

    /// A number whose first byte is read.
    fn number(&mut self) -> Result<Value, JsonError> {
        let start = self.at - 1;
        let mut first = self.text[start];
        if first == b'-' {
            first = self.digit("in numeric literal")?;
        }
        if first != b'0' {
            self.skip_digits();
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digit("after decimal point in numeric literal")?;
            self.skip_digits();
        }
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.text.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digit("in exponent of numeric literal")?;
            self.skip_digits();
        }
        Ok(self.float(start))
    }

    fn float(&mut self, start: usize) -> Value {
        let text = std::str::from_utf8(&self.text[start..self.at]).expect("digits and signs");
        let number: f64 = text.parse().expect("JSON numbers are a part of those that Rust reads");
        if number.is_finite() {
            return number.into();
        }
        self.too_large.get_or_insert_with(|| JsonError::TooLarge(text.to_owned()));
        Value::Null
    }

    fn digit(&mut self, context: &'static str) -> Result<u8, JsonError> {
        match self.byte() {
            digit @ b'0'..=b'9' => Ok(digit),
            found => Err(JsonError::Unexpected { found, context }),
        }
    }

    fn skip_digits(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    /// A string whose opening quote is read.
    fn string(&mut self) -> Result<String, JsonError> {
        let mut bytes = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')).unwrap_or(rest.len());
            bytes.extend_from_slice(&rest[..plain]);
            self.at += plain;
            match self.text.get(self.at) {
                None => return Err(JsonError::End),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(gostd::utf8::into_text(bytes));
                }
                Some(b'\\') => {
                    self.at += 1;
                    let character = self.escape()?;
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Some(found) => return Err(JsonError::Unexpected { found: *found, context: "in string literal" }),
            }
        }
    }

    /// An escape whose backslash is read.
    fn escape(&mut self) -> Result<char, JsonError> {
        Ok(match self.byte() {
            byte @ (b'"' | b'\\' | b'/') => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            found => return Err(JsonError::Unexpected { found, context: "in string escape code" }),
        })
    }

    /// The character of `\u....`, or of two of them that are a pair of surrogates.
    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.hexadecimal()?;
        if !(0xd800..0xdc00).contains(&first) || !self.text[self.at..].starts_with(b"\\u") {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let after_first = self.at;
        self.at += 2;
        let second = self.hexadecimal()?;
        if (0xdc00..0xe000).contains(&second) {
            let pair = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            return Ok(char::from_u32(pair).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.at = after_first;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hexadecimal(&mut self) -> Result<u32, JsonError> {
        let mut code = 0;
        for _ in 0..4 {
            let found = self.byte();
            let context = "in \\u hexadecimal character escape";
            code = code << 4 | char::from(found).to_digit(16).ok_or(JsonError::Unexpected { found, context })?;
        }
        Ok(code)
    }

    /// The next byte; behind the end a blank, as Go has it.
    fn byte(&mut self) -> u8 {
        let byte = self.text.get(self.at).copied().unwrap_or(b' ');
        self.at += 1;
        byte
    }

    /// The next byte that is no white space, if there is one, without reading it.
    fn peek_sign(&mut self) -> Option<u8> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.at += blanks;
        rest.get(blanks).copied()
    }

    fn next_sign(&mut self) -> Option<u8> {
        let sign = self.peek_sign()?;
        self.at += 1;
        Some(sign)
    }

    fn sign(&mut self) -> Result<u8, JsonError> {
        self.next_sign().ok_or(JsonError::End)
    }
}

enum Closed {
    Yes(Value),
    No(Open),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (json, printed) in [
            ("null", "<nil>"),
            (" [ 1 , 2.50, -0.1e1 ] ", "[1 2.5 -1]"),
            (r#"{"b": {"a": [], "c": {}}, "a": true, "a": false}"#, "map[a:false b:map[a:[] c:map[]]]"),
            (r#""a\"\\\/\b\f\n\r\té😀""#, "a\"\\/\u{8}\u{c}\n\r\té😀"),
            (r#""\ud800x\ud800\u0041\udc00""#, "\u{fffd}x\u{fffd}A\u{fffd}"),
        ] {
            let (value, error) = read(json.as_bytes());
            assert_eq!((value.to_string().as_str(), error), (printed, None), "{json}");
        }
        assert_eq!(read(b"\"a\xffb\"").0.as_str(), Some("a\u{fffd}b"));
        let (value, error) = read(b"[1e999, 2]");
        assert_eq!(value.to_string(), "[<nil> 2]");
        assert_eq!(error.unwrap().to_string(), "json: cannot unmarshal number 1e999 into Go value of type float64");
    }

    #[test]
    fn errors_have_the_words_of_go() {
        for (json, message) in [
            ("", "unexpected end of JSON input"),
            ("[1, 2", "unexpected end of JSON input"),
            ("\"abc", "unexpected end of JSON input"),
            ("bad", "invalid character 'b' looking for beginning of value"),
            ("[1,]", "invalid character ']' looking for beginning of value"),
            ("{\"a\": 1,}", "invalid character '}' looking for beginning of object key string"),
            ("{'a': 1}", "invalid character '\\'' looking for beginning of object key string"),
            ("{\"a\" 1}", "invalid character '1' after object key"),
            ("{\"a\": 1 2}", "invalid character '2' after object key:value pair"),
            ("[1 2]", "invalid character '2' after array element"),
            ("1 2", "invalid character '2' after top-level value"),
            ("01", "invalid character '1' after top-level value"),
            ("nul", "invalid character ' ' in literal null (expecting 'l')"),
            ("falsx", "invalid character 'x' in literal false (expecting 'e')"),
            ("-x", "invalid character 'x' in numeric literal"),
            ("1.", "invalid character ' ' after decimal point in numeric literal"),
            ("1e+", "invalid character ' ' in exponent of numeric literal"),
            ("\"a\nb\"", "invalid character '\\n' in string literal"),
            ("\"\\q\"", "invalid character 'q' in string escape code"),
            ("\"\\u12g4\"", "invalid character 'g' in \\u hexadecimal character escape"),
            ("\u{feff}1", "invalid character 'ï' looking for beginning of value"),
        ] {
            assert_eq!(read(json.as_bytes()).1.unwrap().to_string(), message, "{json}");
        }
    }

    #[test]
    fn depth_has_a_limit() {
        assert_eq!(read("[".repeat(10_001).as_bytes()).1, Some(JsonError::TooDeep));
        let deepest = "[".repeat(10_000) + &"]".repeat(10_000);
        assert_eq!(read(deepest.as_bytes()).1, None);
    }
}
