//! The secrets store: keys in their order, damage that removes nothing, rotation, documents.

mod documents;
mod keys;
mod real;
mod rotation;

use engine::LogLevel;
use providers::store::{Existing, Kept, Places, SecretName, Store, StoreError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use system::files::{Links, ReadFiles};
use system::{FakeEnvironment, FakeKeychain, FakeWorld, ReadWorld, WriteWorld};

pub(crate) const KEY: &str = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
pub(crate) const OTHER_KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const DIRECTORY: &str = "/data/scafctl/secrets";
const KEY_FILE: &str = "/data/scafctl/master.key";

pub(crate) fn name(text: &str) -> SecretName {
    SecretName::parse(text).unwrap()
}

/// Nobody listens.
pub(crate) fn quiet(_: LogLevel, _: &str, _: &[(&str, &str)]) {}

/// A machine whose files stay while its environment changes.
struct Machine {
    fake: FakeWorld,
    variables: Vec<(&'static str, String)>,
    heard: Mutex<Vec<String>>,
}

impl Machine {
    fn new() -> Self {
        let variables = vec![("XDG_DATA_HOME", "/data".to_owned())];
        Self { fake: FakeWorld::new(), variables, heard: Mutex::default() }
    }

    fn with_keychain() -> Self {
        let mut machine = Self::new();
        machine.fake.keychain = Arc::new(FakeKeychain::unlocked());
        machine
    }

    /// The same machine with one variable more.
    fn set(&mut self, name: &'static str, value: impl Into<String>) -> &mut Self {
        self.variables.retain(|(other, _)| *other != name);
        self.variables.push((name, value.into()));
        self
    }

    fn world(&self) -> WriteWorld {
        let nothing = FakeEnvironment::in_directory("/");
        let environment = self.variables.iter().fold(nothing, |all, (name, value)| all.with(name, value));
        let world = self.fake.write();
        WriteWorld { read: ReadWorld { environment: Arc::new(environment), ..world.read.clone() }, ..world }
    }

    fn store(&self) -> Store {
        Store::of(&self.world().read)
    }

    fn tell(&self, level: LogLevel, message: &str, fields: &[(&str, &str)]) {
        self.heard.lock().unwrap().push(format!("{level:?} {message} {fields:?}"));
    }

    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.heard.lock().unwrap())
    }

    /// What was told as a warning since somebody asked last.
    fn warnings(&self) -> Vec<String> {
        self.heard().into_iter().filter(|line| line.starts_with("Warn")).collect()
    }

    fn put(&self, secret: &str, value: &str) -> Result<Kept, StoreError> {
        let tell = |level: LogLevel, message: &str, fields: &[(&str, &str)]| self.tell(level, message, fields);
        let (store, world) = (self.store(), self.world());
        let writer = store.writer(&world, &tell)?;
        writer.set(&name(secret), value.as_bytes(), Existing::Replace)
    }

    fn get(&self, secret: &str) -> Result<Option<String>, StoreError> {
        let tell = |level: LogLevel, message: &str, fields: &[(&str, &str)]| self.tell(level, message, fields);
        let found = self.store().get(&name(secret), &tell)?;
        Ok(found.map(|secret| String::from_utf8(secret.reveal().to_vec()).unwrap()))
    }

    fn rotate(&self, key_file: Option<&str>) -> Result<Option<providers::store::Rotated>, StoreError> {
        let (store, world) = (self.store(), self.world());
        let writer = store.writer(&world, &quiet)?;
        writer.rotate(key_file.map(Path::new))
    }

    fn file(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        self.fake.files.read(path.as_ref(), u64::MAX).ok()
    }

    fn text(&self, path: &str) -> String {
        String::from_utf8(self.file(path).unwrap()).unwrap()
    }

    fn path(secret: &str) -> PathBuf {
        Path::new(DIRECTORY).join(format!("{secret}.enc"))
    }

    /// Everything below `/data`.
    fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let names = self.fake.files.list(Path::new(DIRECTORY)).unwrap_or_default();
        let paths = names.iter().map(|name| Path::new(DIRECTORY).join(name)).chain([PathBuf::from(KEY_FILE)]);
        paths.filter_map(|path| Some((path.clone(), self.file(&path)?))).collect()
    }

    fn mode(&self, path: impl AsRef<Path>) -> u32 {
        self.fake.files.stat(path.as_ref(), Links::Keep).unwrap().unwrap().mode
    }
}

#[test]
fn a_secret_comes_back_as_it_was() {
    let machine = Machine::new();
    assert_eq!(machine.get("a").unwrap(), None);
    assert_eq!(machine.put("a", "one").unwrap(), Kept::Created);
    assert_eq!(machine.put("a", "two\n").unwrap(), Kept::Updated);
    assert_eq!(machine.put("empty", "").unwrap(), Kept::Created);
    assert_eq!(machine.get("a").unwrap().unwrap(), "two\n");
    assert_eq!(machine.get("empty").unwrap().unwrap(), "");
    assert_eq!(machine.store().names().unwrap(), [name("a"), name("empty")]);
    assert_eq!((machine.mode(Machine::path("a")), machine.mode(KEY_FILE)), (0o600, 0o600));
    assert_eq!(machine.mode(DIRECTORY), 0o700);
}

#[test]
fn what_is_there_is_kept_unless_somebody_says_so() {
    let machine = Machine::new();
    machine.put("a", "one").unwrap();
    let (store, world) = (machine.store(), machine.world());
    let writer = store.writer(&world, &quiet).unwrap();
    let refused = writer.set(&name("a"), b"two", Existing::Refuse).unwrap_err();
    assert_eq!(refused.to_string(), "secret \"a\" already exists");
    assert_eq!(machine.get("a").unwrap().unwrap(), "one");
    assert_eq!(writer.delete(&name("b")).unwrap_err().to_string(), "secret \"b\" not found");
    writer.delete(&name("a")).unwrap();
    assert_eq!(machine.get("a").unwrap(), None);
    let large = writer.set(&name("large"), &vec![0; (10 << 20) + 1], Existing::Refuse).unwrap_err();
    assert_eq!(large.to_string(), "secret \"large\" has 10485761 bytes, at most 10485760 are allowed");
}

#[test]
fn a_read_is_told_by_name_and_never_by_value() {
    let machine = Machine::new();
    machine.put("api-key", "S3NTINEL-value").unwrap();
    machine.get("api-key").unwrap();
    let heard = machine.heard().join("\n");
    assert!(heard.contains(r#"Info secret read [("name", "api-key")]"#), "{heard}");
    assert!(!heard.contains("S3NTINEL"), "{heard}");
}

#[test]
fn permissions_of_others_are_taken_away() {
    let machine = Machine::new();
    machine.put("a", "one").unwrap();
    let world = machine.world();
    for (path, mode) in [(DIRECTORY, 0o755), (KEY_FILE, 0o644)] {
        world.files.set_attributes(Path::new(path), system::files::Attributes::mode(mode)).unwrap();
    }
    machine.store().repair(&world, &quiet);
    assert_eq!((machine.mode(DIRECTORY), machine.mode(KEY_FILE)), (0o700, 0o600));
    world.files.set_attributes(Path::new(DIRECTORY), system::files::Attributes::mode(0o1777)).unwrap();
    let tell = |level: LogLevel, message: &str, fields: &[(&str, &str)]| machine.tell(level, message, fields);
    machine.heard();
    machine.store().repair(&world, &tell);
    assert_eq!(machine.mode(DIRECTORY), 0o1777, "a directory for everybody is not ours to close");
    assert_eq!(machine.warnings(), ["Warn `/data/scafctl/secrets` can be read by others, and stays so []"]);
}

#[test]
fn without_a_place_there_is_a_clear_error() {
    let mut machine = Machine::new();
    machine.variables.clear();
    let error = machine.get("a").unwrap_err();
    assert_eq!(error.to_string(), "there is no directory for secrets");
    assert_eq!(error.help().unwrap(), "set SCAFCTL_SECRETS_DIR, XDG_DATA_HOME or HOME");
    machine.set("SCAFCTL_SECRETS_DIR", "/secrets");
    assert_eq!(machine.put("a", "one").unwrap_err().to_string(), "there is no place for a master key");
    machine.set("SCAFCTL_SECRET_KEY", KEY);
    machine.put("a", "one").unwrap();
    assert_eq!(machine.get("a").unwrap().unwrap(), "one");
    let places = Places { directory: "/secrets".into(), key_file: None, keychain_only: false };
    assert!(Store::at(places, &machine.world().read).exists(&name("a")).unwrap());
}
