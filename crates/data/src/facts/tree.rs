//! Facts as they are asked for: group by group, each gathered once.

use super::custom::Custom;
use super::group::Group;
use super::layers::{Layer, Layers};
use super::record::is_record;
use super::view::View;
use diagnostics::{Diagnostics, Sources};
use std::sync::OnceLock;
use system::ReadWorld;
use value::{Key, Map, Value};

/// Built-in records stand no deeper than this: `memory.swap.info`.
const DEPTH: usize = 2;

/// The facts of a machine. Making one costs nothing; a group is gathered when it is first asked for.
pub struct Facts {
    world: ReadWorld,
    layers: Layers,
    custom: OnceLock<Custom>,
    listener: Option<Box<Listener>>,
    groups: [OnceLock<Value>; Group::ALL.len()],
}

/// Who hears what is wrong with custom fact files.
type Listener = dyn Fn(&CustomProblems<'_>) + Send + Sync;

/// What was found wrong with custom fact files.
pub struct CustomProblems<'f> {
    /// Warnings, in the order in which the files are read.
    pub warnings: &'f Diagnostics,
    /// The texts that they point into.
    pub sources: &'f Sources,
}

impl<'f> CustomProblems<'f> {
    fn of(custom: &'f Custom) -> Option<Self> {
        let problems = Self { warnings: &custom.warnings, sources: &custom.texts };
        (!custom.warnings.is_empty()).then_some(problems)
    }
}

impl Facts {
    /// The facts of a world, with layers over them. Nothing is read yet.
    pub fn new(world: &ReadWorld, layers: Layers) -> Self {
        Self { world: world.clone(), layers, custom: OnceLock::new(), listener: None, groups: Default::default() }
    }

    /// With somebody who is told what is wrong with custom fact files, once, when those are read.
    #[must_use]
    pub fn heard_by(self, listener: impl Fn(&CustomProblems<'_>) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Box::new(listener)), ..self }
    }

    /// The facts under one top-level name; `None` when there are none.
    pub fn group(&self, name: &str) -> Option<Value> {
        match Group::named(name) {
            Some(group) => Some(self.built_in(group).clone()),
            None => self.laid_over(name, None),
        }
    }

    /// The facts under these top-level names.
    pub fn groups<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Map {
        names.into_iter().filter_map(|name| Some((name, self.group(name)?))).collect()
    }

    /// All facts.
    pub fn all(&self) -> Map {
        let mut names: Vec<&str> = Group::ALL.map(Group::name).into();
        names.extend(self.maps().flat_map(|layer| layer.map().keys()).filter_map(Key::as_str));
        self.groups(names)
    }

    /// What was found wrong with custom fact files, once facts were asked for.
    pub fn problems(&self) -> Option<CustomProblems<'_>> {
        self.custom.get().and_then(CustomProblems::of)
    }

    /// The custom facts; whatever is wrong with them is told.
    fn gathered(&self) -> Custom {
        let custom = Custom::gather(&self.world, &self.layers.directories);
        if let (Some(listener), Some(problems)) = (&self.listener, CustomProblems::of(&custom)) {
            listener(&problems);
        }
        custom
    }

    fn built_in(&self, group: Group) -> &Value {
        self.groups[group as usize].get_or_init(|| {
            let gathered = Value::Map(group.gather(&View::new(&self.world)));
            self.laid_over(group.name(), Some(gathered)).unwrap_or_default()
        })
    }

    /// A value with what all layers have under its name.
    fn laid_over(&self, name: &str, start: Option<Value>) -> Option<Value> {
        self.maps().fold(start, |below, layer| match (layer.map().get(name), below, layer) {
            (None, below, _) => below,
            (Some(value), Some(below), LayerRef::Merge(_)) => Some(merged(below, value)),
            (Some(value), ..) => Some(value.clone()),
        })
    }

    fn maps(&self) -> impl Iterator<Item = LayerRef<'_>> {
        let custom = self.custom.get_or_init(|| self.gathered());
        let given = self.layers.maps.iter().map(|layer| match layer {
            Layer::Merge(map) => LayerRef::Merge(map),
            Layer::Replace(map) => LayerRef::Replace(map),
        });
        custom.layers.iter().map(LayerRef::Merge).chain(given)
    }
}

/// A layer, wherever it comes from.
enum LayerRef<'f> {
    Merge(&'f Map),
    Replace(&'f Map),
}

impl<'f> LayerRef<'f> {
    fn map(&self) -> &'f Map {
        let (Self::Merge(map) | Self::Replace(map)) = self;
        map
    }
}

/// A deep merge in which a built-in record, or a list of them, is one thing: it is replaced as a whole.
fn merged(mut below: Value, incoming: &Value) -> Value {
    if let (Value::Map(below), Value::Map(incoming)) = (&mut below, incoming) {
        clear_records(below, incoming, DEPTH);
    }
    below.merge(incoming);
    below
}

fn clear_records(below: &mut Map, incoming: &Map, depth: usize) {
    for (key, value) in incoming.iter() {
        match (below.get(key.as_ref()), value) {
            (Some(existing), _) if is_record(existing) => {
                below.insert(key.clone(), Value::Null);
            }
            (Some(Value::Map(_)), Value::Map(value)) if depth > 0 => {
                if let Some(existing) = below.get_mut(key.as_ref()).and_then(Value::as_map_mut) {
                    clear_records(existing, value, depth - 1);
                }
            }
            _ => {}
        }
    }
}
