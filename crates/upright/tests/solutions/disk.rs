//! A disk that is full.

use crate::test::Test;
use crate::waiting::HEAD;

/// Mounts a tiny file system on `full`, runs the program, and copies what is there afterwards.
const TINY: &str =
    "mount -t tmpfs -o size=64k none full && echo old > full/old && \"$@\"; code=$?; cp -rp full seen; exit $code";

/// A test that runs with a directory `full` of 64 KiB.
fn tiny(workflow: &str) -> Test {
    let test = Test::new().file("s.yaml", format!("{HEAD}{workflow}")).directory("full");
    test.behind(&["unshare", "--mount", "sh", "-c", TINY, "sh"])
}

#[test]
fn a_file_that_has_no_room_stays_what_it_was() {
    let workflow = "  resolvers:
    large: {resolve: {with: [{provider: cel, inputs: {expression: \"strings.repeat('x', 300000)\"}}]}}
  workflow:
    actions:
      small: {provider: file, inputs: {operation: write, path: full/small, content: small}}
      old: {provider: file, dependsOn: [small], inputs: {operation: write, path: full/old, onConflict: overwrite, content: {rslvr: large}}}
      new: {provider: file, dependsOn: [small], inputs: {operation: write, path: full/new, content: {rslvr: large}}}
      after: {provider: exec, dependsOn: [old], inputs: {command: touch after}}
    finally:
      last: {provider: exec, inputs: {command: touch finally}}
";
    let mut test = tiny(workflow);
    let ended = test.again(&["run", "solution", "-f", "s.yaml"], 6);
    assert!(ended.stderr().contains("Error [new]: "), "{}", ended.stderr());
    assert!(ended.stderr().contains("full/old: no space left on device"), "{}", ended.stderr());
    assert_eq!(test.names(), ["finally", "full", "s.yaml", "seen"]);
    assert_eq!((test.read("seen/old").as_str(), test.read("seen/small").as_str()), ("old\n", "small"));
    assert!(!test.exists("seen/new"));
    assert_eq!(std::fs::read_dir(test.path("seen")).unwrap().count(), 2, "nothing half-written stays");
}

#[test]
fn a_tree_that_has_no_room_has_whole_files_only() {
    let workflow = "  resolvers:
    large: {resolve: {with: [{provider: cel, inputs: {expression: \"lists.range(100).map(n, {'path': 'f' + string(n), 'content': strings.repeat('x', 5000)})\"}}]}}
  workflow:
    actions:
      tree: {provider: file, inputs: {operation: write-tree, basePath: full/tree, entries: {rslvr: large}}}
    finally:
      last: {provider: exec, inputs: {command: touch finally}}
";
    let mut test = tiny(workflow);
    let ended = test.again(&["run", "solution", "-f", "s.yaml"], 6);
    assert!(ended.stderr().contains("no space left on device"), "{}", ended.stderr());
    assert!(test.exists("finally"));
    for file in std::fs::read_dir(test.path("seen/tree")).into_iter().flatten() {
        let file = file.unwrap();
        assert!(file.file_name().to_str().unwrap().starts_with('f'), "{}", file.path().display());
        assert_eq!(file.metadata().unwrap().len(), 5000, "{}", file.path().display());
    }
}

/// What actions print is kept in memory when there is no room for it on the disk.
#[test]
fn output_that_finds_no_room_is_not_lost() {
    let workflow = "  workflow:
    actions:
      a: {provider: exec, inputs: {command: \"head -c 3000000 /dev/zero | tr '\\\\0' a\"}}
      b: {provider: exec, inputs: {command: \"head -c 3000000 /dev/zero | tr '\\\\0' b\"}}
";
    let mut test = tiny(workflow).env("TMPDIR", "@ROOT@/full");
    let ended = test.again(&["run", "solution", "-f", "s.yaml"], 0);
    let printed = ended.raw();
    let (a, b) = printed.split_once('\n').unwrap();
    assert!(a.bytes().all(|byte| byte == b'a') && b.bytes().all(|byte| byte == b'b'));
    assert_eq!((a.len(), b.len()), (3_000_000, 3_000_000));
}
