//! Text of values as Go's `fmt`, `strconv` and `encoding/json` write it.

mod debug;
mod float;
mod printable;
mod quote;
mod sprint;
mod walk;

pub use float::{FloatFormat, format_float, format_float32, format_json_float};
pub use printable::is_print;
pub use quote::{
    can_backquote, quote, quote_bytes, quote_bytes_to_ascii, quote_char, quote_char_to_ascii, quote_to_ascii,
};
