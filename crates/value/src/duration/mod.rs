//! Spans of time: Go's text of them, and two ways to read it.

mod extended;
mod go;
mod length;
mod text;

pub use extended::DurationError;
pub use go::GoDurationError;
pub use length::Duration;
