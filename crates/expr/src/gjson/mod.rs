//! GJSON paths, as `lookup` uses them.
