//! Inputs that all steps of a provider have when they do not say otherwise.

use crate::model::{Plugin, Top};
use document::decode::Entries;
use providers::Form;

type Inputs = Option<Entries<Option<Form>>>;

/// Fills the inputs that `bundle.plugins` has defaults for. What a step says itself wins.
pub(crate) fn fill(top: &mut Top) {
    let plugins = top.bundle.as_ref().and_then(|bundle| bundle.plugins.clone()).unwrap_or_default();
    let Some(spec) = top.spec.as_mut().filter(|_| !plugins.is_empty()) else { return };
    for (_, resolver) in spec.resolvers.iter_mut().flat_map(|all| all.0.iter_mut()) {
        let Some(resolver) = resolver else { continue };
        let sources = resolver.resolve.iter_mut().flat_map(|phase| phase.with.iter_mut().flatten());
        let steps = resolver.transform.iter_mut().flat_map(|phase| phase.with.iter_mut().flatten());
        for step in sources.chain(steps) {
            fill_one(step.provider.as_ref().map(|name| name.value.as_str()), &mut step.inputs, &plugins);
        }
        for rule in resolver.validate.iter_mut().flat_map(|phase| phase.with.iter_mut().flatten()) {
            fill_one(rule.provider.as_ref().map(|name| name.value.as_str()), &mut rule.inputs, &plugins);
        }
    }
    let Some(workflow) = &mut spec.workflow else { return };
    for actions in [&mut workflow.actions, &mut workflow.finally].into_iter().flatten() {
        for (_, action) in &mut actions.0 {
            let Some(action) = action else { continue };
            fill_one(action.provider.as_ref().map(|name| name.value.as_str()), &mut action.inputs, &plugins);
        }
    }
}

fn fill_one(provider: Option<&str>, inputs: &mut Inputs, plugins: &[Plugin]) {
    let Some(plugin) = plugins.iter().find(|plugin| Some(plugin.name.as_str()) == provider) else { return };
    let Some(defaults) = &plugin.defaults else { return };
    let inputs = inputs.get_or_insert_with(Entries::default);
    for (name, form) in defaults {
        if inputs.get(&name.value).is_none() {
            inputs.0.push((name.clone(), Some(form.clone())));
        }
    }
}
