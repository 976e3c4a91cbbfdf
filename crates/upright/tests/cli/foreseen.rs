//! What a dry run says of files, beside what the run then does.

use crate::test::{Ended, Test};
use std::os::unix::fs::{PermissionsExt, chown, symlink};

/// Somebody without rights.
const NOBODY: u32 = 65534;

/// Actions of one phase, each of which is tried whatever became of the others.
fn row(actions: &[(&str, &str)]) -> String {
    let mut text = "metadata: {name: demo, version: 1.0.0}\nspec:\n  workflow:\n    actions:\n".to_owned();
    for (at, (provider, inputs)) in actions.iter().enumerate() {
        text += &format!("      a{at:02}: {{provider: {provider}, onError: continue, inputs: {{{inputs}}}}}\n");
    }
    text
}

/// One action after the other.
fn run(test: &Test, user: u32, flags: &[&str]) -> Ended {
    let mut command = test.command();
    if user != 0 {
        std::os::unix::process::CommandExt::uid(&mut command, user);
    }
    let one_by_one = ["run", "solution", "-f", "s.yaml", "-o", "json", "--max-action-concurrency", "1"];
    test.ended(command.args(one_by_one).args(flags).output().unwrap())
}

/// Every action fails in the run if the dry run says so, and only then, but where it says that it cannot know; what is said
/// is given back.
fn agreed(test: &Test, user: u32, flags: &[&str], actions: &[(&str, &str)]) -> Vec<String> {
    let dry: Vec<&str> = flags.iter().copied().chain(["--dry-run", "--verbose"]).collect();
    let (foreseen, done) = (run(test, user, &dry).json(), run(test, user, flags).json());
    let told = foreseen["actionPlan"].as_array().unwrap().iter();
    let told: Vec<_> = told.map(|action| action["preview"]["status"].as_str().unwrap().to_owned()).collect();
    assert_eq!(told.len(), actions.len());
    for (at, (status, action)) in told.iter().zip(actions).enumerate() {
        let became = &done["actions"][format!("a{at:02}")];
        if status.starts_with("unknown") {
            continue;
        }
        let failed = became["status"] == "failed";
        assert_eq!(status.starts_with("would fail"), failed, "{action:?}: {status}; in the run: {became}");
    }
    told
}

/// What begins with `would fail` is only looked at there.
fn shown(told: &[String]) -> Vec<&str> {
    told.iter().map(|status| if status.starts_with("would fail") { "would fail" } else { status.as_str() }).collect()
}

#[test]
fn a_dry_run_goes_through_links_as_the_run_does() {
    let actions = [
        ("file", "operation: write, path: current/app.conf, content: x, createDirs: true"),
        ("file", "operation: write, path: current/etc/app.conf, content: x, createDirs: true"),
        ("file", "operation: write-tree, basePath: current, entries: [{path: i, content: x}]"),
        ("directory", "operation: copy, path: src, destination: current"),
        ("directory", "operation: mkdir, path: current, createDirs: true"),
        ("directory", "operation: move, path: src, destination: current/src"),
        ("file", "operation: read, path: releases/1/src/s"),
        ("file", "operation: write, path: dangling/n/z, content: x, createDirs: true"),
        ("directory", "operation: mkdir, path: dangling, createDirs: true"),
        ("directory", "operation: copy, path: releases, destination: dangling/copy"),
        ("directory", "operation: rmdir, path: also"),
        ("file", "operation: delete, path: current"),
        ("file", "operation: read, path: current/app.conf"),
        ("file", "operation: read, path: releases/1/app.conf"),
    ];
    let test = Test::new().file("s.yaml", row(&actions)).file("releases/1/old", "old\n").file("src/s", "s\n");
    for (link, target) in [("current", "releases/1"), ("also", "releases"), ("dangling", "nowhere")] {
        symlink(target, test.path(link)).unwrap();
    }
    let told = agreed(&test, 0, &[], &actions);
    let (made, fails, nothing) = ("would create, create directory", "would fail", "would change nothing");
    assert_eq!(
        shown(&told),
        [
            "would create",
            made,
            "would create",
            "would create",
            nothing,
            "would move",
            nothing,
            fails,
            fails,
            fails,
            "would remove",
            "would remove",
            fails,
            nothing
        ]
    );
}

#[test]
fn a_dry_run_does_not_leave_the_output_directory_by_a_link() {
    let actions = [
        ("file", "operation: write, path: out/x, content: x"),
        ("file", "operation: write, path: out/a/x, content: x, createDirs: true"),
        ("file", "operation: write-tree, basePath: out/site, entries: [{path: i, content: x}]"),
        ("file", "operation: read, path: out/secret"),
        ("directory", "operation: list, path: out"),
        ("directory", "operation: copy, path: inside, destination: out/copy"),
        ("directory", "operation: move, path: inside, destination: out/moved"),
        ("directory", "operation: rmdir, path: out"),
        ("file", "operation: write, path: alias/x, content: x, createDirs: true"),
        ("file", "operation: delete, path: out"),
    ];
    let test = Test::new().file("s.yaml", row(&actions)).file("root/inside/file", "x").file("outside/secret", "x");
    symlink("../outside", test.path("root/out")).unwrap();
    symlink("inside", test.path("root/alias")).unwrap();
    let told = agreed(&test, 0, &["--output-dir", "root"], &actions);
    assert!(told[..8].iter().all(|status| status.contains("resolves outside output directory")), "{told:#?}");
    assert_eq!(told[8..], ["would create", "would remove"]);
    assert_eq!(std::fs::read_dir(test.path("outside")).unwrap().count(), 1);
}

#[test]
fn a_dry_run_knows_what_may_not_be_done() {
    let actions = [
        ("file", "operation: write, path: ro/new, content: x"),
        ("file", "operation: write, path: ro/a/b, createDirs: true, content: x"),
        ("file", "operation: delete, path: ro/old"),
        ("file", "operation: write-tree, basePath: ro, entries: [{path: q, content: q}]"),
        ("file", "operation: write-tree, basePath: ro/new, entries: [{path: q, content: q}]"),
        ("directory", "operation: mkdir, path: ro/d"),
        ("directory", "operation: copy, path: mine, destination: ro"),
        ("directory", "operation: move, path: mine, destination: ro/mine"),
        ("directory", "operation: move, path: ro/sub, destination: mine/sub"),
        ("directory", "operation: rmdir, path: ro, force: true"),
        ("directory", "operation: rmdir, path: mine/holder, force: true"),
        ("file", "operation: delete, path: sticky/theirs"),
        ("file", "operation: write, path: sticky/theirs, content: x, onConflict: overwrite"),
        ("file", "operation: write, path: sticky/new, content: x"),
        ("directory", "operation: mkdir, path: ro/sub, createDirs: true"),
        ("file", "operation: delete, path: sticky/new"),
        ("directory", "operation: copy, path: ro, destination: mine/copy"),
        ("directory", "operation: rmdir, path: mine/closed"),
    ];
    let mut test = Test::new().file("s.yaml", row(&actions));
    for file in ["ro/old", "ro/sub/file", "sticky/theirs", "mine/own", "mine/holder/theirs/file", "mine/closed/file"] {
        test = test.file(file, "old");
    }
    let mode = |path: &str, bits| std::fs::set_permissions(test.path(path), PermissionsExt::from_mode(bits)).unwrap();
    for path in ["", "ro", "ro/sub", "mine", "mine/holder", "mine/holder/theirs"] {
        mode(path, 0o755);
    }
    mode("sticky", 0o1777);
    mode("mine/closed", 0o700);
    for path in ["ro/old", "ro/sub/file", "mine/own", "mine/holder/theirs/file"] {
        mode(path, 0o644);
    }
    for path in ["mine", "mine/own", "mine/holder"] {
        chown(test.path(path), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let told = agreed(&test, NOBODY, &[], &actions);
    for status in &told[..13] {
        assert!(status.contains("permission denied") || status.contains("operation not permitted"), "{told:#?}");
    }
    assert_eq!(shown(&told)[13..17], ["would create", "would change nothing", "would remove", told[16].as_str()]);
    assert!(told[17].starts_with("unknown: depends on whether"), "{told:#?}");
}

/// What is left in the file depends on the order, and only what uses that file is in doubt.
#[test]
fn a_dry_run_says_when_it_is_open_which_action_comes_first() {
    let solution = "metadata: {name: demo, version: 1.0.0}
spec:
  workflow:
    actions:
      a: {provider: file, inputs: {operation: write, path: new/shared, content: one, createDirs: true}}
      b: {provider: file, inputs: {operation: write, path: new/shared, content: two, createDirs: true}}
      c: {provider: file, inputs: {operation: write, path: new/own, content: x, createDirs: true}}
      d: {provider: file, dependsOn: [c], inputs: {operation: write, path: new/own, content: y, onConflict: overwrite}}
      e: {provider: file, dependsOn: [c], inputs: {operation: read, path: new/shared}}
";
    let test = Test::new().file("s.yaml", solution);
    let told = |flags: &[&str]| {
        let mut command = test.command();
        let dry = ["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose", "-o", "json"];
        let plan = test.ended(command.args(dry).args(flags).output().unwrap()).json();
        let actions = plan["actionPlan"].as_array().unwrap().iter();
        actions.map(|action| action["preview"]["status"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (makes, fails) = ("would create", "would fail: file exists, content differs");
    let later = ", as things are now; [a] comes before and may change them";
    assert_eq!(
        told(&[]),
        [
            &format!("unknown: [b] runs at the same time and may come first; {makes}, create directory, or {fails}"),
            &format!("unknown: [a] runs at the same time and may come first; {fails}, or {makes}"),
            makes,
            &format!("would overwrite{later}"),
            &format!("unknown: depends on whether [a] or [b] comes first{later}"),
        ]
    );
    let in_turn = told(&["--max-action-concurrency", "1"]);
    assert_eq!(in_turn[..2], [&format!("{makes}, create directory"), fails]);
}
