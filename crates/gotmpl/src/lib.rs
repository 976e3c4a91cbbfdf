//! Go's `text/template`: parse, check, render, byte for byte what Go renders. It knows values and spans and nothing else;
//! functions are handed in by the caller.
#![warn(missing_docs)]

mod builtin;
mod codes;
mod compile;
mod exec;
mod function;
pub mod go;
mod limits;
mod methods;
mod parse;
mod program;
mod reference;
mod references;
mod template;

pub use codes::{CODES, TEMPLATE_PARSE, TEMPLATE_RENDER};
pub use exec::{Cause, Origin, RenderError, SourceMap};
pub use function::{Call, CallError, Effect, Function, FunctionSet, Param};
pub use limits::{Limit, Limits};
pub use parse::ParseError;
pub use reference::{EXAMPLE_DATA, Entry, example_data, reference};
pub use references::Reference;
pub use template::{MissingKey, Options, Template};
