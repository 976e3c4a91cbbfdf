//! Free-form data: values with texts anywhere in them.

use std::fmt;

use diagnostics::SecretKind;
use value::{Key, List, Map, Unknown, Value};

use super::compiled::Expanded;
use super::environment::Environment;
use super::error::{Cause, TextError};
use super::secrets::stronger;
use super::text::Text;

/// Whether the keys of a map are texts with expressions too. Keys of the maps inside of it never are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// They stand for themselves.
    Keep,
    /// They are worked out in string mode.
    Expand,
}

/// Something is wrong with a text inside of a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", Way(path))]
pub struct FieldError {
    /// The keys and positions that lead to it.
    pub path: Vec<Key>,
    /// Whether it is the key itself, not what is under it.
    pub is_key: bool,
    /// The text.
    pub text: String,
    /// What is wrong.
    pub problem: Box<TextError>,
}

/// How deep values may be nested.
pub(super) const MAX_DEPTH: usize = 256;

/// Works out all texts in a value, in typed mode. An entry of a map whose text gives null is left out; in a list null
/// stays. All problems are given.
pub fn expand_value(value: &Value, environment: &Environment) -> Result<Expanded, Vec<FieldError>> {
    let mut walk = Walk::new(environment);
    let expanded = walk.value(value).into_value();
    walk.finish(expanded)
}

/// The same for a map whose keys may be texts with expressions.
pub fn expand_map(map: &Map, keys: Keys, environment: &Environment) -> Result<Expanded, Vec<FieldError>> {
    let mut walk = Walk::new(environment);
    let expanded = walk.map(map, keys);
    walk.finish(expanded.into())
}

struct Walk<'e> {
    environment: &'e Environment,
    path: Vec<Key>,
    secret: Option<SecretKind>,
    /// Keys that are not known yet.
    unknown: Vec<Unknown>,
    problems: Vec<FieldError>,
}

/// What a value became.
enum Became {
    /// The same.
    Same(Value),
    /// What an expression gave.
    Other(Value),
}

impl Became {
    fn into_value(self) -> Value {
        match self {
            Self::Same(value) | Self::Other(value) => value,
        }
    }
}

impl<'e> Walk<'e> {
    fn new(environment: &'e Environment) -> Self {
        Self { environment, path: Vec::new(), secret: None, unknown: Vec::new(), problems: Vec::new() }
    }

    fn finish(self, value: Value) -> Result<Expanded, Vec<FieldError>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        // Without its keys nothing is known about a map.
        let value = Unknown::combine(&self.unknown).map_or(value, Value::from);
        Ok(Expanded { value, secret: self.secret })
    }

    fn value(&mut self, value: &Value) -> Became {
        match value {
            Value::String(text) => self.text(text, value),
            Value::List(_) | Value::Map(_) if self.path.len() >= MAX_DEPTH => {
                self.fail("", vec![TextError { at: 0..0, expression: 0..0, cause: Cause::Depth }], false);
                Became::Same(Value::Null)
            }
            Value::List(list) => Became::Same(self.list(list).into()),
            Value::Map(map) => Became::Same(self.map(map, Keys::Keep).into()),
            other => Became::Same(other.clone()),
        }
    }

    fn list(&mut self, list: &List) -> List {
        let mut expanded = Vec::with_capacity(list.len());
        for (position, item) in list.iter().enumerate() {
            self.path.push(Key::Int(i64::try_from(position).unwrap_or(i64::MAX)));
            expanded.push(self.value(item).into_value());
            self.path.pop();
        }
        List::from(expanded).with_type(list.go_type())
    }

    fn map(&mut self, map: &Map, keys: Keys) -> Map {
        let mut expanded = Map::with_capacity(map.len());
        for (key, value) in map.iter() {
            self.path.push(key.clone());
            let became = self.value(value);
            let key = if keys == Keys::Expand { self.key(key) } else { key.clone() };
            self.path.pop();
            if !matches!(became, Became::Other(Value::Null)) {
                expanded.insert(key, became.into_value());
            }
        }
        expanded.with_type(map.go_type())
    }

    fn text(&mut self, text: &str, itself: &Value) -> Became {
        let parsed = Text::parse(text);
        if parsed.is_plain() {
            return Became::Same(itself.clone());
        }
        let compiled = parsed.compile(self.environment.scope());
        match compiled.and_then(|template| template.value(self.environment).map_err(|error| vec![error])) {
            Ok(expanded) => {
                self.secret = stronger(self.secret, expanded.secret);
                Became::Other(expanded.value)
            }
            Err(problems) => {
                self.fail(text, problems, false);
                Became::Same(itself.clone())
            }
        }
    }

    fn key(&mut self, key: &Key) -> Key {
        let Key::String(text) = key else { return key.clone() };
        let parsed = Text::parse(text);
        if parsed.is_plain() {
            return key.clone();
        }
        let compiled = parsed.compile(self.environment.scope());
        match compiled.and_then(|template| template.text(self.environment).map_err(|error| vec![error])) {
            Ok(expanded) => {
                self.secret = stronger(self.secret, expanded.secret);
                self.unknown.extend(expanded.value.as_unknown().cloned());
                expanded.value.to_string().into()
            }
            Err(problems) => {
                self.fail(text, problems, true);
                key.clone()
            }
        }
    }

    fn fail(&mut self, text: &str, problems: Vec<TextError>, is_key: bool) {
        self.problems.extend(problems.into_iter().map(|problem| FieldError {
            path: self.path.clone(),
            is_key,
            text: text.to_owned(),
            problem: Box::new(problem),
        }));
    }
}

/// `web.ports[0]`.
struct Way<'a>(&'a [Key]);

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, key) in self.0.iter().enumerate() {
            match key {
                Key::String(name) if position == 0 => f.write_str(name)?,
                Key::String(name) => write!(f, ".{name}")?,
                other => write!(f, "[{other}]")?,
            }
        }
        Ok(())
    }
}
