//! Events that outlive a command.

use crate::test::Test;
use insta::assert_snapshot;
use serde_json::Value as Json;
use std::path::PathBuf;

fn events(test: &Test) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = std::fs::read_dir(test.path("session")).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    names
}

fn read(path: &PathBuf) -> Json {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn names_sort_in_the_order_of_events() {
    let commands: String =
        (0..50).map(|n| format!("        - c{n}: {{command: /bin/true, refreshonly: true}}\n")).collect();
    let test =
        Test::new().directory("session").file("site.yaml", format!("ccm:\n  resources:\n    - exec:\n{commands}"));
    let test = test.args(["apply", "site.yaml", "--session", "session"]);
    test.exit(0);
    let names: Vec<String> = events(&test).iter().map(|path| read(path)["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, (0..50).map(|n| format!("c{n}")).collect::<Vec<_>>());
}

#[test]
fn files_are_private_and_whole_events() {
    let test = Test::new().directory("session").args(["ensure", "exec", "/bin/true", "--session", "session"]);
    test.exit(0);
    let [path] = &events(&test)[..] else { panic!("one event") };
    let name = path.file_name().unwrap().to_str().unwrap();
    assert_eq!(test.mode(&format!("session/{name}")), 0o600);
    let event = read(path);
    assert_eq!(name, format!("{}.event", event["event_id"].as_str().unwrap()));
    assert_eq!(
        (&event["type"], &event["name"], &event["changed"]),
        (&"exec".into(), &"/bin/true".into(), &true.into())
    );
}

#[test]
fn a_later_command_sees_an_earlier_one() {
    let mut test = Test::new().directory("session").env("CCM_SESSION_STORE", "@ROOT@/session");
    test.again(&["ensure", "exec", "/bin/true", "--alias", "good"], 0);
    test.again(&["ensure", "exec", "/bin/false"], 1);
    test.again(&["ensure", "exec", "touch @ROOT@/first", "--require", "exec#good"], 0);
    test.again(&["ensure", "exec", "touch @ROOT@/second", "--require", "exec#/bin/false"], 0);
    assert!(test.exists("first") && !test.exists("second"));
}

#[test]
fn a_subscription_sees_an_earlier_change() {
    let mut test = Test::new().directory("session").env("CCM_SESSION_STORE", "session");
    let subscriber = ["ensure", "exec", "touch @ROOT@/ran", "--refresh-only", "--subscribe", "file#@ROOT@/a"];
    test.again(&["ensure", "file", "@ROOT@/a", "--content", "text"], 0);
    test.again(&subscriber, 0);
    assert!(test.exists("ran"), "the file changed");
    std::fs::remove_file(test.path("ran")).unwrap();
    test.again(&["ensure", "file", "@ROOT@/a", "--content", "text"], 0);
    test.again(&subscriber, 0);
    assert!(!test.exists("ran"), "the last event counts, and there it was stable");
}

#[test]
fn what_the_session_does_not_know_fails() {
    let mut test = Test::new().directory("session").env("CCM_SESSION_STORE", "session");
    let require = ["ensure", "exec", "touch @ROOT@/ran", "--require", "exec#other"];
    assert_snapshot!(test.again(&require, 1).stdout(), @"
    exec#touch [ROOT]/ran  failed         `require` names exec#other, which was not applied before: correct the name, write it above, or apply it first with the same `--session DIRECTORY` (command line:1)

    Done: 0 stable, 1 failed, in [TIME] s.
    ");
    let subscribe = ["ensure", "exec", "touch @ROOT@/ran", "--refresh-only", "--subscribe", "file#tpyo"];
    assert_snapshot!(test.again(&subscribe, 1).stdout(), @"
    exec#touch [ROOT]/ran  failed         `subscribe` names file#tpyo, which was not applied before: correct the name, write it above, or apply it first with the same `--session DIRECTORY` (command line:1)

    Done: 0 stable, 1 failed, in [TIME] s.
    ");
    assert!(!test.exists("ran"));
}

#[test]
fn a_session_that_is_not_there_stops_everything() {
    let manifest = "ccm: {resources: [{exec: {name: \"touch @ROOT@/ran\"}}]}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    assert_snapshot!(test.again(&["apply", "site.yaml", "--session", "nowhere"], 4).stderr(), @"error: session store nowhere does not exist; `upright session new` makes one");
    let command = ["ensure", "exec", "touch @ROOT@/ran", "--session", "site.yaml"];
    assert_snapshot!(test.again(&command, 2).stderr(), @"error: session store site.yaml is not a directory");
    assert!(!test.exists("ran"));
}

#[test]
fn a_session_without_a_name() {
    let mut test = Test::new();
    let command = ["ensure", "exec", "touch @ROOT@/ran", "--session", ""];
    assert_snapshot!(test.again(&command, 2).stderr(), @"error: session store should not be empty: give `--session` a directory");
    assert!(!test.exists("ran"));
}

#[test]
fn a_requirement_needs_a_session() {
    let mut test = Test::new();
    let command = ["ensure", "exec", "touch @ROOT@/ran", "--require", "exec#other"];
    assert_snapshot!(test.again(&command, 2).stderr(), @"error: session store should be set when using `--require`: add `--session DIR`");
    let command = ["ensure", "exec", "touch @ROOT@/ran", "--subscribe", "exec#other"];
    assert_snapshot!(test.again(&command, 2).stderr(), @"error: session store should be set when using `--subscribe`: add `--session DIR`");
    assert!(!test.exists("ran"));
}

#[test]
fn other_files_are_left_alone_and_said() {
    let mut test = Test::new()
        .file("session/0ujtsYcgvSTl8PAuAdqWYSMnLOv.event", "{\"protocol\": ")
        .file("session/0ujtsYcgvSTl8PAuAdqWYSMnLOw.event", "[1, 2]")
        .file("session/notes.txt", "mine")
        .file("session/short.event", "{}")
        .directory("session/0ujtsYcgvSTl8PAuAdqWYSMnLOx.event");
    let ended = test.again(&["ensure", "exec", "/bin/true", "--session", "session"], 0);
    assert_snapshot!(ended.stderr(), @"
    warning: session store session: 0ujtsYcgvSTl8PAuAdqWYSMnLOv.event: EOF while parsing a value at line 1 column 13; remove it, as it does not count
    warning: session store session: 0ujtsYcgvSTl8PAuAdqWYSMnLOx.event: cannot read `session/0ujtsYcgvSTl8PAuAdqWYSMnLOx.event`: not a regular file but a directory; remove it, as it does not count
    warning: session store session: 0ujtsYcgvSTl8PAuAdqWYSMnLOw.event: unknown event protocol; remove it, as it does not count
    ");
    assert_eq!(events(&test).len(), 6, "nothing was removed, one was added");
}

/// Files of one second are in random order when the original wrote them; the time inside knows better.
#[test]
fn the_time_inside_decides_within_a_second() {
    let event = |failed: bool, time: &str| {
        let (changed, error) = (!failed, if failed { "[\"exit code 1\"]" } else { "[]" });
        format!(
            "{{\"protocol\": \"io.choria.ccm.v1.transaction.event\", \"timestamp\": \"{time}\", \"type\": \"exec\", \
             \"name\": \"other\", \"changed\": {changed}, \"failed\": {failed}, \"error\": {error}, \"unmet_requirements\": []}}"
        )
    };
    let command = ["ensure", "exec", "touch @ROOT@/ran", "--session", "session", "--require", "exec#other"];
    let run = |earlier: &str, later: &str| {
        let mut test = Test::new()
            .file("session/0ujtsYcgvSTl8PAuAdqWYSMnLOv.event", event(true, earlier))
            .file("session/0ujtsYcgvSTl8PAuAdqWYSMnLOa.event", event(false, later));
        test.again(&command, 0);
        test.exists("ran")
    };
    assert!(run("2017-10-10T04:00:47.1Z", "2017-10-10T04:00:47.2Z"), "the failure came first");
    assert!(!run("2017-10-10T04:00:47.2Z", "2017-10-10T04:00:47.1Z"), "the failure came last");
}

#[test]
fn apply_does_without_a_session_of_the_environment_that_is_not_there() {
    let mut test = Test::new().file("site.yaml", "ccm: {resources: [{exec: [{/bin/true: {}}]}]}\n");
    test = test.env("CCM_SESSION_STORE", "@ROOT@/none");
    let ended = test.again(&["apply", "site.yaml"], 0);
    assert_snapshot!(ended.stderr(), @"warning: session store [ROOT]/none does not exist; `upright session new` makes one; events are not kept");
    assert_snapshot!(test.again(&["apply", "site.yaml", "--session", "none"], 4).stderr(), @"error: session store none does not exist; `upright session new` makes one");
    assert_snapshot!(test.again(&["ensure", "exec", "/bin/true"], 4).stderr(), @"error: session store [ROOT]/none does not exist; `upright session new` makes one");
}
