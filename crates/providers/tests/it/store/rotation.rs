//! Another master key for all secrets, also when it is cut off at any point.

use super::{DIRECTORY, KEY, KEY_FILE, Machine, name, quiet};
use providers::store::{ExportForm, KeySource, Rotated, StoreError};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use system::{Notices, ReadKeychain, Signal};

const SECRETS: [(&str, &str); 3] = [("a", "one"), ("b", "two"), ("c", "three\n")];
const NEW_KEY: &str = "/keys/new.key";

fn filled(mut machine: Machine, key: Option<&str>) -> Machine {
    if let Some(key) = key {
        machine.set("SCAFCTL_SECRET_KEY", key);
    }
    for (name, value) in SECRETS {
        machine.put(name, value).unwrap();
    }
    machine
}

fn assert_open(machine: &Machine, why: &str) {
    for (name, value) in SECRETS {
        assert_eq!(machine.get(name).unwrap_or_else(|error| panic!("{why}: {error}")).unwrap(), value, "{why}");
    }
}

/// Every change of files from the next `left` on fails, as when the process is gone. The answer takes that back.
fn dies_after(machine: &Machine, left: usize) -> Arc<AtomicUsize> {
    let left = Arc::new(AtomicUsize::new(left));
    let counter = Arc::clone(&left);
    machine.fake.files.fail_when(move |verb, _| {
        let changes = ["replace", "remove", "sync"].contains(&verb);
        let is_over =
            changes && counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err();
        is_over.then_some(ErrorKind::Other)
    });
    left
}

#[test]
fn all_secrets_have_the_new_key_afterwards() {
    let machine = filled(Machine::new(), None);
    let (key, sealed) = (machine.text(KEY_FILE), machine.file(Machine::path("a")));
    let rotated = machine.rotate(None).unwrap();
    let Rotated { secrets, key: home, damaged } = rotated.unwrap();
    assert_eq!((secrets, home, damaged.len()), (3, KeySource::File(KEY_FILE.into()), 0));
    assert_ne!(machine.text(KEY_FILE), key);
    assert_ne!(machine.file(Machine::path("a")), sealed);
    assert_eq!(machine.mode(KEY_FILE), 0o600);
    assert_eq!(machine.file(format!("{DIRECTORY}/.rotation")), None);
    assert_open(&machine, "rotated");
    machine.fake.files.add_file(KEY_FILE, key);
    assert!(machine.get("a").is_err(), "the old key is of no use");
}

/// One secret that nothing opens keeps no other from its new key, and stays as it is. The old key is kept for a copy of it.
#[test]
fn a_damaged_secret_is_named_and_left_alone() {
    let machine = filled(Machine::new(), None);
    for content in [&b"short"[..], &[1; 60]] {
        machine.fake.files.add_file(Machine::path("bad"), content);
        let Rotated { secrets, damaged, .. } = machine.rotate(None).unwrap().unwrap();
        let named = damaged.first().unwrap().to_string();
        assert!(secrets == 3 && damaged.len() == 1 && named.starts_with("secret \"bad\" is corrupted"), "{named}");
        assert_eq!(machine.file(Machine::path("bad")).as_deref(), Some(content));
        assert!(machine.file(format!("{DIRECTORY}/.rotation")).is_some(), "both keys");
        assert_open(&machine, "rotated");
        let (store, now) = (machine.store(), machine.world().read.clock.now());
        let exported = store.export(&store.names().unwrap(), ExportForm::Json, &now, &quiet).unwrap();
        assert_eq!((exported.secrets, exported.damaged.len()), (3, 1));
        assert!(exported.document.contains("three") && !exported.document.contains("bad"));
        assert!(store.export(&[name("bad")], ExportForm::Json, &now, &quiet).is_err(), "there is nothing to export");
    }
}

#[test]
fn nothing_to_rotate_is_nothing_done() {
    let mut machine = Machine::new();
    assert!(machine.rotate(None).unwrap().is_none());
    assert_eq!(machine.file(KEY_FILE), None);
    machine.set("SCAFCTL_SECRET_KEY", KEY);
    assert!(matches!(machine.rotate(None).unwrap_err(), StoreError::EnvironmentKey));
}

#[test]
fn a_key_in_the_keychain_is_replaced_there() {
    let machine = filled(Machine::with_keychain(), None);
    let key = || machine.fake.keychain.password("scafctl", "master-key").unwrap().unwrap();
    let before = key();
    assert_eq!(machine.rotate(None).unwrap().unwrap().key, KeySource::Keychain);
    assert_ne!(key(), before);
    assert_open(&machine, "rotated");
}

#[test]
fn a_key_of_the_environment_needs_a_file_for_the_new_one() {
    let mut machine = filled(Machine::new(), Some(KEY));
    let before = machine.tree();
    let error = machine.rotate(None).unwrap_err();
    assert_eq!(error.to_string(), "the master key comes from SCAFCTL_SECRET_KEY, which cannot be changed from here");
    assert_eq!(error.help().unwrap(), "`--key-file F` writes the new key to a file");
    machine.fake.files.add_file(NEW_KEY, "something else");
    assert!(matches!(machine.rotate(Some(NEW_KEY)).unwrap_err(), StoreError::KeyFileExists(_)));
    assert_eq!((machine.tree(), machine.text(NEW_KEY).as_str()), (before, "something else"));
    let rotated = machine.rotate(Some("/keys/fresh.key")).unwrap().unwrap();
    assert_eq!(rotated.key, KeySource::File("/keys/fresh.key".into()));
    assert_eq!(machine.mode("/keys/fresh.key"), 0o600);
    let key = machine.text("/keys/fresh.key");
    machine.set("SCAFCTL_SECRET_KEY", key);
    assert_open(&machine, "rotated");
    let machine = filled(Machine::new(), None);
    assert!(matches!(machine.rotate(Some(NEW_KEY)).unwrap_err(), StoreError::NeedlessKeyFile(_)));
}

/// The process is gone at each point in turn. What is left opens, and the next rotation finishes it.
#[test]
fn a_rotation_that_is_cut_off_anywhere_loses_nothing() {
    for point in 0.. {
        let machine = filled(Machine::new(), None);
        let left = dies_after(&machine, point);
        let ended = machine.rotate(None);
        left.store(usize::MAX, Ordering::SeqCst);
        assert_open(&machine, &format!("cut off after {point}"));
        machine.put("later", "four").unwrap();
        assert_eq!(machine.rotate(None).unwrap().unwrap().secrets, 4);
        assert_open(&machine, &format!("finished after {point}"));
        assert_eq!(machine.get("later").unwrap().unwrap(), "four");
        assert_eq!(machine.file(format!("{DIRECTORY}/.rotation")), None);
        if ended.is_ok() {
            assert!(point > SECRETS.len(), "every secret is one change at least");
            return;
        }
    }
}

/// The keys are given from outside, one at a time.
#[test]
fn either_key_alone_opens_a_store_that_is_half_rotated() {
    let mut half = 0;
    for point in 0.. {
        let mut machine = filled(Machine::new(), Some(KEY));
        let left = dies_after(&machine, point);
        let ended = machine.rotate(Some(NEW_KEY));
        left.store(usize::MAX, Ordering::SeqCst);
        if ended.is_ok() {
            break;
        }
        assert_open(&machine, &format!("the old key after {point}"));
        if let Some(new) = machine.file(NEW_KEY) {
            half += 1;
            machine.set("SCAFCTL_SECRET_KEY", String::from_utf8(new).unwrap());
            assert_open(&machine, &format!("the new key after {point}"));
            if point % 2 == 0 {
                machine.set("SCAFCTL_SECRET_KEY", KEY);
            }
        }
        machine.rotate(Some(NEW_KEY)).unwrap();
        let new = machine.text(NEW_KEY);
        machine.set("SCAFCTL_SECRET_KEY", new);
        assert_open(&machine, &format!("finished after {point}"));
        machine.set("SCAFCTL_SECRET_KEY", KEY);
        assert!(machine.get("a").is_err(), "the old key opens nothing any more");
    }
    assert!(half >= SECRETS.len(), "{half} points between the first change and the last");
}

#[test]
fn somebody_who_wants_it_to_end_is_told_how_far_it_is() {
    let machine = filled(Machine::new(), None);
    let (store, world) = (machine.store(), machine.world());
    let writer = store.writer(&world, &quiet).unwrap();
    machine.fake.interrupt.raise(Signal::Interrupt);
    let error = writer.rotate(None).unwrap_err();
    assert_eq!(error.to_string(), "0 of 3 secrets have the new key: ended by SIGINT");
    assert_eq!(error.help().unwrap(), "either key opens all secrets; rotate again to finish");
    assert_open(&machine, "interrupted");
}

#[test]
fn whoever_watches_sees_how_far_it_is() {
    let machine = filled(Machine::new(), None);
    let (store, mut world) = (machine.store(), machine.world());
    world.read.notices = Notices::default().with_progress();
    let (seen, notices) = (Arc::new(Mutex::new(Vec::new())), world.read.notices.clone());
    let seeing = Arc::clone(&seen);
    machine.fake.files.fail_when(move |verb, path| {
        if verb == "replace" && path.extension().is_some_and(|extension| extension == "enc") {
            seeing.lock().unwrap().push(notices.progress());
        }
        None
    });
    store.writer(&world, &quiet).unwrap().rotate(None).unwrap();
    assert_eq!(*seen.lock().unwrap(), ["0 of 3 secrets", "1 of 3 secrets", "2 of 3 secrets"]);
    assert_eq!(world.read.notices.progress(), "", "it is over");
}

#[test]
fn a_rotation_of_somebody_else_is_left_alone() {
    let machine = filled(Machine::new(), None);
    let left = format!("{DIRECTORY}/.rotation");
    for content in [&b""[..], b"something", &[1; 122]] {
        machine.fake.files.add_file(&left, content);
        let before = machine.tree();
        assert!(matches!(machine.rotate(None).unwrap_err(), StoreError::ForeignRotation(_)));
        assert_eq!(machine.tree(), before);
        assert_open(&machine, "a foreign rotation");
    }
    assert!(!machine.store().exists(&name("rotation")).unwrap());
    assert!(machine.file(Path::new(&left)).is_some());
}
