//! Parameters that a solution gives to others which take no such, found without running them.

use super::solution::NAME;
use crate::solutions::reference;
use diagnostics::{Diagnostic, Diagnostics, Redactor};
use providers::{Form, Registry};
use solution::{Calling, Solution, Strictness, UNKNOWN_INPUT, load, unknown_parameters};
use std::path::Path;
use system::ReadWorld;
use value::{Key, Value};

/// What the document has as it is; relative files start at `base`. A run warns of it.
pub(crate) fn strange_parameters(
    solution: &Solution,
    base: &Path,
    world: &ReadWorld,
    registry: &Registry,
    redactor: &Redactor,
) -> Diagnostics {
    let mut found = Diagnostics::new();
    let calls = solution.calls().into_iter().filter(|call| call.provider.is_some_and(|name| name.value == NAME));
    for call in calls {
        let Some((source, form)) = source(&call).zip(input(&call, "inputs")) else { continue };
        let (Some(child), Value::Map(given)) = (child(source, base, world, registry, redactor), form.written()) else {
            continue;
        };
        for unknown in unknown_parameters(&child, &given) {
            let problem = format!("solution `{source}` takes no parameter `{}`", unknown.name);
            let place = form.place(&[Key::from(unknown.name.as_str())]);
            let problem = Diagnostic::warning(&UNKNOWN_INPUT, problem).at(place, "it is not used");
            found.push(problem.help(unknown.help()));
        }
    }
    found
}

fn input<'s>(call: &Calling<'s>, name: &str) -> Option<&'s Form> {
    call.inputs?.get(name)?.as_ref()
}

/// Its file. Nothing is downloaded for this.
fn source<'s>(call: &Calling<'s>) -> Option<&'s str> {
    input(call, "source")?.as_literal()?.as_str().filter(|source| !source.contains("://"))
}

/// The other solution. What is wrong with it is told by the run.
fn child(source: &str, base: &Path, world: &ReadWorld, registry: &Registry, redactor: &Redactor) -> Option<Solution> {
    let (text, origin) = reference::of_name(source, base, world).ok()?;
    load(&text, &origin, world, document::Limits::default(), Strictness::Run, registry, redactor).ok()
}
