//! Laws that hold for every value, checked on random ones.

mod float;
mod json;
mod map;
mod merge;
mod text;
mod values;
