//! The expr-lang language, as manifests use it.
//!
//! [`compile`] turns text into a [`Program`], against an [`Environment`] that says which names there are and what is known
//! about them. The program then runs any number of times, with other [`Variables`], within a [`Budget`].
//!
//! ```
//! use expr::exprlang::{Budget, Environment, Type, compile};
//! use value::{Map, Value};
//!
//! let environment = Environment::new().variable("Facts", Type::Map);
//! let program = compile("Facts.os == 'linux' ? len(Facts.disks) : 0", &environment)?;
//! let facts = Value::from_json(r#"{"os": "linux", "disks": ["sda", "sdb"]}"#)?;
//! let variables = Map::from_iter([("Facts", facts)]);
//! assert_eq!(program.run(&variables, &Budget::default())?, Value::Int(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod builtin;
mod check;
mod code;
mod compile;
mod environment;
mod error;
mod fault;
mod lex;
mod limits;
mod machine;
mod method;
mod moment;
mod opaque;
mod operate;
mod parse;
mod place;
mod reference;
mod rewrite;
mod scan;
mod sort;
mod syntax;
mod types;
mod zone;

pub use budget::Budget;
pub use builtin::type_of;
pub use code::Program;
pub use compile::{compile, compile_bool};
pub use environment::{Environment, Function, FunctionCall, FunctionError, Signature, Variables};
pub use error::{CompileError, Problem};
pub use fault::{Fault, RunError};
pub use limits::{MAX_NESTING, MAX_NODES, MAX_TEXT};
pub use place::Place;
pub use reference::{Entry, reference};
pub use scan::{Argument, CallSite, Reference, Scan, Step, examine, scan};
pub use types::Type;
