//! Three small languages over one `Value`: expr-lang, CEL and GJSON. Each is usable on its own, gives positions with
//! every error, and works within a budget; none of them reads anything from outside.
#![warn(missing_docs)]

pub mod cel;
mod codes;
mod data;
pub mod exprlang;
pub mod gjson;
mod search;

pub use codes::{CEL_COMPILE, CEL_RUN, CODES, EXPR_COMPILE, EXPR_RUN, GJSON_LIMIT, GJSON_MISSING, GJSON_PATH};
