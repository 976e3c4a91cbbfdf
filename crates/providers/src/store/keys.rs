//! Where master keys are looked for, and in which order.

use super::seal::MasterKey;
use super::{Places, StoreError};
use std::fmt;
use std::path::{Path, PathBuf};
use system::{KeychainError, ReadWorld};
use zeroize::Zeroizing;

/// The names under which the keychain has the key.
pub(super) const SERVICE: &str = "scafctl";
pub(super) const ACCOUNT: &str = "master-key";
const VARIABLE: &str = "SCAFCTL_SECRET_KEY";
/// A key is 44 characters; whatever is much longer is something else.
pub(super) const LONGEST: usize = 4096;

/// Where a master key comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// The keychain of the user.
    Keychain,
    /// `SCAFCTL_SECRET_KEY`.
    Environment,
    /// A file.
    File(PathBuf),
    /// Another key that is about to be replaced, or was.
    Rotation,
}

impl fmt::Display for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keychain => f.write_str("the keychain"),
            Self::Environment => f.write_str(VARIABLE),
            Self::File(path) => write!(f, "`{}`", path.display()),
            Self::Rotation => f.write_str("an unfinished rotation"),
        }
    }
}

/// A key, and where it comes from.
#[derive(Clone)]
pub(super) struct Held {
    pub(super) key: MasterKey,
    pub(super) source: KeySource,
}

/// All keys, in order, and what looks like a key and is none.
#[derive(Default)]
pub(super) struct Found {
    pub(super) keys: Vec<Held>,
    pub(super) faults: Vec<String>,
    /// Why the keychain did not answer.
    pub(super) keychain: Option<KeychainError>,
}

impl Found {
    fn take(&mut self, text: &[u8], source: KeySource) {
        match MasterKey::parse(text) {
            // The same key twice is one key, from the first place.
            Some(key) if self.keys.iter().any(|held| held.key == key) => {}
            Some(key) => self.keys.push(Held { key, source }),
            None => self.faults.push(format!("{source} is no master key: expected 32 bytes as base64")),
        }
    }
}

/// Looks in all places.
pub(super) fn find(places: &Places, world: &ReadWorld) -> Result<Found, StoreError> {
    let mut found = Found::default();
    match world.keychain.password(SERVICE, ACCOUNT) {
        Ok(Some(text)) => found.take(Zeroizing::new(text.into_revealed()).as_bytes(), KeySource::Keychain),
        Err(error) if places.keychain_only => return Err(error.into()),
        Ok(None) => {}
        // A keychain that does not answer is one without a key: a machine without a desktop has none.
        Err(error) => found.keychain = Some(error),
    }
    if places.keychain_only {
        return Ok(found);
    }
    if let Some(text) = world.environment.var(VARIABLE).filter(|text| !text.is_empty()) {
        let text = Zeroizing::new(text.into_encoded_bytes());
        found.take(&text, KeySource::Environment);
    }
    if let Some(path) = &places.key_file {
        from_file(path, world, &mut found);
    }
    Ok(found)
}

fn from_file(path: &Path, world: &ReadWorld, found: &mut Found) {
    match world.files.read(path, LONGEST as u64) {
        Ok(text) => found.take(&Zeroizing::new(text), KeySource::File(path.to_owned())),
        Err(error) if error.is_nothing() => {}
        Err(error) => found.faults.push(error.to_string()),
    }
}
