//! What the template and expression engines are handed: sprig, the originals' own functions, and those that need YAML,
//! the clock, files or random numbers. Each function is declared once, with its signature, help and example.
#![warn(missing_docs)]

pub mod cel;
