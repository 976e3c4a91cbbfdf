//! From properties to what the library renders.

use super::desired::Desired;
use super::properties::Engine;
use data::template::{go_functions, jet_functions};
use functions::{Outside, sprig};
use scaffold::{Engine as Renders, GoEngine, JetEngine, Memory, Scaffold};
use std::sync::Arc;
use system::ReadWorld;

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
    let context = environment.variables().into();
    let options = desired.options.clone();
    Scaffold { options, memory, ..Scaffold::new(&desired.source, &desired.target, engine, context) }
}
