//! Every case through its engine, on all cores; a panic is an answer of its own, and always a wrong one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value as Json, json};

use crate::case::{Case, Input};
use crate::causes::{self, Causes};
use crate::engines::{self, Engine};
use crate::exceptions::Exceptions;

/// What became of a case.
pub(crate) enum Verdict {
    Passed,
    /// An error in the recorded phase; no words tell what cause was recorded.
    PassedByPhase,
    Failed {
        got: String,
    },
    Excepted,
    /// No engine of that name is built.
    Unknown,
    /// The engine is there, the later part that the case needs is not.
    Waiting,
}

/// The verdicts, in the order of the cases.
pub(crate) fn all(cases: &[Case], exceptions: &Exceptions) -> Vec<Verdict> {
    parallel(cases, |case| verdict(case, exceptions))
}

/// The answers, in the order of the cases, of those that have an engine.
pub(crate) fn answers(cases: &[Case]) -> Vec<(&str, Json)> {
    let answered = parallel(cases, |case| {
        let engine = engines::find(case.engine()).filter(|engine| engine.runs(case))?;
        let got = answer(engine, case).map(causes::without_cause);
        Some((case.id.as_str(), got.unwrap_or_else(|problem| json!({ "problem": problem }))))
    });
    answered.into_iter().flatten().collect()
}

fn verdict(case: &Case, exceptions: &Exceptions) -> Verdict {
    let Some(engine) = engines::find(case.engine()) else { return Verdict::Unknown };
    if !engine.runs(case) {
        return Verdict::Waiting;
    }
    let answered = answer(engine, case);
    let causes = answered.as_ref().map_or(Causes::Different, |got| causes::compare(engine.name, &case.out, got));
    let agrees = causes != Causes::Different && answered.as_ref().is_ok_and(|got| (engine.agrees)(&case.out, got));
    match (agrees, exceptions.contain(&case.id)) {
        (true, false) if causes == Causes::Untold => Verdict::PassedByPhase,
        (true, false) => Verdict::Passed,
        (true, true) => Verdict::Failed { got: "the recorded answer: it is no exception any more".to_owned() },
        (false, true) => Verdict::Excepted,
        (false, false) => Verdict::Failed { got: answered.map_or_else(|problem| problem, |got| got.to_string()) },
    }
}

fn answer(engine: &Engine, case: &Case) -> Result<Json, String> {
    let input = Input::new(case);
    let answered = catch_unwind(AssertUnwindSafe(|| (engine.answer)(&input)));
    let got = answered.map_err(|_| "a panic".to_owned())??;
    match input.unused().as_slice() {
        [] => Ok(got),
        unused => Err(format!("nothing uses `in.{}`", unused.join("`, `in."))),
    }
}

/// Runs `work` for every case on all cores, with the stack that the main thread of a program has.
fn parallel<'a, T: Send>(cases: &'a [Case], work: impl Fn(&'a Case) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(cases.len()));
    let worker = || {
        while let Some((index, case)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, cases.get(i)?)))
        {
            let result = work(case);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads {
            let started = std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, worker);
            started.expect("a thread can be started");
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
