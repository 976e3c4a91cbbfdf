//! What was found in files, in the shape of the result.

use value::{List, Map, Value};

/// The lists of the result, in the order that they are written.
pub(super) const LISTS: [&str; 9] =
    ["variables", "data", "resources", "modules", "outputs", "providers", "moved", "import", "check"];

/// Blocks by kind.
#[derive(Default)]
pub(super) struct Found {
    lists: [List; LISTS.len()],
    pub(super) locals: Map,
    pub(super) terraform: Map,
    pub(super) attributes: Map,
}

impl Found {
    /// Adds a block to a list.
    pub(super) fn add(&mut self, list: &str, block: Map) {
        if let Some(at) = LISTS.iter().position(|name| *name == list) {
            self.lists[at].push(block);
        }
    }

    /// Puts what another file has behind it; of two values with a name the later one counts.
    pub(super) fn append(&mut self, later: Self) {
        for (list, more) in self.lists.iter_mut().zip(later.lists) {
            more.into_iter().for_each(|block| list.push(block));
        }
        let maps = [
            (&mut self.locals, later.locals),
            (&mut self.terraform, later.terraform),
            (&mut self.attributes, later.attributes),
        ];
        for (map, more) in maps {
            more.into_iter().for_each(|(key, value)| {
                map.insert(key, value);
            });
        }
    }

    /// Every list and map, be it empty; arguments outside of blocks only when there are any.
    pub(super) fn into_value(self) -> Value {
        let mut result = Map::new();
        for (name, list) in LISTS.into_iter().zip(self.lists) {
            result.insert(name, list);
        }
        result.insert("locals", self.locals);
        result.insert("terraform", self.terraform);
        if !self.attributes.is_empty() {
            result.insert("attributes", self.attributes);
        }
        result.into()
    }
}

/// Adds an entry when there is something in it.
pub(super) fn set_map(to: &mut Map, name: &'static str, map: Map) {
    if !map.is_empty() {
        to.insert(name, map);
    }
}

/// Adds an entry when there is something in it.
pub(super) fn set_list(to: &mut Map, name: &'static str, list: List) {
    if !list.is_empty() {
        to.insert(name, list);
    }
}

/// The arguments that blocks of a kind have by name; the others are below `attributes`.
pub(super) fn promoted(list: &str) -> &'static [&'static str] {
    match list {
        "variables" => &["type", "default", "description", "sensitive", "nullable"],
        "outputs" => &["value", "description", "sensitive", "depends_on"],
        "modules" => &["source", "version", "count", "for_each", "depends_on", "providers"],
        "providers" => &["alias", "region"],
        "moved" => &["from", "to"],
        "import" => &["to", "id", "provider", "for_each"],
        "terraform" => &["required_version"],
        _ => &[],
    }
}

/// The names that the labels of blocks of a kind have.
pub(super) fn labels(list: &str) -> &'static [&'static str] {
    match list {
        "data" | "resources" => &["type", "name"],
        "variables" | "modules" | "outputs" | "providers" | "check" => &["name"],
        _ => &[],
    }
}

/// The list that blocks of a kind are in.
pub(super) fn list_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "variable" => "variables",
        "data" => "data",
        "resource" => "resources",
        "module" => "modules",
        "output" => "outputs",
        "provider" => "providers",
        "moved" => "moved",
        "import" => "import",
        "check" => "check",
        _ => return None,
    })
}

/// Moves what has a name of its own up, and the rest below `attributes`.
pub(super) fn sorted_out(list: &str, to: &mut Map, arguments: Map) {
    let mut rest = arguments;
    for name in promoted(list) {
        if let Some(value) = rest.remove(*name) {
            to.insert(*name, value);
        }
    }
    // Moves and imports have nothing else.
    if !matches!(list, "moved" | "import" | "check") {
        set_map(to, "attributes", rest);
    }
}
