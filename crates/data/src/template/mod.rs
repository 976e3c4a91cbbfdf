//! Expressions in texts, `{{ }}` and `${ }`, and the environment that they see.
//!
//! A [`Text`] knows where its expressions are. It is compiled once, against the names of a [`Scope`], and gives all that is
//! wrong with it. The [`Template`] that comes out is worked out in an [`Environment`], any number of times: in string mode
//! to a text, in typed mode to a value.
//!
//! ```
//! use data::template::{Environment, Reach, Scope, Text};
//! use std::sync::Arc;
//! use value::{Map, Value};
//!
//! let scope = Scope::new(Reach::All);
//! let template = Text::parse("{{ Data.port + 1 }}").compile(&scope).expect("it compiles");
//! let data = Map::from_iter([("port", 8080)]);
//! let environment = Environment::new(scope, Arc::new(Map::new())).with_data(data);
//! assert_eq!(template.value(&environment)?.value, Value::Int(8081));
//! assert_eq!(template.text(&environment)?.value, Value::from("8081"));
//! # Ok::<(), data::template::TextError>(())
//! ```

mod allowance;
mod compiled;
mod condition;
mod dotenv;
mod environment;
mod error;
mod functions;
mod jet;
mod literal;
mod opaque;
mod output;
mod path;
mod references;
mod scan;
mod scope;
mod secrets;
mod session;
mod text;
mod values;

pub(crate) use allowance::MAX_WORK;
pub use compiled::{Expanded, Matched, Template};
pub use condition::Condition;
pub use dotenv::{Dotenv, DotenvError, DotenvProblem, environ};
pub use environment::{Environment, Facts};
pub use error::{Cause, Flaw, TextError};
pub use functions::{go_functions, jet_functions, lookup_in};
pub use jet::{JET_DELIMITERS, JetError, Rendered, render_jet};
pub use references::{Reference, Root};
pub use scan::Expression;
pub use scope::{FUNCTIONS_OF_MANIFESTS, Reach, Scope};
pub use text::{Piece, Text};
pub use values::{FieldError, Keys, expand_map, expand_value};
