//! `file`.

use crate::kit::{Kit, json};
use diagnostics::Redactor;
use providers::{Capability, Inputs, Manners, Settings, what_if};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;
use value::Value;

const ACTION: Capability = Capability::Action;

fn mode(path: impl AsRef<Path>) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.as_map().unwrap().get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{key} of {value}"))
}

/// The results with the test's directory taken out.
fn shown(kit: &Kit, value: &Value) -> String {
    json(value).replace(kit.root().to_str().unwrap(), "@")
}

fn error(kit: &Kit, inputs: &str) -> String {
    kit.error("file", ACTION, inputs).replace(kit.root().to_str().unwrap(), "@")
}

/// A kit whose actions stay in `out`, with a file beside it.
fn confined() -> Kit {
    let mut kit = Kit::new();
    kit.write("outside/secret.txt", "secret");
    std::fs::create_dir(kit.root().join("out")).unwrap();
    kit.directories.output = Some(kit.root().join("out"));
    kit
}

#[test]
fn a_file_is_read_as_it_is() {
    let kit = Kit::new();
    kit.write("data/in.txt", "héllo\n");
    let data = kit.data("file", Capability::From, r#"{"operation": "read", "path": "data/../data/in.txt"}"#);
    assert_eq!(shown(&kit, &data), r#"{"content":"héllo\n","path":"@/data/in.txt","size":7}"#);
    std::fs::write(kit.root().join("bin"), b"\xff\0").unwrap();
    let data = kit.data("file", Capability::From, r#"{"operation": "read", "path": "bin"}"#);
    assert_eq!(data.as_map().unwrap().get("content").unwrap().as_raw_text(), Some(&b"\xff\0"[..]));
    assert_eq!(shown(&kit, &data), r#"{"content":"\ufffd\u0000","path":"@/bin","size":2}"#);
}

#[test]
fn what_cannot_be_read_is_told() {
    let kit = Kit::with(Settings { max_value_size: 4, ..Settings::default() });
    kit.write("d/large", "12345");
    for (path, expected) in [
        ("none", "file does not exist: @/none"),
        ("d/large/x", "file does not exist: @/d/large/x"),
        ("d", "path is a directory, not a file: @/d"),
        ("d/large", "failed to read file: @/d/large: 5 bytes are more than the 4 allowed"),
        ("/dev/zero", "failed to read file: /dev/zero: not a regular file but a device, pipe or socket"),
    ] {
        let error = error(&kit, &format!(r#"{{"operation": "read", "path": "{path}"}}"#));
        assert_eq!(error, format!("provider execution failed: file: {expected}"));
    }
}

#[test]
fn inputs_that_make_no_sense_are_told_also_to_resolvers() {
    let kit = Kit { manners: Manners::Lenient, ..Kit::new() };
    for (inputs, expected) in [
        ("{}", "operation is required and must be a string"),
        (r#"{"operation": "fly", "path": "x"}"#, "unsupported operation: fly"),
        (r#"{"operation": "read"}"#, "path is required and must be a string"),
        (r#"{"operation": "write", "path": "x"}"#, "content is required and must be a string"),
        (
            r#"{"operation": "write", "path": "x", "content": "", "permissions": "rw"}"#,
            "invalid permissions \"rw\": expected 0 and three octal digits",
        ),
        (
            r#"{"operation": "write", "path": "x", "content": "", "onConflict": "maybe"}"#,
            "onConflict: invalid strategy \"maybe\" (valid: error, overwrite, skip, skip-unchanged, append)",
        ),
        (r#"{"operation": "write-tree"}"#, "basePath is required and must be a string"),
        (r#"{"operation": "write-tree", "basePath": "x"}"#, "entries is required and must be an array"),
        (r#"{"operation": "write-tree", "basePath": "x", "entries": [1]}"#, "entries[0] must be a map, got int"),
        (
            r#"{"operation": "write-tree", "basePath": "x", "entries": [{"path": "a"}, {"path": "b", "content": [1]}]}"#,
            "entries[1].content must be a string, got []interface {}",
        ),
        (
            r#"{"operation": "write-tree", "basePath": "x", "entries": [{"content": "a"}]}"#,
            "entries[0].path is required and must be a string",
        ),
    ] {
        let error = kit.error("file", Capability::From, inputs);
        assert_eq!(error, format!("failed to decode inputs: file: {expected}"));
    }
    assert!(!kit.root().join("x").exists());
}

#[test]
fn existence_is_told_of_everything() {
    let kit = Kit::new();
    kit.write("d/f", "");
    symlink("nowhere", kit.root().join("dangling")).unwrap();
    for (path, expected) in [("d", true), ("d/f", true), ("none", false), ("dangling", false)] {
        let data = kit.data("file", ACTION, &format!(r#"{{"operation": "exists", "path": "{path}"}}"#));
        assert_eq!(shown(&kit, &data), format!(r#"{{"exists":{expected},"path":"@/{path}"}}"#));
    }
}

#[test]
fn files_and_empty_directories_are_deleted() {
    let kit = Kit::new();
    kit.write("full/f", "");
    kit.write("f", "");
    std::fs::create_dir(kit.root().join("empty")).unwrap();
    symlink("full", kit.root().join("link")).unwrap();
    for path in ["f", "empty", "link"] {
        let data = kit.data("file", ACTION, &format!(r#"{{"operation": "delete", "path": "{path}"}}"#));
        assert_eq!(shown(&kit, &data), format!(r#"{{"path":"@/{path}","success":true}}"#));
    }
    assert_eq!(
        error(&kit, r#"{"operation": "delete", "path": "f"}"#),
        "provider execution failed: file: file does not exist: @/f"
    );
    assert_eq!(
        error(&kit, r#"{"operation": "delete", "path": "full"}"#),
        "provider execution failed: file: failed to delete file: @/full: directory is not empty"
    );
    assert!(kit.root().join("full/f").exists());
}

#[test]
fn a_file_that_is_there_keeps_its_mode_and_a_new_one_is_private() {
    let kit = Kit::new();
    let path = kit.write("old", "old");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o664)).unwrap();
    for name in ["old", "new"] {
        kit.data(
            "file",
            ACTION,
            &format!(r#"{{"operation": "write", "path": "{name}", "content": "x", "onConflict": "overwrite"}}"#),
        );
    }
    assert_eq!((mode(&path), mode(kit.root().join("new"))), (0o664, 0o600));
    kit.data(
        "file",
        ACTION,
        r#"{"operation": "write", "path": "old", "content": "y", "onConflict": "append", "permissions": "0640"}"#,
    );
    assert_eq!((mode(&path), kit.read("old").as_str()), (0o640, "x\ny"));
}

#[test]
fn the_command_line_decides_when_the_inputs_do_not() {
    let mut kit = Kit::new();
    kit.write("f", "old");
    kit.writing.on_conflict = Some("overwrite".to_owned());
    kit.writing.backup = true;
    let write = r#"{"operation": "write", "path": "f", "content": "new"}"#;
    assert_eq!(
        shown(&kit, &kit.data("file", ACTION, write)),
        r#"{"backupPath":"@/f.bak","path":"@/f","status":"overwritten","success":true}"#
    );
    let skip = r#"{"operation": "write", "path": "f", "content": "newer", "onConflict": "skip"}"#;
    assert_eq!(text(&kit.data("file", ACTION, skip), "status"), "skipped");
    kit.writing.on_conflict = Some("guess".to_owned());
    assert!(error(&kit, write).contains("--on-conflict: invalid strategy \"guess\""));
}

#[test]
fn links_are_written_through_and_stay() {
    let kit = Kit::new();
    kit.write("real/f", "old");
    symlink("real", kit.root().join("dir")).unwrap();
    symlink("../real/f", kit.root().join("real/link")).unwrap();
    symlink("new", kit.root().join("dangling")).unwrap();
    symlink("loop", kit.root().join("loop")).unwrap();
    let write = |path: &str| {
        format!(
            r#"{{"operation": "write", "path": "{path}", "content": "x", "onConflict": "overwrite", "backup": true}}"#
        )
    };
    let data = kit.data("file", ACTION, &write("dir/link"));
    assert_eq!(
        shown(&kit, &data),
        r#"{"backupPath":"@/dir/link.bak","path":"@/dir/link","status":"overwritten","success":true}"#
    );
    assert_eq!((kit.read("real/f").as_str(), kit.read("real/link.bak").as_str()), ("x", "old"));
    assert!(kit.root().join("real/link").is_symlink());
    assert_eq!(text(&kit.data("file", ACTION, &write("dangling")), "status"), "created");
    assert_eq!(kit.read("new"), "x");
    assert!(error(&kit, &write("loop")).contains("too many levels of symbolic links"));
}

#[test]
fn what_is_no_file_is_not_written() {
    let kit = Kit::new();
    kit.write("d/f", "");
    for (path, expected) in [
        ("d", "path is a directory, not a file: @/d"),
        (".", "path is a directory, not a file: @"),
        ("/dev/null", "path is not a regular file: /dev/null"),
        ("d/f/x", "failed to create directory: @/d/f/x: `@/d/f` is not a directory"),
    ] {
        let inputs = format!(
            r#"{{"operation": "write", "path": "{path}", "content": "x", "onConflict": "overwrite", "createDirs": true}}"#
        );
        assert_eq!(error(&kit, &inputs), format!("provider execution failed: file: {expected}"));
    }
}

#[test]
fn appending_starts_on_a_line_of_its_own() {
    let kit = Kit::new();
    let add = |content: &str, dedupe: bool| {
        let inputs = format!(
            r#"{{"operation": "write", "path": "log", "content": {content:?}, "onConflict": "append", "dedupe": {dedupe}}}"#
        );
        text(&kit.data("file", ACTION, &inputs), "status").to_owned()
    };
    assert_eq!(add("one", false), "created");
    assert_eq!(add("two\n", false), "appended");
    assert_eq!(add("three\n", false), "appended");
    assert_eq!(add("two\nthree\n", true), "unchanged");
    assert_eq!(add("three\nfour\n", true), "appended");
    assert_eq!(kit.read("log"), "one\ntwo\nthree\nfour");
}

#[test]
fn nothing_is_lost_when_many_append() {
    let kit = Kit::new();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let kit = &kit;
            scope.spawn(move || {
                for round in 0..20 {
                    let inputs = format!(
                        r#"{{"operation": "write", "path": "log", "content": "{number}-{round}\n", "onConflict": "append"}}"#
                    );
                    kit.data("file", ACTION, &inputs);
                }
            });
        }
    });
    assert_eq!(kit.read("log").lines().count(), 160);
}

#[test]
fn a_conflict_shows_what_to_do() {
    let kit = Kit::new();
    kit.write("f", "old");
    assert_eq!(
        error(&kit, r#"{"operation": "write", "path": "./f", "content": "new"}"#),
        "provider execution failed: file: file already exists (content differs): ./f\n\nUse --force to overwrite, or \
         --on-conflict skip-unchanged to skip identical files."
    );
}

/// Directories of a listing have none, and say so; anything else is rather misspelt.
#[test]
fn entries_without_content_are_told() {
    let kit = Kit::new();
    let inputs = r#"{"operation": "write-tree", "basePath": "gen", "entries": [
        {"path": "a", "contnt": "x"}, {"path": "d", "isDir": true}, {"path": "b", "content": ""}]}"#;
    let output = kit.call("file", Capability::Action, inputs).unwrap();
    assert_eq!(output.warnings, [r#"entries[0] "a" has no content, and is not written"#]);
}

const TREE: &str = r#"{"operation": "write-tree", "basePath": "gen", "entries": [
    {"path": "a.txt", "content": "A"}, {"path": "sub/b.txt", "content": "B"}, {"path": "none"}, {"path": "c", "content": "C"}]"#;

#[test]
fn all_conflicts_of_a_tree_are_told_before_anything_is_written() {
    let kit = Kit::new();
    kit.write("gen/a.txt", "other");
    kit.write("gen/sub/b.txt", "B");
    insta::assert_snapshot!(error(&kit, &format!("{TREE}}}")));
    let first = error(&kit, &format!(r#"{TREE}, "failFast": true}}"#));
    assert!(first.contains("file already exists (content differs): a.txt"), "{first}");
    assert!(!kit.root().join("gen/c").exists());
}

#[test]
fn entries_say_how_they_are_written() {
    let kit = Kit::new();
    kit.write("gen/over", "old");
    kit.write("gen/add", "line\n");
    kit.write("gen/same", "same");
    let inputs = r#"{"operation": "write-tree", "basePath": "gen", "onConflict": "skip-unchanged", "entries": [
        {"path": "over", "content": "new", "onConflict": "overwrite", "backup": true},
        {"path": "add", "content": "line\nmore", "onConflict": "append", "dedupe": true},
        {"path": "same", "content": "same"},
        {"path": "deep/er/new", "content": ""}]}"#;
    insta::assert_snapshot!(shown(&kit, &kit.data("file", ACTION, inputs)));
    assert_eq!((kit.read("gen/over.bak").as_str(), kit.read("gen/add").as_str()), ("old", "line\nmore"));
    assert_eq!((mode(kit.root().join("gen/deep/er")), mode(kit.root().join("gen/deep/er/new"))), (0o755, 0o600));
    let wrong =
        r#"{"operation": "write-tree", "basePath": "gen", "entries": [{"path": "x", "content": "", "dedupe": true}]}"#;
    assert!(error(&kit, wrong).ends_with("entries[0]: dedupe can only be used with append strategy, got \"error\""));
}

#[test]
fn a_path_twice_in_a_tree_is_judged_twice() {
    let kit = Kit::new();
    let twice = |strategy: &str| {
        format!(
            r#"{{"operation": "write-tree", "basePath": "gen-{strategy}", "onConflict": "{strategy}",
                "entries": [{{"path": "x", "content": "1"}}, {{"path": "x", "content": "2"}}]}}"#
        )
    };
    assert_eq!(kit.data("file", ACTION, &twice("skip")).as_map().unwrap().get("skipped"), Some(&Value::Int(1)));
    kit.data("file", ACTION, &twice("append"));
    assert_eq!(kit.read("gen-append/x"), "1\n2");
    assert!(error(&kit, &twice("error")).contains("file already exists (content differs): x"));
}

#[test]
fn templates_name_the_files_of_a_tree() {
    let kit = Kit::new();
    let tree = |template: &str| format!(r#"{TREE}, "outputPath": {template:?}}}"#);
    let data = kit.data("file", ACTION, &tree("/x/{{ .__fileStem }}-{{ .__fileDir }}{{ .__fileExtension }} "));
    assert_eq!(json(data.as_map().unwrap().get("paths").unwrap()), r#"["x/a-.txt","x/b-sub.txt","x/c-"]"#);
    for (template, expected) in [
        ("{{ if }}", "failed to render outputPath for \"a.txt\": template: outputPath:1: missing value for if"),
        ("{{ fail \"no\" }}", "failed to render outputPath for \"a.txt\": template: outputPath:1:3"),
        (" {{ \"\" }} ", "outputPath is empty for \"a.txt\""),
        (".", "outputPath is empty for \"a.txt\""),
        (
            "../{{ .__fileName }}",
            "path traversal detected: entries[0] path \"../a.txt\" resolves outside basePath \"@/gen\"",
        ),
    ] {
        let error = error(&kit, &tree(template));
        assert!(error.contains(expected), "{error}");
    }
    let call = kit.call("file", ACTION, &tree("{{ .x | nope }}")).unwrap_err();
    assert_eq!(call.fault().unwrap().at, Some(("outputPath", 8..12)));
}

#[test]
fn dry_runs_tell_and_touch_nothing() {
    let mut kit = Kit { dry_run: true, ..Kit::new() };
    kit.write("there", "A");
    let mut lines = Vec::new();
    for (path, content, strategy) in [
        ("new", "hi", "error"),
        ("there", "A", "error"),
        ("there", "B", "overwrite"),
        ("there", "B", "skip"),
        ("there", "A", "skip-unchanged"),
        ("there", "B", "append"),
        ("there", "", "append"),
    ] {
        let inputs = format!(
            r#"{{"operation": "write", "path": "{path}", "content": "{content}", "onConflict": "{strategy}", "backup": true}}"#
        );
        lines.push(shown(&kit, &kit.data("file", ACTION, &inputs)));
    }
    for operation in ["read", "exists", "delete"] {
        let inputs = format!(r#"{{"operation": "{operation}", "path": "there"}}"#);
        lines.push(shown(&kit, &kit.data("file", ACTION, &inputs)));
    }
    kit.write("gen/a.txt", "other");
    lines.push(shown(&kit, &kit.data("file", ACTION, &format!("{TREE}}}"))));
    insta::assert_snapshot!(lines.join("\n"));
    assert_eq!(std::fs::read_dir(kit.root()).unwrap().count(), 2);
    // The output directory need not be there.
    kit.directories.output = Some(kit.root().join("missing"));
    let data = kit.data("file", ACTION, r#"{"operation": "write", "path": "new", "content": "hi"}"#);
    assert_eq!(text(&data, "_plannedStatus"), "created");
}

#[test]
fn a_rehearsal_says_that_it_does_not_know() {
    let kit = Kit { rehearsal: true, ..Kit::new() };
    kit.write("there", "A");
    for (inputs, expected) in [
        (r#"{"operation": "write", "path": "there", "content": "x"}"#, "after `@/there` is written"),
        (r#"{"operation": "delete", "path": "there"}"#, "after `@/there` is deleted"),
        (r#"{"operation": "write-tree", "basePath": "gen", "entries": []}"#, "after `@/gen` is written"),
    ] {
        let data = kit.data("file", ACTION, inputs);
        let reason = data.as_unknown().unwrap().reason().replace(kit.root().to_str().unwrap(), "@");
        assert_eq!(reason, expected);
    }
    assert_eq!(kit.read("there"), "A");
    assert_eq!(text(&kit.data("file", ACTION, r#"{"operation": "read", "path": "there"}"#), "content"), "A");
}

#[test]
fn sentences_say_what_would_happen() {
    let kit = Kit::new();
    let file = kit.registry.get("file").unwrap();
    let say = |operation: &str| {
        let inputs = [("operation", operation), ("path", "P"), ("basePath", "B")].into_iter().collect();
        what_if(file, &Inputs::new(inputs))
    };
    let said = ["write", "delete", "read", "exists", "write-tree", "fly"].map(say);
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_write_in_a_resolver_is_worth_a_warning() {
    let kit = Kit { manners: Manners::Lenient, ..Kit::new() };
    kit.data("file", Capability::From, r#"{"operation": "write", "path": "out", "content": "x"}"#);
    let heard = kit.heard.lock().unwrap().join("\n");
    assert!(heard.contains("something is changed outside of an action"), "{heard}");
}

#[test]
fn text_that_is_not_utf8_is_written_as_it_is() {
    let kit = Kit::new();
    let content = Value::text(b"\xff\xfe".as_slice());
    let inputs = [("operation", Value::from("write")), ("path", "f".into()), ("content", content)];
    kit.call_with("file", ACTION, inputs.into_iter().collect()).unwrap();
    assert_eq!(std::fs::read(kit.root().join("f")).unwrap(), b"\xff\xfe");
}

#[test]
fn the_output_directory_is_never_left() {
    let kit = confined();
    let out = kit.root().join("out");
    symlink("../outside", out.join("up")).unwrap();
    symlink("../outside/secret.txt", out.join("file")).unwrap();
    symlink(kit.root().join("outside"), out.join("absolute")).unwrap();
    symlink("../outside/new", out.join("dangling")).unwrap();
    symlink("up/secret.txt", out.join("round")).unwrap();
    let outside = kit.root().join("outside/secret.txt");
    let paths = [
        "../outside/secret.txt",
        "x/../../outside/secret.txt",
        outside.to_str().unwrap(),
        "up/secret.txt",
        "file",
        "absolute/secret.txt",
        "dangling",
        "round",
        "..",
        "/",
    ];
    for path in paths {
        for inputs in [
            format!(r#"{{"operation": "read", "path": "{path}"}}"#),
            format!(r#"{{"operation": "exists", "path": "{path}"}}"#),
            format!(
                r#"{{"operation": "write", "path": "{path}", "content": "x", "onConflict": "overwrite", "createDirs": true, "backup": true}}"#
            ),
            format!(r#"{{"operation": "write", "path": "{path}", "content": "x", "onConflict": "append"}}"#),
        ] {
            let error = error(&kit, &inputs);
            let shown = path.replace(kit.root().to_str().unwrap(), "@");
            let expected = format!("path {shown:?} resolves outside output directory \"@/out\"");
            assert!(error.contains(&expected), "{inputs}: {error}");
        }
    }
    for base in ["../outside", "up", "absolute", "up/x"] {
        let inputs = format!(
            r#"{{"operation": "write-tree", "basePath": "{base}", "entries": [{{"path": "secret.txt", "content": "x", "onConflict": "overwrite"}}]}}"#
        );
        let error = error(&kit, &inputs);
        assert!(error.contains("resolves outside output directory \"@/out\""), "{error}");
    }
    let entry = r#"{"operation": "write-tree", "basePath": ".", "entries": [{"path": "up/new", "content": "x"}]}"#;
    assert!(error(&kit, entry).contains("path \"up/new\" resolves outside output directory"));
    for path in ["up/secret.txt", "../outside/secret.txt"] {
        let error = error(&kit, &format!(r#"{{"operation": "delete", "path": "{path}"}}"#));
        assert!(error.contains("resolves outside output directory"), "{error}");
    }
    // A link that leads out is itself inside.
    kit.data("file", ACTION, r#"{"operation": "delete", "path": "file"}"#);
    assert_eq!(kit.read("outside/secret.txt"), "secret");
    assert_eq!(std::fs::read_dir(kit.root().join("outside")).unwrap().count(), 1);
    let refused = kit.call("file", ACTION, r#"{"operation": "read", "path": "../outside/secret.txt"}"#).unwrap_err();
    let help = refused.fault().unwrap().help.clone();
    assert_eq!(help.as_deref(), Some("name a path below the output directory, or leave `--output-dir` out"));
    // Resolvers are not confined.
    kit.data("file", Capability::From, r#"{"operation": "read", "path": "outside/secret.txt"}"#);
}

#[test]
fn inside_the_output_directory_everything_works() {
    let kit = confined();
    let out = kit.root().join("out");
    std::fs::create_dir_all(out.join("real/deep")).unwrap();
    symlink("real", out.join("alias")).unwrap();
    symlink("../real/f", out.join("real/deep/link")).unwrap();
    symlink("deep/link", out.join("real/link")).unwrap();
    let write = |path: &str, strategy: &str| {
        let inputs = format!(
            r#"{{"operation": "write", "path": "{path}", "content": "x\n", "onConflict": "{strategy}", "createDirs": true, "backup": true}}"#
        );
        text(&kit.data("file", ACTION, &inputs), "status").to_owned()
    };
    assert_eq!(write("a/b/c", "error"), "created");
    assert_eq!(write("a/b/c", "append"), "appended");
    assert_eq!(kit.read("out/a/b/c.bak"), "x\n");
    assert_eq!(write("alias/new", "error"), "created");
    // From `real/deep` the link leads to `real/real/f`: the directory that it is in counts, not the one in the path.
    assert_eq!(write("alias/link", "error"), "created");
    assert_eq!(kit.read("out/real/real/f"), "x\n");
    let absolute = out.join("a/b/c");
    assert_eq!(write(absolute.to_str().unwrap(), "overwrite"), "overwritten");
    let data = kit.data("file", ACTION, r#"{"operation": "read", "path": "alias/new"}"#);
    assert_eq!(shown(&kit, &data), r#"{"content":"x\n","path":"@/out/alias/new","size":2}"#);
}

#[test]
fn a_missing_output_directory_is_made() {
    let mut kit = Kit::new();
    kit.directories.output = Some(kit.root().join("deep/out"));
    assert!(error(&kit, r#"{"operation": "read", "path": "x"}"#).ends_with("file does not exist: @/deep/out/x"));
    kit.data("file", ACTION, r#"{"operation": "write", "path": "x", "content": "x"}"#);
    assert_eq!(mode(kit.root().join("deep/out")), 0o755);
    kit.directories.output = Some(kit.root().join("deep/out/x"));
    let error = error(&kit, r#"{"operation": "write", "path": "y", "content": "x"}"#);
    assert!(error.contains("cannot use output directory: @/deep/out/x"), "{error}");
}

#[test]
fn a_directory_that_turns_into_a_link_leads_nowhere() {
    let kit = confined();
    let (inside, aside) = (kit.root().join("out/d"), kit.root().join("out/aside"));
    std::fs::create_dir(&inside).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                let _ = std::fs::rename(&inside, &aside);
                let _ = symlink("../outside", &inside);
                let _ = std::fs::remove_file(&inside);
                let _ = std::fs::rename(&aside, &inside);
            }
        });
        for _ in 0..300 {
            for inputs in [
                r#"{"operation": "write", "path": "d/secret.txt", "content": "x", "onConflict": "overwrite", "backup": true, "createDirs": true}"#,
                r#"{"operation": "delete", "path": "d/secret.txt"}"#,
                r#"{"operation": "write-tree", "basePath": "d", "onConflict": "append", "entries": [{"path": "secret.txt", "content": "x"}]}"#,
            ] {
                // Whether it works depends on the moment; where it works never does.
                let _ = kit.call("file", ACTION, inputs);
            }
            if let Ok(output) = kit.call("file", ACTION, r#"{"operation": "read", "path": "d/secret.txt"}"#) {
                assert_ne!(text(&output.data, "content"), "secret");
            }
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(kit.read("outside/secret.txt"), "secret");
    assert_eq!(std::fs::read_dir(kit.root().join("outside")).unwrap().count(), 1);
}

#[test]
fn a_tree_ends_when_it_is_told_to() {
    let mut kit = Kit { time: Some(Duration::ZERO), ..Kit::new() };
    let ended = kit.call("file", ACTION, &format!("{TREE}}}")).unwrap_err();
    assert_eq!(ended.fault().unwrap().cause, providers::Cause::TimedOut);
    kit.time = None;
    kit.interrupt.raise(system::Signal::Interrupt);
    let ended = kit.call("file", ACTION, &format!("{TREE}}}")).unwrap_err();
    assert!(matches!(ended.fault().unwrap().cause, providers::Cause::Interrupted(_)));
    assert!(!kit.root().join("gen").exists());
}

#[test]
fn secrets_in_errors_are_masked() {
    let mut kit = Kit::new();
    kit.run.redactor = Redactor::new("[REDACTED]");
    kit.run.redactor.register(b"S3NTINEL", diagnostics::SecretKind::Declared);
    kit.call("file", ACTION, r#"{"operation": "read", "path": "S3NTINEL"}"#).unwrap_err();
    let heard = kit.heard.lock().unwrap().join("\n");
    assert!(heard.contains("[REDACTED]") && !heard.contains("S3NTINEL"), "{heard}");
}

#[test]
fn what_is_not_known_yet_makes_the_result_unknown() {
    let kit = Kit { rehearsal: true, ..Kit::new() };
    let unknown = || Value::from(value::Unknown::new("after exec#a"));
    let entry = |content: Value| {
        Value::from([("path", Value::from("a")), ("content", content)].into_iter().collect::<value::Map>())
    };
    for (provider, mode, inputs) in [
        ("file", ACTION, vec![("operation", "write".into()), ("path", "f".into()), ("content", unknown())]),
        ("file", ACTION, vec![("operation", "read".into()), ("path", unknown())]),
        (
            "file",
            ACTION,
            vec![
                ("operation", "write-tree".into()),
                ("basePath", "b".into()),
                ("entries", Value::from(vec![entry("x".into()), entry(unknown())])),
            ],
        ),
        ("directory", ACTION, vec![("operation", "list".into()), ("path", unknown())]),
        ("env", Capability::From, vec![("operation", "get".into()), ("name", unknown())]),
    ] {
        let inputs: value::Map = inputs.into_iter().collect();
        let data = kit.call_with(provider, mode, inputs).unwrap().data;
        assert_eq!(data.as_unknown().map(value::Unknown::reason), Some("after exec#a"), "{provider}");
    }
}

/// Without an output directory the base is the bound: links lead anywhere inside of it, and nowhere else.
#[test]
fn a_tree_does_not_leave_its_base_through_links() {
    let kit = Kit::new();
    kit.write("outside/secret.txt", "secret");
    kit.write("gen/real/f", "f");
    for (target, link) in [
        ("../outside", "gen/up"),
        ("../outside/secret.txt", "gen/file"),
        ("../outside/new", "gen/dangling"),
        ("real", "gen/alias"),
        ("real/f", "gen/inside"),
        ("gen", "base"),
    ] {
        symlink(target, kit.root().join(link)).unwrap();
    }
    symlink(kit.root().join("outside"), kit.root().join("gen/absolute")).unwrap();
    symlink(kit.root().join("gen/real"), kit.root().join("gen/home")).unwrap();
    let tree = |base: &str, path: &str| {
        format!(
            r#"{{"operation": "write-tree", "basePath": "{base}", "onConflict": "overwrite", "entries":
                [{{"path": "fine-{base}", "content": "x"}}, {{"path": "{path}", "content": "x"}}]}}"#
        )
    };
    for path in ["up/x", "up/deep/x", "file", "dangling", "absolute/x"] {
        for base in ["gen", "base"] {
            let error = error(&kit, &tree(base, path));
            let expected = format!("entries[1] path \"{path}\" resolves outside basePath \"@/{base}\"");
            assert!(error.contains(&expected), "{path}: {error}");
        }
    }
    assert!(!kit.root().join("gen/fine-gen").exists(), "nothing is written when one of them leads out");
    assert_eq!(std::fs::read_dir(kit.root().join("outside")).unwrap().count(), 1);
    assert_eq!(kit.read("outside/secret.txt"), "secret");
    for path in ["alias/x", "home/y", "inside"] {
        kit.data("file", ACTION, &tree("base", path));
    }
    assert_eq!([kit.read("gen/real/x"), kit.read("gen/real/y"), kit.read("gen/real/f")], ["x", "x", "x"]);
}

#[test]
fn a_report_that_is_too_large_is_refused_before_anything_is_written() {
    let kit = Kit::with(Settings { max_value_size: 1000, ..Settings::default() });
    let entries: Vec<String> = (0..100).map(|at| format!(r#"{{"path": "f{at}", "content": ""}}"#)).collect();
    let inputs = format!(r#"{{"operation": "write-tree", "basePath": "gen", "entries": [{}]}}"#, entries.join(","));
    let failed = kit.call("file", ACTION, &inputs).unwrap_err();
    let text = failed.to_string();
    assert!(
        text.ends_with("the report on 100 entries would be larger than the 1000 bytes that a value may have"),
        "{text}"
    );
    assert!(failed.fault().unwrap().help.as_ref().unwrap().contains("resolver.maxValueSize"));
    assert!(!kit.root().join("gen").exists());
}

#[test]
fn a_million_entries_are_refused_in_time() {
    let kit = Kit::new();
    let entry: Value = [("path", "a/file/of/many"), ("content", "x")].into_iter().collect::<value::Map>().into();
    let entries: value::List = std::iter::repeat_n(entry, 1_000_000).collect();
    let mut inputs: value::Map = [("operation", "write-tree"), ("basePath", "gen")].into_iter().collect();
    inputs.insert("entries", entries);
    let begun = std::time::Instant::now();
    let failed = kit.call_with("file", ACTION, inputs).unwrap_err().to_string();
    assert!(failed.contains("the report on 1000000 entries would be larger than the 10485760 bytes"), "{failed}");
    assert!(begun.elapsed().as_secs() < 60 && !kit.root().join("gen").exists(), "{:?}", begun.elapsed());
}
