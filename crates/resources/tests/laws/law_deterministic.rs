//! Law 3: the plan is deterministic, and what a rehearsal says is what apply then does.

use crate::sample::{plan, situations, would_change};
use engine::Verdict;

#[test]
fn two_rehearsals_say_the_same() {
    for (sample, trigger) in situations() {
        let (first, second) = (sample.rehearse(&trigger), sample.rehearse(&trigger));
        assert_eq!(first.verdict, second.verdict, "{}", sample.title);
        assert_eq!(plan(&first), plan(&second), "{}", sample.title);
        assert_eq!((first.diff, first.noop_message), (second.diff, second.noop_message), "{}", sample.title);
        assert_eq!((first.provider, first.unknown), (second.provider, second.unknown), "{}", sample.title);
    }
}

#[test]
fn apply_does_what_the_rehearsal_said() {
    let mut changed = 0;
    for (sample, trigger) in situations() {
        let rehearsed = sample.rehearse(&trigger);
        let applied = sample.apply(&trigger);
        assert_eq!(applied.verdict, as_applied(&rehearsed.verdict), "{} ({trigger:?})", sample.title);
        assert_eq!(plan(&rehearsed), plan(&applied), "{} ({trigger:?})", sample.title);
        assert_eq!(rehearsed.provider, applied.provider, "{}", sample.title);
        assert_eq!(rehearsed.noop_message.is_empty(), !would_change(&rehearsed), "{}", sample.title);
        changed += usize::from(would_change(&rehearsed));
    }
    assert!(changed > 0);
}

fn as_applied(rehearsed: &Verdict) -> Verdict {
    match rehearsed {
        Verdict::WouldChange { refreshed } => Verdict::Changed { refreshed: *refreshed },
        other => other.clone(),
    }
}
