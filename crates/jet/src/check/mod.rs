//! What a template refers to, without running it.

mod exprs;
mod names;
mod undefined;
mod walk;

use crate::source::Place;
use crate::template::Template;

pub use undefined::Undefined;

/// What the text of a template refers to. Names that the template declares itself are not in it, nor are fields of a
/// context that the template sets itself. What templates refer to that it includes, imports or extends, is for them to
/// say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// Variables, each with the fields that are asked of it.
    pub variables: Vec<Reference>,
    /// Fields of the context that the template is given.
    pub context: Vec<Reference>,
    /// Whether that context is used as a value, not only for its fields.
    pub whole_context: bool,
    /// Calls of functions, built-in ones too.
    pub calls: Vec<CallReference>,
    /// Other templates.
    pub templates: Vec<TemplateReference>,
}

/// A variable or a field, and the fields below it, as far as they are written as such.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// `["data", "web", "port"]` for `data.web.port` and `data["web"].port`.
    pub path: Vec<String>,
    /// Where.
    pub place: Place,
    /// Whether the template can do without it: it is asked about with `isset`, or used inside of a `try`.
    pub optional: bool,
    /// Whether it is given a value here.
    pub assigned: bool,
}

/// A call of a function by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallReference {
    /// The function.
    pub name: String,
    /// How many arguments it is given, the piped one included.
    pub arguments: usize,
    /// Where.
    pub place: Place,
    /// Whether the template can do without it: it is used inside of a `try`.
    pub optional: bool,
}

/// Another template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateReference {
    /// Its name as it is written; nothing when it is only known while the template runs.
    pub name: Option<String>,
    /// How it is used.
    pub by: TemplateUse,
    /// Where.
    pub place: Place,
}

/// How a template uses another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateUse {
    /// `extends` or `import`.
    Import,
    /// `include`.
    Include,
    /// `includeIfExists`.
    IncludeIfExists,
    /// `exec`.
    Exec,
}

impl Template {
    /// What the template refers to, in the order of the text.
    pub fn references(&self) -> References {
        walk::references(&self.compiled)
    }
}
