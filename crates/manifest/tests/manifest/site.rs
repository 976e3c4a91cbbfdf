//! A manifest in a world of its own.

use diagnostics::{Redactor, Sources};
use manifest::{Catalog, Loaded, Options, load};
use serde_json::{Map, Value as Json};
use std::path::Path;
use system::FakeWorld;
use system::files::Attributes;

/// Reads a manifest that stands at `/site/site.yaml`.
pub(crate) fn read(text: &str) -> Loaded {
    let world = FakeWorld::new();
    world.files.add_file("/site/site.yaml", text);
    let redactor = Redactor::new("<secret>");
    load(Path::new("/site/site.yaml"), &world.read(), &mut Sources::new(), &redactor, &Options::default()).unwrap()
}

/// The same of items of `resources`, each indented by two.
pub(crate) fn read_items(items: &str) -> Loaded {
    let indented: Vec<String> = items.lines().map(|line| format!("    {line}\n")).collect();
    read(&format!("ccm:\n  resources:\n{}", indented.concat()))
}

/// The resources of items that have no problem.
pub(crate) fn catalog(items: &str) -> Catalog {
    let loaded = read_items(items);
    assert!(loaded.problems.is_empty(), "{:?}", messages(&loaded));
    loaded.catalog.unwrap()
}

/// Type and name of each resource, in order.
pub(crate) fn names(items: &str) -> Vec<String> {
    catalog(items).steps.iter().map(|step| step.resource.identity().reference.to_string()).collect()
}

/// The properties of each resource as they are in force, without the name.
pub(crate) fn properties(items: &str) -> Vec<Map<String, Json>> {
    let of = |properties: Option<value::Value>| match serde_json::to_value(properties).unwrap() {
        Json::Object(mut map) => {
            map.remove("name");
            map
        }
        other => panic!("{other}"),
    };
    catalog(items).steps.iter().map(|step| of(step.resource.properties())).collect()
}

/// One property of each resource.
pub(crate) fn each(items: &str, property: &str) -> Vec<Json> {
    properties(items).into_iter().map(|mut map| map.remove(property).unwrap_or(Json::Null)).collect()
}

/// What is wrong with items, as code and message.
pub(crate) fn problems(items: &str) -> Vec<String> {
    messages(&read_items(items))
}

pub(crate) fn messages(loaded: &Loaded) -> Vec<String> {
    loaded.problems.iter().map(|problem| format!("{}: {}", problem.code.id, problem.message)).collect()
}

/// A world in which `true` and `false` are what they are everywhere, and `touch` makes files.
pub(crate) fn world() -> FakeWorld {
    use system::process::{Captured, Finished};
    let world = FakeWorld::new();
    world.files.add_directory("/srv", Attributes::default());
    for program in ["true", "false", "touch"] {
        world.files.add_file_with(format!("/usr/bin/{program}"), "", Attributes::mode(0o755));
    }
    let files = std::sync::Arc::clone(&world.files);
    world.processes.answer_when(
        |_| true,
        move |command| {
            if command.words[0] == "touch" {
                files.add_file(&command.words[1], "");
            }
            let code = i32::from(command.words[0] == "false");
            Ok(Finished { code, stdout: Captured::default(), stderr: Captured::default() })
        },
    );
    world
}
