//! Commands that finish files.

use crate::room::{Room, done, lists, tree};
use scaffold::{Post, Scaffold, ShortMemory};
use std::sync::Arc;

fn posted(room: &Room, posts: &[(&str, &str)]) -> Scaffold {
    let mut scaffold = room.scaffold();
    scaffold.options.post = posts.iter().map(|(pattern, command)| Post::new(*pattern, *command)).collect();
    scaffold
}

#[test]
fn commands_work_on_copies_with_the_same_name() {
    let room = Room::with(&[("a.sh", "echo\n"), ("b.txt", "foo\n"), ("d/c d.sh", "x")]);
    room.put("log.sh", "#!/bin/sh\necho \"$(basename \"$1\") $2\" >> \"$(dirname \"$0\")/log\"\n");
    room.chmod("log.sh", 0o755);
    let log = format!("{} {{}} seen", room.path("log.sh").display());
    let scaffold = posted(&room, &[("*.sh", "chmod 755"), ("*.txt", "sed -i 's/foo/a b/' {}"), ("*", &log)]);
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "a.sh b.txt d/c d.sh |  | ");
    assert_eq!(
        room.tree("target"),
        tree(&[("a.sh", "0755 echo\n"), ("b.txt", "0644 a b\n"), ("d/", "0755"), ("d/c d.sh", "0755 x")])
    );
    assert_eq!(room.read("log"), "a.sh seen\nb.txt seen\nc d.sh seen\n");
}

#[test]
fn commands_run_only_for_texts_that_differ() {
    let room = Room::with(&[("a", "same"), ("b", "new")]);
    room.put_all(&[("target/a", "same"), ("target/b", "old")]);
    let count = format!("tee -a {} {{}}", room.path("count").display());
    let scaffold = posted(&room, &[("*", &count)]);
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "b | a | ");
    room.put("target/a", "same");
    // Its input is closed, so it empties what it is given.
    assert_eq!(room.tree("target"), tree(&[("a", "0644 same"), ("b", "0644 new")]));
}

#[test]
fn without_a_memory_nobody_can_tell() {
    let room = Room::with(&[("a", "foo"), ("b", "foo")]);
    room.put_all(&[("target/a", "bar"), ("target/b", "other")]);
    let scaffold = posted(&room, &[("*", "sed -i s/foo/bar/")]);
    let plan = room.plan(&scaffold).unwrap();
    assert_eq!(lists(&plan), "a b |  | ");
    assert_eq!(plan.files()[0].verdict.to_string(), "may change, finished by sed -i s/foo/bar/");
    assert_eq!(room.read("target/a"), "bar");
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "b | a | ");
    assert_eq!(room.read("target/b"), "bar");
    assert_eq!(done(&room.apply(&scaffold).unwrap()), " | a b | ");
}

/// Somebody has put the rendered text back.
#[test]
fn what_is_as_it_was_rendered_is_finished_when_it_is_known_what_comes_of_it() {
    let room = Room::with(&[("a", "foo"), ("b", "other")]);
    let mut scaffold = posted(&room, &[("*", "sed -i s/foo/bar/")]);
    scaffold.memory = Arc::new(ShortMemory::default());
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "a b |  | ");
    room.put("target/a", "foo");
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "a | b | ");
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "a | b | ");
    assert_eq!(room.read("target/a"), "bar");
}

#[test]
fn with_a_memory_nothing_has_to_run() {
    let room = Room::with(&[("a", "foo"), ("b", "foo")]);
    room.put("target/b", "bar");
    let mut scaffold = posted(&room, &[("*", "sed -i s/foo/bar/"), ("a", "chmod 700")]);
    scaffold.memory = Arc::new(ShortMemory::default());
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "a | b | ");
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), " | a b | ");
    room.chmod("target/a", 0o600);
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "a | b | ");
    assert_eq!(done(&room.apply(&scaffold).unwrap()), "a | b | ");
    assert_eq!(room.tree("target")["a"], "0700 bar");
    room.put("target/b", "drifted");
    let plan = room.plan(&scaffold).unwrap();
    assert_eq!((lists(&plan).as_str(), plan.files()[1].verdict.to_string().as_str()), ("b | a | ", "content"));
    room.apply(&scaffold).unwrap();
    room.put("source/b", "foo foo");
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "b | a | ");
    scaffold.options.post.pop();
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), "a b |  | ");
}

#[test]
fn a_failing_command_leaves_the_target_as_it_was() {
    let room = Room::with(&[("a.sh", "1"), ("b.txt", "2"), ("d/c.sh", "3")]);
    let before = room.tree("");
    let scaffold = posted(&room, &[("*.sh", "sh -c 'echo out; echo err >&2; exit 3' x {}")]);
    let command = "`sh -c 'echo out; echo err >&2; exit 3' x {}` ended with 3\n  | out\n  | err";
    assert_eq!(
        room.apply(&scaffold).unwrap_err(),
        format!("@/target/a.sh: failed to post process: {command}\n@/target/d/c.sh: failed to post process: {command}")
    );
    assert_eq!(room.tree(""), before);
    room.put("target/a.sh", "old");
    let before = room.tree("");
    room.apply(&scaffold).unwrap_err();
    assert_eq!(room.tree(""), before);
}

#[test]
fn commands_that_cannot_be_used() {
    let source = [("a.sh", "1"), ("b.sh", "2")];
    for (command, words) in [
        ("upright-no-such-command {}", "failed: program `upright-no-such-command` is not found in"),
        ("rm -f", "`rm -f` left nothing where the file was"),
        ("sh -c 'rm \"$0\"; mkdir \"$0\"'", "left a directory where the file was"),
        ("chmod '755", "`chmod '755` is not a command: Unterminated single-quoted string"),
        ("  ", "the command for `*.sh` is empty"),
    ] {
        let room = Room::with(&source);
        let found = room.apply(&posted(&room, &[("*.sh", command)])).unwrap_err();
        assert!(found.contains(words), "{found}");
        assert!(!room.path("target").exists());
    }
    let room = Room::with(&source);
    let found = room.apply(&posted(&room, &[("[", "true")])).unwrap_err();
    assert!(found.contains("`[` is not a pattern"), "{found}");
    assert_eq!(lists(&room.plan(&posted(&room, &[("*.no", "chmod '755")])).unwrap()), "a.sh b.sh |  | ");
}

#[test]
fn a_command_may_make_a_file_unreadable_or_empty() {
    let room = Room::with(&[("a.sh", "x\n"), ("b", "y")]);
    let mut scaffold = posted(&room, &[("a.sh", "sed -i d"), ("*", "chmod 000")]);
    scaffold.options.skip_empty = true;
    room.apply(&scaffold).unwrap();
    for name in ["a.sh", "b"] {
        let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(room.path("target").join(name)).unwrap());
        assert_eq!(mode & 0o777, 0);
    }
}

#[test]
fn copies_and_written_files_are_finished_too() {
    let room = Room::with(&[("a", "<<write w.sh 1>>"), ("raw.sh", "<<")]);
    let mut scaffold = posted(&room, &[("*.sh", "chmod 700")]);
    scaffold.options.copy_only = vec!["raw.sh".to_owned()];
    room.apply(&scaffold).unwrap();
    let found = room.tree("target");
    assert_eq!([&found["w.sh"], &found["raw.sh"]], ["0700 1", "0700 <<"]);
    assert_eq!(lists(&room.plan(&scaffold).unwrap()), " | a raw.sh w.sh | ");
}
