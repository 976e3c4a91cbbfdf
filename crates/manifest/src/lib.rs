//! Manifests: from a text to typed steps, and from typed steps to a run. Loading never changes anything; all problems of
//! a document are found before its first step.

mod apply;
mod assemble;
mod catalog;
mod check;
mod codes;
mod data_source;
mod document_kind;
mod explain;
mod family;
mod forms;
mod gate;
mod health;
mod inputs;
mod load;
mod nodes;
mod references;
mod request;
mod resolve;
mod run;
mod schema;
mod secrets;
pub mod source;
mod step;
mod top;

pub use catalog::{Catalog, Header};
pub use check::{Checked, check};
pub use codes::CODES;
pub use data_source::{Asked, DataSource, Layer, NoData};
pub use document_kind::DocumentKind;
pub use explain::explain;
pub use forms::types;
pub use inputs::{Hiera, Inputs};
pub use load::{LoadError, Loaded, Options, decode_one, load, load_text};
pub use request::{REQUEST_PROTOCOL, decode_request};
pub use resolve::Judging;
pub use run::{Outcome, Purpose, run};
pub use schema::{SCHEMAS, schema};
pub use secrets::register_secrets;
pub use step::Step;
