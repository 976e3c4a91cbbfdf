//! Trees that come into being piece by piece, on the disk.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use system::files::{Attributes, WriteTree};
use system::{Interrupt, WriteWorld};
use tempfile::TempDir;
use value::Timestamp;

fn room() -> (TempDir, Box<dyn WriteTree>, WriteWorld) {
    let room = tempfile::tempdir().unwrap();
    let world = WriteWorld::real(Interrupt::never(), Vec::new());
    let tree = world.files.write_tree(room.path()).unwrap();
    (room, tree, world)
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_new_file_is_seen_when_it_is_complete() {
    let (room, tree, world) = room();
    let path = room.path().join("file");
    fs::write(&path, "old").unwrap();
    let mut new = world.files.begin(&path, Attributes::mode(0o640)).unwrap();
    new.write(b"wrong").unwrap();
    new.restart().unwrap();
    new.write(b"one ").unwrap();
    new.write(b"two").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    let then = Timestamp::from_parts(1_000_000_000, 0, 0).unwrap();
    new.place(Some(then)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "one two");
    let meta = fs::metadata(&path).unwrap();
    assert_eq!((meta.mode() & 0o7777, meta.mtime()), (0o640, 1_000_000_000));
    drop(tree.begin(Path::new("never"), Attributes::default()).unwrap());
    assert_eq!(names(room.path()), ["file"]);
}

#[test]
fn a_file_without_a_directory_cannot_be_begun() {
    let (room, tree, world) = room();
    assert!(world.files.begin(&room.path().join("no/file"), Attributes::default()).err().unwrap().is_not_found());
    assert!(tree.begin(Path::new("no/file"), Attributes::default()).err().unwrap().is_not_found());
    assert!(tree.begin(Path::new("../file"), Attributes::default()).is_err());
}

#[test]
fn links_take_the_place_of_files_and_links() {
    let (room, tree, _) = room();
    fs::write(room.path().join("a"), "x").unwrap();
    for target in ["/etc/passwd", "../..", "b"] {
        tree.link(Path::new("a"), Path::new(target), Attributes::default()).unwrap();
        assert_eq!(fs::read_link(room.path().join("a")).unwrap(), Path::new(target));
    }
    fs::create_dir(room.path().join("d")).unwrap();
    assert!(tree.link(Path::new("d"), Path::new("a"), Attributes::default()).is_err());
    assert_eq!(names(room.path()), ["a", "d"]);
}

#[test]
fn second_names_of_a_file() {
    let (room, tree, _) = room();
    fs::write(room.path().join("a"), "x").unwrap();
    for _ in 0..2 {
        tree.hard_link(Path::new("a"), Path::new("b")).unwrap();
    }
    let inode = |name: &str| fs::metadata(room.path().join(name)).unwrap().ino();
    assert_eq!(inode("a"), inode("b"));
    assert!(tree.hard_link(Path::new("none"), Path::new("c")).is_err());
    assert!(tree.hard_link(Path::new("../a"), Path::new("c")).is_err());
    assert_eq!(names(room.path()), ["a", "b"]);
}

#[test]
fn nothing_goes_through_a_link() {
    let (room, tree, _) = room();
    fs::create_dir_all(room.path().join("real")).unwrap();
    symlink("real", room.path().join("link")).unwrap();
    let refused = tree.begin(Path::new("link/file"), Attributes::default()).err().unwrap().to_string();
    assert!(
        refused.ends_with("a directory on the way is a symbolic link, and nothing is written through one"),
        "{refused}"
    );
    assert!(tree.make_directory(Path::new("link/d"), Attributes::mode(0o755)).is_err());
    assert!(tree.make_directory(Path::new("link"), Attributes::mode(0o755)).is_err());
    assert!(tree.link(Path::new("link/l"), Path::new("x"), Attributes::default()).is_err());
    assert!(tree.hard_link(Path::new("link/x"), Path::new("y")).is_err());
    assert_eq!(names(&room.path().join("real")), Vec::<String>::new());
}

#[test]
fn times_of_links_and_directories() {
    let (room, tree, _) = room();
    fs::create_dir(room.path().join("d")).unwrap();
    symlink("/etc/passwd", room.path().join("l")).unwrap();
    for name in ["d", "l"] {
        tree.set_modified(Path::new(name), Timestamp::from_parts(1_000_000_000, 0, 0).unwrap()).unwrap();
        assert_eq!(fs::symlink_metadata(room.path().join(name)).unwrap().mtime(), 1_000_000_000);
    }
}
