//! What a plan says.

use crate::room::{Room, lists};
use scaffold::{Options, Verdict};

#[test]
fn lists_are_sorted_by_bytes() {
    let room = Room::with(&[("Z", "5"), ("a-b", "4"), ("a.txt", "2"), ("a/z", "3"), ("b", "1")]);
    room.put_all(&[("target/zz", "u"), ("target/a/z", "3"), ("target/a/u", ""), ("target/a.b", "")]);
    let plan = room.plan(&room.scaffold()).unwrap();
    assert_eq!(lists(&plan), "Z a-b a.txt b | a/z | a.b a/u zz");
    assert_eq!((plan.count(), plan.is_empty(), plan.target_exists()), (4, false, true));
}

#[test]
fn every_file_is_rendered_once() {
    let room = Room::with(&[("a", "<<name>>"), ("b/c", "<<port>>"), ("_partials/p", "")]);
    let prepared = room.scaffold().prepare(&room.world).unwrap();
    assert_eq!(room.rendered(), 2);
    prepared.apply(&room.world).unwrap();
    assert_eq!(room.rendered(), 2);
    assert_eq!(room.read("target/b/c"), "8080");
}

#[test]
fn the_last_of_several_outputs_counts() {
    for (source, a, b) in [
        (vec![("a", "first"), ("b", "<<write a second>>")], "second", ""),
        (vec![("a", "<<write b second>>"), ("b", "own")], "", "own"),
        (vec![("a", "<<write a self>>outer<<write b 1>><<write b 2>>")], "outer", "2"),
    ] {
        let room = Room::with(&source);
        room.apply(&room.scaffold()).unwrap();
        assert_eq!((room.read("target/a").as_str(), room.read("target/b").as_str()), (a, b));
    }
}

#[test]
fn empty_files_can_be_left_out() {
    let room = Room::with(&[("a", ""), ("b", " \n\u{a0}\t"), ("c", "x"), ("d", "<<write e >>")]);
    room.put_all(&[("target/a", "old")]);
    let mut scaffold = room.scaffold();
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "a b c d e |  | ");
    scaffold.options.skip_empty = true;
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "c e |  | a");
}

#[test]
fn an_empty_partial_leaves_its_file_out_or_fails() {
    let source = [("_partials/p", " "), ("_partials/q", "q<<render _partials/p>>"), ("a", "x<<render _partials/q>>y")];
    let room = Room::with(&source);
    room.put("source/b", "B");
    let mut scaffold = room.scaffold();
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "a b |  | ");
    scaffold.options.skip_empty = true;
    let problems = room.plan(&scaffold).unwrap_err();
    assert!(problems.contains("skipped rendering"), "{problems}");
    scaffold.engine = std::sync::Arc::new(crate::tiny::Tiny { skips_with_partials: true, ..Default::default() });
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "b |  | ");
}

#[test]
fn partials_lose_the_variables_with_other_data() {
    let room = Room::with(&[
        ("_partials/p", "<<.>>"),
        ("_partials/q", "<<name>>"),
        ("a", "<<render /_partials/p port>> <<render x/../_partials/q>>"),
    ]);
    room.apply(&room.scaffold()).unwrap();
    assert_eq!(room.read("target/a"), "8080 app");
    room.put("source/a", "<<render _partials/q port>>");
    assert_eq!(room.plan(&room.scaffold()).unwrap_err(), "@/source/_partials/q:1:3: a:1:3: q:1:3: there is no name");
}

#[test]
fn modes_count_when_they_are_preserved() {
    let room = Room::with(&[("a.sh", "x"), ("b", "y"), ("c", "z<<write d 1>>")]);
    room.chmod("source/a.sh", 0o755);
    room.chmod("source/b", 0o4600);
    room.put_all(&[("target/a.sh", "x"), ("target/b", "old"), ("target/c", "z"), ("target/d", "1")]);
    room.chmod("target/d", 0o600);
    let mut scaffold = room.scaffold();
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "b | a.sh c d | ");
    scaffold.options.preserve_modes = true;
    let plan = room.plan(&scaffold).unwrap();
    assert_eq!(lists(&plan), "a.sh b | c d | ");
    assert_eq!(plan.files()[0].verdict, Verdict::Update { mode: Some((0o644, 0o755)), content: false });
    room.apply(&scaffold).unwrap();
    let tree = room.tree("target");
    assert_eq!([&tree["a.sh"], &tree["b"], &tree["c"]], ["0755 x", "0600 y", "0644 z"]);
}

#[test]
fn bytes_that_are_no_text_pass() {
    let room = Room::with(&[]);
    let all: Vec<u8> = (0..=255).collect();
    room.put("source/a.bin", &all);
    room.put("source/b", b"\xff<<name>>\xfe");
    room.apply(&room.scaffold()).unwrap();
    assert_eq!(std::fs::read(room.path("target/a.bin")).unwrap(), all);
    assert_eq!(std::fs::read(room.path("target/b")).unwrap(), b"\xffapp\xfe");
}

#[test]
fn copies_are_never_rendered() {
    let room = Room::with(&[("logo.png", "\0<<broken"), ("d/raw", "<<name>>"), ("empty.png", ""), ("a", "<<name>>")]);
    let mut scaffold = room.scaffold();
    let copy_only = vec!["*.png".to_owned(), "d/*".to_owned()];
    scaffold.options = Options { copy_only, skip_empty: true, ..Options::default() };
    room.apply(&scaffold).unwrap();
    assert_eq!(room.rendered(), 1);
    assert_eq!(room.read("target/logo.png"), "\0<<broken");
    assert_eq!(room.read("target/d/raw"), "<<name>>");
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), " | a d/raw empty.png logo.png | ");
    room.put("target/logo.png", "\0<<brokeN");
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "logo.png | a d/raw empty.png | ");
}

#[test]
fn a_source_without_files_is_done_when_its_directories_are_there() {
    let room = Room::with(&[]);
    assert!(!room.plan(&room.scaffold()).unwrap().is_empty(), "the target itself is missing");
    room.apply(&room.scaffold()).unwrap();
    assert!(room.path("target").is_dir());
    assert!(room.plan(&room.scaffold()).unwrap().is_empty());
    room.make("source/logs/old");
    assert!(!room.plan(&room.scaffold()).unwrap().is_empty());
    room.apply(&room.scaffold()).unwrap();
    assert!(room.path("target/logs/old").is_dir());
    assert!(room.plan(&room.scaffold()).unwrap().is_empty());
}

#[test]
fn a_target_below_the_source_is_a_part_of_it_the_next_time() {
    let room = Room::with(&[("a", "x")]);
    let mut scaffold = room.scaffold();
    scaffold.target = room.path("source/out");
    room.apply(&scaffold).unwrap();
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "out/a | a | ");
}
