//! Temporary directories go away.

use crate::room::{Room, archive};
use crate::server::{Server, answer};
use manifest::source::Rooms;
use std::fs;
use system::Signal;

#[test]
fn an_interrupt_does_not_keep_the_directory() {
    let files = [("a/manifest.yaml", "x"), ("a/b/c", "y"), ("d/e/f", "z")];
    let server = Server::always(answer("200 OK", "", &archive(&files, &["-z"])));
    let room = Room::new();
    let fetched = room.fetch(&server.url("/")).unwrap();
    fs::write(fetched.temporary().unwrap().join("d/made-by-the-run"), "x").unwrap();
    room.interrupt.raise(Signal::Interrupt);
    drop(fetched);
    assert_eq!(room.left(), 0);
}

#[test]
fn only_what_the_dead_left_is_swept() {
    let server = Server::always(answer("200 OK", "", &archive(&[("manifest.yaml", "x")], &["-z"])));
    let room = Room::new();
    let fetched = room.fetch(&server.url("/")).unwrap();
    let name = fetched.temporary().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    // The name has host, boot, process, its start and a number; one that started at another time is not us.
    let mut parts: Vec<&str> = name.split('-').collect();
    let start = parts.len() - 3;
    parts[start] = "1";
    let dead = room.directory.path().join(parts.join("-"));
    fs::create_dir(&dead).unwrap();
    assert_eq!(Rooms::real().sweep(&room.world()).unwrap(), [dead]);
    assert_eq!(room.left(), 1);
}
