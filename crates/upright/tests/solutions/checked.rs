//! What runs is checked without complaints about its expressions and templates: both have the same names and types.

use crate::replay::files;
use crate::room::Room;
use crate::scenario::{Scenario, Step};
use crate::scope::is_played;
use value::{Map, Value};

/// Problems that a run cannot have had when it came to its end.
const CODES: [&str; 2] = ["solution::bad-expression", "solution::bad-template"];

#[test]
fn a_solution_that_runs_has_no_bad_expressions() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for file in files() {
        let Ok(scenario) = Scenario::load(&file) else { continue };
        let Some(document) = scenario.steps.iter().find_map(good_document) else { continue };
        checked += 1;
        let ended = Room::of(&scenario).play(&check(&document));
        if CODES.iter().any(|code| ended.stderr.contains(code)) {
            wrong.push(format!("{}:\n{}", scenario.name, ended.stderr));
        }
    }
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 0, "nothing was checked");
}

/// The solution of a step that runs it to a good end.
fn good_document(step: &Step) -> Option<String> {
    let is_good = step.want.as_ref()?.get("exit") == Some(&Value::Int(0)) && is_played(&step.words);
    let runs = matches!(step.words.first().map(String::as_str), Some("run" | "render"));
    let at = step.words.iter().position(|word| word == "-f" || word == "--file")?;
    let document = step.words.get(at + 1)?;
    (is_good && runs && document != "-" && !step.said.contains_key("cwd")).then(|| document.clone())
}

fn check(document: &str) -> Step {
    Step { words: ["check", document].map(str::to_owned).to_vec(), said: Map::new(), want: None, tree: Map::new() }
}
