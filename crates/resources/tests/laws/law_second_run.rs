//! Law 2: apply, then plan, is empty.

use crate::sample::{Sample, decode, examples, plan, situations};
use crate::tree::look;
use diagnostics::Redactor;
use engine::{Resource, Trigger, Verdict, World};
use serde_json::Value as Json;
use system::{Interrupt, WriteWorld};

#[test]
fn what_was_applied_is_stable_in_a_rehearsal() {
    for (sample, trigger) in situations() {
        let applied = sample.apply(&trigger);
        assert!(is_good(&applied.verdict), "{} ({trigger:?}): {:?}", sample.title, applied.verdict);
        if is_event(&*sample.resource) {
            continue;
        }
        let again = sample.rehearse(&Trigger::None);
        assert_eq!(again.verdict, Verdict::Stable, "{} ({trigger:?}): {:?}", sample.title, plan(&again));
    }
}

#[test]
fn a_second_run_touches_nothing() {
    for (definition, example) in examples() {
        let sample = Sample::of(definition, example);
        if is_event(&*sample.resource) {
            continue;
        }
        sample.apply(&Trigger::None);
        let between = look(sample.root.path());
        let again = sample.apply(&Trigger::None);
        assert_eq!(again.verdict, Verdict::Stable, "{}: {:?}", sample.title, plan(&again));
        assert_eq!(between, look(sample.root.path()), "{}", sample.title);
    }
}

/// A command without a guard is an event: there, the second plan is empty when its exit code was allowed, and is the
/// error when it was not.
#[test]
fn an_event_is_over_when_its_exit_code_was_allowed() {
    let exec = resources::find("exec").expect("a registered type");
    let apply = |returns: &str| {
        let body = format!("name: end\ncommand: exit 7\nprovider: shell\n{returns}");
        let resource = decode(exec, &body, &Redactor::new("<secret>"));
        assert!(is_event(&*resource));
        resource.converge(&World::Apply(WriteWorld::real(Interrupt::never(), Vec::new())), &Trigger::None)
    };
    assert_eq!(apply("returns: [0, 7]\n").verdict, Verdict::Changed { refreshed: false });
    let Verdict::Failed { error, changed, .. } = apply("").verdict else { panic!("exit code 7 is not allowed") };
    assert!(error.ends_with("exit code 7, allowed: 0"), "{error}");
    assert!(!changed, "a command that failed did not change anything that is known of");
}

fn is_good(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Stable | Verdict::Changed { .. })
}

/// Something that happens in every run.
fn is_event(resource: &dyn Resource) -> bool {
    let properties = serde_json::to_value(resource.properties()).unwrap();
    let guards = ["creates", "onlyif", "unless", "refreshonly"];
    let is_set = |key: &str| !matches!(properties.get(key), None | Some(Json::Null | Json::Bool(false)));
    resource.identity().reference.kind == "exec" && !guards.iter().any(|key| is_set(key))
}
