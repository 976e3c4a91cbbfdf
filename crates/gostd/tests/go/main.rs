//! Everything against tables of what Go 1.26 answers.

mod fmt;
mod regexp;
mod strconv;
mod support;
mod time;
mod unicode;
