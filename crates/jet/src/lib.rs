//! Jet templates: parse, check, render, byte for byte what Jet v6 renders. It knows values and spans and nothing else;
//! functions and the loader of other templates are handed in by the caller.
#![warn(missing_docs)]
