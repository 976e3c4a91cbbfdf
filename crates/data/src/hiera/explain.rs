//! How a key gets its value. Nothing is recorded when data is resolved; who asks pays for a second pass.

use super::document::{Document, key_text};
use super::enforce::Origin;
use super::expand::Expander;
use super::hierarchy::{Matched, Merge, matched, place};
use super::path::KeyPath;
use super::reach::{Effect, Reached, effect, reach};
use super::read::Reader;
use super::secret::Hidden;
use super::stack::Stack;
use crate::template::Environment;
use diagnostics::{Diagnostics, Span, suggest};
use document::Entry;
use std::sync::Arc;
use value::{Key, Map, Value};

/// How a key gets its value.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The key that is explained.
    pub key: String,
    /// The key of the list that it is inside of. Lists are merged as a whole, so the layers are those of the list.
    pub list: Option<String>,
    /// Its value once everything is merged; none when nobody gives it one.
    pub value: Option<Value>,
    /// Whether the value must not be shown.
    pub secret: bool,
    /// Every layer that says something about it, in the order in which they are merged.
    pub layers: Vec<Held>,
    /// A key that is there, when this one has no value and resembles it.
    pub meant: Option<String>,
    /// Which parts of the values must not be shown.
    hidden: Hidden,
}

impl Explanation {
    /// The same with secrets replaced by what stands for them: for whatever is shown.
    #[must_use]
    pub fn masked(mut self) -> Self {
        let values = self.layers.iter_mut().map(|held| &mut held.value).chain([&mut self.value]);
        values.flatten().for_each(|value| self.hidden.mask(value));
        self
    }
}

/// What one layer does to the key.
#[derive(Debug, Clone)]
pub struct Held {
    /// The layer.
    pub layer: Layer,
    /// The value it has there; none when it only takes away what was there.
    pub value: Option<Value>,
    /// Where that is written; passed data is written nowhere.
    pub at: Option<Span>,
    /// What it does to the layers before it.
    pub effect: Effect,
    /// Whether some of the final value is from here.
    pub counts: bool,
}

/// Where data comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layer {
    /// The base data of a document.
    Base,
    /// An override of a document.
    Override {
        /// Its name.
        name: String,
        /// The entry of the order that leads to it; the default order is not written.
        order: Option<Span>,
        /// How the document merges overrides.
        merge: Merge,
    },
    /// Passed data, with who passed it.
    Passed(String),
}

/// Explains a key of a stack.
pub(crate) fn explain(stack: &Stack<'_, '_>, key: &str, environment: &Environment) -> Result<Explanation, Diagnostics> {
    let path = KeyPath::parse(key);
    let mut problems = Diagnostics::new();
    let mut walk = walk(stack, &path, environment, &mut problems);
    let list = list_above(&walk.data, &path);
    if let Some(list) = &list {
        walk = self::walk(stack, list, environment, &mut Diagnostics::new());
    }
    if problems.has_errors() {
        return Err(problems);
    }
    let hidden = stack.secrets().within(list.as_ref().unwrap_or(&path));
    let value = match &list {
        Some(list) => list.find(&walk.data).and_then(|value| inside(value, &path.0[list.0.len()..])).cloned(),
        None => path.find(&walk.data).cloned(),
    };
    let meant = if value.is_none() { meant(&walk.data, &path) } else { None };
    let (key, list, layers) = (path.to_string(), list.as_ref().map(ToString::to_string), walk.held);
    Ok(Explanation { key, list, value, secret: hidden.is_all(), layers, meant, hidden })
}

/// The path with the key that is not there replaced by one that is and resembles it.
fn meant(data: &Map, path: &KeyPath) -> Option<String> {
    let mut known = KeyPath(Vec::new());
    let mut map = data;
    for key in &path.0 {
        if let Some(inner) = map.get(&**key) {
            known.0.push(Arc::clone(key));
            map = inner.as_map()?;
            continue;
        }
        known.0.push(suggest(key, map.keys().filter_map(Key::as_str))?.into());
        return Some(known.to_string());
    }
    None
}

/// The value that keys, and positions in lists, lead to.
fn inside<'v>(value: &'v Value, path: &[Arc<str>]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match value {
        Value::List(list) => list.get(step.parse::<usize>().ok()?),
        Value::Map(map) => map.get(&**step),
        _ => None,
    })
}

/// The last layer that the value of a key is from.
pub(crate) fn origin(stack: &Stack<'_, '_>, path: &KeyPath, environment: &Environment) -> Origin {
    let held = walk(stack, path, environment, &mut Diagnostics::new()).held;
    match held.into_iter().rev().find(|held| held.counts) {
        Some(Held { layer: Layer::Passed(from), .. }) => Origin::Passed(from),
        Some(Held { at: Some(at), .. }) => Origin::Place(at),
        _ => Origin::Nowhere,
    }
}

/// The key of the list that a path leads into.
fn list_above(data: &Map, path: &KeyPath) -> Option<KeyPath> {
    let above = (1..path.0.len()).map(|length| KeyPath(path.0[..length].to_vec()));
    let mut lists = above.filter(|above| matches!(above.find(data), Some(Value::List(_))));
    lists.next()
}

/// Everything merged once more, with an eye on one key.
struct Walk<'p> {
    path: &'p KeyPath,
    data: Map,
    held: Vec<Held>,
}

fn walk<'p>(
    stack: &Stack<'_, '_>,
    path: &'p KeyPath,
    environment: &Environment,
    problems: &mut Diagnostics,
) -> Walk<'p> {
    let mut all = Walk { path, data: Map::new(), held: Vec::new() };
    if let Some(beneath) = &stack.beneath {
        all.layer(Layer::Passed(beneath.from.clone()), None, &beneath.data, Merge::Deep);
    }
    for document in &stack.documents {
        let own = walk_document(document, path, environment, problems);
        let effect = effect(&all.data, &own.data, path, Merge::Deep);
        all.hide(effect);
        // What the first layer that is left of a document does, it does to those of the documents before.
        let mut held = own.held;
        let before = effect.filter(|effect| *effect != Effect::Sets);
        if let (Some(first), Some(effect)) = (held.iter_mut().find(|held| held.counts), before) {
            first.effect = effect;
        }
        all.held.extend(held);
        all.data.merge(&own.data);
    }
    for passed in &stack.passed {
        all.layer(Layer::Passed(passed.from.clone()), None, &passed.data, Merge::Deep);
    }
    all
}

fn walk_document<'p>(
    document: &Document<'_, '_>,
    path: &'p KeyPath,
    environment: &Environment,
    problems: &mut Diagnostics,
) -> Walk<'p> {
    let expander = Expander { environment, source: document.text };
    let Matched { overrides, merge } = matched(document, expander, problems);
    let mut reader = Reader::new(expander);
    let mut own = Walk { path, data: Map::new(), held: Vec::new() };
    let base = reader.map(document.base());
    own.layer(Layer::Base, find(document.base(), path), &base, Merge::Deep);
    for over in overrides {
        let layer = Layer::Override { name: over.name, order: over.order.map(|node| node.span), merge };
        let at = find(over.entries, path).or(Some(over.entry.key.span));
        own.layer(layer, at, &reader.map(over.entries), merge);
    }
    problems.append(reader.problems);
    own
}

impl Walk<'_> {
    fn layer(&mut self, layer: Layer, at: Option<Span>, data: &Map, merge: Merge) {
        if let Some(effect) = effect(&self.data, data, self.path, merge) {
            self.hide(Some(effect));
            let value = match reach(data, self.path) {
                Reached::Value(value) => Some(value.clone()),
                Reached::Blocked | Reached::Nothing => None,
            };
            let counts = effect != Effect::Removes;
            self.held.push(Held { layer, value, at, effect, counts });
        }
        match merge {
            Merge::First => self.data.merge_shallow(data),
            Merge::Deep => self.data.merge(data),
        }
    }

    /// What is replaced or taken away does not count any more.
    fn hide(&mut self, effect: Option<Effect>) {
        if matches!(effect, Some(Effect::Replaces | Effect::Removes)) {
            self.held.iter_mut().for_each(|held| held.counts = false);
        }
    }
}

/// Where a layer writes the value of a key, or of the key above from which it has it.
fn find(layer: &[Entry<'_>], path: &KeyPath) -> Option<Span> {
    let mut entries = layer;
    let mut at = None;
    for name in &path.0 {
        let Some(entry) = entries.iter().find(|entry| key_text(&entry.key) == **name) else { break };
        at = Some(place(entry));
        entries = entry.value.as_map().unwrap_or_default();
    }
    at
}
