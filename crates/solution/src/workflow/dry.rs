//! What a workflow would do, in sentences.

use super::plan::{Plan, PlannedAction, PlannedInput, When};
use super::render::{inputs, needs, phase_of, provider};
use crate::solution::Solution;
use providers::{Inputs, Registry, what_if};
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
}

impl DryRun {
    /// What a plan would do; without a plan only what stands in its way.
    pub fn of(solution: &Solution, plan: Option<&Plan>, registry: &Registry, warnings: Vec<String>) -> Self {
        let order = plan
            .into_iter()
            .flat_map(|plan| plan.main.iter().chain(&plan.finally).flatten().map(move |number| (plan, *number)));
        Self {
            solution: solution.facts.name.clone(),
            version: solution.facts.version.clone(),
            has_workflow: solution.workflow.is_some(),
            actions: order.map(|(plan, number)| would(plan, number, registry)).collect(),
            phases: plan.map_or(0, |plan| plan.main.len()),
            warnings,
        }
    }

    /// For programs. The inputs are there when somebody wants to see more.
    pub fn to_value(&self, verbose: bool) -> Value {
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
        map.into()
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

fn would(plan: &Plan, number: usize, registry: &Registry) -> Would {
    let planned = &plan.actions[number];
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
        text: sentence(planned, registry),
        phase: phase_of(plan, planned.section, number),
        section: planned.section.name(),
        needs: needs(planned, plan),
        reads: planned.reads.clone(),
        when: planned.action.when.as_ref().map(|when| when.text.to_string()),
        inputs: inputs(planned, registry),
        later: later.collect(),
    }
}

/// What an action would do, from the inputs that are known. One that is not done has none.
fn sentence(planned: &PlannedAction, registry: &Registry) -> String {
    let Some(provider) = registry.get(provider(planned)) else { return String::new() };
    let known = |(name, input): &(String, PlannedInput)| match input {
        PlannedInput::Known(value) => Some((name.clone(), value.clone())),
        PlannedInput::Later(_) | PlannedInput::Missing => None,
    };
    let is_done = !matches!(planned.when, When::Known(false));
    let inputs: Map = planned.inputs.iter().filter(|_| is_done).filter_map(known).collect();
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
        }
        if !self.later.is_empty() {
            let later: Map = self.later.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            map.insert("deferredInputs", later);
        }
        map.into()
    }

    fn write(&self, verbose: bool, text: &mut String) {
        let _ = writeln!(text, "  What if: [{}] {}", self.name, self.text);
        if let Some(when) = &self.when {
            let _ = writeln!(text, "    (when: {when})");
        }
        if !self.needs.is_empty() {
            let needs: Vec<String> = self.needs.iter().map(ToString::to_string).collect();
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
