//! Which names expressions and templates can use, and where. What a run hands to them is made by the functions of the
//! first half; the second half asks the same functions, so that a check knows exactly these names.

use crate::model::{Action, ForEach, Workflow};
use crate::resolve::LeftOut;
use crate::workflow::aliases;
use document::decode::Entries;
use providers::{Iteration, Names, Scope};
use std::collections::BTreeMap;
use std::path::Path;
use value::{Map, Unknown, Value};

/// While resolvers get their values: those that have one already, parameters, and the plan.
pub(crate) fn resolving(data: Map, plan: Value) -> Scope {
    Scope { data, names: [("__plan", plan)].into_iter().collect(), doubt: None }
}

/// The same with the current value; one that is null is not declared outside of loops.
pub(crate) fn with_self(scope: &Scope, value: &Value, iterating: bool) -> Scope {
    let mut scope = scope.clone();
    if iterating || !value.is_null() {
        scope.names.insert("__self", value.clone());
    }
    scope
}

/// In `messages.error`: why the resolver failed.
pub(crate) fn failing(scope: &Scope, text: &str) -> Scope {
    let mut scope = with_self(scope, &text.into(), true);
    scope.data.insert("__error", text);
    scope
}

/// Before the first action: the values of resolvers.
pub fn planning(data: Map) -> Scope {
    Scope { data, names: Map::new(), doubt: None }
}

/// The same after resolvers of which a rehearsal leaves some calls out.
pub fn planning_after(data: Map, left_out: &[LeftOut]) -> Scope {
    let scope = planning(data);
    match left_out.first() {
        Some(first) => after(&scope, &first.resolver),
        None => scope,
    }
}

/// A scope after a resolver that a rehearsal leaves out.
pub(crate) fn after(scope: &Scope, resolver: &str) -> Scope {
    let reason = || Unknown::new(format!("it comes after [{resolver}], which is not done in a rehearsal"));
    Scope { doubt: scope.doubt.clone().or_else(|| Some(reason())), ..scope.clone() }
}

/// What actions see beside the results of others: where the program was started, and how the resolvers did when somebody
/// asks for it.
pub fn beside(working: &Path, execution: Option<Value>) -> Map {
    let mut beside: Map = [("__cwd", working.display().to_string())].into_iter().collect();
    if let Some(execution) = execution {
        beside.insert("__execution", execution);
    }
    beside
}

/// While actions run: the values of resolvers, the results of actions, also under their aliases, and what is beside them.
pub(crate) fn acting(data: Map, actions: Map, aliases: &BTreeMap<String, String>, beside: &Map) -> Scope {
    let mut names = beside.clone();
    for (alias, action) in aliases {
        if let Some(result) = actions.get(action.as_str()) {
            names.insert(alias.as_str(), result.clone());
        }
    }
    names.insert("__actions", actions);
    Scope { data, names, doubt: None }
}

/// In `retryIf`: the failure, and nothing else.
pub(crate) fn retrying(error: Map) -> Map {
    [("__error", error)].into_iter().collect()
}

/// Names that are known only while actions run, beside aliases.
pub(crate) const LATER: [&str; 3] = ["__actions", "__cwd", "__execution"];

/// Names that no alias may have.
pub(crate) const RESERVED: [&str; 9] =
    ["_", "__actions", "__item", "__index", "__error", "__self", "true", "false", "null"];

/// Where the names of the program are known, in words.
const WHERE: [(&str, &str); 8] = [
    ("__self", "`transform`, `validate`, `until` and `messages` of resolvers"),
    ("__item", "steps and actions with `forEach`"),
    ("__index", "steps and actions with `forEach`"),
    ("__plan", "resolvers"),
    ("__error", "`retryIf`"),
    ("__actions", "`when` and `inputs` of actions"),
    ("__cwd", "`when` and `inputs` of actions"),
    ("__execution", "`when` and `inputs` of actions"),
];

/// Where a name is known, when it is one of the program.
pub(crate) fn known_in(name: &str) -> Option<&'static str> {
    WHERE.iter().find(|(known, _)| *known == name).map(|(_, place)| *place)
}

/// Stands for every value while nothing runs; only names count.
const SOMETHING: Value = Value::Bool(true);

/// A place of a solution: what can be used there.
#[derive(Clone)]
pub(crate) struct Place {
    scope: Scope,
    iteration: Option<Iteration>,
}

impl Place {
    /// In a resolver that has no value yet.
    pub(crate) fn resolver() -> Self {
        Self::of(resolving(Map::new(), SOMETHING))
    }

    /// In a resolver that has one.
    pub(crate) fn with_self(&self) -> Self {
        Self::of(with_self(&self.scope, &SOMETHING, true))
    }

    /// In the message of a resolver that failed.
    pub(crate) fn failing(&self) -> Self {
        Self::of(failing(&self.scope, ""))
    }

    /// In the list of an action's loop.
    pub(crate) fn planning() -> Self {
        Self::of(planning(Map::new()))
    }

    /// In an action.
    pub(crate) fn action(workflow: &Workflow) -> Self {
        let sections = [&workflow.actions, &workflow.finally].into_iter().flatten();
        let names =
            sections.flat_map(Entries::<Option<Action>>::iter).map(|(name, _)| (name.value.as_str(), SOMETHING));
        let beside = beside(Path::new("/"), Some(SOMETHING));
        Self::of(acting(Map::new(), names.collect(), &aliases(workflow), &beside))
    }

    /// The same in a step for an element of a list.
    pub(crate) fn each(&self, each: Option<&ForEach>) -> Self {
        Self { scope: self.scope.clone(), iteration: each.map(|each| each.iteration(0, &SOMETHING)) }
    }

    /// The names.
    pub(crate) fn names(&self) -> Names {
        names(&self.scope.variables(self.iteration.as_ref()))
    }

    fn of(scope: Scope) -> Self {
        Self { scope, iteration: None }
    }
}

/// The names in `retryIf`.
pub(crate) fn names_of_retry() -> Names {
    names(&retrying(Map::new()))
}

fn names(variables: &Map) -> Names {
    Names { known: variables.keys().filter_map(|name| name.as_str().map(str::to_owned)).collect(), may_be_more: false }
}

#[cfg(test)]
mod tests {
    use super::{LATER, Place, RESERVED, known_in, names_of_retry};
    use crate::model::Workflow;
    use std::collections::BTreeSet;

    fn own(place: &Place) -> BTreeSet<String> {
        place.names().known.into_iter().filter(|name| name != "_").collect()
    }

    #[test]
    fn what_is_known_later_is_what_actions_see() {
        assert_eq!(own(&Place::action(&Workflow::empty())), LATER.map(str::to_owned).into());
        assert_eq!(own(&Place::planning()), BTreeSet::new());
    }

    #[test]
    fn all_names_of_the_program_are_told_of() {
        let resolver = Place::resolver();
        let places = [resolver.with_self(), resolver.failing(), Place::action(&Workflow::empty())];
        let names = places.iter().flat_map(own).chain(names_of_retry().known);
        names.for_each(|name| assert!(known_in(&name).is_some(), "{name}"));
        RESERVED.iter().filter(|name| name.starts_with("__")).for_each(|name| assert!(known_in(name).is_some()));
    }
}
