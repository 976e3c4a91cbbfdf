//! Refreshes that outlive the run that owes them.

use crate::site::world;
use diagnostics::{Redactor, Sources};
use engine::{Happening, Listener, MemorySession, World};
use manifest::{Options, Purpose, load, run};
use std::path::Path;
use system::files::Attributes;
use system::{FakeEnvironment, FakeWorld, WriteWorld};

/// What became of each resource, in a word, and what was noticed.
#[derive(Default)]
struct Heard(Vec<String>);

impl Listener for Heard {
    fn hear(&mut self, happening: &Happening<'_>) {
        match happening {
            Happening::Finished(event) => {
                let word = match event {
                    event if event.failed() => "failed",
                    event if event.refreshed() => "refreshed",
                    event if event.changed() => "changed",
                    event if event.skipped() => "skipped",
                    _ => "stable",
                };
                self.0.push(format!("{} {word}", event.reference()));
            }
            Happening::Noticed(text) => self.0.push((*text).to_owned()),
            _ => {}
        }
    }
}

/// Runs the resources as `/site/site.yaml`, with state in `/state`.
fn apply(fake: &FakeWorld, resources: &str) -> Vec<String> {
    apply_manifest(fake, &format!("ccm:\n  fail_on_error: true\n  resources:\n{resources}"))
}

/// The same, and a failure stops nobody.
fn apply_on(fake: &FakeWorld, resources: &str) -> Vec<String> {
    apply_manifest(fake, &format!("ccm:\n  resources:\n{resources}"))
}

fn apply_manifest(fake: &FakeWorld, text: &str) -> Vec<String> {
    fake.files.add_file("/site/site.yaml", text);
    apply_as(fake, "site.yaml")
}

/// Says what a run would do.
fn rehearse(fake: &FakeWorld, resources: &str) -> Vec<String> {
    fake.files.add_file("/site/site.yaml", format!("ccm:\n  fail_on_error: true\n  resources:\n{resources}"));
    run_as(fake, "site.yaml", |write| World::rehearsal(&write.read))
}

/// Runs the manifest that is there, under the name that it is given.
fn apply_as(fake: &FakeWorld, source: &str) -> Vec<String> {
    run_as(fake, source, World::Apply)
}

fn run_as(fake: &FakeWorld, source: &str, world: impl FnOnce(WriteWorld) -> World) -> Vec<String> {
    let (mut sources, redactor) = (Sources::new(), Redactor::new("<secret>"));
    let path = Path::new("/site/site.yaml");
    let loaded = load(path, &fake.read(), &mut sources, &redactor, &Options::default()).unwrap();
    let problems: Vec<&str> = loaded.problems.iter().map(|problem| problem.message.as_str()).collect();
    let Some(catalog) = loaded.catalog else { panic!("{problems:?}") };
    let mut write = fake.write();
    write.read.state_directory = Some("/state".into());
    let mut heard = Heard::default();
    let world = world(write);
    run(source, &catalog, Purpose::Converge, &world, &mut MemorySession::default(), &mut heard);
    heard.0
}

fn fresh() -> FakeWorld {
    let fake = world();
    fake.files.add_directory("/state", Attributes::default());
    fake
}

fn file(content: &str) -> String {
    format!(
        "    - file: [{{/srv/conf: {{ensure: present, owner: root, group: root, mode: \"0644\", content: {content}}}}}]\n"
    )
}

const FAILS: &str = "    - exec: [{'false': {}}]\n";
const RELOAD: &str = "    - exec: [{'true': {refreshonly: true, subscribe: [file#/srv/conf]}}]\n";
const LEFT: &str = "1 resource was not looked at: `fail_on_error` is set";

fn notes(fake: &FakeWorld) -> String {
    let bytes = fake.read().files.read(Path::new("/state/refresh.json"), 9999).unwrap_or_default();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_run_that_stops_early_owes_and_the_next_one_pays_once() {
    let fake = fresh();
    let first = apply(&fake, &[&file("new"), FAILS, RELOAD].concat());
    assert_eq!(first, ["file#/srv/conf changed", "exec#false failed", LEFT]);
    let second = apply(&fake, &[&file("new"), RELOAD].concat());
    assert_eq!(second, ["file#/srv/conf stable", "exec#true refreshed"]);
    let third = apply(&fake, &[&file("new"), RELOAD].concat());
    assert_eq!(third, ["file#/srv/conf stable", "exec#true stable"]);
}

#[test]
fn a_debt_survives_a_run_in_which_its_cause_fails() {
    let fake = fresh();
    apply(&fake, &[&file("new"), FAILS, RELOAD].concat());
    fake.files.add_file("/srv/conf", "drifted");
    fake.files.fail_next("replace", "/srv/conf", std::io::ErrorKind::StorageFull);
    // The note itself is written to another file.
    let second = apply(&fake, &[&file("new"), RELOAD].concat());
    assert_eq!(second[0], "file#/srv/conf failed");
    assert!(notes(&fake).contains("exec#true"), "{}", notes(&fake));
}

#[test]
fn a_change_that_fails_owes_nothing() {
    let fake = fresh();
    fake.files.fail_next("replace", "/srv/conf", std::io::ErrorKind::StorageFull);
    let first = apply(&fake, &[&file("new"), RELOAD].concat());
    assert_eq!(first[0], "file#/srv/conf failed");
    assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
}

#[test]
fn a_change_that_was_noted_and_not_made_owes_nothing() {
    let old = || {
        let fake = fresh();
        fake.files.add_file_with("/srv/conf", "old", Attributes::new(0, 0, 0o644));
        fake
    };
    // A file of another length is not read before it is replaced.
    for wish in ["new", "longer"] {
        let fake = old();
        apply(&fake, &[&file(wish), FAILS, RELOAD].concat());
        let noted = notes(&fake);
        assert!(noted.contains("exec#true"), "{noted}");
        // As if the run had died before the file was written, and somebody took the wish back.
        let fake = old();
        fake.files.add_file("/state/refresh.json", noted);
        let both = [&file("old"), RELOAD].concat();
        let stable = ["file#/srv/conf stable", "exec#true stable"];
        assert_eq!(rehearse(&fake, &both), stable, "{wish}");
        assert!(notes(&fake).contains("exec#true"), "a rehearsal leaves the note");
        assert_eq!(apply(&fake, &both), stable, "{wish}");
        assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
    }
}

/// As if a run had stopped between the note and the change, and the change cannot be made any more.
#[test]
fn a_change_that_an_earlier_run_noted_and_this_one_cannot_make_owes_nothing() {
    let fake = fresh();
    apply(&fake, &[&file("new"), FAILS, RELOAD].concat());
    let noted = notes(&fake);
    for wanted in [file("newer"), BLOCKED.to_owned()] {
        let fake = fresh();
        fake.files.add_file("/state/refresh.json", noted.clone());
        fake.files.fail_next("replace", "/srv/conf", std::io::ErrorKind::StorageFull);
        assert_eq!(apply_on(&fake, &[&wanted, RELOAD].concat()), ["file#/srv/conf failed", "exec#true stable"]);
        assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
    }
}

const BLOCKED: &str =
    "    - file: [{/srv/conf: {ensure: present, owner: nobody-there, group: root, mode: \"0644\"}}]\n";

/// The second step of a path is refused before anything is done, or fails while it is done.
#[test]
fn a_change_is_not_taken_back_by_a_second_step_that_fails() {
    let changed = ["file#/srv/conf changed", "file#/srv/conf failed"];
    for second in [BLOCKED, &file("newer")] {
        let fake = fresh();
        let replaced = std::cell::Cell::new(0);
        fake.files.fail_when(move |verb, path| {
            let is_meant = verb == "replace" && path == Path::new("/srv/conf");
            replaced.set(replaced.get() + usize::from(is_meant));
            (is_meant && replaced.get() == 2).then_some(std::io::ErrorKind::StorageFull)
        });
        let heard = apply_on(&fake, &[&file("new"), second, RELOAD].concat());
        assert_eq!(heard, [changed[0], changed[1], RELOADED[0]]);
        // Whoever was refreshed before the second step is owed nothing for it.
        let fake = fresh();
        let heard = apply_on(&fake, &[&file("new"), RELOAD, BLOCKED].concat());
        assert_eq!(heard, [changed[0], RELOADED[0], changed[1]]);
        assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
    }
}

/// The run stops at the second step: what the first one did is still owed.
#[test]
fn a_change_is_owed_to_the_next_run_when_a_second_step_fails() {
    let fake = fresh();
    apply(&fake, &[&file("new"), BLOCKED, RELOAD].concat());
    assert_eq!(apply(&fake, &[&file("new"), RELOAD].concat())[1..], RELOADED);
}

#[test]
fn a_refresh_that_fails_stays_owed() {
    let fake = fresh();
    let reload = "    - exec: [{'false': {refreshonly: true, subscribe: [file#/srv/conf]}}]\n";
    for expected in ["file#/srv/conf changed", "file#/srv/conf stable"] {
        assert_eq!(apply(&fake, &[&file("new"), reload].concat()), [expected, "exec#false failed"]);
    }
}

/// A command that was refreshed is what it was before, and whoever subscribes to it is owed a refresh all the same.
#[test]
fn a_refresh_that_follows_another_one_is_not_lost() {
    let then = |command: &str, after: &str| {
        format!("    - exec: [{{then: {{command: '{command}', refreshonly: true, subscribe: [exec#{after}]}}}}]\n")
    };
    // The run stops before the last one.
    let fake = fresh();
    apply(&fake, &[&file("new"), RELOAD, FAILS, &then("true", "true")].concat());
    let all = [&file("new"), RELOAD, &then("true", "true")].concat();
    assert_eq!(apply(&fake, &all), ["file#/srv/conf stable", "exec#true stable", "exec#then refreshed"]);
    assert_eq!(apply(&fake, &all), ["file#/srv/conf stable", "exec#true stable", "exec#then stable"]);
    // The last one fails.
    let fake = fresh();
    let fails = [&file("new"), RELOAD, &then("false", "true")].concat();
    assert_eq!(apply(&fake, &fails), ["file#/srv/conf changed", "exec#true refreshed", "exec#then failed"]);
    assert_eq!(apply(&fake, &fails), ["file#/srv/conf stable", "exec#true stable", "exec#then failed"]);
    // The one in the middle fails, and the last one waits until it is well.
    let fake = fresh();
    let middle = |command: &str| RELOAD.replace("'true': {", &format!("middle: {{command: '{command}', "));
    let with = |command: &str| [file("new"), middle(command), then("true", "middle")].concat();
    for expected in ["file#/srv/conf changed", "file#/srv/conf stable"] {
        assert_eq!(apply_on(&fake, &with("false")), [expected, "exec#middle failed", "exec#then stable"]);
    }
    assert_eq!(apply_on(&fake, &with("true"))[1..], ["exec#middle refreshed", "exec#then refreshed"]);
    assert_eq!(apply_on(&fake, &with("true"))[1..], ["exec#middle stable", "exec#then stable"]);
}

/// A command that fails has done what it has done: the state that it leaves tells the next run.
#[test]
fn what_took_effect_and_failed_is_owed() {
    const MADE: &str = "    - exec: [{'false': {creates: /srv/made}}]\n";
    let then = "    - exec: [{then: {command: 'true', refreshonly: true, subscribe: [exec#false]}}]\n";
    let both = [MADE, then].concat();
    let fake = fresh();
    assert_eq!(apply_on(&fake, &both), ["exec#false failed", "exec#then stable"]);
    fake.files.add_file("/srv/made", "");
    assert_eq!(apply_on(&fake, &both), ["exec#false stable", "exec#then refreshed"]);
    assert_eq!(apply_on(&fake, &both), ["exec#false stable", "exec#then stable"]);
}

/// Whoever has seen a change has to see that it is taken back.
#[test]
fn a_change_that_is_taken_back_is_owed_when_its_subscriber_has_seen_it() {
    let absent = "    - file: [{/srv/conf: {ensure: absent}}]\n";
    // The refresh began, and failed.
    let fake = fresh();
    let fails = RELOAD.replace("'true': {", "reload: {command: 'false', ");
    let reload = fails.replace("'false'", "'true'");
    assert_eq!(apply(&fake, &[&file("new"), &*fails].concat())[1], "exec#reload failed");
    let second = apply(&fake, &[absent, FAILS, &reload].concat());
    assert_eq!(second, ["file#/srv/conf changed", "exec#false failed", LEFT]);
    assert_eq!(apply(&fake, &[absent, &reload].concat()), ["file#/srv/conf stable", "exec#reload refreshed"]);
    // It never began: nobody has seen anything.
    let fake = fresh();
    apply(&fake, &[&file("new"), FAILS, &reload].concat());
    fake.files.add_file("/srv/conf", "");
    let fake_again = fresh();
    fake_again.files.add_file("/state/refresh.json", notes(&fake));
    assert_eq!(apply(&fake_again, &[absent, &reload].concat()), ["file#/srv/conf stable", "exec#reload stable"]);
}

#[test]
fn what_nobody_subscribes_to_any_more_is_dropped_and_said_once() {
    let fake = fresh();
    apply(&fake, &[&file("new"), FAILS, RELOAD].concat());
    let said = "exec#true is not refreshed for file#/srv/conf: it no longer subscribes to it";
    assert_eq!(apply(&fake, &file("new")), ["file#/srv/conf stable", said]);
    assert_eq!(apply(&fake, &file("new")), ["file#/srv/conf stable"]);
    // Once, however much it is owed.
    let files = |content: &str| ["conf", "more", "most"].map(|name| file(content).replace("conf", name)).concat();
    apply(&fake, &[&files("newer"), FAILS, SIBLING].concat());
    let said = "nobody is refreshed for file#/srv/conf and 3 more in sibling.yaml: it is no longer applied";
    assert_eq!(apply(&fake, &files("newer"))[3..], [said]);
}

const RELOADED: [&str; 1] = ["exec#true refreshed"];

#[test]
fn a_subscriber_whose_requirement_fails_stays_owed() {
    let fake = fresh();
    let network = |command: &str| format!("    - exec: [{{network: {{command: '{command}'}}}}]\n");
    let reload = "    - exec: [{'true': {refreshonly: true, subscribe: [file#/srv/conf], require: [exec#network]}}]\n";
    let skipped = ["exec#network failed", "exec#true skipped"];
    for became in ["file#/srv/conf changed", "file#/srv/conf stable"] {
        let heard = apply_on(&fake, &[&file("new"), &*network("false"), reload].concat());
        assert_eq!(heard[0], became);
        assert_eq!(heard[1..], skipped, "{became}");
    }
    assert_eq!(apply_on(&fake, &[&file("new"), &*network("true"), reload].concat())[2..], RELOADED);
    assert_eq!(apply_on(&fake, &[&file("new"), &*network("true"), reload].concat())[2..], ["exec#true stable"]);
}

#[test]
fn a_subscriber_that_its_control_skips_stays_owed() {
    let fake = fresh();
    let reload = |control: bool| {
        let control = format!("control: {{if: '{control}'}}");
        format!("    - exec: [{{'true': {{refreshonly: true, subscribe: [file#/srv/conf], {control}}}}}]\n")
    };
    for became in ["file#/srv/conf changed", "file#/srv/conf stable"] {
        let heard = apply(&fake, &[file("new"), reload(false)].concat());
        assert_eq!(heard, [became, "exec#true skipped"]);
    }
    assert_eq!(apply(&fake, &[file("new"), reload(true)].concat())[1..], RELOADED);
    assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
}

#[test]
fn a_subscriber_in_a_child_that_is_only_watched_stays_owed() {
    let fake = fresh();
    let child = |properties: &str| format!("    - apply: [{{child.yaml: {{{properties}}}}}]\n");
    fake.files.add_file(
        "/site/child.yaml",
        format!("ccm:\n  fail_on_error: true\n  resources:\n{}{FAILS}{RELOAD}", file("new")),
    );
    apply_on(&fake, &child(""));
    fake.files.add_file("/site/child.yaml", format!("ccm:\n  resources:\n{}{RELOAD}", file("new")));
    for properties in ["health_check_only: true", "noop: true"] {
        let heard = apply_on(&fake, &child(properties));
        assert!(!heard.iter().any(|line| line.contains("no longer")), "{heard:?}");
    }
    assert_eq!(apply_on(&fake, &child(""))[1..2], RELOADED);
}

#[test]
fn a_parent_is_refreshed_for_what_a_child_changed() {
    let fake = fresh();
    fake.files.add_file("/site/child.yaml", format!("ccm:\n  resources:\n{}", file("new")));
    let child = "    - apply: [{child.yaml: {}}]\n";
    let reload = "    - exec: [{'true': {refreshonly: true, subscribe: [apply#child.yaml]}}]\n";
    apply(&fake, &[child, FAILS, reload].concat());
    let second = apply(&fake, &[child, reload].concat());
    assert_eq!(second, ["file#/srv/conf stable", "apply#child.yaml stable", "exec#true refreshed"]);
    assert_eq!(apply(&fake, &[child, reload].concat())[2], "exec#true stable");
}

#[test]
fn a_state_directory_that_cannot_be_written_is_told_once_and_stops_nobody() {
    let fake = fresh();
    fake.files.fail_when(|verb, path| {
        (verb == "replace" && path.starts_with("/state")).then_some(std::io::ErrorKind::PermissionDenied)
    });
    let heard = apply(&fake, &[&file("new"), RELOAD].concat());
    assert!(
        heard[0].starts_with("refreshes are lost if this run dies: cannot replace `/state/refresh.json`"),
        "{heard:?}"
    );
    assert_eq!(heard[1..], ["file#/srv/conf changed", "exec#true refreshed"]);
}

#[test]
fn manifests_of_one_name_in_two_directories_are_two() {
    let fake = fresh();
    apply(&fake, &[&file("new"), FAILS, RELOAD].concat());
    let noted = notes(&fake);
    assert!(noted.contains("\"source\":\"/site.yaml\""), "{noted}");
    // The same name elsewhere settles its own debts, not these.
    let elsewhere = fresh().with_environment(FakeEnvironment::in_directory("/elsewhere"));
    elsewhere.files.add_file("/state/refresh.json", noted);
    apply(&elsewhere, &file("other"));
    assert!(notes(&elsewhere).contains("exec#true"), "{}", notes(&elsewhere));
}

#[test]
fn a_manifest_is_the_same_one_behind_a_link() {
    let fake = fresh();
    fake.files.add_link("/site/link.yaml", "site.yaml");
    let manifest = [&file("new"), FAILS, RELOAD].concat();
    let manifest =
        |between: &str| format!("ccm:\n  fail_on_error: true\n  resources:\n{}", manifest.replace(FAILS, between));
    fake.files.add_file("/site/site.yaml", manifest(FAILS));
    assert_eq!(apply_as(&fake, "/site/link.yaml"), ["file#/srv/conf changed", "exec#false failed", LEFT]);
    fake.files.add_file("/site/site.yaml", manifest(""));
    assert_eq!(apply_as(&fake, "/site/site.yaml"), ["file#/srv/conf stable", "exec#true refreshed"]);
    assert_eq!(apply_as(&fake, "/site/link.yaml"), ["file#/srv/conf stable", "exec#true stable"]);
}

/// As when `current` leads to one release after the other.
#[test]
fn a_newer_manifest_behind_a_link_pays_what_the_older_one_owes() {
    let fake = fresh();
    for (release, between) in [("1", FAILS), ("2", "")] {
        let text = [&file("new"), between, RELOAD].concat();
        fake.files.add_file("/site/site.yaml", format!("ccm:\n  fail_on_error: true\n  resources:\n{text}"));
        fake.files.add_file(format!("/releases/{release}/site.yaml"), "");
        fake.files.add_link("/current", format!("/releases/{release}"));
        apply_as(&fake, "/current/site.yaml");
    }
    assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
}

const SIBLING: &str = "    - apply: [{sibling.yaml: {}}]\n";

fn add_child(fake: &FakeWorld, name: &str, resources: &str) {
    fake.files.add_file(format!("/site/{name}"), format!("ccm:\n  fail_on_error: true\n  resources:\n{resources}"));
}

#[test]
fn a_subscriber_in_a_later_child_is_refreshed_by_the_next_run() {
    let fake = fresh();
    add_child(&fake, "sibling.yaml", RELOAD);
    // The change in the parent, and the subscriber in a child.
    apply(&fake, &[&file("new"), FAILS, SIBLING].concat());
    assert!(notes(&fake).contains("exec#true"), "{}", notes(&fake));
    assert_eq!(apply(&fake, &[&file("new"), SIBLING].concat())[1..2], RELOADED);
    assert_eq!(apply(&fake, &[&file("new"), SIBLING].concat())[1..2], ["exec#true stable"]);
    // The change in a child, and the subscriber in a child of a later one.
    let changing = "    - apply: [{changing.yaml: {}}]\n";
    let around = "    - apply: [{around.yaml: {}}]\n";
    add_child(&fake, "changing.yaml", &file("newer"));
    add_child(&fake, "around.yaml", SIBLING);
    apply(&fake, &[changing, FAILS, around].concat());
    assert_eq!(apply(&fake, &[changing, around].concat())[2..3], RELOADED);
    assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
}

#[test]
fn a_subscriber_that_has_moved_into_another_manifest_is_refreshed_by_the_next_run() {
    let both = [&file("new"), SIBLING].concat();
    let (alone, fails) = ([&file("new"), RELOAD].concat(), [&file("new"), FAILS, RELOAD].concat());
    let fake = fresh();
    // From the parent into a child.
    apply(&fake, &fails);
    add_child(&fake, "sibling.yaml", RELOAD);
    assert_eq!(apply(&fake, &both)[1..2], RELOADED);
    assert_eq!(apply(&fake, &both)[1..2], ["exec#true stable"]);
    // And back.
    let fake = fresh();
    add_child(&fake, "sibling.yaml", RELOAD);
    apply(&fake, &[&file("new"), FAILS, SIBLING].concat());
    assert_eq!(apply(&fake, &alone), ["file#/srv/conf stable", RELOADED[0]]);
    assert_eq!(apply(&fake, &alone)[1..], ["exec#true stable"]);
    // One of the same name elsewhere is another one while this one is there.
    let fake = fresh();
    add_child(&fake, "sibling.yaml", RELOAD);
    apply(&fake, &fails);
    let second = apply(&fake, &[&both, RELOAD].concat());
    assert_eq!((&*second[1], &*second[3]), ("exec#true stable", RELOADED[0]));
}

#[test]
fn a_child_that_stands_before_the_change_is_owed_nothing() {
    let fake = fresh();
    add_child(&fake, "sibling.yaml", RELOAD);
    apply(&fake, &[&file("new"), SIBLING, &file("newer"), FAILS].concat());
    assert!(!notes(&fake).contains("exec#true"), "{}", notes(&fake));
}

#[test]
fn whoever_subscribes_in_a_child_that_is_not_there_yet_is_refreshed_by_the_next_run() {
    let fake = fresh();
    apply(&fake, &[&file("new"), FAILS, SIBLING].concat());
    assert!(notes(&fake).contains("\"sibling.yaml\""), "{}", notes(&fake));
    // The one that subscribes stands one level deeper.
    add_child(&fake, "sibling.yaml", "    - apply: [{deeper.yaml: {}}]\n");
    add_child(&fake, "deeper.yaml", RELOAD);
    assert_eq!(apply(&fake, &[&file("new"), SIBLING].concat())[1..2], RELOADED);
    assert!(!notes(&fake).contains("deeper.yaml"), "{}", notes(&fake));
    assert_eq!(apply(&fake, &[&file("new"), SIBLING].concat())[1..2], ["exec#true stable"]);
}

/// A child that a step writes is read when its step is reached, and so are the children in it.
#[test]
fn a_child_that_a_step_writes_notes_those_in_its_own_children() {
    let fake = fresh();
    let content = format!("ccm:\n  fail_on_error: true\n  resources:\n{}{FAILS}{SIBLING}", file("new"));
    let made = format!(
        "    - file: [{{/site/made.yaml: {{ensure: present, owner: root, group: root, mode: \"0644\", content: {content:?}}}}}]\n"
    );
    add_child(&fake, "sibling.yaml", RELOAD);
    let site = [&made, "    - apply: [{made.yaml: {}}]\n"].concat();
    apply(&fake, &site);
    assert!(notes(&fake).contains("\"sibling.yaml\""), "{}", notes(&fake));
    let site = site.replace(r"    - exec: [{'false': {}}]\n", "");
    let second = apply(&fake, &site);
    assert!(second.contains(&RELOADED[0].to_owned()), "{second:?}");
    assert!(!notes(&fake).contains("subscriber"), "{}", notes(&fake));
}

#[test]
fn a_child_that_is_no_longer_applied_is_owed_nothing() {
    let fake = fresh();
    apply(&fake, &[&file("new"), FAILS, SIBLING].concat());
    let said = "nobody is refreshed for file#/srv/conf and 1 more in sibling.yaml: it is no longer applied";
    assert_eq!(apply(&fake, &file("new")), ["file#/srv/conf stable", said]);
    assert_eq!(apply(&fake, &file("new")), ["file#/srv/conf stable"]);
    // Once, however much it is owed.
    let files = |content: &str| ["conf", "more", "most"].map(|name| file(content).replace("conf", name)).concat();
    apply(&fake, &[&files("newer"), FAILS, SIBLING].concat());
    let said = "nobody is refreshed for file#/srv/conf and 3 more in sibling.yaml: it is no longer applied";
    assert_eq!(apply(&fake, &files("newer"))[3..], [said]);
}
