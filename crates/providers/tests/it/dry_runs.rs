//! A dry run by hand of `file` and `directory` ends as the call does, and changes nothing.

use crate::kit::Kit;
use providers::{Capability, Output};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use value::Value;

fn kit() -> Kit {
    let mut kit = Kit::new();
    for (path, content) in [("out/ignored", "target\n"), ("out/d/a", "A"), ("out/d/sub/b", "B"), ("out/full/x", "X")] {
        kit.write(path, content);
    }
    let out = kit.root().join("out");
    fs::create_dir(out.join("empty")).unwrap();
    fs::create_dir(out.join("full/sub")).unwrap();
    symlink("/etc", out.join("leads-out")).unwrap();
    fs::create_dir(out.join("blocked")).unwrap();
    symlink("/etc", out.join("blocked/sub")).unwrap();
    symlink("nowhere", out.join("dangling")).unwrap();
    symlink("ignored", out.join("link")).unwrap();
    let made = Command::new("mkfifo").args([out.join("pipe"), out.join("full/pipe")]).status().unwrap();
    assert!(made.success());
    for number in 0..6 {
        let name = if number == 0 { "many.bak".to_owned() } else { format!("many.bak.{number}") };
        kit.write(&format!("out/{name}"), "old");
    }
    kit.write("out/many", "old");
    kit.directories.working = out;
    kit
}

/// Everything below a directory, and what is in it.
fn tree(at: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        let kind = path.symlink_metadata().unwrap().file_type();
        found.insert(path.clone(), kind.is_file().then(|| fs::read(&path).unwrap()));
        if kind.is_dir() {
            found.extend(tree(&path));
        }
    }
    found
}

/// What a call came to, as far as a dry run can tell.
fn outcome(mut kit: Kit, dry_run: bool, provider: &str, inputs: &str) -> Result<(Vec<String>, Vec<Value>), String> {
    kit.dry_run = dry_run;
    let before = tree(&kit.root());
    let called = kit.call(provider, Capability::Action, inputs);
    assert!(!dry_run || tree(&kit.root()) == before, "{provider} {inputs} changes something");
    let root = kit.root().display().to_string();
    let masked = |text: String| text.replace(&root, "@");
    let Output { data, warnings, .. } = called.map_err(|error| masked(error.to_string()))?;
    let data = data.as_map().unwrap();
    if let Some(Value::String(message)) = data.get("_message")
        && message.starts_with("Would error: ")
    {
        return Err(masked(message.to_string()));
    }
    let status = ["_plannedStatus", "status", "filesStatus", "filesWritten", "paths"];
    let told = status.iter().filter_map(|name| data.get(*name)).map(|value| Value::string(masked(value.to_string())));
    Ok((warnings.into_iter().map(masked).collect(), told.collect()))
}

const CALLS: [(&str, &str); 42] = [
    ("file", r#"{"operation": "write", "path": "new", "content": "x"}"#),
    ("file", r#"{"operation": "write", "path": "no/x", "content": "x"}"#),
    ("file", r#"{"operation": "write", "path": "no/x", "content": "x", "createDirs": true}"#),
    ("file", r#"{"operation": "write", "path": "ignored/x", "content": "x", "createDirs": true}"#),
    (
        "file",
        r#"{"operation": "write", "path": "ignored", "content": "target", "onConflict": "append", "dedupe": true}"#,
    ),
    (
        "file",
        r#"{"operation": "write", "path": "ignored", "content": "a\ntarget", "onConflict": "append", "dedupe": true}"#,
    ),
    ("file", r#"{"operation": "write", "path": "ignored", "content": "x", "onConflict": "append"}"#),
    ("file", r#"{"operation": "write", "path": "ignored", "content": "", "onConflict": "append"}"#),
    ("file", r#"{"operation": "write", "path": "ignored", "content": "target\n", "onConflict": "skip-unchanged"}"#),
    ("file", r#"{"operation": "write", "path": "ignored", "content": "x", "onConflict": "skip-unchanged"}"#),
    ("file", r#"{"operation": "write", "path": "ignored", "content": "x", "onConflict": "skip"}"#),
    ("file", r#"{"operation": "write", "path": "ignored", "content": "target\n", "onConflict": "overwrite"}"#),
    ("file", r#"{"operation": "write", "path": "link", "content": "x", "onConflict": "overwrite"}"#),
    ("file", r#"{"operation": "write", "path": "dangling", "content": "x"}"#),
    ("file", r#"{"operation": "write", "path": "d", "content": "x"}"#),
    ("file", r#"{"operation": "write", "path": "pipe", "content": "x", "onConflict": "overwrite"}"#),
    ("file", r#"{"operation": "write", "path": "many", "content": "x", "onConflict": "overwrite", "backup": true}"#),
    ("file", r#"{"operation": "read", "path": "none"}"#),
    ("file", r#"{"operation": "read", "path": "d"}"#),
    ("file", r#"{"operation": "read", "path": "ignored"}"#),
    ("file", r#"{"operation": "delete", "path": "none"}"#),
    ("file", r#"{"operation": "delete", "path": "full"}"#),
    ("file", r#"{"operation": "delete", "path": "empty"}"#),
    ("file", r#"{"operation": "delete", "path": "ignored"}"#),
    (
        "file",
        r#"{"operation": "write-tree", "basePath": ".", "onConflict": "append", "dedupe": true, "entries": [
        {"path": "ignored", "content": "target"}, {"path": "n/e/w", "content": "x"}, {"path": "d/a", "content": "B"}]}"#,
    ),
    (
        "file",
        r#"{"operation": "write-tree", "basePath": ".", "entries": [
        {"path": "ignored", "content": "target\n"}, {"path": "d/a", "content": "A", "onConflict": "skip"}]}"#,
    ),
    ("file", r#"{"operation": "write-tree", "basePath": ".", "entries": [{"path": "ignored/x", "content": "x"}]}"#),
    (
        "file",
        r#"{"operation": "write-tree", "basePath": ".", "onConflict": "overwrite", "backup": true, "entries": [
        {"path": "ignored", "content": "x"}]}"#,
    ),
    ("directory", r#"{"operation": "mkdir", "path": "."}"#),
    ("directory", r#"{"operation": "mkdir", "path": "new"}"#),
    ("directory", r#"{"operation": "mkdir", "path": "new/er"}"#),
    ("directory", r#"{"operation": "mkdir", "path": "new/er", "createDirs": true}"#),
    ("directory", r#"{"operation": "mkdir", "path": "ignored/er", "createDirs": true}"#),
    ("directory", r#"{"operation": "rmdir", "path": "none"}"#),
    ("directory", r#"{"operation": "rmdir", "path": "full"}"#),
    ("directory", r#"{"operation": "rmdir", "path": "full", "force": true}"#),
    ("directory", r#"{"operation": "copy", "path": "none", "destination": "x"}"#),
    ("directory", r#"{"operation": "copy", "path": "full", "destination": "x"}"#),
    ("directory", r#"{"operation": "copy", "path": "d", "destination": "d/sub"}"#),
    ("directory", r#"{"operation": "copy", "path": "d", "destination": "blocked"}"#),
    ("directory", r#"{"operation": "move", "path": "d", "destination": "full"}"#),
    ("directory", r#"{"operation": "move", "path": "d", "destination": "new"}"#),
];

#[test]
fn a_dry_run_ends_as_the_call() {
    for is_confined in [false, true] {
        for (provider, inputs) in CALLS {
            let kit = || {
                let mut kit = kit();
                if is_confined {
                    kit.directories.output = Some(kit.root().join("out"));
                }
                // What a copy would leave in there is not ours.
                if !is_confined && inputs.contains("blocked") {
                    fs::remove_file(kit.root().join("out/blocked/sub")).unwrap();
                }
                kit
            };
            let (dry, real) = (outcome(kit(), true, provider, inputs), outcome(kit(), false, provider, inputs));
            assert_eq!(dry, real, "{provider} {inputs}, confined: {is_confined}");
        }
    }
}

/// Recorded of the original: files that are in the way are said, and are no error of the dry run.
#[test]
fn files_in_the_way_are_said() {
    for (inputs, said) in [
        (
            r#"{"operation": "write", "path": "ignored", "content": "x"}"#,
            "Would error: file already exists: @/out/ignored",
        ),
        (
            r#"{"operation": "write-tree", "basePath": ".", "entries": [{"path": "d/a", "content": "x"},
                {"path": "new", "content": "x"}, {"path": "ignored", "content": "target\n"}]}"#,
            "Would error: 1 file(s) already exist in @/out",
        ),
    ] {
        assert_eq!(outcome(kit(), true, "file", inputs).unwrap_err(), said);
        let real = outcome(kit(), false, "file", inputs).unwrap_err();
        assert!(real.contains("already exist"), "{real}");
    }
}

/// What would be added is counted, not what was given.
#[test]
fn lines_that_are_there_are_not_counted() {
    let kit = Kit { dry_run: true, ..kit() };
    let inputs = r#"{"operation": "write", "path": "ignored", "content": "target\nnew", "onConflict": "append", "dedupe": true}"#;
    let data = kit.data("file", Capability::Action, inputs);
    let message = data.as_map().unwrap().get("_message").unwrap().to_string();
    assert!(message.starts_with("Would append 3 bytes to "), "{message}");
}

#[test]
fn a_copy_that_is_blocked_blames_who_blocks_it() {
    for dry_run in [true, false] {
        let mut kit = Kit { dry_run, ..kit() };
        kit.directories.output = Some(kit.root().join("out"));
        let blocked = kit.error("directory", Capability::Action, CALLS[39].1);
        assert!(blocked.contains("path \"blocked\" resolves outside output directory"), "{blocked}");
        let source = r#"{"operation": "copy", "path": "leads-out", "destination": "new"}"#;
        let source = kit.error("directory", Capability::Action, source);
        assert!(source.contains("path \"leads-out\" resolves outside output directory"), "{source}");
    }
}

/// What would be in it is not kept in memory.
#[test]
fn a_large_file_is_appended_to_without_being_held() {
    let kit = Kit { dry_run: true, ..Kit::new() };
    let huge = kit.write("huge", "");
    fs::File::options().write(true).open(&huge).unwrap().set_len(100 << 20).unwrap();
    let inputs = r#"{"operation": "write", "path": "huge", "content": "x", "onConflict": "append"}"#;
    let planned = kit.data("file", Capability::Action, inputs);
    assert_eq!(planned.as_map().unwrap().get("_plannedStatus").and_then(Value::as_str), Some("appended"));
    assert_eq!(fs::metadata(huge).unwrap().len(), 100 << 20);
}
