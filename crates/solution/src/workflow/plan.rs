//! From a workflow and the values of resolvers to what will be done.

use super::check::{actions_in, actions_named};
use super::given::keep_secrets;
use super::graph::{Group, Phases, phases};
use crate::model::{Action, Condition, ForEach, Workflow};
use crate::session::Session;
use crate::spot::Spot;
use crate::symbols::LATER;
use diagnostics::{Span, Spanned};
use document::decode::Entries;
use providers::{Bindings, Engines, Form, Iteration, Scope, each_leaf};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use value::{Map, Unknown, Value};

/// What will be done.
pub struct Plan {
    /// All actions, of both sections, loops unrolled.
    pub actions: Vec<Arc<PlannedAction>>,
    /// The order of the main section, by number.
    pub main: Phases,
    /// The order of what comes after it.
    pub finally: Phases,
    /// The names that each loop became; none for one over an empty list.
    pub expansions: BTreeMap<String, Vec<String>>,
}

impl Plan {
    /// The loops that something is done for, each with the names of its elements.
    pub(crate) fn unrolled(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.expansions.iter().filter(|(_, elements)| !elements.is_empty())
    }
}

/// Which part of a workflow an action belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The work.
    Actions,
    /// What comes after it.
    Finally,
}

impl Section {
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Actions => "actions",
            Self::Finally => "finally",
        }
    }
}

/// An action that will be done.
pub struct PlannedAction {
    /// Its name, with the number of the element in a loop: `deploy[0]`.
    pub name: String,
    /// Its name in the document.
    pub original: String,
    /// Where that stands.
    pub span: Span,
    /// What the document says.
    pub action: Action,
    /// Where it belongs.
    pub section: Section,
    /// The element of a loop.
    pub iteration: Option<Iteration>,
    /// What it is given.
    pub inputs: Vec<(String, PlannedInput)>,
    /// The inputs that are made of secret values.
    pub secret: BTreeSet<String>,
    /// The parts of these inputs that secret values went into, as far as they are known.
    pub secret_parts: Vec<Value>,
    /// Whether a secret stands in what it is given, by way of something that is none itself.
    pub holds_secret: bool,
    /// Whether its element comes from a secret list.
    pub secret_item: bool,
    /// Whether it is done.
    pub when: When,
    /// What it needs, by number, in its section. The elements of a loop share the list.
    pub needs: Arc<[usize]>,
    /// Main actions that a final one reads.
    pub reads: Vec<String>,
}

impl PlannedAction {
    /// Whether nothing is missing of its inputs.
    pub(super) fn is_written(&self) -> bool {
        self.inputs.iter().all(|(_, input)| !matches!(input, PlannedInput::Missing))
    }

    /// The inputs that are worked out.
    pub(super) fn known_inputs(&self) -> Map {
        let known = |(name, input): &(String, PlannedInput)| match input {
            PlannedInput::Known(value) => Some((name.clone(), value.clone())),
            PlannedInput::Later(_) | PlannedInput::Missing => None,
        };
        self.inputs.iter().filter_map(known).collect()
    }
}

/// An input, as far as it is known.
#[derive(Debug, Clone)]
pub enum PlannedInput {
    /// Its value.
    Known(Value),
    /// It is worked out when the action is called.
    Later(Form),
    /// It is written without a value.
    Missing,
}

/// Whether an action is done, as far as it is known.
#[derive(Debug, Clone)]
pub enum When {
    /// Its condition needs nothing of other actions.
    Asked(Answer),
    /// It is asked when its turn comes.
    Later(Condition),
}

/// What a condition says.
#[derive(Debug, Clone)]
pub enum Answer {
    /// The action is done, or is not.
    Known(bool),
    /// It rests on what a rehearsal does not know.
    Unknown(Unknown),
    /// It cannot be answered: the action fails when its turn comes.
    Fails(String, Spot),
}

impl Answer {
    /// Asks a condition.
    pub(super) fn of(condition: &Condition, engines: &Engines, bindings: &Bindings<'_>) -> Self {
        if let Some(answer) = condition.as_constant() {
            return Self::Known(answer);
        }
        if let Some(doubt) = bindings.doubt_of(&condition.text) {
            return Self::Unknown(doubt);
        }
        let variables = bindings.variables();
        match engines.evaluate(&condition.text, variables) {
            Ok(Value::Bool(answer)) => Self::Known(answer),
            Ok(Value::Unknown(unknown)) => Self::Unknown(unknown),
            Ok(other) => {
                let text = format!("condition must evaluate to boolean, got {}", other.type_name());
                Self::Fails(text, condition.span.into())
            }
            Err(error) => {
                let text = format!("condition evaluation failed: {}", error.report(&condition.text, variables));
                Self::Fails(text, condition.spot(error.place()))
            }
        }
    }
}

/// Why there is no plan.
#[derive(Debug)]
pub struct PlanError {
    /// What is wrong.
    pub text: String,
    /// What is to blame.
    pub spot: Option<Spot>,
}

/// The plan of a workflow. `secrets` are the resolvers whose values are never shown, `wanted` are the actions that are asked for, with what they need; all when nothing is said.
pub fn plan(
    session: &Session,
    workflow: &Workflow,
    scope: &Scope,
    secrets: &BTreeSet<String>,
    wanted: Option<&[String]>,
) -> Result<Plan, PlanError> {
    let aliases = aliases(workflow);
    let mut maker = Maker { session, scope, secrets, aliases, actions: Vec::new(), expansions: BTreeMap::new() };
    let kept = wanted.map(|wanted| maker.closure(workflow, wanted)).transpose()?;
    maker.section(Section::Actions, workflow.actions.as_ref(), kept.as_ref())?;
    maker.section(Section::Finally, workflow.finally.as_ref(), None)?;
    let (main, finally) = (maker.order(Section::Actions)?, maker.order(Section::Finally)?);
    let actions = maker.actions.into_iter().map(Arc::new).collect();
    let plan = Plan { actions, main, finally, expansions: maker.expansions };
    keep_secrets(&plan, &session.registry, &session.run.redactor);
    Ok(plan)
}

/// The action of each alias.
pub fn aliases(workflow: &Workflow) -> BTreeMap<String, String> {
    let sections = [workflow.actions.as_ref(), workflow.finally.as_ref()];
    let all = sections.into_iter().flatten().flat_map(|actions| actions.iter());
    all.filter_map(|(name, action)| Some((action.as_ref()?.alias.as_ref()?.value.clone(), name.value.clone())))
        .collect()
}

/// One of the times that an action is done.
enum Turn {
    /// It is no loop.
    Once,
    /// For an element of its list.
    Element(Iteration),
    /// For elements that a rehearsal does not know, with the names that stand for them.
    Unknown(Map),
}

/// What somebody sees who knows no secrets.
struct Blind {
    scope: Scope,
    /// The names of the element, when it is secret.
    names: Vec<String>,
    iteration: Option<Iteration>,
}

impl Blind {
    fn has_secret_item(&self) -> bool {
        !self.names.is_empty()
    }
}

struct Maker<'a> {
    session: &'a Session,
    scope: &'a Scope,
    secrets: &'a BTreeSet<String>,
    aliases: BTreeMap<String, String>,
    actions: Vec<PlannedAction>,
    expansions: BTreeMap<String, Vec<String>>,
}

impl Maker<'_> {
    fn section(
        &mut self,
        section: Section,
        actions: Option<&Entries<Option<Action>>>,
        kept: Option<&BTreeSet<String>>,
    ) -> Result<(), PlanError> {
        let entries = actions
            .into_iter()
            .flat_map(|actions| actions.iter())
            .filter_map(|(name, action)| Some((name, action.as_ref()?)));
        for (name, action) in entries.filter(|(name, _)| kept.is_none_or(|kept| kept.contains(&name.value))) {
            let fail = |error: PlanError| PlanError {
                text: format!(
                    "failed to build action graph: failed to expand {} section: action \"{}\": {}",
                    section.name(),
                    name.value,
                    error.text
                ),
                spot: error.spot.or_else(|| Some(name.span.into())),
            };
            let turns = self.turns(action).map_err(fail)?;
            if turns.is_empty() {
                self.expansions.insert(name.value.clone(), Vec::new());
            }
            for turn in turns {
                let planned = self.action(section, name, action, turn).map_err(fail)?;
                if planned.iteration.is_some() {
                    self.expansions.entry(name.value.clone()).or_default().push(planned.name.clone());
                }
                self.actions.push(planned);
            }
        }
        Ok(())
    }

    fn turns(&self, action: &Action) -> Result<Vec<Turn>, PlanError> {
        let Some(each) = &action.for_each else { return Ok(vec![Turn::Once]) };
        let Some(within) = &each.within else {
            return Err(PlanError { text: "forEach.in is required for actions".to_owned(), spot: None });
        };
        let bindings = Bindings::new(&self.session.run.engines, self.scope, None);
        let value = within
            .resolve(&bindings)
            .map_err(|error| PlanError { text: format!("forEach.in: {error}"), spot: Some(Spot::of_form(&error)) })?;
        match value {
            Value::Null => Ok(Vec::new()),
            Value::Unknown(unknown) => Ok(vec![Turn::Unknown(each.names_of(&unknown.into()))]),
            Value::List(items) => {
                Ok(items.iter().enumerate().map(|(index, item)| Turn::Element(each.iteration(index, item))).collect())
            }
            other => {
                let text = format!("forEach.in must evaluate to an array, got {}", other.type_name());
                Err(PlanError { text, spot: Some(within.span.into()) })
            }
        }
    }

    fn action(
        &self,
        section: Section,
        name: &Spanned<String>,
        action: &Action,
        turn: Turn,
    ) -> Result<PlannedAction, PlanError> {
        let (full, scope, iteration) = match turn {
            Turn::Once => (name.value.clone(), self.scope.clone(), None),
            Turn::Element(step) => (format!("{}[{}]", name.value, step.index), self.scope.clone(), Some(step)),
            Turn::Unknown(names) => {
                let names = self.scope.names.iter().map(|(name, value)| (name.clone(), value.clone())).chain(names);
                let scope = Scope { names: names.collect(), ..self.scope.clone() };
                (format!("{}[*]", name.value), scope, None)
            }
        };
        let bindings = Bindings::new(&self.session.run.engines, &scope, iteration.as_ref());
        let blind = self.without_secrets(&scope, action, iteration.as_ref());
        let (mut inputs, mut secret, mut secret_parts) = (Vec::new(), BTreeSet::new(), Vec::new());
        for (input, form) in action.inputs.iter().flat_map(|inputs| inputs.iter()) {
            let is_secret = form.as_ref().is_some_and(|form| self.is_secret(form, blind.as_ref()));
            // What takes all there is names nothing, and may have a secret nevertheless.
            let takes_all =
                blind.is_some() && form.as_ref().is_some_and(|form| form.takes_all(&self.session.run.engines));
            let may_be_secret = is_secret || takes_all || blind.as_ref().is_some_and(Blind::has_secret_item);
            let planned = match form {
                None => PlannedInput::Missing,
                Some(form) if self.is_later(form) => PlannedInput::Later(form.clone()),
                Some(form) => PlannedInput::Known(form.resolve(&bindings).map_err(|error| {
                    let provider = action.provider.as_ref().map(|provider| provider.value.as_str());
                    self.session.keep_failed(provider, &input.value, action.sensitive || may_be_secret, &error);
                    let text = format!("failed to materialize input \"{}\": {error}", input.value);
                    PlanError { text, spot: Some(Spot::of_form(&error)) }
                })?),
            };
            let parts = secret_parts.len();
            if let (PlannedInput::Known(value), Some(form), Some(blind)) = (&planned, form, &blind)
                && may_be_secret
            {
                let bindings = Bindings::new(&self.session.run.engines, &blind.scope, blind.iteration.as_ref());
                let seen = form.resolve(&bindings).unwrap_or_else(|_| Unknown::new("").into());
                collect_unknown(value, &seen, &mut secret_parts);
            }
            let is_open = takes_all && matches!(planned, PlannedInput::Later(_));
            if is_secret || is_open || secret_parts.len() > parts {
                secret.insert(input.value.clone());
            }
            inputs.push((input.value.clone(), planned));
        }
        let when = self.when(action, &bindings);
        let holds_secret = inputs.iter().any(|(name, input)| !secret.contains(name) && self.holds_secret(input));
        Ok(PlannedAction {
            name: full,
            original: name.value.clone(),
            span: name.span,
            action: action.clone(),
            section,
            iteration,
            inputs,
            secret,
            secret_parts,
            holds_secret,
            secret_item: blind.is_some_and(|blind| blind.has_secret_item()),
            when,
            needs: Arc::default(),
            reads: Vec::new(),
        })
    }

    /// Whether something goes into it that is never shown: of a resolver, or the element of a list that is secret.
    fn is_secret(&self, form: &Form, blind: Option<&Blind>) -> bool {
        let engines = &self.session.run.engines;
        blind.is_some_and(|blind| {
            form.references(engines).iter().any(|one| self.secrets.contains(&one.name))
                || (blind.has_secret_item() && form.uses(engines).iter().any(|one| blind.names.contains(&one.root)))
        })
    }

    /// Whether a secret stands in a value as it is.
    fn holds_secret(&self, input: &PlannedInput) -> bool {
        let (PlannedInput::Known(value), redactor) = (input, &self.session.run.redactor) else { return false };
        if self.secrets.is_empty() || !redactor.has_secrets() {
            return false;
        }
        let mut is_there = false;
        each_leaf(value, |leaf| {
            let found = leaf.as_str().map(|text| redactor.find(text.as_bytes()));
            is_there |= found.is_some_and(|found| !found.is_empty());
        });
        is_there
    }

    /// As if nobody knew the secrets; nothing when there are none.
    fn without_secrets(&self, scope: &Scope, action: &Action, iteration: Option<&Iteration>) -> Option<Blind> {
        if self.secrets.is_empty() {
            return None;
        }
        let mut scope = scope.clone();
        for name in self.secrets {
            scope.data.insert(name.as_str(), Unknown::new("secret"));
        }
        let each = action.for_each.as_ref().filter(|each| each.is_over(self.secrets, &self.session.run.engines));
        let iteration = iteration.map(|one| match each {
            Some(_) => Iteration { item: Unknown::new("secret").into(), ..one.clone() },
            None => one.clone(),
        });
        Some(Blind { scope, names: each.map(ForEach::names_of_item).unwrap_or_default(), iteration })
    }

    fn is_later(&self, form: &Form) -> bool {
        form.uses(&self.session.run.engines).iter().any(|one| self.is_later_name(&one.root))
    }

    fn is_later_name(&self, name: &str) -> bool {
        LATER.contains(&name) || self.aliases.contains_key(name)
    }

    /// Whether an action is done. What is said of other actions is asked when they are over.
    fn when(&self, action: &Action, bindings: &Bindings<'_>) -> When {
        let Some(condition) = &action.when else { return When::Asked(Answer::Known(true)) };
        let engines = &self.session.run.engines;
        let used = engines.cel().references(&condition.text).unwrap_or_default();
        if used.iter().any(|one| self.is_later_name(&one.root)) {
            return When::Later(condition.clone());
        }
        When::Asked(Answer::of(condition, engines, bindings))
    }

    /// What an action reads of others: by `__actions`, by aliases, and in its condition.
    fn read_by(&self, action: &Action) -> BTreeSet<String> {
        let engines = &self.session.run.engines;
        let mut names = BTreeSet::new();
        for (_, form) in action.inputs.iter().flat_map(|inputs| inputs.iter()) {
            let Some(form) = form else { continue };
            names.extend(actions_in(form).into_iter().map(|(name, _)| name));
            names.extend(form.uses(engines).iter().filter_map(|one| self.aliases.get(&one.root).cloned()));
        }
        if let Some(when) = &action.when {
            names.extend(actions_named(&when.text).map(ToOwned::to_owned));
            let used = engines.cel().references(&when.text).unwrap_or_default();
            names.extend(used.iter().filter_map(|one| self.aliases.get(&one.root).cloned()));
        }
        names
    }

    fn order(&mut self, section: Section) -> Result<Phases, PlanError> {
        let mut groups = self.groups(section);
        let read: Vec<BTreeSet<String>> =
            groups.iter().map(|group| self.read_by(&self.actions[group.elements[0]].action)).collect();
        self.relate(&mut groups, &read);
        let elsewhere = self.actions.iter().filter(|one| one.section != section).map(|one| one.original.clone());
        let elsewhere: HashSet<String> = elsewhere.collect();
        for (group, read) in groups.iter().zip(&read) {
            let needs = group.needs.iter().flat_map(|need| groups[*need].elements.iter().copied());
            let needs: BTreeSet<usize> = needs.collect();
            let needs: Arc<[usize]> = needs.into_iter().collect();
            let reads: Vec<String> = read.iter().filter(|name| elsewhere.contains(*name)).cloned().collect();
            for element in &group.elements {
                self.actions[*element].needs = Arc::clone(&needs);
                self.actions[*element].reads.clone_from(&reads);
            }
        }
        phases(&groups).ok_or_else(|| PlanError {
            text: "failed to build action graph: cycle detected in action dependencies".to_owned(),
            spot: groups.first().map(|group| self.actions[group.elements[0]].span.into()),
        })
    }

    /// The actions of a section as the document has them, without loops over nothing.
    fn groups(&self, section: Section) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (number, planned) in self.actions.iter().enumerate().filter(|(_, planned)| planned.section == section) {
            let place = *places.entry(planned.original.as_str()).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Group::named(&planned.original));
            }
            groups[place].elements.push(number);
        }
        groups
    }

    /// Finds out which of them need and exclude which.
    fn relate(&self, groups: &mut [Group], read: &[BTreeSet<String>]) {
        let places: HashMap<String, usize> =
            groups.iter().enumerate().map(|(place, group)| (group.name.clone(), place)).collect();
        for (place, (group, read)) in groups.iter_mut().zip(read).enumerate() {
            // An action that reads itself waits for nobody; elements of a loop would wait for each other.
            let is_alone = group.elements.len() == 1;
            let of = |names: BTreeSet<&String>| -> Vec<usize> {
                let others = names.into_iter().filter_map(|name| places.get(name).copied());
                others.filter(|other| *other != place || !is_alone).collect()
            };
            let action = &self.actions[group.elements[0]].action;
            group.needs = of(action.depends_on.iter().flatten().map(|name| &name.value).chain(read).collect());
            group.excludes = of(action.exclusive.iter().flatten().map(|name| &name.value).collect());
        }
    }

    fn closure(&self, workflow: &Workflow, wanted: &[String]) -> Result<BTreeSet<String>, PlanError> {
        let Some(actions) = &workflow.actions else { return Ok(BTreeSet::new()) };
        let mut left = Vec::new();
        for name in wanted {
            let name = self.aliases.get(name).unwrap_or(name);
            if actions.get(name).is_none() {
                let mut available: Vec<&str> = actions.iter().map(|(name, _)| name.value.as_str()).collect();
                available.sort_unstable();
                let text = format!("action \"{name}\" not found in workflow (available: [{}])", available.join(" "));
                return Err(PlanError { text, spot: None });
            }
            left.push(name.clone());
        }
        let mut all = BTreeSet::new();
        while let Some(name) = left.pop() {
            if let (true, Some(Some(action))) = (all.insert(name.clone()), actions.get(&name)) {
                left.extend(action.depends_on.iter().flatten().map(|other| other.value.clone()));
                left.extend(self.read_by(action));
            }
        }
        Ok(all)
    }
}

/// The parts of a value that are unknown to somebody who sees less.
fn collect_unknown(value: &Value, seen: &Value, parts: &mut Vec<Value>) {
    match (value, seen) {
        (Value::List(items), Value::List(others)) if items.len() == others.len() => {
            items.iter().zip(others.iter()).for_each(|(item, other)| collect_unknown(item, other, parts));
        }
        (Value::Map(map), Value::Map(others)) if map.len() == others.len() => {
            map.iter().zip(others.values()).for_each(|((_, item), other)| collect_unknown(item, other, parts));
        }
        (value, seen) if value == seen => {}
        (value, _) => parts.push(value.clone()),
    }
}
