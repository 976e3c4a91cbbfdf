//! Secrets in what actions are given.

use super::plan::{Plan, PlannedInput};
use super::render::provider;
use diagnostics::Redactor;
use providers::{Registered, Registry, keep_urls};
use value::Map;

/// Registers what a plan shows although nothing has been called yet, by the rules of the providers that are given it.
pub(super) fn keep_secrets(plan: &Plan, registry: &Registry, redactor: &Redactor) {
    for action in &plan.actions {
        let known = action.inputs.iter().filter_map(|(name, input)| match input {
            PlannedInput::Known(value) => Some((name.as_str(), value.clone())),
            PlannedInput::Later(_) | PlannedInput::Missing => None,
        });
        let known: Map = known.collect();
        if let Some(descriptor) = registry.get(provider(action)).map(Registered::descriptor) {
            providers::keep_secrets(descriptor, &known, redactor);
        }
        known.values().for_each(|value| keep_urls(value, redactor));
    }
}
