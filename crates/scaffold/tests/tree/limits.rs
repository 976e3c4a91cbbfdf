//! Trees that are too large.

use crate::room::Room;
use scaffold::Limits;

fn problem(room: &Room, change: impl FnOnce(&mut Limits)) -> String {
    let mut scaffold = room.scaffold();
    change(&mut scaffold.options.limits);
    room.plan(&scaffold).unwrap_err()
}

#[test]
fn every_limit_has_its_words() {
    let room = Room::with(&[("a", "<<name>>"), ("d/e/b", "<<name>> and more"), ("c", "<<write w w>>")]);
    room.plan(&room.scaffold()).unwrap();
    for (change, words) in [
        (
            (|limits: &mut Limits| limits.depth = 1) as fn(&mut Limits),
            "@/source/d/e: directories are nested deeper than the limit of 1",
        ),
        (|limits| limits.files = 4, "@/source: there are more files than the limit of 4"),
        (|limits| limits.output = 12, "cannot read `@/source/d/e/b`: 17 bytes are more than the 12 allowed"),
        (|limits| limits.total = 10, "all outputs together are larger than the limit of 10 bytes"),
    ] {
        let found = problem(&room, change);
        assert!(found.contains(words), "{found}");
    }
    let room = Room::with(&[("a", "<<write b 1>><<write c 2>>")]);
    assert_eq!(problem(&room, |limits| limits.files = 2), "@/target/a: there are more files than the limit of 2");
    let room = Room::with(&[("a", "<<render _partials/p>>"), ("_partials/p", "<<name>><<name>>")]);
    room.plan(&room.scaffold()).unwrap();
    let grown = Room::with(&[("a", "<<render p>><<render p>>"), ("p", "<<name>><<name>><<name>><<name>>0123456789")]);
    let found = problem(&grown, |limits| limits.output = 43);
    assert_eq!(found, "@/target/a: the output is larger than the limit of 43 bytes");
}

#[test]
fn partials_may_not_render_each_other_forever() {
    let room = Room::with(&[
        ("a", "<<render _partials/p>>"),
        ("_partials/p", "<<render _partials/q>>"),
        ("_partials/q", "<<render _partials/p>>"),
    ]);
    let found = room.plan(&room.scaffold()).unwrap_err();
    assert!(found.ends_with("partials render partials deeper than the limit of 50"), "{found}");
}

#[test]
fn a_file_may_not_render_partials_forever() {
    let room = Room::with(&[("a", "<<render p>><<render p>><<render p>>"), ("p", "")]);
    let found = problem(&room, |limits| limits.partials = 2);
    assert!(found.ends_with("a file renders more partials than the limit of 2"), "{found}");
}

#[test]
fn a_large_target_is_listed_as_far_as_needed() {
    let room = Room::with(&[("a", "")]);
    for number in 0..40 {
        room.put(&format!("target/d{}/{number}", number / 10), "");
    }
    let mut scaffold = room.scaffold();
    scaffold.options.limits.files = 2;
    assert!(room.plan(&scaffold).unwrap().purged().count() > 10);
    scaffold.options.purge = true;
    assert_eq!(room.plan(&scaffold).unwrap_err(), "@/target: there are more files than the limit of 10");
}
