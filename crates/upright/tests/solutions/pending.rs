//! Scenarios that do not pass yet.

/// The scenario, and what is missing.
pub(crate) const PENDING: &[(&str, &str)] = &[("nasty-read-binary", "bytes that are no text are encoded")];
