//! Hierarchical data: a base, the overrides that match, annotations, and where each value came from.
