//! The two ways to run: for real, or as a rehearsal that sees ahead.

use crate::Reference;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::files::Overlay;
use system::{ReadWorld, WriteWorld};
use value::Unknown;

/// Where a run happens. This is the only place in the program where the two ways to run are told apart.
pub enum World {
    /// Changes are made.
    Apply(WriteWorld),
    /// Changes are only foreseen; there is no write port in here.
    Rehearse(Rehearsal),
}

/// A world without write ports, in which earlier steps have left what they would leave.
pub struct Rehearsal {
    read: ReadWorld,
    overlay: Arc<Overlay>,
    earlier: Mutex<Earlier>,
}

/// What earlier steps of a rehearsal leave behind besides files.
#[derive(Clone, Default)]
struct Earlier {
    /// The last step that would change something.
    change: Option<Reference>,
    /// Why anything may be another by then: the last step whose effects cannot be foreseen.
    doubt: Option<Unknown>,
    /// The same for commands alone.
    doubt_of_command: Option<Unknown>,
    /// Whether a step may change more than is known, such as by scripts of a package.
    reaches_further: bool,
    /// Whether a step may bring things that it is known by, such as a package its files.
    brings: bool,
    /// The steps since then of which it is known what they bring, though not what is in it.
    awaited: Vec<String>,
}

impl World {
    /// A rehearsal in the given world.
    pub fn rehearsal(read: &ReadWorld) -> Self {
        let (read, overlay) = read.rehearsal();
        Self::Rehearse(Rehearsal { read, overlay, earlier: Mutex::default() })
    }

    /// A rehearsal inside of this run: it begins with what earlier steps left, or would leave, and leaves nothing itself.
    #[must_use]
    pub fn trial(&self) -> Self {
        let Self::Rehearse(outer) = self else { return Self::rehearsal(self.read()) };
        let (read, overlay) = outer.read.rehearsal();
        let read = ReadWorld { observations: Arc::new(outer.read.observations.copy()), ..read };
        Self::Rehearse(Rehearsal { read, overlay, earlier: Mutex::new(outer.earlier().clone()) })
    }

    /// What can be looked at.
    pub fn read(&self) -> &ReadWorld {
        match self {
            Self::Apply(world) => &world.read,
            Self::Rehearse(rehearsal) => &rehearsal.read,
        }
    }

    /// The last step that would change something, in a rehearsal.
    pub fn last_change(&self) -> Option<Unknown> {
        match self {
            Self::Apply(_) => None,
            Self::Rehearse(rehearsal) => rehearsal.last_change(),
        }
    }

    /// Why something that is missing may be there by then, in a rehearsal.
    pub fn doubt(&self) -> Option<Unknown> {
        match self {
            Self::Apply(_) => None,
            Self::Rehearse(rehearsal) => rehearsal.doubt(),
        }
    }

    /// Tells a rehearsal that nothing can be said about a step, nor about what it leaves behind.
    pub fn anything_may_follow(&self, resource: &Reference) {
        if let Self::Rehearse(rehearsal) = self {
            let ahead = rehearsal.ahead(resource);
            ahead.changes();
            ahead.anything_may_follow();
        }
    }

    /// Whether nothing is changed here.
    pub fn is_rehearsal(&self) -> bool {
        matches!(self, Self::Rehearse(_))
    }
}

impl Rehearsal {
    /// Where a step of `resource` writes down what it would do.
    pub(crate) fn ahead<'a>(&'a self, resource: &'a Reference) -> Ahead<'a> {
        Ahead { rehearsal: self, resource }
    }

    /// Why something that is missing may be there by then: an earlier command whose effects cannot be foreseen.
    pub(crate) fn doubt(&self) -> Option<Unknown> {
        self.earlier().doubt.clone()
    }

    /// The same, when a command is the reason.
    pub(crate) fn doubt_of_command(&self) -> Option<Unknown> {
        self.earlier().doubt_of_command.clone()
    }

    /// Whether an earlier step may change more than is known.
    pub(crate) fn reaches_further(&self) -> bool {
        self.earlier().reaches_further
    }

    /// Whether an earlier step may bring what is not there.
    pub(crate) fn brings(&self) -> bool {
        self.earlier().brings
    }

    /// What has to come first, when that is a step of which it is known what it brings.
    pub(crate) fn awaited(&self) -> Option<Unknown> {
        let earlier = self.earlier();
        earlier.doubt.clone().filter(|doubt| earlier.doubt_of_command.as_ref() != Some(doubt))
    }

    /// Whether an earlier command may have changed what is at one of these paths, and no step since then decides about it.
    pub(crate) fn may_be_another(&self, paths: &[PathBuf]) -> bool {
        paths.iter().any(|path| !self.overlay.is_settled(path))
    }

    /// The last step that would change something.
    pub(crate) fn last_change(&self) -> Option<Unknown> {
        self.earlier().change.as_ref().map(depends_on)
    }

    fn earlier(&self) -> MutexGuard<'_, Earlier> {
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn depends_on(reference: &Reference) -> Unknown {
    Unknown::new(format!("depends on {reference}"))
}

/// What a step tells about the time after it.
pub struct Ahead<'a> {
    rehearsal: &'a Rehearsal,
    resource: &'a Reference,
}

impl Ahead<'_> {
    /// The files as they would be.
    pub fn files(&self) -> &Overlay {
        &self.rehearsal.overlay
    }

    /// What could be looked at before this step.
    pub fn read(&self) -> &ReadWorld {
        &self.rehearsal.read
    }

    /// This step would change something.
    pub(crate) fn changes(&self) {
        self.rehearsal.earlier().change = Some(self.resource.clone());
    }

    /// From here on, what is missing may have been made by this step.
    pub fn anything_may_follow(&self) {
        let mut earlier = self.rehearsal.earlier();
        earlier.doubt = Some(self.unknown());
        earlier.doubt_of_command = Some(self.unknown());
        earlier.reaches_further = true;
        earlier.awaited.clear();
        self.rehearsal.overlay.doubt_everything();
    }

    /// From here on, what is there may have been changed by this step, or be gone.
    pub fn reaches_further(&self) {
        self.rehearsal.earlier().reaches_further = true;
    }

    /// The same with words for what has to come first: `is installed`.
    pub fn anything_may_follow_once(&self, happened: &str) {
        let mut earlier = self.rehearsal.earlier();
        self.rehearsal.overlay.doubt_what_is_gone();
        (earlier.reaches_further, earlier.brings) = (true, true);
        earlier.awaited.push(self.resource.to_string());
        let reason = match earlier.awaited.as_slice() {
            [one] => format!("after {one} {happened}"),
            // Each of them may be the one that brings it: nobody guesses.
            [first, rest @ ..] => format!("after {first} or one of {} more {happened}", rest.len()),
            [] => return,
        };
        earlier.doubt = Some(Unknown::new(reason));
    }

    /// The reason for something that this step can only leave when an earlier one brings what it needs: that earlier one.
    pub fn doubt(&self) -> Unknown {
        self.rehearsal.doubt().unwrap_or_else(|| self.unknown())
    }

    /// The reason for something that this step leaves unknown.
    pub fn unknown(&self) -> Unknown {
        depends_on(self.resource)
    }
}
