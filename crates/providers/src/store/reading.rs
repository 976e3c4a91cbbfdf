//! Reading secrets.

use super::chest::Chest;
use super::keyring::Keyring;
use super::seal::Plain;
use super::{Places, SecretName, StoreError, Tell};
use crate::{Fault, SecretSource};
use engine::LogLevel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use system::ReadWorld;
use value::Secret;
use zeroize::Zeroizing;

/// A rotation may begin, or end, between the look at the keys and the look at the secret.
const RETRIES: usize = 2;

/// The secrets of a user. Making one touches nothing; keys are looked for when the first secret is read.
pub struct Store {
    /// Nothing when the environment does not say where secrets are.
    places: Option<Places>,
    world: ReadWorld,
    keyring: Mutex<Option<Arc<Keyring>>>,
}

impl Store {
    /// Where the environment says.
    pub fn of(world: &ReadWorld) -> Self {
        Self { places: Places::of(world).ok(), world: world.clone(), keyring: Mutex::default() }
    }

    /// In these places.
    pub fn at(places: Places, world: &ReadWorld) -> Self {
        Self { places: Some(places), ..Self::of(world) }
    }

    /// The same, and whether only the keychain is good enough for a master key, beside what the environment says.
    #[must_use]
    pub fn keychain_only(mut self, only: bool) -> Self {
        self.places.iter_mut().for_each(|places| places.keychain_only |= only);
        self
    }

    /// The names of all secrets, sorted; no key is needed.
    pub fn names(&self) -> Result<Vec<SecretName>, StoreError> {
        self.chest()?.names()
    }

    /// Whether there is such a secret; no key is needed.
    pub fn exists(&self, name: &SecretName) -> Result<bool, StoreError> {
        self.chest()?.has(name)
    }

    /// One secret; `None` when there is none of that name. That it is read is told.
    pub fn get(&self, name: &SecretName, tell: &Tell<'_>) -> Result<Option<Secret<Zeroizing<Vec<u8>>>>, StoreError> {
        let Some(sealed) = self.chest()?.sealed(name)? else { return Ok(None) };
        tell(LogLevel::Info, "secret read", &[("name", name.as_str())]);
        let cached = self.kept().clone();
        if let Some(plain) = cached.and_then(|keyring| keyring.open(&sealed).ok()) {
            return Ok(Some(Secret::new(plain)));
        }
        let mut opened = self.open_anew(name, tell);
        for _ in 0..RETRIES {
            let Err(StoreError::Corrupted { .. } | StoreError::NoKey { .. }) = opened else { break };
            opened = self.open_anew(name, &|_, _, _| {});
        }
        opened.map(|plain| plain.map(Secret::new))
    }

    /// Looks for keys, and opens the secret as it is by now: somebody may have changed the keys meanwhile.
    fn open_anew(&self, name: &SecretName, tell: &Tell<'_>) -> Result<Option<Plain>, StoreError> {
        let keyring = self.load_keys(tell)?;
        let Some(sealed) = self.chest()?.sealed(name)? else { return Ok(None) };
        if keyring.is_empty() {
            return Err(keyring.no_key(self.chest()?));
        }
        keyring.open(&sealed).map(Some).map_err(|damage| {
            let (name, keys) = (name.to_string(), keyring.sources());
            StoreError::Corrupted { name, damage, keys }
        })
    }

    /// Finds the keys, and keeps them for the next secret.
    pub(super) fn load_keys(&self, tell: &Tell<'_>) -> Result<Arc<Keyring>, StoreError> {
        let keyring = Arc::new(Keyring::load(self.places()?, &self.world, tell)?);
        *self.kept() = Some(Arc::clone(&keyring));
        Ok(keyring)
    }

    /// The keys are other ones now.
    pub(super) fn forget_keys(&self) {
        *self.kept() = None;
    }

    pub(super) fn places(&self) -> Result<&Places, StoreError> {
        self.places.as_ref().ok_or(StoreError::NoPlace)
    }

    pub(super) fn chest(&self) -> Result<Chest<'_>, StoreError> {
        Ok(Chest { directory: &self.places()?.directory, files: &*self.world.files })
    }

    fn kept(&self) -> MutexGuard<'_, Option<Arc<Keyring>>> {
        self.keyring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SecretSource for Store {
    fn get(&self, name: &str, tell: &Tell<'_>) -> Result<Option<Secret<Vec<u8>>>, Fault> {
        let name = SecretName::parse(name).map_err(StoreError::from)?;
        let found = self.get(&name, tell)?;
        Ok(found.map(|secret| secret.map(|plain| plain.to_vec())))
    }

    fn names(&self) -> Result<Vec<String>, Fault> {
        let names = self.names()?.into_iter().filter(|name| !name.is_internal());
        Ok(names.map(|name| name.to_string()).collect())
    }
}
