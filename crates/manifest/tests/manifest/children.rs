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

/// What is wrong with `/site/site.yaml`, each as code, message, help and notes.
fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let world = site(files);
    let (mut sources, redactor) = (Sources::new(), Redactor::new("<secret>"));
    let loaded =
        load(Path::new("/site/site.yaml"), &world.read(), &mut sources, &redactor, &Options::default()).unwrap();
    let line = |problem: &diagnostics::Diagnostic| {
        let place = problem.span().map(|span| sources.place(span)).unwrap_or_default();
        let more = problem.notes.iter().chain(&problem.help).fold(String::new(), |more, one| more + "; " + one);
        format!("{place} {} {}{more}", problem.code.id, problem.message)
    };
    loaded.problems.iter().map(line).collect()
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_cycle_is_found_before_anything_runs() {
    let files = [
        ("site.yaml", "    - exec: [{touch /srv/a: {}}]\n    - apply: [{a/b.yaml: {}}]\n"),
        ("a/b.yaml", "    - apply: [{../site.yaml: {}}]\n"),
    ];
    assert_eq!(
        problems(&files),
        ["/site/a/b.yaml:3:16 manifest::cycle a cycle of manifests: /site/site.yaml > a/b.yaml > ../site.yaml; \
          /site/site.yaml:4:16 applies a/b.yaml; /site/a/b.yaml:3:16 applies ../site.yaml; \
          a manifest cannot be its own child: take one of these steps out"]
    );
}

#[test]
fn a_way_back_that_is_never_gone_is_no_cycle() {
    let closed = "    - apply: [{site.yaml: {control: {if: 'false'}}}]\n";
    assert_eq!(problems(&[("site.yaml", closed)]), NOTHING);
    let denied = [
        ("site.yaml", "    - apply: [{child.yaml: {allow_apply: false}}]\n"),
        ("child.yaml", "    - apply: [{site.yaml: {}}]\n"),
    ];
    assert_eq!(problems(&denied), NOTHING);
    let around = [
        ("site.yaml", "    - apply: [{child.yaml: {control: {if: 'false'}}}]\n"),
        ("child.yaml", "    - apply: [{site.yaml: {}}]\n"),
    ];
    assert_eq!(problems(&around), NOTHING);
    let depends = "    - apply: [{site.yaml: {control: {if: 'readFile(\"/srv/x\") == \"1\"'}}}]\n";
    let found = problems(&[("site.yaml", depends)]);
    assert!(found.iter().all(|problem| !problem.contains("manifest::cycle")), "{found:?}");
}

#[test]
fn a_cycle_that_a_step_makes_ends_with_its_way() {
    let content = "ccm: {resources: [{apply: [{site.yaml: {}}]}]}";
    let file = format!(
        "{{/site/b.yaml: {{ensure: present, owner: root, group: root, mode: \"0644\", content: '{content}'}}}}"
    );
    let heard = rehearse(&[("site.yaml", &format!("    - file: [{file}]\n    - apply: [{{b.yaml: {{}}}}]\n"))]);
    assert_eq!(heard[1], "b.yaml > apply#site.yaml failed: a cycle of manifests: /site/site.yaml > b.yaml > site.yaml");
}

/// A chain of this many manifests.
fn chain(length: usize) -> Vec<(String, String)> {
    let link = |next: usize| format!("    - apply: [{{{next}.yaml: {{}}}}]\n");
    let mut files: Vec<_> = (1..length - 1).map(|at| (format!("{at}.yaml"), link(at + 1))).collect();
    files.push((format!("{}.yaml", length - 1), "    - exec: [{true: {}}]\n".to_owned()));
    files.push(("site.yaml".to_owned(), link(1)));
    files
}

fn borrowed(files: &[(String, String)]) -> Vec<(&str, &str)> {
    files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

#[test]
fn ten_manifests_inside_of_each_other_are_the_most() {
    assert_eq!(apply(&borrowed(&chain(10))).len(), 10);
    let found = problems(&borrowed(&chain(11)));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with(
            "/site/9.yaml:3:16 manifest::cycle maximum apply depth of 10 exceeded: /site/site.yaml > 1.yaml > "
        ),
        "{}",
        found[0]
    );
}

#[test]
fn children_that_are_read_twice_are_read_once() {
    // Each manifest applies the next one ten times: 10^8 in all.
    let many = |next: usize| format!("    - apply: [{}]\n", format!("{{{next}.yaml: {{}}}}, ").repeat(10));
    let mut files: Vec<_> = (1..9).map(|at| (format!("{at}.yaml"), many(at + 1))).collect();
    files.push(("9.yaml".to_owned(), "    - exec: [{true: {}}]\n".to_owned()));
    files.push(("site.yaml".to_owned(), many(1)));
    let found = problems(&borrowed(&files));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("have 2111111110 resources, the limit is 100000"), "{}", found[0]);
}

const CHILD: (&str, &str) = ("child.yaml", "    - exec: [{one: {alias: first, command: 'true'}}]\n");

fn naming(before: &str, reference: &str) -> String {
    format!("{before}    - exec: [{{two: {{command: 'true', require: ['{reference}']}}}}]\n")
}

#[test]
fn what_a_child_brings_can_be_named() {
    let grandparent = ("parent.yaml", "    - apply: [{child.yaml: {}}]\n");
    for reference in ["exec#one", "exec#first", "apply#child.yaml"] {
        let site = naming("    - apply: [{child.yaml: {}}]\n", reference);
        assert_eq!(problems(&[("site.yaml", &site), CHILD]), NOTHING);
        let site = naming("    - apply: [{parent.yaml: {}}]\n", reference);
        assert_eq!(problems(&[("site.yaml", &site), grandparent, CHILD]), NOTHING);
    }
}

#[test]
fn what_no_child_brings_is_unknown() {
    let site = naming("    - apply: [{child.yaml: {}}]\n", "exec#fisrt");
    assert_eq!(
        problems(&[("site.yaml", &site), CHILD]),
        [
            "/site/site.yaml:4:48 manifest::unknown-reference `require` names exec#fisrt, which is not in this manifest; \
          did you mean `exec#first`?"
        ]
    );
    let later = "    - exec: [{two: {command: 'true', require: ['exec#one']}}]\n    - apply: [{child.yaml: {}}]\n";
    let found = problems(&[("site.yaml", later), CHILD]);
    assert!(found.len() == 1 && found[0].contains("names exec#one, which comes only later"), "{found:?}");
}

#[test]
fn a_child_that_cannot_be_read_yet_may_bring_anything() {
    let apply = "    - apply: [{child.yaml: {}}]\n";
    let site = naming(apply, "exec#one");
    assert_eq!(problems(&[("site.yaml", &site)]), NOTHING, "missing");
    let invalid = ("child.yaml", "    - exec: [{one: {timeout: soon}}]\n");
    assert_eq!(problems(&[("site.yaml", &site), invalid]), NOTHING, "invalid");
    let maker = "{/site/child.yaml: {ensure: present, owner: root, group: root, mode: \"0644\", content: ''}}";
    let made = naming(&format!("    - file: [{maker}]\n{apply}"), "exec#other");
    assert_eq!(problems(&[("site.yaml", &made), CHILD]), NOTHING, "made by a step");
    // One that can be read and one that cannot: only what comes before counts.
    let mixed = format!("{}    - apply: [{{missing.yaml: {{}}}}]\n", naming(apply, "exec#other"));
    assert_eq!(problems(&[("site.yaml", &mixed), CHILD]).len(), 1);
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
    assert_eq!(rehearse(&files), heard);
}

/// What was changed in a child that fails is owed to whoever subscribes to the child.
#[test]
fn a_child_that_would_fail_refreshes_for_what_it_would_change() {
    let file = |path: &str| {
        format!("    - file: [{{{path}: {{ensure: present, owner: root, group: root, mode: \"0644\", content: x}}}}]\n")
    };
    let child = file("/srv/one") + &file("/srv/no/two");
    let files = [
        (
            "site.yaml",
            "    - apply: [{child.yaml: {}}]\n    - exec: [{true: {refreshonly: true, subscribe: [apply#child.yaml]}}]\n",
        ),
        ("child.yaml", child.as_str()),
    ];
    for (heard, word) in [(rehearse(&files), "would change"), (apply(&files), "changed")] {
        assert_eq!(heard[0], format!("child.yaml > file#/srv/one {word}"));
        assert_eq!(
            heard[2..],
            ["apply#child.yaml failed: child manifest had 1 failed resources", "exec#true refreshed"]
        );
    }
}

/// A rehearsal says what the run does: a child with `noop: true` leaves nothing, neither files nor changes.
#[test]
fn a_rehearsed_child_leaves_nothing_in_a_rehearsal() {
    let attributes = "owner: root, group: root";
    let directory = format!("    - file: [{{/srv/d: {{ensure: directory, {attributes}, mode: \"0755\"}}}}]\n");
    let below =
        format!("    - file: [{{/srv/d/conf: {{ensure: present, {attributes}, mode: \"0644\", content: x}}}}]\n");
    let trial = "    - apply: [{trial.yaml: {noop: true}}]\n";
    let outermost = [
        "    - apply: [{around.yaml: {}}]\n",
        trial,
        &below,
        "    - exec: [{true: {refreshonly: true, subscribe: [apply#trial.yaml, apply#around.yaml, file#/srv/d]}}]\n",
    ];
    let inside = [
        &directory,
        &*below,
        "    - exec: [{inner: {command: 'true', refreshonly: true, subscribe: [file#/srv/d]}}]\n",
    ];
    let (outermost, inside) = (outermost.concat(), inside.concat());
    let files = [("site.yaml", &*outermost), ("around.yaml", trial), ("trial.yaml", &*inside)];
    let rehearsed = rehearse(&files);
    let each = ["file#/srv/d would change", "file#/srv/d/conf would change", "exec#inner refreshed"];
    let within = |way: &str| each.map(|line| format!("{way} > {line}")).to_vec();
    let wanted = [
        within("around.yaml > trial.yaml"),
        vec!["around.yaml > apply#trial.yaml would change".into(), "apply#around.yaml stable".into()],
        within("trial.yaml"),
        vec!["apply#trial.yaml would change".into()],
    ];
    let wanted = wanted.concat();
    assert_eq!(rehearsed[..wanted.len()], wanted);
    assert!(rehearsed[wanted.len()].starts_with("file#/srv/d/conf failed"), "{rehearsed:?}");
    assert_eq!(rehearsed[wanted.len() + 1..], ["exec#true stable"]);
    let world = site(&files);
    let ran = lines(&world, &World::Apply(world.write()), Purpose::Converge);
    assert_eq!(ran[..wanted.len()], wanted);
    assert!(ran[wanted.len()].starts_with("file#/srv/d/conf failed"), "{ran:?}");
    assert_eq!(ran[wanted.len() + 1..], ["exec#true stable"]);
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
fn what_a_child_brings_is_unknown_while_that_cannot_be_read() {
    let resources = "    - exec: [{true: {}}]\n    - apply: [{child.yaml: {}}]\n    \
                     - exec: [{touch /srv/a: {require: [exec#inner]}}]\n    \
                     - exec: [{touch /srv/b: {refreshonly: true, subscribe: [exec#inner]}}]\n";
    let heard = rehearse(&[("site.yaml", resources)]);
    let may_bring = "which was not applied before; apply#child.yaml, which cannot be read in a rehearsal, may bring it";
    assert_eq!(heard[2], format!("exec#touch /srv/a unknown: `require` names exec#inner, {may_bring}"));
    assert_eq!(heard[3], format!("exec#touch /srv/b unknown: `subscribe` names exec#inner, {may_bring}"));
}

#[test]
fn what_a_skipped_child_holds_was_not_applied() {
    let heard = apply(&[
        (
            "site.yaml",
            "    - apply: [{child.yaml: {control: {if: 'false'}}}]\n    \
             - exec: [{touch /srv/a: {require: ['exec#touch /srv/c']}}]\n",
        ),
        ("child.yaml", "    - exec: [{touch /srv/c: {}}]\n"),
    ]);
    let error = "`require` names exec#touch /srv/c, which was not applied before; apply#child.yaml, which was skipped by \
                 its control, may hold it";
    assert_eq!(heard[1], format!("exec#touch /srv/a failed: {error}"));
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
    assert!(
        heard[2].contains("`require` names exec#no, which was not applied before: correct the name"),
        "{}",
        heard[2]
    );
}
