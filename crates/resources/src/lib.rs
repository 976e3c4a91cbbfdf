//! The resource types and their providers: each type decides in `plan`, each provider acts. Adding a type is one folder
//! and one line in [`ALL`]; schema, command line, reference page and law tests come from its definition.

pub mod archive;
pub mod exec;
pub mod file;
mod keep;
pub mod package;
mod path;
mod program;
mod refusal;
pub mod scaffold;
pub mod service;

use diagnostics::Code;
use engine::TypeDef;
use system::Environment;

/// Every resource type there is.
pub const ALL: &[&TypeDef] =
    &[&file::TYPE, &exec::TYPE, &package::TYPE, &service::TYPE, &archive::TYPE, &scaffold::TYPE];

/// The definition of a type.
pub fn find(name: &str) -> Option<&'static TypeDef> {
    ALL.iter().copied().find(|definition| definition.name == name)
}

/// A variable of the environment whose value makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` in the environment: {reason}; {help}")]
pub struct BadVariable {
    name: &'static str,
    reason: String,
    help: &'static str,
}

/// Whether the variables that providers go by can be used. A run asks before it changes anything.
pub fn check_variables(environment: &dyn Environment) -> Result<(), BadVariable> {
    package::patience(environment).map(drop)
}

/// The problems that the types find in documents.
pub fn codes() -> impl Iterator<Item = &'static [&'static Code]> {
    ALL.iter().map(|definition| definition.codes)
}
