//! YAML and JSON with the position of every node: parse, decode into types with all problems at once, derive a JSON
//! Schema from the same definitions, and write YAML. It never touches the disk; texts come in as `&str`.
#![warn(missing_docs)]

mod any;
mod ask;
pub mod decode;
mod fault;
pub mod json;
mod limits;
mod locate;
mod node;
pub mod schema;
pub mod secrets;
mod text;
pub mod write;
pub mod yaml;

pub use any::parse_any;
pub use json::parse_json;
pub use limits::Limits;
pub use locate::locate;
pub use node::{Entry, Kind, Node, Style};
pub use text::{take_in, too_large};
pub use yaml::{Dialect, Documents, Options, parse};
