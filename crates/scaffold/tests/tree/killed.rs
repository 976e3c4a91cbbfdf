//! Runs that are killed in the middle leave each file old or new, and the next run finishes the work.

use crate::room::Room;
use scaffold::Post;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const FILES: usize = 150;
/// Tells a copy of this program that it is the one to be killed.
const ROLE: &str = "SCAFFOLD_TEST_ROOM";

fn text(generation: &str, number: usize) -> String {
    format!("{generation} {number}\n").repeat(400)
}

fn fill(room: &Room, generation: &str) {
    (0..FILES).for_each(|number| room.put(&format!("source/d{}/{number}", number % 7), text(generation, number)));
}

/// Not a test of its own: the part of the other one that dies.
#[test]
fn victim() {
    let Some(place) = std::env::var_os(ROLE).map(PathBuf::from) else { return };
    let room = Room::new();
    let mut scaffold = room.scaffold();
    (scaffold.source, scaffold.target) = (place.join("source"), place.join("target"));
    scaffold.options.limits.kept = 100_000;
    scaffold.options.post = vec![Post::new("1*", "true")];
    room.apply(&scaffold).unwrap();
}

#[test]
fn each_file_is_old_or_new() {
    let program = std::env::current_exe().unwrap();
    for delay in [0, 1, 3, 10, 30] {
        let room = Room::with(&[]);
        fill(&room, "old");
        room.apply(&room.scaffold()).unwrap();
        fill(&room, "new");
        let mut victim = Command::new(&program)
            .args(["--exact", "killed::victim"])
            .env(ROLE, room.path(""))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // It has begun when one file is new; some of the moments after that are before its end on any machine.
        let begun = || (0..FILES).any(|n| room.read(&format!("target/d{}/{n}", n % 7)).starts_with("new"));
        while !begun() && victim.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(delay));
        victim.kill().unwrap();
        victim.wait().unwrap();
        for number in 0..FILES {
            let found = room.read(&format!("target/d{}/{number}", number % 7));
            assert!(found == text("old", number) || found == text("new", number), "{number}");
        }
        room.apply(&room.scaffold()).unwrap();
        let after = room.tree("target");
        assert_eq!(after.len(), FILES + 7, "something is left over after {delay} ms");
        assert!((0..FILES).all(|n| room.read(&format!("target/d{}/{n}", n % 7)) == text("new", n)));
    }
}
