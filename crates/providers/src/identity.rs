//! Who gets tokens.

/// A handler of tokens that the configuration names.
#[derive(Debug, Clone)]
pub struct IdentityHandler {
    /// What documents call it.
    pub name: String,
    /// What people call it.
    pub display_name: String,
    /// Where its token is.
    pub token: TokenSource,
}

/// Where a token is taken from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenSource {
    /// An environment variable.
    Environment(String),
    /// A file.
    File(std::path::PathBuf),
    /// The secrets store.
    Store(String),
}
