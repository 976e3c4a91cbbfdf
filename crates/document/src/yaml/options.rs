//! How a YAML text is to be read.

use crate::Limits;

/// Whose reading of YAML applies. The two differ in what plain text means, in merge keys and in details of the syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `goccy/go-yaml`: manifests, data and facts.
    Goccy,
    /// `gopkg.in/yaml.v3`: solutions.
    YamlV3,
}

/// What to do about a text that holds several documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Documents {
    /// More than one is an error.
    One,
    /// The first one counts, the others are not looked at.
    First,
}

/// How a YAML text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whose reading of YAML applies.
    pub dialect: Dialect,
    /// What the document may ask for.
    pub limits: Limits,
    /// What to do about several documents.
    pub documents: Documents,
}

impl Options {
    /// For manifests, data and facts.
    pub fn manifest() -> Self {
        Self { dialect: Dialect::Goccy, limits: Limits::default(), documents: Documents::One }
    }

    /// For solutions.
    pub fn solution() -> Self {
        Self { dialect: Dialect::YamlV3, limits: Limits::default(), documents: Documents::First }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}
