//! Expressions in texts, `{{ }}` and `${ }`, and the environment that they see.
