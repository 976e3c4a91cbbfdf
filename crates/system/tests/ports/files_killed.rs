//! A process that replaces files is killed: the file is the old one or the new one, and what was left is swept away.

use crate::role::Player;
use crate::sample::{Sample, an_owner};
use rustix::process::Signal;
use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use system::files::{Attributes, Content};
use system::{Interrupt, WriteWorld};

/// The two versions differ in everything.
fn versions() -> [(Vec<u8>, Attributes); 2] {
    let (uid, gid) = an_owner();
    [(vec![b'a'; 300_000], Attributes::new(uid, gid, 0o640)), (vec![b'b'; 700_000], Attributes::new(uid, gid, 0o4711))]
}

pub(crate) fn replace_for_ever(directory: &Path, ready: impl Fn()) {
    let files = WriteWorld::real(Interrupt::never(), Vec::new()).files;
    let (versions, path) = (versions(), directory.join("file"));
    for round in 0_usize.. {
        let (content, attributes) = &versions[round % 2];
        files.replace(&path, Content::Bytes(content), *attributes).unwrap();
        if round == 0 {
            ready();
        }
    }
}

/// One look: content, owner and mode all belong to one version.
fn assert_whole(path: &Path) {
    let mut file = fs::File::open(path).unwrap();
    let (found, mut content) = (file.metadata().unwrap(), Vec::new());
    file.read_to_end(&mut content).unwrap();
    let is_whole = versions().iter().any(|(bytes, attributes)| {
        content == *bytes && *attributes == Attributes::new(found.uid(), found.gid(), found.mode() & 0o7777)
    });
    assert!(is_whole, "{} bytes, {}:{} {:o}", content.len(), found.uid(), found.gid(), found.mode());
}

fn strange_names(directory: &Path) -> Vec<PathBuf> {
    let names: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.into_iter().filter(|path| path.file_name().unwrap() != "file").collect()
}

#[test]
fn a_killed_process_leaves_the_old_file_or_the_new_one() {
    let sample = Sample::real();
    let path = sample.path("file");
    for round in 0..40 {
        let mut player = Player::start("replace", &sample.root);
        assert_eq!(player.line(), "ready");
        std::thread::sleep(Duration::from_micros(700 * (round % 10)));
        player.kill();
        assert_whole(&path);
    }
    let mut left = strange_names(&sample.root);
    left.sort();
    assert!(!left.is_empty(), "forty kills left nothing behind, so nothing was tested");
    assert_eq!(sample.read.leftovers(&sample.root).unwrap(), left);
    fs::write(sample.path(".upright-notes"), "mine").unwrap();
    assert_eq!(sample.write.sweep(&sample.root).unwrap(), left);
    assert_eq!(strange_names(&sample.root), [sample.path(".upright-notes")]);
    assert_whole(&path);
}

#[test]
fn a_reader_never_sees_half_a_file() {
    let sample = Sample::real();
    let mut player = Player::start("replace", &sample.root);
    assert_eq!(player.line(), "ready");
    for _ in 0..300 {
        assert_whole(&sample.path("file"));
    }
    player.kill();
}

#[test]
fn files_of_a_living_process_are_not_swept() {
    let sample = Sample::real();
    let mut player = Player::start("replace", &sample.root);
    assert_eq!(player.line(), "ready");
    let held = stop_in_the_middle(&player, &sample);
    assert!(sample.write.sweep(&sample.root).unwrap().is_empty());
    assert!(held.exists());
    player.kill();
    assert_eq!(sample.write.sweep(&sample.root).unwrap(), [held]);
}

/// Stops the process at a moment when it has a temporary file.
fn stop_in_the_middle(player: &Player, sample: &Sample) -> PathBuf {
    loop {
        player.stop();
        if let Some(held) = strange_names(&sample.root).pop() {
            return held;
        }
        player.signal(Signal::CONT);
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn files_and_empty_directories_of_the_dead_are_swept_and_nothing_else() {
    let sample = Sample::real();
    let mut player = Player::start("replace", &sample.root);
    assert_eq!(player.line(), "ready");
    let held = stop_in_the_middle(&player, &sample);
    player.kill();
    let name = held.file_name().unwrap().to_str().unwrap();
    let other = |end: &str| sample.path(&format!("{name}{end}"));
    fs::create_dir_all(other("0").join("something")).unwrap();
    fs::create_dir(other("3")).unwrap();
    std::os::unix::fs::symlink("file", other("1")).unwrap();
    fs::write(other("2"), "").unwrap();
    fs::write(other("~"), "").unwrap();
    assert_eq!(sample.write.sweep(&sample.root).unwrap(), [held.clone(), other("2"), other("3")]);
    assert_eq!(strange_names(&sample.root).len(), 3);
}

#[test]
fn many_threads_may_replace_one_file() {
    let sample = Sample::real();
    let (path, versions) = (sample.path("file"), versions());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|index: usize| {
                let (sample, path, (content, attributes)) = (&sample, &path, &versions[index % 2]);
                scope.spawn(move || {
                    for _ in 0..25 {
                        sample.write.replace(path, Content::Bytes(content), *attributes).unwrap();
                    }
                })
            })
            .collect();
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if path.exists() {
                    assert_whole(&path);
                }
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(strange_names(&sample.root).is_empty());
}
