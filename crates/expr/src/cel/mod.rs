//! The Common Expression Language, as solutions use it: cel-go with its extensions and the originals' own functions.
//!
//! An [`Engine`] holds the functions; it compiles a text into a [`Program`], which finds mistakes in names and types, and
//! the program is run with variables any number of times. Everything that can go wrong has a place in the text.

mod cause;
mod check;
mod civil;
mod engine;
mod eval;
mod failure;
mod library;
mod plan;
mod problem;
mod program;
mod reference;
mod references;
mod report;
mod syntax;
mod types;
mod values;
mod variables;

pub use cause::Cause;
pub use engine::Engine;
pub use eval::{Budget, Limits};
pub use failure::{EvalCause, EvalError, Failure};
pub use library::{Function, Library, Overload, SharedBody};
pub use problem::{CompileError, Phase, Problem};
pub use program::Program;
pub use reference::Entry;
pub use references::Reference;
pub use syntax::Place;
pub use types::Type;
pub use values::{Optional, TypeValue, to_literal, to_plain, to_plain_within, type_name};
pub use variables::Variables;
