//! Worlds, and the fakes that make one up.

use std::io::ErrorKind;
use std::path::Path;
use system::files::{Attributes, Content, Foreseen, Mutation, ReadFiles, Removal, WriteFiles};
use system::process::{Command, Finished};
use system::{Environment, FakeEnvironment, FakeWorld, Signal};

const NONE: Attributes = Attributes { uid: None, gid: None, mode: None };

#[test]
fn a_rehearsal_sees_its_own_changes_and_makes_none() {
    let fake = FakeWorld::new();
    fake.files.add_file("/etc/motd", "old");
    let (world, overlay) = fake.read().rehearsal();
    overlay.put_file(Path::new("/etc/motd"), NONE, Foreseen::Known(b"new".to_vec())).unwrap();
    assert_eq!(world.files.read(Path::new("/etc/motd"), 10).unwrap(), b"new");
    assert_eq!(fake.files.read(Path::new("/etc/motd"), 10).unwrap(), b"old");
    assert!(fake.files.mutations().is_empty());
    let (inner, _) = world.rehearsal();
    assert_eq!(inner.files.read(Path::new("/etc/motd"), 10).unwrap(), b"new");
}

#[test]
fn both_worlds_share_their_fakes() {
    let fake = FakeWorld::new().with_environment(FakeEnvironment::in_directory("/srv").with("A", "1"));
    let world = fake.write();
    fake.processes.answer(&["true"], Finished::new(0, "", ""));
    world.processes.run(&Command::of(["true"]), None).unwrap();
    world.read.processes.probe(&Command::of(["true"])).unwrap();
    assert_eq!((fake.processes.runs().len(), fake.processes.probes().len()), (1, 1));
    world.files.replace(Path::new("/file"), Content::Bytes(b"x"), NONE).unwrap();
    assert_eq!(world.read.files.read(Path::new("/file"), 10).unwrap(), b"x");
    assert_eq!(fake.environment.var("A"), Some("1".into()));
    fake.interrupt.raise(Signal::Terminate);
    assert_eq!(world.read.interrupt.signalled(), Some(Signal::Terminate));
}

#[test]
fn mutations_are_written_down_even_when_they_fail() {
    let files = FakeWorld::new().files;
    files.fail_next("replace", "/file", ErrorKind::PermissionDenied);
    let error = files.replace(Path::new("/file"), Content::Bytes(b""), NONE).unwrap_err();
    assert!(error.is_permission_denied());
    files.replace(Path::new("/file"), Content::Bytes(b""), NONE).unwrap();
    files.remove(Path::new("/file"), Removal::One).unwrap();
    files.sync().unwrap();
    let verbs: Vec<_> = files.mutations().into_iter().map(|Mutation { verb, path }| (verb, path)).collect();
    let wanted = [("replace", "/file"), ("replace", "/file"), ("remove", "/file"), ("sync", "")];
    assert_eq!(verbs, wanted.map(|(verb, path)| (verb, path.into())));
}

#[test]
fn reading_can_be_made_to_fail_by_rule() {
    let files = FakeWorld::new().files;
    files.add_file("/a/file", "x");
    files.fail_when(|verb, path| (verb == "read" && path.starts_with("/a")).then_some(ErrorKind::StorageFull));
    for _ in 0..2 {
        let error = files.read(Path::new("/a/file"), 10).unwrap_err();
        assert_eq!(error.to_string(), "cannot read `/a/file`: no storage space");
    }
    assert!(files.digest(Path::new("/a/file")).is_ok());
}

#[test]
fn made_up_leftovers_are_found_and_swept() {
    let files = FakeWorld::new().files;
    files.add_leftover("/etc/.upright-1");
    files.add_leftover("/etc/sub/.upright-2");
    let (etc, left) = (Path::new("/etc"), Path::new("/etc/.upright-1"));
    assert_eq!(files.leftovers(etc).unwrap(), [left]);
    assert!(files.mutations().is_empty());
    assert_eq!(files.sweep(etc).unwrap(), [left]);
    assert!(files.leftovers(etc).unwrap().is_empty());
    assert_eq!(files.list(etc).unwrap(), ["sub"]);
}
