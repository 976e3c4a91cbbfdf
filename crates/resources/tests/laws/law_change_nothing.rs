//! Law 1: a rehearsal calls no mutating verb.

use crate::pretended::Pretended;
use crate::sample::{examples, situations};
use crate::tree::look;
use engine::{Trigger, Verdict, World};

#[test]
fn a_rehearsal_leaves_no_trace_on_the_disk() {
    for (sample, trigger) in situations() {
        let before = look(sample.root.path());
        let rehearsed = sample.rehearse(&trigger);
        assert_eq!(before, look(sample.root.path()), "{} ({trigger:?})", sample.title);
        assert!(!matches!(rehearsed.verdict, Verdict::Failed { .. }), "{}: {:?}", sample.title, rehearsed.verdict);
    }
}

#[test]
fn a_rehearsal_calls_no_mutating_verb() {
    for (definition, example) in examples() {
        let pretended = Pretended::of(definition, example);
        let rehearsed = pretended.resource.converge(&World::rehearsal(&pretended.world.read()), &Trigger::None);
        assert!(!matches!(rehearsed.verdict, Verdict::Failed { .. }), "{}: {:?}", example.title, rehearsed.verdict);
        assert_eq!(pretended.mutations(), Vec::<String>::new(), "{}: {}", definition.name, example.title);
    }
}

/// Without this the law above could hold because nothing ever happens in the pretended world.
#[test]
fn what_would_change_does_call_mutating_verbs_when_applied() {
    let mut applied = 0;
    for (definition, example) in examples() {
        let pretended = Pretended::of(definition, example);
        let rehearsed = pretended.resource.converge(&World::rehearsal(&pretended.world.read()), &Trigger::None);
        let done = pretended.resource.converge(&World::Apply(pretended.world.write()), &Trigger::None);
        let changes = matches!(rehearsed.verdict, Verdict::WouldChange { .. });
        assert_eq!(changes, matches!(done.verdict, Verdict::Changed { .. }), "{}: {:?}", example.title, done.verdict);
        assert_eq!(changes, !pretended.mutations().is_empty(), "{}: {}", definition.name, example.title);
        applied += usize::from(changes);
    }
    assert!(applied > 0);
}
