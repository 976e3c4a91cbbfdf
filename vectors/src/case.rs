//! Recorded cases: where they are, and what an engine may ask of one.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

/// One recorded case.
pub(crate) struct Case {
    /// `<engine>/<area>/<name>`.
    pub(crate) id: String,
    /// A later part of the program that the case needs beside the engine.
    pub(crate) stage: Option<String>,
    /// What goes in.
    pub(crate) input: Map<String, Json>,
    /// What the original answered.
    pub(crate) out: Json,
}

impl Case {
    /// The engine: the first part of the id.
    pub(crate) fn engine(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }
}

/// The input of a case, which remembers what was asked for: a field that nobody asks for is not tested.
pub(crate) struct Input<'a> {
    fields: &'a Map<String, Json>,
    stage: Option<&'a str>,
    used: RefCell<BTreeSet<&'static str>>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(case: &'a Case) -> Self {
        Self { fields: &case.input, stage: case.stage.as_deref(), used: RefCell::default() }
    }

    /// The later part of the program that the case needs beside the engine.
    pub(crate) fn stage(&self) -> Option<&'a str> {
        self.stage
    }

    /// A field as it stands in the case.
    pub(crate) fn field(&self, name: &'static str) -> Option<&'a Json> {
        self.used.borrow_mut().insert(name);
        self.fields.get(name)
    }

    /// A field with text.
    pub(crate) fn text(&self, name: &'static str) -> Option<&'a str> {
        self.field(name).and_then(Json::as_str)
    }

    /// A field with text that every case of the engine has.
    pub(crate) fn required(&self, name: &'static str) -> Result<&'a str, String> {
        self.text(name).ok_or_else(|| format!("`in` has no text `{name}`"))
    }

    /// A field as a value; integers and floats stay apart.
    pub(crate) fn value(&self, name: &'static str) -> Option<value::Value> {
        let text = self.field(name)?.to_string();
        value::Value::from_json(&text).ok()
    }

    /// The fields that nobody asked for.
    pub(crate) fn unused(&self) -> Vec<&'a str> {
        let used = self.used.borrow();
        self.fields.keys().map(String::as_str).filter(|name| !used.contains(name)).collect()
    }
}

/// Cases, and what is wrong with lines that are none.
#[derive(Default)]
pub(crate) struct Cases {
    pub(crate) all: Vec<Case>,
    pub(crate) broken: Vec<String>,
}

/// All cases below a directory, or of one file, ordered by file.
pub(crate) fn read_all(directory: &Path) -> Result<Cases, String> {
    let mut files = Vec::new();
    collect(directory, &mut files).map_err(|error| format!("{}: {error}", directory.display()))?;
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no `*.jsonl` is in it or below", directory.display()));
    }
    let mut cases = Cases::default();
    for file in &files {
        read(file, &mut cases)?;
    }
    Ok(cases)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?.path();
        if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "jsonl") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

fn read(file: &Path, cases: &mut Cases) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match parse(line) {
            Ok(case) => cases.all.push(case),
            Err(problem) => cases.broken.push(format!("{}:{}: {problem}", file.display(), number + 1)),
        }
    }
    Ok(())
}

fn parse(line: &str) -> Result<Case, String> {
    let mut whole: Map<String, Json> = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let id = whole.get("id").and_then(Json::as_str).ok_or("no `id`")?.to_owned();
    let stage = whole.get("stage").and_then(Json::as_str).map(str::to_owned);
    let Some(Json::Object(input)) = whole.remove("in") else { return Err(format!("{id}: no `in`")) };
    Ok(Case { id, stage, input, out: whole.remove("out").ok_or("no `out`")? })
}
