//! What a step has to give, and what it gave.

use crate::compare::{ABSENT, differences, json, unordered};
use crate::facts;
use crate::room::{Ended, Room};
use crate::scenario::{Step, of_json, of_yaml, only_known, texts};
use gostd::regexp::Regexp;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use value::{Map, Value};

const KEYS: &[&str] = &[
    "exit",
    "json",
    "json_unordered",
    "yaml",
    "names",
    "provider",
    "stdout",
    "stdout_lines",
    "stdout_contains",
    "stdout_lacks",
    "stdout_re",
    "stderr_contains",
    "stderr_lacks",
    "stderr_re",
    "http_requests",
    "tree",
];
const TREE_KEYS: &[&str] = &["link", "content", "content_contains", "json", "mode"];

/// Everything that is not as wanted.
pub(crate) fn judge(step: &Step, want: &Map, ended: &Ended, room: &Room) -> Vec<String> {
    let mut problems: Vec<String> = only_known(want, KEYS).err().into_iter().collect();
    if let Some(exit) = want.get("exit").and_then(Value::as_int)
        && ended.exit.map(i64::from) != Some(exit)
    {
        problems.push(format!("exit: want {exit}, got {:?}", ended.exit));
    }
    problems.extend(judge_values(want, &ended.stdout));
    problems.extend(judge_stdout(want, &ended.stdout));
    problems.extend(judge_fragments(want, "stdout", &ended.stdout));
    problems.extend(judge_fragments(want, "stderr", &undecorated(&ended.stderr)));
    if want.contains_key("http_requests") && texts(want, "http_requests") != ended.requests {
        problems.push(format!("requests: want {:?}, got {:?}", texts(want, "http_requests"), ended.requests));
    }
    problems.extend(step.tree.iter().flat_map(|(path, want)| judge_file(&path.to_string(), want, room)));
    problems
}

type Take = fn(&Value, &Value) -> Value;

fn judge_values(want: &Map, stdout: &str) -> Vec<String> {
    let as_bag: Take = |got, _| unordered(got);
    let forms: [(&str, Take); 4] = [
        ("json", |got, _| got.clone()),
        ("json_unordered", as_bag),
        ("names", facts::names),
        ("provider", facts::provider),
    ];
    let of_forms = forms.into_iter().filter_map(|(key, take)| {
        let want = want.get(key)?;
        let sorted = if key == "json_unordered" { unordered(want) } else { want.clone() };
        Some(of_json(stdout).map(|got| differences(&sorted, &take(&got, want))))
    });
    let of_yaml = want.get("yaml").map(|want| of_yaml(stdout).map(|got| differences(want, &got)));
    let judge = |outcome: Result<Vec<String>, String>| {
        outcome.unwrap_or_else(|error| vec![format!("stdout cannot be read: {error}\n{stdout}")])
    };
    of_forms.chain(of_yaml).flat_map(judge).collect()
}

fn judge_stdout(want: &Map, stdout: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if let Some(want) = want.get("stdout").and_then(Value::as_str)
        && want != stdout
    {
        problems.push(differ("stdout", want, stdout));
    }
    let lines = facts::lines(stdout);
    if want.contains_key("stdout_lines") && texts(want, "stdout_lines") != lines {
        problems.push(differ("stdout lines", &texts(want, "stdout_lines").join("\n"), &lines.join("\n")));
    }
    problems
}

fn differ(what: &str, want: &str, got: &str) -> String {
    format!("{what}: want\n{want:?}\ngot\n{got:?}")
}

fn judge_fragments(want: &Map, stream: &str, text: &str) -> Vec<String> {
    let wanted = |kind: &str| texts(want, &format!("{stream}_{kind}"));
    let lacking = wanted("contains").into_iter().filter(|fragment| !text.contains(fragment.as_str()));
    let lacking = lacking.map(|fragment| format!("{stream} lacks {fragment:?}, it is\n{text}"));
    let present = wanted("lacks").into_iter().filter(|fragment| text.contains(fragment.as_str()));
    let present = present.map(|fragment| format!("{stream} has {fragment:?}, it is\n{text}"));
    let other = wanted("re").into_iter().filter(|pattern| !matches(pattern, text));
    let other = other.map(|pattern| format!("{stream} does not match /{pattern}/, it is\n{text}"));
    lacking.chain(present).chain(other).collect()
}

fn matches(pattern: &str, text: &str) -> bool {
    Regexp::compile(&format!("(?m){pattern}")).unwrap().is_match(text)
}

/// Without the signs before the lines.
fn undecorated(text: &str) -> String {
    let signs = Regexp::compile("(?m)^[ \t]*(❌|⚠\u{fe0f}|⚠|💡|✅|🐛)[ \t]*").unwrap();
    signs.replace_all_literal(text, "").unwrap()
}

fn judge_file(path: &str, want: &Value, room: &Room) -> Vec<String> {
    let full = room.root().join(path.trim_end_matches('/'));
    let there = full.symlink_metadata().ok();
    let Some(want) = want.as_map() else {
        assert_eq!(want.as_str(), Some(ABSENT), "{path}");
        return there.map(|_| format!("{path}: is there")).into_iter().collect();
    };
    let Some(there) = there else { return vec![format!("{path}: is not there")] };
    if path.ends_with('/') != there.is_dir() {
        return vec![format!("{path}: is of another type")];
    }
    let mut problems: Vec<String> = only_known(want, TREE_KEYS).err().into_iter().collect();
    let mode = format!("{:04o}", there.permissions().mode() & 0o7777);
    if want.get("mode").is_some_and(|want| want.as_str() != Some(&mode)) {
        problems.push(format!("{path}: want mode {}, got {mode}", json(want.get("mode").unwrap())));
    }
    if let Some(target) = want.get("link").and_then(Value::as_str)
        && full.read_link().ok().as_deref() != Some(Path::new(target))
    {
        problems.push(format!("{path}: want a link to {target}"));
    }
    if there.is_file() {
        problems.extend(judge_content(path, want, &room.named(&std::fs::read(full).unwrap())));
    }
    problems
}

fn judge_content(path: &str, want: &Map, content: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if let Some(want) = want.get("content").and_then(Value::as_str)
        && want != content
    {
        problems.push(differ(path, want, content));
    }
    let lacking = texts(want, "content_contains").into_iter().filter(|fragment| !content.contains(fragment.as_str()));
    problems.extend(lacking.map(|fragment| format!("{path}: lacks {fragment:?}")));
    if let Some(want) = want.get("json") {
        let outcome = of_json(content).map(|got| differences(&unordered(want), &unordered(&got)));
        problems
            .extend(outcome.unwrap_or_else(|error| vec![error]).into_iter().map(|found| format!("{path}: {found}")));
    }
    problems
}
