//! Where tokens come from.

use crate::{Context, Fault};
use value::Secret;

/// Gives tokens to whoever has to show one.
pub(super) trait Tokens: Send + Sync {
    /// The token of a handler, for a scope when it wants one.
    fn token(&self, context: &Context<'_>, handler: &str, scope: Option<&str>) -> Result<Secret<String>, Fault>;
}

/// Nobody is authenticated.
pub(super) struct NoTokens;

impl Tokens for NoTokens {
    fn token(&self, _context: &Context<'_>, handler: &str, _scope: Option<&str>) -> Result<Secret<String>, Fault> {
        Err(Fault::new(format!("auth handler {handler:?} is not authenticated")))
    }
}
