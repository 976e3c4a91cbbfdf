//! The harness in an applying run: observe, plan, act, observe and plan again.

use crate::shelf::{shelf, try_shelf};
use engine::{Converged, Reference, Trigger, Verdict, World};
use std::io::ErrorKind;
use system::files::{Attributes, Mutation};
use system::{Disturbance, FakeWorld, Observation};

fn world() -> FakeWorld {
    let world = FakeWorld::new();
    world.files.add_directory("/shelf", Attributes::default());
    world
}

fn apply(things: &[&str], world: &FakeWorld) -> Converged {
    shelf(things).converge(&World::Apply(world.write()), &Trigger::None)
}

fn texts(converged: &Converged) -> Vec<String> {
    converged.plan.iter().map(|change| change.text(None)).collect()
}

fn put_up(world: &FakeWorld) -> Vec<String> {
    let name = |m: Mutation| m.path.file_name().unwrap().to_str().unwrap().to_owned();
    world.files.mutations().into_iter().map(name).collect()
}

#[test]
fn what_is_missing_is_done_in_order() {
    let world = world();
    world.files.add_file("/shelf/book", "");
    let converged = apply(&["vase", "book", "lamp"], &world);
    assert_eq!(converged.verdict, Verdict::Changed { refreshed: false });
    assert_eq!(texts(&converged), ["put up vase", "put up lamp"]);
    assert_eq!(put_up(&world), ["vase", "lamp"]);
    assert_eq!(converged.provider, "steel", "the lowest number that suits");
    let status = converged.status.unwrap();
    assert_eq!(
        (status.ensure(), &status.fields("test")["last"]),
        ("filled", &"lamp".into()),
        "what acting showed is kept"
    );
    assert!(converged.noop_message.is_empty() && converged.unknown.is_empty() && converged.diff.is_none());
}

#[test]
fn what_is_right_is_left_alone() {
    let world = world();
    world.files.add_file("/shelf/book", "");
    let converged = apply(&["book"], &world);
    assert_eq!((&converged.verdict, put_up(&world)), (&Verdict::Stable, Vec::new()));
    assert!(converged.plan.is_empty() && converged.status.is_some());
}

#[test]
fn a_failure_in_the_middle_keeps_what_was_done() {
    let world = world();
    world.files.fail_next("replace", "/shelf/lamp", ErrorKind::StorageFull);
    let converged = apply(&["vase", "book", "lamp", "box", "cup"], &world);
    let Verdict::Failed { error, changed, interrupted, .. } = &converged.verdict else {
        panic!("{:?}", converged.verdict)
    };
    assert!(error.contains("/shelf/lamp"), "{error}");
    assert!(error.ends_with("; done before: put up vase, put up book; not done: put up box, put up cup"), "{error}");
    assert!(*changed && !interrupted, "subscribers see what was done");
    assert_eq!(texts(&converged), ["put up vase", "put up book"]);
    assert_eq!(put_up(&world), ["vase", "book", "lamp"], "nothing is tried after the failure");
    assert!(converged.status.is_none());
}

#[test]
fn a_failure_at_the_start_changed_nothing() {
    let world = world();
    world.files.fail_next("replace", "/shelf/vase", ErrorKind::PermissionDenied);
    let converged = apply(&["vase", "book"], &world);
    let Verdict::Failed { error, changed, .. } = &converged.verdict else { panic!("{:?}", converged.verdict) };
    assert!(error.ends_with("; not done: put up book") && !error.contains("done before"), "{error}");
    assert!(!changed && converged.plan.is_empty());
}

/// A step that says so itself has done something, even if it is the first one.
#[test]
fn a_failure_that_left_something_changed_something() {
    let converged = apply(&["slippery", "book"], &world());
    let Verdict::Failed { error, changed, .. } = &converged.verdict else { panic!("{:?}", converged.verdict) };
    assert_eq!((error.as_str(), *changed), ("it fell down; not done: put up book", true));
    assert!(converged.left.is_none(), "the state before it is not the one that it is in");
}

#[test]
fn what_is_left_over_is_the_error() {
    let world = world();
    let converged = apply(&["vase", "ghost"], &world);
    let Verdict::Failed { error, changed, .. } = &converged.verdict else { panic!("{:?}", converged.verdict) };
    assert!(error.ends_with("put up ghost"), "{error}");
    assert!(*changed, "the vase is there");
    assert_eq!(texts(&converged), ["put up vase"]);
}

#[test]
fn an_obstacle_fails_before_anything_is_done() {
    for (obstacle, message) in [("forbidden", "forbidden is forbidden"), ("awaited", "awaited is not there")] {
        let world = world();
        let converged = apply(&["vase", obstacle], &world);
        let Verdict::Failed { error, changed, .. } = &converged.verdict else { panic!("{:?}", converged.verdict) };
        assert_eq!((error.as_str(), *changed, put_up(&world)), (message, false, Vec::new()));
    }
}

#[test]
fn all_obstacles_are_named() {
    let converged = apply(&["forbidden", "awaited"], &world());
    let Verdict::Failed { error, .. } = converged.verdict else { panic!("{:?}", converged.verdict) };
    assert_eq!(error, "forbidden is forbidden; awaited is not there");
}

#[test]
fn what_cannot_be_looked_at_fails() {
    let world = world();
    let converged = apply(&["vase", "broken"], &world);
    let Verdict::Failed { error, .. } = converged.verdict else { panic!("{:?}", converged.verdict) };
    assert_eq!((error.as_str(), put_up(&world)), ("the shelf is broken", Vec::new()));
}

#[test]
fn what_cannot_be_looked_at_again_was_changed() {
    let world = world();
    let count = std::sync::atomic::AtomicUsize::new(0);
    world.files.fail_when(move |verb, _| {
        let looks = verb == "stat" && count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) > 0;
        looks.then_some(ErrorKind::PermissionDenied)
    });
    let converged = apply(&["vase"], &world);
    let Verdict::Failed { changed, .. } = converged.verdict else { panic!("{:?}", converged.verdict) };
    assert!(changed);
}

#[test]
fn a_trigger_refreshes_what_is_right() {
    let world = world();
    world.files.add_file("/shelf/book", "");
    let trigger = Trigger::Refreshed(Reference::new("file", "/etc/polish"));
    let converged = shelf(&["book"]).converge(&World::Apply(world.write()), &trigger);
    assert_eq!(converged.verdict, Verdict::Changed { refreshed: true });
    assert_eq!(texts(&converged), ["polish book"]);
}

#[test]
fn a_provider_can_be_asked_for() {
    let world = World::Apply(world().write());
    let with = |provider: &str| try_shelf(&format!("name: test\nthings: []\nprovider: {provider}\n"));
    assert_eq!(with("wood").unwrap().converge(&world, &Trigger::None).provider, "wood");
    assert_eq!(with("wod").err().unwrap(), ["`shelf` has no provider `wod`"]);
    let Verdict::Failed { error, .. } = with("glass").unwrap().converge(&world, &Trigger::None).verdict else {
        panic!()
    };
    assert_eq!(error, "provider `glass` cannot be used on this machine");
}

/// An answer that no act leaves as it is.
struct Inventory;

impl Observation for Inventory {
    fn survives(&self, by: &Disturbance<'_>) -> bool {
        *by != Disturbance::Anything
    }
}

#[test]
fn answers_of_the_machine_are_dropped_by_acts_alone() {
    for (things, kept) in [(&["book"][..], true), (&["vase"], false), (&["forbidden"], true)] {
        let fake = world();
        fake.files.add_file("/shelf/book", "");
        let write = fake.write();
        write.read.observations.put(Inventory);
        let observations = std::sync::Arc::clone(&write.read.observations);
        shelf(things).converge(&World::Apply(write), &Trigger::None);
        assert_eq!(observations.peek::<Inventory>().is_some(), kept, "{things:?}");
    }
}

#[test]
fn the_state_before_is_told_right_before_something_is_done() {
    for (things, expected) in [(&["book"][..], None), (&["vase", "book"], Some("filled")), (&["forbidden"], None)] {
        let fake = world();
        fake.files.add_file("/shelf/book", "");
        let mut told = None;
        let world = World::Apply(fake.write());
        shelf(things).converge_watched(&world, &Trigger::None, &mut |before| {
            assert!(fake.files.mutations().is_empty(), "nothing is done yet");
            told = Some(before.ensure().to_owned());
        });
        assert_eq!(told.as_deref(), expected, "{things:?}");
    }
}
