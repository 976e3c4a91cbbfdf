//! `directory`.

use crate::kit::{Kit, json};
use providers::{Capability, Cause, Inputs, Manners, Settings, what_if};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;
use value::{Map, Value};

const FROM: Capability = Capability::From;
const ACTION: Capability = Capability::Action;

fn mode(path: impl AsRef<Path>) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// A kit with a tree in `d`.
fn kit() -> Kit {
    tree_in(Kit::new())
}

fn tree_in(kit: Kit) -> Kit {
    for (path, content) in [
        ("d/a.txt", "alpha\n"),
        ("d/b.md", "# b\n"),
        ("d/.hid", "h"),
        ("d/.dir/in", "x"),
        ("d/sub/c.txt", "charlie"),
        ("d/sub/deep/e.json", "{}"),
        ("d/empty.txt", ""),
        ("d/bin.dat", "\0\u{1}\u{2}\u{3}"),
    ] {
        kit.write(path, content);
    }
    symlink("a.txt", kit.root().join("d/link")).unwrap();
    symlink("..", kit.root().join("d/sub/loop")).unwrap();
    kit
}

fn shown(kit: &Kit, value: &Value) -> String {
    json(value).replace(kit.root().to_str().unwrap(), "@")
}

fn error(kit: &Kit, mode: Capability, inputs: &str) -> String {
    kit.error("directory", mode, inputs).replace(kit.root().to_str().unwrap(), "@")
}

fn list(kit: &Kit, more: &str) -> Map {
    let inputs = format!(r#"{{"operation": "list", "path": "d"{more}}}"#);
    kit.data("directory", FROM, &inputs).as_map().unwrap().clone()
}

fn field<'a>(data: &'a Map, name: &str) -> Vec<&'a Value> {
    let entries = data.get("entries").and_then(Value::as_list).unwrap();
    entries.iter().map(|entry| entry.as_map().unwrap().get(name).unwrap_or(&Value::Null)).collect()
}

fn paths(data: &Map) -> String {
    field(data, "path").iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn counts(data: &Map) -> [i64; 4] {
    ["totalCount", "dirCount", "fileCount", "totalSize"].map(|name| data.get(name).and_then(Value::as_int).unwrap())
}

#[test]
fn a_listing_is_sorted_and_leaves_links_out() {
    let kit = kit();
    let flat = list(&kit, "");
    assert_eq!(paths(&flat), ".dir .hid a.txt b.md bin.dat empty.txt sub");
    assert_eq!(counts(&flat), [7, 2, 5, 15]);
    let deep = list(&kit, r#", "recursive": true"#);
    assert_eq!(paths(&deep), ".dir .dir/in .hid a.txt b.md bin.dat empty.txt sub sub/c.txt sub/deep sub/deep/e.json");
    assert_eq!(counts(&deep), [11, 3, 8, 25]);
}

#[test]
fn filters_look_at_names_and_go_through_all_directories() {
    let kit = kit();
    for (more, expected) in [
        (r#""filterGlob": "*.txt""#, "a.txt empty.txt sub/c.txt"),
        (r#""filterRegex": "^(c|e)""#, "empty.txt sub/c.txt sub/deep/e.json"),
        (r#""filterGlob": "s*""#, "sub"),
        (r#""excludeHidden": true, "filesOnly": true"#, "a.txt b.md bin.dat empty.txt sub/c.txt sub/deep/e.json"),
        (r#""maxDepth": 1, "excludeHidden": true, "filterRegex": "[^t]$""#, "b.md sub sub/deep"),
    ] {
        assert_eq!(paths(&list(&kit, &format!(r#", "recursive": true, {more}"#))), expected, "{more}");
    }
    let files = list(&kit, r#", "recursive": true, "filesOnly": true"#);
    assert_eq!(counts(&files), [8, 0, 8, 25]);
}

#[test]
fn an_entry_has_all_that_is_known() {
    let kit = kit();
    std::fs::set_permissions(kit.root().join("d/a.txt"), PermissionsExt::from_mode(0o4640)).unwrap();
    let inputs = r#", "includeContent": true, "checksum": "sha512", "filterRegex": "a.txt|bin|empty""#;
    let data = Value::from(list(&kit, inputs));
    let times = without_times(&shown(&kit, &data));
    insta::assert_snapshot!(times);
    let sums = list(&kit, r#", "includeContent": true, "checksum": "sha256", "filterGlob": "a.txt""#);
    assert_eq!(
        field(&sums, "checksum"),
        [&Value::from("b6a98d9ce9a2d9149288fa3df42d377c3e42737afdcdaf714e33c0a100b51060")]
    );
}

/// Takes the times out of a listing.
fn without_times(text: &str) -> String {
    let mut parts = text.split(r#""modTime":""#);
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| {
        assert!(part.as_bytes()[19] == b'Z', "{part}");
        format!("{text}\"modTime\":\"T{}", &part[20..])
    })
}

#[test]
fn large_files_are_listed_without_content() {
    let kit = kit();
    let inputs =
        r#"{"operation": "list", "path": "d", "includeContent": true, "maxFileSize": 5, "filterGlob": "*.txt"}"#;
    let output = kit.call("directory", FROM, inputs).unwrap();
    assert_eq!(output.warnings, ["skipped content for a.txt: size 6 exceeds maxFileSize 5"]);
    let data = output.data.as_map().unwrap();
    assert_eq!(field(data, "content"), [&Value::Null, &Value::from("")]);
}

#[test]
fn inputs_that_make_no_sense_are_told() {
    let kit = Kit { manners: Manners::Lenient, ..kit() };
    for (inputs, expected) in [
        ("{}", "operation is required and must be a string"),
        (r#"{"operation": "chmod", "path": "d"}"#, "unsupported operation: chmod"),
        (r#"{"operation": "list"}"#, "path is required and must be a string"),
        (r#"{"operation": "copy", "path": "d"}"#, "destination is required for copy operation"),
        (r#"{"operation": "move", "path": "d"}"#, "destination is required for move operation"),
        (r#"{"operation": "list", "path": "d", "maxDepth": 99}"#, "maxDepth must be between 1 and 50, got 99"),
        (r#"{"operation": "list", "path": "d", "maxDepth": "x"}"#, "maxDepth must be between 1 and 50, got x"),
        (r#"{"operation": "list", "path": "d", "maxDepth": 0}"#, "maxDepth must be between 1 and 50, got 0"),
        (r#"{"operation": "list", "path": "d", "maxFileSize": -1}"#, "maxFileSize must be a number of bytes, got -1"),
        (
            r#"{"operation": "list", "path": "d", "filterGlob": "*", "filterRegex": "."}"#,
            "filterGlob and filterRegex are mutually exclusive",
        ),
        (
            r#"{"operation": "list", "path": "d", "filterGlob": "["}"#,
            "invalid filterGlob pattern: `[` is not a pattern: a `[` has no `]`",
        ),
        (
            r#"{"operation": "list", "path": "d", "checksum": "md5"}"#,
            "unsupported checksum algorithm \"md5\" (valid: sha256, sha512)",
        ),
    ] {
        assert_eq!(error(&kit, FROM, inputs), format!("failed to decode inputs: directory: {expected}"));
    }
    let regex = error(&kit, FROM, r#"{"operation": "list", "path": "d", "filterRegex": "("}"#);
    assert!(regex.contains("invalid filterRegex: error parsing regexp: missing closing )"), "{regex}");
    for (path, expected) in
        [("none", "directory does not exist: @/none"), ("d/a.txt", "path is not a directory: @/d/a.txt")]
    {
        for operation in ["list", "rmdir", "copy", "move"] {
            let inputs = format!(r#"{{"operation": "{operation}", "path": "{path}", "destination": "x"}}"#);
            assert_eq!(error(&kit, ACTION, &inputs), format!("provider execution failed: directory: {expected}"));
        }
    }
    assert!(!kit.root().join("x").exists());
}

#[test]
fn what_cannot_be_read_below_is_a_warning() {
    let kit = kit();
    let closed = kit.root().join("d/sub");
    let file = kit.root().join("d/a.txt");
    for path in [&closed, &file] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o000)).unwrap();
    }
    let inputs =
        r#"{"operation": "list", "path": "d", "recursive": true, "includeContent": true, "excludeHidden": true}"#;
    let output = kit.call("directory", FROM, inputs).unwrap();
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o755)).unwrap();
    // Root reads everything.
    if std::fs::read(&file).is_err() {
        assert_eq!(
            output.warnings,
            ["failed to read a.txt: permission denied", "error traversing sub: permission denied"]
        );
    }
}

#[test]
fn a_listing_ends_where_a_value_is_too_large() {
    let kit = tree_in(Kit::with(Settings { max_value_size: 2000, ..Settings::default() }));
    let error = kit.call("directory", FROM, r#"{"operation": "list", "path": "d", "recursive": true}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "provider execution failed: directory: the listing is larger than the 2000 bytes that a value may have"
    );
    assert!(error.fault().unwrap().help.is_some());
    kit.write("d/large", &"x".repeat(3000));
    let content = r#"{"operation": "list", "path": "d", "filterGlob": "large", "includeContent": true}"#;
    assert!(kit.error("directory", FROM, content).contains("larger than the 2000 bytes"));
}

#[test]
fn huge_directories_and_deep_trees_are_bounded() {
    let kit = Kit::with(Settings { max_value_size: 1 << 20, ..Settings::default() });
    let wide = kit.root().join("wide");
    std::fs::create_dir(&wide).unwrap();
    for number in 0..5_000 {
        std::fs::write(wide.join(number.to_string()), "").unwrap();
    }
    let error = kit.error("directory", FROM, r#"{"operation": "list", "path": "wide"}"#);
    assert!(error.contains("larger than the 1048576 bytes"), "{error}");
    let deep: std::path::PathBuf = std::iter::repeat_n("d", 1000).collect();
    std::fs::create_dir_all(kit.root().join("deep").join(&deep)).unwrap();
    let inputs = r#"{"operation": "list", "path": "deep", "recursive": true, "maxDepth": 50}"#;
    let data = kit.data("directory", FROM, inputs);
    assert_eq!(counts(data.as_map().unwrap())[0], 51);
    kit.data("directory", ACTION, r#"{"operation": "copy", "path": "deep", "destination": "copy"}"#);
    assert!(kit.root().join("copy").join(&deep).is_dir());
    kit.data("directory", ACTION, r#"{"operation": "rmdir", "path": "deep", "force": true}"#);
    assert!(!kit.root().join("deep").exists());
}

#[test]
fn directories_are_made() {
    let kit = kit();
    let make =
        |path: &str, parents: bool| format!(r#"{{"operation": "mkdir", "path": "{path}", "createDirs": {parents}}}"#);
    let data = kit.data("directory", ACTION, &make("p/q/r", true));
    assert_eq!(shown(&kit, &data), r#"{"operation":"mkdir","path":"@/p/q/r","success":true}"#);
    assert_eq!(mode(kit.root().join("p/q/r")), 0o755);
    kit.data("directory", ACTION, &make("p/q/r", true));
    kit.data("directory", ACTION, &make("p/new", false));
    for (inputs, expected) in [
        (make("p", false), "@/p: it exists"),
        (make("x/y", false), "@/x/y: no such file or directory"),
        (make("d/a.txt", true), "@/d/a.txt: `@/d/a.txt` is not a directory"),
        (make("d/a.txt/x", false), "@/d/a.txt/x: `@/d/a.txt` is not a directory"),
    ] {
        assert_eq!(
            error(&kit, ACTION, &inputs),
            format!("provider execution failed: directory: failed to create directory: {expected}")
        );
    }
}

#[test]
fn directories_are_removed() {
    let kit = kit();
    std::fs::create_dir(kit.root().join("empty")).unwrap();
    symlink("d", kit.root().join("link")).unwrap();
    let remove = |path: &str, force: bool| format!(r#"{{"operation": "rmdir", "path": "{path}", "force": {force}}}"#);
    let data = kit.data("directory", ACTION, &remove("empty", false));
    assert_eq!(shown(&kit, &data), r#"{"operation":"rmdir","path":"@/empty","success":true}"#);
    assert_eq!(
        error(&kit, ACTION, &remove("d", false)),
        "provider execution failed: directory: failed to remove directory (is it empty?): @/d: directory is not empty"
    );
    kit.data("directory", ACTION, &remove("link", true));
    assert!(kit.root().join("d/a.txt").exists());
    kit.data("directory", ACTION, &remove("d", true));
    assert!(!kit.root().join("d").exists());
    assert!(error(&kit, ACTION, &remove("/", true)).contains("it is the root"));
}

#[test]
fn a_copy_merges_and_keeps_modes() {
    let kit = kit();
    std::fs::set_permissions(kit.root().join("d/sub"), PermissionsExt::from_mode(0o550)).unwrap();
    std::fs::set_permissions(kit.root().join("d/a.txt"), PermissionsExt::from_mode(0o640)).unwrap();
    kit.write("to/there/a.txt", "old");
    kit.write("to/there/own", "own");
    let data = kit.data("directory", ACTION, r#"{"operation": "copy", "path": "d", "destination": "to/there"}"#);
    assert_eq!(shown(&kit, &data), r#"{"destination":"@/to/there","operation":"copy","path":"@/d","success":true}"#);
    let read = |path: &str| kit.read(format!("to/there/{path}"));
    assert_eq!(
        (read("a.txt").as_str(), read("own").as_str(), read("sub/deep/e.json").as_str()),
        ("alpha\n", "own", "{}")
    );
    assert_eq!((mode(kit.root().join("to/there/sub")), mode(kit.root().join("to/there/a.txt"))), (0o550, 0o640));
    assert!(!kit.root().join("to/there/link").exists());
    std::fs::set_permissions(kit.root().join("to/there/sub"), PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::set_permissions(kit.root().join("d/sub"), PermissionsExt::from_mode(0o755)).unwrap();
    kit.data("directory", ACTION, r#"{"operation": "copy", "path": "d", "destination": "quite/new"}"#);
    assert!(kit.root().join("quite/new/sub/c.txt").exists());
}

#[test]
fn what_cannot_be_copied_is_told() {
    let kit = kit();
    let pipe = kit.root().join("d/sub/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let output = kit.call("directory", ACTION, r#"{"operation": "copy", "path": "d", "destination": "to"}"#).unwrap();
    let expected = format!("skipped {}: a pipe, socket or device is not copied", pipe.display());
    assert_eq!(output.warnings, [expected]);
    assert!(kit.root().join("to/sub/c.txt").exists() && !kit.root().join("to/sub/pipe").exists());
    let output = kit.call("directory", ACTION, r#"{"operation": "move", "path": "d", "destination": "new"}"#).unwrap();
    assert!(output.warnings.is_empty() && kit.root().join("new/sub/pipe").exists());
    let other = tempfile::tempdir_in("/dev/shm").unwrap();
    let to = other.path().join("d");
    let inputs = format!(r#"{{"operation": "move", "path": "new", "destination": "{}"}}"#, to.display());
    let error = error(&kit, ACTION, &inputs);
    assert!(
        error.contains("skipped @/new/sub/pipe: a pipe") && error.ends_with("@/new was copied, not removed"),
        "{error}"
    );
    assert!(kit.root().join("new/sub/pipe").exists());
}

#[test]
fn a_directory_does_not_go_into_itself() {
    let kit = kit();
    symlink("d/sub", kit.root().join("alias")).unwrap();
    for destination in ["d", "d/x", "d/sub/x/y", "alias/x", "d/../d/x"] {
        for operation in ["copy", "move"] {
            let inputs = format!(r#"{{"operation": "{operation}", "path": "d", "destination": "{destination}"}}"#);
            let error = error(&kit, ACTION, &inputs);
            assert!(error.contains(&format!("cannot {operation} directory into itself: @/d to @/")), "{error}");
        }
    }
    assert!(kit.root().join("d/a.txt").exists());
}

#[test]
fn a_directory_is_moved() {
    let kit = kit();
    kit.write("there/x", "");
    let relocate = |to: &str| format!(r#"{{"operation": "move", "path": "d", "destination": "{to}"}}"#);
    assert!(error(&kit, ACTION, &relocate("there")).ends_with("failed to move directory: destination exists: @/there"));
    let data = kit.data("directory", ACTION, &relocate("new/place"));
    assert_eq!(shown(&kit, &data), r#"{"destination":"@/new/place","operation":"move","path":"@/d","success":true}"#);
    assert_eq!(kit.read("new/place/a.txt"), "alpha\n");
    assert!(!kit.root().join("d").exists());
}

#[test]
fn a_move_to_another_file_system_copies() {
    let kit = kit();
    let other = tempfile::tempdir_in("/dev/shm").unwrap();
    let to = other.path().join("d");
    let inputs = format!(r#"{{"operation": "move", "path": "d", "destination": "{}"}}"#, to.display());
    kit.data("directory", ACTION, &inputs);
    assert_eq!(std::fs::read_to_string(to.join("sub/c.txt")).unwrap(), "charlie");
    assert!(!kit.root().join("d").exists());
}

#[test]
fn the_output_directory_is_never_left() {
    let mut kit = kit();
    let out = kit.root().join("out");
    std::fs::create_dir_all(out.join("in/side")).unwrap();
    symlink("../d", out.join("up")).unwrap();
    symlink(kit.root().join("d"), out.join("absolute")).unwrap();
    symlink("../../d/a.txt", out.join("in/file")).unwrap();
    kit.directories.output = Some(out);
    for path in ["../d", "/", "..", "up", "absolute", "up/sub"] {
        for inputs in [
            format!(r#"{{"operation": "list", "path": "{path}"}}"#),
            format!(r#"{{"operation": "mkdir", "path": "{path}/x", "createDirs": true}}"#),
            format!(r#"{{"operation": "mkdir", "path": "{path}/x"}}"#),
            format!(r#"{{"operation": "rmdir", "path": "{path}", "force": true}}"#),
            format!(r#"{{"operation": "copy", "path": "{path}", "destination": "copy"}}"#),
            format!(r#"{{"operation": "copy", "path": "in", "destination": "{path}/x"}}"#),
            format!(r#"{{"operation": "move", "path": "{path}", "destination": "moved"}}"#),
            format!(r#"{{"operation": "move", "path": "in", "destination": "{path}/x"}}"#),
        ] {
            let error = error(&kit, ACTION, &inputs);
            assert!(error.contains("resolves outside output directory \"@/out\""), "{inputs}: {error}");
        }
    }
    for inputs in [
        r#"{"operation": "rmdir", "path": ".", "force": true}"#,
        r#"{"operation": "move", "path": ".", "destination": "x"}"#,
    ] {
        error(&kit, ACTION, inputs);
    }
    assert_eq!(std::fs::read_dir(kit.root().join("d")).unwrap().count(), 8);
    kit.data("directory", ACTION, r#"{"operation": "copy", "path": "in", "destination": "copy"}"#);
    kit.data("directory", ACTION, r#"{"operation": "move", "path": "copy", "destination": "moved"}"#);
    let data = kit.data("directory", ACTION, r#"{"operation": "list", "path": ".", "recursive": true}"#);
    assert_eq!(paths(data.as_map().unwrap()), "in in/side moved moved/side");
}

#[test]
fn dry_runs_list_and_change_nothing() {
    let kit = Kit { dry_run: true, ..kit() };
    std::fs::create_dir(kit.root().join("empty")).unwrap();
    assert_eq!(counts(&list(&kit, "")), [7, 2, 5, 15]);
    let lines: Vec<String> = [
        r#"{"operation": "mkdir", "path": "x"}"#,
        r#"{"operation": "mkdir", "path": "x/y", "createDirs": true}"#,
        r#"{"operation": "rmdir", "path": "empty"}"#,
        r#"{"operation": "rmdir", "path": "d", "force": true}"#,
        r#"{"operation": "copy", "path": "d", "destination": "x"}"#,
        r#"{"operation": "move", "path": "d", "destination": "x"}"#,
    ]
    .map(|inputs| shown(&kit, &kit.data("directory", ACTION, inputs)))
    .into();
    insta::assert_snapshot!(lines.join("\n"));
    assert_eq!(std::fs::read_dir(kit.root()).unwrap().count(), 2);
}

#[test]
fn a_rehearsal_says_that_it_does_not_know() {
    let kit = Kit { rehearsal: true, ..kit() };
    for inputs in [
        r#"{"operation": "mkdir", "path": "x"}"#,
        r#"{"operation": "rmdir", "path": "d", "force": true}"#,
        r#"{"operation": "copy", "path": "d", "destination": "x"}"#,
        r#"{"operation": "move", "path": "d", "destination": "x"}"#,
    ] {
        assert!(kit.data("directory", ACTION, inputs).as_unknown().is_some(), "{inputs}");
    }
    assert_eq!(std::fs::read_dir(kit.root()).unwrap().count(), 1);
    assert_eq!(counts(&list(&kit, ""))[0], 7);
}

#[test]
fn sentences_say_what_would_happen() {
    let kit = Kit::new();
    let directory = kit.registry.get("directory").unwrap();
    let say = |operation: &str| {
        let inputs = [("operation", operation), ("path", "P"), ("destination", "D")].into_iter().collect();
        what_if(directory, &Inputs::new(inputs))
    };
    insta::assert_snapshot!(["list", "mkdir", "rmdir", "copy", "move", "fly"].map(say).join("\n"));
}

#[test]
fn work_ends_when_it_is_told_to() {
    let mut kit = Kit { time: Some(Duration::ZERO), ..kit() };
    let all = [
        r#"{"operation": "list", "path": "d", "recursive": true}"#,
        r#"{"operation": "copy", "path": "d", "destination": "x"}"#,
    ];
    for inputs in all {
        let ended = kit.call("directory", ACTION, inputs).unwrap_err();
        assert_eq!(ended.fault().unwrap().cause, Cause::TimedOut);
    }
    kit.time = None;
    kit.interrupt.raise(system::Signal::Interrupt);
    for inputs in all.into_iter().chain([r#"{"operation": "rmdir", "path": "d", "force": true}"#]) {
        let ended = kit.call("directory", ACTION, inputs).unwrap_err();
        assert_eq!(ended.fault().unwrap().cause, Cause::Interrupted(system::Signal::Interrupt));
    }
    assert!(kit.root().join("d/sub").exists());
}
