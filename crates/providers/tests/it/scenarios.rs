//! Recorded runs of the original: the inputs of every step go to the executor in the right mode, and the results have to
//! be the recorded ones. How a solution wraps them is not looked at here.

use crate::kit::{Kit, Screen, json};
use crate::server::Server;
use diagnostics::Sources;
use document::Options;
use document::decode::{Decode, Decoder};
use providers::{Bindings, Capability, Form, Manners, Settings};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use value::{Map, Value};

/// The groups whose steps are calls of providers and nothing more.
const GROUPS: &[&str] = &[
    "static-",
    "cel-",
    "debug-",
    "gotmpl-",
    "hcl-",
    "message-",
    "validation-",
    "file-",
    "directory-",
    "env-",
    "write-tree",
    "exec-",
    "git-",
    "sleep",
    "http-",
    "identity-",
    "secret-",
];

/// What can be judged by a whole solution only.
const WHOLE_SOLUTIONS: &[&str] = &["debug-all", "secret-flow"];

#[test]
fn recorded_calls_give_the_recorded_results() {
    let mut failures = Vec::new();
    let mut played = 0;
    for file in files() {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        if GROUPS.iter().any(|group| name.starts_with(group)) && !WHOLE_SOLUTIONS.contains(&name.as_str()) {
            let problems = Scenario::load(&file).play();
            played += 1;
            failures.extend(problems.into_iter().map(|problem| format!("{name}: {problem}")));
        }
    }
    assert!(played > 0, "no scenario was found");
    assert!(failures.is_empty(), "{} of {played} scenarios:\n{}", failures.len(), failures.join("\n"));
}

fn files() -> Vec<PathBuf> {
    let only = std::env::var("SCENARIO").unwrap_or_default();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios/solutions");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_str().unwrap().contains(&only));
    files.sort();
    files
}

/// A YAML text as a value.
pub(crate) fn parse(name: &str, text: &str) -> Value {
    let mut sources = Sources::default();
    let file = sources.add(name, text.to_owned());
    let documents =
        document::parse(text, file, &Options::solution()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    documents.to_value()
}

struct Scenario {
    said: Map,
    kit: Kit,
    server: Option<Server>,
}

impl Scenario {
    fn load(file: &Path) -> Self {
        let text = std::fs::read_to_string(file).unwrap();
        let said = parse("scenario", &text).as_map().unwrap().clone();
        let settings =
            Settings { allow_private_addresses: text.contains("allowPrivateIPs: true"), ..Settings::default() };
        let server = said.get("http").and_then(Value::as_map).map(|routes| Server::start(routes.clone()));
        let scenario = Self { said, kit: Kit::with(settings), server };
        scenario.lay_out();
        scenario
    }

    fn map(&self, key: &str) -> Map {
        self.said.get(key).and_then(Value::as_map).cloned().unwrap_or_default()
    }

    fn filled(&self, text: &str) -> String {
        let port = self.server.as_ref().map_or(9, |server| server.port).to_string();
        let root = self.kit.root();
        text.replace("@ROOT@", root.to_str().unwrap())
            .replace("@BASE@", root.parent().unwrap().to_str().unwrap())
            .replace("@PORT@", &port)
    }

    fn lay_out(&self) {
        for (path, content) in self.map("files").iter() {
            self.write(path.as_str().unwrap(), content);
        }
        for (path, mode) in self.map("modes").iter() {
            let mode = u32::from_str_radix(mode.as_str().unwrap(), 8).unwrap();
            std::fs::set_permissions(self.kit.root().join(path.as_str().unwrap()), PermissionsExt::from_mode(mode))
                .unwrap();
        }
        for directory in self.said.get("dirs").and_then(Value::as_list).into_iter().flat_map(|list| list.iter()) {
            std::fs::create_dir_all(self.kit.root().join(directory.as_str().unwrap())).unwrap();
        }
        for (name, value) in self.map("env").iter() {
            self.kit.run.environment.set(name.as_str().unwrap(), &self.filled(&value.to_string()));
        }
        self.kit.run.environment.set("HOME", self.kit.root().to_str().unwrap());
        if self.said.contains_key("git") {
            self.commit();
        }
    }

    fn commit(&self) {
        let fixed = [
            ("GIT_AUTHOR_NAME", "Fixed Author"),
            ("GIT_AUTHOR_EMAIL", "author@example.invalid"),
            ("GIT_COMMITTER_NAME", "Fixed Author"),
            ("GIT_COMMITTER_EMAIL", "author@example.invalid"),
            ("GIT_AUTHOR_DATE", "2024-01-02T03:04:05+0000"),
            ("GIT_COMMITTER_DATE", "2024-01-02T03:04:05+0000"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
        ];
        for (name, value) in fixed {
            self.kit.run.environment.set(name, value);
        }
        let words = [vec!["init", "-q", "-b", "main"], vec!["add", "-A"], vec!["commit", "-q", "-m", "first commit"]];
        for words in words {
            let ended =
                Command::new("git").args(words).current_dir(self.kit.root()).envs(fixed).env("HOME", "/").status();
            assert!(ended.unwrap().success());
        }
    }

    fn write(&self, path: &str, content: &Value) {
        let path = self.kit.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let Some(said) = content.as_map() else {
            return std::fs::write(path, self.filled(content.as_str().unwrap())).unwrap();
        };
        let text = |key: &str| said.get(key).and_then(Value::as_str);
        if let Some(target) = text("link") {
            return std::os::unix::fs::symlink(target, path).unwrap();
        }
        let bytes = match text("base64") {
            Some(encoded) => decoded(encoded),
            None => self.filled(text("content").unwrap()).into_bytes(),
        };
        std::fs::write(&path, bytes).unwrap();
        let mode = u32::from_str_radix(text("mode").unwrap_or("0644"), 8).unwrap();
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }

    fn play(mut self) -> Vec<String> {
        let steps = self.said.get("steps").and_then(Value::as_list).unwrap().clone();
        steps.iter().flat_map(|step| self.step(step.as_map().unwrap())).collect()
    }

    fn step(&mut self, step: &Map) -> Vec<String> {
        let words: Vec<String> = step
            .get("args")
            .and_then(Value::as_list)
            .unwrap()
            .iter()
            .map(|word| self.filled(word.as_str().unwrap()))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let want = step.get("want").and_then(Value::as_map).cloned().unwrap_or_default();
        let before = step.get("before").and_then(Value::as_map).and_then(|before| before.get("write"));
        for (path, content) in before.and_then(Value::as_map).into_iter().flat_map(Map::iter) {
            self.write(path.as_str().unwrap(), content);
        }
        let flag = |name: &str| words.iter().skip_while(|word| **word != name).nth(1).copied();
        if !words.starts_with(&["run", "resolver"]) && !words.starts_with(&["run", "solution"]) {
            return Vec::new();
        }
        if words.contains(&"--dry-run") || want.is_empty() {
            return Vec::new();
        }
        let working = self.kit.root().join(step.get("cwd").and_then(Value::as_str).unwrap_or_default());
        let solution = self.filled(&self.kit.read(working.join(flag("-f").unwrap_or("solution.yaml"))));
        self.kit.directories.process = gostd::path::clean(&working);
        self.kit.directories.working = self.kit.directories.process.clone();
        self.kit.directories.output = flag("--output-dir").map(|directory| {
            let directory = self.kit.root().join(directory);
            std::fs::create_dir_all(&directory).unwrap();
            directory
        });
        let for_people = !words.contains(&"json");
        self.kit.screen = for_people.then(|| Screen { quiet: words.contains(&"--quiet"), ..Screen::default() });
        let outcome = if words[1] == "resolver" { self.resolvers(&solution) } else { self.actions(&solution) };
        self.judge(&outcome, &want)
    }

    /// The values of all resolvers by name, or the first error with the resolver's name.
    fn resolvers(&mut self, solution: &str) -> Result<Value, String> {
        self.kit.manners = Manners::Lenient;
        let mut sources = Sources::default();
        let file = sources.add("solution.yaml", solution.to_owned());
        let root = document::parse(solution, file, &Options::solution()).unwrap();
        let Some(resolvers) = root.get("spec").and_then(|spec| spec.get("resolvers")).and_then(document::Node::as_map)
        else {
            return Ok(Map::new().into());
        };
        let mut left: Vec<&document::Entry<'_>> = resolvers.iter().collect();
        let mut last = Ok(Value::Null);
        while !left.is_empty() {
            let before = left.len();
            left.retain(|entry| {
                let value = self.resolver(&entry.value, &sources);
                let name = entry.key.as_str().unwrap();
                last = value.map_err(|error| format!("{name}: {error}"));
                if let Ok(value) = &last {
                    self.kit.scope.data.insert(name, value.clone());
                }
                last.is_err()
            });
            if left.len() == before {
                return last;
            }
        }
        Ok(self.kit.scope.data.clone().into())
    }

    fn resolver(&mut self, node: &document::Node<'_>, sources: &Sources) -> Result<Value, String> {
        let steps = |phase: &str| {
            let with = node.get(phase).and_then(|phase| phase.get("with"));
            with.and_then(document::Node::as_list).unwrap_or_default()
        };
        self.kit.scope.names = Map::new();
        let mut value = Err("no source".to_owned());
        for source in steps("resolve") {
            value = self.provider(source, Capability::From, sources);
            if value.is_ok() {
                break;
            }
        }
        let mut value = value?;
        for (phase, mode) in [("transform", Capability::Transform), ("validate", Capability::Validation)] {
            for step in steps(phase) {
                self.kit.scope.names.insert("__self", value.clone());
                let result = self.provider(step, mode, sources)?;
                if mode == Capability::Transform {
                    value = result;
                }
            }
        }
        Ok(value)
    }

    fn provider(&self, step: &document::Node<'_>, mode: Capability, sources: &Sources) -> Result<Value, String> {
        let provider = step.get("provider").and_then(document::Node::as_str).unwrap();
        let bindings = Bindings::new(&self.kit.run.engines, &self.kit.scope, None);
        let mut inputs = Map::new();
        for entry in step.get("inputs").and_then(document::Node::as_map).unwrap_or_default() {
            let name = entry.key.as_str().unwrap();
            if entry.value.is_null() && mode != Capability::Action {
                return Err(format!("input {name:?} has no value (nil)"));
            }
            let mut decoder = Decoder::new(sources);
            let form = Form::decode(&entry.value, &mut decoder).ok_or("no form")?;
            inputs.insert(name, form.resolve(&bindings).map_err(|error| format!("{name}: {error}"))?);
        }
        self.kit.call_with(provider, mode, inputs).map(|output| output.data).map_err(|error| error.to_string())
    }

    /// The results of all actions by name, in the order of the document, or the first error with the action's name.
    fn actions(&mut self, solution: &str) -> Result<Value, String> {
        self.resolvers(solution)?;
        self.kit.manners = Manners::Strict;
        let mut sources = Sources::default();
        let file = sources.add("solution.yaml", solution.to_owned());
        let root = document::parse(solution, file, &Options::solution()).unwrap();
        let workflow = root.get("spec").and_then(|spec| spec.get("workflow"));
        let actions = workflow.and_then(|workflow| workflow.get("actions")).and_then(document::Node::as_map).unwrap();
        let mut results = Map::new();
        for entry in actions {
            let name = entry.key.as_str().unwrap();
            let result = self.provider(&entry.value, Capability::Action, &sources);
            results.insert(name, result.map_err(|error| format!("{name}: {error}"))?);
        }
        Ok(results.into())
    }

    fn judge(&self, outcome: &Result<Value, String>, want: &Map) -> Vec<String> {
        let exit = want.get("exit").and_then(Value::as_int).unwrap_or(0);
        let mut problems = Vec::new();
        match outcome {
            Err(error) if exit == 0 => problems.push(format!("failed: {error}")),
            Ok(value) if exit != 0 => problems.push(format!("wanted exit code {exit}, got {}", json(value))),
            Err(error) => self.judge_error(error, want, &mut problems),
            Ok(value) => self.judge_value(value, want, &mut problems),
        }
        self.judge_tree(want, &mut problems);
        if let (Some(server), Some(requests)) = (&self.server, want.get("http_requests")) {
            let seen = server.take_log().join(" ");
            let wanted: Vec<String> = requests.as_list().unwrap().iter().map(ToString::to_string).collect();
            if seen != wanted.join(" ") {
                problems.push(format!("requests: wanted {wanted:?}, saw {seen}"));
            }
        }
        problems
    }

    fn judge_error(&self, error: &str, want: &Map, problems: &mut Vec<String>) {
        let fragments = want.get("stderr_contains").and_then(Value::as_list).into_iter().flat_map(|list| list.iter());
        for fragment in fragments.map(|fragment| self.filled(fragment.as_str().unwrap())) {
            if !error.contains(&fragment) && !fragment.starts_with("solution.yaml") {
                problems.push(format!("error lacks {fragment:?}: {error}"));
            }
        }
    }

    fn judge_value(&self, value: &Value, want: &Map, problems: &mut Vec<String>) {
        let Some(wanted) = want.get("json") else { return };
        let got: serde_json::Value = serde_json::from_str(&json(value)).unwrap();
        let wanted: serde_json::Value = serde_json::from_str(&self.filled(&json(wanted))).unwrap();
        let Some(actions) = wanted.get("actions").filter(|_| wanted.get("status").is_some()) else {
            return compare("", &wanted, &got, problems);
        };
        for (name, action) in actions.as_object().unwrap() {
            compare(name, &action["results"], &got[name], problems);
        }
    }

    fn judge_tree(&self, want: &Map, problems: &mut Vec<String>) {
        for (path, wanted) in want.get("tree").and_then(Value::as_map).into_iter().flat_map(Map::iter) {
            let full = self.kit.root().join(path.as_str().unwrap());
            let there = std::fs::symlink_metadata(&full);
            let Some(wanted) = wanted.as_map() else {
                if there.is_ok() {
                    problems.push(format!("{} should not be there", full.display()));
                }
                continue;
            };
            let Ok(there) = there else {
                problems.push(format!("{} is not there", full.display()));
                continue;
            };
            let mode = format!("{:04o}", there.permissions().mode() & 0o7777);
            if wanted.get("mode").is_some_and(|wanted| wanted.as_str() != Some(&mode)) {
                problems.push(format!("{} has mode {mode}, wanted {:?}", full.display(), wanted.get("mode")));
            }
            if let Some(content) = wanted.get("content").and_then(Value::as_str) {
                let got = std::fs::read_to_string(&full).unwrap();
                if got != self.filled(content) {
                    problems.push(format!("{} has {got:?}, wanted {content:?}", full.display()));
                }
            }
        }
    }
}

fn compare(path: &str, wanted: &serde_json::Value, got: &serde_json::Value, problems: &mut Vec<String>) {
    use serde_json::Value::{Array, Object, String};
    match (wanted, got) {
        (String(any), _) if any == "@ANY@" || any == "@ANY?@" => {}
        (Object(wanted), Object(got)) => {
            let absent = |value: &serde_json::Value| matches!(value.as_str(), Some("@ABSENT@" | "@ANY?@"));
            for (key, value) in wanted {
                match got.get(key) {
                    Some(there) => compare(&format!("{path}.{key}"), value, there, problems),
                    None if absent(value) => {}
                    None => problems.push(format!("{path}.{key} is missing")),
                }
            }
            let more = got.keys().filter(|key| !wanted.contains_key(*key));
            problems.extend(more.map(|key| format!("{path}.{key} is not wanted")));
        }
        (Array(wanted), Array(got)) if wanted.len() == got.len() => {
            for (index, (wanted, got)) in wanted.iter().zip(got).enumerate() {
                compare(&format!("{path}[{index}]"), wanted, got, problems);
            }
        }
        _ if wanted == got => {}
        _ => problems.push(format!("{path}: wanted {wanted}, got {got}")),
    }
}

fn decoded(text: &str) -> Vec<u8> {
    let map: Map = [("text", text)].into_iter().collect();
    let world = system::ReadWorld::real(system::Interrupt::never(), Vec::new());
    let engines = providers::Engines::new(&world, &Settings::default(), None);
    engines.evaluate("base64.decode(text)", &map).unwrap().as_bytes().unwrap().to_vec()
}
