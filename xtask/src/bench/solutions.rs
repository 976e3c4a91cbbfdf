//! Solutions: resolvers and actions beside the start of an interpreter, and a tree of templates beside `cp -r`.

use super::cases::{MODE, Program, copy};
use crate::Failure;
use crate::command;
use crate::failure::At;
use crate::scratch::Scratch;
use crate::tree::{Tree, content};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Actions that follow each other.
const CHAIN: usize = 10;

/// Resolvers of three kinds in five phases, 3/7 `static`, 3/7 `cel` and 1/7 `go-template`.
pub(super) fn phases(count: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let (text, values) = in_phases(count / 14);
    resolvers("resolvers", &text, &values, binary, scratch)
}

/// Resolvers that have their value at once.
pub(super) fn wide(count: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let mut lines = Lines::default();
    for number in 0..count {
        let value = match number % 3 {
            0 => json!(number),
            1 => json!(format!("value {number}")),
            _ => json!({"id": number, "on": true, "ports": [80, 443]}),
        };
        lines.put(&format!("r{number:04}"), "static", &format!("value: {value}"), value);
    }
    resolvers("resolvers-wide", &lines.text, &lines.values, binary, scratch)
}

/// Messages and files in turn, in chains.
pub(super) fn actions(count: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let folder = room("actions", scratch)?;
    let tree = Tree::new(&folder.join("target"), count / 2, MODE);
    let mut text = String::from(
        "  resolvers:\n    app: { resolve: { with: [ { provider: static, inputs: { value: web } } ] } }\n  workflow:\n    actions:\n",
    );
    for number in 0..count {
        let needs = if number % CHAIN == 0 { String::new() } else { format!("a{:04}", number - 1) };
        let what = if number % 2 == 0 {
            format!(
                "provider: message, inputs: {{ type: plain, message: {{ tmpl: \"action {number} of {{{{ .app }}}}\" }} }}"
            )
        } else {
            let (path, content) = (&tree.files[number / 2], json!(content(number / 2)));
            let rest = format!("path: {}, content: {content}, permissions: \"{MODE:04o}\"", path.display());
            format!("provider: file, inputs: {{ operation: write, createDirs: true, {rest} }}")
        };
        let _ = writeln!(text, "      a{number:04}: {{ dependsOn: [{needs}], {what} }}");
    }
    let file = solution(&folder, &text)?;
    let words = words(binary, "solution", &file);
    Ok(vec![Program { name: "upright", words, folder: folder.clone(), tree: Some(tree) }, python(folder)])
}

/// Templates are listed, rendered and written; `cp -r` of the result beside it.
pub(super) fn tree(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let folder = room("render-tree", scratch)?;
    let tree = |name: &str| Tree::new(&folder.join(name), files, MODE);
    let (source, target) = (tree("templates"), tree("target"));
    source.write_templates()?;
    let list = format!(
        "operation: list, path: {}, recursive: true, filesOnly: true, includeContent: true",
        source.root.display()
    );
    let write = format!(
        "operation: write-tree, basePath: {}, entries: {{ rslvr: rendered }}, permissions: \"{MODE:04o}\"",
        target.root.display()
    );
    let text = format!(
        "  resolvers:
    name: {{ resolve: {{ with: [ {{ provider: static, inputs: {{ value: setting }} }} ] }} }}
    tree: {{ resolve: {{ with: [ {{ provider: directory, inputs: {{ {list} }} }} ] }} }}
    rendered:
      dependsOn: [name]
      resolve: {{ with: [ {{ provider: go-template, inputs: {{ operation: render-tree, entries: {{ expr: _.tree.entries }} }} }} ] }}
  workflow:
    actions:
      out: {{ provider: file, inputs: {{ {write} }} }}
"
    );
    let file = solution(&folder, &text)?;
    let copied = copy(&tree("result"), tree("copy"), folder.clone())?;
    Ok(vec![Program { name: "upright", words: words(binary, "solution", &file), folder, tree: Some(target) }, copied])
}

/// Resolvers as text, and their values.
#[derive(Default)]
struct Lines {
    text: String,
    values: Map<String, Value>,
}

impl Lines {
    fn put(&mut self, name: &str, provider: &str, inputs: &str, value: Value) {
        let _ = writeln!(
            self.text,
            "    {name}: {{ resolve: {{ with: [ {{ provider: {provider}, inputs: {{ {inputs} }} }} ] }} }}"
        );
        self.values.insert(name.to_owned(), value);
    }
}

/// Six units of values, three of expressions over them, one of templates over those, and so on.
fn in_phases(unit: usize) -> (String, Map<String, Value>) {
    let mut lines = Lines::default();
    for number in 0..6 * unit {
        lines.put(&format!("s{number:04}"), "static", &format!("value: {number}"), json!(number));
    }
    for number in 0..3 * unit {
        let expression = format!("expression: \"_.s{number:04} * 3 + _.s{:04}\"", number + unit);
        lines.put(&format!("c{number:04}"), "cel", &expression, json!(number * 4 + unit));
    }
    let text = |number: usize| format!("value {} of {}", number * 4 + unit, number);
    for number in 0..unit {
        let template =
            format!("name: t{number}, template: \"value {{{{ .c{number:04} }}}} of {{{{ .s{number:04} }}}}\"");
        lines.put(&format!("t{number:04}"), "go-template", &template, json!(text(number)));
    }
    for number in 0..3 * unit {
        let other = number % unit;
        let expression = format!("expression: \"size(_.t{other:04}) + _.c{number:04}\"");
        lines.put(&format!("d{number:04}"), "cel", &expression, json!(text(other).len() + number * 4 + unit));
    }
    for number in 0..unit {
        let template = format!(
            "name: u{number}, template: \"{{{{ if .d{number:04} }}}}on{{{{ end }}}} {{{{ .t{number:04} | upper }}}}\""
        );
        lines.put(
            &format!("u{number:04}"),
            "go-template",
            &template,
            json!(format!("on {}", text(number).to_uppercase())),
        );
    }
    (lines.text, lines.values)
}

/// Runs them once to see that the values are right.
fn resolvers(
    name: &str,
    text: &str,
    values: &Map<String, Value>,
    binary: &Path,
    scratch: &Scratch,
) -> Result<Vec<Program>, Failure> {
    let folder = room(name, scratch)?;
    let file = solution(&folder, &format!("  resolvers:\n{text}"))?;
    let mut words = words(binary, "resolver", &file);
    words.extend(["-o".into(), "json".into()]);
    let printed = command::output(Command::new(&words[0]).args(&words[1..]))?;
    if serde_json::from_str::<Map<String, Value>>(&printed).ok().as_ref() != Some(values) {
        return Err(Failure::not_done(format!("the values of `{name}` are not right")));
    }
    Ok(vec![Program { name: "upright", words, folder: folder.clone(), tree: None }, python(folder)])
}

fn words(binary: &Path, what: &str, file: &Path) -> Vec<std::ffi::OsString> {
    vec![binary.into(), "run".into(), what.into(), "-f".into(), file.into()]
}

fn python(folder: PathBuf) -> Program {
    let words = vec!["/usr/bin/python3".into(), "-c".into(), "pass".into()];
    Program { name: "python3", words, folder, tree: None }
}

fn room(name: &str, scratch: &Scratch) -> Result<PathBuf, Failure> {
    let folder = scratch.path().join(name);
    fs::create_dir_all(&folder).at(&folder)?;
    Ok(folder)
}

fn solution(folder: &Path, spec: &str) -> Result<PathBuf, Failure> {
    let file = folder.join("solution.yaml");
    let head = "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: { name: bench, version: 1.0.0 }\nspec:\n";
    fs::write(&file, format!("{head}{spec}")).at(&file)?;
    Ok(file)
}
