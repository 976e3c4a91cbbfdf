//! The run of a catalog: one step after the other, in the order in which they are written.

mod absent;
mod batch;
mod child;
mod frame;
mod refresh;
mod trial;

use crate::Catalog;
use absent::Absent;
use engine::schedule::Standstill;
use engine::{Happening, Ksuids, Listener, Reference, Session, SessionError, Summary, World};
use frame::Frame;
use refresh::Refreshes;
use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;
use system::Signal;
use trial::Trials;

/// What a run does with resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Brings them to their state, or says what would be done, and asks their health checks.
    Converge,
    /// Asks their health checks and nothing else.
    Monitor,
}

/// How a run ended.
pub struct Outcome {
    /// In numbers.
    pub summary: Summary,
    /// Somebody ended it.
    pub interrupted: Option<Signal>,
    /// Why events could not be kept; the run stopped there.
    pub session: Option<SessionError>,
}

/// Brings every resource to its state, or says what would be done.
pub fn run(
    source: &str,
    catalog: &Catalog,
    purpose: Purpose,
    world: &World,
    session: &mut dyn Session,
    listener: &mut dyn Listener,
) -> Outcome {
    let clock = &*world.read().clock;
    let began = clock.monotonic();
    listener.hear(&Happening::Began {
        source,
        resources: &catalog.steps.iter().map(|step| &*step.resource).collect::<Vec<_>>(),
        rehearsal: world.is_rehearsal(),
    });
    if let Some(message) = &catalog.header.pre_message {
        listener.hear(&Happening::Message(message));
    }
    let refreshes = Refreshes::open(source, world, &mut |text| listener.hear(&Happening::Noticed(text)));
    let shared = RefCell::new(Shared {
        refreshes,
        trials: Trials::default(),
        foreseen: HashSet::new(),
        doubted: HashSet::new(),
        absent: Absent::default(),
        session,
        listener,
        summary: Summary::new(clock.now(), world.is_rehearsal()),
        ids: Ksuids::default(),
        broken: None,
    });
    let scene = catalog.scene.with_files(world.read());
    let not_started = Frame::outermost(source, catalog, &scene, purpose, world).run(&shared).not_started;
    let mut shared = shared.into_inner();
    if not_started == 0 && shared.broken.is_none() && purpose == Purpose::Converge && !world.is_rehearsal() {
        shared.with_refreshes(|refreshes, tell| refreshes.settle(tell));
    }
    shared.summary.duration = clock.monotonic().saturating_sub(began);
    finish(shared, catalog, world, not_started)
}

/// What all manifests of a run have in common.
struct Shared<'a> {
    refreshes: Refreshes,
    trials: Trials,
    /// What would be changed in this rehearsal: a path that is declared twice is changed by its first step only.
    foreseen: HashSet<Reference>,
    /// What this rehearsal is not sure of.
    doubted: HashSet<Reference>,
    absent: Absent,
    session: &'a mut dyn Session,
    listener: &'a mut dyn Listener,
    summary: Summary,
    ids: Ksuids,
    /// Why events can no longer be kept.
    broken: Option<SessionError>,
}

impl Shared<'_> {
    /// What is said on the way is heard by everybody.
    fn with_refreshes<R>(&mut self, act: impl FnOnce(&mut Refreshes, &mut dyn FnMut(&str)) -> R) -> R {
        let listener = &mut *self.listener;
        act(&mut self.refreshes, &mut |text| listener.hear(&Happening::Noticed(text)))
    }
}

fn finish(shared: Shared<'_>, catalog: &Catalog, world: &World, not_started: usize) -> Outcome {
    let Shared { listener, mut summary, broken, .. } = shared;
    let interrupted = world.read().interrupt.signalled();
    let standstill = if interrupted.is_some() { Standstill::Interrupted } else { Standstill::Stopped };
    summary.cut_short = (not_started > 0 || interrupted.is_some()).then_some(standstill);
    if let Some(message) = catalog.header.post_message.as_ref().filter(|_| summary.errors == 0 && not_started == 0) {
        listener.hear(&Happening::Message(message));
    }
    listener.hear(&Happening::Ended(&summary));
    Outcome { summary, interrupted, session: broken }
}

/// Temporary files that a run left behind when it was killed: an applying run removes them, a rehearsal reports them.
fn sweep(catalog: &Catalog, world: &World, listener: &mut dyn Listener) {
    // Compared as bytes: comparing paths part by part takes longer than all the rest of this.
    let mut directories: Vec<&OsStr> =
        catalog.steps.iter().filter_map(|step| step.resource.writes_in()).map(Path::as_os_str).collect();
    directories.dedup();
    directories.sort_unstable();
    directories.dedup();
    for directory in directories.into_iter().map(Path::new) {
        let (swept, verb) = match world {
            World::Apply(write) => (write.files.sweep(directory), "removed"),
            World::Rehearse(_) => (world.read().files.leftovers(directory), "would remove"),
        };
        // A directory that cannot be listed is the business of the resources in it.
        for path in swept.unwrap_or_default() {
            let text = format!("{verb} {}, left behind by a run that died", path.display());
            listener.hear(&Happening::Noticed(&text));
        }
    }
}
