//! The one dynamic value that facts, data, resolvers, templates and expressions speak, with Go's formatting of it, JSON
//! in and out, deep merge and typed path access. It also has the two values that must never be mistaken for others:
//! [`Secret`] and [`Unknown`].
//!
//! A [`Value`] is cheap to clone: text, lists and maps are shared and copied on the first write. What is true, what can
//! be added and what a missing key means differs between the languages on top and is not decided here.
#![warn(missing_docs)]

pub mod base64;
mod compare;
mod duration;
mod extent;
mod format;
mod go_type;
mod json;
mod kind;
mod list;
mod map;
mod merge;
mod number;
mod opaque;
mod path;
mod raw_text;
mod secret;
mod teardown;
mod timestamp;
mod unknown;
mod value;

pub use duration::{Duration, DurationError, GoDurationError};
pub use extent::{Extent, TooLarge};
pub use format::{
    FloatFormat, can_backquote, format_float, format_float32, format_json_float, is_print, quote, quote_bytes,
    quote_bytes_to_ascii, quote_char, quote_char_to_ascii, quote_to_ascii,
};
pub use go_type::GoType;
pub use json::{Escape, JsonError, JsonProblem, JsonStyle, JsonWriteError, KeyOrder};
pub use kind::Kind;
pub use list::List;
pub use map::{Aliases, Key, KeyRef, Map};
pub use number::Number;
pub use opaque::Opaque;
pub use path::{Leaves, Path, PathError, PathProblem, PathSyntaxError, Segment};
pub use raw_text::{RawText, lossy_text};
pub use secret::Secret;
pub use timestamp::{Civil, Timestamp, TimestampError, ZoneName};
pub use unknown::Unknown;
pub use value::Value;

/// How deep lists and maps may be nested when they are read from JSON or pass through serde. Deeper values can be built by
/// hand; comparing, formatting, merging, writing as JSON and dropping them needs no recursion.
pub const MAX_DEPTH: usize = 512;
