//! A rehearsal sees ahead: what its lines say is what the run then does.

use crate::test::{Ended, Test};
use insta::assert_snapshot;
use serde_json::Value as Json;
use std::os::unix::fs::PermissionsExt;

/// Items of `resources`; `FILE` stands for the attributes that every file needs.
fn site(items: &str) -> Test {
    let items = items.replace("FILE", "owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"");
    Test::new().file("site.yaml", format!("ccm:\n  resources:\n{items}"))
}

/// Rehearses and applies, compares the two, and gives the lines of both.
pub(crate) fn both(mut test: Test) -> String {
    let before = test.tree();
    let rehearsed = test.args_of(&["apply", "site.yaml", "--noop", "--output", "jsonl"]).run();
    let lines = lines(&test.args_of(&["apply", "site.yaml", "--noop", "--no-report"]).run());
    assert_eq!(before, test.tree(), "a rehearsal changes nothing");
    let applied = test.args_of(&["apply", "site.yaml", "--output", "jsonl"]).run();
    for (would, did) in rehearsed.lines().iter().zip(applied.lines()) {
        agree(would, &did);
    }
    assert_eq!(rehearsed.lines().len(), applied.lines().len());
    lines
}

/// The line of each step, without columns and diffs.
fn lines(ended: &Ended) -> String {
    let stdout = ended.stdout();
    let steps = stdout.lines().filter(|line| ["file#", "exec#", "apply#"].iter().any(|kind| line.starts_with(kind)));
    let squeezed = steps
        .map(|line| line.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  "));
    squeezed.collect::<Vec<_>>().join("\n")
}

/// What is unknown counts as changed and may turn out any way; everything else is exactly as foreseen.
fn agree(would: &Json, did: &Json) {
    if would["unknown"].as_array().is_some_and(|unknown| !unknown.is_empty()) {
        assert_eq!((&would["changed"], &would["failed"]), (&true.into(), &false.into()), "{would}");
        return;
    }
    for key in ["name", "changed", "failed", "skipped", "refreshed", "error", "unmet_requirements"] {
        assert_eq!(would[key], did[key], "{key}:\nwould {would}\ndid {did}");
    }
    assert_eq!(plan(would), plan(did), "would {would}\ndid {did}");
}

fn plan(event: &Json) -> Vec<Json> {
    let mut changes = event["plan"].as_array().cloned().unwrap_or_default();
    for change in &mut changes {
        change.as_object_mut().unwrap().remove("diff");
    }
    changes
}

#[test]
fn a_parent_that_nothing_makes() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a/b, ensure: present, FILE}\n")), @r#"file#[ROOT]/a/b  failed  "[ROOT]/a" is not a directory, because nothing is there; make it first with `ensure: directory` (site.yaml:3)"#);
}

#[test]
fn a_parent_that_an_earlier_file_makes() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a/b, ensure: directory, FILE}
    - file: {name: @ROOT@/a/b/c, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/a/c, ensure: present, content: text, FILE}
")), @"
    file#[ROOT]/a/b  would change  new directory, owner [UID], group [GID], mode 0755
    file#[ROOT]/a/b/c  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/a/c  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    ");
}

#[test]
fn a_parent_that_a_command_may_make() {
    assert_snapshot!(both(site("    - exec: {name: mkdir @ROOT@/a}
    - file: {name: @ROOT@/a/b, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/a/c, ensure: present, source: @ROOT@/a/b, FILE}
    - file: {name: @ROOT@/d, ensure: present, source: @ROOT@/a/s, FILE}
")), @r#"
    exec#mkdir [ROOT]/a  would change  run
    file#[ROOT]/a/b  may change  new file, content +1 -0, owner [UID], group [GID], mode 0644, unknown: "[ROOT]/a" is not a directory, because nothing is there, depends on exec#mkdir [ROOT]/a
    file#[ROOT]/a/c  may change  unknown: depends on exec#mkdir [ROOT]/a
    file#[ROOT]/d  may change  unknown: depends on exec#mkdir [ROOT]/a
    "#);
}

/// What is in the way may be cleared by a command that comes first; by itself it fails the rehearsal as the run.
#[test]
fn what_a_command_may_clear_out_of_the_way() {
    let items = "    - file: {name: @ROOT@/directory, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/file, ensure: directory, owner: \"@UID@\", group: \"@GID@\", mode: \"0755\"}
    - file: {name: @ROOT@/taken/below, ensure: present, content: text, FILE}
    - exec: {name: /bin/true, cwd: @ROOT@/taken}
";
    let here = |items: &str| site(items).directory("directory").file("file", "").file("taken", "");
    assert_snapshot!(both(here(items)), @r#"
    file#[ROOT]/directory  failed  [ROOT]/directory exists as a directory; cannot manage it as a file (site.yaml:3)
    file#[ROOT]/file  failed  [ROOT]/file is not a directory but a file (site.yaml:4)
    file#[ROOT]/taken/below  failed  "[ROOT]/taken" is not a directory (site.yaml:5)
    exec#/bin/true  failed  cannot run in [ROOT]/taken: not a directory (site.yaml:6)
    "#);
    let clear = "    - exec: {name: clear, command: \"rm -r @ROOT@/directory @ROOT@/file @ROOT@/taken\"}
    - exec: {name: mkdir @ROOT@/taken}
";
    assert_snapshot!(both(here(&format!("{clear}{items}"))), @r#"
    exec#clear  would change  run
    exec#mkdir [ROOT]/taken  would change  run
    file#[ROOT]/directory  may change  unknown: [ROOT]/directory exists as a directory; cannot manage it as a file, depends on exec#mkdir [ROOT]/taken
    file#[ROOT]/file  may change  unknown: [ROOT]/file is not a directory but a file, depends on exec#mkdir [ROOT]/taken
    file#[ROOT]/taken/below  may change  new file, content +1 -0, owner [UID], group [GID], mode 0644, unknown: "[ROOT]/taken" is not a directory, depends on exec#mkdir [ROOT]/taken
    exec#/bin/true  may change  run, unknown: cannot run in [ROOT]/taken: not a directory, depends on exec#mkdir [ROOT]/taken
    "#);
}

/// The first of two steps changes the path, and whoever subscribes to it is refreshed, in a run and in a rehearsal.
#[test]
fn a_path_that_is_declared_twice_refreshes() {
    let file = "    - file: {name: @ROOT@/f, ensure: present, content: text, FILE}\n";
    let reload = "    - exec: {name: reload, command: /bin/true, refreshonly: true, subscribe: [\"file#@ROOT@/f\"]}\n";
    let mut test = site(&format!("{file}{file}{reload}"));
    let rehearsed = test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0).stdout();
    assert!(rehearsed.contains("would refresh"), "{rehearsed}");
    let applied = test.again(&["apply", "site.yaml", "--no-report"], 0).stdout();
    assert!(applied.contains("refreshed"), "{applied}");
}

/// The first of two steps changes the path, the second fails: whoever subscribes to it is refreshed all the same.
#[test]
fn a_path_that_is_declared_twice_refreshes_though_its_second_step_fails() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/f, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/f, ensure: directory, FILE}
    - exec: {name: reload, command: /bin/true, refreshonly: true, subscribe: [\"file#@ROOT@/f\"]}
")), @"
    file#[ROOT]/f  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/f  failed  [ROOT]/f is not a directory but a file (site.yaml:4)
    exec#reload  would refresh  run, subscribed to file#[ROOT]/f
    ");
}

/// A command may make, change or remove anything: what is right now is said to be so now.
#[test]
fn what_is_right_before_a_command_runs() {
    let items = "    - file: {name: @ROOT@/before, ensure: absent}
    - exec: {name: install, command: touch @ROOT@/made}
    - file: {name: @ROOT@/made, ensure: absent}
    - file: {name: @ROOT@/there, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/here, ensure: directory, owner: \"@UID@\", group: \"@GID@\", mode: \"0755\"}
    - exec: {name: build, command: /bin/true, creates: @ROOT@/there}
    - exec: {name: reload, command: /bin/true, refreshonly: true}
";
    let mut test = site(items).file("there", "text").directory("here");
    std::fs::set_permissions(test.path("there"), std::fs::Permissions::from_mode(0o644)).unwrap();
    std::fs::set_permissions(test.path("here"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_snapshot!(lines(&test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0)), @"
    file#[ROOT]/before  stable
    exec#install  would change  run
    file#[ROOT]/made  stable  as the machine is now
    file#[ROOT]/there  stable  as the machine is now
    file#[ROOT]/here  stable  as the machine is now
    exec#build  stable  as the machine is now
    exec#reload  stable
    ");
    let events = test.again(&["apply", "site.yaml", "--noop", "--output", "jsonl"], 0).lines();
    let notes: Vec<&Json> = events.iter().take(3).map(|event| &event["notes"]).collect();
    assert_eq!(notes, [&Json::Null, &Json::Null, &serde_json::json!(["as the machine is now"])]);
    // The file that was made is removed in the run.
    let applied = lines(&test.again(&["apply", "site.yaml", "--no-report"], 0));
    assert!(!applied.contains("as the machine is now") && applied.contains("made  changed"), "{applied}");
}

/// A link that leads in circles, and a source that is none.
#[test]
fn what_else_a_command_may_clear_out_of_the_way() {
    let items = "    - file: {name: @ROOT@/loop, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/loop/below, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/a, ensure: present, source: @ROOT@/loop, FILE}
    - file: {name: @ROOT@/b, ensure: present, source: @ROOT@/directory, FILE}
    - exec: {name: /bin/true, cwd: @ROOT@/loop}
    - exec: {name: reload, command: /bin/true, creates: @ROOT@/loop/made}
";
    let here = |items: &str| {
        let test = site(items).directory("directory");
        std::os::unix::fs::symlink("loop", test.path("loop")).unwrap();
        test
    };
    assert_snapshot!(both(here(items)), @"
    file#[ROOT]/loop  failed  cannot look at `[ROOT]/loop`: too many levels of symbolic links (site.yaml:3)
    file#[ROOT]/loop/below  failed  cannot look at `[ROOT]/loop/below`: too many levels of symbolic links (site.yaml:4)
    file#[ROOT]/a  failed  cannot look at `[ROOT]/loop`: too many levels of symbolic links (site.yaml:5)
    file#[ROOT]/b  failed  source [ROOT]/directory is a directory (site.yaml:6)
    exec#/bin/true  failed  cannot look at `[ROOT]/loop`: too many levels of symbolic links (site.yaml:7)
    exec#reload  failed  cannot look at `[ROOT]/loop/made`: too many levels of symbolic links (site.yaml:8)
    ");
    let clear = "    - exec: {name: clear, command: \"rm -r @ROOT@/loop @ROOT@/directory\"}
    - exec: {name: mkdir @ROOT@/loop}
";
    assert_snapshot!(both(here(&format!("{clear}{items}"))), @"
    exec#clear  would change  run
    exec#mkdir [ROOT]/loop  would change  run
    file#[ROOT]/loop  may change  unknown: cannot look at `[ROOT]/loop`: too many levels of symbolic links, depends on exec#mkdir [ROOT]/loop
    file#[ROOT]/loop/below  may change  unknown: depends on file#[ROOT]/loop
    file#[ROOT]/a  may change  unknown: depends on file#[ROOT]/loop
    file#[ROOT]/b  may change  new file, owner [UID], group [GID], mode 0644, unknown: source [ROOT]/directory is a directory, depends on exec#mkdir [ROOT]/loop
    exec#/bin/true  may change  unknown: depends on file#[ROOT]/loop
    exec#reload  may change  unknown: depends on file#[ROOT]/loop
    ");
}

/// What a control reads may be another by then, and so may its answer.
#[test]
fn controls_that_read_files_after_a_command() {
    let control = |sign: &str| format!("control: {{if: \"readFile('@ROOT@/flag') {sign} 'off'\"}}");
    let items = format!(
        "    - exec: {{name: first, command: /bin/true, {}}}
    - exec: {{name: on, command: /bin/sh -c 'echo on > @ROOT@/flag'}}
    - exec: {{name: off, command: /bin/true, {}}}
    - exec: {{name: not-off, command: /bin/true, {}}}
    - exec: {{name: after, command: /bin/true, refreshonly: true, subscribe: [exec#not-off]}}
    - exec: {{name: elsewhere, command: /bin/true, control: {{if: \"true\"}}}}
    - apply: {{name: kid.yaml, {}}}
",
        control("startsWith"),
        control("startsWith"),
        control("not startsWith"),
        control("startsWith")
    );
    let child = "ccm: {resources: [{exec: [{inside: {command: /bin/true}}]}]}\n";
    let mut test = site(&items).file("flag", "off").file("kid.yaml", child);
    assert_snapshot!(lines(&test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0)), @"
    exec#first  would change  run
    exec#on  would change  run
    exec#off  would change  run, as the machine is now
    exec#not-off  skipped  by its control, as the machine is now
    exec#after  stable  as the machine is now
    exec#elsewhere  would change  run
    apply#kid.yaml  would change  1 of 1 resources, as the machine is now
    ");
    let events = test.again(&["apply", "site.yaml", "--noop", "--output", "jsonl"], 0).lines();
    for name in ["not-off", "inside"] {
        let event = events.iter().find(|event| event["name"] == name).unwrap();
        assert_eq!(event["notes"], serde_json::json!(["as the machine is now"]), "{event}");
    }
}

/// What its commands make of the text is what is there already: nobody could know that before.
#[test]
fn a_scaffold_that_is_right_in_the_end_refreshes_nobody() {
    let items =
        "    - scaffold: {name: @ROOT@/out, ensure: present, source: tpl, post: [{\"*\": \"sed -i s/foo/bar/\"}]}
    - exec: {name: reload, command: /bin/true, refreshonly: true, subscribe: [scaffold#@ROOT@/out]}
";
    let mut test = site(items).file("tpl/a", "foo").file("out/a", "bar");
    for _ in 0..2 {
        let shown = test.again(&["apply", "site.yaml", "--no-report"], 0).stdout();
        assert!(shown.contains("Done: 2 stable"), "{shown}");
    }
}

/// Nobody knows whether an archive brings it, and it is gone all the same.
#[test]
fn what_is_removed_after_an_archive_is_gone() {
    let items = "    - archive: {name: @ROOT@/a.tar.gz, ensure: present, url: 'http://127.0.0.1:9/a.tar.gz', extract_parent: @ROOT@/shop, FILE}
    - file: {name: @ROOT@/shop/cache, ensure: absent, force: true}
    - exec: {name: build, command: /bin/true, creates: @ROOT@/shop/cache/built}
    - file: {name: @ROOT@/shop/new, ensure: present, content: text, FILE}
    - exec: {name: again, command: /bin/true, creates: @ROOT@/shop/new}
    - exec: {name: other, command: /bin/true, creates: @ROOT@/shop/kept}
";
    let items = items.replacen(", FILE", ", owner: root, group: root", 1);
    let mut test = site(&items).file("shop/cache/built", "").file("shop/kept", "");
    let shown = test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0).stdout();
    for line in [
        "exec#build would change run",
        "exec#again stable as the machine is now",
        "exec#other stable as the machine is now",
    ] {
        let is_line = |shown: &str| shown.split_whitespace().collect::<Vec<_>>().join(" ") == line;
        assert!(shown.lines().any(is_line), "{line} is not in\n{shown}");
    }
}

#[test]
fn a_parent_that_is_removed_after_a_command() {
    let items = "    - exec: {name: echo first}
    - file: {name: @ROOT@/a, ensure: absent, force: true}
    - file: {name: @ROOT@/a/b, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/c, ensure: present, source: @ROOT@/a/s, FILE}
";
    assert_snapshot!(both(site(items).file("a/s", "text")), @r#"
    exec#echo first  would change  run
    file#[ROOT]/a  would change  remove the directory and all that is in it, as the machine is now
    file#[ROOT]/a/b  failed  "[ROOT]/a" is not a directory, because nothing is there; make it first with `ensure: directory` (site.yaml:5)
    file#[ROOT]/c  failed  source [ROOT]/a/s does not exist (site.yaml:6)
    "#);
    let items = "    - file: {name: @ROOT@/a, ensure: absent, force: true}
    - exec: {name: mkdir @ROOT@/a}
    - file: {name: @ROOT@/a/b, ensure: present, content: text, FILE}
";
    assert_snapshot!(both(site(items).directory("a")), @r#"
    file#[ROOT]/a  would change  remove the directory and all that is in it
    exec#mkdir [ROOT]/a  would change  run
    file#[ROOT]/a/b  may change  new file, content +1 -0, owner [UID], group [GID], mode 0644, unknown: "[ROOT]/a" is not a directory, because nothing is there, depends on exec#mkdir [ROOT]/a
    "#);
}

#[test]
fn a_command_that_would_not_run_makes_nothing() {
    assert_snapshot!(both(site("    - exec: {name: mkdir @ROOT@/a, unless: /bin/true}
    - file: {name: @ROOT@/a/b, ensure: present, FILE}
")), @r#"
    exec#mkdir [ROOT]/a  stable
    file#[ROOT]/a/b  failed  "[ROOT]/a" is not a directory, because nothing is there; make it first with `ensure: directory` (site.yaml:4)
    "#);
}

#[test]
fn a_parent_that_is_a_file() {
    assert_snapshot!(both(site("    - exec: {name: /bin/true}
    - file: {name: @ROOT@/site.yaml/a, ensure: present, FILE}
    - file: {name: @ROOT@/site.yaml/a/b, ensure: directory, FILE}
")), @r#"
    exec#/bin/true  would change  run
    file#[ROOT]/site.yaml/a  may change  new file, owner [UID], group [GID], mode 0644, unknown: "[ROOT]/site.yaml" is not a directory, depends on exec#/bin/true
    file#[ROOT]/site.yaml/a/b  may change  new directory, owner [UID], group [GID], mode 0755, unknown: "[ROOT]/site.yaml" is not a directory, depends on exec#/bin/true
    "#);
}

#[test]
fn an_owner_that_nobody_has() {
    let file =
        "    - file: {name: @ROOT@/a, ensure: present, owner: no-such-user, group: no-such-group, mode: \"0644\"}\n";
    assert_snapshot!(both(site(file)), @"file#[ROOT]/a  failed  there is no user `no-such-user` on this machine; there is no group `no-such-group` on this machine (site.yaml:3)");
    assert_snapshot!(both(site(&format!("    - exec: {{name: /bin/true}}\n{file}"))), @"
    exec#/bin/true  would change  run
    file#[ROOT]/a  may change  new file, owner no-such-user, group no-such-group, mode 0644, unknown: there is no user `no-such-user` on this machine; there is no group `no-such-group` on this machine, depends on exec#/bin/true
    ");
}

#[test]
fn a_source_that_is_not_there() {
    let file = "    - file: {name: @ROOT@/a, ensure: present, source: @ROOT@/source, FILE}\n";
    assert_snapshot!(both(site(file)), @"file#[ROOT]/a  failed  source [ROOT]/source does not exist (site.yaml:3)");
    assert_snapshot!(both(site(&format!("    - exec: {{name: touch @ROOT@/source}}\n{file}"))), @"
    exec#touch [ROOT]/source  would change  run
    file#[ROOT]/a  may change  new file, owner [UID], group [GID], mode 0644, unknown: source [ROOT]/source does not exist, depends on exec#touch [ROOT]/source
    ");
}

#[test]
fn a_source_that_an_earlier_file_makes() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/source, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/a, ensure: present, source: source, FILE}
    - file: {name: @ROOT@/b, ensure: present, source: @ROOT@/a, FILE}
    - file: {name: @ROOT@/c, ensure: present, source: @ROOT@, FILE}
")), @"
    file#[ROOT]/source  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/a  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/b  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/c  failed  source [ROOT] is a directory (site.yaml:6)
    ");
}

#[test]
fn a_source_that_an_earlier_file_removes() {
    let test = site(
        "    - file: {name: @ROOT@/source, ensure: absent}
    - file: {name: @ROOT@/a, ensure: present, source: source, FILE}
",
    );
    assert_snapshot!(both(test.file("source", "text")), @"
    file#[ROOT]/source  would change  remove the file
    file#[ROOT]/a  failed  source [ROOT]/source does not exist (site.yaml:4)
    ");
}

#[test]
fn a_directory_over_a_file() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a, ensure: directory, FILE}\n").file("a", "")), @"file#[ROOT]/a  failed  [ROOT]/a is not a directory but a file (site.yaml:3)");
}

#[test]
fn a_file_over_a_directory() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a, ensure: present, content: text, FILE}\n").directory("a")), @"file#[ROOT]/a  failed  [ROOT]/a exists as a directory; cannot manage it as a file (site.yaml:3)");
}

#[test]
fn a_directory_over_a_file_that_is_removed_first() {
    let test = site(
        "    - file: {name: @ROOT@/a, ensure: absent}
    - file: {name: @ROOT@/a, ensure: directory, FILE}
    - file: {name: @ROOT@/a/b, ensure: present, FILE}
",
    );
    assert_snapshot!(both(test.file("a", "")), @"
    file#[ROOT]/a  would change  remove the file
    file#[ROOT]/a  would change  new directory, owner [UID], group [GID], mode 0755
    file#[ROOT]/a/b  would change  new file, owner [UID], group [GID], mode 0644
    ");
}

#[test]
fn a_directory_that_is_not_empty() {
    let file = "    - file: {name: @ROOT@/a, ensure: absent}\n";
    assert_snapshot!(both(site(file).file("a/b", "")), @"file#[ROOT]/a  failed  cannot remove [ROOT]/a: directory is not empty, set `force: true` to remove it with all that is in it (site.yaml:3)");
    assert_snapshot!(both(site(&format!("    - exec: {{name: rm @ROOT@/a/b}}\n{file}")).file("a/b", "")), @"
    exec#rm [ROOT]/a/b  would change  run
    file#[ROOT]/a  may change  remove the directory, unknown: cannot remove [ROOT]/a: directory is not empty, set `force: true` to remove it with all that is in it, depends on exec#rm [ROOT]/a/b
    ");
    assert_snapshot!(both(site(&format!("    - file: {{name: @ROOT@/a/b, ensure: absent}}\n{file}")).file("a/b", "")), @"
    file#[ROOT]/a/b  would change  remove the file
    file#[ROOT]/a  would change  remove the directory
    ");
}

#[test]
fn a_directory_that_an_earlier_file_fills() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a, ensure: directory, FILE}
    - file: {name: @ROOT@/a/b, ensure: present, FILE}
    - file: {name: @ROOT@/a, ensure: absent}
    - file: {name: @ROOT@/a, ensure: absent, force: true}
    - file: {name: @ROOT@/a/b, ensure: present, FILE}
")), @r#"
    file#[ROOT]/a  would change  new directory, owner [UID], group [GID], mode 0755
    file#[ROOT]/a/b  would change  new file, owner [UID], group [GID], mode 0644
    file#[ROOT]/a  failed  cannot remove [ROOT]/a: directory is not empty, set `force: true` to remove it with all that is in it (site.yaml:5)
    file#[ROOT]/a  would change  remove the directory and all that is in it
    file#[ROOT]/a/b  failed  "[ROOT]/a" is not a directory, because nothing is there; make it first with `ensure: directory` (site.yaml:7)
    "#);
}

#[test]
fn a_file_that_is_removed_and_made_again() {
    let test = site(
        "    - file: {name: @ROOT@/a, ensure: absent}
    - file: {name: @ROOT@/a, ensure: present, content: new, FILE}
    - file: {name: @ROOT@/a, ensure: present, content: new, FILE}
",
    );
    assert_snapshot!(both(test.file("a", "old")), @"
    file#[ROOT]/a  would change  remove the file
    file#[ROOT]/a  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/a  stable
    ");
}

#[test]
fn attributes_that_an_earlier_file_sets() {
    let test = site(
        "    - file: {name: @ROOT@/a, ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0600\"}
    - file: {name: @ROOT@/a, ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0640\"}
    - file: {name: @ROOT@/a, ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0640\"}
",
    );
    assert_snapshot!(both(test.file("a", "old")), @"
    file#[ROOT]/a  would change  mode 0644 -> 0600
    file#[ROOT]/a  would change  mode 0600 -> 0640
    file#[ROOT]/a  stable
    ");
}

#[test]
fn a_link_is_replaced_by_a_file() {
    let test = site(
        "    - file: {name: @ROOT@/link, ensure: present, content: new, FILE}
    - file: {name: @ROOT@/link, ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0600\"}
    - file: {name: @ROOT@/target, ensure: present, content: old, FILE}
",
    );
    let test = test.file("target", "old");
    std::fs::set_permissions(test.path("target"), PermissionsExt::from_mode(0o644)).unwrap();
    std::os::unix::fs::symlink("target", test.path("link")).unwrap();
    assert_snapshot!(both(test), @"
    file#[ROOT]/link  would change  replace the link, content +1 -1
    file#[ROOT]/link  would change  mode 0644 -> 0600
    file#[ROOT]/target  stable
    ");
}

#[test]
fn a_link_to_a_directory_is_followed_above_a_file() {
    let test = site(
        "    - file: {name: @ROOT@/link/a, ensure: present, content: new, FILE}
    - file: {name: @ROOT@/real/a, ensure: present, content: new, FILE}
",
    )
    .directory("real");
    std::os::unix::fs::symlink("real", test.path("link")).unwrap();
    assert_snapshot!(both(test), @"
    file#[ROOT]/link/a  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644
    file#[ROOT]/real/a  stable
    ");
}

#[test]
fn what_a_command_creates_is_made_by_an_earlier_file() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/done, ensure: present, FILE}
    - exec: {name: /bin/false, creates: @ROOT@/done}
")), @"
    file#[ROOT]/done  would change  new file, owner [UID], group [GID], mode 0644
    exec#/bin/false  stable
    ");
}

#[test]
fn what_a_command_creates_is_removed_by_an_earlier_file() {
    let test = site(
        "    - file: {name: @ROOT@/done, ensure: absent}
    - exec: {name: touch @ROOT@/done, creates: @ROOT@/done}
",
    );
    assert_snapshot!(both(test.file("done", "")), @"
    file#[ROOT]/done  would change  remove the file
    exec#touch [ROOT]/done  would change  run
    ");
}

#[test]
fn a_program_that_nothing_makes() {
    assert_snapshot!(both(site("    - exec: {name: no-such-program --flag}
    - exec: {name: /no/such/program}
    - exec: {name: no-such-program, path: /usr/bin, alias: found by path}
")), @"
    exec#no-such-program --flag  failed  program `no-such-program` is not found in /usr/bin:/bin (site.yaml:3)
    exec#/no/such/program  failed  cannot start `/no/such/program`: no such file or directory (site.yaml:4)
    exec#found by path (alias)  failed  program `no-such-program` is not found in /usr/bin (site.yaml:5)
    ");
}

#[test]
fn a_program_that_an_earlier_file_makes() {
    let program = "owner: \"@UID@\", group: \"@GID@\", mode: \"0755\"";
    assert_snapshot!(both(site(&format!("    - file: {{name: @ROOT@/tool, ensure: present, content: \"#!/bin/sh\\n\", {program}}}
    - exec: {{name: @ROOT@/tool --flag}}
    - exec: {{name: tool, path: @ROOT@}}
    - exec: {{name: ./tool, cwd: @ROOT@}}
"))), @"
    file#[ROOT]/tool  would change  new file, content +1 -0, owner [UID], group [GID], mode 0755
    exec#[ROOT]/tool --flag  would change  run
    exec#tool  would change  run
    exec#./tool  would change  run
    ");
}

#[test]
fn a_program_that_must_not_be_executed() {
    let shown = both(site(
        "    - file: {name: @ROOT@/tool, ensure: present, content: \"#!/bin/sh\\n\", FILE}
    - exec: {name: @ROOT@/tool}
",
    ));
    let (_, last) = shown.split_once('\n').unwrap();
    assert!(last.starts_with("exec#[ROOT]/tool  failed  ") && last.contains("not executable"), "{shown}");
}

#[test]
fn a_program_that_a_command_may_make() {
    assert_snapshot!(both(site("    - exec: {name: cp /bin/true @ROOT@/tool}
    - exec: {name: @ROOT@/tool}
")), @"
    exec#cp /bin/true [ROOT]/tool  would change  run
    exec#[ROOT]/tool  may change  run, unknown: cannot start `[ROOT]/tool`: no such file or directory, depends on exec#cp /bin/true [ROOT]/tool
    ");
}

#[test]
fn a_place_to_run() {
    assert_snapshot!(both(site("    - exec: {name: /bin/true, cwd: @ROOT@/work, alias: too early}
    - exec: {name: /bin/true, cwd: @ROOT@/site.yaml, alias: no directory}
    - file: {name: @ROOT@/work, ensure: directory, FILE}
    - exec: {name: /bin/true, cwd: @ROOT@/work, alias: in time}
    - exec: {name: /bin/true, cwd: @ROOT@/other, alias: perhaps}
")), @"
    exec#too early (alias)  failed  cannot run in [ROOT]/work: no such file or directory (site.yaml:3)
    exec#no directory (alias)  failed  cannot run in [ROOT]/site.yaml: not a directory (site.yaml:4)
    file#[ROOT]/work  would change  new directory, owner [UID], group [GID], mode 0755
    exec#in time (alias)  would change  run
    exec#perhaps (alias)  may change  run, unknown: cannot run in [ROOT]/other: no such file or directory, depends on exec#/bin/true
    ");
}

/// Guards do run, and their answer counts; that the machine may look different by then is said.
#[test]
fn a_guard_speaks_of_the_machine_as_it_is_now() {
    let test = site(
        "    - exec: {name: first, command: /bin/true, unless: test -e @ROOT@/a}
    - file: {name: @ROOT@/a, ensure: present, FILE}
    - exec: {name: second, command: /bin/true, onlyif: test -e @ROOT@/b}
    - exec: {name: third, command: /bin/true, unless: test -e @ROOT@/b}
",
    );
    assert_snapshot!(both(test), @"
    exec#first  would change  run
    file#[ROOT]/a  would change  new file, owner [UID], group [GID], mode 0644, as the machine is now
    exec#second  stable  as the machine is now
    exec#third  would change  run, as the machine is now
    ");
}

#[test]
fn a_guard_alone_needs_no_caution() {
    assert_snapshot!(both(site("    - exec: {name: /bin/true, unless: /bin/false}\n")), @"exec#/bin/true  would change  run");
}

#[test]
fn a_guard_that_cannot_run() {
    assert_snapshot!(both(site("    - exec: {name: /bin/true, unless: no-such-program}\n")), @"exec#/bin/true  failed  guard `unless`: program `no-such-program` is not found in /usr/bin:/bin (site.yaml:3)");
    assert_snapshot!(both(site("    - exec: {name: touch @ROOT@/a}\n    - exec: {name: /bin/true, unless: no-such-program}\n")), @"
    exec#touch [ROOT]/a  would change  run
    exec#/bin/true  may change  unknown: guard `unless`: program `no-such-program` is not found in /usr/bin:/bin, depends on exec#touch [ROOT]/a
    ");
}

#[test]
fn a_guard_that_cannot_run_after_a_file() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a, ensure: present, FILE}
    - exec: {name: /bin/true, unless: /no/such/program}
")), @"
    file#[ROOT]/a  would change  new file, owner [UID], group [GID], mode 0644
    exec#/bin/true  failed  guard `unless`: cannot start `/no/such/program`: no such file or directory (site.yaml:4)
    ");
}

#[test]
fn a_guard_that_an_earlier_file_makes() {
    let program = "owner: \"@UID@\", group: \"@GID@\", mode: \"0755\"";
    let shown = both(site(&format!(
        "    - file: {{name: @ROOT@/guard, ensure: present, content: \"#!/bin/sh\\n\", {program}}}
    - exec: {{name: /bin/false, unless: @ROOT@/guard}}
"
    )));
    assert!(shown.contains("exec#/bin/false  may change  unknown: "), "{shown}");
    assert!(shown.ends_with("an earlier step would bring it"), "{shown}");
}

#[test]
fn a_subscription_to_what_would_change() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a, ensure: present, FILE}
    - exec: {name: refreshed, command: /bin/true, refreshonly: true, subscribe: [\"file#@ROOT@/a\"]}
    - exec: {name: refreshed in turn, command: /bin/true, refreshonly: true, subscribe: [exec#refreshed]}
    - exec: {name: not asked, command: /bin/true, refreshonly: true}
    - exec: {name: not refreshed, command: /bin/true, refreshonly: true, subscribe: [exec#not asked]}
")), @"
    file#[ROOT]/a  would change  new file, owner [UID], group [GID], mode 0644
    exec#refreshed  would refresh  run, subscribed to file#[ROOT]/a
    exec#refreshed in turn  would refresh  run, subscribed to exec#refreshed
    exec#not asked  stable
    exec#not refreshed  stable
    ");
}

#[test]
fn a_requirement_that_would_fail() {
    assert_snapshot!(both(site("    - file: {name: @ROOT@/a/b, ensure: present, FILE, alias: broken}
    - exec: {name: first, command: /bin/true, require: [file#broken]}
    - exec: {name: second, command: /bin/true, require: [exec#first]}
")), @r#"
    file#broken (alias)  failed  "[ROOT]/a" is not a directory, because nothing is there; make it first with `ensure: directory` (site.yaml:3)
    exec#first  skipped  requires file#broken
    exec#second  skipped  requires exec#first
    "#);
}

/// What a command may have done by then is said of the machine as it is now; what another step decides since is sure.
#[test]
fn what_a_command_may_have_done_already_is_said_to_be_of_now() {
    let test = site(
        "    - exec: {name: touch @ROOT@/k}
    - file: {name: @ROOT@/k, ensure: present, content: one, FILE}
    - exec: {name: 'true', creates: @ROOT@/k}
    - file: {name: @ROOT@/k, ensure: present, content: two, FILE}
    - file: {name: @ROOT@/free, ensure: present, FILE}
    - file: {name: @ROOT@/free, ensure: present, content: text, FILE}
    - file: {name: @ROOT@/copy, ensure: present, source: @ROOT@/k, FILE}
    - exec: {name: 'false', creates: @ROOT@/other}
",
    );
    let now = lines(&test.args(["apply", "site.yaml", "--noop", "--no-report"]).run());
    assert_snapshot!(now, @"
    exec#touch [ROOT]/k  would change  run
    file#[ROOT]/k  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644, as the machine is now
    exec#true  stable
    file#[ROOT]/k  would change  content +1 -1
    file#[ROOT]/free  would change  new file, owner [UID], group [GID], mode 0644, as the machine is now
    file#[ROOT]/free  would change  content +1 -0, as the machine is now
    file#[ROOT]/copy  would change  new file, content +1 -0, owner [UID], group [GID], mode 0644, as the machine is now
    exec#false  would change  run, as the machine is now
    ");
}

/// Whether a subscriber is refreshed, or anything in a child is done, is no surer than what it rests on.
#[test]
fn doubt_is_passed_on() {
    let inner = r#"{name: @ROOT@/inner, ensure: present, content: old, owner: "@UID@", group: "@GID@", mode: "0644"}"#;
    let child = format!("ccm: {{resources: [{{file: {inner}}}]}}\n");
    let sure = format!("ccm: {{resources: [{{exec: {{name: uname}}}}, {{file: {inner}}}]}}\n");
    let test = site(
        "    - exec: {name: touch @ROOT@/k}
    - file: {name: @ROOT@/right, ensure: present, content: old, FILE}
    - exec: {name: refreshed by what is right, command: 'true', refreshonly: true, subscribe: ['file#@ROOT@/right']}
    - exec: {name: in turn, command: 'true', refreshonly: true, subscribe: [exec#refreshed by what is right]}
    - file: {name: @ROOT@/free, ensure: present, FILE}
    - exec: {name: refreshed by what is free, command: 'true', refreshonly: true, subscribe: ['file#@ROOT@/free']}
    - exec: {name: refreshed anyway, command: 'true', refreshonly: true, subscribe: ['exec#touch @ROOT@/k']}
    - exec: {name: run anyway, command: 'true', subscribe: ['file#@ROOT@/right']}
    - apply: {name: child.yaml}
    - apply: {name: sure.yaml}
    - exec: {name: refreshed by the child, command: 'true', refreshonly: true, subscribe: [apply#child.yaml]}
",
    );
    let mut test = test.file("right", "old").file("child.yaml", child).file("sure.yaml", sure);
    std::fs::set_permissions(test.path("right"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let now = lines(&test.args_of(&["apply", "site.yaml", "--noop", "--no-report"]).run());
    assert_snapshot!(now, @"
    exec#touch [ROOT]/k  would change  run
    file#[ROOT]/right  stable  as the machine is now
    exec#refreshed by what is right  stable  as the machine is now
    exec#in turn  stable  as the machine is now
    file#[ROOT]/free  would change  new file, owner [UID], group [GID], mode 0644, as the machine is now
    exec#refreshed by what is free  would refresh  run, subscribed to file#[ROOT]/free, as the machine is now
    exec#refreshed anyway  would refresh  run, subscribed to exec#touch [ROOT]/k
    exec#run anyway  would change  run
    apply#child.yaml  would change  1 of 1 resources, as the machine is now
    apply#sure.yaml  would change  1 of 2 resources
    exec#refreshed by the child  would refresh  run, subscribed to apply#child.yaml, as the machine is now
    ");
}

/// Nobody has to know what is there.
#[test]
fn what_no_command_can_change_is_sure() {
    let test = site(
        "    - file: {name: @ROOT@/early, ensure: present, FILE}
    - exec: {name: touch @ROOT@/k}
    - exec: {name: 'true', creates: @ROOT@/early, subscribe: ['file#@ROOT@/early']}
    - exec: {name: 'false', creates: @ROOT@/k, refreshonly: true, subscribe: ['exec#true']}
    - exec: {name: uname}
",
    );
    let now = lines(&test.args(["apply", "site.yaml", "--noop", "--no-report"]).run());
    assert_snapshot!(now, @"
    file#[ROOT]/early  would change  new file, owner [UID], group [GID], mode 0644
    exec#touch [ROOT]/k  would change  run
    exec#true  would refresh  run, subscribed to file#[ROOT]/early
    exec#false  would refresh  run, subscribed to exec#true
    exec#uname  would change  run
    ");
}
