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

/// What a dry run says of the actions; nothing where there is only the sentence.
fn foreseen(test: &Test, flags: &[&str]) -> Vec<String> {
    let mut command = test.command();
    let dry = ["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose", "-o", "json"];
    let plan = test.ended(command.args(dry).args(flags).output().unwrap()).json();
    let actions = plan["actionPlan"].as_array().unwrap().iter();
    actions.map(|action| action["preview"]["status"].as_str().unwrap_or_default().to_owned()).collect()
}

/// The same of actions that depend on nothing but what they name, in a directory with `src/s` and `out/o`.
fn beside(actions: &[&str]) -> Vec<String> {
    let mut document = "metadata: {name: demo, version: 1.0.0}\nspec:\n  workflow:\n    actions:\n".to_owned();
    for action in actions {
        document += &format!("      {action}\n");
    }
    let test = Test::new().file("s.yaml", &document).file("src/s", "s").file("out/o", "o");
    let directory = test.path("").display().to_string();
    let told = foreseen(&test, &[]).into_iter();
    told.map(|status| status.replace(&directory, "").replace("runs at the same time and may come first;", "|"))
        .collect()
}

/// Each of three may be first, and with each of them what comes after is another.
#[test]
fn a_dry_run_says_that_the_middle_one_of_three_may_be_the_first() {
    let write = |name: &str| {
        format!("{name}: {{provider: file, onError: continue, inputs: {{operation: write, path: s, content: {name}}}}}")
    };
    let told = beside(&[
        &write("a"),
        &write("b"),
        &write("c"),
        "d: {provider: file, dependsOn: [a], inputs: {operation: write, path: d, content: d}}",
    ]);
    let either = "would fail: file exists, content differs, or would create";
    assert_eq!(
        told,
        [
            "unknown: [b] | would create",
            &format!("unknown: [a] | {either}"),
            &format!("unknown: [a] | {either}"),
            "would create, as things are now; [a] comes before and may change them",
        ]
    );
}

#[test]
fn a_dry_run_says_who_may_have_made_a_directory_before() {
    let told = beside(&[
        "a: {provider: directory, inputs: {operation: mkdir, path: new}}",
        "b: {provider: file, inputs: {operation: write, path: new/b, content: b}}",
        "c: {provider: directory, inputs: {operation: mkdir, path: new, createDirs: true}}",
    ]);
    assert_eq!(told[0], "unknown: [c] | would create directory");
    assert!(told[1].starts_with("unknown: [a] | would create, or would fail: "), "{told:#?}");
    assert_eq!(told[2], "unknown: [a] | would change nothing, or would create directory");
    // Who makes the directories on the way to a file does not matter.
    let told = beside(&[
        "a: {provider: file, inputs: {operation: write, path: new/deep/a, content: a, createDirs: true}}",
        "b: {provider: file, inputs: {operation: write, path: new/deep/b, content: b, createDirs: true}}",
        "c: {provider: directory, inputs: {operation: mkdir, path: new/deep/c, createDirs: true}}",
    ]);
    assert_eq!(told, ["would create, create directory", "would create", "would create directory"]);
}

#[test]
fn a_dry_run_says_what_meets_a_directory_that_goes() {
    let told = beside(&[
        "build: {provider: directory, inputs: {operation: copy, path: src, destination: out}}",
        "clean: {provider: directory, inputs: {operation: rmdir, path: out, force: true}}",
        "other: {provider: file, inputs: {operation: write, path: outside, content: x}}",
        "after: {provider: file, dependsOn: [build], inputs: {operation: read, path: out/s}}",
    ]);
    assert_eq!(told[..3], ["unknown: [clean] | would create", "unknown: [build] | would remove", "would create"]);
    assert!(told[3].starts_with("unknown: depends on whether [build] or [clean] comes first"), "{told:#?}");
    let told = beside(&[
        "clean: {provider: directory, inputs: {operation: rmdir, path: out, force: true}}",
        "gen: {provider: file, inputs: {operation: write, path: out/x, content: x, createDirs: true}}",
    ]);
    assert_eq!(
        told,
        ["unknown: [gen] | would remove", "unknown: [clean] | would create, create directory, or would create",]
    );
}

/// Nobody who runs at the same time can help it, so its dependants are known to be skipped; where somebody can, they are not.
#[test]
fn a_dry_run_knows_what_fails_whoever_comes_first() {
    let after = "d: {provider: file, dependsOn: [a], inputs: {operation: write, path: d, content: d}}";
    let fails = "a: {provider: file, onError: continue, inputs: {operation: delete, path: none/x}}";
    let told = beside(&[fails, "b: {provider: file, inputs: {operation: write, path: b, content: b}}", after]);
    assert!(told[0].starts_with("would fail: "), "{told:#?}");
    assert_eq!(told[1..], ["would create", "would be skipped: [a] would fail"]);
    let helps = "b: {provider: file, inputs: {operation: write, path: none/x, content: b, createDirs: true}}";
    let told = beside(&[fails, helps, after]);
    assert!(told[0].starts_with("unknown: [b] | would fail: ") && told[0].ends_with(", or would remove"), "{told:#?}");
    assert_eq!(told[2], "would create, as things are now; [a] comes before and may change them");
    // What it would do then meets others.
    let told = beside(&[
        "a: {provider: directory, onError: continue, inputs: {operation: move, path: new, destination: there}}",
        "b: {provider: directory, inputs: {operation: mkdir, path: new}}",
        "c: {provider: file, inputs: {operation: exists, path: there}}",
    ]);
    assert!(told[2].starts_with("unknown: [a] | would change nothing"), "{told:#?}");
}

/// It finds nothing when it is the first, in the order of the plan, and when it is the last; but not between the others.
#[test]
fn a_dry_run_says_that_an_action_may_come_between_two_others() {
    let delete = |name: &str| {
        format!("{name}: {{provider: file, onError: continue, inputs: {{operation: delete, path: none}}}}")
    };
    let write = "b: {provider: file, inputs: {operation: write, path: none, content: b}}";
    for told in [beside(&[&delete("a"), write, &delete("c")]), beside(&[&delete("c"), write, &delete("a")])] {
        assert!(told.iter().all(|status| status.starts_with("unknown: ")), "{told:#?}");
    }
    let told = beside(&[&delete("a"), write]);
    assert!(told[0].ends_with("or would remove") && told[1] == "unknown: [a] | would create", "{told:#?}");
}

/// It is looked at once only, in the order of the plan, and what it would write nobody sees.
#[test]
fn a_dry_run_says_what_may_come_before_a_manifest_or_a_solution() {
    let site = r#"{provider: file, inputs: {operation: write, path: site, content: "ccm: {resources: [{exec: [{/bin/true: {}}]}]}"}}"#;
    let solution = r#"{provider: file, inputs: {operation: write, path: gen.yaml, content: "{metadata: {name: g, version: 1.0.0}, spec: {workflow: {actions: {m: {provider: message, inputs: {message: hi}}}}}}"}}"#;
    let (manifest, child) =
        ("{provider: manifest, inputs: {file: site}}", "{provider: solution, inputs: {source: gen.yaml}}");
    let write =
        |user: &str| format!("would create, as things are now; [{user}] runs at the same time and may change them");
    let rows = [
        (site, manifest, write("b"), "unknown: [a] | 1 would change, 0 stable"),
        (manifest, site, write("a"), "unknown: [b] | would fail: manifest: manifest `[ROOT]/site` does not exist"),
        (solution, child, write("b"), "unknown: [a] | would run g, of which 1 action may run"),
        (
            child,
            solution,
            write("a"),
            "unknown: [b] | would fail: solution: failed to load solution: cannot read `[ROOT]/gen.yaml`",
        ),
    ];
    for (first, second, writes, uses) in rows {
        let told = beside(&[&format!("a: {first}"), &format!("b: {second}")]);
        assert!(told.contains(&writes), "{told:#?}");
        assert!(told.iter().any(|status| status.starts_with(uses)), "{told:#?}");
    }
    // What looks at the same, while nothing would change there, is in no doubt.
    let other = "b: {provider: file, inputs: {operation: write, path: other, content: x}}";
    let empty =
        "a: {provider: manifest, inputs: {resources: [{file: [{/: {ensure: directory, owner: root, group: root}}]}]}}";
    assert_eq!(beside(&[empty, other])[1], "would create");
}

/// One is helped by another only when a third has helped that one, whatever they are called.
#[test]
fn a_dry_run_says_that_others_decide_whether_an_action_fails() {
    let deeds = [
        "{provider: file, inputs: {operation: read, path: build/conf}}",
        "{provider: file, inputs: {operation: write, path: build/conf, content: x}}",
        "{provider: directory, inputs: {operation: mkdir, path: build}}",
    ];
    for names in [["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"], ["c", "b", "a"]]
    {
        let actions: Vec<String> = names.iter().zip(deeds).map(|(name, deed)| format!("{name}: {deed}")).collect();
        let after =
            format!("d: {{dependsOn: [{}], provider: file, inputs: {{operation: exists, path: src}}}}", names[0]);
        let told = beside(&[&actions[0], &actions[1], &actions[2], &after]);
        let at = |deed: usize| &told[usize::from(names[deed].as_bytes()[0] - b'a')];
        assert!(at(0).starts_with("unknown: ") && at(1).starts_with("unknown: "), "{names:?}: {told:#?}");
        assert_eq!(at(2), "would create directory");
        assert!(told[3].starts_with("would change nothing, as things are now; "), "{names:?}: {told:#?}");
    }
}

/// The directory is there before the file is.
#[test]
fn a_dry_run_says_that_an_action_may_come_when_another_is_half_done() {
    let write = |name: &str, how: &str| {
        format!("{name}: {{provider: file, inputs: {{operation: write, path: new/x, content: {name}, {how}}}}}")
    };
    let told = beside(&[&write("a", "onConflict: error"), &write("b", "onConflict: skip, createDirs: true")]);
    assert!(told[0].starts_with("unknown: [b] | would fail: "), "{told:#?}");
    assert_eq!(told[1], "unknown: [a] | would create, create directory");
}

/// A failure that nobody can foresee skips those who need the action, and ends the section when it counts.
#[test]
fn a_dry_run_says_what_is_done_only_unless_another_fails() {
    let writes = |name: &str, need: &str| {
        format!(
            "{name}: {{provider: file, dependsOn: [{need}], inputs: {{operation: write, path: {name}, content: x}}}}"
        )
    };
    let (b, c) = (writes("b", "a"), writes("c", "b"));
    let (sure, unless, skipped) =
        ("would create", "would create, unless [a] fails", "would be skipped: [a] would fail");
    let division = "would fail: cel: failed to evaluate expression";
    let rows = [
        ("provider: http, inputs: {url: 'http://127.0.0.1:9/'}", "", unless, unless),
        ("provider: http, onError: continue, inputs: {url: 'http://127.0.0.1:9/'}", "", unless, sure),
        ("provider: git, inputs: {operation: status, path: .}", "", unless, unless),
        ("provider: static, inputs: {value: x}", "", sure, sure),
        ("provider: static, inputs: {value: x}, resultSchema: {type: integer}", "", unless, unless),
        ("provider: static, inputs: {value: x}, resultSchema: {type: integer}, resultSchemaMode: warn", "", sure, sure),
        (
            "provider: file, inputs: {operation: exists, path: none}, resultSchema: {properties: {exists: {const: true}}}",
            "would change nothing, and fails unless `resultSchema` fits",
            unless,
            unless,
        ),
        ("provider: message, inputs: {message: x}", "", sure, sure),
        ("provider: sleep, inputs: {duration: 1ms}", "", sure, sure),
        ("provider: debug, inputs: {value: x}", "", sure, sure),
        ("provider: cel, inputs: {expression: 1 + 1}", "", sure, sure),
        ("provider: cel, inputs: {expression: size(__actions.z.results) > 1}", "", unless, unless),
        ("provider: cel, inputs: {expression: 'debug.out(\"a\", 1) == 1'}", "", unless, unless),
        ("provider: cel, inputs: {expression: 1 / 0}", division, skipped, "would be skipped: [a] would fail"),
        ("provider: cel, sensitive: true, inputs: {expression: 1 / 0}", "would fail: [REDACTED]", skipped, skipped),
        ("provider: go-template, inputs: {name: t, template: '{{ 1 }}'}", "", sure, sure),
        (
            "provider: go-template, inputs: {name: t, template: '{{ fail \"no\" }}'}",
            "would fail: go-template: ",
            skipped,
            skipped,
        ),
        (
            "provider: file, inputs: {operation: read, path: {expr: __actions.z.results}}",
            "unknown: `path` is worked out in the run",
            unless,
            unless,
        ),
    ];
    let z = "z: {provider: static, inputs: {value: x}}";
    for (action, own, next, last) in rows {
        let told = beside(&[&format!("a: {{{action}}}"), &b, &c, z]);
        // The fourth stands before or behind the first, and has nothing to tell.
        let first = format!("{}{}", told[0], told[1]);
        assert!(first.starts_with(own) && own.is_empty() == first.is_empty(), "{action}: {told:#?}");
        assert_eq!(told[2..], [next, last], "{action}");
    }
}

#[test]
fn a_dry_run_knows_what_fails_whatever_a_command_does() {
    let command = "a: {provider: exec, inputs: {command: 'true'}}";
    let strange = "b: {provider: file, inputs: {operation: wrte, path: x, content: x}}";
    let outside =
        "c: {provider: file, inputs: {operation: write-tree, basePath: t, entries: [{path: ../x, content: x}]}}";
    let missing = "d: {provider: file, inputs: {operation: read, path: none}}";
    let told = beside(&[command, strange, outside, missing]);
    assert!(told[1].starts_with("would fail: input validation failed: "), "{told:#?}");
    assert!(told[2].starts_with("would fail: file: path traversal detected: entries[0]"), "{told:#?}");
    assert!(told[3].starts_with("unknown: [a] runs at the same time and may change things; "), "{told:#?}");
    // A command that fails skips it.
    let after = "b: {provider: file, dependsOn: [a], inputs: {operation: wrte, path: x, content: x}}";
    assert!(beside(&[command, after])[1].starts_with("unknown: [a] comes before and may change things; "));
}

/// Elements that come one after the other are in doubt when they meet somebody, or come after one that does and look there.
#[test]
fn a_dry_run_knows_which_elements_of_a_loop_meet_another_action() {
    let each = |items: &str| {
        format!(
            "a: {{provider: file, forEach: {{in: [{items}], concurrency: 1}}, inputs: {{operation: write, path: {{expr: \"'conf/' + __item\"}}, content: x, createDirs: true, onConflict: append}}}}"
        )
    };
    let other = "b: {provider: file, inputs: {operation: write, path: conf/c, content: y, createDirs: true, onConflict: append}}";
    let told = beside(&[&each("a, b, c"), other]);
    assert_eq!(told[..3], ["would create, create directory", "would create", "unknown: [b] | would create"]);
    let told = beside(&[&each("c, b, c"), other]);
    assert!(
        told[0].starts_with("unknown: ") && told[1] == "would create" && told[2].starts_with("unknown: "),
        "{told:#?}"
    );
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
    let told = |flags: &[&str]| foreseen(&test, flags);
    let (makes, fails) = ("would create", "would fail: file exists, content differs");
    let later = ", as things are now; [a] comes before and may change them";
    assert_eq!(
        told(&[]),
        [
            &format!("unknown: [b] runs at the same time and may come first; {makes}, create directory"),
            &format!("unknown: [a] runs at the same time and may come first; {fails}, or {makes}, create directory"),
            makes,
            &format!("would overwrite{later}"),
            "unknown: depends on whether [a] or [b] comes first",
        ]
    );
    let in_turn = told(&["--max-action-concurrency", "1"]);
    assert_eq!(in_turn[..2], [&format!("{makes}, create directory"), fails]);
}

/// What an action writes that has a secret is seen by later ones, whatever became of the secret on the way.
#[test]
fn a_dry_run_shows_no_line_that_an_action_with_secrets_writes() {
    let solution = r#"metadata: {name: demo, version: 1.0.0}
spec:
  resolvers:
    config: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: '{"token": "Canary-7731", "name": "zz-top"}'}}]}}
  workflow:
    actions:
      write: {provider: file, inputs: {operation: write, path: conf/a, createDirs: true, onConflict: overwrite, content: {expr: "'port=1\\ntoken=' + json.unmarshal(_.config).token.lowerAscii() + '\\n'"}}}
      name: {provider: file, dependsOn: [write], inputs: {operation: write, path: {expr: "'conf/' + json.unmarshal(_.config).name"}, onConflict: overwrite, content: x}}
      copy: {provider: directory, dependsOn: [name], inputs: {operation: copy, path: conf, destination: copy}}
      over: {provider: file, dependsOn: [copy], inputs: {operation: write, path: copy/a, content: "port=2\n", onConflict: overwrite}}
      more: {provider: file, dependsOn: [over], inputs: {operation: write, path: copy/a, content: "port=3\n", onConflict: append}}
      move: {provider: directory, dependsOn: [more], inputs: {operation: move, path: copy, destination: moved}}
      last: {provider: file, dependsOn: [move], inputs: {operation: write, path: moved/a, content: "port=4\n", onConflict: error}}
      plain: {provider: file, dependsOn: [move], inputs: {operation: write, path: conf/plain, content: "port=5\n", onConflict: overwrite}}
"#;
    let mut test = Test::new().file("s.yaml", solution);
    let flags = ["run", "solution", "-f", "s.yaml", "--dry-run"];
    let masked = |told: &str| {
        assert!(!told.contains("canary") && !told.contains("zz-top"), "{told}");
        for shown in ["+port=2", "+port=3", "+port=5"] {
            assert!(told.contains(shown), "what has nothing to do with it is shown: {told}");
        }
    };
    let told = test.again(&flags, 0).stdout();
    masked(&told);
    for status in [
        "would create (2), create directory",
        "would overwrite",
        "would append",
        "would fail: file exists, content differs",
    ] {
        assert!(told.contains(&format!("    {status}\n")), "{status}: {told}");
    }
    // The same where a run has been before, which has written it all.
    test.again(&["run", "action", "-f", "s.yaml", "copy"], 0);
    masked(&test.again(&flags, 0).stdout());
    let shown: Vec<&str> = flags.into_iter().chain(["--show-sensitive"]).collect();
    let shown = test.again(&shown, 0).stdout();
    assert!(shown.contains("-token=canary-7731") && shown.contains("+port=2"), "{shown}");
}

/// A file with what became of a secret, in this run or an earlier one, is met before it is written, by way of what is known in
/// the run only, by a manifest, under another name.
#[test]
fn a_dry_run_knows_a_secret_of_an_earlier_run_wherever_it_meets_it() {
    let write = |more: &str| {
        format!(
            "write: {{provider: file, {more} inputs: {{operation: write, path: app.conf, onConflict: overwrite, \
             content: {{expr: \"'pw=' + json.unmarshal(_.creds).pw.lowerAscii() + '\\\\nport=1\\\\n'\"}}}}}}"
        )
    };
    let other =
        |name: &str, more: &str, inputs: &str| format!("{name}: {{provider: file, {more} inputs: {{{inputs}}}}}");
    let over = "operation: write, path: app.conf, onConflict: overwrite, content: CHANGEME";
    let cases = [
        vec![other("first", "", over), write("dependsOn: [first],")],
        vec![other("first", "", "operation: delete, path: app.conf"), write("dependsOn: [first],")],
        vec![
            "first: {provider: directory, inputs: {operation: copy, path: skeleton, destination: .}}".to_owned(),
            write("dependsOn: [first],"),
        ],
        vec![
            "probe: {provider: exec, inputs: {command: 'true'}}".to_owned(),
            write("when: __actions.probe.results.success,"),
            other("last", "dependsOn: [write],", over),
        ],
        vec![
            "converge: {provider: manifest, inputs: {data: {pw: {expr: json.unmarshal(_.creds).pw.lowerAscii()}}, \
             resources: [{file: [{@ROOT@/app.conf: {ensure: present, owner: @UID@, group: @GID@, mode: '0600', content: '{{ Data.pw }}'}}]}]}}"
                .to_owned(),
            other("last", "dependsOn: [converge],", over),
        ],
        vec![write(""), other("last", "dependsOn: [write],", over)],
        vec![other("write", "", "operation: write, path: app.conf, onConflict: overwrite, content: {rslvr: second}"), other("last", "dependsOn: [write],", over)],
        vec![write(""), other("linked", "dependsOn: [write],", &over.replace("app.conf", "hard-link"))],
    ];
    for actions in cases {
        let actions: String = actions.iter().map(|action| format!("      {action}\n")).collect();
        let solution = format!(
            "metadata: {{name: demo, version: 1.0.0}}\nspec:\n  resolvers:\n    creds: {{sensitive: true, resolve: {{with: \
             [{{provider: static, inputs: {{value: '{{\"pw\": \"Canary-222\"}}'}}}}]}}}}\n    \
             second: {{resolve: {{with: [{{provider: cel, inputs: {{expression: \"'pw=' + json.unmarshal(_.creds).pw\"}}}}]}}}}\n  \
             workflow:\n    actions:\n{actions}"
        );
        let mut test = Test::new()
            .file("s.yaml", solution)
            .file("skeleton/app.conf", "pw=CHANGEME\nport=1\n")
            .file("app.conf", "pw=canary-111\nport=1\n");
        std::fs::hard_link(test.path("app.conf"), test.path("hard-link")).unwrap();
        for form in [&[][..], &["-o", "json", "--verbose"]] {
            let words: Vec<&str> =
                ["run", "solution", "-f", "s.yaml", "--dry-run"].into_iter().chain(form.iter().copied()).collect();
            let told = test.again(&words, 0).stdout();
            assert!(!told.contains("canary"), "{actions}{told}");
            assert!(told.contains("CHANGEME") || told.contains("delete"), "the rest is shown: {actions}{told}");
        }
    }
}

/// A template or an expression that takes all values has the secret ones among them.
#[test]
fn what_takes_all_values_is_as_secret_as_they_are() {
    let all = [
        "{tmpl: '{{ get . \"db-creds\" | lower }}'}",
        "{tmpl: '{{ dig \"db-creds\" \"\" . | lower }}'}",
        "{tmpl: '{{ range $name, $value := . }}{{ if eq $name \"db-creds\" }}{{ $value | lower }}{{ end }}{{ end }}'}",
        "{tmpl: '{{ toYaml . | lower }}'}",
        "{expr: 'json.marshal(_).lowerAscii()'}",
        "{expr: '[_].map(all, all[\"db-creds\"].lowerAscii())[0]'}",
    ];
    for content in all {
        let solution = format!(
            "metadata: {{name: demo, version: 1.0.0}}\nspec:\n  resolvers:\n    db-creds: {{sensitive: true, resolve: {{with: \
             [{{provider: static, inputs: {{value: Canary-333}}}}]}}}}\n  workflow:\n    actions:\n      \
             write: {{provider: file, inputs: {{operation: write, path: a, content: {content}}}}}\n      \
             harmless: {{provider: file, inputs: {{operation: write, path: b, content: {{tmpl: '{{{{ len . }}}} values'}}}}}}\n"
        );
        let mut test = Test::new().file("s.yaml", solution);
        let dry = ["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"];
        let told = test.again(&dry, 0).stdout() + &test.again(&["render", "solution", "-f", "s.yaml"], 0).stdout();
        assert!(!told.contains("canary"), "{content}: {told}");
        assert!(told.contains("+2 values"), "what is the same without them is shown: {told}");
    }
}

/// A secret of before may stand in one line with one that is still in use.
#[test]
fn a_dry_run_shows_no_old_secret_beside_a_current_one() {
    let secret = |name: &str| {
        format!(
            "{name}: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: Canary-{name}}}}}]}}}}"
        )
    };
    let solution = format!(
        "metadata: {{name: demo, version: 1.0.0}}\nspec:\n  resolvers:\n    {}\n    {}\n  workflow:\n    actions:\n      \
         clean: {{provider: file, inputs: {{operation: delete, path: conf}}}}\n      \
         write: {{provider: file, dependsOn: [clean], inputs: {{operation: write, path: conf, content: \
         {{expr: \"json.marshal({{'one': _.one, 'two': _.two}})\"}}}}}}\n",
        secret("one"),
        secret("two")
    );
    let mut test = Test::new().file("s.yaml", solution).file("conf", r#"{"one":"Canary-one","two":"Canary-old"}"#);
    for form in [&[][..], &["-o", "json", "--verbose"]] {
        let words: Vec<&str> =
            ["run", "solution", "-f", "s.yaml", "--dry-run"].into_iter().chain(form.iter().copied()).collect();
        let told = test.again(&words, 0).stdout();
        assert!(told.contains("would remove") && !told.contains("Canary"), "{told}");
    }
}
