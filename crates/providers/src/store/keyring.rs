//! The keys that open the secrets of one store.

use super::chest::{Chest, open_with};
use super::keys::{self, Held};
use super::rotation::{self, Pair};
use super::seal::{MasterKey, Plain};
use super::{Damage, KeySource, Places, SecretName, StoreError, Tell};
use engine::LogLevel;
use system::{KeychainError, ReadWorld};

/// The keys of a store, in the order in which they are tried.
pub(super) struct Keyring {
    held: Vec<Held>,
    /// What looks like a key and is none.
    pub(super) faults: Vec<String>,
    /// Why the keychain did not answer.
    keychain: Option<KeychainError>,
    /// The keys of a rotation that is not finished.
    pub(super) pair: Option<Pair>,
}

impl Keyring {
    /// Finds all keys. Those that open nothing are left out, and told of.
    pub(super) fn load(places: &Places, world: &ReadWorld, tell: &Tell<'_>) -> Result<Self, StoreError> {
        let chest = Chest { directory: &places.directory, files: &*world.files };
        // In this order: a rotation that ends in between has left its new key behind.
        let left = chest.read(&places.directory.join(rotation::FILE), rotation::LENGTH).ok().flatten();
        let keys::Found { keys: mut held, faults, keychain } = keys::find(places, world)?;
        let pair = left.and_then(|left| held.iter().find_map(|held| Pair::open(&left, &held.key)));
        for fault in faults.iter().filter(|_| !held.is_empty()) {
            tell(LogLevel::Warn, &format!("{fault}; it is skipped"), &[]);
        }
        if held.len() > 1 {
            held = useful(held, pair.as_ref(), chest, tell)?;
        }
        if let Some(first) = held.first().filter(|held| held.source != KeySource::Keychain) {
            // A program that knows no keychain has nothing better to offer.
            let level = if cfg!(feature = "keychain") { LogLevel::Warn } else { LogLevel::Info };
            tell(level, "the master key is not in a keychain", &[("source", &first.source.to_string())]);
        }
        for key in pair.iter().flat_map(|pair| [&pair.old, &pair.new]) {
            if held.iter().all(|held| held.key != *key) {
                held.push(Held { key: key.clone(), source: KeySource::Rotation });
            }
        }
        Ok(Self { held, faults, keychain, pair })
    }

    /// Whether there is any key.
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Where the keys come from, in words.
    pub(super) fn sources(&self) -> Vec<String> {
        self.held.iter().map(|held| held.source.to_string()).collect()
    }

    /// Opens the content of a file with whichever key can.
    pub(super) fn open(&self, sealed: &[u8]) -> Result<Plain, Damage> {
        open_with(self.held.iter().map(|held| &held.key), sealed)
    }

    /// The key to write with: the first that opens a secret that is there. Without secrets it is the first, and `None`
    /// when there is no key at all. A secret that is about to be overwritten does not count.
    pub(super) fn writing(&self, chest: Chest<'_>, except: Option<&SecretName>) -> Result<Option<&Held>, StoreError> {
        if chest.names()?.iter().all(|name| Some(name) == except) {
            return Ok(self.held.first());
        }
        for held in &self.held {
            if chest.is_opened_by(&held.key, except)? {
                return Ok(Some(held));
            }
        }
        Err(self.nothing_opens(chest))
    }

    /// The place of one of two keys.
    pub(super) fn home_of(&self, pair: &Pair) -> Option<&KeySource> {
        let home = self.held.iter().find(|held| held.source != KeySource::Rotation && pair.has(&held.key));
        home.map(|held| &held.source)
    }

    fn nothing_opens(&self, chest: Chest<'_>) -> StoreError {
        if self.is_empty() { self.no_key(chest) } else { StoreError::ForeignStore(chest.directory.to_owned()) }
    }

    /// There is none for a store.
    pub(super) fn no_key(&self, chest: Chest<'_>) -> StoreError {
        let (directory, faults) = (chest.directory.to_owned(), self.faults.clone());
        StoreError::NoKey { directory, faults, keychain: self.keychain.clone() }
    }
}

/// Those of several keys that open something. When none does all of them stay, for the messages.
fn useful(held: Vec<Held>, pair: Option<&Pair>, chest: Chest<'_>, tell: &Tell<'_>) -> Result<Vec<Held>, StoreError> {
    if chest.names()?.is_empty() {
        return Ok(held);
    }
    let opens = |key: &MasterKey| Ok(pair.is_some_and(|pair| pair.has(key)) || chest.is_opened_by(key, None)?);
    let judged = held.iter().map(|held| opens(&held.key)).collect::<Result<Vec<bool>, StoreError>>()?;
    if !judged.contains(&true) {
        return Ok(held);
    }
    let (kept, skipped): (Vec<_>, Vec<_>) = held.into_iter().zip(judged).partition(|(_, opens)| *opens);
    for (held, _) in skipped {
        let text = format!("the master key from {} opens no stored secret; it is skipped", held.source);
        tell(LogLevel::Warn, &text, &[]);
    }
    Ok(kept.into_iter().map(|(held, _)| held).collect())
}
