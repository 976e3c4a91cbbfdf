//! Instants with the offset they were written in.

mod arithmetic;
mod civil;
mod instant;
mod rfc3339;
mod text;
mod zone;

pub use civil::Civil;
pub use instant::{Timestamp, TimestampError};
pub use zone::ZoneName;
