//! `git`, with real repositories.

use crate::kit::{Kit, json};
use providers::{Capability, Cause, Inputs, Manners, Settings, what_if};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use system::Signal;
use value::Value;

const FROM: Capability = Capability::From;
const ACTION: Capability = Capability::Action;

/// Who commits in these tests, whatever the machine says.
const PERSON: [(&str, &str); 7] = [
    ("GIT_AUTHOR_NAME", "A U Thor"),
    ("GIT_AUTHOR_EMAIL", "author@example.invalid"),
    ("GIT_COMMITTER_NAME", "A U Thor"),
    ("GIT_COMMITTER_EMAIL", "author@example.invalid"),
    ("GIT_AUTHOR_DATE", "2024-01-02T03:04:05+0000"),
    ("GIT_COMMITTER_DATE", "2024-01-02T03:04:05+0000"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
];

pub(crate) fn git(directory: &Path, words: &[&str]) -> String {
    let output = Command::new("git").args(words).current_dir(directory).envs(PERSON).env("HOME", "/").output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A kit whose directory `repo` has one commit, with a bare copy of it in `bare.git` as its origin.
pub(crate) fn kit() -> Kit {
    let kit = Kit::new();
    for (name, value) in PERSON {
        kit.run.environment.set(name, value);
    }
    kit.run.environment.set("HOME", kit.root().to_str().unwrap());
    kit.write("repo/a.txt", "a\n");
    let repository = kit.root().join("repo");
    git(&repository, &["init", "-q", "-b", "main"]);
    git(&repository, &["add", "-A"]);
    git(&repository, &["commit", "-q", "-m", "first commit\n\nwith a body"]);
    git(&kit.root(), &["clone", "-q", "--bare", "repo", "bare.git"]);
    git(&repository, &["remote", "add", "origin", kit.root().join("bare.git").to_str().unwrap()]);
    kit
}

fn run(kit: &Kit, mode: Capability, inputs: &str) -> Value {
    kit.data("git", mode, inputs)
}

fn part(value: &Value, name: &str) -> String {
    value.as_map().unwrap().get(name).unwrap().to_string()
}

/// The output of an operation that has to succeed.
fn output(kit: &Kit, inputs: &str) -> String {
    let result = run(kit, ACTION, inputs);
    assert_eq!(part(&result, "success"), "true", "{}", json(&result));
    assert_eq!(part(&result, "error"), "");
    part(&result, "output")
}

#[test]
fn every_operation_works_on_a_real_repository() {
    let kit = kit();
    let clone = format!(
        r#"{{"operation": "clone", "repository": "file://{}/bare.git", "path": "copy", "branch": "main", "depth": 1}}"#,
        kit.root().display()
    );
    output(&kit, &clone);
    assert_eq!(kit.read("copy/a.txt"), "a\n");
    kit.write("copy/b c.txt", "b\n");
    assert_eq!(output(&kit, r#"{"operation": "status", "path": "copy"}"#), r#"?? "b c.txt""#);
    kit.write("copy/-n", "a name that looks like a flag\n");
    assert_eq!(output(&kit, r#"{"operation": "add", "path": "copy", "files": ["b c.txt", "-n"]}"#), "");
    assert!(git(&kit.root().join("copy"), &["status", "--porcelain"]).contains("A  -n"));
    git(&kit.root().join("copy"), &["reset", "-q", "--", "-n"]);
    std::fs::remove_file(kit.root().join("copy/-n")).unwrap();
    let committed = output(&kit, r#"{"operation": "commit", "path": "copy", "message": "se'cond $HOME"}"#);
    assert!(committed.contains("se'cond $HOME") && committed.contains("1 file changed"), "{committed}");
    output(&kit, r#"{"operation": "push", "path": "copy", "branch": "main"}"#);
    output(&kit, r#"{"operation": "pull", "path": "repo", "branch": "main"}"#);
    assert_eq!(kit.read("repo/b c.txt"), "b\n");
    assert_eq!(output(&kit, r#"{"operation": "tag", "path": "copy", "tag": "v1", "message": "one"}"#), "");
    assert_eq!(output(&kit, r#"{"operation": "tag", "path": "copy"}"#), "v1");
    assert_eq!(output(&kit, r#"{"operation": "branch", "path": "copy", "branch": "topic"}"#), "");
    let switched = output(&kit, r#"{"operation": "checkout", "path": "copy", "branch": "topic"}"#);
    assert_eq!(switched, "Switched to branch 'topic'");
    let branches = output(&kit, r#"{"operation": "branch", "path": "copy"}"#);
    assert!(branches.contains("* topic") && branches.contains("remotes/origin/main"), "{branches}");
    let log = output(&kit, r#"{"operation": "log", "path": "copy"}"#);
    assert_eq!(log.lines().count(), 2, "{log}");
    git(&kit.root().join("repo"), &["reset", "-q", "--hard", "HEAD~1"]);
    let rejected = run(&kit, ACTION, r#"{"operation": "push", "path": "repo", "branch": "main"}"#);
    assert_eq!(part(&rejected, "success"), "false");
    assert!(part(&rejected, "error").contains("rejected"), "{}", json(&rejected));
    output(&kit, r#"{"operation": "push", "path": "repo", "branch": "main", "force": true}"#);
}

#[test]
fn a_failing_git_is_a_result() {
    let kit = kit();
    let failed = run(&kit, FROM, r#"{"operation": "checkout", "path": "repo", "branch": "none"}"#);
    assert_eq!(
        json(&failed),
        r#"{"error":"error: pathspec 'none' did not match any file(s) known to git","operation":"checkout","output":"error: pathspec 'none' did not match any file(s) known to git","path":"repo","success":false}"#
    );
    let failed = run(&kit, ACTION, r#"{"operation": "clone", "repository": "/no/such", "path": "x"}"#);
    assert!(part(&failed, "error").contains("does not exist"), "{}", json(&failed));
}

#[test]
fn inputs_that_make_no_sense_are_refused() {
    let kit = Kit { manners: Manners::Lenient, ..kit() };
    for (inputs, text) in [
        ("{}", "git: operation is required and must be a string"),
        (r#"{"operation": "rebase", "path": "."}"#, "git: unsupported operation: rebase"),
        (r#"{"operation": "status"}"#, "git: path is required for status operation"),
        (r#"{"operation": "clone", "path": "x"}"#, "git: repository is required for clone operation"),
        (r#"{"operation": "commit", "path": "."}"#, "git: message is required for commit operation"),
        (r#"{"operation": "add", "path": "."}"#, "git: files is required for add operation"),
        (r#"{"operation": "add", "path": ".", "files": [1]}"#, "git: files[0] must be a string, got int"),
        (r#"{"operation": "checkout", "path": "."}"#, "git: branch is required for checkout operation"),
        (r#"{"operation": "status", "path": "none"}"#, "git: directory does not exist: "),
        (
            r#"{"operation": "pull", "path": ".", "remote": "--upload-pack=touch x"}"#,
            "git: remote must not begin with '-'",
        ),
        (r#"{"operation": "clone", "path": "x", "repository": "-u/tmp"}"#, "git: repository must not begin with '-'"),
        (r#"{"operation": "checkout", "path": "repo", "branch": "--orphan"}"#, "git: branch must not begin with '-'"),
        (
            r#"{"operation": "clone", "path": "x", "repository": "r", "password": "a\nb"}"#,
            "git: password must not contain control characters",
        ),
        (r#"{"operation": "log", "field": "branch"}"#, "git: 'operation' and 'field' are mutually exclusive"),
        (r#"{"field": "colour"}"#, "git: unsupported field: colour"),
        (r#"{"field": "branch", "path": "/"}"#, "git: not a git repository: /"),
        (r#"{"field": "remote", "path": "repo", "remote": "none"}"#, "git: git remote: error: No such remote 'none'"),
    ] {
        let error = kit.error("git", FROM, inputs);
        assert!(error.contains(text), "{inputs}: {error}");
    }
}

#[test]
fn facts_of_a_working_tree() {
    let mut kit = kit();
    let repository = kit.root().join("repo");
    let commit = git(&repository, &["rev-parse", "HEAD"]);
    kit.directories.process = repository.clone();
    let fact = |kit: &Kit, field: &str| kit.data("git", FROM, &format!(r#"{{"field": "{field}"}}"#));
    for (field, expected) in [
        ("branch", "main"),
        ("commit", commit.as_str()),
        ("shortCommit", &commit[..7]),
        ("tag", ""),
        ("root", repository.to_str().unwrap()),
        ("author", "A U Thor <author@example.invalid>"),
        ("message", "first commit\n\nwith a body"),
    ] {
        assert_eq!(fact(&kit, field), Value::string(expected), "{field}");
    }
    assert_eq!(fact(&kit, "dirty"), Value::from(false));
    kit.write("repo/a.txt", "changed\n");
    git(&repository, &["tag", "v1.0"]);
    git(&repository, &["remote", "set-url", "origin", "https://me:S3NTINEL@example.com/x.git"]);
    assert_eq!(fact(&kit, "dirty"), Value::from(true));
    assert_eq!(fact(&kit, "tag"), Value::string("v1.0"));
    assert_eq!(fact(&kit, "remote"), Value::string("https://example.com/x.git"));
    git(&repository, &["checkout", "-q", "--detach"]);
    assert_eq!(fact(&kit, "branch"), Value::string("HEAD"));
    let empty = kit.root().join("empty");
    git(&kit.root(), &["init", "-q", "-b", "trunk", "empty"]);
    kit.directories.process = empty;
    assert_eq!(fact(&kit, "branch"), Value::string("trunk"));
    assert!(kit.error("git", FROM, r#"{"field": "commit"}"#).contains("git commit: fatal: "));
}

#[test]
fn a_rehearsal_looks_and_changes_nothing() {
    let kit = Kit { rehearsal: true, ..kit() };
    kit.write("repo/b.txt", "b\n");
    let index = std::fs::metadata(kit.root().join("repo/.git/index")).unwrap().modified().unwrap();
    assert!(part(&run(&kit, FROM, r#"{"operation": "status", "path": "repo"}"#), "output").contains("b.txt"));
    for inputs in [
        r#"{"operation": "clone", "repository": "repo", "path": "copy"}"#,
        r#"{"operation": "add", "path": "repo", "files": ["."]}"#,
        r#"{"operation": "tag", "path": "repo", "tag": "v1"}"#,
        r#"{"operation": "branch", "path": "repo", "branch": "topic"}"#,
        r#"{"operation": "pull", "path": "repo"}"#,
    ] {
        let data = run(&kit, ACTION, inputs);
        assert!(data.as_unknown().unwrap().reason().ends_with("is not done in a rehearsal"), "{inputs}");
    }
    assert!(!kit.root().join("copy").exists());
    assert_eq!(git(&kit.root().join("repo"), &["tag"]), "");
    assert_eq!(std::fs::metadata(kit.root().join("repo/.git/index")).unwrap().modified().unwrap(), index);
}

#[test]
fn a_dry_run_and_what_if_tell_what_would_be_done() {
    let kit = Kit { dry_run: true, ..kit() };
    let data = run(
        &kit,
        ACTION,
        r#"{"operation": "clone", "repository": "https://u:S3NTINEL@h/r.git", "path": "q", "branch": "main"}"#,
    );
    assert_eq!(
        json(&data),
        r#"{"_dryRun":true,"_message":"Would execute git clone on repository: https://REDACTED@h/r.git at path: q for branch: main","error":"","operation":"clone","output":"","path":"q","success":true}"#
    );
    for (inputs, text) in [
        (r#"{"operation": "clone", "repository": "R", "path": "P", "branch": "B"}"#, "Would clone R to P (branch: B)"),
        (r#"{"operation": "clone", "repository": "R"}"#, "Would clone R"),
        (r#"{"operation": "commit", "path": ".", "message": "M"}"#, "Would commit in . with message: M"),
        (r#"{"operation": "push", "path": "P", "branch": "B"}"#, "Would push P to branch \"B\""),
        (r#"{"operation": "checkout", "path": "P", "branch": "B"}"#, "Would checkout branch \"B\" in P"),
        (r#"{"operation": "tag", "path": "P", "tag": "T"}"#, "Would create tag \"T\" in P"),
        (r#"{"operation": "log", "path": "P"}"#, "Would perform git log on P"),
        (r#"{"operation": "status"}"#, "Would perform git status"),
        (r#"{"field": "branch"}"#, "Would read git branch"),
    ] {
        let inputs = Inputs::new(Value::from_json(inputs).unwrap().as_map().unwrap().clone());
        assert_eq!(what_if(kit.registry.get("git").unwrap(), &inputs), text);
    }
}

#[test]
fn time_outs_and_interrupts_end_git() {
    let mut kit = kit();
    // A hook that never ends.
    let hook = kit.write("repo/.git/hooks/pre-commit", "#!/bin/sh\nsleep 30\n");
    std::fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    kit.write("repo/b.txt", "b\n");
    output(&kit, r#"{"operation": "add", "path": "repo", "files": ["."]}"#);
    kit.time = Some(Duration::from_millis(200));
    let commit = r#"{"operation": "commit", "path": "repo", "message": "m"}"#;
    let error = kit.call("git", ACTION, commit).unwrap_err();
    assert_eq!(error.fault().unwrap().cause, Cause::TimedOut);
    assert_eq!(
        error.to_string(),
        "provider execution failed: git: failed to execute git command: context deadline exceeded"
    );
    kit.time = None;
    let interrupt = kit.interrupt.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt.raise(Signal::Interrupt);
    });
    let error = kit.call("git", ACTION, commit).unwrap_err();
    assert_eq!(error.fault().unwrap().cause, Cause::Interrupted(Signal::Interrupt));
}

#[test]
fn output_is_bounded_and_a_missing_git_is_told() {
    let mut kit = kit();
    kit.run.settings = Settings { max_value_size: 10, ..Settings::default() };
    let error = kit.error("git", FROM, r#"{"operation": "log", "path": "repo"}"#);
    assert!(error.ends_with("git: output exceeds maximum size of 10 bytes"), "{error}");
    kit.run.environment.set("PATH", "/nowhere");
    let error = kit.error("git", FROM, r#"{"operation": "log", "path": "repo"}"#);
    assert!(error.ends_with("git: failed to execute git command: program `git` is not found in /nowhere"), "{error}");
}

#[test]
fn the_examples_work() {
    let mut kit = kit();
    kit.directories.process = kit.root().join("repo");
    assert_eq!(kit.example("git", FROM, 0).data, Value::string("main"));
    assert_eq!(part(&kit.example("git", FROM, 1).data, "output"), "");
    kit.write("repo/b.txt", "b\n");
    output(&kit, r#"{"operation": "add", "path": ".", "files": ["b.txt"]}"#);
    assert!(part(&kit.example("git", ACTION, 2).data, "output").contains("Generated files"));
}
