//! GJSON paths, as `lookup` uses them: `hosts.#(zone=="core")#.name`, `labels|@reverse`, `{name,"n":disks.#}`.
//!
//! Paths are searched in values directly; no JSON text is made in between. Results are those of upstream, which searches
//! in text: what a path finds has a kind, a text and a raw JSON form. [`lookup`] gives what the function of that name does.
//!
//! ```
//! use expr::gjson::{Document, KeyOrder};
//! use value::Value;
//!
//! let data = Value::from_json(r#"{"disks": [{"name": "sda", "size": 40}, {"name": "sdb", "size": 80}]}"#)?;
//! let found = Document::new(&data, KeyOrder::Keep).get("disks.#(size>50).name")?;
//! assert_eq!(found.text()?, "sdb");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod document;
mod found;
mod glob;
mod json;
mod limit;
mod lookup;
mod modifier;
mod path;
mod pretty;
mod query;
mod read;
mod reference;
mod search;
mod selector;

pub use check::{PathError, PathErrorKind, check, components, doubts};
pub use document::Document;
pub use found::{Found, FoundKind};
pub use limit::GjsonError;
pub use lookup::{lookup, lookup_number};
pub use reference::{Entry, reference};
pub use value::KeyOrder;
