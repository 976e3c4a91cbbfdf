//! Where secrets come from.

use crate::store::Tell;
use crate::{Context, Fault, keep_secret};
use engine::LogLevel;
use std::cell::RefCell;
use value::{Secret, Value};

/// A store of secrets, as providers see it. Opening it is put off until somebody asks.
pub trait SecretSource: Send + Sync {
    /// One secret; `None` when there is none of that name. `tell` hears that it is read, and of keys that are skipped.
    fn get(&self, name: &str, tell: &Tell<'_>) -> Result<Option<Secret<Vec<u8>>>, Fault>;
    /// The names of all secrets of users, sorted.
    fn names(&self) -> Result<Vec<String>, Fault>;
}

/// A store with nothing in it.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSecrets;

impl SecretSource for NoSecrets {
    fn get(&self, _name: &str, _tell: &Tell<'_>) -> Result<Option<Secret<Vec<u8>>>, Fault> {
        Ok(None)
    }

    fn names(&self) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }
}

impl Context<'_> {
    /// One secret of the store, masked from here on wherever it turns up. That it is read is logged; what is not quite
    /// right goes to the log and to `warnings`.
    pub(crate) fn secret(&self, name: &str, warnings: &mut Vec<String>) -> Result<Option<Secret<Vec<u8>>>, Fault> {
        let warned = RefCell::new(Vec::new());
        let tell = |level: LogLevel, message: &str, fields: &[(&str, &str)]| {
            self.log(level, message, fields);
            if level == LogLevel::Warn {
                warned.borrow_mut().push(message.to_owned());
            }
        };
        let found = self.run.secrets.get(name, &tell);
        warnings.append(&mut warned.borrow_mut());
        let found = found?;
        if let Some(secret) = &found {
            keep_secret(&Value::text(secret.reveal().as_slice()), &self.run.redactor);
        }
        Ok(found)
    }
}
