//! Values from the command line: `key=value`, in all the forms of the original.

use crate::exit::Exit;
use diagnostics::{Redactor, Renderer};
use document::Options;
use document::secrets::is_telling;
use providers::Registry;
use solution::{cover_torn, wary};
use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;
use system::ReadWorld;
use system::files::FileErrorKind;
use value::{List, Map, Value};

/// The longest text that a file or standard input may give.
const LONGEST: u64 = 1 << 20;

/// Prefixes after which commas belong to the value.
const SCHEMES: [&str; 6] = ["json://", "yaml://", "base64://", "http://", "https://", "file://"];

/// Why words are no parameters.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ParameterError {
    #[error("invalid parameter `{0}`: expected key=value, @file or @-")]
    NoKey(String),
    #[error("invalid parameter `{word}`: the name before `=` is empty")]
    EmptyName { word: String },
    #[error("invalid parameter `{word}`: cannot read `{path}`: {reason}")]
    File { word: String, path: String, reason: String },
    #[error("invalid parameter `{word}`: {what} is empty")]
    Empty { word: String, what: String },
    #[error("invalid parameter `{word}`: {what} is longer than {LONGEST} bytes")]
    TooLong { word: String, what: String },
    #[error("invalid parameter `{word}`: {place}: {reason}")]
    NoMap { word: String, place: String, reason: String },
    #[error("invalid parameter `{word}`: the quote {quote} is not closed")]
    OpenQuote { word: String, quote: char },
    #[error("stdin can be used once, and `{0}` is the second to ask for it (`@-` reads it, and so does `-f -`)")]
    StdinTwice(String),
}

impl ParameterError {
    /// How the program ends because of it.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::NoKey(_) | Self::EmptyName { .. } | Self::OpenQuote { .. } | Self::StdinTwice(_) => Exit::Usage,
            Self::File { .. } => Exit::NotFound,
            Self::Empty { .. } | Self::TooLong { .. } | Self::NoMap { .. } => Exit::Invalid,
        }
    }
}

/// What the words say.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// The values by name. A name that is given again has a list of them.
    pub(crate) values: Map,
    /// The texts by name, commas included, of names that one word gives.
    pub(crate) written: Map,
    /// The names whose values lost quotes that stood inside of them.
    pub(crate) without_quotes: BTreeSet<String>,
    /// The names whose values lost blanks or line breaks at the end of a word.
    pub(crate) without_end: BTreeSet<String>,
    /// Names that began behind a comma of a word.
    pub(crate) begun: Vec<Begun>,
}

/// A name that began behind a comma.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Begun {
    /// The name.
    pub(crate) name: String,
    /// The one whose value ended there.
    pub(crate) after: String,
    /// Whether a blank stands behind the comma, as in a sentence.
    pub(crate) is_apart: bool,
}

/// All words together.
pub(crate) fn parse<'w>(
    words: impl IntoIterator<Item = &'w str>,
    stdin_used: bool,
    world: &ReadWorld,
    registry: &Registry,
) -> Result<Given, ParameterError> {
    let mut reader = Reader { world, registry, given: Given::default(), stdin_used };
    words.into_iter().try_for_each(|word| reader.word(word))?;
    Ok(reader.given)
}

struct Reader<'a> {
    world: &'a ReadWorld,
    /// Knows what may be secret in a file that is no document.
    registry: &'a Registry,
    given: Given,
    stdin_used: bool,
}

impl Reader<'_> {
    fn word(&mut self, word: &str) -> Result<(), ParameterError> {
        if let Some(source) = word.strip_prefix('@') {
            return self.whole_map(word, source);
        }
        if let Some((key, source)) = word.split_once("=@")
            && !key.contains([',', '='])
        {
            let text = self.read(word, source)?;
            let text = text.strip_suffix('\n').map_or(text.as_str(), |text| text.strip_suffix('\r').unwrap_or(text));
            if text.is_empty() {
                return Err(ParameterError::Empty { word: word.to_owned(), what: named(source) });
            }
            self.write(key, text);
            return self.add(word, key, text.into());
        }
        let mut key: Option<&str> = None;
        let mut written: Vec<(&str, String)> = Vec::new();
        for part in split(word).map_err(|quote| ParameterError::OpenQuote { word: shown(word), quote })? {
            match part.key {
                Some(name) => {
                    if let Some(before) = key.replace(name) {
                        let (name, after) = (name.trim().to_owned(), before.trim().to_owned());
                        self.given.begun.push(Begun { name, after, is_apart: part.is_apart() });
                    }
                }
                None if part.value.is_empty() => continue,
                None if key.is_none() => return Err(ParameterError::NoKey(shown(word))),
                None => {}
            }
            let name = key.unwrap_or_default().trim();
            if part.loses_quotes {
                self.given.without_quotes.insert(name.to_owned());
            }
            match written.last_mut() {
                Some((_, text)) if part.key.is_none() => text.extend([",", &part.whole]),
                _ => written.push((name, part.whole)),
            }
            self.add(word, name, part.value.into())?;
        }
        if let Some((name, text)) = written.last().filter(|(_, text)| text.ends_with(char::is_whitespace)) {
            self.given.without_end.extend(Some((*name).to_owned()).filter(|_| !text.trim().is_empty()));
        }
        for (name, text) in &written {
            self.write(name, text.trim_end());
        }
        Ok(())
    }

    /// Keeps the text of a name; one that is given twice has none.
    fn write(&mut self, name: &str, text: &str) {
        let text = if self.given.written.contains_key(name) { Value::Null } else { text.into() };
        self.given.written.insert(name, text);
    }

    fn whole_map(&mut self, word: &str, source: &str) -> Result<(), ParameterError> {
        let text = self.read(word, source)?;
        let mut sources = diagnostics::Sources::default();
        let file = sources.add(named(source), text.as_str());
        cover_torn(&mut sources, self.registry);
        let no_map = |span: Option<diagnostics::Span>, reason: String| {
            let place = span.map_or_else(|| named(source), |span| sources.place(span));
            ParameterError::NoMap { word: word.to_owned(), place, reason }
        };
        let parsed = document::parse_any(&text, file, &Options::solution()).map_err(|problems| {
            let first = problems.iter().next();
            let renderer = Renderer::new(&sources, wary(&sources, self.registry, &Redactor::default()));
            let message = first.map(|first| renderer.message(first)).unwrap_or_default();
            no_map(first.and_then(diagnostics::Diagnostic::span), message.into_owned())
        })?;
        let Value::Map(map) = parsed.to_value() else {
            // A text is not quoted: it may be a secret without its name.
            let found = if parsed.as_str().is_some() { "a text".to_owned() } else { parsed.kind_name() };
            let reason = format!("expected a map of names and values, found {found}");
            return Err(no_map(Some(parsed.span), reason));
        };
        for (key, value) in map {
            let key = key.to_value().to_string();
            if let Some(text) = value.as_str() {
                self.write(&key, text);
            }
            self.add(word, &key, value)?;
        }
        Ok(())
    }

    fn add(&mut self, word: &str, key: &str, value: Value) -> Result<(), ParameterError> {
        if key.is_empty() {
            return Err(ParameterError::EmptyName { word: shown(word) });
        }
        let value = match self.given.values.remove(key) {
            None => value,
            Some(Value::List(mut list)) => {
                list.push(value);
                list.into()
            }
            Some(first) => [first, value].into_iter().collect::<List>().into(),
        };
        self.given.values.insert(key, value);
        Ok(())
    }

    fn read(&mut self, word: &str, source: &str) -> Result<String, ParameterError> {
        let failed = |reason: String| ParameterError::File { word: word.to_owned(), path: named(source), reason };
        let too_long = || ParameterError::TooLong { word: word.to_owned(), what: named(source) };
        let bytes = if source == "-" {
            if std::mem::replace(&mut self.stdin_used, true) {
                return Err(ParameterError::StdinTwice(word.to_owned()));
            }
            let mut bytes = Vec::new();
            let read = std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes);
            read.map_err(|error| failed(error.to_string()))?;
            bytes
        } else {
            let read = self.world.files.read(Path::new(source), LONGEST);
            read.map_err(|error| match error.kind {
                FileErrorKind::TooLarge { .. } => too_long(),
                kind => failed(kind.to_string()),
            })?
        };
        if bytes.len() as u64 > LONGEST {
            return Err(too_long());
        }
        String::from_utf8(bytes).map_err(|_| failed("it is no UTF-8".to_owned()))
    }
}

/// Shorter values are no secrets, unless their name says so.
const SHORTEST_SECRET: usize = 6;

/// What a message shows of a word: its name, for what comes after it may be a secret.
fn shown(word: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let Some(end) = word.find(|c| !is_name(c)) else { return word.to_owned() };
    let (name, mut rest) = (&word[..end], word[end..].chars());
    let sign = rest.next().unwrap_or_default();
    let is_harmless = rest.as_str().len() < SHORTEST_SECRET && !is_telling(name);
    if is_harmless { word.to_owned() } else { format!("{name}{sign}…") }
}

fn named(source: &str) -> String {
    if source == "-" { "stdin".to_owned() } else { source.to_owned() }
}

/// A piece of a word: the name, when one begins here, and a value without its quotes.
#[derive(Debug, PartialEq)]
struct Part<'w> {
    key: Option<&'w str>,
    value: String,
    /// The value with the blanks around it.
    whole: String,
    /// Whether quotes were taken away from within.
    loses_quotes: bool,
}

impl Part<'_> {
    /// Whether a blank stands before its name.
    fn is_apart(&self) -> bool {
        self.key.is_some_and(|name| name.starts_with(char::is_whitespace))
    }
}

/// Splits at commas outside of quotes; a quote that is not closed is given back.
fn split(word: &str) -> Result<Vec<Part<'_>>, char> {
    let mut parts = Vec::new();
    let mut rest = word;
    loop {
        let (key, after) = key_of(rest);
        let Piece { text: whole, length, loses_quotes } = value_of(after)?;
        // Blanks between a name and its value count, and no others.
        let value = if key.is_some() { whole.trim_end() } else { whole.trim() }.to_owned();
        parts.push(Part { key, value, whole, loses_quotes });
        rest = &after[length..];
        match rest.strip_prefix(',') {
            Some(next) => rest = next,
            None => return Ok(parts),
        }
    }
}

/// The name before the first `=`, if that stands before the next comma or quote.
fn key_of(text: &str) -> (Option<&str>, &str) {
    let end = text.find(['=', ',', '"', '\'']).unwrap_or(text.len());
    match text[end..].strip_prefix('=') {
        Some(value) => (Some(&text[..end]), value),
        None => (None, text),
    }
}

/// A value at the start of a text, and how many bytes it takes.
struct Piece {
    text: String,
    length: usize,
    loses_quotes: bool,
}

fn value_of(text: &str) -> Result<Piece, char> {
    let length = if SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
        next_key(text)
    } else if text.starts_with(['{', '[']) {
        enclosed(text)
    } else {
        return unquoted(text);
    };
    Ok(Piece { text: text[..length].to_owned(), length, loses_quotes: false })
}

/// Up to a comma that something like `key=` follows.
fn next_key(text: &str) -> usize {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
    };
    let follows = |at: usize| text[at + 1..].split_once('=').is_some_and(|(name, _)| is_name(name.trim()));
    text.match_indices(',').map(|(at, _)| at).find(|at| follows(*at)).unwrap_or(text.len())
}

/// Up to the end of a JSON list or map; the whole text when it has no end.
fn enclosed(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            // What stands directly behind belongs to it.
            return text[at..].find(',').map_or(text.len(), |comma| at + comma);
        }
    }
    text.len()
}

/// Up to the next comma outside of quotes, which are taken away.
fn unquoted(text: &str) -> Result<Piece, char> {
    let (mut value, mut quote, mut escaped, mut end) = (String::new(), None, false, text.len());
    let (mut quotes, mut has_more) = (0, false);
    for (at, c) in text.char_indices() {
        match (c, quote) {
            _ if escaped => {
                escaped = false;
                value.push(c);
            }
            ('\\', Some(_)) => escaped = true,
            ('"' | '\'', None) => {
                quote = Some(c);
                quotes += 1;
            }
            (_, Some(open)) if c == open => quote = None,
            (',', None) => {
                end = at;
                break;
            }
            _ => {
                has_more |= quote.is_none() && !c.is_whitespace();
                value.push(c);
            }
        }
    }
    // Quotes around all of it are there to be taken away.
    let loses_quotes = quotes > 1 || quotes == 1 && has_more;
    quote.map_or(Ok(Piece { text: value, length: end, loses_quotes }), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::FakeWorld;
    use value::{Escape, KeyOrder};

    #[test]
    fn the_text_of_a_name_is_kept_unless_it_is_given_twice() {
        let given = parse(
            ["a=1, 2 ,b=\"x, y\"", "c=1", "c=2"],
            false,
            &FakeWorld::new().read(),
            &providers::built_in().unwrap(),
        )
        .unwrap();
        let written = Value::from(given.written).to_json(Escape::Plain, KeyOrder::Keep).unwrap();
        assert_eq!(written, r#"{"a":"1, 2","b":"x, y","c":null}"#);
    }

    #[test]
    fn quotes_inside_of_a_value_are_known_to_be_gone() {
        let words = ["a=\"x, y\"", "b=x \"y\"", "c='x' 'y'", "d=x", "e= \"x \\\" y\" ", "f=[\"x\"]"];
        let given = parse(words, false, &FakeWorld::new().read(), &providers::built_in().unwrap()).unwrap();
        assert_eq!(given.without_quotes.iter().map(String::as_str).collect::<Vec<_>>(), ["b", "c"]);
    }

    #[test]
    fn what_ends_otherwise_than_it_is_written_is_known() {
        let words = ["a=x ", "b=1 ,c=2", "d=\"x \"", "e= ", "f=1,2\n", "g=x, h=y,i=z"];
        let given = parse(words, false, &FakeWorld::new().read(), &providers::built_in().unwrap()).unwrap();
        assert_eq!(given.without_end.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "d", "f"]);
        let begun: Vec<(&str, &str, bool)> =
            given.begun.iter().map(|one| (one.after.as_str(), one.name.as_str(), one.is_apart)).collect();
        assert_eq!(begun, [("b", "c", false), ("g", "h", true), ("h", "i", false)]);
    }

    fn parsed(words: &[&str]) -> String {
        let world = FakeWorld::new().read();
        match parse(words.iter().copied(), false, &world, &providers::built_in().unwrap()) {
            Ok(given) => Value::from(given.values).to_json(Escape::Plain, KeyOrder::Keep).unwrap(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn words_become_values_as_in_the_original() {
        for (words, expected) in [
            (&["a=1", "b=x=y"][..], r#"{"a":"1","b":"x=y"}"#),
            (&["a=1,2,b=3"], r#"{"a":["1","2"],"b":"3"}"#),
            (&["a=1", "a=2", "a=3"], r#"{"a":["1","2","3"]}"#),
            (&[r#"a="x,y",b='p q'"#], r#"{"a":"x,y","b":"p q"}"#),
            (&[r#"a="say \"hi\"""#], r#"{"a":"say \"hi\""}"#),
            (&[r#"cfg={"a": [1], "b": "x,y"},z=1"#], r#"{"cfg":"{\"a\": [1], \"b\": \"x,y\"}","z":"1"}"#),
            (&["list=[1, 2"], r#"{"list":"[1, 2"}"#),
            (&["u=http://h/a,b?c=1,d=2"], r#"{"u":"http://h/a,b?c=1","d":"2"}"#),
            (&["a="], r#"{"a":""}"#),
            (&["v=a,,b,"], r#"{"v":["a","b"]}"#),
            (&["v= a , b "], r#"{"v":[" a","b"]}"#),
            (&[""], "{}"),
            (&["v=a\"b"], "invalid parameter `v=a\"b`: the quote \" is not closed"),
            (&["expression=__self == '5'"], r#"{"expression":"__self == 5"}"#),
            (&["word"], "invalid parameter `word`: expected key=value, @file or @-"),
            (&["word:longer"], "invalid parameter `word:…`: expected key=value, @file or @-"),
            (&["pass:x"], "invalid parameter `pass:…`: expected key=value, @file or @-"),
            (&["=x"], "invalid parameter `=x`: the name before `=` is empty"),
        ] {
            assert_eq!(parsed(words), expected, "{words:?}");
        }
    }
}
