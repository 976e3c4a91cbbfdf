//! From properties to what the library renders.

use super::desired::Desired;
use super::properties::Engine;
use data::template::{Environment, go_functions, jet_functions};
use functions::{Outside, sprig};
use scaffold::{Context, Engine as Renders, GoEngine, JetEngine, Memory, Scaffold, Sight};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use system::ReadWorld;
use value::Value;

/// The tree, with functions that look at this world.
pub(super) fn tree(desired: &Desired, world: &ReadWorld, memory: Arc<dyn Memory>) -> Scaffold {
    let directory = desired.environment.directory().to_owned();
    let environment = desired.environment.clone().with_files(Arc::clone(&world.files), directory);
    let text = |delimiter: &Option<String>| delimiter.clone().unwrap_or_default();
    let (left, right) = (text(&desired.properties.left_delimiter), text(&desired.properties.right_delimiter));
    let engine: Arc<dyn Renders> = match desired.engine {
        Engine::Jet => Arc::new(JetEngine::new(jet_functions(&environment)).with_delimiters(&left, &right)),
        Engine::Go => {
            let outside = Outside::new(Arc::clone(&world.clock), Arc::clone(&world.random))
                .with_environment(Arc::clone(&world.environment));
            let mut functions = sprig(&outside);
            functions.extend(go_functions(&environment).iter());
            Arc::new(GoEngine::new(functions).with_delimiters(left, right))
        }
    };
    let (options, context) = (desired.options.clone(), Arc::new(Variables::new(environment)));
    Scaffold { options, memory, context, ..Scaffold::new(&desired.source, &desired.target, engine, Value::Null) }
}

/// Facts are gathered when a template asks for them.
struct Variables {
    environment: Environment,
    all: OnceLock<Value>,
}

impl Variables {
    fn new(environment: Environment) -> Self {
        Self { environment, all: OnceLock::new() }
    }
}

impl Context for Variables {
    fn seen(&self, sight: &Sight) -> Value {
        match facts(sight) {
            Some(groups) => self.environment.variables(Some(&groups)).into(),
            None => self.all.get_or_init(|| self.environment.variables(None).into()).clone(),
        }
    }
}

/// The groups of facts that a template can see; nothing when that may be all of them.
fn facts(sight: &Sight) -> Option<BTreeSet<&str>> {
    let Sight::Paths(paths) = sight else { return None };
    let of_facts = paths.iter().filter(|path| matches!(path.first().map(String::as_str), Some("facts" | "Facts")));
    of_facts.map(|path| path.get(1).map(String::as_str)).collect()
}
