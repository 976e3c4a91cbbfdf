//! Regular expressions as Go's `regexp` has them: the syntax of RE2, leftmost-first matches, and Go's rules for empty
//! matches, replacement templates and splitting. The time of a search grows with the length of the text, whatever the
//! expression is.
//!
//! Text need not be UTF-8: each byte that is not part of a character matches as U+FFFD.

mod charset;
mod class;
mod engine;
mod error;
mod escape;
mod expand;
mod find;
mod group;
mod haystack;
mod parse;
mod replace;
mod split;
mod tree;

pub use engine::{Regexp, quote_meta};
pub use error::{Problem, RegexpError};
pub use find::Groups;
pub use haystack::Text;
