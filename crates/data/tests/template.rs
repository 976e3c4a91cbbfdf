//! Texts with expressions, from the outside.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "template/free_form.rs"]
mod free_form;
#[path = "template/laziness.rs"]
mod laziness;
#[path = "template/nested.rs"]
mod nested;
#[path = "template/properties.rs"]
mod properties;
#[path = "template/references.rs"]
mod references;
#[path = "template/secrets.rs"]
mod secrets;
#[path = "template/texts.rs"]
mod texts;
#[path = "template/unknowns.rs"]
mod unknowns;

use std::sync::Arc;

use data::template::{Environment, Expanded, Reach, Scope, Text, TextError};
use system::files::FakeFiles;
use value::{Map, Value};

/// A map written as JSON.
fn map(json: &str) -> Map {
    match Value::from_json(json) {
        Ok(Value::Map(map)) => map,
        other => panic!("{json} is no map: {other:?}"),
    }
}

/// Facts, data and files of a small machine.
fn environment() -> Environment {
    let files = FakeFiles::new();
    files.add_file("/srv/motd", "Welcome {{ Data.port }}\n");
    files.add_file("/srv/port.templ", "{{ Data.port }}");
    files.add_file("/srv/loop.templ", "{{ template('loop.templ') }}");
    files.add_file("/srv/wrong.templ", "a\n  {{ Data.port + nope }}");
    files.add_file("/srv/wrong.jet", "a\n[[ if ]]");
    files.add_file("/srv/list.jet", "[[ range facts.roles ]]<[[ . ]]>[[ end ]]");
    files.add_file("/srv/bytes", b"a\xffb".as_slice());
    Environment::new(Scope::new(Reach::All), Arc::new(map(r#"{"os": "linux", "roles": ["web", "db"]}"#)))
        .with_data(map(r#"{"port": 8080, "nothing": null, "text": "{{ Data.port }}", "list": [1, 2]}"#))
        .with_environ(map(r#"{"MODE": "prod", "DB_PASSWORD": "hunter2hunter2"}"#))
        .with_files(Arc::new(files), "/srv")
}

fn compiled(text: &str, environment: &Environment) -> data::template::Template {
    Text::parse(text).compile(environment.scope()).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// String mode.
fn text(text: &str) -> Result<Expanded, TextError> {
    let environment = environment();
    compiled(text, &environment).text(&environment)
}

/// Typed mode.
fn value(text: &str) -> Result<Expanded, TextError> {
    let environment = environment();
    compiled(text, &environment).value(&environment)
}

/// String mode of a text that works.
fn shown(source: &str) -> String {
    text(source).unwrap_or_else(|error| panic!("{source}: {error}")).value.to_string()
}
