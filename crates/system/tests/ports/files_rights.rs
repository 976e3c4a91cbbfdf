//! What a process without rights gets to see.

use crate::role::Player;
use crate::sample::Sample;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use system::files::{Attributes, Content, FileError, Links, Removal};
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
