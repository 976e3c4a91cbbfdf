//! Recorded runs of the original, step by step.

use crate::room::Room;
use crate::scenario::Scenario;
use crate::scope::is_played;
use crate::want::judge;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// `SCENARIO=part-of-a-name` plays some of them.
#[test]
fn recorded_solutions_give_the_recorded_results() {
    let files = files();
    assert!(!files.is_empty(), "no scenario was found");
    let (queue, failures) = (Mutex::new(files.iter()), Mutex::new(Vec::new()));
    let work = || {
        while let Some(file) = { queue.lock().unwrap().next() } {
            failures.lock().unwrap().extend(verdict(file));
        }
    };
    // Many of them wait for something else than a processor.
    let threads = std::thread::available_parallelism().map_or(4, |cores| cores.get() * 2);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{} of {} scenarios:\n{}", failures.len(), files.len(), failures.join("\n"));
}

/// The scenarios that are asked for.
pub(crate) fn files() -> Vec<PathBuf> {
    let only = std::env::var("SCENARIO").unwrap_or_default();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios/solutions");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.file_stem().unwrap().to_str().unwrap().contains(&only));
    files.sort();
    files
}

/// The problems of a scenario that fails.
fn verdict(file: &Path) -> Option<String> {
    let name = file.file_stem().unwrap().to_str().unwrap();
    let problems = Scenario::load(file).map_or_else(|error| vec![error], |scenario| play(&scenario));
    (!problems.is_empty()).then(|| format!("{name}:\n  {}", problems.join("\n").replace('\n', "\n  ")))
}

fn play(scenario: &Scenario) -> Vec<String> {
    if scenario.said.get("id").and_then(value::Value::as_str) != Some(&scenario.name) {
        return vec!["the `id` is not the name of the file".to_owned()];
    }
    let room = Room::of(scenario);
    let mut problems = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate().filter(|(_, step)| is_played(&step.words)) {
        let ended = room.play(step);
        let found = step.want.as_ref().map(|want| judge(step, want, &ended, &room)).unwrap_or_default();
        if !found.is_empty() {
            problems.push(format!("step {}: {}", index + 1, step.words.join(" ")));
            problems.extend(found.iter().map(|problem| format!("  {}", problem.replace('\n', "\n  "))));
        }
    }
    problems
}
