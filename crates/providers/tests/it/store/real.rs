//! The store on a real disk, used by several at once.

use super::{name, quiet};
use providers::store::{Existing, Places, Store};
use std::os::unix::fs::PermissionsExt;
use std::thread;
use system::{Interrupt, WriteWorld};

fn places(root: &std::path::Path) -> Places {
    Places {
        directory: root.join("scafctl/secrets"),
        key_file: Some(root.join("scafctl/master.key")),
        keychain_only: false,
    }
}

#[test]
fn those_who_begin_a_store_at_once_agree_on_its_key() {
    let root = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for number in 0..8 {
            let places = places(root.path());
            scope.spawn(move || {
                let world = WriteWorld::real(Interrupt::never(), Vec::new());
                let store = Store::at(places, &world.read);
                let writer = store.writer(&world, &quiet).unwrap();
                writer.set(&name(&format!("s{number}")), b"value", Existing::Refuse).unwrap();
            });
        }
    });
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let store = Store::at(places(root.path()), &world.read);
    assert_eq!(store.names().unwrap().len(), 8);
    for name in store.names().unwrap() {
        assert_eq!(store.get(&name, &quiet).unwrap().unwrap().reveal().as_slice(), b"value");
    }
    let mode = |path: &str| root.path().join(path).metadata().unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode("scafctl/secrets"), 0o700);
    assert_eq!((mode("scafctl/secrets/s0.enc"), mode("scafctl/master.key")), (0o600, 0o600));
}

#[test]
fn secrets_can_be_read_while_the_key_changes() {
    let root = tempfile::tempdir().unwrap();
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let store = Store::at(places(root.path()), &world.read);
    let names: Vec<_> = (0..20).map(|number| name(&format!("s{number}"))).collect();
    for name in &names {
        store.writer(&world, &quiet).unwrap().set(name, b"value", Existing::Refuse).unwrap();
    }
    thread::scope(|scope| {
        let rotating = scope.spawn(|| {
            for _ in 0..5 {
                let store = Store::at(places(root.path()), &world.read);
                store.writer(&world, &quiet).unwrap().rotate(None).unwrap();
            }
        });
        while !rotating.is_finished() {
            for name in &names {
                assert_eq!(store.get(name, &quiet).unwrap().unwrap().reveal().as_slice(), b"value");
            }
        }
    });
}
