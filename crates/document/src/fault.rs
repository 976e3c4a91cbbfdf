//! The problem that ends a parse.

use diagnostics::Diagnostic;

/// A syntax error. Boxed, so that the way without errors stays cheap.
#[derive(Debug)]
pub(crate) struct Fault(Box<Diagnostic>);

impl Fault {
    pub(crate) fn into_diagnostic(self) -> Diagnostic {
        *self.0
    }
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(Box::new(diagnostic))
    }
}
