//! Where secrets come from.

use crate::Fault;
use value::Secret;

/// A store of secrets, as providers see it. Opening it is put off until somebody asks.
pub trait SecretSource: Send + Sync {
    /// One secret; `None` when there is none of that name.
    fn get(&self, name: &str) -> Result<Option<Secret<Vec<u8>>>, Fault>;
    /// The names of all secrets of users, sorted.
    fn names(&self) -> Result<Vec<String>, Fault>;
}

/// A store with nothing in it.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSecrets;

impl SecretSource for NoSecrets {
    fn get(&self, _name: &str) -> Result<Option<Secret<Vec<u8>>>, Fault> {
        Ok(None)
    }

    fn names(&self) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }
}
