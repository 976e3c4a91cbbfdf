//! From the file to the tree, in spite of runs that were cut off.

use crate::room::{Room, changed, error, tar_gz};
use crate::server::{Server, answer};
use engine::Verdict;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use system::files::Digest;

const MORE: &str = "extract_parent: @ROOT@/opt\ncreates: @ROOT@/opt/app/first\n";

fn body() -> Vec<u8> {
    tar_gz(&[("app/first", b"1"), ("app/last", b"2")])
}

fn server() -> Server {
    Server::always(answer("200 OK", "", &body()))
}

#[test]
fn an_archive_that_is_there_is_only_extracted() {
    let (room, server) = (Room::new(), server());
    let checksum = format!("{MORE}checksum: {}\n", Digest::of(&body()));
    let archive = room.archive(&server.url("/a.tar.gz"), &checksum);
    changed(&room.apply(&*archive));
    std::fs::remove_file(room.path("opt/app/first")).unwrap();
    std::fs::write(room.path("opt/app/last"), "edited").unwrap();
    changed(&room.apply(&*archive));
    assert_eq!((room.read("opt/app/first"), room.read("opt/app/last")), ("1".into(), "2".into()));
    assert_eq!(server.seen().len(), 1);
    assert_eq!(room.apply(&*archive).verdict, Verdict::Stable);
    assert_eq!(room.notes(), 0);
}

/// The server sends an archive whose second half is broken, as a run that dies in the middle would leave it.
#[test]
fn what_was_not_finished_is_repeated_although_creates_is_there() {
    let room = Room::new();
    let mut broken = body();
    let cut = broken.len() - 1700;
    broken.truncate(cut);
    let half = Server::always(answer("200 OK", "", &broken));
    let archive = room.archive(&half.url("/a.tar.gz"), MORE);
    let converged = room.apply(&*archive);
    assert!(error(&converged).starts_with("extraction failed: "), "{}", error(&converged));
    assert!(matches!(converged.verdict, Verdict::Failed { changed: true, .. }), "a part of it is there");
    assert!(room.path("opt/app/first").exists() && !room.path("opt/app/last").exists());
    assert_eq!(room.notes(), 1);
    // The file is there, and `creates` as well: only the note tells that it is not done.
    std::fs::write(room.path("a.tar.gz"), body()).unwrap();
    changed(&room.apply(&*archive));
    assert_eq!(room.read("opt/app/last"), "2");
    assert_eq!((room.notes(), half.seen().len()), (0, 1));
    assert_eq!(room.apply(&*archive).verdict, Verdict::Stable);
}

/// A server whose third answer is the first good one.
fn getting_well(bad: Vec<u8>) -> Server {
    let good = body();
    let asked = AtomicUsize::new(0);
    Server::start(move |_, stream| {
        let is_well = asked.fetch_add(1, Ordering::SeqCst) >= 2;
        stream.write_all(&answer("200 OK", "", if is_well { &good } else { &bad })).is_ok()
    })
}

/// What a server sends while something is wrong with it is not asked for again by itself: the file is there.
#[test]
fn an_archive_that_is_no_good_is_downloaded_again() {
    let half = body()[..body().len() - 1700].to_vec();
    for bad in [b"<html>come back later</html>".to_vec(), half] {
        for more in ["extract_parent: @ROOT@/opt\n", MORE] {
            let room = Room::new();
            let server = getting_well(bad.clone());
            let archive = room.archive(&server.url("/a.tar.gz"), more);
            for tries in 1..3 {
                let message = error(&room.apply(&*archive));
                assert!(message.starts_with("extraction failed: "), "{message}");
                let is_page = message.contains("/a.tar.gz is no .tar.gz archive but a web page; ");
                assert_eq!(is_page, bad.starts_with(b"<html"), "{message}");
                assert!(
                    message.ends_with("; the next run downloads it again; see that `url` leads to an archive"),
                    "{message}"
                );
                assert_eq!(server.seen().len(), tries);
            }
            changed(&room.apply(&*archive));
            assert_eq!((room.read("opt/app/last"), room.notes(), server.seen().len()), ("2".into(), 0, 3));
            assert_eq!(room.apply(&*archive).verdict, Verdict::Stable);
        }
    }
}

#[test]
fn an_archive_that_is_refused_is_one_all_the_same() {
    let bad = tar_gz(&[("app", b"1"), ("app/last", b"2")]);
    let (room, server) = (Room::new(), Server::always(answer("200 OK", "", &bad)));
    let message = error(&room.apply(&*room.archive(&server.url("/a.tar.gz"), MORE)));
    assert!(message.ends_with("`app` is both a file and a directory; the next run downloads it again"), "{message}");
}

/// The file is what was asked for; downloading it again would bring the same.
#[test]
fn an_archive_with_the_right_checksum_is_not_downloaded_again_when_it_is_no_good() {
    let (room, server) = (Room::new(), Server::always(answer("200 OK", "", b"no archive")));
    let more = format!("{MORE}checksum: {}\n", Digest::of(b"no archive"));
    let archive = room.archive(&server.url("/a.tar.gz"), &more);
    for _ in 0..2 {
        let message = error(&room.apply(&*archive));
        assert!(message.ends_with("is what `checksum` asks for: mend `url` and `checksum`"), "{message}");
    }
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn an_archive_that_goes_away_again() {
    let (room, server) = (Room::new(), server());
    let archive = room.archive(&server.url("/a.tar.gz"), &format!("{MORE}cleanup: true\n"));
    for _ in 0..2 {
        room.apply(&*archive);
        assert_eq!(room.names(), ["opt/app/first", "opt/app/last"]);
    }
    assert_eq!((server.seen().len(), room.notes()), (1, 0));
}

#[test]
fn creates_that_the_archive_does_not_bring() {
    let (room, server) = (Room::new(), server());
    let more = "extract_parent: @ROOT@/opt\ncreates: @ROOT@/opt/nowhere\n";
    let message = error(&room.apply(&*room.archive(&server.url("/a.tar.gz"), more)));
    assert!(message.starts_with("failed to reach desired state: creates path missing: "), "{message}");
}

#[test]
fn nothing_is_downloaded_for_an_archive_that_goes() {
    let (room, server) = (Room::new(), server());
    changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), MORE)));
    let gone = room.decode(
        "archive",
        &format!("name: @ROOT@/a.tar.gz\nensure: absent\nurl: {}\nowner: root\ngroup: root\n", server.url("/a.tar.gz")),
    );
    changed(&room.apply(&*gone));
    assert_eq!(room.names(), ["opt/app/first", "opt/app/last"]);
    assert_eq!((room.apply(&*gone).verdict, server.seen().len()), (Verdict::Stable, 1));
}

/// Where the note is that the archive was not extracted there.
fn note_of(room: &Room, parent: &str) -> PathBuf {
    let both = format!("{}\n{}", room.path("a.tar.gz").display(), room.path(parent).display());
    room.state().join(format!("archive/{}.json", Digest::of(both.as_bytes())))
}

#[test]
fn one_archive_has_a_note_for_each_of_its_targets() {
    let (room, server) = (Room::new(), server());
    let archive = room.archive(&server.url("/a.tar.gz"), &format!("{MORE}checksum: {}\n", Digest::of(&body())));
    changed(&room.apply(&*archive));
    let (ours, other) = (note_of(&room, "opt"), note_of(&room, "elsewhere"));
    std::fs::create_dir_all(other.parent().unwrap()).unwrap();
    std::fs::write(&other, "of another manifest").unwrap();
    assert_eq!(room.apply(&*archive).verdict, Verdict::Stable);
    std::fs::write(&ours, "of a run that died").unwrap();
    changed(&room.apply(&*archive));
    assert!(!ours.exists() && other.exists());
}

/// A note that nobody can read says as much as one that can be read: something was begun.
#[test]
fn a_damaged_note_is_told_of_and_the_archive_extracted_again() {
    let (room, server) = (Room::new(), server());
    let checksum = format!("{MORE}checksum: {}\n", Digest::of(&body()));
    let archive = room.archive(&server.url("/a.tar.gz"), &checksum);
    changed(&room.apply(&*archive));
    let note = note_of(&room, "opt");
    std::fs::write(&note, "{\"version\": 1, \"arch").unwrap();
    std::fs::remove_file(room.path("opt/app/last")).unwrap();
    changed(&room.apply(&*archive));
    assert_eq!(room.read("opt/app/last"), "2");
    let told = room.told();
    assert!(told[0].starts_with(&format!("{} cannot be read: EOF while parsing", note.display())), "{told:?}");
    assert!(told[0].ends_with("; the archive is taken as one whose extraction was not finished"), "{told:?}");
    assert_eq!(told[1..], [format!("{0} is kept as {0}.damaged", note.display())]);
    assert!(!note.exists());
    assert_eq!((room.apply(&*archive).verdict, room.told().len()), (Verdict::Stable, 0));
}

#[test]
fn a_note_that_cannot_be_written_is_said() {
    let (room, server) = (Room::new(), server());
    std::fs::write(room.state().join("archive"), "no directory").unwrap();
    changed(&room.apply(&*room.archive(&server.url("/a.tar.gz"), MORE)));
    let told = room.told();
    let name = room.path("a.tar.gz");
    let line = format!("if this run dies, nobody knows that {} was not extracted: ", name.display());
    assert!(told.iter().any(|told| told.starts_with(&line)), "{told:?}");
}
