//! Parameters that a solution takes.

use crate::solution::Solution;
use diagnostics::suggest;
use std::collections::BTreeSet;
use value::{Key, Map, Value};

/// What is wrong with a parameter that no resolver asks for; nothing when all are asked for, or when it is not known which
/// are: a solution whose keys are worked out, or that asks for none, takes any.
pub fn unknown_parameter(solution: &Solution, given: &Map) -> Option<String> {
    let mut known = BTreeSet::new();
    for resolver in &solution.resolvers {
        let resolver = &resolver.resolver;
        let sources = resolver.resolve.iter().flat_map(|phase| phase.with.iter().flatten());
        let steps = resolver.transform.iter().flat_map(|phase| phase.with.iter().flatten());
        for step in
            sources.chain(steps).filter(|step| step.provider.as_ref().is_some_and(|name| name.value == "parameter"))
        {
            let key = step.inputs.as_ref().and_then(|inputs| inputs.get("key")).and_then(Option::as_ref);
            known.extend(key.and_then(|form| form.as_literal()).and_then(Value::as_str));
        }
    }
    let mut names = given.keys().filter_map(Key::as_str);
    let unknown = names.find(|name| !known.is_empty() && !known.contains(name))?;
    let hint = suggest(unknown, known.iter().copied())
        .map(|name| format!(" \u{2014} did you mean \"{name}\"?"))
        .unwrap_or_default();
    let valid = known.into_iter().collect::<Vec<_>>().join(", ");
    Some(format!("solution does not accept input \"{unknown}\"{hint} (valid inputs: {valid})"))
}
