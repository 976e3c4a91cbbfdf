//! Which key opens what, and what happens when none does.

use super::{DIRECTORY, KEY, KEY_FILE, Machine, OTHER_KEY};
use providers::store::StoreError;
use std::path::Path;
use std::sync::Arc;
use system::{FakeKeychain, ReadKeychain};

#[test]
fn a_new_key_goes_to_the_keychain_when_it_answers_and_to_a_file_otherwise() {
    let machine = Machine::new();
    machine.put("a", "one").unwrap();
    assert_eq!(machine.text(KEY_FILE).len(), 44);
    let machine = Machine::with_keychain();
    machine.put("a", "one").unwrap();
    assert_eq!(machine.file(KEY_FILE), None);
    assert!(machine.fake.keychain.password("scafctl", "master-key").unwrap().is_some());
    assert_eq!(machine.get("a").unwrap().unwrap(), "one");
}

#[test]
fn the_keychain_comes_first_then_the_environment_then_the_file() {
    let mut machine = Machine::with_keychain();
    machine.put("from-keychain", "one").unwrap();
    machine.set("SCAFCTL_SECRET_KEY", KEY);
    machine.put("b", "two").unwrap();
    assert!(machine.warnings()[0].starts_with("Warn the master key from SCAFCTL_SECRET_KEY opens no stored secret"));
    machine.fake.keychain = Arc::new(FakeKeychain::default());
    let error = machine.get("b").unwrap_err().to_string();
    assert_eq!(error, "secret \"b\" is corrupted (decryption failed)", "it was written with the key of the keychain");

    let mut machine = Machine::new();
    machine.set("SCAFCTL_SECRET_KEY", KEY);
    machine.put("a", "one").unwrap();
    assert_eq!(machine.file(KEY_FILE), None, "the environment has a key, so none is made");
}

#[test]
fn a_key_that_opens_nothing_is_skipped_with_a_warning() {
    let mut machine = Machine::new();
    machine.put("a", "one").unwrap();
    machine.set("SCAFCTL_SECRET_KEY", OTHER_KEY);
    assert_eq!(machine.get("a").unwrap().unwrap(), "one");
    let skipped = ["Warn the master key from SCAFCTL_SECRET_KEY opens no stored secret; it is skipped []"];
    assert_eq!(machine.warnings(), skipped);
    machine.put("b", "two").unwrap();
    assert_eq!(machine.warnings(), skipped);
    machine.set("SCAFCTL_SECRET_KEY", "");
    assert_eq!(machine.get("b").unwrap().unwrap(), "two", "it was written with the key that opens the others");
}

#[test]
fn both_keys_open_what_was_written_with_them() {
    let mut machine = Machine::new();
    machine.put("a", "one").unwrap();
    let key = machine.text(KEY_FILE);
    machine.fake.files.add_file(KEY_FILE, OTHER_KEY);
    machine.set("SCAFCTL_SECRET_KEY", key);
    assert_eq!(machine.get("a").unwrap().unwrap(), "one");
    assert_eq!(
        machine.warnings(),
        [format!("Warn the master key from `{KEY_FILE}` opens no stored secret; it is skipped []")]
    );
}

#[test]
fn something_that_is_no_key_is_never_passed_over_for_a_new_one() {
    let mut machine = Machine::new();
    machine.set("SCAFCTL_SECRET_KEY", "S3NTINEL");
    let error = machine.put("a", "one").unwrap_err().to_string();
    assert_eq!(error, "SCAFCTL_SECRET_KEY is no master key: expected 32 bytes as base64");
    assert_eq!(machine.tree().len(), 0);
    machine.set("SCAFCTL_SECRET_KEY", "");
    machine.put("a", "one").unwrap();
    machine.set("SCAFCTL_SECRET_KEY", "S3NTINEL");
    assert_eq!(machine.get("a").unwrap().unwrap(), "one");
    let warned = machine.warnings().join("\n");
    assert!(warned.contains("is no master key: expected 32 bytes as base64; it is skipped"), "{warned}");
    assert!(!warned.contains("S3NTINEL"), "{warned}");
}

/// Nothing is removed, whatever is asked for.
#[test]
fn a_missing_key_removes_nothing() {
    let machine = Machine::new();
    machine.put("a", "one").unwrap();
    machine.put("b", "two").unwrap();
    let key = machine.text(KEY_FILE);
    machine.world().files.remove(Path::new(KEY_FILE), system::files::Removal::One).unwrap();
    let before = machine.tree();
    for error in
        [machine.get("a").unwrap_err(), machine.put("c", "three").unwrap_err(), machine.rotate(None).unwrap_err()]
    {
        assert_eq!(error.to_string(), format!("no master key was found for the secrets in `{DIRECTORY}`"));
        assert!(error.help().is_some());
    }
    assert_eq!(machine.store().names().unwrap().len(), 2, "names need no key");
    assert_eq!(machine.tree(), before);
    machine.fake.files.add_file(KEY_FILE, key + "\n");
    assert_eq!(machine.get("a").unwrap().unwrap(), "one");
}

#[test]
fn a_wrong_key_removes_nothing_and_writes_nothing() {
    let mut machine = Machine::new();
    machine.put("a", "one").unwrap();
    machine.fake.files.add_file(KEY_FILE, OTHER_KEY);
    let before = machine.tree();
    let error = machine.get("a").unwrap_err();
    assert_eq!(error.to_string(), "secret \"a\" is corrupted (decryption failed)");
    assert!(error.help().unwrap().ends_with(&format!("with another key than `{KEY_FILE}`")));
    assert!(matches!(machine.put("b", "two").unwrap_err(), StoreError::ForeignStore(_)));
    assert!(matches!(machine.rotate(None).unwrap_err(), StoreError::ForeignStore(_)));
    machine.set("SCAFCTL_SECRET_KEY", KEY);
    assert!(matches!(machine.put("b", "two").unwrap_err(), StoreError::ForeignStore(_)));
    assert_eq!(machine.tree(), before);
    machine.put("a", "anew").unwrap();
    assert_eq!(machine.get("a").unwrap().unwrap(), "anew", "overwriting the only secret begins anew");
}

#[test]
fn a_damaged_file_is_told_apart_and_stays() {
    let machine = Machine::new();
    machine.put("good", "one").unwrap();
    let sealed = machine.file(Machine::path("good")).unwrap();
    let mut flipped = sealed.clone();
    flipped[20] ^= 1;
    for (content, why) in [
        (flipped, "decryption failed"),
        (sealed[..28].to_vec(), "only 28 bytes, at least 29 are needed"),
        (Vec::new(), "only 0 bytes, at least 29 are needed"),
        ([&[9], &sealed[1..]].concat(), "unknown version 9"),
    ] {
        machine.fake.files.add_file(Machine::path("bad"), content.clone());
        let error = machine.get("bad").unwrap_err().to_string();
        assert_eq!(error, format!("secret \"bad\" is corrupted ({why})"));
        assert_eq!(machine.file(Machine::path("bad")), Some(content));
    }
    machine.put("other", "two").unwrap();
    let rotated = machine.rotate(None).unwrap().unwrap();
    assert!(rotated.secrets == 2 && rotated.damaged[0].to_string().contains("\"bad\" is corrupted"));
    assert_eq!(machine.get("good").unwrap().unwrap(), "one");
    machine.put("bad", "mended").unwrap();
    assert_eq!(machine.get("bad").unwrap().unwrap(), "mended");
}

#[test]
fn a_keychain_that_is_required_is_all_that_counts() {
    let mut machine = Machine::new();
    machine.put("a", "one").unwrap();
    machine.set("SCAFCTL_REQUIRE_SECURE_KEYRING", "true").set("SCAFCTL_SECRET_KEY", KEY);
    let error = machine.get("a").unwrap_err().to_string();
    assert_eq!(error, "a master key in the keychain is required: cannot access keyring: no keychain answers");
    machine.fake.keychain = Arc::new(FakeKeychain::unlocked());
    assert!(matches!(machine.get("a").unwrap_err(), StoreError::NoKey { .. }));
}

#[test]
fn keys_that_change_meanwhile_are_found() {
    let machine = Machine::new();
    machine.put("a", "one").unwrap();
    let store = machine.store();
    let read = || store.get(&super::name("a"), &super::quiet).unwrap().unwrap().reveal().to_vec();
    assert_eq!(read(), b"one");
    machine.rotate(None).unwrap();
    assert_eq!(read(), b"one", "the store was open before the rotation");
}
