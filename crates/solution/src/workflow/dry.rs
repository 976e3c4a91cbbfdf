//! What a workflow would do, in sentences.

use super::graph::{Phases, by_element};
use super::plan::{Answer, Plan, PlannedAction, PlannedInput, When, aliases};
use super::races::{Races, takes_turns, turns};
use super::render::{inputs, needs, provider};
use super::run::carries_on;
use crate::resolve::keep_secret;
use crate::session::{Moment, Session};
use crate::solution::Solution;
use crate::symbols::LATER;
use diagnostics::SecretKind;
use engine::without_secrets;
use providers::{Bindings, Capability, Foresight, Form, InDryRun, Inputs, Preview, Scope, preview, what_if};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::time::Duration;
use value::{List, Map, Unknown, Value};

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
    /// What a plan over a scope would do, with so many actions at once; 0 is as many as there are. Without a plan only what
    /// stands in its way.
    pub fn of(
        session: &Session,
        solution: &Solution,
        scope: &Scope,
        plan: Option<&Plan>,
        at_once: usize,
        warnings: Vec<String>,
    ) -> Self {
        let mut ahead = Ahead {
            is_in_turn: at_once == 1,
            races: Races::default(),
            seen: HashMap::new(),
            session,
            scope,
            aliases: solution.workflow.as_ref().map(aliases).unwrap_or_default().into_keys().collect(),
            foresight: Foresight::over(session.world.read()),
            phase: 0,
            doubt: None,
            failing: BTreeSet::new(),
        };
        let mut actions = Vec::new();
        for (plan, phases) in plan.into_iter().flat_map(|plan| [(plan, &plan.main), (plan, &plan.finally)]) {
            ahead.section(plan, phases, &mut actions);
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

/// Looks at what actions would find, one after the other.
struct Ahead<'a> {
    session: &'a Session,
    /// What inputs can use that need nothing of other actions.
    scope: &'a Scope,
    /// Other names of actions.
    aliases: Vec<String>,
    foresight: Foresight,
    /// The phase that is looked at, counted through both sections.
    phase: usize,
    /// The first action of which nobody can tell what it leaves behind.
    doubt: Option<Doubt>,
    /// The actions that would fail, by number.
    failing: BTreeSet<usize>,
    /// Whether the actions of a phase come one after the other.
    is_in_turn: bool,
    /// What the actions of the phase would do, by number.
    seen: HashMap<usize, Preview>,
    /// Which of them meet.
    races: Races,
}

/// An action that may leave anything behind.
struct Doubt {
    name: String,
    /// The action as it is written; the elements of a loop share it.
    original: String,
    phase: usize,
}

impl Ahead<'_> {
    /// Looks at a section. As in a run, a failure that counts ends it after its phase.
    fn section(&mut self, plan: &Plan, phases: &Phases, actions: &mut Vec<Would>) {
        let mut stopped_by = None;
        for (place, phase) in phases.iter().enumerate() {
            self.phase += 1;
            if stopped_by.is_none() {
                self.look_at(plan, phase);
            }
            // What elements of a loop need is the same, and of an earlier phase.
            let mut shared: HashMap<&str, (Option<usize>, List)> = HashMap::new();
            for number in phase {
                let planned = &plan.actions[*number];
                let (failing, needs) = shared.entry(planned.original.as_str()).or_insert_with(|| {
                    let failing = planned.needs.iter().copied().find(|need| self.failing.contains(need));
                    (failing, needs(planned, plan))
                });
                let preview = match stopped_by.or(*failing) {
                    Some(culprit) => Some(skipped_for(&plan.actions[culprit])),
                    None => self.preview(*number, planned),
                };
                if preview.as_ref().is_some_and(|preview| preview.fails) {
                    self.failing.insert(*number);
                }
                actions.push(Would { phase: place + 1, needs: needs.clone(), preview, ..would(planned, self.session) });
            }
            self.end_race();
            let all_forgive = phase.iter().all(|number| carries_on(&plan.actions[*number]));
            let counts = |number: &&usize| {
                let action = &plan.actions[**number];
                self.failing.contains(number) && !all_forgive && (!carries_on(action) || cannot_be_asked(action))
            };
            stopped_by = stopped_by.or_else(|| phase.iter().find(counts).copied());
        }
    }

    /// Whether looking ahead may take its time, as for a manifest with guards of its own: that is not done twice.
    fn may_wait(&self, planned: &PlannedAction) -> bool {
        self.session.registry.get(provider(planned)).is_none_or(|known| known.descriptor().waits)
    }

    /// Looks at the actions of a phase that are done, each alone and then one after the other.
    fn look_at(&mut self, plan: &Plan, phase: &[usize]) {
        let does = |number: &usize| {
            let planned = &plan.actions[*number];
            matches!(planned.when, When::Asked(Answer::Known(true)))
                && planned.is_written()
                && !planned.needs.iter().any(|need| self.failing.contains(need))
        };
        let done: Vec<usize> = phase.iter().copied().filter(does).collect();
        if !self.is_in_turn {
            self.races = self.race(plan, &done);
        }
        for number in done {
            if let Some(seen) = self.see(&plan.actions[number], &self.foresight) {
                self.races.add(number, &seen);
                self.seen.insert(number, seen);
            }
        }
        self.races.meet();
        for number in self.races.in_doubt() {
            if let Some(seen) = self.see(&plan.actions[number], &self.foresight.scratch()) {
                self.races.add_last(number, seen);
            }
        }
        self.races.settle();
    }

    /// Looks at each action as if it were the only one of its phase, but at a loop that takes one element at a time as a
    /// whole.
    fn race(&self, plan: &Plan, done: &[usize]) -> Races {
        let turns = turns(plan, done.iter().copied().filter(|number| !self.may_wait(&plan.actions[*number])));
        let mut races = Races::default();
        for turn in turns.iter().filter(|_| turns.len() > 1) {
            let scratch = self.foresight.scratch();
            races.begin(&plan.actions[turn[0]], turn.len() > 1);
            for number in turn {
                if let Some(seen) = self.see(&plan.actions[*number], &scratch) {
                    races.add_alone(*number, seen);
                }
            }
        }
        races
    }

    /// What is left where actions met is open, and with it whether those that need one of them are done.
    fn end_race(&mut self) {
        let races = std::mem::take(&mut self.races);
        for (path, reason) in races.open {
            self.foresight.doubt(&path, reason);
        }
        if let Some((name, original)) = races.loser {
            self.doubt.get_or_insert(Doubt { name, original, phase: self.phase });
        }
    }

    fn preview(&mut self, number: usize, planned: &PlannedAction) -> Option<Preview> {
        match &planned.when {
            When::Asked(Answer::Known(false)) => {
                Some(Preview::told("would be skipped: the condition is false".to_owned()))
            }
            When::Asked(Answer::Fails(text, _)) => {
                let redactor = &self.session.run.redactor;
                let (masked, is_hidden) = (redactor.text(text), planned.action.sensitive && !redactor.reveals());
                Some(Preview::failing(if is_hidden { "[REDACTED]" } else { &masked }))
            }
            When::Asked(Answer::Unknown(unknown)) => {
                self.doubt(planned);
                Some(Preview::told(format!("may be skipped, {unknown}")))
            }
            When::Later(_) => {
                self.doubt(planned);
                None
            }
            When::Asked(Answer::Known(true)) => self.deed(number, planned),
        }
    }

    /// What an action would do that is done.
    fn deed(&mut self, number: usize, planned: &PlannedAction) -> Option<Preview> {
        let is_sensitive = planned.action.sensitive || !planned.secret.is_empty();
        let is_hidden = is_sensitive && !self.session.run.redactor.reveals();
        let preview = if planned.is_written() { self.look(number, planned) } else { None };
        if preview.as_ref().is_none_or(|preview| preview.unforeseen) {
            self.doubt(planned);
        }
        preview.map(|preview| if is_hidden { self.masked(preview, planned) } else { preview })
    }

    /// The preview of an action with secrets. Its steps are told without them, when they can be told from the rest; what
    /// is in files now may be secrets that nobody knows of.
    fn masked(&self, preview: Preview, planned: &PlannedAction) -> Preview {
        let is_worked_out = |name: &str| {
            planned.inputs.iter().any(|(input, how)| input == name && matches!(how, PlannedInput::Known(_)))
        };
        let is_told = preview.is_plan
            && !planned.action.sensitive
            && planned.secret.iter().all(|name| is_worked_out(name))
            && planned.secret_parts.iter().all(can_be_masked);
        let redactor = self.session.run.redactor.separate();
        planned.secret_parts.iter().for_each(|part| keep_secret(part, &redactor));
        let diff = if is_told { redactor.text(&preview.diff).into_owned() } else { String::new() };
        // A provider tells of paths as it has tidied them up: nobody would find a secret in them.
        let status = if is_told { redactor.text(&preview.status).into_owned() } else { without_why(&preview.status) };
        Preview { diff, status, ..preview }
    }

    /// Nobody can tell what the action leaves behind, if it leaves something.
    fn doubt(&mut self, planned: &PlannedAction) {
        let registered = self.session.registry.get(provider(planned));
        let descriptor = registered.map(providers::Registered::descriptor);
        if descriptor.is_some_and(|one| one.waits || one.in_dry_run == InDryRun::Called) {
            let (name, original, phase) = (planned.name.clone(), planned.original.clone(), self.phase);
            self.doubt.get_or_insert(Doubt { name, original, phase });
        }
    }

    /// What an action would find and do on these files.
    fn see(&self, planned: &PlannedAction, files: &Foresight) -> Option<Preview> {
        let scope = Scope::default();
        let deadline = Some(self.session.now() + PATIENCE);
        let is_sensitive = planned.action.sensitive;
        let iteration = planned.iteration.as_ref();
        let moment = Moment { scope: &scope, calling: None, iteration, deadline, span: None, is_sensitive };
        let context = self.session.context(Capability::Action, &moment);
        let inputs = self.inputs(planned);
        preview(&self.session.registry, provider(planned), inputs, &context, files)
    }

    fn look(&mut self, number: usize, planned: &PlannedAction) -> Option<Preview> {
        let seen = self.seen.remove(&number)?;
        let seen = self.races.judge(number, planned, seen);
        let Some(other) = &self.doubt else { return Some(seen) };
        let (name, when) = (&other.name, if self.is_over(other, planned) { "comes before" } else { SAME_TIME });
        // What is missing now may be there by then.
        let status = if seen.fails {
            format!("unknown: [{name}] {when} and may change things; as they are now it {}", seen.status)
        } else {
            format!("{}, as things are now; [{name}] {when} and may change them", seen.status)
        };
        Some(Preview { status, fails: false, ..seen })
    }

    /// Whether an action begins only after another. Those of a phase do not wait for each other, but for the elements of a
    /// loop that takes one at a time.
    fn is_over(&self, other: &Doubt, planned: &PlannedAction) -> bool {
        let in_turn = takes_turns(planned) && other.original == planned.original;
        other.phase < self.phase || in_turn
    }

    /// The inputs with what is not known yet.
    fn inputs(&self, planned: &PlannedAction) -> Map {
        let mut inputs = known_inputs(planned);
        for (name, input) in &planned.inputs {
            if let PlannedInput::Later(form) = input {
                inputs.insert(name.as_str(), self.later(name, form, planned));
            }
        }
        inputs
    }

    /// An input that is worked out in the run, with the parts of it that need nothing of other actions.
    fn later(&self, name: &str, form: &Form, planned: &PlannedAction) -> Value {
        let unknown = Unknown::new(format!("`{name}` is worked out in the run"));
        let mut scope = self.scope.clone();
        for name in LATER.into_iter().chain(self.aliases.iter().map(String::as_str)) {
            scope.names.insert(name, unknown.clone());
        }
        let bindings = Bindings::new(&self.session.run.engines, &scope, planned.iteration.as_ref());
        form.resolve(&bindings).unwrap_or_else(|_| unknown.into())
    }
}

/// Whether all of a secret can be found in a text: what is short can be anywhere.
fn can_be_masked(secret: &Value) -> bool {
    match secret {
        Value::List(items) => items.iter().all(can_be_masked),
        Value::Map(map) => map.values().all(can_be_masked),
        Value::Null | Value::Unknown(_) => true,
        other => other.to_string().len() >= SecretKind::Declared.shortest(),
    }
}

/// Whether the condition of an action fails; that counts whatever the action says of failures.
fn cannot_be_asked(planned: &PlannedAction) -> bool {
    matches!(planned.when, When::Asked(Answer::Fails(..)))
}

/// What would happen, without the reason: that may quote what the action is given.
fn without_why(status: &str) -> String {
    let why = ["would fail: ", "unknown: "].into_iter().find_map(|words| Some(status.find(words)? + words.len()));
    match why {
        Some(why) => format!("{}[REDACTED]", &status[..why]),
        None => status.to_owned(),
    }
}

fn skipped_for(culprit: &PlannedAction) -> Preview {
    Preview::told(format!("would be skipped: [{}] would fail", culprit.name))
}

/// The lines of a status, those after the first set off from it.
fn told_lines(status: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let indented = |line| Cow::Owned(format!("  {line}"));
    status.lines().take(1).map(Cow::Borrowed).chain(status.lines().skip(1).map(indented))
}

const SAME_TIME: &str = "runs at the same time";

/// How long a look may take.
const PATIENCE: Duration = Duration::from_secs(30);

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

fn told_value(value: &Value) -> Value {
    match value {
        Value::Unknown(unknown) => format!("({unknown})").into(),
        Value::List(items) => items.iter().map(told_value).collect::<List>().into(),
        Value::Map(map) => told(map).into(),
        other => other.clone(),
    }
}

fn known_inputs(planned: &PlannedAction) -> Map {
    let known = |(name, input): &(String, PlannedInput)| match input {
        PlannedInput::Known(value) => Some((name.clone(), value.clone())),
        PlannedInput::Later(_) | PlannedInput::Missing => None,
    };
    planned.inputs.iter().filter_map(known).collect()
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
    let known: Map = known_inputs(planned).iter().map(|(name, value)| (name.clone(), masked(value))).collect();
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
