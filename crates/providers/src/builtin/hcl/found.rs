//! What was found in files, in the shape of the result.

use crate::Schema;
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

/// What `generate` takes: the shape of the result. JSON is written with everything that entries have.
pub(super) fn schema() -> Schema {
    let all = Schema::any("What to write, a map as `parse` gives it, for `generate`")
        .with("terraform", terraform())
        .with("locals", Schema::any("Local values by name"))
        .with("attributes", Schema::any("Arguments outside of blocks; they are not written"));
    LISTS.into_iter().fold(all, |all, list| all.with(list, Schema::any("").of_items(&entry(list))))
}

fn entry(list: &str) -> Schema {
    let names = labels(list).iter().chain(promoted(list));
    let entry = names.fold(Schema::any(""), |entry, name| entry.with(name, Schema::any("")));
    let entry = match list {
        "moved" | "import" | "check" => entry,
        _ => entry.with("attributes", Schema::any("All other arguments")),
    };
    let entry = match list {
        "variables" => entry.with("validation", Schema::any("The arguments of each such block")),
        "data" | "resources" | "modules" => entry.with("blocks", nested(LEVELS)),
        "check" => entry
            .with("data", Schema::any("").of_items(&self::entry("data")))
            .with("assertions", Schema::any("The arguments of each such block")),
        _ => entry,
    };
    as_json_too(entry)
}

/// As many levels of blocks in blocks are judged.
const LEVELS: usize = 2;

fn nested(levels: usize) -> Schema {
    let block = Schema::any("")
        .with("type", Schema::any("What begins the block"))
        .with("labels", Schema::any("The texts behind that"))
        .with("attributes", Schema::any("The arguments"))
        .with("blocks", if levels > 1 { nested(levels - 1) } else { Schema::any("The blocks inside") });
    Schema::any("").of_items(&as_json_too(block))
}

fn terraform() -> Schema {
    let backend = Schema::any("").with("type", Schema::any("")).with("attributes", Schema::any(""));
    let names = promoted("terraform").iter().chain(&["required_providers", "cloud", "attributes"]);
    let settings = names.fold(Schema::any(""), |settings, name| settings.with(name, Schema::any("")));
    as_json_too(settings.with("backend", as_json_too(backend)))
}

fn as_json_too(schema: Schema) -> Schema {
    schema.open_when("output_format", "json")
}
