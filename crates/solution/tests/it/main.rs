//! Solutions as a whole.
