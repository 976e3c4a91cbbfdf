//! Three small languages over one `Value`: expr-lang, CEL and GJSON. Each is usable on its own, gives positions with
//! every error, and works within a budget; none of them reads anything from outside.
#![warn(missing_docs)]

pub mod cel;
pub mod exprlang;
pub mod gjson;
