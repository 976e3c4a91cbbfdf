//! Secrets in what actions are given.

use super::plan::Plan;
use super::render::provider;
use diagnostics::Redactor;
use providers::{Registered, Registry, keep_urls};

/// Registers what a plan shows although nothing has been called yet, by the rules of the providers that are given it.
pub(super) fn keep_secrets(plan: &Plan, registry: &Registry, redactor: &Redactor) {
    for action in &plan.actions {
        let known = action.known_inputs();
        if let Some(descriptor) = registry.get(provider(action)).map(Registered::descriptor) {
            providers::keep_secrets(descriptor, &known, redactor);
        }
        known.values().for_each(|value| keep_urls(value, redactor));
    }
}
