//! What a process without rights gets to see.

use crate::role::Player;
use crate::sample::{Sample, on_both};
use rustix::fs::{XattrFlags, setxattr};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use system::files::{Access, Attributes, Content, Customs, FileError, Links, Removal, WriteBeneath};
use system::{Interrupt, WriteWorld};

const NONE: Attributes = Attributes { uid: None, gid: None, mode: None };

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// What happens to each file is said to the test.
pub(crate) fn work_without_rights(directory: &Path, say: impl Fn(&str)) {
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let (read, write) = (world.read.files, world.files);
    let tell = |result: Result<(), FileError>| match result {
        Ok(()) => say("done"),
        Err(error) => say(&format!("{} {}", error.is_permission_denied(), error.kind)),
    };
    let closed = directory.join("closed");
    tell(read.read(&closed.join("secret"), 100).map(drop));
    tell(read.digest(&directory.join("unreadable")).map(drop));
    tell(read.list(&closed).map(drop));
    tell(read.stat(&closed.join("secret"), Links::Follow).map(drop));
    tell(write.replace(&closed.join("new"), Content::Bytes(b""), NONE).map(drop));
    tell(write.set_attributes(&directory.join("unreadable"), Attributes::mode(0o777)));
    tell(write.make_directory(&closed.join("a/b"), NONE));
    tell(write.remove(&closed.join("secret"), Removal::One));
    tell(write.remove(&closed, Removal::Tree));
    tell(read.leftovers(&closed).map(drop));
    let theirs = directory.join("open/theirs");
    tell(write.replace(&theirs, Content::Bytes(b"new"), Attributes::new(0, 0, 0o600)).map(drop));
    tell(write.replace(&theirs, Content::Bytes(b"new"), NONE).map(drop));
}

#[test]
fn without_rights_every_verb_says_so() {
    let sample = Sample::real();
    mode(&sample.root, 0o755);
    for name in ["closed", "open"] {
        fs::create_dir(sample.path(name)).unwrap();
    }
    for (name, bits) in [("closed/secret", 0o600), ("unreadable", 0o200), ("open/theirs", 0o6664)] {
        fs::write(sample.path(name), "old").unwrap();
        mode(&sample.path(name), bits);
    }
    mode(&sample.path("closed"), 0o000);
    mode(&sample.path("open"), 0o777);
    let is_root = rustix::process::geteuid().as_raw() == 0;

    let mut player = Player::start_without_rights("without rights", &sample.root);
    let denied = "true permission denied";
    for verb in ["read", "digest", "list", "stat", "replace"] {
        assert_eq!(player.line(), denied, "{verb}");
    }
    // For those who are not root the file is their own.
    let not_permitted = "true operation not permitted";
    assert_eq!(player.line(), if is_root { not_permitted } else { "done" }, "set_attributes");
    for verb in ["make_directory", "remove", "remove tree", "leftovers"] {
        assert_eq!(player.line(), denied, "{verb}");
    }
    assert_eq!(player.line(), not_permitted, "replace with another owner");
    assert_eq!(player.line(), "done", "replace with the owner kept as far as possible");

    let theirs = sample.stat("open/theirs").unwrap();
    assert_eq!(sample.text("open/theirs"), "new");
    assert_eq!(theirs.mode, if is_root { 0o664 } else { 0o6664 }, "set-uid is not handed to another owner");
    assert_eq!(sample.read.list(&sample.path("open")).unwrap(), ["theirs"]);
    mode(&sample.path("closed"), 0o700);
    assert_eq!(sample.text("closed/secret"), "old");
}

/// What may be done in each directory is said to the test.
pub(crate) fn ask_for_access(directory: &Path, say: impl Fn(&str)) {
    let files = WriteWorld::real(Interrupt::never(), Vec::new()).read.files;
    for name in ["closed", "open", "listed", "linked", "file", "none", "file/below", "sealed/below"] {
        match files.access(&directory.join(name)) {
            Ok(Access::Denied { .. }) => say("Denied"),
            Ok(access) => say(&format!("{access:?}")),
            Err(error) => say(&error.kind.to_string()),
        }
    }
}

/// An access list: everything for `user`, which the mode does not show, and what the mode says for all others.
fn access_list(user: u32) -> Vec<u8> {
    const NO_ID: u32 = u32::MAX;
    let entries: [(u16, u16, u32); 5] = [(1, 7, NO_ID), (2, 7, user), (4, 5, NO_ID), (16, 7, NO_ID), (32, 5, NO_ID)];
    let mut bytes = 2_u32.to_le_bytes().to_vec();
    for (kind, rights, id) in entries {
        bytes.extend([&kind.to_le_bytes()[..], &rights.to_le_bytes(), &id.to_le_bytes()].concat());
    }
    bytes
}

#[test]
fn the_kernel_says_what_may_be_done_in_a_directory() {
    assert!(rustix::process::geteuid().is_root(), "the tests run as root");
    let sample = Sample::real();
    mode(&sample.root, 0o755);
    for (name, bits) in [("closed", 0o755), ("open", 0o777), ("listed", 0o755), ("sealed", 0o700)] {
        fs::create_dir(sample.path(name)).unwrap();
        mode(&sample.path(name), bits);
    }
    fs::write(sample.path("file"), "").unwrap();
    sample.link("linked", "open");
    let listed = setxattr(sample.path("listed"), "system.posix_acl_access", &access_list(65534), XattrFlags::empty());
    let mut player = Player::start_without_rights("access", &sample.root);
    let listed = if listed.is_ok() { "Open" } else { "Denied" };
    let no = "NoDirectory";
    for wanted in ["Denied", "Open", listed, "Open", no, no, no, "permission denied"] {
        assert_eq!(player.line(), wanted);
    }
}

type Deed = fn(&Sample, &Path) -> Result<(), FileError>;

#[test]
fn a_directory_that_can_be_written_is_remembered_until_something_is_done_to_it() {
    let sample = Sample::real();
    let directory = sample.path("directory");
    let access = || sample.read.access(&directory).unwrap();
    assert_eq!(access(), Access::NoDirectory);
    sample.write.make_directory(&directory, NONE).unwrap();
    assert_eq!(access(), Access::Open, "that nothing was there is not remembered");
    fs::remove_dir(&directory).unwrap();
    assert_eq!(access(), Access::Open, "nobody looks again");
    sample.read.forget();
    assert_eq!(access(), Access::NoDirectory);
    let forgetting: [Deed; 3] = [
        |sample, path| sample.write.remove(path, Removal::Tree),
        |sample, path| sample.write.set_attributes(path, Attributes::mode(0o700)),
        |sample, path| sample.write.make_directory(path, Attributes::mode(0o700)),
    ];
    for forgetting in forgetting {
        sample.write.make_directory(&directory, NONE).unwrap();
        assert_eq!(access(), Access::Open);
        forgetting(&sample, &directory).unwrap();
        fs::remove_dir_all(&directory).unwrap_or_default();
        assert_eq!(access(), Access::NoDirectory);
    }
}

#[test]
fn customs_are_those_of_the_directory() {
    on_both(|sample| {
        let usual = Customs { usual: true, read_only: false, sticky: None, group: None };
        let (uid, gid) = sample.stat("").map(|stat| (stat.uid, stat.gid)).unwrap();
        for (name, bits, customs) in [
            ("plain", 0o755, usual),
            ("sticky", 0o1777, Customs { sticky: Some(uid), ..usual }),
            ("group", 0o2775, Customs { group: Some(gid), ..usual }),
        ] {
            sample.write.make_directory(&sample.path(name), Attributes::mode(bits)).unwrap();
            for _ in 0..2 {
                assert_eq!(sample.read.customs(&sample.path(name)).unwrap(), Some(customs), "{name}");
            }
        }
        let file = sample.path("file");
        sample.write.replace(&file, Content::Bytes(b""), Attributes::mode(0o6755)).unwrap();
        assert_eq!(sample.read.customs(&file).unwrap(), Some(usual));
        assert_eq!(sample.read.customs(&sample.path("none")).unwrap(), None);
    });
}

#[test]
fn file_systems_of_the_kernel_have_customs_of_their_own() {
    let sample = Sample::real();
    assert!(!sample.read.customs(Path::new("/proc/self")).unwrap().unwrap().usual);
}

type Verb = fn(&dyn WriteBeneath) -> Result<(), FileError>;

/// Every verb that needs a right, and what it answers to nobody. Those that work come last.
const DEEDS: &[(&str, Verb, &str)] = &[
    ("replace", |files| files.replace(Path::new("ro/file"), Content::Bytes(b"x"), NONE), DENIED),
    ("begin", |files| files.begin(Path::new("ro/new"), NONE).map(drop), DENIED),
    ("create", |files| files.create_new(Path::new("ro/new"), b"x", NONE).map(drop), DENIED),
    ("directory", |files| files.make_directory(Path::new("ro/new"), Attributes::mode(0o755)), DENIED),
    ("directories", |files| files.make_directories(Path::new("ro/new/below"), 0o755), DENIED),
    ("mode", |files| files.set_attributes(Path::new("ro"), Attributes::mode(0o777)), NOT_PERMITTED),
    ("mode of one", |files| files.make_directory(Path::new("ro"), Attributes::mode(0o777)), NOT_PERMITTED),
    ("owner", |files| files.set_attributes(Path::new("mine"), Attributes::new(0, 0, 0o755)), NOT_PERMITTED),
    ("remove", |files| files.remove(Path::new("ro/file"), Removal::One), DENIED),
    ("remove empty", |files| files.remove(Path::new("ro/sub"), Removal::One), DENIED),
    ("remove tree", |files| files.remove(Path::new("ro"), Removal::Tree), DENIED),
    ("remove foreign tree", |files| files.remove(Path::new("mine/holder"), Removal::Tree), DENIED),
    ("move from", |files| files.rename(Path::new("ro/file"), Path::new("mine/new")), DENIED),
    ("move to", |files| files.rename(Path::new("mine/file"), Path::new("ro/new")), DENIED),
    ("move directory", |files| files.rename(Path::new("mine/theirs"), Path::new("open/theirs")), DENIED),
    ("sticky replace", |files| files.replace(Path::new("sticky/file"), Content::Bytes(b"x"), NONE), NOT_PERMITTED),
    ("sticky remove", |files| files.remove(Path::new("sticky/file"), Removal::One), NOT_PERMITTED),
    ("sticky move", |files| files.rename(Path::new("sticky/file"), Path::new("mine/new")), NOT_PERMITTED),
    ("sticky move to", |files| files.rename(Path::new("mine/file"), Path::new("sticky/file")), NOT_PERMITTED),
    ("through a link", |files| files.create_new(Path::new("linked/new"), b"x", NONE).map(drop), DENIED),
    ("nothing there", |files| files.remove(Path::new("ro/none"), Removal::Tree), DONE),
    ("there", |files| files.make_directories(Path::new("ro/sub"), 0o755), DONE),
    ("same mode", |files| files.set_attributes(Path::new("ro"), Attributes::mode(0o755)), DONE),
    ("foreign replace", |files| files.replace(Path::new("mine/foreign"), Content::Bytes(b"x"), NONE), DONE),
    ("rename here", |files| files.rename(Path::new("mine/theirs"), Path::new("mine/still-theirs")), DONE),
    ("sticky new", |files| files.create_new(Path::new("sticky/new"), b"x", NONE).map(drop), DONE),
    ("sticky own", |files| files.remove(Path::new("sticky/new"), Removal::One), DONE),
    ("remove foreign", |files| files.remove(Path::new("mine/foreign"), Removal::One), DONE),
    ("remove foreign empty", |files| files.remove(Path::new("mine/still-theirs"), Removal::Tree), DONE),
];

const DENIED: &str = "permission denied";
const NOT_PERMITTED: &str = "operation not permitted";
const DONE: &str = "done";

/// Foresees each deed and then does it.
pub(crate) fn foresee_and_do(directory: &Path, say: impl Fn(&str)) {
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let real = world.files.write_beneath(directory).unwrap();
    let tell =
        |result: Result<(), FileError>| say(&result.map_or_else(|error| error.kind.to_string(), |()| DONE.into()));
    for (_, deed, _) in DEEDS {
        let (_, overlay) = world.read.rehearsal();
        tell(deed(&*overlay.foresee_beneath(directory).unwrap()));
        tell(deed(&*real));
    }
}

#[test]
fn a_rehearsal_knows_what_may_not_be_done() {
    assert!(rustix::process::geteuid().is_root(), "the tests run as root");
    let sample = Sample::real();
    mode(&sample.root, 0o755);
    for (name, bits, owner) in [
        ("ro", 0o755, 0),
        ("ro/sub", 0o755, 0),
        ("open", 0o777, 0),
        ("sticky", 0o1777, 0),
        ("mine", 0o755, 65534),
        ("mine/theirs", 0o755, 0),
        ("mine/holder", 0o755, 65534),
        ("mine/holder/below", 0o755, 0),
    ] {
        fs::create_dir(sample.path(name)).unwrap();
        mode(&sample.path(name), bits);
        std::os::unix::fs::chown(sample.path(name), Some(owner), Some(owner)).unwrap();
    }
    for name in ["ro/file", "sticky/file", "mine/foreign", "mine/file", "mine/holder/below/file"] {
        fs::write(sample.path(name), "old").unwrap();
    }
    std::os::unix::fs::chown(sample.path("mine/file"), Some(65534), Some(65534)).unwrap();
    sample.link("linked", "ro");
    let mut player = Player::start_without_rights("foresee", &sample.root);
    for (name, _, wanted) in DEEDS {
        assert_eq!((player.line().as_str(), player.line().as_str()), (*wanted, *wanted), "{name}: foreseen, and done");
    }
}
