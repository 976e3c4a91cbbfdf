//! Functions as a template calls them: declared once, with the types that Go sees, a line of help and an example.

mod call;
mod declaration;
mod error;
mod set;

pub use call::Call;
pub use declaration::{Effect, Function, Param};
pub use error::CallError;
pub use set::FunctionSet;
