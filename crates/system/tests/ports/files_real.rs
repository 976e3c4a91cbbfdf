//! What only the files of this machine can show: odd files, faults of the kernel, mounts, deep trees.

use crate::sample::Sample;
use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use system::files::{Attributes, Content, FileErrorKind, FileKind, Removal};

const NONE: Attributes = Attributes { uid: None, gid: None, mode: None };

fn replace(sample: &Sample, path: &Path) -> Result<system::files::Placed, system::files::FileError> {
    sample.write.replace(path, Content::Bytes(b"new"), NONE)
}

#[test]
fn sockets_and_devices_have_no_content() {
    let sample = Sample::real();
    let socket = sample.path("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    for path in [socket.as_path(), Path::new("/dev/null"), Path::new("/dev/zero"), Path::new("/dev/full")] {
        let error = sample.read.digest(path).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::NotAFile { kind: FileKind::Other }), "{error}");
        let error = sample.write.replace(&sample.path("copy"), Content::CopyOf(path), NONE).unwrap_err();
        assert!(matches!(error.kind, FileErrorKind::NotAFile { .. }), "{error}");
    }
    assert_eq!(sample.read.list(&sample.root).unwrap(), ["socket"]);
}

#[test]
fn files_that_say_they_are_empty_are_read_to_the_end() {
    let sample = Sample::real();
    let path = Path::new("/proc/self/mountinfo");
    let content = sample.read.read(path, 1 << 20).unwrap();
    assert_eq!(content, fs::read(path).unwrap());
    assert!(matches!(sample.read.read(path, 3).unwrap_err().kind, FileErrorKind::TooLarge { limit: 3, .. }));
    sample.write.replace(&sample.path("copy"), Content::CopyOf(path), NONE).unwrap();
    assert_eq!(fs::read(sample.path("copy")).unwrap(), content);
}

#[test]
fn errors_of_the_kernel_are_told() {
    let sample = Sample::real();
    let long = sample.path(&"x".repeat(256));
    let error = replace(&sample, &long).unwrap_err();
    assert!(error.to_string().ends_with("file name too long"), "{error}");
    // A name that is just short enough is fine, though the temporary one could not be longer than it.
    replace(&sample, &sample.path(&"x".repeat(255))).unwrap();
    sample.link("loop", "loop");
    let error = replace(&sample, &sample.path("loop/x")).unwrap_err();
    assert!(error.to_string().ends_with("too many levels of symbolic links"), "{error}");
    let error = sample.read.digest(Path::new("/proc/self/mem")).unwrap_err();
    assert_eq!(error.to_string(), "cannot read `/proc/self/mem`: input/output error");
    let error = replace(&sample, Path::new("a\0b")).unwrap_err();
    assert!(error.to_string().contains("invalid argument"), "{error}");
    assert_eq!(sample.read.list(&sample.root).unwrap().len(), 2, "no temporary file is left");
}

#[test]
fn kernel_file_systems_refuse_new_files() {
    let sample = Sample::real();
    let error = replace(&sample, Path::new("/proc/upright")).unwrap_err();
    assert!(error.is_not_found(), "{error}");
    let error = replace(&sample, Path::new("/sys/upright")).unwrap_err();
    assert!(error.is_permission_denied() || error.to_string().ends_with("read-only file system"), "{error}");
    assert!(sample.write.make_directory(Path::new("/proc/upright/a"), NONE).is_err());
}

#[test]
fn nobody_has_the_last_number() {
    let sample = Sample::real();
    replace(&sample, &sample.path("file")).unwrap();
    let nobody = Attributes::new(u32::MAX, 0, 0o600);
    for error in [
        sample.write.replace(&sample.path("new"), Content::Bytes(b""), nobody).unwrap_err(),
        sample.write.set_attributes(&sample.path("file"), nobody).unwrap_err(),
    ] {
        assert!(error.to_string().ends_with("invalid argument"), "{error}");
    }
    assert_eq!(sample.read.list(&sample.root).unwrap(), ["file"]);
}

#[test]
fn a_file_in_use_keeps_its_old_content() {
    let sample = Sample::real();
    let path = sample.path("file");
    fs::write(&path, "old").unwrap();
    let (old, hard) = (fs::File::open(&path).unwrap(), sample.path("hard"));
    fs::hard_link(&path, &hard).unwrap();
    replace(&sample, &path).unwrap();
    assert_eq!(std::io::read_to_string(old).unwrap(), "old");
    assert_eq!(fs::read_to_string(hard).unwrap(), "old");
}

#[test]
fn relative_paths_begin_where_we_are() {
    let sample = Sample::real();
    let here = std::env::current_dir().unwrap();
    let up: String = here.components().skip(1).map(|_| "../").collect();
    let path = Path::new(&up).join(sample.path("file").strip_prefix("/").unwrap());
    replace(&sample, &path).unwrap();
    assert_eq!(sample.text("file"), "new");
    assert!(!Path::new("Cargo.toml-no-such").exists());
    assert!(sample.read.list(Path::new(".")).unwrap().contains(&"Cargo.toml".into()));
}

#[test]
fn a_copy_of_a_large_file_is_whole() {
    let sample = Sample::real();
    let content: Vec<u8> = (0..5_000_000_u32).flat_map(u32::to_le_bytes).collect();
    fs::write(sample.path("large"), &content).unwrap();
    sample.write.replace(&sample.path("copy"), Content::CopyOf(&sample.path("large")), NONE).unwrap();
    assert!(fs::read(sample.path("copy")).unwrap() == content);
    // From another file system the kernel cannot copy by itself everywhere.
    let shm = tempfile::tempdir_in("/dev/shm").unwrap();
    let there = shm.path().join("copy");
    sample.write.replace(&there, Content::CopyOf(&sample.path("large")), NONE).unwrap();
    assert!(fs::read(&there).unwrap() == content);
    sample.write.sync().unwrap();
    drop(shm);
    sample.write.sync().unwrap();
}

#[test]
fn syncing_survives_directories_that_are_gone() {
    let sample = Sample::real();
    sample.write.make_directory(&sample.path("a/b"), NONE).unwrap();
    replace(&sample, &sample.path("a/b/file")).unwrap();
    sample.write.remove(&sample.path("a"), Removal::Tree).unwrap();
    sample.write.sync().unwrap();
}

#[test]
fn a_directory_is_never_more_open_than_it_will_be() {
    let sample = Sample::real();
    let path = sample.path("private");
    sample.write.make_directory(&path, Attributes::mode(0o700)).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o700);
    sample.write.make_directory(&sample.path("sticky"), Attributes::mode(0o3777)).unwrap();
    assert_eq!(fs::metadata(sample.path("sticky")).unwrap().mode() & 0o7777, 0o3777);
}

#[test]
fn a_very_deep_tree_is_removed() {
    const DEPTH: usize = 100_000;
    let sample = Sample::real_and_fast();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    fs::create_dir(sample.path("deep")).unwrap();
    let mut open = openat(CWD, sample.path("deep"), flags, Mode::empty()).unwrap();
    for level in 0..DEPTH {
        mkdirat(&open, c"d", Mode::RWXU).unwrap();
        if level % 1000 == 0 {
            openat(&open, c"file", OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::RUSR).unwrap();
        }
        open = openat(&open, c"d", flags, Mode::empty()).unwrap();
    }
    drop(open);
    sample.write.remove(&sample.path("deep"), Removal::Tree).unwrap();
    assert!(sample.read.list(&sample.root).unwrap().is_empty());
}

fn wide_tree(sample: &Sample) {
    for outer in 0..20 {
        for inner in 0..5 {
            let directory = sample.path(&format!("tree/{outer}/{inner}"));
            fs::create_dir_all(&directory).unwrap();
            for file in 0..20 {
                fs::write(directory.join(file.to_string()), "").unwrap();
            }
        }
    }
}

#[test]
fn entries_may_vanish_while_a_tree_is_removed() {
    let sample = Sample::real();
    for _ in 0..5 {
        wide_tree(&sample);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| sample.write.remove(&sample.path("tree"), Removal::Tree).unwrap());
            }
        });
        assert!(sample.read.list(&sample.root).unwrap().is_empty());
    }
}

/// Runs a `mount` command; the tests run as root.
fn mount(words: &[&str], at: &Path) -> Mounted {
    assert!(Command::new("mount").args(words).arg(at).status().unwrap().success(), "the tests may mount");
    Mounted(at.to_owned())
}

struct Mounted(std::path::PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        Command::new("umount").arg(&self.0).status().unwrap();
    }
}

#[test]
fn a_full_file_system_leaves_the_old_file() {
    let sample = Sample::real();
    let _mounted = mount(&["-t", "tmpfs", "-o", "size=64k", "none"], &sample.root);
    replace(&sample, &sample.path("file")).unwrap();
    fs::write("/dev/shm/upright-large", vec![0; 1 << 20]).unwrap();
    let large = vec![0; 1 << 20];
    for content in [Content::Bytes(&large), Content::CopyOf(Path::new("/dev/shm/upright-large"))] {
        let error = sample.write.replace(&sample.path("file"), content, NONE).unwrap_err();
        assert!(error.to_string().ends_with("no space left on device"), "{error}");
    }
    fs::remove_file("/dev/shm/upright-large").unwrap();
    assert_eq!(sample.text("file"), "new");
    assert_eq!(sample.read.list(&sample.root).unwrap(), ["file"]);
}

#[test]
fn a_read_only_file_system_says_so() {
    let sample = Sample::real();
    let mounted = mount(&["-t", "tmpfs", "none"], &sample.root);
    fs::write(sample.path("file"), "old").unwrap();
    fs::create_dir(sample.path("directory")).unwrap();
    std::mem::forget(mount(&["-o", "remount,ro"], &sample.root));
    let file = sample.path("file");
    for error in [
        replace(&sample, &file).unwrap_err(),
        sample.write.set_attributes(&file, Attributes::mode(0o600)).unwrap_err(),
        sample.write.make_directory(&sample.path("new/below"), NONE).unwrap_err(),
        sample.write.remove(&file, Removal::One).unwrap_err(),
        sample.write.remove(&sample.path("directory"), Removal::Tree).unwrap_err(),
    ] {
        assert!(error.to_string().ends_with("read-only file system"), "{error}");
    }
    sample.write.make_directory(&sample.path("directory"), NONE).unwrap();
    drop(mounted);
}

#[test]
fn mount_points_are_neither_replaced_nor_removed() {
    let sample = Sample::real();
    fs::create_dir_all(sample.path("tree/inner/mounted")).unwrap();
    fs::write(sample.path("other"), "other").unwrap();
    fs::write(sample.path("file"), "old").unwrap();
    let inner = sample.path("tree/inner/mounted");
    let _tmpfs = mount(&["-t", "tmpfs", "none"], &inner);
    fs::write(inner.join("kept"), "").unwrap();
    let other = sample.path("other");
    let _bound = mount(&["--bind", other.to_str().unwrap()], &sample.path("file"));
    for (error, at) in [
        (replace(&sample, &sample.path("file")).unwrap_err(), sample.path("file")),
        (sample.write.remove(&sample.path("file"), Removal::One).unwrap_err(), sample.path("file")),
        (sample.write.remove(&sample.path("tree"), Removal::Tree).unwrap_err(), inner.clone()),
        (sample.write.remove(&inner, Removal::Tree).unwrap_err(), inner.clone()),
        (sample.write.remove(&inner, Removal::One).unwrap_err(), inner.clone()),
    ] {
        let wanted = format!("`{}` is a mount point or on another file system", at.display());
        assert_eq!(error.kind.to_string(), wanted, "{error}");
    }
    assert!(inner.join("kept").exists());
    assert_eq!(sample.text("file"), "other");
    assert_eq!(sample.read.list(&sample.root).unwrap(), ["file", "other", "tree"]);
}

#[test]
fn a_bind_mount_of_the_same_file_system_is_not_entered() {
    let sample = Sample::real();
    fs::create_dir_all(sample.path("precious/data")).unwrap();
    fs::create_dir_all(sample.path("tree/alias")).unwrap();
    let precious = sample.path("precious");
    let _bound = mount(&["--bind", precious.to_str().unwrap()], &sample.path("tree/alias"));
    let error = sample.write.remove(&sample.path("tree"), Removal::Tree).unwrap_err();
    assert!(matches!(error.kind, FileErrorKind::MountPoint { .. }), "{error}");
    assert!(precious.join("data").exists());
}

#[test]
fn a_number_of_the_kernel_is_read_whole() {
    let read = Sample::real().read.read(Path::new("/proc/sys/kernel/pid_max"), 1 << 20).unwrap();
    let number: u32 = String::from_utf8(read).unwrap().trim().parse().unwrap();
    assert!(number > 100, "{number}");
}
