//! References between resources: each names something that stands before it.

use crate::codes::UNKNOWN_REFERENCE;
use diagnostics::{Diagnostic, Diagnostics, Spanned, suggest};
use document::Node;
use engine::{Reference, Resource};
use std::collections::HashMap;

/// Reports references that lead nowhere, or to something that comes only later. What is in `lost` was written and could
/// not be read: nobody can say more about it.
pub(crate) fn check(resources: &[Box<dyn Resource>], lost: &[Lost], problems: &mut Diagnostics) {
    if resources.iter().all(|r| r.common().require.is_empty() && r.subscriptions().is_empty()) {
        return;
    }
    let mut first: HashMap<(&str, &str), usize> = HashMap::new();
    for (at, resource) in resources.iter().enumerate() {
        let reference = &resource.identity().reference;
        for name in [Some(reference.name.as_str()), resource.common().alias()].into_iter().flatten() {
            first.entry((&reference.kind, name)).or_insert(at);
        }
    }
    for (at, resource) in resources.iter().enumerate() {
        let named = [("require", resource.common().require.as_slice()), ("subscribe", resource.subscriptions())];
        for (property, references) in named {
            for reference in references {
                let target = first.get(&(&*reference.value.kind, reference.value.name.as_str()));
                match target {
                    Some(target) if *target < at => {}
                    Some(target) => problems.push(too_late(property, reference, &*resources[*target], *target == at)),
                    None if lost.iter().any(|lost| lost.is(&reference.value)) => {}
                    None => problems.push(unknown(property, reference, first.keys())),
                }
            }
        }
    }
}

/// A resource that was written and could not be read.
pub(crate) struct Lost {
    kind: &'static str,
    names: Vec<String>,
}

impl Lost {
    /// What names it in its body.
    pub(crate) fn new(kind: &'static str, body: &Node<'_>) -> Self {
        let names = ["name", "alias"].into_iter().filter_map(|key| body.get(key));
        Self { kind, names: names.filter_map(|node| node.as_str().map(str::to_owned)).collect() }
    }

    fn is(&self, reference: &Reference) -> bool {
        self.kind == reference.kind && self.names.contains(&reference.name)
    }
}

fn too_late(property: &str, reference: &Spanned<Reference>, target: &dyn Resource, is_self: bool) -> Diagnostic {
    let message = if is_self {
        format!("`{property}` of {} names the resource itself", reference.value)
    } else {
        format!("`{property}` names {}, which comes only later", reference.value)
    };
    let problem = Diagnostic::error(&UNKNOWN_REFERENCE, message).at(reference.span, "named here");
    if is_self {
        problem
    } else {
        let help = "resources run in the order in which they are written: move it up".to_owned();
        problem.at(target.identity().span, "declared here").help(help)
    }
}

fn unknown<'a>(
    property: &str,
    reference: &Spanned<Reference>,
    known: impl Iterator<Item = &'a (&'a str, &'a str)>,
) -> Diagnostic {
    let given = reference.value.to_string();
    let mut known: Vec<String> = known.map(|(kind, name)| format!("{kind}#{name}")).collect();
    known.sort_unstable();
    let same_name =
        known.iter().map(String::as_str).find(|k| k.split_once('#').is_some_and(|(_, n)| n == reference.value.name));
    let help = same_name.or_else(|| suggest(&given, known.iter().map(String::as_str)));
    let help = help.map(|name| format!("did you mean `{name}`?"));
    Diagnostic::error(&UNKNOWN_REFERENCE, format!("`{property}` names {given}, which is not in this manifest"))
        .at(reference.span, "no resource has this name or alias")
        .help(help)
}
