//! Changing secrets.

use super::chest::{Chest, LONGEST};
use super::keys::{ACCOUNT, SERVICE};
use super::seal::{self, MasterKey};
use super::{KeySource, Places, SecretName, Store, StoreError, Tell, lock};
use engine::LogLevel;
use std::cell::RefCell;
use std::path::Path;
use system::WriteWorld;
use system::files::{Attributes, Content, Destination, FileError, FileKind, Links, Removal, Stat};
use value::Secret;

/// What becomes of a secret that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the new one is refused.
    Refuse,
    /// It is replaced.
    Replace,
}

/// What became of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It is new.
    Created,
    /// It was there before.
    Updated,
}

/// A store that can be changed. As long as it is held nobody else can.
pub struct StoreWriter<'a> {
    pub(super) store: &'a Store,
    pub(super) world: &'a WriteWorld,
    pub(super) tell: &'a Tell<'a>,
    /// The key that new secrets are written with, once it is known.
    key: RefCell<Option<MasterKey>>,
    #[expect(dead_code, reason = "it is held, not used")]
    lock: Box<dyn Send + Sync>,
}

/// Only for their owner.
const PRIVATE_FILE: u32 = 0o600;
const PRIVATE_DIRECTORY: u32 = 0o700;
const OTHERS: u32 = 0o077;
const STICKY: u32 = 0o1000;

impl Store {
    /// Makes the directory when it is not there, and keeps others from changing it meanwhile.
    pub fn writer<'a>(&'a self, world: &'a WriteWorld, tell: &'a Tell<'a>) -> Result<StoreWriter<'a>, StoreError> {
        let directory = &self.places()?.directory;
        let is_no_directory = || StoreError::NotADirectory(directory.to_owned());
        match look(directory, world)?.map(|stat| stat.kind) {
            Some(FileKind::Directory) => {}
            Some(_) => return Err(is_no_directory()),
            None => world
                .files
                .make_directory(directory, Attributes::mode(PRIVATE_DIRECTORY))
                .map_err(|error| if error.is_nothing() { is_no_directory() } else { error.into() })?,
        }
        self.repair(world, tell);
        let lock = lock::take(directory, world)?;
        world.files.sweep(directory)?;
        Ok(StoreWriter { store: self, world, tell, key: RefCell::default(), lock })
    }

    /// Takes permissions away from others, where a store and a key are. What cannot be repaired is told.
    pub fn repair(&self, world: &WriteWorld, tell: &Tell<'_>) {
        let Ok(Places { directory, key_file, .. }) = self.places() else { return };
        let files = key_file.iter().map(|path| (path, FileKind::File, PRIVATE_FILE));
        for (path, kind, mode) in [(directory, FileKind::Directory, PRIVATE_DIRECTORY)].into_iter().chain(files) {
            if let Ok(Some(stat)) = look(path, world)
                && stat.kind == kind
                && stat.mode & OTHERS != 0
                && !(repairable(&stat) && world.files.set_attributes(path, Attributes::mode(mode)).is_ok())
            {
                tell(LogLevel::Warn, &format!("`{}` can be read by others, and stays so", path.display()), &[]);
            }
        }
    }
}

fn look(path: &Path, world: &WriteWorld) -> Result<Option<Stat>, FileError> {
    match world.read.files.stat(path, Links::Follow) {
        Err(error) if error.is_nothing() => Ok(None),
        found => found,
    }
}

/// A directory for everybody, such as `/tmp`, was named by mistake.
fn repairable(stat: &Stat) -> bool {
    stat.mode & STICKY == 0
}

impl StoreWriter<'_> {
    /// Keeps a secret.
    pub fn set(&self, name: &SecretName, value: &[u8], existing: Existing) -> Result<Kept, StoreError> {
        if value.len() > LONGEST {
            return Err(StoreError::TooLarge { name: name.to_string(), size: value.len(), limit: LONGEST });
        }
        let chest = self.chest()?;
        let kept = if chest.has(name)? { Kept::Updated } else { Kept::Created };
        if kept == Kept::Updated && existing == Existing::Refuse {
            return Err(StoreError::Exists(name.to_string()));
        }
        let key = self.key_for(name)?;
        self.put(name, &seal::seal(&key, value, &*self.world.read.random))?;
        Ok(kept)
    }

    /// Removes a secret.
    pub fn delete(&self, name: &SecretName) -> Result<(), StoreError> {
        let chest = self.chest()?;
        if !chest.has(name)? {
            return Err(StoreError::NotFound(name.to_string()));
        }
        Ok(self.world.files.remove(&chest.path(name), Removal::One)?)
    }

    pub(super) fn chest(&self) -> Result<Chest<'_>, StoreError> {
        self.store.chest()
    }

    /// Puts the content of a secret's file in place, in one step.
    pub(super) fn put(&self, name: &SecretName, sealed: &[u8]) -> Result<(), StoreError> {
        let path = self.chest()?.path(name);
        self.world.files.replace(&path, Content::Bytes(sealed), Attributes::mode(PRIVATE_FILE))?;
        Ok(())
    }

    /// The key that a secret is written with. Nobody else changes it as long as the lock is held.
    fn key_for(&self, name: &SecretName) -> Result<MasterKey, StoreError> {
        if let Some(key) = &*self.key.borrow() {
            return Ok(key.clone());
        }
        let key = self.find_key(name)?;
        *self.key.borrow_mut() = Some(key.clone());
        Ok(key)
    }

    /// The key of the store, which is made when the store is new.
    fn find_key(&self, name: &SecretName) -> Result<MasterKey, StoreError> {
        let keyring = self.store.load_keys(self.tell)?;
        if let Some(held) = keyring.writing(self.chest()?, Some(name))? {
            return Ok(held.key.clone());
        }
        // Whoever gave a key with a mistake in it does not want another one.
        if let Some(fault) = keyring.faults.first() {
            return Err(StoreError::BadKey(fault.clone()));
        }
        let key = MasterKey::fresh(&*self.world.read.random);
        let source = self.keep_new(&key)?;
        (self.tell)(LogLevel::Info, "a master key was made", &[("source", &source.to_string())]);
        self.store.forget_keys();
        Ok(key)
    }

    pub(super) fn forget_key(&self) {
        *self.key.borrow_mut() = None;
    }

    /// Keeps a new key in the first place that takes it.
    fn keep_new(&self, key: &MasterKey) -> Result<KeySource, StoreError> {
        let places = self.store.places()?;
        let refused = match self.keep(key, &KeySource::Keychain) {
            Ok(()) => return Ok(KeySource::Keychain),
            Err(refused) => refused,
        };
        if places.keychain_only {
            return Err(refused);
        }
        let source = KeySource::File(places.key_file.clone().ok_or(StoreError::NoKeyPlace)?);
        self.keep(key, &source)?;
        Ok(source)
    }

    /// Puts a key where it belongs, in place of one that is there.
    pub(super) fn keep(&self, key: &MasterKey, source: &KeySource) -> Result<(), StoreError> {
        match source {
            KeySource::Keychain => {
                let text = Secret::new(key.to_text().to_string());
                Ok(self.world.keychain.keep(SERVICE, ACCOUNT, &text)?)
            }
            KeySource::File(path) => self.keep_in_file(key, path),
            KeySource::Environment | KeySource::Rotation => Err(StoreError::EnvironmentKey),
        }
    }

    fn keep_in_file(&self, key: &MasterKey, path: &Path) -> Result<(), StoreError> {
        let files = &self.world.files;
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty())
            && look(parent, self.world)?.is_none()
        {
            files.make_directory(parent, Attributes::mode(PRIVATE_DIRECTORY))?;
        }
        // A key that is poured into a device or pipe is lost.
        let Destination::File(at) = Destination::of(&*self.world.read.files, path)? else {
            return Err(StoreError::KeyFileExists(path.to_owned()));
        };
        files.replace(&at, Content::Bytes(key.to_text().as_bytes()), Attributes::mode(PRIVATE_FILE))?;
        // A secret that is on the disk while its key is not would be lost with the power.
        Ok(files.sync()?)
    }

    /// Puts something else into the directory of the store.
    pub(super) fn put_aside(&self, file: &str, content: &[u8]) -> Result<(), StoreError> {
        let path = self.chest()?.directory.join(file);
        self.world.files.replace(&path, Content::Bytes(content), Attributes::mode(PRIVATE_FILE))?;
        Ok(self.world.files.sync()?)
    }
}
