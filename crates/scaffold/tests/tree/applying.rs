//! What applying leaves behind.

use crate::room::{Room, done, lists, tree};
use std::path::Path;

#[test]
fn a_new_target_with_parents_and_empty_directories() {
    let room = Room::with(&[("a", "<<name>>"), ("d/b", "<<port>>")]);
    room.make("source/e/f");
    room.chmod("source/a", 0o755);
    room.chmod("source/e", 0o700);
    let mut scaffold = room.scaffold();
    scaffold.target = room.path("new/deep/target");
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "a d/b |  | ");
    assert_eq!(
        room.tree("new/deep/target"),
        tree(&[("a", "0644 app"), ("d/", "0755"), ("d/b", "0644 8080"), ("e/", "0755"), ("e/f/", "0755")])
    );
}

#[test]
fn only_what_differs_is_written() {
    let room = Room::with(&[("a", "new"), ("b", "same"), ("d/c", "same")]);
    room.put_all(&[("target/a", "old"), ("target/b", "same"), ("target/d/c", "same"), ("target/other", "o")]);
    room.chmod("target/b", 0o600);
    room.chmod("target/d", 0o700);
    let before = std::fs::metadata(room.path("target/b")).unwrap().modified().unwrap();
    assert_eq!(done(&room.apply(&room.scaffold()).unwrap()), "a | b d/c | ");
    assert_eq!(std::fs::metadata(room.path("target/b")).unwrap().modified().unwrap(), before);
    assert_eq!(
        room.tree("target"),
        tree(&[("a", "0644 new"), ("b", "0600 same"), ("d/", "0700"), ("d/c", "0644 same"), ("other", "0644 o")])
    );
}

#[test]
fn purging_removes_files_and_links_but_no_directories() {
    let room = Room::with(&[("keep", "k")]);
    room.put_all(&[("target/keep", "k"), ("target/old", ""), ("target/d/e/old", ""), ("outside/x", "X")]);
    room.link("target/link", "@/outside");
    let mut scaffold = room.scaffold();
    assert!(room.plan(&scaffold).unwrap().is_empty());
    scaffold.options.purge = true;
    assert_eq!(room.plan(&scaffold).unwrap().count(), 3);
    assert_eq!(done(&room.apply(&scaffold).unwrap()), " | keep | d/e/old link old");
    assert_eq!(room.tree("target"), tree(&[("d/", "0755"), ("d/e/", "0755"), ("keep", "0644 k")]));
    assert_eq!(room.read("outside/x"), "X");
}

#[test]
fn links_in_place_of_files_are_followed_to_compare_and_replaced_to_write() {
    let room = Room::with(&[("same", "x"), ("other", "new"), ("dangling", "new")]);
    room.put_all(&[("outside/same", "x"), ("outside/other", "old")]);
    for name in ["same", "other", "dangling"] {
        room.link(&format!("target/{name}"), &format!("@/outside/{name}"));
    }
    assert_eq!(done(&room.apply(&room.scaffold()).unwrap()), "dangling other | same | ");
    assert_eq!(room.read("outside/other"), "old");
    let found = room.tree("target");
    assert_eq!([&found["dangling"], &found["other"]], ["0644 new", "0644 new"]);
    assert!(found["same"].starts_with("->"));
    assert!(!room.path("outside/dangling").exists());
}

#[test]
fn links_in_place_of_directories_may_not_lead_out() {
    let room = Room::with(&[("current/a", "new"), ("d/a", "new")]);
    room.put("target/releases/5/b", "old");
    room.link("target/current", "releases/5");
    room.put("outside/a", "old");
    room.link("target/d", "@/outside");
    let scaffold = room.scaffold();
    let problem = "@/target/d: it is a symbolic link that leads out of `@/target`";
    assert_eq!(room.plan(&scaffold).unwrap_err(), problem);
    assert_eq!(room.apply(&scaffold).unwrap_err(), problem);
    assert_eq!(room.read("outside/a"), "old");
    std::fs::remove_file(room.path("target/d")).unwrap();
    let mut scaffold = room.scaffold();
    scaffold.options.purge = true;
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "current/a d/a |  | releases/5/b");
    assert_eq!(room.read("target/releases/5/a"), "new");
    assert!(room.plan(&scaffold).unwrap().is_empty());
}

#[test]
fn a_link_that_appears_after_planning_is_not_followed_out() {
    let room = Room::with(&[("d/a", "new")]);
    room.make("target/d");
    room.make("outside");
    let prepared = room.scaffold().prepare(&room.world).unwrap();
    std::fs::remove_dir(room.path("target/d")).unwrap();
    room.link("target/d", "@/outside");
    let error = prepared.apply(&room.world).unwrap_err();
    assert_eq!(room.shown(&error.to_string()), "cannot write `@/target/d/a`: it leads out of `@/target`");
    assert_eq!(error.not_done, [Path::new("d/a")]);
    assert_eq!(room.tree("outside"), tree(&[]));
}

#[test]
fn more_than_fits_into_memory_comes_out_all_the_same() {
    let room = Room::with(&[]);
    for number in 0..50 {
        room.put(&format!("source/{number}"), format!("<<name>> {number} {}", "x".repeat(1000)));
    }
    let mut scaffold = room.scaffold();
    scaffold.options.limits.kept = 10_000;
    scaffold.target = room.path("new/target");
    room.apply(&scaffold).unwrap();
    assert!(room.plan(&scaffold).unwrap().is_empty());
    assert_eq!(room.tree("new").len(), 51);
    assert!(room.read("new/target/49").starts_with("app 49 xxx"));
}

#[test]
fn what_dead_runs_left_is_swept() {
    let room = Room::with(&[("d/a", "x")]);
    room.put("target/d/a", "x");
    // No process has this start time.
    let probe = room.world.files.stage(&room.path("target")).unwrap();
    let name = probe.file_name().unwrap().to_str().unwrap().to_owned();
    std::fs::remove_dir(&probe).unwrap();
    let mut fields: Vec<&str> = name.strip_suffix("-stage").unwrap().split('-').collect();
    fields[4] = "1";
    let dead = fields.join("-");
    room.put(&format!("target/{dead}-stage/0/a"), "half");
    room.put(&format!("target/d/{dead}"), "half");
    let mut scaffold = room.scaffold();
    scaffold.options.purge = true;
    let plan = room.plan(&scaffold).unwrap();
    assert!(plan.is_empty());
    assert_eq!(plan.leftovers(), [room.path(&format!("target/d/{dead}"))]);
    room.apply(&scaffold).unwrap();
    assert_eq!(room.tree("target"), tree(&[("d/", "0755"), ("d/a", "0644 x")]));
}

#[test]
fn a_tree_can_be_taken_out_again() {
    let room = Room::with(&[("a", "x"), ("d/e/b", "y"), ("f/c", "z"), ("g/new", "")]);
    room.put_all(&[("target/a", "x"), ("target/d/e/b", "other"), ("target/f/c", "z"), ("target/f/own", "o")]);
    let scaffold = room.scaffold();
    let withdrawn = scaffold.prepare(&room.world).unwrap().withdraw(&room.world).unwrap();
    assert_eq!(done(&withdrawn), " |  | a d/e/b f/c");
    assert_eq!(room.tree("target"), tree(&[("f/", "0755"), ("f/own", "0644 o")]));
    std::fs::remove_file(room.path("target/f/own")).unwrap();
    room.put("target/f/c", "");
    scaffold.prepare(&room.world).unwrap().withdraw(&room.world).unwrap();
    assert!(!room.path("target").exists());
    assert_eq!(done(&scaffold.prepare(&room.world).unwrap().withdraw(&room.world).unwrap()), " |  | ");
}

#[test]
fn a_failure_says_what_was_done() {
    let room = Room::with(&[("a", "x"), ("d/b", "y")]);
    room.make("target/d");
    let prepared = room.scaffold().prepare(&room.world).unwrap();
    std::fs::remove_dir(room.path("target/d")).unwrap();
    let error = prepared.apply(&room.world).unwrap_err();
    assert_eq!(done(&error.done), "a |  | ");
    assert_eq!(error.not_done, [Path::new("d/b")]);
    assert_eq!(lists(&room.plan(&room.scaffold()).unwrap()), "d/b | a | ");
}

#[test]
fn templates_below_the_target_are_not_purged() {
    let room = Room::new();
    room.put_all(&[("target/src/a", "A"), ("target/old", "old")]);
    let mut scaffold = room.scaffold();
    scaffold.source = room.path("target/src");
    scaffold.options.purge = true;
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "a |  | old");
    assert_eq!(room.tree("target"), tree(&[("a", "0644 A"), ("src/", "0755"), ("src/a", "0644 A")]));
}
