//! A recorded scenario: files, perhaps a server, and steps with what they have to give.

use diagnostics::Sources;
use document::{Limits, Options};
use std::path::Path;
use value::{Map, Value};

const KEYS: &[&str] = &["id", "about", "recorded_with", "files", "modes", "dirs", "git", "env", "http", "steps"];
const STEP_KEYS: &[&str] =
    &["args", "stdin", "cwd", "env", "before", "want", "tree", "was", "why", "want_from", "note"];

/// A file of `tests/scenarios/solutions`.
pub(crate) struct Scenario {
    pub(crate) name: String,
    pub(crate) said: Map,
    pub(crate) steps: Vec<Step>,
}

/// One call of the program.
pub(crate) struct Step {
    pub(crate) words: Vec<String>,
    pub(crate) said: Map,
    /// What it has to give; a step without it only prepares the next one.
    pub(crate) want: Option<Map>,
    pub(crate) tree: Map,
}

impl Scenario {
    pub(crate) fn load(file: &Path) -> Result<Self, String> {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let said = of_yaml(&std::fs::read_to_string(file).unwrap())?;
        let said = said.as_map().ok_or("not a mapping")?.clone();
        only_known(&said, KEYS)?;
        let steps = said.get("steps").and_then(Value::as_list).ok_or("no steps")?;
        let steps = steps.iter().map(|step| Step::read(step.as_map().ok_or("a step is no mapping")?.clone()));
        Ok(Self { name, steps: steps.collect::<Result<_, _>>()?, said })
    }
}

impl Step {
    fn read(said: Map) -> Result<Self, String> {
        only_known(&said, STEP_KEYS)?;
        let want = said.get("want").and_then(Value::as_map).cloned();
        let of_want = want.as_ref().and_then(|want| want.get("tree")).and_then(Value::as_map);
        let tree = of_want.cloned().unwrap_or_else(|| map(&said, "tree"));
        Ok(Self { words: texts(&said, "args"), want, tree, said })
    }
}

/// The mapping at a key, or an empty one.
pub(crate) fn map(said: &Map, key: &str) -> Map {
    said.get(key).and_then(Value::as_map).cloned().unwrap_or_default()
}

/// The texts of the list at a key.
pub(crate) fn texts(said: &Map, key: &str) -> Vec<String> {
    let list = said.get(key).and_then(Value::as_list);
    list.into_iter().flat_map(|list| list.iter()).map(ToString::to_string).collect()
}

/// What nobody looks at would be a wish that is silently not checked.
pub(crate) fn only_known(said: &Map, known: &[&str]) -> Result<(), String> {
    let mut keys = said.iter().map(|(key, _)| key.to_string());
    keys.find(|key| !known.contains(&key.as_str())).map_or(Ok(()), |key| Err(format!("unknown key `{key}`")))
}

/// A YAML text as a value.
pub(crate) fn of_yaml(text: &str) -> Result<Value, String> {
    let file = Sources::default().add("text", text.to_owned());
    let node = document::parse(text, file, &Options::solution()).map_err(|problems| format!("{problems:?}"))?;
    Ok(node.to_value())
}

/// A JSON text as a value.
pub(crate) fn of_json(text: &str) -> Result<Value, String> {
    let file = Sources::default().add("text", text.to_owned());
    let node = document::parse_json(text, file, Limits::default()).map_err(|problems| format!("{problems:?}"))?;
    Ok(node.to_value())
}
