//! The keychain of the user: passwords that the desktop or the system keeps. What talks to it is a cargo feature.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use value::Secret;

/// Looking up passwords.
pub trait ReadKeychain: Send + Sync {
    /// The password of an account with a service; `None` when there is none.
    fn password(&self, service: &str, account: &str) -> Result<Option<Secret<String>>, KeychainError>;
}

/// Changing passwords.
pub trait WriteKeychain: ReadKeychain {
    /// Keeps a password in place of the one that is there.
    fn keep(&self, service: &str, account: &str, password: &Secret<String>) -> Result<(), KeychainError>;
}

/// There is no keychain, or it does not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot access keyring: {0}")]
pub struct KeychainError(String);

/// The keychain of whoever runs the program.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RealKeychain;

#[cfg(not(feature = "keychain"))]
mod real {
    use super::{KeychainError, ReadKeychain, RealKeychain, Secret, WriteKeychain};

    fn absent() -> KeychainError {
        KeychainError("this program was built without the feature `keychain`".to_owned())
    }

    impl ReadKeychain for RealKeychain {
        fn password(&self, _service: &str, _account: &str) -> Result<Option<Secret<String>>, KeychainError> {
            Err(absent())
        }
    }

    impl WriteKeychain for RealKeychain {
        fn keep(&self, _service: &str, _account: &str, _password: &Secret<String>) -> Result<(), KeychainError> {
            Err(absent())
        }
    }
}

#[cfg(feature = "keychain")]
mod real {
    use super::{KeychainError, ReadKeychain, RealKeychain, Secret, WriteKeychain};
    use keyring::v1::{Entry, Error};

    /// The text of an error is its kind alone: some carry what was stored.
    fn failed(error: &Error) -> KeychainError {
        KeychainError(match error {
            Error::PlatformFailure(cause) | Error::NoStorageAccess(cause) => cause.to_string(),
            Error::NoDefaultStore => "no keychain answers".to_owned(),
            Error::Ambiguous(_) => "several entries fit".to_owned(),
            Error::BadEncoding(_) => "the entry is not text".to_owned(),
            _ => "the keychain refused".to_owned(),
        })
    }

    impl ReadKeychain for RealKeychain {
        fn password(&self, service: &str, account: &str) -> Result<Option<Secret<String>>, KeychainError> {
            match Entry::new(service, account).and_then(|entry| entry.get_password()) {
                Ok(password) => Ok(Some(Secret::new(password))),
                Err(Error::NoEntry) => Ok(None),
                Err(error) => Err(failed(&error)),
            }
        }
    }

    impl WriteKeychain for RealKeychain {
        fn keep(&self, service: &str, account: &str, password: &Secret<String>) -> Result<(), KeychainError> {
            let entry = Entry::new(service, account).map_err(|error| failed(&error))?;
            entry.set_password(password.reveal()).map_err(|error| failed(&error))
        }
    }
}

/// A keychain made up. It does not answer until it is unlocked.
#[derive(Debug, Default)]
pub struct FakeKeychain(Mutex<Option<Entries>>);

type Entries = BTreeMap<(String, String), Secret<String>>;

impl FakeKeychain {
    /// One that answers, with nothing in it.
    pub fn unlocked() -> Self {
        Self(Mutex::new(Some(Entries::new())))
    }

    fn locked(&self) -> MutexGuard<'_, Option<Entries>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn key(service: &str, account: &str) -> (String, String) {
        (service.to_owned(), account.to_owned())
    }
}

fn silent() -> KeychainError {
    KeychainError("no keychain answers".to_owned())
}

impl ReadKeychain for FakeKeychain {
    fn password(&self, service: &str, account: &str) -> Result<Option<Secret<String>>, KeychainError> {
        let entries = self.locked();
        Ok(entries.as_ref().ok_or_else(silent)?.get(&Self::key(service, account)).cloned())
    }
}

impl WriteKeychain for FakeKeychain {
    fn keep(&self, service: &str, account: &str, password: &Secret<String>) -> Result<(), KeychainError> {
        let mut entries = self.locked();
        entries.as_mut().ok_or_else(silent)?.insert(Self::key(service, account), password.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_made_up_keychain_keeps_what_it_is_given_once_it_answers() {
        let secret = Secret::new("value".to_owned());
        let silent = FakeKeychain::default();
        assert_eq!(silent.password("a", "b").unwrap_err().to_string(), "cannot access keyring: no keychain answers");
        assert!(silent.keep("a", "b", &secret).is_err());
        let open = FakeKeychain::unlocked();
        assert_eq!(open.password("a", "b").unwrap(), None);
        open.keep("a", "b", &secret).unwrap();
        assert_eq!(open.password("a", "b").unwrap(), Some(secret));
        assert_eq!(open.password("a", "c").unwrap(), None);
    }
}
