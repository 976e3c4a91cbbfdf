//! Another master key for all secrets.

use super::rotation::{self, Pair};
use super::seal::{self, MasterKey};
use super::{KeySource, SecretName, StoreError, StoreWriter};
use crate::store::keyring::Keyring;
use std::path::Path;
use system::files::Removal;
use zeroize::Zeroizing;

/// What a rotation did.
#[derive(Debug)]
pub struct Rotated {
    /// How many secrets the new key opens.
    pub secrets: usize,
    /// Where the new key is.
    pub key: KeySource,
    /// The damaged ones, which no key opened before either; they are left as they are, and the old key is kept for them.
    pub damaged: Vec<StoreError>,
}

impl StoreWriter<'_> {
    /// Makes a new key, and seals every secret with it; `None` when there is neither a key nor a secret. One that was cut
    /// off is finished. A key of the environment needs a file for the new one.
    ///
    /// Both keys are put beside the secrets first, each sealed with the other. From then on either opens everything, and
    /// only when the new one is in its place that file goes. It stays while a secret is damaged: a copy of that one may come
    /// back, and it needs the old key.
    pub fn rotate(&self, key_file: Option<&Path>) -> Result<Option<Rotated>, StoreError> {
        let chest = self.chest()?;
        let keyring = self.store.load_keys(self.tell)?;
        let Some(current) = keyring.writing(chest, None)? else { return Ok(None) };
        let (names, damaged) = self.judged(chest.names()?, &keyring)?;
        let (pair, is_begun) = match &keyring.pair {
            Some(pair) => (pair.clone(), true),
            None => (Pair { old: current.key.clone(), new: MasterKey::fresh(&*self.world.read.random) }, false),
        };
        let left = chest.directory.join(rotation::FILE);
        if !is_begun && chest.read(&left, usize::MAX)?.is_some() {
            return Err(StoreError::ForeignRotation(left));
        }
        let home = self.home(&keyring, &pair, key_file)?;
        if !is_begun {
            self.put_aside(rotation::FILE, &pair.sealed(&*self.world.read.random))?;
        }
        if key_file.is_some() {
            self.keep(&pair.new, &home)?;
        }
        self.seal_all(&names, &keyring, &pair.new)?;
        self.finish(&pair.new, &home, damaged.is_empty()).map_err(|why| half(names.len(), names.len(), why))?;
        Ok(Some(Rotated { secrets: names.len(), key: home, damaged }))
    }

    /// The secrets that a key opens, and what is wrong with the others: those are not touched.
    fn judged(
        &self,
        names: Vec<SecretName>,
        keyring: &Keyring,
    ) -> Result<(Vec<SecretName>, Vec<StoreError>), StoreError> {
        let chest = self.chest()?;
        let (mut whole, mut damaged) = (Vec::with_capacity(names.len()), Vec::new());
        for name in names {
            let Some(sealed) = chest.sealed(&name)? else { continue };
            match keyring.open(&sealed) {
                Ok(_) => whole.push(name),
                Err(damage) => {
                    damaged.push(StoreError::Corrupted { name: name.to_string(), damage, keys: keyring.sources() });
                }
            }
        }
        Ok((whole, damaged))
    }

    /// Where the new key goes.
    fn home(&self, keyring: &Keyring, pair: &Pair, key_file: Option<&Path>) -> Result<KeySource, StoreError> {
        let source = keyring.home_of(pair).unwrap_or(&KeySource::Environment);
        match (source, key_file) {
            (KeySource::Environment | KeySource::Rotation, None) => Err(StoreError::EnvironmentKey),
            (KeySource::Environment | KeySource::Rotation, Some(file)) => {
                self.is_free(file, &pair.new)?;
                Ok(KeySource::File(file.to_owned()))
            }
            (source, Some(_)) => Err(StoreError::NeedlessKeyFile(source.to_string())),
            (source, None) => Ok(source.clone()),
        }
    }

    /// A file for the new key is a new one, or has that key already.
    fn is_free(&self, file: &Path, new: &MasterKey) -> Result<(), StoreError> {
        match self.world.read.files.read(file, super::keys::LONGEST as u64).map(Zeroizing::new) {
            Err(error) if error.is_not_found() => Ok(()),
            Ok(text) if MasterKey::parse(&text).as_ref() == Some(new) => Ok(()),
            // Nothing is there, and nothing can be.
            Err(error) if error.is_nothing() => Err(error.into()),
            Ok(_) | Err(_) => Err(StoreError::KeyFileExists(file.to_owned())),
        }
    }

    fn seal_all(&self, names: &[SecretName], keyring: &Keyring, new: &MasterKey) -> Result<(), StoreError> {
        let notices = &self.world.read.notices;
        for (done, name) in names.iter().enumerate() {
            notices.at(|| format!("{done} of {} secrets", names.len()));
            self.seal_one(name, keyring, new).map_err(|why| half(done, names.len(), why))?;
        }
        notices.at(String::new);
        Ok(())
    }

    fn seal_one(&self, name: &SecretName, keyring: &Keyring, new: &MasterKey) -> Result<(), StoreError> {
        if let Some(signal) = self.world.read.interrupt.signalled() {
            return Err(StoreError::Interrupted(signal));
        }
        let Some(sealed) = self.chest()?.sealed(name)? else { return Ok(()) };
        if seal::open(new, &sealed).is_ok() {
            return Ok(());
        }
        let plain = keyring.open(&sealed).map_err(|damage| StoreError::Corrupted {
            name: name.to_string(),
            damage,
            keys: keyring.sources(),
        })?;
        self.put(name, &seal::seal(new, &plain, &*self.world.read.random))
    }

    /// Puts the new key in its place, and takes the file with both away when nothing needs the old one.
    fn finish(&self, new: &MasterKey, home: &KeySource, is_done: bool) -> Result<(), StoreError> {
        self.keep(new, home)?;
        self.world.files.sync()?;
        if is_done {
            self.world.files.remove(&self.chest()?.directory.join(rotation::FILE), Removal::One)?;
        }
        self.store.forget_keys();
        self.forget_key();
        Ok(())
    }
}

fn half(done: usize, of: usize, why: StoreError) -> StoreError {
    StoreError::HalfRotated { done, of, why: Box::new(why) }
}
