//! Manifests inside of manifests.

use crate::site::world;
use diagnostics::{Redactor, Sources};
use engine::{Happening, Listener, MemorySession, World};
use manifest::{Options, Purpose, load, run};
use std::path::Path;
use system::FakeWorld;
use system::files::Links;

/// Each event in a line: the manifests it stands in, the resource, and what became of it.
#[derive(Default)]
struct Lines(Vec<String>);

impl Listener for Lines {
    fn hear(&mut self, happening: &Happening<'_>) {
        let Happening::Finished(event) = happening else { return };
        let word = match event {
            event if event.failed() => format!("failed: {}", event.errors().join("; ")),
            event if event.skipped() => "skipped".to_owned(),
            event if event.unknown().next().is_some() => format!("unknown: {}", event.unknown().collect::<String>()),
            event if event.refreshed() => "refreshed".to_owned(),
            event if event.changed() => (if event.rehearsal { "would change" } else { "changed" }).to_owned(),
            _ => "stable".to_owned(),
        };
        let way: String = event.within.iter().flat_map(|name| [name, " > "]).collect();
        self.0.push(format!("{way}{} {word}", event.reference()));
    }
}

/// Runs `/site/site.yaml` of a world; resources are indented by four.
fn lines(world: &FakeWorld, run_in: &World, purpose: Purpose) -> Vec<String> {
    let (mut sources, redactor) = (Sources::new(), Redactor::new("<secret>"));
    let path = Path::new("/site/site.yaml");
    let loaded = load(path, &world.read(), &mut sources, &redactor, &Options::default()).unwrap();
    let problems: Vec<&str> = loaded.problems.iter().map(|problem| problem.message.as_str()).collect();
    let Some(catalog) = loaded.catalog else { panic!("{problems:?}") };
    let mut heard = Lines::default();
    run("/site/site.yaml", &catalog, purpose, run_in, &mut MemorySession::default(), &mut heard);
    heard.0
}

fn site(files: &[(&str, &str)]) -> FakeWorld {
    let world = world();
    for (name, resources) in files {
        world.files.add_file(format!("/site/{name}"), format!("ccm:\n  resources:\n{resources}"));
    }
    world
}

fn is_there(world: &FakeWorld, path: &str) -> bool {
    world.read().files.stat(Path::new(path), Links::Keep).unwrap().is_some()
}

fn apply(files: &[(&str, &str)]) -> Vec<String> {
    let world = site(files);
    lines(&world, &World::Apply(world.write()), Purpose::Converge)
}

fn rehearse(files: &[(&str, &str)]) -> Vec<String> {
    let world = site(files);
    lines(&world, &World::rehearsal(&world.read()), Purpose::Converge)
}

#[test]
fn children_come_before_their_own_event() {
    let heard = apply(&[
        ("site.yaml", "    - apply: [{base/users.yaml: {}}]\n    - exec: [{true: {}}]\n"),
        ("base/users.yaml", "    - apply: [{keys.yaml: {}}]\n    - exec: [{touch /srv/users: {}}]\n"),
        ("base/keys.yaml", "    - exec: [{touch /srv/keys: {creates: /srv/keys}}]\n"),
    ]);
    let expected = [
        "base/users.yaml > keys.yaml > exec#touch /srv/keys changed",
        "base/users.yaml > apply#keys.yaml changed",
        "base/users.yaml > exec#touch /srv/users changed",
        "apply#base/users.yaml changed",
        "exec#true changed",
    ];
    assert_eq!(heard, expected);
}

#[test]
fn a_cycle_ends_with_its_way() {
    let heard =
        apply(&[("site.yaml", "    - apply: [{a/b.yaml: {}}]\n"), ("a/b.yaml", "    - apply: [{../site.yaml: {}}]\n")]);
    assert_eq!(
        heard[0],
        "a/b.yaml > apply#../site.yaml failed: a cycle of manifests: /site/site.yaml > a/b.yaml > ../site.yaml"
    );
    assert_eq!(heard[1], "apply#a/b.yaml failed: child manifest had 1 failed resources");
}

#[test]
fn ten_manifests_inside_of_each_other_are_the_most() {
    let link = |next: usize| format!("    - apply: [{{{next}.yaml: {{}}}}]\n");
    let links: Vec<(String, String)> = (1..=10).map(|at| (format!("{at}.yaml"), link(at + 1))).collect();
    let first = link(1);
    let mut files: Vec<(&str, &str)> = links.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.push(("site.yaml", &first));
    let heard = apply(&files);
    assert_eq!(heard.len(), 10);
    assert!(
        heard[0].contains("failed: maximum apply depth of 10 exceeded: /site/site.yaml > 1.yaml > "),
        "{}",
        heard[0]
    );
    assert!(heard[0].ends_with("> 9.yaml > 10.yaml"), "{}", heard[0]);
}

#[test]
fn what_a_rehearsed_child_would_change_refreshes_nobody() {
    let files = [
        (
            "site.yaml",
            "    - apply: [{child.yaml: {noop: true}}]\n    \
             - exec: [{true: {refreshonly: true, subscribe: [apply#child.yaml, \"exec#touch /srv/c\"]}}]\n",
        ),
        ("child.yaml", "    - exec: [{touch /srv/c: {}}]\n"),
    ];
    let world = site(&files);
    let heard = lines(&world, &World::Apply(world.write()), Purpose::Converge);
    assert_eq!(
        heard,
        ["child.yaml > exec#touch /srv/c would change", "apply#child.yaml would change", "exec#true stable"]
    );
    assert!(!is_there(&world, "/srv/c"));
    let rehearsed = rehearse(&files);
    assert_eq!(rehearsed[2], "exec#true refreshed");
}

#[test]
fn a_rehearsal_sees_a_child_that_would_be_written() {
    let content = "ccm: {resources: [{exec: [{true: {}}]}]}";
    let file = format!(
        "{{/site/child.yaml: {{ensure: present, owner: root, group: root, mode: \"0644\", content: '{content}'}}}}"
    );
    let resources = format!("    - file: [{file}]\n    - apply: [{{child.yaml: {{}}}}]\n");
    let heard = rehearse(&[("site.yaml", &resources)]);
    assert_eq!(
        heard,
        ["file#/site/child.yaml would change", "child.yaml > exec#true would change", "apply#child.yaml would change"]
    );
}

#[test]
fn a_missing_child_fails_unless_an_earlier_command_may_bring_it() {
    let missing = "    - apply: [{child.yaml: {}}]\n";
    let error = "manifest `/site/child.yaml` does not exist";
    assert_eq!(rehearse(&[("site.yaml", missing)]), [format!("apply#child.yaml failed: {error}")]);
    let brought = format!("    - exec: [{{true: {{}}}}]\n{missing}");
    let heard = rehearse(&[("site.yaml", &brought)]);
    assert_eq!(heard[1], format!("apply#child.yaml unknown: {error}, depends on exec#true"));
}

#[test]
fn children_are_only_asked_for_their_health_when_the_run_is() {
    let world = site(&[
        ("site.yaml", "    - apply: [{child.yaml: {}}]\n"),
        ("child.yaml", "    - exec: [{touch /srv/c: {health_checks: [{command: 'false'}]}}]\n"),
    ]);
    let heard = lines(&world, &World::Apply(world.write()), Purpose::Monitor);
    assert!(heard[0].starts_with("child.yaml > exec#touch /srv/c failed: "), "{}", heard[0]);
    assert_eq!(heard[1], "apply#child.yaml failed: child manifest had 1 failed resources");
    assert!(!is_there(&world, "/srv/c"));
}

#[test]
fn a_child_may_name_what_ran_before_it() {
    let heard = apply(&[
        ("site.yaml", "    - exec: [{false: {}}]\n    - apply: [{child.yaml: {}}]\n"),
        (
            "child.yaml",
            "    - exec: [{true: {require: [exec#false]}}]\n    - exec: [{touch /srv/x: {require: [exec#no]}}]\n",
        ),
    ]);
    assert_eq!(heard[1], "child.yaml > exec#true skipped");
    assert!(heard[2].contains("`require` names exec#no, which the session does not know"), "{}", heard[2]);
}
