//! GJSON paths out of their parts.

use libfuzzer_sys::arbitrary::{self, Arbitrary};

use crate::trees::pick;

/// A path.
#[derive(Debug, Arbitrary)]
pub enum Path {
    /// A key of the data.
    Key(u8),
    /// Any key, with its special characters escaped.
    Text(String),
    /// A position.
    Index(u8),
    /// Keys with something in their place.
    Wild(u8),
    /// How many items there are.
    Count,
    /// A path in every item.
    Each(Box<Path>),
    /// Items for which something holds: the first, or all.
    Query(Box<Path>, u8, Value, bool),
    /// A modifier, with its argument.
    Modifier(u8, Argument),
    /// Several paths, as a list.
    List(Vec<Path>),
    /// Several paths, as an object.
    Object(Vec<(u8, Path)>),
    /// What is written in the path.
    Literal(Value),
    /// One path inside of what another found.
    Dot(Box<Path>, Box<Path>),
    /// One path in the result of another.
    Pipe(Box<Path>, Box<Path>),
    /// A path that is repeated on its own result.
    Again(u8, Box<Path>),
}

/// What a query compares with.
#[derive(Debug, Arbitrary)]
pub enum Value {
    /// A number.
    Number(i32),
    /// A text, with wildcards perhaps.
    Text(String),
    /// One of the words.
    Word(u8),
}

/// What a modifier is given.
#[derive(Debug, Arbitrary)]
pub enum Argument {
    /// Nothing.
    Nothing,
    /// One of the options.
    Option(u8),
    /// A path, for `@dig`.
    Path(Box<Path>),
}

const KEYS: &[&str] = &["a", "b", "name", "users", "n", "shared", "missing", "nothing"];
const WILD: &[&str] = &["*", "?", "*a*", "user?", "s*d", "\\*"];
const OPERATORS: &[&str] = &["=", "==", "!=", "<", "<=", ">", ">=", "%", "!%", ""];
const MODIFIERS: &[&str] = &[
    "this", "reverse", "ugly", "pretty", "flatten", "join", "keys", "values", "tostr", "fromstr", "group", "dig",
    "valid",
];
const OPTIONS: &[&str] = &[
    "{\"deep\":true}",
    "{\"preserve\":true}",
    "{\"sortKeys\":true,\"indent\":\"\\t\",\"prefix\":\"  \",\"width\":20}",
    "name",
    "[",
];
const WORDS: &[&str] = &["true", "false", "null", "~true", "~null", "~*", "{\"a\":[1]}", "[1,[2]]"];

impl Path {
    /// The text of the path.
    pub fn text(&self) -> String {
        match self {
            Self::Key(at) => (*pick(KEYS, *at)).to_owned(),
            Self::Text(text) => escaped(text),
            Self::Index(at) => (at % 4).to_string(),
            Self::Wild(at) => (*pick(WILD, *at)).to_owned(),
            Self::Count => "#".to_owned(),
            Self::Each(path) => format!("#.{}", path.text()),
            Self::Query(path, at, value, all) => {
                let hash = if *all { "#" } else { "" };
                format!("#({}{}{}){hash}", path.text(), pick(OPERATORS, *at), value.text())
            }
            Self::Modifier(at, argument) => format!("@{}{}", pick(MODIFIERS, *at), argument.text()),
            Self::List(paths) => format!("[{}]", paths.iter().map(Self::text).collect::<Vec<_>>().join(",")),
            Self::Object(paths) => {
                let entry = |(key, path): &(u8, Self)| format!("\"{}\":{}", pick(KEYS, *key), path.text());
                format!("{{{}}}", paths.iter().map(entry).collect::<Vec<_>>().join(","))
            }
            Self::Literal(value) => format!("!{}", value.text()),
            Self::Dot(first, second) => format!("{}.{}", first.text(), second.text()),
            Self::Pipe(first, second) => format!("{}|{}", first.text(), second.text()),
            Self::Again(times, path) => vec![path.text(); usize::from(*times % 16) + 1].join("|"),
        }
    }
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("{text:?}"),
            Self::Word(at) => (*pick(WORDS, *at)).to_owned(),
        }
    }
}

impl Argument {
    fn text(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Option(at) => format!(":{}", pick(OPTIONS, *at)),
            Self::Path(path) => format!(":{}", path.text()),
        }
    }
}

fn escaped(text: &str) -> String {
    let special = |letter: &char| !letter.is_alphanumeric() && *letter > ' ' && letter.is_ascii();
    text.chars().flat_map(|letter| Some('\\').filter(|_| special(&letter)).into_iter().chain([letter])).collect()
}
