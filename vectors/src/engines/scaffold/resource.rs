//! A tree of templates as a resource of a manifest, with all that a manifest adds: data, expressions, a plan, an event.

use diagnostics::{Redactor, Sources};
use engine::{Happening, Listener, MemorySession, World};
use manifest::{Catalog, Inputs, Options, Purpose};
use serde_json::{Map as JsonMap, Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::{FakeEnvironment, Interrupt, WriteWorld};
use value::{Map, Value};

use super::repeated;
use super::room::Room;
use crate::case::Input;

/// The recorded answer of a run, and the target that it came to.
pub(super) fn answer(input: &Input<'_>, room: &Room) -> (Json, PathBuf) {
    let world = world(room.path());
    let catalog = match catalog(input, room, &world) {
        Ok(catalog) => catalog,
        Err(error) => return (json!({ "error": error, "phase": "create" }), room.path().join("target")),
    };
    let noop = input.field("noop").and_then(Json::as_bool).unwrap_or_default();
    let target = PathBuf::from(&catalog.steps[0].resource.identity().reference.name);
    (repeated(input, || run(&catalog, &world, noop)), target)
}

/// This machine, in the room.
fn world(room: &Path) -> WriteWorld {
    let mut world = WriteWorld::real(Interrupt::never(), Vec::new());
    world.read.environment = Arc::new(FakeEnvironment::in_directory(room));
    world
}

fn catalog(input: &Input<'_>, room: &Room, world: &WriteWorld) -> Result<Catalog, String> {
    let mut sources = Sources::new();
    let file = sources.add("case", body(input, room).to_string());
    let text = sources.text(file);
    let options = document::Options::manifest();
    let node = document::parse_any(&text, file, &options).map_err(|problems| format!("{problems:?}"))?;
    let definition = resources::find("scaffold").ok_or("there is no scaffold")?;
    let map = |value: Option<Value>| match value {
        Some(Value::Map(map)) => map,
        _ => Map::new(),
    };
    let facts = room.aside("facts.json", &input.field("facts").cloned().unwrap_or_else(|| json!({})).to_string());
    let inputs = Inputs { data: Some(map(input.value("data"))), profile: Some(facts), ..Inputs::default() };
    let options = Options { inputs, ..Options::default() };
    let catalog = manifest::decode_one(definition, node, &world.read, &mut sources, &Redactor::default(), &options);
    catalog.map_err(|problems| problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; "))
}

/// The resource as a manifest has it.
fn body(input: &Input<'_>, room: &Room) -> Json {
    let mut body = JsonMap::new();
    let name = input.text("name").map_or_else(|| room.path().join("target").display().to_string(), |n| room.show(n));
    let source = input.text("source_path").map_or_else(|| "source".to_owned(), |path| room.show(path));
    body.insert("name".into(), name.into());
    body.insert("source".into(), source.into());
    let same = [
        ("ensure", "ensure"),
        ("engine", "engine"),
        ("left", "left_delimiter"),
        ("right", "right_delimiter"),
        ("skip_empty", "skip_empty"),
        ("purge", "purge"),
        ("post", "post"),
        ("resource_data", "data"),
    ];
    for (field, property) in same {
        if let Some(value) = input.field(field) {
            body.insert(property.into(), value.clone());
        }
    }
    Json::Object(body)
}

/// A rehearsal, which tells what is there before, and the run that was asked for.
fn run(catalog: &Catalog, world: &WriteWorld, noop: bool) -> Json {
    let rehearsed = event(catalog, &World::rehearsal(&world.read));
    let applied = if noop { rehearsed.clone() } else { event(catalog, &World::Apply(world.clone())) };
    if applied["failed"] == true {
        return json!({ "error": applied["error"], "phase": "apply" });
    }
    let mut out = lists(&applied);
    out["initial"] = lists(&rehearsed);
    out["resource_changed"] = applied["changed"].clone();
    if let Some(message) = applied.get("noop_message") {
        out["noop_message"] = message.clone();
    }
    out
}

fn event(catalog: &Catalog, world: &World) -> Json {
    let mut last = Last(Json::Null);
    let mut session = MemorySession::default();
    manifest::run("case", catalog, Purpose::Converge, world, &mut session, &mut last);
    last.0
}

/// Keeps the last event.
struct Last(Json);

impl Listener for Last {
    fn hear(&mut self, happening: &Happening<'_>) {
        if let Happening::Finished(event) = happening {
            self.0 = serde_json::to_value(event).unwrap_or_default();
        }
    }
}

/// The three lists of an event, below the target.
fn lists(event: &Json) -> Json {
    let metadata = &event["status"]["metadata"];
    let target = metadata["name"].as_str().unwrap_or_default();
    let list = |name: &str| -> Json {
        let paths = metadata[name].as_array().into_iter().flatten().filter_map(Json::as_str);
        paths.map(|path| path.strip_prefix(target).unwrap_or(path).trim_start_matches('/').to_owned()).collect()
    };
    json!({ "changed": list("changed"), "stable": list("stable"), "purged": list("purged") })
}
