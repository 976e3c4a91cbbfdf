//! Keys whose values are secret.

use super::codes::SECRET;
use super::document::{Document, key_text};
use super::path::KeyPath;
use diagnostics::{Diagnostic, Diagnostics, LARGEST_SECRET, Redactor, SecretKind};
use document::secrets::{self, register_addresses};
use document::{Entry, Node};
use std::sync::Arc;
use value::{Map, Path, Secret, Segment, Value};

/// How many bytes all secrets of a document may have.
const MOST: usize = 8 * LARGEST_SECRET;

/// The keys that are annotated with `@secret`. All that is below one of them is secret too, in every layer.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    paths: Vec<KeyPath>,
}

impl Secrets {
    pub(crate) fn add(&mut self, paths: &[KeyPath]) {
        let fresh = paths.iter().filter(|path| !self.paths.contains(path)).cloned().collect::<Vec<_>>();
        self.paths.extend(fresh);
    }

    /// Whether no key is secret.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The keys, for an environment whose expressions read them.
    pub fn paths(&self) -> impl Iterator<Item = Path> {
        self.paths.iter().map(|path| path.0.iter().cloned().map(Segment::Key).collect())
    }

    /// Whether the value of a key is secret, because of itself or of a key above.
    pub(crate) fn contain(&self, path: &KeyPath) -> bool {
        self.paths.iter().any(|secret| path.is_within(secret))
    }

    /// What is secret of the value of a key.
    pub(crate) fn within(&self, path: &KeyPath) -> Hidden {
        let rest = |secret: &KeyPath| KeyPath(secret.0.get(path.0.len()..).unwrap_or_default().to_vec());
        let touched = self.paths.iter().filter(|secret| path.is_within(secret) || secret.is_within(path));
        Hidden(touched.map(rest).collect())
    }

    /// The data with each secret replaced by what stands for secrets: for whatever is shown.
    #[must_use]
    pub fn masked(&self, data: &Map) -> Map {
        let mut masked = data.clone();
        for path in &self.paths {
            replace_in(&mut masked, &path.0);
        }
        masked
    }

    /// Tells the redactor all secrets in resolved data, and gives what is too long to be one; `from` says whose data it is.
    pub(crate) fn register(&self, data: &Map, from: &str, redactor: &Redactor) -> Diagnostics {
        data.values().for_each(|value| register_addresses_in(value, redactor));
        let (mut problems, mut room) = (Diagnostics::new(), MOST);
        for (path, value) in self.paths.iter().filter_map(|path| Some((path, path.find(data)?))) {
            if let Err(too_long) = register(value, &mut room, redactor) {
                problems.push(too_long.of(path).note(format!("the value is from {from}")));
            }
        }
        problems
    }

    /// Tells the redactor what stands in a document for these keys, in the overrides that do not count too: a message
    /// may quote any line of it. Gives what is too long to be a secret.
    pub(crate) fn register_written(&self, document: &Document<'_, '_>, redactor: &Redactor) -> Diagnostics {
        register_addresses(document.text, redactor);
        let (mut problems, mut room) = (Diagnostics::new(), MOST);
        if self.paths.is_empty() {
            return problems;
        }
        let overrides = document.overrides.and_then(|entry| entry.value.as_map()).unwrap_or_default();
        let layers = overrides.iter().filter_map(|entry| entry.value.as_map());
        for layer in layers.chain([document.base()]) {
            for (path, node) in self.paths.iter().filter_map(|path| Some((path, find(layer, path)?))) {
                if let Err(too_long) = register(&node.to_value(), &mut room, redactor) {
                    problems.push(too_long.of(path).at(node.span.part(0, 1), "given here"));
                }
            }
        }
        problems
    }
}

/// The node that a path leads to.
pub(crate) fn find<'n, 'a>(layer: &'n [Entry<'a>], path: &KeyPath) -> Option<&'n Node<'a>> {
    let (last, above) = path.0.split_last()?;
    let entry = |entries: &'n [Entry<'a>], name: &str| entries.iter().find(|entry| key_text(&entry.key) == name);
    let inner = above.iter().try_fold(layer, |entries, name| entry(entries, name)?.value.as_map())?;
    entry(inner, last).map(|entry| &entry.value)
}

/// Tells the redactor the user information of every address in a value.
fn register_addresses_in(value: &Value, redactor: &Redactor) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => open.extend(map.values()),
            value => value.as_str().into_iter().for_each(|text| register_addresses(text, redactor)),
        }
    }
}

/// Why something cannot be kept secret.
enum TooLong {
    /// A text of so many bytes.
    One(usize),
    /// All of them together.
    All,
}

impl TooLong {
    fn of(self, path: &KeyPath) -> Diagnostic {
        let problem = match self {
            Self::One(length) => {
                format!("secret `{path}` has {length} bytes, and a secret has at most {LARGEST_SECRET}")
            }
            Self::All => format!("with `{path}` the secrets of the data have more than {MOST} bytes"),
        };
        let help = "put it into a file that only its owner reads, and give the path of the file in the data";
        Diagnostic::error(&SECRET, problem).help(help.to_owned())
    }
}

/// Tells the redactor every scalar of a value, except for what says nothing. What is refused is masked at both ends, because
/// the message about it shows its line.
fn register(value: &Value, room: &mut usize, redactor: &Redactor) -> Result<(), TooLong> {
    let mut refused = None;
    let mut tell = |bytes: &[u8]| {
        let left = room.checked_sub(bytes.len());
        if bytes.len() <= LARGEST_SECRET
            && let Some(left) = left
        {
            *room = left;
            return redactor.register(bytes, SecretKind::Declared);
        }
        let why = if bytes.len() > LARGEST_SECRET { TooLong::One(bytes.len()) } else { TooLong::All };
        if refused.is_none() {
            secrets::register(&String::from_utf8_lossy(bytes), redactor);
            refused = Some(why);
        }
    };
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => open.extend(map.values()),
            Value::Bytes(bytes) => tell(bytes),
            // The expression that gives a secret is none.
            Value::String(text) if !crate::template::Text::parse(text).is_plain() => {}
            Value::Null | Value::Bool(_) | Value::Unknown(_) => {}
            text if let Some(bytes) = text.as_text_bytes() => tell(bytes),
            scalar => tell(scalar.to_string().as_bytes()),
        }
    }
    refused.map_or(Ok(()), Err)
}

/// Which parts of a value are secret; the empty path is all of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hidden(Vec<KeyPath>);

impl Hidden {
    /// Whether all of it is.
    pub(crate) fn is_all(&self) -> bool {
        self.0.iter().any(|path| path.0.is_empty())
    }

    /// Replaces what is secret.
    pub(crate) fn mask(&self, value: &mut Value) {
        for path in &self.0 {
            replace(value, &path.0);
        }
    }
}

/// Replaces the value at the end of a path, where there is one. Null says nothing.
fn replace(value: &mut Value, path: &[Arc<str>]) {
    match value {
        Value::Null => {}
        value if path.is_empty() => *value = Secret::new(()).to_string().into(),
        Value::Map(map) => replace_in(map, path),
        _ => {}
    }
}

fn replace_in(map: &mut Map, path: &[Arc<str>]) {
    if let Some((first, rest)) = path.split_first()
        && let Some(value) = map.get_mut(&**first)
    {
        replace(value, rest);
    }
}
