//! What is wrong, and where.

use crate::room::{Room, tree};
use diagnostics::Sources;

#[test]
fn all_problems_are_reported_at_once() {
    let room = Room::with(&[
        ("a", "<<name>>"),
        ("b.conf", "l1\n  <<none>>\n"),
        ("d/c", "<<open"),
        ("d/dir", "x"),
        ("e/f", "<<render _partials/p>>"),
        ("_partials/p", "\n<<render _partials/q>>"),
        ("_partials/q", "<<fail late>>"),
    ]);
    room.link("source/link", "a");
    room.make("target/d/dir");
    room.put("target/e", "file");
    assert_eq!(
        room.plan(&room.scaffold()).unwrap_err(),
        "@/source/_partials/q:1:3: f:1:3: p:2:3: q:1:3: late\n\
         @/source/b.conf:2:5: b.conf:2:5: there is no none\n\
         @/source/d/c:1:1: c:1:1: an action has no end\n\
         @/source/link: invalid file in source: it is a symbolic link\n\
         @/target/d/dir: it is a directory, and the tree has a regular file of that name\n\
         @/target/e: it is a regular file, and the tree has a directory of that name"
    );
    assert_eq!(room.tree("target").len(), 3);
}

#[test]
fn reports_point_into_the_templates() {
    let room = Room::with(&[("a", "x\n<<render _partials/p>>"), ("_partials/p", "é<<none>>")]);
    room.put("source/b.img", b"\0\xff<<none>>");
    let Err(problems) = room.scaffold().rehearse(&room.world.read) else { panic!("a problem is expected") };
    let mut sources = Sources::new();
    let report = problems.report(&mut sources);
    let shown: Vec<String> = report
        .iter()
        .map(|found| {
            let place = found.span().map(|span| format!("{} `{}`", sources.place(span), sources.slice(span)));
            let text = format!("{} {} {:?}", place.unwrap_or_default(), found.notes.join(", "), found.help);
            room.shown(&text)
        })
        .collect();
    assert_eq!(
        shown,
        [
            "@/source/_partials/p:1:4 `none` rendered by @/source/a:2:3 None",
            "@/source/b.img:1:5 `none`  Some(\"the file has NUL bytes and looks binary; `copy_only: [\\\"*.img\\\"]` copies such files as they are\")",
        ]
    );
}

#[test]
fn functions_stay_inside() {
    for (template, message) in [
        ("<<write ../evil B>>", "@/evil is not in target directory @/target"),
        ("<<write x/../../evil B>>", "@/evil is not in target directory @/target"),
        ("<<write  B>>", "@/target is the target directory"),
        ("<<write . B>>", "@/target is the target directory"),
        ("<<write d/b B>>", "@/target/d/b cannot be written: the source has no directory d before this template"),
        ("<<write z/b B>>", "@/target/z/b cannot be written: the source has no directory z before this template"),
        ("<<write m B>>", "@/target/m is a directory"),
        (
            "<<write _partials/x B>>",
            "@/target/_partials/x cannot be written: the source has no directory _partials before this template",
        ),
        ("<<write a\0b B>>", "a name with a NUL byte in it"),
        ("<<render ../outside/x>>", "../outside/x is not in source directory @/source"),
        ("<<render none>>", "cannot read `@/source/none`: no such file or directory"),
        ("<<render m>>", "cannot read `@/source/m`: not a regular file but a directory"),
    ] {
        let room = Room::with(&[("n", template), ("m/x", ""), ("z/x", ""), ("_partials/p", "")]);
        room.put("outside/x", "X");
        let problem = room.plan(&room.scaffold()).unwrap_err();
        let problem = problem.split(" (the file has NUL").next().unwrap();
        assert_eq!(problem, format!("@/source/n:1:3: n:1:3: {message}"));
    }
    let room = Room::with(&[("n", "<<write z later>>"), ("z/x", "")]);
    assert_eq!(
        room.plan(&room.scaffold()).unwrap_err(),
        "@/target/z: a template writes this file, and the source has a directory of that name"
    );
}

#[test]
fn files_are_written_where_directories_came_before() {
    let room = Room::with(&[("a/x", "x"), ("b", "<<write a/y Y>><<write /c C>><<write a/../d D>>")]);
    room.apply(&room.scaffold()).unwrap();
    assert_eq!(
        room.tree("target"),
        tree(&[("a/", "0755"), ("a/x", "0644 x"), ("a/y", "0644 Y"), ("b", "0644 "), ("c", "0644 C"), ("d", "0644 D")])
    );
}

#[test]
fn partials_without_an_end_are_shown_in_short() {
    let room = Room::with(&[("a", "<<render _partials/p>>"), ("_partials/p", "<<render _partials/p>>")]);
    let Err(problems) = room.scaffold().rehearse(&room.world.read) else { panic!("a problem is expected") };
    let report = problems.report(&mut Sources::new());
    let notes = room.shown(&report.iter().next().unwrap().notes.join("\n"));
    assert!(notes.lines().count() < 10, "{notes}");
    assert!(notes.contains("more in between]\nrendered by @/source/a:1:3"), "{notes}");
}

#[test]
fn a_source_is_not_its_own_target() {
    let room = Room::with(&[("a", "x")]);
    room.link("target", "source");
    assert_eq!(
        room.plan(&room.scaffold()).unwrap_err(),
        "@/target: it is the source itself, and the outputs would replace their templates"
    );
}

#[test]
fn a_missing_source_and_bad_patterns() {
    let room = Room::new();
    assert_eq!(room.plan(&room.scaffold()).unwrap_err(), "cannot list `@/source`: no such file or directory");
    let room = Room::with(&[("a", "")]);
    let mut scaffold = room.scaffold();
    scaffold.options.copy_only = vec!["[".to_owned()];
    assert_eq!(room.plan(&scaffold).unwrap_err(), "@/source: `[` is not a pattern: a `[` has no `]`");
    room.put("target", "file");
    assert_eq!(
        room.plan(&room.scaffold()).unwrap_err(),
        "@/target: it is a regular file, and the tree has a directory of that name"
    );
}
