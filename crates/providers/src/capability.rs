//! What a provider may be used for.

use std::fmt;

/// A place in a solution where a provider can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// A source of a resolver.
    From,
    /// A step that changes the value of a resolver.
    Transform,
    /// A rule that the value of a resolver has to meet.
    Validation,
    /// Somebody who gets tokens.
    Authentication,
    /// A step of a workflow.
    Action,
}

impl Capability {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::From, Self::Transform, Self::Validation, Self::Authentication, Self::Action];

    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::From => "from",
            Self::Transform => "transform",
            Self::Validation => "validation",
            Self::Authentication => "authentication",
            Self::Action => "action",
        }
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|capability| capability.name() == name)
    }

    /// The fields, with their types, that the schema of its output must have.
    pub(crate) fn required_output(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::From | Self::Transform => &[],
            Self::Validation => &[("valid", "boolean"), ("errors", "array")],
            Self::Authentication => &[("authenticated", "boolean"), ("token", "string")],
            Self::Action => &[("success", "boolean")],
        }
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
