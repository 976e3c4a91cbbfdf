//! The stream of a solution's run for programs: one JSON object a line, as things happen. What happens in solutions that
//! others run stands before the event of the step that runs them, and in the order of the plan: what comes too early waits.

use super::shelf::{Shelf, Stored};
use crate::console;
use crate::exit::Exit;
use diagnostics::Redactor;
use engine::{Caller, Happening, StepEvent, StepKind, without_secrets};
use solution::workflow::told_value;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use system::WriteWorld;
use value::{Escape, KeyOrder, List, Map};

/// Prints events as lines, without secrets.
pub(crate) struct Lines {
    redactor: Redactor,
    world: WriteWorld,
    waiting: Mutex<Waiting>,
}

/// Lines whose turn has not come.
#[derive(Default)]
struct Waiting {
    /// The solutions that run, by the steps that led to them.
    runs: BTreeMap<Vec<Caller>, Run>,
    shelf: Shelf,
}

/// A solution that runs.
#[derive(Default)]
struct Run {
    /// The step that is told of next: what happens within it need not wait for others.
    next: Option<(StepKind, String)>,
    lines: Vec<Stored>,
}

impl Lines {
    pub(crate) fn new(redactor: &Redactor, world: &WriteWorld) -> Self {
        Self { redactor: redactor.clone(), world: world.clone(), waiting: Mutex::default() }
    }

    /// Takes part in a run.
    pub(crate) fn hear(&self, happening: &Happening<'_>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match happening {
            Happening::Phase { kind, first, within } => {
                waiting.run(within).next = Some((*kind, (*first).to_owned()));
            }
            Happening::Stepped(step) => self.take(step, &mut waiting),
            _ => {}
        }
    }

    /// Prints the line of a step after those from within it, or puts them with those of the step that it is part of.
    fn take(&self, step: &StepEvent<'_>, waiting: &mut Waiting) {
        let before = waiting.within(step);
        let line = self.text(self.of(step));
        if !waiting.is_turn_of(step.within) {
            let own = line.map(|line| waiting.shelf.put(line.as_bytes(), &self.world));
            waiting.run(step.within).lines.extend(before.into_iter().chain(own));
            return;
        }
        for stored in before {
            self.put(stored);
        }
        if let Some(line) = line {
            console::print(&line);
        }
        waiting.is_told(step);
    }

    fn put(&self, stored: Stored) {
        match stored.read() {
            // Meanwhile there may be more that is secret.
            Ok(line) => drop(console::print(&self.redactor.json(&value::lossy_text(&line)))),
            Err(error) => {
                console::error(&format!("an event is lost: it was put aside, and now: {error}"), &self.redactor);
            }
        }
    }

    fn of(&self, step: &StepEvent<'_>) -> Map {
        let mut line = Map::new();
        line.insert("event", step.kind.name());
        line.insert("name", step.name);
        line.insert("solution", step.solution);
        if !step.within.is_empty() {
            line.insert("within", step.within.iter().map(caller).collect::<List>());
        }
        line.insert("phase", number(step.phase));
        line.insert("status", step.status);
        if let Some(reason) = step.skip_reason {
            line.insert("skipReason", reason);
        }
        if let Some(started) = step.started {
            line.insert("startTime", started.to_rfc3339());
            line.insert("duration", value::Duration::from(step.took).to_string());
        }
        let hides = step.sensitive && !self.redactor.reveals();
        if let Some(result) = step.result {
            // In a dry run some is not known.
            let told = if result.unknown().is_some() { told_value(result) } else { result.clone() };
            line.insert("result", if hides { self.redactor.mask().into() } else { told });
        }
        if let Some(error) = step.error {
            line.insert("error", error);
        }
        line
    }

    /// Prints a line.
    pub(crate) fn print(&self, line: Map) -> Exit {
        self.text(line).map_or(Exit::Failed, |line| console::print(&line))
    }

    /// The text of a line. Its texts are masked before they are escaped, and the line once more for what spans several.
    fn text(&self, line: Map) -> Option<String> {
        match without_secrets(&line.into(), &self.redactor).to_json(Escape::Html, KeyOrder::Keep) {
            Ok(text) => Some(format!("{}\n", self.redactor.json(&text))),
            Err(error) => {
                console::error(&error.to_string(), &self.redactor);
                None
            }
        }
    }
}

impl Waiting {
    fn run(&mut self, path: &[Caller]) -> &mut Run {
        self.runs.entry(path.to_vec()).or_default()
    }

    /// What waits for a step. Nobody tells of steps within it any more, so what still waits for those is given up.
    fn within(&mut self, step: &StepEvent<'_>) -> Vec<Stored> {
        let depth = step.within.len();
        let mut from = step.within.to_vec();
        from.push(Caller { kind: step.kind, name: step.name.to_owned(), source: 0, iteration: None });
        let is_within = |path: &&Vec<Caller>| {
            path.starts_with(step.within)
                && path.get(depth).is_some_and(|caller| caller.kind == step.kind && caller.name == step.name)
        };
        let paths = self.runs.range(from..).map(|(path, _)| path).take_while(is_within);
        let mut lines = Vec::new();
        for path in paths.cloned().collect::<Vec<_>>() {
            let run = self.runs.remove(&path).filter(|_| path.len() == depth + 1);
            lines.extend(run.into_iter().flat_map(|run| run.lines));
        }
        lines
    }

    /// Whether everything is printed that comes before a solution with these callers: each is the next to be told of, and
    /// the first of its loop.
    fn is_turn_of(&self, path: &[Caller]) -> bool {
        path.iter().enumerate().all(|(depth, caller)| {
            let next = self.runs.get(&path[..depth]).and_then(|run| run.next.as_ref());
            next.is_some_and(|(kind, name)| *kind == caller.kind && *name == caller.name)
                && (caller.source, caller.iteration.unwrap_or(0)) == (0, 0)
        })
    }

    /// A step is printed: nothing from within it is printed after that.
    fn is_told(&mut self, step: &StepEvent<'_>) {
        self.run(step.within).next = None;
        if self.runs.values().all(|run| run.lines.is_empty()) {
            self.shelf = Shelf::default();
        }
    }
}

fn caller(caller: &Caller) -> Map {
    let mut map: Map = [("event", caller.kind.name()), ("name", &caller.name)].into_iter().collect();
    if caller.kind == StepKind::Resolver {
        map.insert("source", number(caller.source));
    }
    if let Some(iteration) = caller.iteration {
        map.insert("iteration", number(iteration));
    }
    map
}

fn number(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
