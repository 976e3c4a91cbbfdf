//! Values from JSON text and to it.

mod error;
mod read;
mod serde;
mod text;
mod write;

pub use error::{JsonError, JsonProblem, JsonWriteError};
pub use write::{Escape, JsonStyle, KeyOrder};
