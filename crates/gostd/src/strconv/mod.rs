//! Numbers and quoted text as Go's `strconv` writes and reads them.

mod boolean;
mod complex;
mod error;
mod float_parse;
mod float_text;
mod integer;
mod underscores;
mod unquote;

pub use boolean::parse_bool;
pub use complex::parse_complex;
pub use error::{NumError, NumProblem, SyntaxError};
pub use float_parse::parse_float;
pub use float_text::{Bits, FloatVerb, format_float};
pub use integer::{atoi, parse_int, parse_uint};
pub use unquote::{UnquotedChar, unquote, unquote_char};
