//! What a provider says about itself.

use crate::{Capability, Schema};
use value::{List, Map, Value};

/// Everything that is known of a provider without running it. Help, reference pages, `get provider` and the checks of the
/// executor are made from it.
#[derive(Debug, Clone)]
pub struct Descriptor {
    /// What documents call it.
    pub name: &'static str,
    /// What people call it.
    pub display_name: &'static str,
    /// The version of the contract, `v1`.
    pub api_version: &'static str,
    /// Its own version, `major.minor.patch`.
    pub version: &'static str,
    /// What it does.
    pub description: &'static str,
    /// What goes in.
    pub schema: Schema,
    /// What comes out, per capability.
    pub output_schemas: Vec<(Capability, Schema)>,
    /// Inputs that are secrets; each is write-only in the schema as well.
    pub sensitive_fields: &'static [&'static str],
    /// What it can be used for; the first is what `run provider` takes when nothing is said.
    pub capabilities: &'static [Capability],
    /// Values of the input `operation` that change something, and are refused outside of actions.
    pub write_operations: &'static [&'static str],
    /// Whether it may wait for something outside: a process, a server, time. The scheduler gives such a call a thread.
    pub waits: bool,
    /// What a dry run does with it.
    pub in_dry_run: InDryRun,
    /// The group that it is listed in.
    pub category: &'static str,
    /// Words to search for.
    pub tags: &'static [&'static str],
    /// A picture's address.
    pub icon: &'static str,
    /// Where more is told.
    pub links: &'static [Link],
    /// How it is used; the tests execute them.
    pub examples: &'static [Example],
    /// Whom to ask.
    pub maintainers: &'static [Contact],
    /// Whether something else should be used instead.
    pub deprecated: bool,
    /// Whether its inputs and outputs may still change.
    pub beta: bool,
}

/// What a dry run does with a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InDryRun {
    /// A sentence tells what it would do.
    Told,
    /// It is called on files as they would be: it changes nothing else.
    Called,
}

/// A named address.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    /// What it leads to.
    pub name: &'static str,
    /// The address.
    pub url: &'static str,
}

/// A use of a provider.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// What it shows.
    pub name: &'static str,
    /// More about it.
    pub description: &'static str,
    /// A step of a solution: `provider` and `inputs`.
    pub yaml: &'static str,
}

/// A person or group.
#[derive(Debug, Clone, Copy)]
pub struct Contact {
    /// Who.
    pub name: &'static str,
    /// An address for mail.
    pub email: &'static str,
}

impl Descriptor {
    /// A descriptor with the parts that every provider has.
    pub fn new(
        name: &'static str,
        display_name: &'static str,
        version: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            name,
            display_name,
            api_version: "v1",
            version,
            description,
            schema: Schema::object(""),
            output_schemas: Vec::new(),
            sensitive_fields: &[],
            capabilities: &[],
            write_operations: &[],
            waits: false,
            in_dry_run: InDryRun::Told,
            category: "",
            tags: &[],
            icon: "",
            links: &[],
            examples: &[],
            maintainers: &[],
            deprecated: false,
            beta: false,
        }
    }

    /// The schema of what comes out in a mode.
    pub fn output_schema(&self, capability: Capability) -> Option<&Schema> {
        self.output_schemas.iter().find(|(known, _)| *known == capability).map(|(_, schema)| schema)
    }

    /// Whether it can be used so.
    pub fn supports(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    /// Whether an input is a secret.
    pub fn is_sensitive(&self, input: &str) -> bool {
        self.sensitive_fields.contains(&input) || self.schema.property(input).is_some_and(Schema::is_write_only)
    }

    /// The descriptor as data, with the names of the document.
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.insert("name", self.name);
        text(&mut map, "displayName", self.display_name);
        map.insert("apiVersion", self.api_version);
        map.insert("version", self.version);
        map.insert("description", self.description);
        map.insert("capabilities", self.capabilities.iter().map(|one| Value::string(one.name())).collect::<List>());
        text(&mut map, "category", self.category);
        texts(&mut map, "tags", self.tags);
        text(&mut map, "icon", self.icon);
        map.insert("schema", self.schema.to_value());
        let outputs: Map = self.output_schemas.iter().map(|(one, schema)| (one.name(), schema.to_value())).collect();
        map.insert("outputSchemas", outputs);
        texts(&mut map, "sensitiveFields", self.sensitive_fields);
        texts(&mut map, "writeOperations", self.write_operations);
        rows(&mut map, "links", self.links, |link| fields(&[("name", link.name), ("url", link.url)]));
        rows(&mut map, "examples", self.examples, |example| {
            fields(&[("name", example.name), ("description", example.description), ("yaml", example.yaml)])
        });
        rows(&mut map, "maintainers", self.maintainers, |contact| {
            fields(&[("name", contact.name), ("email", contact.email)])
        });
        for (name, set) in [("deprecated", self.deprecated), ("beta", self.beta)] {
            if set {
                map.insert(name, true);
            }
        }
        map.into()
    }
}

fn text(map: &mut Map, name: &'static str, text: &'static str) {
    if !text.is_empty() {
        map.insert(name, text);
    }
}

fn texts(map: &mut Map, name: &'static str, texts: &'static [&'static str]) {
    if !texts.is_empty() {
        map.insert(name, texts.iter().map(|text| Value::string(*text)).collect::<List>());
    }
}

fn rows<T>(map: &mut Map, name: &'static str, rows: &[T], row: impl Fn(&T) -> Value) {
    if !rows.is_empty() {
        map.insert(name, rows.iter().map(row).collect::<List>());
    }
}

fn fields(fields: &[(&'static str, &'static str)]) -> Value {
    let mut map = Map::new();
    for (name, value) in fields {
        text(&mut map, name, value);
    }
    map.into()
}
