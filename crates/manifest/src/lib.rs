//! Manifests: from a text to typed steps, and from typed steps to a run. Loading never changes anything; all problems of
//! a document are found before its first step.

mod catalog;
mod codes;
mod document_kind;
mod forms;
mod load;
mod nodes;
mod references;
mod resolve;
mod run;
mod schema;
mod secrets;
pub mod source;
mod top;

pub use catalog::{Catalog, Header};
pub use codes::CODES;
pub use document_kind::DocumentKind;
pub use load::{LoadError, Loaded, Options, decode_one, load};
pub use run::{Outcome, run};
pub use schema::schema;
