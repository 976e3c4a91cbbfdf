//! Children whose resources were not looked at: what later steps name may be in one of them.

use engine::{Reference, Standing};

/// The children of a run that were left out so far.
#[derive(Default)]
pub(super) struct Absent {
    skipped: Option<Reference>,
    unread: Option<Reference>,
}

impl Absent {
    /// The step of a child ended.
    pub(super) fn saw(&mut self, child: &Reference, standing: &Standing) {
        match standing {
            Standing::Skipped { .. } => self.skipped = Some(child.clone()),
            // A child that was read is counted; only of one that was not is nothing known as a whole.
            Standing::Converged(converged) if !converged.unknown.is_empty() => self.unread = Some(child.clone()),
            _ => {}
        }
    }

    /// The child that a rehearsal could not read: it may bring anything.
    pub(super) fn unread(&self) -> Option<&Reference> {
        self.unread.as_ref()
    }

    /// The child that its control left out.
    pub(super) fn skipped(&self) -> Option<&Reference> {
        self.skipped.as_ref()
    }
}
