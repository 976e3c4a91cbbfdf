//! Names that a template declares, as far as the text tells.

use crate::ast::{Assignment, Expr, ExprKind};
use crate::symbols::Name;

/// The names that can be seen, the innermost last.
#[derive(Default)]
pub(super) struct Names {
    all: Vec<Name>,
}

impl Names {
    pub(super) fn extend<'n>(&mut self, names: impl IntoIterator<Item = &'n Name>) {
        self.all.extend(names.into_iter().cloned());
    }

    pub(super) fn declare_targets(&mut self, assignment: &Assignment) {
        if assignment.declares {
            self.extend(assignment.left.iter().filter_map(plain_name));
        }
    }

    pub(super) fn contain(&self, name: &Name) -> bool {
        self.all.contains(name)
    }

    /// How many there are; [`Self::forget`] goes back to that.
    pub(super) fn mark(&self) -> usize {
        self.all.len()
    }

    pub(super) fn forget(&mut self, mark: usize) {
        self.all.truncate(mark);
    }
}

fn plain_name(expr: &Expr) -> Option<&Name> {
    if let ExprKind::Variable(name) = &expr.kind { Some(name) } else { None }
}
