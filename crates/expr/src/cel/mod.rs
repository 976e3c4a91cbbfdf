//! The Common Expression Language, as solutions use it.
