//! The functions that manifests give to the templates of trees: what reads files begins in the room.

use data::template::{Environment, Reach, Scope, go_functions, jet_functions};
use functions::{Outside, sprig};
use gotmpl::FunctionSet;
use jet::Functions;
use std::path::Path;
use std::sync::Arc;
use system::{FakeClock, FakeEnvironment, FakeRandom, Interrupt, ReadWorld};
use value::{Map, Value};

/// For Go templates.
pub(super) fn go(variables: &Map, directory: &Path) -> FunctionSet {
    let outside = Outside::new(Arc::new(FakeClock::at(1_735_787_045)), Arc::new(FakeRandom::default()))
        .with_environment(Arc::new(FakeEnvironment::in_directory(directory)));
    let mut set = sprig(&outside);
    set.extend(go_functions(&environment(variables, directory)).iter());
    set
}

/// For Jet.
pub(super) fn jet(variables: &Map, directory: &Path) -> Functions {
    jet_functions(&environment(variables, directory))
}

fn environment(variables: &Map, directory: &Path) -> Environment {
    let map = |name: &str| variables.get(name).and_then(Value::as_map).cloned().unwrap_or_default();
    let files = ReadWorld::real(Interrupt::never(), Vec::new()).files;
    Environment::new(Scope::new(Reach::All), Arc::new(map("facts")))
        .with_data(map("data"))
        .with_environ(map("environ"))
        .with_files(files, directory)
}
