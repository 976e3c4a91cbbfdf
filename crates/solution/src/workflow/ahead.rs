//! What the actions of a workflow would find and do, one after the other, on files as earlier ones would leave them.

use super::graph::Phases;
use super::plan::{Answer, Plan, PlannedAction, PlannedInput, When, aliases};
use super::races::{Races, ends, takes_turns, turns};
use super::render::provider;
use super::run::carries_on;
use super::veil::{Veil, without_why};
use crate::model::{SchemaMode, Workflow};
use crate::resolve::LeftOut;
use crate::session::{Moment, Session};
use crate::symbols::LATER;
use providers::{Bindings, Capability, End, Foresight, Form, Inputs, Iteration, Preview, Scope, preview};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::time::Duration;
use system::files::{FileKind, Links, Notes, ReadFiles};
use value::{Map, Unknown, Value};

/// Looks at what actions would find, one after the other.
pub(super) struct Ahead<'a> {
    session: &'a Session,
    /// What inputs can use that need nothing of other actions.
    scope: &'a Scope,
    /// The same with what others give, which only the run will tell.
    acting: Scope,
    /// Other names of actions.
    aliases: Vec<String>,
    /// What becomes of results that are not what their schema wants, where an action does not say.
    schema_mode: SchemaMode,
    foresight: Foresight,
    /// The phase that is looked at, counted through both sections.
    phase: usize,
    /// The first action of an earlier phase of which nobody can tell what it leaves behind.
    doubt: Option<Doubt>,
    /// All of this phase, in order.
    doubters: Vec<Doubt>,
    /// The actions that would fail, by number.
    failing: BTreeSet<usize>,
    /// The actions of which nobody can tell whether they fail, by number.
    risky: BTreeSet<usize>,
    /// Whether the actions of a phase come one after the other.
    is_in_turn: bool,
    /// What the actions of the phase would do, by number.
    seen: HashMap<usize, Preview>,
    /// Which of them meet.
    races: Races,
    veil: Veil,
}

/// An action that may leave anything behind.
struct Doubt {
    name: String,
    /// The action as it is written; the elements of a loop share it.
    original: String,
    phase: usize,
    /// Which one of its phase it is.
    place: usize,
}

/// An action that it is the turn of.
#[derive(Clone, Copy)]
struct Next<'p> {
    number: usize,
    /// Which one of its phase it is.
    place: usize,
    planned: &'p PlannedAction,
    /// The action that may fail, and skip this one.
    risk: Option<&'p PlannedAction>,
}

/// What is seen of one action.
pub(super) struct Seen {
    /// Which one.
    pub(super) number: usize,
    /// In which phase of its section, from 1.
    pub(super) phase: usize,
    /// What it would do, when there is more to tell than the sentence.
    pub(super) preview: Option<Preview>,
}

/// What is longer is not shown in a diff.
const LONGEST_TEXT: u64 = 1 << 20;

/// How long a look may take.
const PATIENCE: Duration = Duration::from_secs(30);

impl<'a> Ahead<'a> {
    /// Over a scope, with so many actions at once; 0 is as many as there are.
    pub(super) fn new(session: &'a Session, scope: &'a Scope, workflow: Option<&Workflow>, at_once: usize) -> Self {
        let aliases: Vec<String> = workflow.map(aliases).unwrap_or_default().into_keys().collect();
        Self {
            session,
            scope,
            acting: with_later(scope, &aliases, &Unknown::new("what other actions give is known in the run")),
            aliases,
            schema_mode: workflow.map(Workflow::schema_mode).unwrap_or_default(),
            foresight: Foresight::over(session.world.read()),
            phase: 0,
            doubt: None,
            doubters: Vec::new(),
            failing: BTreeSet::new(),
            risky: BTreeSet::new(),
            is_in_turn: at_once == 1,
            seen: HashMap::new(),
            races: Races::default(),
            veil: Veil::new(&session.run.redactor),
        }
    }

    /// Learns what is not to be shown: what actions make of secrets, and what is in the files that they would write, which
    /// may be the secrets of an earlier run.
    pub(super) fn learn(&mut self, plan: &Plan) {
        for planned in &plan.actions {
            if !self.veil.covers(planned) {
                continue;
            }
            self.veil.learn(planned);
            let seen = planned.is_written().then(|| self.see(planned, &self.foresight.scratch())).flatten();
            let notes = seen.map(|seen| seen.notes).unwrap_or_default();
            // What a manifest would write is in an overlay of its own, and what it looks at is in the notes.
            for place in ends(&notes.looked).iter().chain(&ends(&notes.asked)).chain(notes.changed.keys()) {
                let text =
                    text_now(&*self.session.world.read().files, place).and_then(|text| String::from_utf8(text).ok());
                self.veil.learn_lines(&text.unwrap_or_default());
            }
        }
    }

    /// Looks at a section. As in a run, a failure that counts ends it after its phase.
    pub(super) fn section(&mut self, plan: &Plan, phases: &Phases) -> Vec<Seen> {
        let (mut stopped_by, mut may_be_stopped_by, mut all) = (None, None, Vec::new());
        for (place, phase) in phases.iter().enumerate() {
            self.phase += 1;
            if stopped_by.is_none() {
                self.look_at(plan, phase);
            }
            // What elements of a loop need is the same, and of an earlier phase.
            let mut shared: HashMap<&str, (Option<usize>, Option<usize>)> = HashMap::new();
            for (turn, number) in phase.iter().enumerate() {
                let planned = &plan.actions[*number];
                let needs = || (self.failing_need(planned), self.risky_need(planned));
                let (failing, risky) = *shared.entry(planned.original.as_str()).or_insert_with(needs);
                let risk = risky.or(may_be_stopped_by).map(|risk| &*plan.actions[risk]);
                let next = Next { number: *number, place: turn, planned, risk };
                let preview = match stopped_by.or(failing) {
                    Some(culprit) => Some(skipped_for(&plan.actions[culprit])),
                    None => self.foretell(&next),
                };
                all.push(Seen { number: *number, phase: place + 1, preview: preview.filter(Preview::is_told) });
            }
            self.end_phase();
            let all_forgive = phase.iter().all(|number| carries_on(&plan.actions[*number]));
            let counts = |number: &&usize| {
                let action = &plan.actions[**number];
                self.failing.contains(number) && !all_forgive && (!carries_on(action) || cannot_be_asked(action))
            };
            stopped_by = stopped_by.or_else(|| phase.iter().find(counts).copied());
            let may_stop = |number: &&usize| self.risky.contains(number) && !carries_on(&plan.actions[**number]);
            may_be_stopped_by = may_be_stopped_by.or_else(|| phase.iter().find(may_stop).copied());
        }
        all
    }

    /// Somebody that an action needs and that would fail.
    fn failing_need(&self, planned: &PlannedAction) -> Option<usize> {
        planned.needs.iter().copied().find(|need| self.failing.contains(need))
    }

    /// Somebody that an action needs, and nobody can tell whether that fails.
    fn risky_need(&self, planned: &PlannedAction) -> Option<usize> {
        planned.needs.iter().copied().find(|need| self.risky.contains(need))
    }

    /// What an action would do, unless it is skipped because another fails that may fail. Keeps whether it would fail itself
    /// or may fail.
    fn foretell(&mut self, next: &Next<'_>) -> Option<Preview> {
        let (preview, Next { number, planned, .. }) = (self.preview(next), *next);
        if preview.as_ref().is_some_and(Preview::fails) {
            self.failing.insert(number);
        }
        let is_open = match &planned.when {
            When::Later(_) | When::Asked(Answer::Unknown(_)) => true,
            When::Asked(Answer::Known(true)) => preview.as_ref().is_none_or(|preview| preview.end == End::Open),
            When::Asked(Answer::Known(false) | Answer::Fails(..)) => false,
        };
        let is_judged = self.is_judged(planned, preview.as_ref());
        if is_judged || may_not_be_called(planned, preview.as_ref()) || is_open && self.may_fail(planned) {
            self.risky.insert(number);
        }
        preview.map(|preview| if is_judged && preview.is_told() { if_it_fits(preview) } else { preview })
    }

    /// Whether the run asks if the result of an action is what its schema wants, and fails otherwise.
    fn is_judged(&self, planned: &PlannedAction, preview: Option<&Preview>) -> bool {
        let is_asked =
            planned.action.result_schema.is_some() && planned.action.schema_mode(self.schema_mode) == SchemaMode::Error;
        is_asked && may_be_done(planned, preview)
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
                && self.failing_need(planned).is_none()
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
        self.doubters = self.doubters_of(plan, phase);
    }

    /// Looks at each action as if it were the only one of its phase, but at a loop that takes one element at a time as a
    /// whole.
    fn race(&self, plan: &Plan, done: &[usize]) -> Races {
        let turns = turns(plan, done.iter().copied());
        let mut races = Races::default();
        for turn in turns.iter().filter(|_| turns.len() > 1) {
            let scratch = self.foresight.scratch();
            races.begin(&plan.actions[turn[0]], turn.len() > 1);
            for number in turn {
                races.join(*number);
                let planned = &plan.actions[*number];
                // What may wait meets others by what is seen of it in the order of the plan.
                let seen = if self.may_wait(planned) { None } else { self.see(planned, &scratch) };
                if let Some(seen) = seen {
                    races.add_alone(*number, seen);
                }
            }
        }
        races
    }

    /// Those of a phase that may leave something behind, and nobody can tell what.
    fn doubters_of(&self, plan: &Plan, phase: &[usize]) -> Vec<Doubt> {
        let is_open = |number: &usize, planned: &PlannedAction| match &planned.when {
            When::Later(_) | When::Asked(Answer::Unknown(_)) => true,
            // What is not looked at twice may do anything when another comes first.
            When::Asked(Answer::Known(true)) => {
                let may_differ = || self.may_wait(planned) && self.races.meets(*number);
                self.seen.get(number).is_none_or(|seen| seen.unforeseen) || may_differ()
            }
            When::Asked(Answer::Known(false) | Answer::Fails(..)) => false,
        };
        let doubt = |(place, number): (usize, &usize)| {
            let planned = &plan.actions[*number];
            let is_doubted = is_open(number, planned) && self.failing_need(planned).is_none();
            let (name, original) = (planned.name.clone(), planned.original.clone());
            (is_doubted && self.may_change(planned)).then_some(Doubt { name, original, phase: self.phase, place })
        };
        phase.iter().enumerate().filter_map(doubt).collect()
    }

    fn may_change(&self, planned: &PlannedAction) -> bool {
        let registered = self.session.registry.get(provider(planned));
        registered.is_some_and(|one| one.provider().may_change(&Inputs::new(self.inputs(planned))))
    }

    fn may_fail(&self, planned: &PlannedAction) -> bool {
        let registered = self.session.registry.get(provider(planned));
        registered.is_none_or(|one| one.provider().may_fail(&Inputs::new(self.inputs(planned))))
    }

    /// What is left in doubt is so for later phases. That is also what is left where actions met, and with it whether
    /// those that need one of them are done.
    fn end_phase(&mut self) {
        let first = self.doubters.drain(..).next();
        self.doubt = self.doubt.take().or(first);
        let races = std::mem::take(&mut self.races);
        for (path, reason) in races.open {
            self.foresight.doubt(&path, reason);
        }
        if let Some((name, original)) = races.loser {
            self.doubt.get_or_insert(Doubt { name, original, phase: self.phase, place: 0 });
        }
    }

    fn preview(&mut self, next: &Next<'_>) -> Option<Preview> {
        match &next.planned.when {
            When::Asked(Answer::Known(false)) => {
                Some(Preview::told("would be skipped: the condition is false".to_owned()))
            }
            When::Asked(Answer::Fails(text, _)) => {
                let redactor = &self.session.run.redactor;
                let failing = Preview::failing(&redactor.text(text));
                let is_hidden = next.planned.action.sensitive && !redactor.reveals();
                Some(if is_hidden { Preview { status: without_why(&failing.status), ..failing } } else { failing })
            }
            When::Asked(Answer::Unknown(unknown)) => Some(Preview::open(format!("may be skipped, {unknown}"))),
            When::Later(_) => None,
            When::Asked(Answer::Known(true)) => self.look(*next),
        }
    }

    /// Takes what resolvers would have done before as done, as far as that can be foreseen.
    pub(super) fn follow(&mut self, left_out: &[LeftOut]) {
        for LeftOut { resolver, provider, inputs, holds_secret } in left_out {
            if *holds_secret {
                inputs.iter().flat_map(Map::values).for_each(|input| self.veil.learn_texts(input));
            }
            let context = self.session.context(Capability::Action, &self.moment(None, true));
            let seen = inputs
                .clone()
                .and_then(|inputs| preview(&self.session.registry, provider, inputs, &context, &self.foresight, false));
            if seen.is_none_or(|seen| seen.unforeseen || seen.fails()) {
                let (name, original) = (resolver.to_string(), resolver.to_string());
                self.doubt.get_or_insert(Doubt { name, original, phase: 0, place: 0 });
            }
        }
    }

    /// What an action would find and do on these files.
    fn see(&self, planned: &PlannedAction, files: &Foresight) -> Option<Preview> {
        let moment = self.moment(planned.iteration.as_ref(), planned.action.sensitive);
        let context = self.session.context(Capability::Action, &moment);
        let inputs = self.inputs(planned);
        preview(&self.session.registry, provider(planned), inputs, &context, files, !self.veil.covers(planned))
    }

    fn moment<'s>(&'s self, iteration: Option<&'s Iteration>, is_sensitive: bool) -> Moment<'s> {
        let deadline = Some(self.session.now() + PATIENCE);
        let scope = &self.acting;
        Moment { scope, calling: None, iteration, deadline, span: None, is_sensitive }
    }

    fn look(&mut self, Next { number, place, planned, risk }: Next<'_>) -> Option<Preview> {
        let seen = self.seen.remove(&number)?;
        let (seen, by) = self.races.judge(number, planned, seen, &|preview| self.veil.over(planned, preview));
        let Some((name, when)) = self.doubter(place, planned) else { return Some(unless_fails(risk, seen)) };
        let is_firm = risk.is_none() && self.fails_anywhere(planned, &seen);
        if by.is_some_and(|by| by == name) || !seen.is_told() || is_firm || seen.end == End::Open {
            return Some(seen);
        }
        // What is missing now may be there by then.
        let status = if seen.fails() {
            format!("unknown: [{name}] {when} and may change things; as they are now it {}", seen.status)
        } else {
            let doubt = format!("{}, as things are now; [{name}] {when} and may change them", seen.status);
            // Of the one that is doubted anyway nothing more is said.
            unless_fails(risk.filter(|risk| risk.name != name), Preview { status: doubt, ..seen.clone() }).status
        };
        Some(Preview { status, end: End::Open, ..seen })
    }

    /// Whether an action fails before it looks at anything, so that nobody can help it.
    fn fails_anywhere(&self, planned: &PlannedAction, seen: &Preview) -> bool {
        seen.fails() && seen.notes == Notes::default() && !self.may_wait(planned)
    }

    /// Who may have left anything when an action begins. Those of a phase do not wait for each other, but for the elements
    /// of a loop that takes one at a time.
    fn doubter(&self, place: usize, planned: &PlannedAction) -> Option<(&str, &'static str)> {
        let in_turn = |other: &Doubt| self.is_in_turn || takes_turns(planned) && other.original == planned.original;
        let may_be_first = |other: &&Doubt| other.place < place || other.place > place && !in_turn(other);
        let other = self.doubt.as_ref().or_else(|| self.doubters.iter().find(may_be_first))?;
        let is_over = other.phase < self.phase || in_turn(other);
        Some((&other.name, if is_over { "comes before" } else { "runs at the same time" }))
    }

    /// The inputs with what is not known yet.
    fn inputs(&self, planned: &PlannedAction) -> Map {
        let mut inputs = planned.known_inputs();
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
        let scope = with_later(self.scope, &self.aliases, &unknown);
        let bindings = Bindings::new(&self.session.run.engines, &scope, planned.iteration.as_ref());
        form.resolve(&bindings).unwrap_or_else(|_| unknown.into())
    }
}

/// What an action can use, where what others give is unknown.
fn with_later(scope: &Scope, aliases: &[String], unknown: &Unknown) -> Scope {
    let mut scope = scope.clone();
    for name in LATER.into_iter().chain(aliases.iter().map(String::as_str)) {
        scope.names.insert(name, unknown.clone());
    }
    scope
}

/// Whether an action may come to its end, as far as can be seen.
fn may_be_done(planned: &PlannedAction, preview: Option<&Preview>) -> bool {
    !matches!(planned.when, When::Asked(Answer::Known(false) | Answer::Fails(..)))
        && !preview.is_some_and(Preview::fails)
}

/// Whether an action may fail before it is called, for an input that only the run works out.
fn may_not_be_called(planned: &PlannedAction, preview: Option<&Preview>) -> bool {
    may_be_done(planned, preview) && planned.inputs.iter().any(|(_, input)| matches!(input, PlannedInput::Later(_)))
}

/// Whether the condition of an action fails; that counts whatever the action says of failures.
fn cannot_be_asked(planned: &PlannedAction) -> bool {
    matches!(planned.when, When::Asked(Answer::Fails(..)))
}

/// What is in a file now, when it is one that a diff would show.
fn text_now(files: &dyn ReadFiles, place: &Path) -> Option<Vec<u8>> {
    let stat = files.stat(place, Links::Keep).ok().flatten()?;
    (stat.kind == FileKind::File).then(|| files.read(place, LONGEST_TEXT).ok())?
}

fn if_it_fits(preview: Preview) -> Preview {
    Preview { status: format!("{}, and fails unless `resultSchema` fits", preview.status), ..preview }
}

/// With the words that it rests on another action, when that may fail.
fn unless_fails(risk: Option<&PlannedAction>, preview: Preview) -> Preview {
    match risk.filter(|_| preview.is_firm_change()) {
        Some(risk) => Preview { status: format!("{}, unless [{}] fails", preview.status, risk.name), ..preview },
        None => preview,
    }
}

fn skipped_for(culprit: &PlannedAction) -> Preview {
    Preview::told(format!("would be skipped: [{}] would fail", culprit.name))
}
