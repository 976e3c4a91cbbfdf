//! The directory that is never left, on this machine, in memory and in a rehearsal.

use crate::sample::{Sample, on_all};
use std::path::Path;
use system::files::{Attributes, Content, Digest, FileError, FileErrorKind, FileKind, Links, Removal, WriteBeneath};

const NONE: Attributes = Attributes { uid: None, gid: None, mode: None };

/// `root` to stay in, and beside it an `outside` with a file.
fn jail(sample: &Sample) -> Box<dyn WriteBeneath> {
    for name in ["root/inside", "outside"] {
        sample.write.make_directory(&sample.path(name), NONE).unwrap();
    }
    for name in ["root/inside/file", "outside/file"] {
        sample.write.replace(&sample.path(name), Content::Bytes(name.as_bytes()), NONE).unwrap();
    }
    sample.beneath(&sample.path("root")).unwrap()
}

fn assert_escapes<T>(result: Result<T, FileError>, sample: &Sample, what: &str) {
    let Err(error) = result else { panic!("{what} leads out and worked") };
    let root = sample.path("root");
    assert!(matches!(&error.kind, FileErrorKind::Escapes { root: found } if *found == root), "{what}: {error}");
    assert!(error.to_string().ends_with(&format!("it leads out of `{}`", root.display())), "{error}");
}

/// Every verb, with one path.
fn assert_all_escape(jail: &dyn WriteBeneath, sample: &Sample, path: &str) {
    let path = Path::new(path);
    assert_escapes(jail.stat(path, Links::Follow), sample, "stat");
    assert_escapes(jail.read(path, 100), sample, "read");
    assert_escapes(jail.digest(path), sample, "digest");
    assert_escapes(jail.list(path), sample, "list");
    assert_escapes(jail.replace(&path.join("new"), Content::Bytes(b""), NONE), sample, "replace");
    assert_escapes(jail.set_attributes(&path.join("file"), NONE), sample, "set_attributes");
    assert_escapes(jail.make_directory(&path.join("new/below"), NONE), sample, "make_directory");
    assert_escapes(jail.make_directory(path, NONE), sample, "make_directory");
    assert_escapes(jail.remove(&path.join("file"), Removal::One), sample, "remove");
    assert_escapes(jail.remove(&path.join("file"), Removal::Tree), sample, "remove tree");
}

#[test]
fn absolute_paths_and_dots_are_refused() {
    on_all(|sample| {
        let jail = jail(sample);
        let inside = sample.path("root/inside");
        for path in ["/etc", "..", "../outside", "inside/../../outside", "inside/..", inside.to_str().unwrap()] {
            assert_all_escape(&*jail, sample, path);
        }
    });
}

#[test]
fn links_that_lead_out_are_refused() {
    on_all(|sample| {
        let jail = jail(sample);
        sample.link("root/up", "../outside");
        sample.link("root/inside/up", "../../outside");
        sample.link("root/absolute", sample.path("outside"));
        sample.link("root/round", "inside/up");
        // A link that names the root by its full path could name anything, so it is refused too.
        sample.link("root/home", sample.path("root/inside"));
        for path in ["up", "inside/up", "absolute", "round", "home"] {
            assert_all_escape(&*jail, sample, path);
        }
        assert_eq!(sample.read.list(&sample.path("outside")).unwrap(), ["file"]);
        assert_eq!(sample.text("outside/file"), "outside/file");
        assert_eq!(sample.text("root/inside/file"), "root/inside/file");
    });
}

#[test]
fn links_that_stay_inside_are_followed() {
    on_all(|sample| {
        let jail = jail(sample);
        sample.link("root/alias", "./inside/../inside");
        assert_eq!(jail.read(Path::new("alias/file"), 100).unwrap(), b"root/inside/file");
        jail.replace(Path::new("alias/new"), Content::Bytes(b"x"), Attributes::mode(0o600)).unwrap();
        assert_eq!(sample.stat("root/inside/new").unwrap().mode, 0o600);
        assert_eq!(jail.list(Path::new("alias")).unwrap(), ["file", "new"]);
        jail.make_directory(Path::new("alias"), NONE).unwrap();
        jail.make_directory(Path::new("alias/a/b"), Attributes::mode(0o700)).unwrap();
        assert_eq!(sample.stat("root/inside/a/b").unwrap().mode, 0o700);
    });
}

#[test]
fn a_link_that_leads_out_can_be_seen_replaced_and_removed() {
    on_all(|sample| {
        let jail = jail(sample);
        for name in ["one", "two", "three"] {
            sample.link(&format!("root/{name}"), "../outside");
        }
        assert_eq!(jail.stat(Path::new("one"), Links::Keep).unwrap().unwrap().kind, FileKind::Link);
        assert_eq!(jail.read_link(Path::new("one")).unwrap(), Path::new("../outside"));
        jail.replace(Path::new("one"), Content::Bytes(b"mine"), NONE).unwrap();
        jail.remove(Path::new("two"), Removal::Tree).unwrap();
        jail.remove(Path::new("three"), Removal::One).unwrap();
        assert_eq!(jail.list(Path::new("")).unwrap(), ["inside", "one"]);
        assert_eq!(sample.read.list(&sample.path("outside")).unwrap(), ["file"]);
    });
}

#[test]
fn inside_everything_works() {
    on_all(|sample| {
        let jail = jail(sample);
        let path = Path::new("a/./b/file");
        jail.make_directory(path.parent().unwrap(), Attributes::mode(0o750)).unwrap();
        jail.replace(path, Content::CopyOf(&sample.path("outside/file")), Attributes::mode(0o640)).unwrap();
        jail.set_attributes(path, Attributes::mode(0o600)).unwrap();
        let stat = jail.stat(path, Links::Follow).unwrap().unwrap();
        assert_eq!((stat.kind, stat.mode, stat.size), (FileKind::File, 0o600, 12));
        assert_eq!(jail.digest(path).unwrap(), Digest::of(b"outside/file"));
        assert_eq!(jail.stat(Path::new("a/b"), Links::Keep).unwrap().unwrap().mode, 0o750);
        assert_eq!(jail.stat(Path::new(""), Links::Keep).unwrap().unwrap().kind, FileKind::Directory);
        assert_eq!(jail.stat(Path::new("a/b/c/d"), Links::Follow).unwrap(), None);
        assert_eq!(jail.stat(Path::new("a/b/file/d"), Links::Keep).unwrap(), None);
        jail.remove(Path::new("a/c/d"), Removal::One).unwrap();
        let error = jail.remove(Path::new("a"), Removal::One).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::NotEmpty), "{error}");
        jail.remove(Path::new("a"), Removal::Tree).unwrap();
        assert_eq!(jail.list(Path::new("")).unwrap(), ["inside"]);
    });
}

#[test]
fn what_is_in_the_way_is_named() {
    on_all(|sample| {
        let jail = jail(sample);
        let error = jail.make_directory(Path::new("inside/file/a/b"), NONE).unwrap_err();
        let way = sample.path("root/inside/file");
        assert!(error.to_string().ends_with(&format!("`{}` is not a directory", way.display())), "{error}");
        let error = jail.make_directory(Path::new("inside/file"), NONE).unwrap_err();
        assert!(error.to_string().ends_with(&format!("`{}` is not a directory", way.display())), "{error}");
        assert!(jail.read(Path::new("inside/none"), 10).unwrap_err().is_not_found());
        assert!(jail.replace(Path::new("none/new"), Content::Bytes(b""), NONE).unwrap_err().is_not_found());
    });
}

#[test]
fn the_root_itself_is_never_removed() {
    on_all(|sample| {
        let jail = jail(sample);
        for path in ["", ".", "./."] {
            for removal in [Removal::One, Removal::Tree] {
                let error = jail.remove(Path::new(path), removal).unwrap_err();
                assert!(matches!(error.kind, FileErrorKind::IsRoot), "{error}");
            }
        }
        assert!(jail.replace(Path::new(""), Content::Bytes(b""), NONE).is_err());
        jail.set_attributes(Path::new(""), Attributes::mode(0o711)).unwrap();
        assert_eq!(sample.stat("root").unwrap().mode, 0o711);
    });
}

#[test]
fn a_root_has_to_be_a_directory() {
    on_all(|sample| {
        drop(jail(sample));
        let error = sample.read.beneath(&sample.path("outside/file")).err().unwrap();
        assert!(matches!(error.kind, FileErrorKind::NotADirectory { .. }), "{error}");
        assert!(sample.read.beneath(&sample.path("nothing")).err().unwrap().is_not_found());
        sample.link("alias", "root");
        let jail = sample.beneath(&sample.path("alias")).unwrap();
        assert_eq!(jail.list(Path::new("")).unwrap(), ["inside"]);
        assert_eq!(jail.read(Path::new("inside/file"), 100).unwrap(), b"root/inside/file");
    });
}

#[test]
fn a_directory_that_turns_into_a_link_leads_nowhere() {
    let sample = Sample::real();
    let jail = jail(&sample);
    let (inside, aside) = (sample.path("root/inside"), sample.path("root/aside"));
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                // The other side may have made a new directory meanwhile; then this round does nothing.
                let _ = std::fs::rename(&inside, &aside);
                let _ = std::os::unix::fs::symlink("../outside", &inside);
                let _ = std::fs::remove_file(&inside);
                let _ = std::fs::rename(&aside, &inside);
            }
        });
        for _ in 0..2000 {
            // Whether it works depends on the moment; where it works never does.
            let _ = jail.replace(Path::new("inside/new"), Content::Bytes(b"x"), NONE);
            let _ = jail.make_directory(Path::new("inside/directory"), NONE);
            let _ = jail.remove(Path::new("inside/file"), Removal::Tree);
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(sample.read.list(&sample.path("outside")).unwrap(), ["file"]);
}

#[test]
fn names_and_contents_stay_below() {
    on_all(|sample| {
        let jail = jail(sample);
        sample.link("root/up", "../outside");
        for path in ["../outside", "up", "/etc"] {
            let path = Path::new(path);
            assert_escapes(jail.pieces(&path.join("file"), &mut |_| panic!("nothing is read")), sample, "pieces");
            assert_escapes(jail.begin(&path.join("new"), NONE).map(drop), sample, "begin");
            assert_escapes(jail.make_directories(&path.join("new"), 0o755), sample, "make_directories");
            assert_escapes(jail.rename(&path.join("file"), Path::new("new")), sample, "rename from");
            assert_escapes(jail.rename(Path::new("inside"), &path.join("new")), sample, "rename to");
        }
        for root in ["", "."] {
            assert!(jail.rename(Path::new(root), Path::new("inside/new")).is_err());
            assert!(jail.rename(Path::new("inside"), Path::new(root)).is_err());
        }
        assert_eq!(sample.read.list(&sample.path("outside")).unwrap(), ["file"]);
        assert_eq!(sample.read.list(&sample.path("root")).unwrap(), ["inside", "up"]);
    });
}

#[test]
fn a_file_is_made_where_nothing_is_and_never_outside() {
    on_all(|sample| {
        let jail = jail(sample);
        let make =
            |path: &str, content: &str| jail.create_new(Path::new(path), content.as_bytes(), Attributes::mode(0o640));
        sample.link("root/out", "..");
        assert!(make("inside/new", "first").unwrap());
        assert!(!make("inside/new", "second").unwrap());
        assert_eq!(jail.read(Path::new("inside/new"), 99).unwrap(), b"first");
        assert!(make("out/new", "third").is_err());
        assert!(make("../new", "third").is_err());
    });
}

#[test]
fn files_come_and_go_in_pieces() {
    on_all(|sample| {
        let jail = jail(sample);
        sample.link("root/alias", "inside");
        let mut new = jail.begin(Path::new("alias/new"), Attributes::mode(0o640)).unwrap();
        jail.pieces(Path::new("alias/file"), &mut |piece| {
            new.write(piece).unwrap();
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        assert!(new.place_if_free().unwrap());
        assert_eq!(sample.text("root/inside/new"), "root/inside/file");
        assert_eq!(sample.stat("root/inside/new").unwrap().mode, 0o640);
        jail.make_directories(Path::new("alias/a/b"), 0o750).unwrap();
        jail.make_directories(Path::new("alias/a/b"), 0o700).unwrap();
        assert_eq!(sample.stat("root/inside/a/b").unwrap().mode, 0o750);
        jail.rename(Path::new("alias/a"), Path::new("c")).unwrap();
        assert_eq!(jail.list(Path::new("c")).unwrap(), ["b"]);
    });
}

/// What verbs answer, without the paths in it.
fn told(result: Result<(), FileError>) -> String {
    match result.map_err(|error| error.kind) {
        Ok(()) => "done".to_owned(),
        Err(FileErrorKind::NotADirectory { at }) => format!("{} is in the way", at.file_name().unwrap().display()),
        Err(FileErrorKind::IsLink { .. }) => "is a link".to_owned(),
        Err(kind) => kind.to_string(),
    }
}

#[test]
fn directories_that_are_there_stay_as_they_are_also_through_links() {
    on_all(|sample| {
        let jail = jail(sample);
        sample.write.set_attributes(&sample.path("root/inside"), Attributes::mode(0o711)).unwrap();
        sample.link("root/alias", "inside");
        sample.link("root/twice", "alias");
        for path in ["inside", "alias", "twice", ""] {
            assert_eq!(told(jail.make_directories(Path::new(path), 0o700)), "done", "{path}");
        }
        assert_eq!(sample.stat("root/inside").unwrap().mode, 0o711);
        assert_eq!(jail.stat(Path::new("alias"), Links::Keep).unwrap().unwrap().kind, FileKind::Link);
        jail.make_directories(Path::new("twice/new/below"), 0o777).unwrap();
        for path in ["root/inside/new", "root/inside/new/below"] {
            assert_eq!(sample.stat(path).unwrap().mode, 0o755, "{path}");
        }
        let asked = jail.make_directory(Path::new("alias"), Attributes::mode(0o700));
        assert_eq!(told(asked), "is a link");
    });
}

#[test]
fn a_link_that_leads_nowhere_is_in_the_way_of_directories() {
    on_all(|sample| {
        let jail = jail(sample);
        sample.link("root/dangling", "nowhere");
        sample.link("root/deep", "no/where");
        sample.link("root/twice", "dangling");
        sample.link("root/to-file", "inside/file");
        for link in ["dangling", "deep", "twice", "to-file"] {
            for path in [link.to_owned(), format!("{link}/a"), format!("{link}/a/b")] {
                let wanted = format!("{link} is in the way");
                assert_eq!(told(jail.make_directories(Path::new(&path), 0o755)), wanted, "{path}");
                assert_eq!(told(jail.make_directory(Path::new(&path), Attributes::mode(0o755))), wanted, "{path}");
            }
            let below = jail.begin(Path::new(&format!("{link}/a")), NONE).map(drop);
            assert!(below.unwrap_err().is_nothing(), "{link}");
        }
        assert_eq!(jail.list(Path::new("")).unwrap(), ["dangling", "deep", "inside", "to-file", "twice"]);
    });
}

#[test]
fn a_link_is_removed_and_what_it_leads_to_stays() {
    on_all(|sample| {
        let jail = jail(sample);
        for removal in [Removal::One, Removal::Tree] {
            for target in ["inside", "inside/file", "nowhere"] {
                sample.link("root/link", target);
                jail.remove(Path::new("link"), removal).unwrap();
                assert_eq!(jail.list(Path::new("")).unwrap(), ["inside"], "{target}");
                // Where it was only foreseen it is still there.
                let _ = sample.write.remove(&sample.path("root/link"), Removal::One);
            }
        }
        assert_eq!(jail.list(Path::new("inside")).unwrap(), ["file"]);
    });
}

#[test]
fn a_name_goes_with_all_that_is_below_it() {
    on_all(|sample| {
        let jail = jail(sample);
        sample.link("root/inside/link", "file");
        sample.pipe("root/inside/pipe");
        sample.link("root/alias", "inside");
        jail.make_directories(Path::new("inside/a/b"), 0o755).unwrap();
        jail.make_directories(Path::new("empty"), 0o755).unwrap();
        let rename = |from: &str, to: &str| told(jail.rename(Path::new(from), Path::new(to)));
        for (from, to, wanted) in [
            ("none", "new", "no such file or directory"),
            ("inside", "none/new", "no such file or directory"),
            ("inside", "inside/a/new", "invalid argument"),
            ("inside/file", "inside/a", "it is a directory"),
            ("empty", "inside", "directory is not empty"),
            ("empty", "inside/file", "not a directory"),
            ("inside", "inside", "done"),
            ("alias", "moved", "done"),
            ("inside", "empty", "done"),
            ("empty/file", "empty/a/file", "done"),
            ("moved", "empty/a/alias", "done"),
        ] {
            assert_eq!(rename(from, to), wanted, "{from} to {to}");
        }
        assert_eq!(jail.list(Path::new("")).unwrap(), ["empty"]);
        assert_eq!(jail.list(Path::new("empty")).unwrap(), ["a", "link", "pipe"]);
        assert_eq!(jail.list(Path::new("empty/a")).unwrap(), ["alias", "b", "file"]);
        assert_eq!(jail.read(Path::new("empty/a/file"), 100).unwrap(), b"root/inside/file");
        assert_eq!(jail.read_link(Path::new("empty/link")).unwrap(), Path::new("file"));
        assert_eq!(jail.stat(Path::new("empty/pipe"), Links::Keep).unwrap().unwrap().kind, FileKind::Other);
        assert_eq!(jail.stat(Path::new("empty/link"), Links::Follow).unwrap(), None, "what it led to has gone");
        assert_eq!(told(jail.make_directories(Path::new("empty/a/alias/x"), 0o755)), "alias is in the way");
    });
}
