//! Go's `text/template`: parse, check, render, byte for byte what Go renders. It knows values and spans and nothing else;
//! functions are handed in by the caller.
#![warn(missing_docs)]
