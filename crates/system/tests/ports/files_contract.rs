//! What both the files of this machine and those in memory promise: the fake must not lie.

use crate::sample::{Sample, an_owner, on_both};
use std::path::Path;
use system::files::{Attributes, Content, Destination, Digest, FileErrorKind, FileKind, Links, Removal};

const NONE: Attributes = Attributes { uid: None, gid: None, mode: None };

fn put(sample: &Sample, path: &str, text: &str) {
    sample.write.replace(&sample.path(path), Content::Bytes(text.as_bytes()), NONE).unwrap();
}

fn directory(sample: &Sample, path: &str) {
    sample.write.make_directory(&sample.path(path), NONE).unwrap();
}

#[test]
fn a_new_file_has_content_owner_and_mode() {
    on_both(|sample| {
        let (uid, gid) = an_owner();
        let path = sample.path("new");
        sample.write.replace(&path, Content::Bytes(b"hello"), Attributes::new(uid, gid, 0o4640)).unwrap();
        let stat = sample.stat("new").unwrap();
        assert_eq!((stat.kind, stat.mode, stat.uid, stat.gid), (FileKind::File, 0o4640, uid, gid));
        assert_eq!(stat.size, 5);
        assert_eq!(sample.text("new"), "hello");
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["new"]);
    });
}

#[test]
fn a_new_file_without_attributes_is_as_the_system_makes_it() {
    on_both(|sample| {
        put(sample, "new", "");
        let stat = sample.stat("new").unwrap();
        assert_eq!((stat.mode & 0o7133, stat.size), (0, 0));
    });
}

#[test]
fn what_is_not_said_is_kept_from_the_old_file() {
    on_both(|sample| {
        let (uid, gid) = an_owner();
        let path = sample.path("kept");
        sample.write.replace(&path, Content::Bytes(b"1"), Attributes::new(uid, gid, 0o604)).unwrap();
        put(sample, "kept", "2");
        let stat = sample.stat("kept").unwrap();
        assert_eq!((stat.mode, stat.uid, stat.gid), (0o604, uid, gid));
        sample.write.replace(&path, Content::Bytes(b"3"), Attributes::mode(0o600)).unwrap();
        let stat = sample.stat("kept").unwrap();
        assert_eq!((stat.mode, stat.uid, stat.gid), (0o600, uid, gid));
        assert_eq!(sample.text("kept"), "3");
    });
}

#[test]
fn a_link_is_replaced_and_its_target_is_left_alone() {
    on_both(|sample| {
        put(sample, "target", "old");
        sample.link("link", "target");
        put(sample, "link", "new");
        assert_eq!(sample.stat("link").unwrap().kind, FileKind::File);
        assert_eq!((sample.text("link"), sample.text("target")), ("new".into(), "old".into()));
    });
}

#[test]
fn links_in_the_parent_path_are_followed() {
    on_both(|sample| {
        directory(sample, "real");
        sample.link("alias", "real");
        put(sample, "alias/file", "x");
        assert_eq!(sample.text("real/file"), "x");
        assert_eq!(sample.text("alias/../real/./file"), "x");
    });
}

#[test]
fn content_can_be_copied() {
    on_both(|sample| {
        let large = "0123456789abcdef".repeat(40_000);
        for (name, text) in [("small", "abc"), ("empty", ""), ("large", large.as_str())] {
            put(sample, "source", text);
            sample.write.replace(&sample.path(name), Content::CopyOf(&sample.path("source")), NONE).unwrap();
            assert!(sample.text(name) == text, "{name}");
        }
    });
}

#[test]
fn only_regular_files_are_copied() {
    on_both(|sample| {
        directory(sample, "directory");
        sample.pipe("pipe");
        for (source, text) in [
            ("directory", "not a regular file but a directory"),
            ("pipe", "not a regular file but a device, pipe or socket"),
            ("nothing", "no such file or directory"),
        ] {
            let source = sample.path(source);
            let error = sample.write.replace(&sample.path("copy"), Content::CopyOf(&source), NONE).unwrap_err();
            assert_eq!(error.to_string(), format!("cannot read `{}`: {text}", source.display()));
        }
        assert!(sample.stat("copy").is_none());
    });
}

#[test]
fn a_directory_is_not_replaced_by_a_file() {
    on_both(|sample| {
        directory(sample, "directory/below");
        for path in ["directory", "directory/below", "directory/.."] {
            let error = sample.write.replace(&sample.path(path), Content::Bytes(b""), NONE).unwrap_err();
            assert!(matches!(error.kind, FileErrorKind::IsDirectory), "{error}");
        }
        assert_eq!(sample.read.list(&sample.path("directory")).unwrap(), ["below"]);
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["directory"]);
    });
}

#[test]
fn a_file_needs_a_directory_to_be_in() {
    on_both(|sample| {
        put(sample, "file", "");
        let path = sample.path("missing/new");
        let error = sample.write.replace(&path, Content::Bytes(b""), NONE).unwrap_err();
        assert!(error.is_not_found());
        assert_eq!(error.to_string(), format!("cannot write `{}`: no such file or directory", path.display()));
        let path = sample.path("file/new");
        let error = sample.write.replace(&path, Content::Bytes(b""), Attributes::new(0, 0, 0o600)).unwrap_err();
        let way = sample.path("file");
        assert_eq!(
            error.to_string(),
            format!("cannot write `{}`: `{}` is not a directory", path.display(), way.display())
        );
    });
}

#[test]
fn what_is_not_there_is_nothing() {
    on_both(|sample| {
        put(sample, "file", "");
        sample.link("dangling", "nowhere");
        for path in ["nothing", "nothing/below", "file/below"] {
            assert_eq!(sample.stat(path), None, "{path}");
        }
        assert_eq!(sample.read.stat(&sample.path("dangling"), Links::Follow).unwrap(), None);
        assert_eq!(sample.stat("dangling").unwrap().kind, FileKind::Link);
        assert_eq!(sample.read.read_link(&sample.path("dangling")).unwrap(), Path::new("nowhere"));
    });
}

#[test]
fn kinds_are_told_apart() {
    on_both(|sample| {
        directory(sample, "directory");
        sample.link("link", "directory");
        sample.pipe("pipe");
        assert_eq!(sample.stat("directory").unwrap().kind, FileKind::Directory);
        assert_eq!(sample.stat("link").unwrap().kind, FileKind::Link);
        assert_eq!(sample.stat("pipe").unwrap().kind, FileKind::Other);
        let followed = sample.read.stat(&sample.path("link"), Links::Follow).unwrap().unwrap();
        assert_eq!(followed.kind, FileKind::Directory);
    });
}

#[test]
fn links_that_lead_in_circles_are_an_error() {
    on_both(|sample| {
        sample.link("a", "b");
        sample.link("b", "a");
        let error = sample.read.stat(&sample.path("a"), Links::Follow).unwrap_err();
        assert!(error.to_string().ends_with("too many levels of symbolic links"), "{error}");
        assert!(sample.read.read(&sample.path("a/x"), 10).is_err());
    });
}

#[test]
fn reading_has_a_limit() {
    on_both(|sample| {
        put(sample, "file", "12345");
        assert_eq!(sample.read.read(&sample.path("file"), 5).unwrap(), b"12345");
        let error = sample.read.read(&sample.path("file"), 4).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::TooLarge { size: 5, limit: 4 }));
        assert!(error.to_string().ends_with("5 bytes are more than the 4 allowed"));
    });
}

#[test]
fn digests_are_those_of_the_content() {
    on_both(|sample| {
        for size in [0, 1, 63, 64, 65, 4096, 262_143, 262_144, 262_145, 1_000_000] {
            let text = "x".repeat(size);
            put(sample, "file", &text);
            assert_eq!(sample.read.digest(&sample.path("file")).unwrap(), Digest::of(text.as_bytes()), "{size}");
        }
        sample.link("link", "file");
        let (direct, linked) = (sample.path("file"), sample.path("link"));
        assert_eq!(sample.read.digest(&direct).unwrap(), sample.read.digest(&linked).unwrap());
    });
}

#[test]
fn only_regular_files_have_content() {
    on_both(|sample| {
        directory(sample, "directory");
        sample.pipe("pipe");
        for (path, kind) in [("directory", FileKind::Directory), ("pipe", FileKind::Other)] {
            for error in [
                sample.read.read(&sample.path(path), 10).unwrap_err(),
                sample.read.digest(&sample.path(path)).unwrap_err(),
            ] {
                assert!(matches!(error.kind, FileErrorKind::NotAFile { kind: found } if found == kind), "{error}");
            }
        }
        assert!(sample.read.digest(&sample.path("nothing")).unwrap_err().is_not_found());
    });
}

#[test]
fn listing_is_sorted_and_only_for_directories() {
    on_both(|sample| {
        for name in ["b", "a", "c/d", ".hidden", "é"] {
            if let Some(parent) = Path::new(name).parent() {
                directory(sample, parent.to_str().unwrap());
            }
            put(sample, name, "");
        }
        assert_eq!(sample.read.list(&sample.root).unwrap(), [".hidden", "a", "b", "c", "é"]);
        sample.link("link", "c");
        assert_eq!(sample.read.list(&sample.path("link")).unwrap(), ["d"]);
        let error = sample.read.list(&sample.path("a")).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::NotADirectory { .. }), "{error}");
        assert!(sample.read.list(&sample.path("nothing")).unwrap_err().is_not_found());
    });
}

#[test]
fn only_links_can_be_read_as_links() {
    on_both(|sample| {
        put(sample, "file", "");
        let error = sample.read.read_link(&sample.path("file")).unwrap_err();
        assert!(error.to_string().ends_with("invalid argument"), "{error}");
        assert!(sample.read.read_link(&sample.path("nothing")).unwrap_err().is_not_found());
    });
}

#[test]
fn attributes_are_set_in_place() {
    on_both(|sample| {
        let (uid, gid) = an_owner();
        put(sample, "file", "x");
        directory(sample, "directory");
        sample.pipe("pipe");
        for path in ["file", "directory", "pipe"] {
            sample.write.set_attributes(&sample.path(path), Attributes::new(uid, gid, 0o2751)).unwrap();
            let stat = sample.stat(path).unwrap();
            assert_eq!((stat.uid, stat.gid, stat.mode), (uid, gid, 0o2751), "{path}");
            sample.write.set_attributes(&sample.path(path), Attributes::mode(0o1)).unwrap();
            assert_eq!(sample.stat(path).unwrap().mode, 0o1, "{path}");
            sample.write.set_attributes(&sample.path(path), NONE).unwrap();
            assert_eq!(sample.stat(path).unwrap().mode, 0o1, "{path}");
        }
        assert_eq!(sample.stat("file").unwrap().size, 1);
        let error = sample.write.set_attributes(&sample.path("nothing"), NONE).unwrap_err();
        assert!(error.is_not_found());
    });
}

#[test]
fn attributes_are_not_set_through_a_link() {
    on_both(|sample| {
        put(sample, "file", "");
        sample.link("link", "file");
        let before = sample.stat("file").unwrap();
        let path = sample.path("link");
        let error = sample.write.set_attributes(&path, Attributes::mode(0o777)).unwrap_err();
        let wanted = format!("{} is a symlink; refusing to set attributes through it", path.display());
        assert_eq!(error.kind.to_string(), wanted);
        assert_eq!(sample.stat("file").unwrap(), before);
    });
}

#[test]
fn directories_are_made_with_their_parents() {
    on_both(|sample| {
        let (uid, gid) = an_owner();
        let path = sample.path("a/b/c");
        sample.write.make_directory(&path, Attributes::new(uid, gid, 0o1777)).unwrap();
        let stat = sample.stat("a/b/c").unwrap();
        assert_eq!((stat.kind, stat.uid, stat.gid, stat.mode), (FileKind::Directory, uid, gid, 0o1777));
        let parent = sample.stat("a/b").unwrap();
        assert_eq!(parent.mode & 0o22, 0, "the umask applies to parents");
        assert_eq!((parent.uid, parent.gid), (sample.stat("a").unwrap().uid, sample.stat("a").unwrap().gid));
        sample.write.make_directory(&path, Attributes::mode(0o700)).unwrap();
        assert_eq!(sample.stat("a/b/c").unwrap().mode, 0o700);
        sample.write.make_directory(&path, NONE).unwrap();
        assert_eq!(sample.stat("a/b/c").unwrap().mode, 0o700);
    });
}

#[test]
fn a_directory_without_a_mode_has_the_usual_one() {
    on_both(|sample| {
        let (uid, gid) = an_owner();
        directory(sample, "plain");
        let owned = Attributes { uid: Some(uid), gid: Some(gid), mode: None };
        sample.write.make_directory(&sample.path("owned"), owned).unwrap();
        assert_eq!(sample.stat("owned").unwrap().mode, sample.stat("plain").unwrap().mode);
        assert_ne!(sample.stat("plain").unwrap().mode & 0o055, 0);
        assert_eq!(sample.stat("owned").unwrap().uid, uid);
    });
}

#[test]
fn a_file_in_the_way_of_a_directory_is_named() {
    on_both(|sample| {
        directory(sample, "a");
        put(sample, "a/file", "");
        sample.link("dangling", "nowhere");
        for (path, way) in
            [("a/file/b/c", "a/file"), ("a/file/b", "a/file"), ("a/file", "a/file"), ("dangling", "dangling")]
        {
            let (path, way) = (sample.path(path), sample.path(way));
            let error = sample.write.make_directory(&path, Attributes::mode(0o755)).unwrap_err();
            let text = format!("cannot make directory `{}`: `{}` is not a directory", path.display(), way.display());
            assert_eq!(error.to_string(), text);
        }
    });
}

#[test]
fn a_link_to_a_directory_is_one_unless_attributes_are_asked_for() {
    on_both(|sample| {
        directory(sample, "real");
        sample.link("link", "real");
        sample.write.make_directory(&sample.path("link"), NONE).unwrap();
        sample.write.make_directory(&sample.path("link/below"), Attributes::mode(0o700)).unwrap();
        assert_eq!(sample.stat("real/below").unwrap().mode, 0o700);
        let error = sample.write.make_directory(&sample.path("link"), Attributes::mode(0o700)).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::IsLink { .. }), "{error}");
    });
}

#[test]
fn one_thing_is_removed() {
    on_both(|sample| {
        put(sample, "file", "");
        directory(sample, "empty");
        sample.link("link", "file");
        sample.pipe("pipe");
        for path in ["link", "pipe", "empty", "file", "nothing", "nothing/below", "file/below"] {
            sample.write.remove(&sample.path(path), Removal::One).unwrap();
            assert_eq!(sample.stat(path), None, "{path}");
        }
        assert!(sample.read.list(&sample.root).unwrap().is_empty());
    });
}

#[test]
fn a_full_directory_is_only_removed_as_a_tree() {
    on_both(|sample| {
        directory(sample, "a/b/c");
        put(sample, "a/b/file", "");
        let error = sample.write.remove(&sample.path("a"), Removal::One).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::NotEmpty));
        assert!(error.to_string().ends_with("directory is not empty"));
        assert_eq!(sample.text("a/b/file"), "");
        sample.write.remove(&sample.path("a"), Removal::Tree).unwrap();
        assert!(sample.read.list(&sample.root).unwrap().is_empty());
        sample.write.remove(&sample.path("a"), Removal::Tree).unwrap();
    });
}

#[test]
fn removing_never_follows_links() {
    on_both(|sample| {
        directory(sample, "outside/below");
        put(sample, "outside/file", "");
        directory(sample, "tree");
        sample.link("tree/link", sample.path("outside"));
        sample.link("link", "outside");
        for path in ["tree", "link"] {
            sample.write.remove(&sample.path(path), Removal::Tree).unwrap();
        }
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["outside"]);
        assert_eq!(sample.read.list(&sample.path("outside")).unwrap(), ["below", "file"]);
    });
}

#[test]
fn a_tree_removal_takes_files_too() {
    on_both(|sample| {
        put(sample, "file", "");
        sample.write.remove(&sample.path("file"), Removal::Tree).unwrap();
        assert_eq!(sample.stat("file"), None);
    });
}

#[test]
fn roots_are_never_removed() {
    on_both(|sample| {
        for path in ["/", "//", "/.", "/..", "/tmp/..", ""] {
            for removal in [Removal::One, Removal::Tree] {
                let error = sample.write.remove(Path::new(path), removal).unwrap_err();
                assert!(matches!(error.kind, FileErrorKind::IsRoot), "{path}: {error}");
            }
        }
    });
}

#[test]
fn sweeping_leaves_everything_of_others() {
    on_both(|sample| {
        put(sample, ".upright-backup", "");
        put(sample, ".upright-00000000-00000000-1-1-1", "of another host");
        assert!(sample.read.leftovers(&sample.root).unwrap().is_empty());
        assert!(sample.write.sweep(&sample.root).unwrap().is_empty());
        assert!(sample.read.leftovers(&sample.path("nothing")).unwrap().is_empty());
        assert!(sample.write.sweep(&sample.path("nothing")).unwrap().is_empty());
        assert_eq!(sample.read.list(&sample.root).unwrap().len(), 2);
        sample.write.sync().unwrap();
    });
}

#[test]
fn times_go_on() {
    on_both(|sample| {
        put(sample, "one", "");
        put(sample, "two", "");
        assert!(sample.stat("one").unwrap().modified <= sample.stat("two").unwrap().modified);
    });
}

#[test]
fn a_file_where_nothing_was_is_as_one_that_replaces() {
    on_both(|sample| {
        let (uid, gid) = an_owner();
        let create = |name: &str, content, to| sample.write.create(&sample.path(name), content, to);
        let placed = create("new", Content::Bytes(b"hello"), Attributes::new(uid, gid, 0o4640)).unwrap();
        let stat = sample.stat("new").unwrap();
        assert_eq!((stat.mode, stat.uid, stat.gid, sample.text("new").as_str()), (0o4640, uid, gid, "hello"));
        assert!(placed.is(&stat));
        create("copy", Content::CopyOf(&sample.path("new")), Attributes::mode(0o600)).unwrap();
        assert_eq!((sample.text("copy").as_str(), sample.stat("copy").unwrap().mode), ("hello", 0o600));
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["copy", "new"]);
    });
}

#[test]
fn what_is_there_by_then_is_replaced() {
    on_both(|sample| {
        put(sample, "target", "old");
        sample.link("link", "target");
        for name in ["target", "link"] {
            sample.write.create(&sample.path(name), Content::Bytes(b"new"), NONE).unwrap();
            assert_eq!(sample.stat(name).unwrap().kind, FileKind::File);
            assert_eq!(sample.text(name), "new");
        }
        directory(sample, "directory");
        for (name, words) in [
            ("directory", "it is a directory"),
            ("none/new", "no such file or directory"),
            ("target/new", "is not a directory"),
        ] {
            let error = sample.write.create(&sample.path(name), Content::Bytes(b""), NONE).unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
        }
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["directory", "link", "target"]);
    });
}

#[test]
fn a_file_is_made_where_nothing_is_and_what_is_there_stays() {
    on_both(|sample| {
        let make = |name: &str, content: &str| {
            sample.write.create_new(&sample.path(name), content.as_bytes(), Attributes::mode(0o640))
        };
        sample.link("dangling", "nowhere");
        assert!(make("file", "first").unwrap());
        assert!(!make("file", "second").unwrap());
        assert!(!make("dangling", "third").unwrap());
        assert_eq!(sample.text("file"), "first");
        assert_eq!(sample.read.stat(&sample.path("file"), Links::Keep).unwrap().unwrap().mode & 0o777, 0o640);
        assert!(make("nowhere/file", "").unwrap_err().is_not_found());
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["dangling", "file"]);
    });
}

#[test]
fn a_file_is_placed_where_nothing_is() {
    on_both(|sample| {
        let path = sample.path("file");
        for (content, expected) in [("first", true), ("second", false)] {
            let mut new = sample.write.begin(&path, Attributes::mode(0o600)).unwrap();
            new.write(content.as_bytes()).unwrap();
            assert_eq!(new.place_if_free().unwrap(), expected);
            assert_eq!(sample.text("file"), "first");
        }
        sample.link("dangling", "nowhere");
        assert!(!sample.write.begin(&sample.path("dangling"), Attributes::default()).unwrap().place_if_free().unwrap());
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["dangling", "file"]);
    });
}

#[test]
fn directories_are_made_less_the_umask_and_left_as_they_are() {
    on_both(|sample| {
        sample.write.make_directories(&sample.path("a/b"), 0o777).unwrap();
        let made = sample.stat("a/b").unwrap().mode;
        assert_eq!((sample.stat("a").unwrap().mode, made & 0o700), (made, 0o700));
        sample.write.make_directories(&sample.path("a/b/c"), 0o700).unwrap();
        assert_eq!(sample.stat("a/b").unwrap().mode, made);
        assert_eq!(sample.stat("a/b/c").unwrap().mode, 0o700);
        put(sample, "file", "x");
        for path in ["file", "file/below"] {
            let error = sample.write.make_directories(&sample.path(path), 0o755).unwrap_err();
            assert!(error.to_string().ends_with("file` is not a directory"), "{error}");
        }
    });
}

#[test]
fn things_get_another_name() {
    on_both(|sample| {
        directory(sample, "a/b");
        put(sample, "a/b/file", "x");
        directory(sample, "full/x");
        directory(sample, "empty");
        let rename = |from: &str, to: &str| sample.write.rename(&sample.path(from), &sample.path(to));
        rename("a", "empty").unwrap();
        assert_eq!(sample.text("empty/b/file"), "x");
        assert!(sample.stat("a").is_none());
        assert!(matches!(rename("empty", "full").unwrap_err().kind, FileErrorKind::NotEmpty));
        assert!(matches!(rename("empty/b/file", "full").unwrap_err().kind, FileErrorKind::IsDirectory));
        for (from, to) in [("none", "x"), ("empty", "no/x"), ("empty", "empty/b/c"), ("empty", "empty/b/file")] {
            assert!(rename(from, to).is_err(), "{from} {to}");
        }
        rename("empty/b/file", "file").unwrap();
        sample.link("link", "full");
        rename("link", "file").unwrap();
        assert_eq!(sample.stat("file").unwrap().kind, FileKind::Link);
        assert_eq!(sample.read.list(&sample.root).unwrap(), ["empty", "file", "full"]);
    });
}

#[test]
fn a_named_path_leads_to_a_file_or_a_stream() {
    on_both(|sample| {
        put(sample, "file", "old");
        directory(sample, "directory");
        sample.pipe("pipe");
        for (link, target) in [
            ("to-file", "file"),
            ("twice", "directory/../to-file"),
            ("nowhere", "directory/new"),
            ("to-pipe", "pipe"),
            ("to-stdout", "/proc/self/fd/1"),
            ("to-directory", "directory"),
        ] {
            sample.link(link, target);
        }
        let at = |name: &str| Destination::of(&*sample.read, &sample.path(name));
        let file = |name: &str| Destination::File(sample.path(name));
        assert_eq!(at("missing").unwrap(), file("missing"));
        for (name, end) in [("file", "file"), ("to-file", "file"), ("nowhere", "directory/new")] {
            assert_eq!(at(name).unwrap(), file(end), "{name}");
        }
        assert_eq!(at("twice").unwrap(), file("directory/../file"));
        for name in ["pipe", "to-pipe"] {
            assert_eq!(at(name).unwrap(), Destination::Stream(sample.path("pipe")), "{name}");
        }
        assert_eq!(at("to-stdout").unwrap(), Destination::Stream("/proc/self/fd/1".into()));
        for name in ["directory", "to-directory"] {
            assert!(matches!(at(name).unwrap_err().kind, FileErrorKind::IsDirectory), "{name}");
        }
        sample.link("circle", "circle");
        at("circle").unwrap_err();
    });
}
