//! What was asked of the machine once and holds until somebody acts.

use crate::files::{ReadFiles, without_links};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An answer about the whole machine, such as the list of its packages. Each type of answer is kept once.
pub trait Observation: Send + Sync + 'static {
    /// Whether the answer is still right after this.
    fn survives(&self, by: &Disturbance<'_>) -> bool;
}

/// What an act may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disturbance<'a> {
    /// Nobody knows: a command ran, packages were installed.
    Anything,
    /// Something at this path or below.
    Path(&'a Path),
    /// Whether a unit of the service manager runs, or starts with the machine.
    Unit,
}

impl Disturbance<'_> {
    /// Whether something at `place`, below it or around it may be another now.
    pub fn reaches(&self, place: &Path) -> bool {
        match self {
            Self::Anything => true,
            Self::Path(path) => path.starts_with(place) || place.starts_with(path),
            Self::Unit => false,
        }
    }
}

/// The answers of a run. A rehearsal has its own, in which steps leave what they would leave.
#[derive(Default)]
pub struct Observations {
    kept: Mutex<HashMap<TypeId, Kept>>,
}

#[derive(Clone)]
struct Kept {
    answer: Arc<dyn Any + Send + Sync>,
    survives: fn(&dyn Any, &Disturbance<'_>) -> bool,
}

impl Observations {
    /// The answer that is kept, or the one that `ask` gives now.
    pub fn get<O: Observation, E>(&self, ask: impl FnOnce() -> Result<O, E>) -> Result<Arc<O>, E> {
        if let Some(known) = self.peek() {
            return Ok(known);
        }
        let answer = Arc::new(ask()?);
        self.keep(Arc::clone(&answer));
        Ok(answer)
    }

    /// The answer, when there is one.
    pub fn peek<O: Observation>(&self) -> Option<Arc<O>> {
        let answer = Arc::clone(&self.kept().get(&TypeId::of::<O>())?.answer);
        answer.downcast().ok()
    }

    /// Keeps an answer, in place of an earlier one.
    pub fn put<O: Observation>(&self, answer: O) {
        self.keep(Arc::new(answer));
    }

    /// Changes an answer that is kept, for what a step of a rehearsal leaves behind.
    pub fn change<O: Observation + Clone>(&self, change: impl FnOnce(&mut O)) {
        if let Some(known) = self.peek::<O>() {
            let mut answer = O::clone(&known);
            change(&mut answer);
            self.put(answer);
        }
    }

    /// The same answers, for a rehearsal inside of a rehearsal: what it changes there stays there.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self { kept: Mutex::new(self.kept().clone()) }
    }

    /// Drops what may no longer be right. What happened at a path happened where its links lead too.
    pub fn disturb(&self, by: &Disturbance<'_>, files: &dyn ReadFiles) {
        self.drop_for(by);
        if let Disturbance::Path(path) = by
            && !self.kept().is_empty()
            && let Some(place) = without_links(path, files).filter(|place| place != path)
        {
            self.drop_for(&Disturbance::Path(&place));
        }
    }

    fn drop_for(&self, by: &Disturbance<'_>) {
        self.kept().retain(|_, kept| (kept.survives)(&*kept.answer, by));
    }

    fn keep<O: Observation>(&self, answer: Arc<O>) {
        let survives = |answer: &dyn Any, by: &Disturbance<'_>| {
            answer.downcast_ref::<O>().is_some_and(|answer| answer.survives(by))
        };
        self.kept().insert(TypeId::of::<O>(), Kept { answer, survives });
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<TypeId, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::FakeFiles;

    #[derive(Clone)]
    struct Units(u32);

    impl Observation for Units {
        fn survives(&self, by: &Disturbance<'_>) -> bool {
            !matches!(by, Disturbance::Unit) && !by.reaches(Path::new("/etc/systemd"))
        }
    }

    fn count(observations: &Observations) -> u32 {
        observations.get(|| Ok::<_, ()>(Units(1))).unwrap().0
    }

    #[test]
    fn an_answer_is_asked_for_once() {
        let observations = Observations::default();
        assert_eq!(count(&observations), 1);
        assert_eq!(observations.get(|| Err::<Units, _>("asked again")).map(|units| units.0), Ok(1));
    }

    #[test]
    fn an_error_is_not_kept() {
        let observations = Observations::default();
        assert!(observations.get(|| Err::<Units, _>("no bus")).is_err());
        assert_eq!(count(&observations), 1);
    }

    #[test]
    fn what_a_step_leaves_is_seen() {
        let observations = Observations::default();
        observations.change(|units: &mut Units| units.0 = 9);
        assert_eq!(count(&observations), 1);
        observations.change(|units: &mut Units| units.0 = 9);
        assert_eq!(count(&observations), 9);
    }

    #[test]
    fn acts_drop_what_they_may_have_changed() {
        let files = FakeFiles::new();
        files.add_link("/etc/mine", "systemd/system");
        let kept = |by| {
            let observations = Observations::default();
            observations.put(Units(1));
            observations.disturb(&by, &files);
            observations.peek::<Units>().is_some()
        };
        assert!(kept(Disturbance::Path(Path::new("/etc/motd"))));
        assert!(!kept(Disturbance::Path(Path::new("/etc/systemd/system/a.service"))));
        assert!(!kept(Disturbance::Path(Path::new("/etc"))));
        assert!(!kept(Disturbance::Path(Path::new("/etc/mine/a.service"))));
        assert!(!kept(Disturbance::Unit));
        assert!(!kept(Disturbance::Anything));
    }
}
