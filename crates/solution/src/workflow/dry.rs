//! What a workflow would do, in sentences.

use super::ahead::{Ahead, Seen};
use super::graph::by_element;
use super::plan::{Answer, Plan, PlannedAction, PlannedInput, When};
use super::render::{inputs, needs, provider};
use crate::resolve::LeftOut;
use crate::session::Session;
use crate::solution::Solution;
use engine::without_secrets;
use providers::{Inputs, Preview, Scope, what_if};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use value::{List, Map, Value};

/// What would happen.
pub struct DryRun {
    solution: String,
    version: String,
    has_workflow: bool,
    actions: Vec<Would>,
    phases: usize,
    warnings: Vec<String>,
}

/// What one action would do.
struct Would {
    name: String,
    provider: String,
    description: Option<String>,
    text: String,
    phase: usize,
    section: &'static str,
    needs: List,
    reads: Vec<String>,
    when: Option<String>,
    inputs: Map,
    later: Vec<(String, String)>,
    preview: Option<Preview>,
}

impl DryRun {
    /// What a plan over a scope would do after its resolvers, with so many actions at once; 0 is as many as there are.
    /// Without a plan only what stands in its way.
    pub fn of(
        session: &Session,
        solution: &Solution,
        (scope, left_out): (&Scope, &[LeftOut]),
        plan: Option<&Plan>,
        at_once: usize,
        warnings: Vec<String>,
    ) -> Self {
        let mut ahead = Ahead::new(session, scope, solution.workflow.as_ref(), at_once);
        ahead.follow(left_out);
        if let Some(plan) = plan {
            ahead.learn(plan);
        }
        let mut actions = Vec::new();
        for (plan, phases) in plan.into_iter().flat_map(|plan| [(plan, &plan.main), (plan, &plan.finally)]) {
            // What elements of a loop need is the same.
            let mut shared: HashMap<&str, List> = HashMap::new();
            for Seen { number, phase, preview } in ahead.section(plan, phases) {
                let planned = &plan.actions[number];
                let needs = shared.entry(planned.original.as_str()).or_insert_with(|| needs(planned, plan)).clone();
                actions.push(Would { phase, needs, preview, ..would(planned, session) });
            }
        }
        Self {
            solution: solution.facts.name.clone(),
            version: solution.facts.version.clone(),
            has_workflow: solution.workflow.is_some(),
            actions,
            phases: plan.map_or(0, |plan| plan.main.len()),
            warnings,
        }
    }

    /// For programs. The inputs are there when somebody wants to see more.
    pub fn to_map(&self, verbose: bool) -> Map {
        let mut map = Map::new();
        map.insert("dryRun", true);
        map.insert("solution", self.solution.as_str());
        map.insert("version", self.version.as_str());
        map.insert("hasWorkflow", self.has_workflow);
        if !self.actions.is_empty() {
            map.insert("actionPlan", self.actions.iter().map(|would| would.to_value(verbose)).collect::<List>());
            map.insert("totalActions", i64::try_from(self.actions.len()).unwrap_or(i64::MAX));
            map.insert("totalPhases", i64::try_from(self.phases).unwrap_or(i64::MAX));
        }
        if !self.warnings.is_empty() {
            map.insert("warnings", self.warnings.iter().map(|text| Value::string(text.as_str())).collect::<List>());
        }
        map
    }

    /// For people.
    pub fn text(&self, verbose: bool) -> String {
        let mut text =
            format!("=== DRY RUN: What would happen ===\n\nSolution: {} (v{})\n", self.solution, self.version);
        let mut last = None;
        for would in &self.actions {
            if last != Some((would.section, would.phase)) {
                // Writing to a text does not fail.
                let _ = write!(text, "\nPhase {}:\n", would.phase);
                last = Some((would.section, would.phase));
            }
            would.write(verbose, &mut text);
        }
        if !self.warnings.is_empty() {
            text.push_str("\nWarnings:\n");
            for warning in &self.warnings {
                let _ = writeln!(text, "  - {warning}");
            }
        }
        text
    }
}

/// The lines of a status, those after the first set off from it.
fn told_lines(status: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let indented = |line| Cow::Owned(format!("  {line}"));
    status.lines().take(1).map(Cow::Borrowed).chain(status.lines().skip(1).map(indented))
}

/// Without those that are worked out later: they are told of by themselves.
fn known_of(planned: &PlannedAction, mut inputs: Map) -> Map {
    for (name, input) in &planned.inputs {
        if matches!(input, PlannedInput::Later(_)) {
            inputs.remove(name.as_str());
        }
    }
    inputs
}

/// The values with words in the place of what only the run will tell.
fn told(values: &Map) -> Map {
    values.iter().map(|(name, value)| (name.clone(), told_value(value))).collect()
}

/// A value with words in the place of what only the run will tell.
pub fn told_value(value: &Value) -> Value {
    match value {
        Value::Unknown(unknown) => format!("({unknown})").into(),
        Value::List(items) => items.iter().map(told_value).collect::<List>().into(),
        Value::Map(map) => told(map).into(),
        other => other.clone(),
    }
}

/// What is told of an action by itself, apart from the plan.
fn would(planned: &PlannedAction, session: &Session) -> Would {
    let later = planned.inputs.iter().filter_map(|(name, input)| match input {
        PlannedInput::Later(form) => {
            Some((name.clone(), form.as_text().map_or("(nested)", |(text, _)| text).to_owned()))
        }
        PlannedInput::Known(_) | PlannedInput::Missing => None,
    });
    Would {
        name: planned.name.clone(),
        provider: provider(planned).to_owned(),
        description: planned.action.description.clone(),
        text: sentence(planned, session),
        phase: 0,
        section: planned.section.name(),
        needs: List::default(),
        reads: planned.reads.clone(),
        when: planned.action.when.as_ref().map(|when| when.text.to_string()),
        inputs: told(&known_of(planned, inputs(planned, session))),
        later: later.collect(),
        preview: None,
    }
}

/// What an action would do, from the inputs that are known. One that is not done has none.
fn sentence(planned: &PlannedAction, session: &Session) -> String {
    let Some(provider) = session.registry.get(provider(planned)) else { return String::new() };
    // What is secret about a sensitive action nobody knows, so nothing of it is told.
    let hides = !session.run.redactor.reveals();
    let is_hidden = planned.action.sensitive && hides;
    let is_told = !is_hidden && !matches!(planned.when, When::Asked(Answer::Known(false)));
    // A sentence has room for a part of a long text; a secret is masked while it is whole.
    let masked = |value: &Value| without_secrets(value, &session.run.redactor);
    let is_secret = |name: &str| hides && planned.secret.contains(name);
    let known = planned.known_inputs();
    let shown = known.iter().filter(|(name, _)| !name.as_str().is_some_and(is_secret));
    let known: Map = shown.map(|(name, value)| (name.clone(), masked(value))).collect();
    let mut inputs = if is_told { told(&known) } else { Map::new() };
    for name in planned.secret.iter().filter(|_| hides) {
        inputs.insert(name.as_str(), "[REDACTED]");
    }
    what_if(provider, &Inputs::new(inputs))
}

impl Would {
    fn to_value(&self, verbose: bool) -> Value {
        let mut map = Map::new();
        map.insert("name", self.name.as_str());
        map.insert("provider", self.provider.as_str());
        if let Some(description) = &self.description {
            map.insert("description", description.as_str());
        }
        map.insert("wouldDo", self.text.as_str());
        map.insert("phase", i64::try_from(self.phase).unwrap_or(i64::MAX));
        map.insert("section", self.section);
        if !self.needs.is_empty() {
            map.insert("dependencies", self.needs.clone());
        }
        if !self.reads.is_empty() {
            map.insert(
                "crossSectionRefs",
                self.reads.iter().map(|name| Value::string(name.as_str())).collect::<List>(),
            );
        }
        if let Some(when) = &self.when {
            map.insert("when", when.as_str());
        }
        if verbose {
            map.insert("materializedInputs", self.inputs.clone());
            if let Some(preview) = &self.preview {
                let shown: Map = [("status", preview.status.as_str()), ("diff", &preview.diff)].into_iter().collect();
                map.insert("preview", shown);
            }
        }
        if !self.later.is_empty() {
            let later: Map = self.later.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            map.insert("deferredInputs", later);
        }
        map.into()
    }

    fn write(&self, verbose: bool, text: &mut String) {
        let _ = writeln!(text, "  What if: [{}] {}", self.name, self.text);
        if let Some(preview) = &self.preview {
            for line in told_lines(&preview.status).chain(preview.diff.lines().map(Cow::Borrowed)) {
                let _ = writeln!(text, "    {line}");
            }
        }
        if let Some(when) = &self.when {
            let _ = writeln!(text, "    (when: {when})");
        }
        if !self.needs.is_empty() {
            let mut needs: Vec<String> = self.needs.iter().map(ToString::to_string).collect();
            needs.sort_by(|one, other| by_element(one).cmp(&by_element(other)));
            let _ = writeln!(text, "    (depends on: {})", needs.join(", "));
        }
        if !self.reads.is_empty() {
            let _ = writeln!(text, "    (reads from: {})", self.reads.join(", "));
        }
        for (name, later) in &self.later {
            let _ = writeln!(text, "    (deferred: {name} = {later})");
        }
        if verbose && !self.inputs.is_empty() {
            text.push_str("    Inputs:\n");
            for (name, value) in self.inputs.sorted() {
                let _ = writeln!(text, "      {}: {value}", name.to_value());
            }
        }
    }
}
