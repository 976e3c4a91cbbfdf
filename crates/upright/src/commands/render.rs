//! `upright apply --render`: the manifest as it counts on this machine.

use crate::console;
use crate::exit::Exit;
use crate::output::DataForm;
use diagnostics::Redactor;
use manifest::Catalog;
use value::{List, Map, Value};

/// Prints the resolved manifest; secrets are masked.
pub(super) fn run(catalog: &Catalog, redactor: &Redactor) -> Exit {
    let resources: List = catalog.steps.iter().map(|step| resource(&*step.resource)).collect();
    let ccm = Map::from_iter([
        ("fail_on_error", Value::Bool(catalog.header.fail_on_error)),
        ("resources", Value::List(resources)),
    ]);
    let document = Map::from_iter([("ccm", Value::Map(ccm)), ("data", Value::Map(catalog.shown_data()))]);
    match DataForm::Yaml.print(&Value::Map(document), redactor) {
        // ccm: an empty line follows.
        Exit::Done => console::print("\n"),
        exit => exit,
    }
}

fn resource(resource: &dyn engine::Resource) -> Value {
    let kind = resource.identity().reference.kind.to_string();
    let mut properties = match resource.properties() {
        Some(Value::Map(properties)) => properties,
        _ => Map::new(),
    };
    properties.retain(|_, value| value.as_str() != Some(""));
    Map::from_iter([(kind.as_str(), Value::Map(properties))]).into()
}
