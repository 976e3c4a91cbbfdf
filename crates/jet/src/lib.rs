//! Jet templates: parse, check, render, byte for byte what Jet v6 renders. It knows values and spans and nothing else;
//! functions and the loader of other templates are handed in by the caller.
//!
//! ```
//! use jet::{Functions, Input, Limits, Options, Template};
//! use value::Map;
//!
//! let options = Options::default().with_delimiters("[[", "]]");
//! let template = Template::parse("motd", b"Welcome to [[ host | upper ]]", &options)?;
//! let variables = Map::from_iter([("host", "web1")]);
//! let input = Input {
//!     variables: &variables,
//!     context: None,
//!     functions: &Functions::new(),
//!     limits: Limits::default(),
//! };
//! assert_eq!(template.render(input)?, b"Welcome to WEB1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod ast;
mod builtins;
mod check;
mod codes;
mod constructs;
mod error;
mod functions;
mod lex;
mod limits;
mod loader;
mod map;
mod options;
mod parse;
mod path;
mod reference;
mod render;
mod set;
mod source;
mod symbols;
mod template;
mod val;
mod variables;

pub use check::{CallReference, Reference, References, TemplateReference, TemplateUse, Undefined};
pub use codes::{CODES, JET_PARSE, JET_RENDER};
pub use constructs::{example_templates, example_variables};
pub use error::{CallPosition, Cause, RenderError};
pub use functions::{Arity, Call, Function, FunctionError, Functions};
pub use limits::{Limit, Limits};
pub use loader::{LoadError, Loader, NoTemplates, Templates};
pub use map::{Origin, SourceMap};
pub use options::Options;
pub use parse::{ParseError, ParseProblem};
pub use reference::{Entry, reference};
pub use set::Set;
pub use source::Place;
pub use template::{Input, Template};
pub use val::{Object, object};
pub use variables::Variables;
