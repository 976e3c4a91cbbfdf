//! Files as they will be.

use crate::sample::{Sample, on_both};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use system::files::{
    Access, Attributes, Change, Content, Digest, FileErrorKind, FileKind, Foreseen, Links, Notes, Overlay, ReadFiles,
    Removal,
};
use system::{FakeClock, FakeUsers, Rights};
use value::Unknown;

const NONE: Attributes = Attributes { uid: None, gid: None, mode: None };

/// With all rights, whoever it is.
fn somebody(uid: u32, gid: u32) -> Arc<FakeUsers> {
    let users = FakeUsers::new();
    users.become_one_with(Rights { uid, gid, ..Rights::usual(0, 0) });
    Arc::new(users)
}

fn over(sample: &Sample) -> Overlay {
    let clock = Arc::new(FakeClock::at(1_000_000));
    Overlay::new(Arc::clone(&sample.read), clock, somebody(7, 8), "/")
}

fn known(text: &str) -> Foreseen {
    Foreseen::Known(text.as_bytes().to_vec())
}

fn put(sample: &Sample, path: &str, text: &str) {
    sample.write.make_directory(sample.path(path).parent().unwrap(), NONE).unwrap();
    sample.write.replace(&sample.path(path), Content::Bytes(text.as_bytes()), NONE).unwrap();
}

fn names(overlay: &Overlay, path: &Path) -> Vec<String> {
    overlay.list(path).unwrap().into_iter().map(|name| name.into_string().unwrap()).collect()
}

fn kind(overlay: &Overlay, path: &Path) -> Option<FileKind> {
    overlay.stat(path, Links::Keep).unwrap().map(|stat| stat.kind)
}

#[test]
fn an_empty_overlay_shows_what_is_there() {
    on_both(|sample| {
        put(sample, "a/file", "x");
        let overlay = over(sample);
        let path = sample.path("a/file");
        assert_eq!(overlay.stat(&path, Links::Keep).unwrap(), sample.stat("a/file"));
        assert_eq!(overlay.read(&path, 10).unwrap(), b"x");
        assert_eq!(names(&overlay, &sample.root), ["a"]);
    });
}

#[test]
fn what_would_be_written_is_read() {
    on_both(|sample| {
        put(sample, "old", "old");
        let overlay = over(sample);
        let (new, old) = (sample.path("new"), sample.path("old"));
        overlay.put_file(&new, Attributes::new(1, 2, 0o640), known("hello")).unwrap();
        overlay.put_file(&old, Attributes::mode(0o600), known("other")).unwrap();
        let stat = overlay.stat(&new, Links::Follow).unwrap().unwrap();
        assert_eq!((stat.kind, stat.uid, stat.gid, stat.mode, stat.size), (FileKind::File, 1, 2, 0o640, 5));
        assert_eq!(stat.modified.unix_seconds(), 1_000_000);
        assert_eq!(overlay.read(&new, 5).unwrap(), b"hello");
        assert!(matches!(overlay.read(&new, 4).unwrap_err().kind, FileErrorKind::TooLarge { size: 5, limit: 4 }));
        for _ in 0..2 {
            assert_eq!(overlay.digest(&new).unwrap(), Digest::of(b"hello"));
        }
        let kept = overlay.stat(&old, Links::Follow).unwrap().unwrap();
        assert_eq!((kept.uid, kept.mode), (sample.stat("old").unwrap().uid, 0o600), "the owner is kept");
        assert_eq!(names(&overlay, &sample.root), ["new", "old"]);
        assert_eq!(sample.text("old"), "old");
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["old"]);
    });
}

#[test]
fn a_file_without_attributes_is_ours() {
    on_both(|sample| {
        let overlay = over(sample);
        overlay.put_file(&sample.path("new"), NONE, known("")).unwrap();
        let stat = overlay.stat(&sample.path("new"), Links::Keep).unwrap().unwrap();
        assert_eq!((stat.uid, stat.gid, stat.mode), (7, 8, 0o644));
    });
}

#[test]
fn directories_come_with_their_parents() {
    on_both(|sample| {
        let overlay = over(sample);
        overlay.put_directory(&sample.path("a/b/c"), Attributes::new(1, 2, 0o1777)).unwrap();
        let stat = overlay.stat(&sample.path("a/b/c"), Links::Keep).unwrap().unwrap();
        assert_eq!((stat.kind, stat.uid, stat.mode), (FileKind::Directory, 1, 0o1777));
        let parent = overlay.stat(&sample.path("a/b"), Links::Keep).unwrap().unwrap();
        assert_eq!((parent.uid, parent.mode), (7, 0o1755));
        assert_eq!(names(&overlay, &sample.path("a")), ["b"]);
        assert!(names(&overlay, &sample.path("a/b/c")).is_empty());
        overlay.put_file(&sample.path("a/b/c/file"), NONE, known("x")).unwrap();
        assert_eq!(names(&overlay, &sample.path("a/b/c")), ["file"]);
        overlay.put_directory(&sample.path("a/b/c"), Attributes::mode(0o700)).unwrap();
        assert_eq!(overlay.stat(&sample.path("a/b/c"), Links::Keep).unwrap().unwrap().mode, 0o700);
        assert_eq!(names(&overlay, &sample.path("a/b/c")), ["file"]);
    });
}

#[test]
fn a_directory_that_is_there_keeps_what_is_in_it() {
    on_both(|sample| {
        put(sample, "a/file", "x");
        let overlay = over(sample);
        overlay.put_directory(&sample.path("a"), Attributes::mode(0o700)).unwrap();
        overlay.put_file(&sample.path("a/new"), NONE, known("y")).unwrap();
        assert_eq!(names(&overlay, &sample.path("a")), ["file", "new"]);
        assert_eq!(overlay.read(&sample.path("a/file"), 10).unwrap(), b"x");
        assert_eq!(overlay.stat(&sample.path("a"), Links::Keep).unwrap().unwrap().mode, 0o700);
    });
}

#[test]
fn what_would_fail_fails() {
    on_both(|sample| {
        put(sample, "a/file", "x");
        sample.link("link", "a");
        let overlay = over(sample);
        assert!(overlay.put_file(&sample.path("none/file"), NONE, known("")).unwrap_err().is_not_found());
        let error = overlay.put_file(&sample.path("a"), NONE, known("")).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::IsDirectory));
        for path in ["a/file", "a/file/b"] {
            let error = overlay.put_directory(&sample.path(path), NONE).unwrap_err();
            assert!(matches!(error.kind, FileErrorKind::NotADirectory { .. }), "{error}");
        }
        assert!(overlay.set_attributes(&sample.path("none"), NONE).unwrap_err().is_not_found());
        let error = overlay.set_attributes(&sample.path("link"), NONE).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::IsLink { .. }));
        let error = overlay.put_directory(&sample.path("link"), Attributes::mode(0o700)).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::IsLink { .. }));
        overlay.put_directory(&sample.path("link"), NONE).unwrap();
        let copy = Foreseen::CopyOf(sample.path("none"));
        assert!(overlay.put_file(&sample.path("new"), NONE, copy).unwrap_err().is_not_found());
        let copy = Foreseen::CopyOf(sample.path("a"));
        let error = overlay.put_file(&sample.path("new"), NONE, copy).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::NotAFile { .. }));
        assert!(matches!(overlay.remove(Path::new("/")).unwrap_err().kind, FileErrorKind::IsRoot));
        assert_eq!(names(&overlay, &sample.root), ["a", "link"]);
    });
}

#[test]
fn more_comes_through_a_link_too() {
    on_both(|sample| {
        put(sample, "real/file", "x");
        for (link, target) in [("link", "real"), ("dangling", "nowhere")] {
            sample.link(link, target);
        }
        let (overlay, reason) = (over(sample), Unknown::new("depends on archive#x"));
        overlay.put_more_below(&sample.path("link"), Attributes::mode(0o755), &reason).unwrap();
        for path in ["real/new", "link/new"] {
            assert_eq!(overlay.exists(&sample.path(path)).unwrap_err().unknown(), Some(&reason), "{path}");
        }
        assert!(overlay.exists(&sample.path("real/file")).unwrap());
        assert_eq!(kind(&overlay, &sample.path("link")), Some(FileKind::Link));
        let error = overlay.put_more_below(&sample.path("dangling"), Attributes::mode(0o755), &reason).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::NotADirectory { .. }), "{error}");
        // A command may make what the link leads to.
        overlay.put_unknown(&sample.path("dangling/new"), reason.clone()).unwrap();
        assert_eq!(overlay.exists(&sample.path("nowhere/new")).unwrap_err().unknown(), Some(&reason));
    });
}

#[test]
fn attributes_change_and_content_stays() {
    on_both(|sample| {
        put(sample, "file", "content");
        sample.pipe("pipe");
        let overlay = over(sample);
        for path in ["file", "pipe"] {
            overlay.set_attributes(&sample.path(path), Attributes::new(9, 9, 0o777)).unwrap();
            let stat = overlay.stat(&sample.path(path), Links::Keep).unwrap().unwrap();
            assert_eq!((stat.uid, stat.gid, stat.mode), (9, 9, 0o777));
            assert_eq!((stat.kind, stat.size), sample.stat(path).map(|stat| (stat.kind, stat.size)).unwrap());
        }
        assert_eq!(overlay.read(&sample.path("file"), 10).unwrap(), b"content");
        assert_eq!(overlay.digest(&sample.path("file")).unwrap(), Digest::of(b"content"));
        assert!(overlay.digest(&sample.path("pipe")).is_err());
    });
}

#[test]
fn what_would_be_removed_is_gone_with_all_below() {
    on_both(|sample| {
        put(sample, "a/b/file", "x");
        put(sample, "a/other", "y");
        let overlay = over(sample);
        overlay.put_file(&sample.path("a/b/new"), NONE, known("z")).unwrap();
        overlay.remove(&sample.path("a/b")).unwrap();
        for path in ["a/b", "a/b/file", "a/b/new"] {
            assert_eq!(kind(&overlay, &sample.path(path)), None, "{path}");
        }
        assert!(overlay.read(&sample.path("a/b/file"), 10).unwrap_err().is_not_found());
        assert!(overlay.list(&sample.path("a/b")).unwrap_err().is_not_found());
        assert_eq!(names(&overlay, &sample.path("a")), ["other"]);
        overlay.put_directory(&sample.path("a/b"), NONE).unwrap();
        assert!(names(&overlay, &sample.path("a/b")).is_empty(), "what was removed does not come back");
        overlay.remove(&sample.path("none/below")).unwrap();
        overlay.remove(&sample.path("a")).unwrap();
        assert!(names(&overlay, &sample.root).is_empty());
    });
}

#[test]
fn a_file_may_become_a_directory_and_a_directory_a_file() {
    on_both(|sample| {
        put(sample, "file", "x");
        put(sample, "directory/below", "y");
        let overlay = over(sample);
        overlay.remove(&sample.path("file")).unwrap();
        overlay.put_directory(&sample.path("file/deep"), NONE).unwrap();
        overlay.remove(&sample.path("directory")).unwrap();
        overlay.put_file(&sample.path("directory"), NONE, known("z")).unwrap();
        assert_eq!(kind(&overlay, &sample.path("file/deep")), Some(FileKind::Directory));
        assert_eq!(overlay.read(&sample.path("directory"), 10).unwrap(), b"z");
        assert_eq!(kind(&overlay, &sample.path("directory/below")), None);
        assert!(overlay.list(&sample.path("directory")).is_err());
    });
}

#[test]
fn one_file_is_seen_under_all_its_names() {
    on_both(|sample| {
        put(sample, "real/file", "old");
        sample.link("alias", "real");
        sample.link("real/link", "file");
        let overlay = over(sample);
        overlay.put_file(&sample.path("alias/new"), NONE, known("new")).unwrap();
        assert_eq!(overlay.read(&sample.path("real/new"), 10).unwrap(), b"new");
        assert_eq!(overlay.read(&sample.path("alias/../real/./new"), 10).unwrap(), b"new");
        assert_eq!(names(&overlay, &sample.path("real")), ["file", "link", "new"]);
        overlay.put_file(&sample.path("real/file"), NONE, known("changed")).unwrap();
        assert_eq!(overlay.read(&sample.path("alias/link"), 10).unwrap(), b"changed");
        overlay.remove(&sample.path("real/new")).unwrap();
        assert_eq!(kind(&overlay, &sample.path("alias/new")), None);
    });
}

#[test]
fn a_link_that_is_replaced_leads_nowhere_any_more() {
    on_both(|sample| {
        put(sample, "real/file", "old");
        sample.link("alias", "real");
        let overlay = over(sample);
        assert_eq!(overlay.read_link(&sample.path("alias")).unwrap(), Path::new("real"));
        overlay.remove(&sample.path("alias")).unwrap();
        assert!(overlay.read_link(&sample.path("alias")).unwrap_err().is_not_found());
        overlay.put_directory(&sample.path("alias"), NONE).unwrap();
        assert!(overlay.read_link(&sample.path("alias")).is_err());
        overlay.put_file(&sample.path("alias/new"), NONE, known("x")).unwrap();
        assert_eq!(names(&overlay, &sample.path("alias")), ["new"]);
        assert_eq!(names(&overlay, &sample.path("real")), ["file"]);
    });
}

#[test]
fn a_copy_keeps_what_its_source_was() {
    on_both(|sample| {
        put(sample, "archive", "bytes");
        let overlay = over(sample);
        overlay.put_file(&sample.path("new"), NONE, known("planned")).unwrap();
        overlay.put_file(&sample.path("copy"), NONE, Foreseen::CopyOf(sample.path("archive"))).unwrap();
        overlay.put_file(&sample.path("again"), NONE, Foreseen::CopyOf(sample.path("new"))).unwrap();
        overlay.put_file(&sample.path("new"), NONE, known("changed")).unwrap();
        overlay.remove(&sample.path("archive")).unwrap();
        assert_eq!(overlay.read(&sample.path("copy"), 10).unwrap(), b"bytes");
        assert_eq!(overlay.digest(&sample.path("copy")).unwrap(), Digest::of(b"bytes"));
        assert_eq!(overlay.stat(&sample.path("copy"), Links::Keep).unwrap().unwrap().size, 5);
        assert_eq!(overlay.read(&sample.path("again"), 10).unwrap(), b"planned");
    });
}

#[test]
fn what_is_unknown_is_said_to_be() {
    on_both(|sample| {
        put(sample, "opt/app/file", "x");
        let overlay = over(sample);
        let reason = Unknown::new("after exec#install ran");
        overlay.put_unknown(&sample.path("opt/app"), reason.clone()).unwrap();
        let app = sample.path("opt/app");
        let file = app.join("file");
        for error in [
            overlay.stat(&app, Links::Follow).unwrap_err(),
            overlay.stat(&file, Links::Keep).unwrap_err(),
            overlay.read(&file, 10).unwrap_err(),
            overlay.digest(&app.join("a/b/c")).unwrap_err(),
            overlay.list(&app).unwrap_err(),
            overlay.read_link(&app).unwrap_err(),
            overlay.list(&sample.path("opt")).unwrap_err(),
        ] {
            assert_eq!(error.unknown(), Some(&reason), "{error}");
        }
        assert_eq!(names(&overlay, &sample.root), ["opt"]);
        overlay.set_attributes(&app, Attributes::mode(0o700)).unwrap();
        assert!(overlay.stat(&app, Links::Keep).is_err());
    });
}

#[test]
fn what_is_written_below_something_unknown_is_known() {
    on_both(|sample| {
        let overlay = over(sample);
        let reason = Unknown::new("after exec#install ran");
        let app = sample.path("opt/app");
        overlay.put_unknown(&app, reason.clone()).unwrap();
        overlay.put_file(&app.join("etc/config"), NONE, known("made by the command, perhaps")).unwrap();
        assert!(overlay.stat(&app.join("etc"), Links::Keep).unwrap_err().unknown().is_some());
        assert!(overlay.stat(&sample.path("opt"), Links::Keep).unwrap_err().unknown().is_some());
        overlay.put_file(&app.join("config"), NONE, known("x")).unwrap();
        assert_eq!(overlay.read(&app.join("config"), 10).unwrap(), b"x");
        assert!(overlay.stat(&app.join("other"), Links::Keep).unwrap_err().unknown().is_some());
        overlay.put_directory(&app, Attributes::mode(0o755)).unwrap();
        assert_eq!(kind(&overlay, &app), Some(FileKind::Directory));
        assert_eq!(overlay.read(&app.join("config"), 10).unwrap(), b"x");
        assert_eq!(overlay.list(&app).unwrap_err().unknown(), Some(&reason));
        assert!(overlay.stat(&app.join("other"), Links::Keep).unwrap_err().unknown().is_some());
        overlay.remove(&app).unwrap();
        assert_eq!(kind(&overlay, &app.join("other")), None);
    });
}

#[test]
fn what_is_there_stays_there_when_more_comes() {
    on_both(|sample| {
        for path in ["usr/bin/kept", "usr/bin/gone", "usr/sbin/tool"] {
            put(sample, path, "x");
        }
        sample.link("bin", "usr/bin");
        let overlay = over(sample);
        let (usr, reason) = (sample.path("usr"), Unknown::new("depends on archive#x"));
        overlay.remove(&usr.join("bin/gone")).unwrap();
        overlay.put_file(&usr.join("bin/made"), NONE, known("y")).unwrap();
        overlay.put_directory(&usr.join("sbin"), Attributes::mode(0o700)).unwrap();
        overlay.put_directory(&usr.join("lib"), NONE).unwrap();
        overlay.put_more_below(&usr, NONE, &reason).unwrap();
        // Once more, one level below.
        overlay.put_more_below(&usr.join("bin"), NONE, &reason).unwrap();
        for path in ["bin/kept", "usr/bin/kept", "usr/bin/made", "usr/sbin/tool", "usr/sbin", "usr/lib"] {
            assert!(overlay.exists(&sample.path(path)).unwrap(), "{path}");
        }
        for path in ["bin/none", "usr/bin/gone", "usr/local/bin/none", "usr/lib/none"] {
            assert_eq!(overlay.exists(&sample.path(path)).unwrap_err().unknown(), Some(&reason), "{path}");
        }
        // It may be another by then.
        assert_eq!(overlay.stat(&usr.join("bin/kept"), Links::Follow).unwrap_err().unknown(), Some(&reason));
        assert_eq!(overlay.read(&usr.join("bin/made"), 10).unwrap_err().unknown(), Some(&reason));
        assert_eq!(overlay.list(&usr.join("bin")).unwrap_err().unknown(), Some(&reason));
    });
}

#[test]
fn unknown_content_has_known_attributes() {
    on_both(|sample| {
        let overlay = over(sample);
        let (path, reason) = (sample.path("archive"), Unknown::new("it is not downloaded yet"));
        overlay.put_file(&path, Attributes::mode(0o600), Foreseen::Unknown(reason.clone())).unwrap();
        assert_eq!(overlay.stat(&path, Links::Keep).unwrap().unwrap().mode, 0o600);
        assert_eq!(overlay.digest(&path).unwrap_err().unknown(), Some(&reason));
        overlay.put_file(&sample.path("copy"), NONE, Foreseen::CopyOf(path)).unwrap();
        assert_eq!(overlay.read(&sample.path("copy"), 10).unwrap_err().unknown(), Some(&reason));
    });
}

#[test]
fn an_overlay_can_be_looked_at_from_below() {
    on_both(|sample| {
        put(sample, "root/file", "x");
        sample.link("root/out", "..");
        let overlay = over(sample);
        overlay.put_directory(&sample.path("root/new"), NONE).unwrap();
        overlay.put_file(&sample.path("root/new/file"), NONE, known("y")).unwrap();
        let below = overlay.beneath(&sample.path("root")).unwrap();
        assert_eq!(below.read(Path::new("new/file"), 10).unwrap(), b"y");
        assert_eq!(below.list(Path::new("")).unwrap(), ["file", "new", "out"]);
        assert!(matches!(below.list(Path::new("out")).unwrap_err().kind, FileErrorKind::Escapes { .. }));
    });
}

#[test]
fn relative_paths_begin_in_the_working_directory() {
    let sample = Sample::fake();
    let overlay = Overlay::new(Arc::clone(&sample.read), Arc::new(FakeClock::at(0)), somebody(0, 0), &sample.root);
    overlay.put_file(Path::new("file"), NONE, known("x")).unwrap();
    assert_eq!(overlay.read(&sample.path("file"), 10).unwrap(), b"x");
    assert_eq!(overlay.read(Path::new("./file"), 10).unwrap(), b"x");
}

/// An overlay for an ordinary user.
fn over_for(sample: &Sample, rights: Rights) -> Overlay {
    let users = FakeUsers::new();
    users.become_one_with(rights);
    Overlay::new(Arc::clone(&sample.read), Arc::new(FakeClock::at(0)), Arc::new(users), "/")
}

#[test]
fn what_would_be_made_or_changed_is_judged_by_owner_and_mode() {
    on_both(|sample| {
        put(sample, "lower/file", "x");
        let overlay = over_for(sample, Rights::usual(10, 20));
        let made = |name: &str, attributes| overlay.put_directory(&sample.path(name), attributes).unwrap();
        made("own", Attributes::new(10, 20, 0o700));
        made("shut", Attributes::new(10, 20, 0o500));
        made("sealed", Attributes::new(10, 20, 0o077));
        made("of", Attributes::new(10, 20, 0o755));
        made("of/group", Attributes::new(11, 20, 0o070));
        made("theirs", Attributes::new(11, 21, 0o755));
        made("lower", Attributes::new(10, 20, 0o300));
        let access = |name: &str| overlay.access(&sample.path(name));
        for (name, wanted) in [
            ("own", Access::Open),
            ("of/group", Access::Open),
            ("lower", Access::Open),
            ("shut", Access::Denied { owner: 10 }),
            ("sealed", Access::Denied { owner: 10 }),
            ("none", Access::NoDirectory),
            ("lower/file", Access::NoDirectory),
        ] {
            assert_eq!(access(name).unwrap(), wanted, "{name}");
            assert!(!overlay.is_read_only(&sample.path(name)).unwrap());
        }
        // An access list may say what the mode does not.
        assert!(access("theirs").unwrap_err().unknown().is_some());
        let root = over_for(sample, Rights::usual(0, 0));
        root.put_directory(&sample.path("sealed"), Attributes::new(10, 20, 0)).unwrap();
        assert_eq!(root.access(&sample.path("sealed")).unwrap(), Access::Open);
    });
}

#[test]
fn what_would_be_closed_is_not_entered_read_or_listed() {
    on_both(|sample| {
        put(sample, "lower/file", "x");
        let overlay = over_for(sample, Rights::usual(10, 20));
        overlay.put_directory(&sample.path("sealed/below"), Attributes::new(10, 20, 0o755)).unwrap();
        overlay.put_file(&sample.path("sealed/file"), NONE, known("x")).unwrap();
        for (name, bits) in [("lower", 0o055), ("sealed", 0o055)] {
            overlay.put_directory(&sample.path(name), Attributes::new(10, 20, bits)).unwrap();
        }
        overlay.put_file(&sample.path("secret"), Attributes::new(10, 20, 0o244), known("x")).unwrap();
        for error in [
            overlay.stat(&sample.path("lower/file"), Links::Keep).unwrap_err(),
            overlay.stat(&sample.path("sealed/below"), Links::Follow).unwrap_err(),
            overlay.stat(&sample.path("sealed/below/../file"), Links::Follow).unwrap_err(),
            overlay.access(&sample.path("sealed/below")).unwrap_err(),
            overlay.put_file(&sample.path("sealed/new"), NONE, known("")).unwrap_err(),
            overlay.list(&sample.path("sealed")).unwrap_err(),
            overlay.list(&sample.path("lower")).unwrap_err(),
            overlay.read(&sample.path("secret"), 10).unwrap_err(),
            overlay.digest(&sample.path("secret")).unwrap_err(),
        ] {
            assert!(error.is_permission_denied(), "{error}");
        }
        assert_eq!(overlay.stat(&sample.path("sealed"), Links::Follow).unwrap().unwrap().mode, 0o055);
    });
}

/// What is closed now and open by then may hold anything.
#[test]
fn what_would_be_opened_is_not_known() {
    let sample = Sample::fake();
    put(&sample, "sealed/file", "x");
    let file = sample.path("sealed/file");
    let files = sample.fake.as_ref().unwrap();
    let closed = file.clone();
    files.fail_when(move |_, path| (path == closed).then_some(std::io::ErrorKind::PermissionDenied));
    let overlay = over_for(&sample, Rights::usual(10, 20));
    overlay.put_file(&sample.path("first"), NONE, known("")).unwrap();
    assert!(overlay.stat(&file, Links::Keep).unwrap_err().is_permission_denied());
    overlay.put_directory(&sample.path("sealed"), Attributes::new(10, 20, 0o755)).unwrap();
    for error in [
        overlay.stat(&file, Links::Keep).unwrap_err(),
        overlay.stat(&file, Links::Follow).unwrap_err(),
        overlay.read(&file, 10).unwrap_err(),
        overlay.digest(&file).unwrap_err(),
    ] {
        assert!(error.unknown().is_some(), "{error}");
        assert!(
            error.to_string().ends_with("permission denied, but an earlier step would change the rights"),
            "{error}"
        );
    }
}

#[test]
fn customs_of_what_would_be_made() {
    on_both(|sample| {
        let overlay = over_for(sample, Rights::usual(10, 20));
        overlay.put_directory(&sample.path("a/sticky"), Attributes::new(11, 21, 0o1777)).unwrap();
        overlay.put_directory(&sample.path("group"), Attributes::new(11, 21, 0o2775)).unwrap();
        overlay.put_directory(&sample.path("group/deep/below"), NONE).unwrap();
        overlay.put_file(&sample.path("group/deep/file"), NONE, known("")).unwrap();
        let customs = |name: &str| overlay.customs(&sample.path(name)).unwrap().unwrap();
        assert_eq!((customs("a/sticky").sticky, customs("a/sticky").group), (Some(11), None));
        assert_eq!((customs("group").sticky, customs("group").group), (None, Some(21)));
        assert_eq!(customs("group/deep/below").group, Some(21), "set-gid is handed on");
        assert_eq!(overlay.stat(&sample.path("group/deep/file"), Links::Keep).unwrap().unwrap().gid, 21);
        assert_eq!(customs("group/deep/file").group, None);
        assert!(customs("a/sticky").usual && !customs("a/sticky").read_only);
        assert_eq!(overlay.customs(&sample.path("none")).unwrap(), None);
    });
}

/// Ways are remembered, so what changes them has to be noticed.
#[test]
fn a_way_that_was_taken_may_end_elsewhere_later() {
    on_both(|sample| {
        put(sample, "real/file", "x");
        put(sample, "other/deep/file", "y");
        sample.link("link", "real");
        sample.link("chain", "link");
        let overlay = over(sample);
        let path = |name: &str| sample.path(name);
        overlay.put_file(&path("link/new"), NONE, known("1")).unwrap();
        overlay.put_file(&path("chain/newer"), NONE, known("2")).unwrap();
        assert_eq!(names(&overlay, &path("real")), ["file", "new", "newer"]);
        overlay.put_file(&path("link"), NONE, known("now a file")).unwrap();
        assert_eq!(kind(&overlay, &path("link/new")), None, "a link that was replaced leads nowhere");
        assert_eq!(kind(&overlay, &path("chain/newer")), None);
        assert!(overlay.put_file(&path("chain/more"), NONE, known("")).is_err());
        assert_eq!(kind(&overlay, &path("other/deep/file")), Some(FileKind::File));
        overlay.remove(&path("other")).unwrap();
        assert_eq!(kind(&overlay, &path("other/deep/file")), None);
        assert!(overlay.put_file(&path("other/deep/new"), NONE, known("")).unwrap_err().is_not_found());
        overlay.put_directory(&path("other/deep"), NONE).unwrap();
        overlay.put_file(&path("other/deep/new"), NONE, known("")).unwrap();
        assert_eq!(names(&overlay, &path("other/deep")), ["new"]);
        overlay.put_unknown(&path("other"), Unknown::new("why")).unwrap();
        assert!(overlay.stat(&path("other/deep/new"), Links::Keep).unwrap_err().unknown().is_some());
    });
}

#[test]
fn a_command_that_changed_directories_is_noticed() {
    on_both(|sample| {
        put(sample, "a/file", "x");
        let overlay = over(sample);
        overlay.put_file(&sample.path("a/new"), NONE, known("")).unwrap();
        sample.write.remove(&sample.path("a"), Removal::Tree).unwrap();
        overlay.forget();
        assert!(overlay.put_file(&sample.path("a/other"), NONE, known("")).unwrap_err().is_not_found());
        assert_eq!(overlay.access(&sample.path("a")).unwrap(), Access::NoDirectory);
    });
}

/// As many links as the kernel follows in one path, however the path is taken apart.
#[test]
fn links_that_lead_in_circles_are_an_error() {
    on_both(|sample| {
        put(sample, "real/file", "x");
        sample.link("loop", "loop");
        sample.link("real/here", ".");
        let overlay = over(sample);
        overlay.put_file(&sample.path("new"), NONE, known("")).unwrap();
        assert!(overlay.stat(&sample.path("loop/file"), Links::Keep).is_err());
        assert!(overlay.stat(&sample.path("loop"), Links::Follow).is_err());
        for (times, is_found) in [(40, true), (41, false)] {
            let path = sample.path(&format!("real/{}file", "here/".repeat(times)));
            let (before, after) = (sample.read.stat(&path, Links::Keep), overlay.stat(&path, Links::Keep));
            assert_eq!((before.is_ok(), after.is_ok()), (is_found, is_found), "{times}");
        }
    });
}

/// What a rehearsal of many new files costs: each one is looked at when it is observed and when it is put, its directory
/// once for all of them.
#[test]
fn a_new_file_takes_two_looks() {
    const FILES: usize = 100;
    let sample = Sample::fake();
    sample.link("link", "real");
    put(&sample, "real/deep/er/file", "x");
    let looks = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&looks);
    sample.fake.as_ref().unwrap().fail_when(move |verb, _| {
        counter.fetch_add(usize::from(verb != "access"), Ordering::Relaxed);
        None
    });
    let overlay = over(&sample);
    for number in 0..FILES {
        for directory in ["real/deep/er", "link/deep"] {
            let path = sample.path(&format!("{directory}/{number}"));
            assert_eq!(overlay.stat(&path, Links::Keep).unwrap(), None);
            assert_eq!(overlay.access(path.parent().unwrap()).unwrap(), Access::Open);
            overlay.put_file(&path, Attributes::new(0, 0, 0o644), known("text")).unwrap();
        }
    }
    let looks = looks.load(Ordering::Relaxed);
    assert!(looks <= 2 * 2 * FILES + 40, "{looks} looks for {} files", 2 * FILES);
}

/// What is foreseen in a layer over another is seen there alone, and hides what the other says.
#[test]
fn a_layer_over_another_leaves_it_as_it_is() {
    on_both(|sample| {
        put(sample, "d/there", "there");
        let first = over(sample);
        first.foresee_anywhere().put(&sample.path("d/first"), known("first"), NONE).unwrap();
        let second = first.over();
        let hand = second.foresee_anywhere();
        hand.put(&sample.path("d/first"), known("second"), NONE).unwrap();
        hand.put(&sample.path("d/second"), known("second"), NONE).unwrap();
        hand.remove(&sample.path("d/there"), Removal::One).unwrap();
        assert_eq!(names(&second, &sample.path("d")), ["first", "second"]);
        assert_eq!(second.read(&sample.path("d/first"), 10).unwrap(), b"second");
        assert_eq!(names(&first, &sample.path("d")), ["first", "there"]);
        assert_eq!(first.read(&sample.path("d/first"), 10).unwrap(), b"first");
        hand.remove(&sample.path("d/first"), Removal::One).unwrap();
        assert_eq!(kind(&second, &sample.path("d/first")), None);
        assert_eq!(kind(&first.over(), &sample.path("d/first")), Some(FileKind::File), "each begins anew");
    });
}

/// Places are noted without links, the way to them included, and only while somebody wants to know.
#[test]
fn notes_say_what_was_looked_at_and_what_would_be_another() {
    on_both(|sample| {
        put(sample, "d/there", "x");
        sample.link("link", "d");
        let overlay = over(sample);
        let place = |path: &str| sample.path(path);
        kind(&overlay, &sample.path("d/there"));
        assert_eq!(overlay.take_notes(), Notes::default(), "nobody wanted to know");
        overlay.begin_notes();
        kind(&overlay, &sample.path("link/there"));
        names(&overlay, &sample.path("link"));
        overlay.foresee_anywhere().make_directories(&sample.path("link/new/deep"), 0o755).unwrap();
        overlay.foresee_anywhere().put(&sample.path("link/there"), known("y"), NONE).unwrap();
        overlay.foresee_anywhere().put(&sample.path("d/new/file"), known("y"), NONE).unwrap();
        let notes = overlay.take_notes();
        for looked in ["d", "d/there", "link"] {
            assert!(notes.looked.contains(&place(looked)), "{looked}: {notes:#?}");
        }
        assert!(!notes.looked.contains(&place("link/there")), "{notes:#?}");
        assert_eq!(notes.listed, [place("d")].into());
        let changed = [
            (place("d/new"), Change::Made),
            (place("d/new/deep"), Change::Made),
            (place("d/new/file"), Change::Other),
            (place("d/there"), Change::Other),
        ];
        assert_eq!(notes.changed, changed.into());
        overlay.begin_notes();
        overlay.foresee_anywhere().remove(&sample.path("d/new"), Removal::Tree).unwrap();
        assert_eq!(overlay.take_notes().changed[&place("d/new")], Change::Instead);
    });
}

#[test]
fn a_directory_goes_unless_something_stays_in_it() {
    on_both(|sample| {
        put(sample, "full/file", "x");
        put(sample, "emptied/file", "x");
        sample.write.make_directory(&sample.path("empty"), NONE).unwrap();
        let overlay = over(sample);
        overlay.remove(&sample.path("emptied/file")).unwrap();
        overlay.put_file(&sample.path("empty/new"), NONE, known("x")).unwrap();
        let reason = Unknown::new("why");
        overlay.put_more_below(&sample.path("more"), NONE, &reason).unwrap();
        overlay.put_more_below(&sample.path("sure"), NONE, &reason).unwrap();
        overlay.put_file(&sample.path("sure/new"), NONE, known("x")).unwrap();
        overlay.put_file(&sample.path("single"), NONE, known("x")).unwrap();
        for (name, left) in [
            ("full", Some(true)),
            ("emptied", Some(false)),
            ("empty", Some(true)),
            ("more", None),
            ("sure", Some(true)),
            ("single", Some(false)),
            ("nothing", Some(false)),
            ("nothing/below", Some(false)),
        ] {
            overlay.remove_unless_full(&sample.path(name)).unwrap();
            assert_eq!(overlay.exists(&sample.path(name)).ok(), left, "{name}");
        }
    });
}

#[test]
fn what_is_foreseen_after_a_doubt_is_settled() {
    on_both(|sample| {
        put(sample, "old", "x");
        let overlay = over(sample);
        let settled = |name: &str| overlay.is_settled(&sample.path(name));
        let all = Attributes::new(7, 8, 0o755);
        let put_all = || {
            overlay.put_file(&sample.path("new"), all, known("x")).unwrap();
            overlay.put_file(&sample.path("partly"), Attributes::mode(0o644), known("x")).unwrap();
            overlay.put_file(&sample.path("copy"), all, Foreseen::CopyOf(sample.path("old"))).unwrap();
            overlay.put_directory(&sample.path("d"), all).unwrap();
            overlay.remove(&sample.path("gone")).unwrap();
            overlay.set_attributes(&sample.path("old"), Attributes::mode(0o600)).unwrap();
        };
        put_all();
        let names = ["new", "partly", "copy", "d", "d/below", "gone", "gone/below", "old", "other"];
        let expected = [true, false, false, true, false, true, true, false, false];
        assert_eq!(names.map(settled), expected);
        overlay.doubt_everything();
        assert_eq!(names.map(settled), [false; 9]);
        put_all();
        assert_eq!(names.map(settled), expected);
        overlay.unsettle(&sample.path("d"));
        overlay.put_something(&sample.path("new"), Unknown::new("why")).unwrap();
        assert!(!settled("new") && !settled("d"));
    });
}
