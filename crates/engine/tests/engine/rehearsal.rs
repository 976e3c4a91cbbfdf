//! The harness in a rehearsal: what would be done, what is unknown, and what fails now as it would then.

use crate::shelf::{named_shelf, shelf};
use engine::{Converged, Reference, Trigger, Verdict, World};
use system::FakeWorld;
use system::files::Attributes;

fn world() -> FakeWorld {
    let world = FakeWorld::new();
    world.files.add_directory("/shelf", Attributes::default());
    world
}

/// Rehearses one shelf after the other.
fn rehearse(shelves: &[&[&str]]) -> Vec<Converged> {
    let fake = world();
    let rehearsal = World::rehearsal(&fake.read());
    let converged = shelves.iter().map(|things| shelf(things).converge(&rehearsal, &Trigger::None)).collect();
    assert!(fake.files.mutations().is_empty(), "a rehearsal changes nothing");
    converged
}

fn last(shelves: &[&[&str]]) -> Converged {
    rehearse(shelves).pop().unwrap()
}

const WOULD: Verdict = Verdict::WouldChange { refreshed: false };

#[test]
fn what_would_be_done_is_said() {
    let converged = last(&[&["vase", "book"]]);
    assert_eq!((&converged.verdict, converged.plan.len()), (&WOULD, 2));
    assert_eq!(converged.noop_message, "Would have put up 2");
    assert!(converged.status.is_some_and(|status| status.ensure() == "empty"), "the state is the one before");
}

#[test]
fn later_steps_see_what_earlier_ones_would_do() {
    assert_eq!(last(&[&["vase"], &["vase"]]).verdict, Verdict::Stable);
}

#[test]
fn two_rehearsals_do_not_see_each_other() {
    let fake = world();
    for _ in 0..2 {
        let converged = shelf(&["vase"]).converge(&World::rehearsal(&fake.read()), &Trigger::None);
        assert_eq!(converged.verdict, WOULD);
    }
}

#[test]
fn what_nothing_brings_fails_as_it_would() {
    for shelves in [&[&["awaited"][..]][..], &[&["vase"], &["awaited"]]] {
        let Verdict::Failed { error, changed, .. } = last(shelves).verdict else { panic!("{shelves:?}") };
        assert_eq!((error.as_str(), changed), ("awaited is not there", false));
    }
}

#[test]
fn what_a_command_may_bring_is_unknown() {
    let converged = last(&[&["command"], &["awaited"]]);
    assert_eq!(converged.verdict, WOULD, "something unknown counts as changed");
    assert_eq!(converged.unknown, ["awaited is not there, depends on shelf#test"]);
    assert_eq!(converged.plan.len(), 1);
}

#[test]
fn a_command_does_not_help_itself() {
    let Verdict::Failed { error, .. } = last(&[&["command", "awaited"]]).verdict else { panic!() };
    assert_eq!(error, "awaited is not there");
}

#[test]
fn a_lasting_obstacle_fails_after_a_command_too() {
    for things in [&["forbidden"][..], &["forbidden", "awaited"]] {
        assert!(matches!(last(&[&["command"], things]).verdict, Verdict::Failed { .. }), "{things:?}");
    }
}

#[test]
fn what_cannot_be_looked_at_is_unknown_only_when_somebody_may_bring_it() {
    assert!(matches!(last(&[&["missing"]]).verdict, Verdict::Failed { .. }));
    assert!(matches!(last(&[&["command"], &["broken"]]).verdict, Verdict::Failed { .. }));
    let converged = last(&[&["command"], &["missing"]]);
    assert_eq!(converged.verdict, WOULD);
    assert_eq!(converged.unknown, ["the shelf is not there, depends on shelf#test"]);
    assert!(converged.plan.is_empty() && converged.status.is_none());
}

#[test]
fn an_answer_of_the_machine_is_said_to_be_of_now() {
    const NOW: [&str; 1] = ["as the machine is now"];
    let nothing = [""; 0];
    assert_eq!(last(&[&["asked"]]).notes, nothing);
    assert_eq!(last(&[&["vase"], &["asked"]]).notes, NOW);
    assert_eq!(last(&[&["asked", "vase"], &["asked"]]).notes, NOW, "also when it is right");
    assert_eq!(last(&[&["vase"], &["book"]]).notes, nothing);
}

#[test]
fn a_step_that_fails_leaves_nothing_to_later_ones() {
    assert_eq!(last(&[&["vase", "forbidden"], &["vase"]]).verdict, WOULD);
}

#[test]
fn a_refresh_is_foreseen() {
    let fake = world();
    fake.files.add_file("/shelf/book", "");
    let trigger = Trigger::Refreshed(Reference::new("file", "/etc/polish"));
    let converged = shelf(&["book"]).converge(&World::rehearsal(&fake.read()), &trigger);
    assert_eq!(converged.verdict, Verdict::WouldChange { refreshed: true });
}

#[test]
fn what_has_to_come_first_is_said_in_its_words() {
    let converged = last(&[&["parcel"], &["awaited"]]);
    assert_eq!(converged.unknown, ["awaited is not there, after shelf#test is unpacked"]);
    assert_eq!(converged.after, None);
}

#[test]
fn what_simply_is_not_there_yet_needs_no_other_words() {
    let converged = last(&[&["parcel"], &["arriving"]]);
    assert_eq!(converged.after.as_deref(), Some("after shelf#test is unpacked"));
    assert_eq!(converged.unknown, ["arriving is not there, after shelf#test is unpacked"]);
    let converged = last(&[&["command"], &["arriving"]]);
    assert_eq!((converged.after, converged.unknown.len()), (None, 1), "nobody knows what a command brings");
}

/// Each of several steps may be the one that brings it.
#[test]
fn nobody_guesses_which_of_several_steps_brings_what_is_missing() {
    let after = |steps: &[(&str, &str)]| {
        let rehearsal = World::rehearsal(&world().read());
        for (name, thing) in steps {
            named_shelf(name, &[thing]).converge(&rehearsal, &Trigger::None);
        }
        shelf(&["arriving"]).converge(&rehearsal, &Trigger::None).after
    };
    let [a, b, c] = ["a", "b", "c"].map(|name| (name, if name == "b" { "gift" } else { "parcel" }));
    assert_eq!(after(&[a]).as_deref(), Some("after shelf#a is unpacked"));
    assert_eq!(after(&[a, b]).as_deref(), Some("after shelf#a or one of 1 more is unpacked"));
    assert_eq!(after(&[a, b, ("c", "crate")]).as_deref(), Some("after shelf#a or one of 2 more is unpacked"));
    assert_eq!(after(&[a, ("x", "command"), b]).as_deref(), Some("after shelf#b is unpacked"), "a command starts anew");
    assert_eq!(after(&[a, b, ("x", "command")]), None, "nobody knows what a command brings");
    assert_eq!(after(&[a, c]).as_deref(), Some("after shelf#a is unpacked"), "a parcel that is there brings nothing");
}
