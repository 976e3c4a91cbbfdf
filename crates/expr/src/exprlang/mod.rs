//! The expr-lang language, as manifests use it.
