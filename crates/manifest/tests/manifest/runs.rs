//! Runs of a catalog: what is heard of them, and what stops them.

use crate::site::{catalog, world};
use engine::{Event, Happening, Listener, MemorySession, Reference, Remembered, Session, SessionError, World};
use manifest::{Catalog, Outcome, Purpose, run};
use system::files::Attributes;
use system::{FakeWorld, Signal};

/// Writes down what happens, in a word each.
#[derive(Default)]
struct Ear(Vec<String>);

impl Listener for Ear {
    fn hear(&mut self, happening: &Happening<'_>) {
        let heard = match happening {
            Happening::Began { resources, rehearsal, .. } => format!("began {} {rehearsal}", resources.len()),
            Happening::Message(text) => format!("message {text}"),
            Happening::Starting(resource) => format!("starting {}", resource.identity().reference),
            Happening::Finished(event) => format!("{} {}", word(event), event.reference()),
            Happening::Noticed(text) => format!("noticed {text}"),
            Happening::Called(_)
            | Happening::Phase { .. }
            | Happening::Stepping(..)
            | Happening::Left(..)
            | Happening::Stepped(_)
            | Happening::Logged(_) => "heard of a solution".to_owned(),
            Happening::Ended(summary) => format!("ended {} {} {}", summary.changed, summary.stable, summary.failed),
        };
        self.0.push(heard);
    }
}

fn word(event: &Event<'_>) -> &'static str {
    match event {
        event if event.failed() => "failed",
        event if event.skipped() => "skipped",
        event if event.refreshed() => "refreshed",
        event if event.changed() => "changed",
        _ => "stable",
    }
}

fn play(catalog: &Catalog, world: &World) -> (Vec<String>, Outcome) {
    let mut ear = Ear::default();
    let outcome = run("site.yaml", catalog, Purpose::Converge, world, &mut MemorySession::default(), &mut ear);
    (ear.0, outcome)
}

fn apply(items: &str) -> Vec<String> {
    play(&catalog(items), &World::Apply(world().write())).0
}

#[test]
fn everything_is_heard_in_order() {
    let mut catalog =
        catalog("- exec:\n    - a: {command: \"true\"}\n    - b: {command: \"true\", refreshonly: true}\n");
    catalog.header.pre_message = Some("before".into());
    catalog.header.post_message = Some("after".into());
    let (heard, outcome) = play(&catalog, &World::Apply(world().write()));
    let wanted = [
        "began 2 false",
        "message before",
        "starting exec#a",
        "changed exec#a",
        "starting exec#b",
        "stable exec#b",
        "message after",
        "ended 1 1 0",
    ];
    assert_eq!(heard, wanted);
    assert_eq!((outcome.summary.total, outcome.interrupted), (2, None));
}

#[test]
fn a_failure_hides_the_last_message_and_skips_those_who_need_it() {
    let mut catalog = catalog(
        "- exec:\n    - a: {command: \"false\", alias: x}\n    - b: {command: \"true\", require: [exec#x]}\n    - c: {command: \"true\", require: [exec#b]}\n    - d: {command: \"true\"}\n",
    );
    catalog.header.post_message = Some("after".into());
    let (heard, outcome) = play(&catalog, &World::Apply(world().write()));
    let ends: Vec<&String> = heard.iter().filter(|text| !text.starts_with("starting")).collect();
    assert_eq!(
        ends,
        ["began 4 false", "failed exec#a", "skipped exec#b", "skipped exec#c", "changed exec#d", "ended 1 0 1"]
    );
    assert_eq!((outcome.summary.skipped, outcome.summary.unmet), (2, 2));
}

#[test]
fn fail_on_error_stops() {
    let mut catalog = catalog("- exec:\n    - a: {command: \"false\"}\n    - b: {command: \"true\"}\n");
    catalog.header.fail_on_error = true;
    let (heard, _) = play(&catalog, &World::Apply(world().write()));
    assert!(!heard.contains(&"starting exec#b".to_owned()), "{heard:?}");
    assert!(
        heard.iter().any(|text| text.starts_with("noticed 1 resource") && text.contains("`fail_on_error`")),
        "{heard:?}"
    );
}

#[test]
fn subscribers_see_the_last_event_of_a_name_or_alias() {
    let heard = apply(
        "\
- file: {name: /srv/a, ensure: present, owner: root, group: root, mode: \"0644\", alias: x}
- exec:
    - by name: {command: \"true\", refreshonly: true, subscribe: [file#/srv/a]}
    - by alias: {command: \"true\", refreshonly: true, subscribe: [file#x]}
    - by both: {command: \"true\", subscribe: [file#x, file#/srv/a]}
    - by the stable one: {command: \"true\", refreshonly: true, subscribe: [exec#by nobody]}
"
        .replace("    - by the", "    - by nobody: {command: \"true\", refreshonly: true}\n    - by the")
        .as_str(),
    );
    let ends: Vec<&str> =
        heard.iter().filter(|t| t.contains("exec#") && !t.starts_with("starting")).map(String::as_str).collect();
    assert_eq!(
        ends,
        [
            "refreshed exec#by name",
            "refreshed exec#by alias",
            "refreshed exec#by both",
            "stable exec#by nobody",
            "stable exec#by the stable one"
        ]
    );
}

#[test]
fn a_guard_does_not_stop_a_refresh() {
    let heard = apply(
        "\
- exec:
    - a: {command: \"true\"}
    - b: {command: \"true\", unless: \"true\", onlyif: \"false\", creates: /srv, subscribe: [exec#a]}
",
    );
    assert!(heard.contains(&"refreshed exec#b".to_owned()), "{heard:?}");
}

/// Ends the run when the first step is over.
struct Stopper<'a>(&'a FakeWorld, Ear);

impl Listener for Stopper<'_> {
    fn hear(&mut self, happening: &Happening<'_>) {
        if matches!(happening, Happening::Finished(_)) {
            self.0.interrupt.raise(Signal::Terminate);
        }
        self.1.hear(happening);
    }
}

#[test]
fn an_interrupt_ends_the_run_after_the_step() {
    let fake = world();
    let catalog = catalog("- exec:\n    - a: {command: touch /srv/a}\n    - b: {command: touch /srv/b}\n");
    let mut stopper = Stopper(&fake, Ear::default());
    let outcome = run(
        "site.yaml",
        &catalog,
        Purpose::Converge,
        &World::Apply(fake.write()),
        &mut MemorySession::default(),
        &mut stopper,
    );
    assert_eq!((outcome.interrupted, outcome.summary.total), (Some(Signal::Terminate), 1));
    let heard = stopper.1.0;
    assert!(
        heard.iter().any(|text| text.contains("interrupted")) && heard.last().unwrap().starts_with("ended"),
        "{heard:?}"
    );
}

/// Keeps nothing.
struct Full;

impl Session for Full {
    fn record(&mut self, _event: &Event<'_>) -> Result<(), SessionError> {
        Err(SessionError::Missing("/session".into()))
    }

    fn last(&self, _reference: &Reference) -> Option<Remembered> {
        None
    }
}

#[test]
fn a_store_that_cannot_keep_an_event_stops_the_run() {
    let mut ear = Ear::default();
    let catalog = catalog("- exec:\n    - a: {command: \"true\"}\n    - b: {command: \"true\"}\n");
    let outcome = run("site.yaml", &catalog, Purpose::Converge, &World::Apply(world().write()), &mut Full, &mut ear);
    assert!(outcome.session.is_some());
    assert!(!ear.0.contains(&"starting exec#b".to_owned()), "{:?}", ear.0);
}

const LEFTOVER: &str = "/srv/.a.leftover";

#[test]
fn what_a_dead_run_left_behind_is_removed_in_the_directories_of_the_manifest() {
    let fake = world();
    fake.files.add_directory("/other", Attributes::default());
    fake.files.add_leftover(LEFTOVER);
    fake.files.add_leftover("/other/.b.leftover");
    let catalog = catalog("- file: {name: /srv/a, ensure: present, owner: root, group: root, mode: \"0644\"}\n");
    let (heard, _) = play(&catalog, &World::rehearsal(&fake.read()));
    assert!(heard.contains(&format!("noticed would remove {LEFTOVER}, left behind by a run that died")), "{heard:?}");
    assert!(fake.files.mutations().is_empty());
    let (heard, _) = play(&catalog, &World::Apply(fake.write()));
    assert!(heard.contains(&format!("noticed removed {LEFTOVER}, left behind by a run that died")), "{heard:?}");
    let (heard, _) = play(&catalog, &World::Apply(fake.write()));
    assert!(!heard.iter().any(|text| text.starts_with("noticed")), "{heard:?}");
}

#[test]
fn a_rehearsal_changes_nothing_and_counts_the_same() {
    let items = "\
- file: {name: /srv/a, ensure: present, owner: root, group: root, mode: \"0644\"}
- exec:
    - a: {command: touch /srv/b, creates: /srv/a}
    - b: {command: touch /srv/b, creates: /srv/b}
    - c: {command: touch /srv/c, subscribe: [exec#b], refreshonly: true}
";
    let fake = world();
    let catalog = catalog(items);
    let (_, rehearsed) = play(&catalog, &World::rehearsal(&fake.read()));
    assert!(fake.files.mutations().is_empty() && fake.processes.runs().is_empty());
    let (_, applied) = play(&catalog, &World::Apply(fake.write()));
    let counts = |o: &Outcome| (o.summary.changed, o.summary.stable, o.summary.failed, o.summary.refreshed);
    assert_eq!(counts(&rehearsed), counts(&applied));
    assert_eq!(counts(&applied), (3, 1, 0, 1));
}

/// 1,000 resources with 5 expressions each, 5 texts in all: each is compiled once, and a run compiles nothing again.
#[test]
fn an_expression_is_compiled_once() {
    let items: Vec<String> = (0..1_000)
        .map(|n| format!("- exec: {{name: \"{n} {{{{ 1 + 1 }}}}\", command: \"echo {{{{ 'a' }}}} {{{{ 'b' }}}}\", cwd: \"/{{{{ '' }}}}\", creates: \"{{{{ '/none' }}}}\"}}\n"))
        .collect();
    let catalog = catalog(&items.concat());
    assert_eq!((catalog.steps.len(), catalog.compiled()), (1_000, 5));
    let (_, outcome) = play(&catalog, &World::rehearsal(&world().read()));
    assert_eq!((outcome.summary.total, catalog.compiled()), (1_000, 5));
}
