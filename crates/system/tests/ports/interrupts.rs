//! Signals, in processes of their own and between the pieces of large files.

use crate::role::Player;
use rustix::process::Signal as Sent;
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use system::files::{Attributes, Content, Removal};
use system::process::Command;
use system::{Interrupt, ReadWorld, Signal, WriteWorld};

pub(crate) fn wait_for_signals(say: impl Fn(&str)) {
    let interrupt = Interrupt::from_signals().unwrap();
    let world = ReadWorld::real(interrupt.clone(), Vec::new());
    say("ready");
    let slept = world.clock.sleep(Duration::from_hours(1), &interrupt);
    say(&format!("{slept} {:?}", interrupt.signalled()));
    std::thread::sleep(Duration::from_mins(1));
}

/// Rust ignores `SIGPIPE`, and others are caught; children must have none of that.
pub(crate) fn say_signals_of_child(say: impl Fn(&str)) {
    system::survive_large_files();
    let interrupt = Interrupt::from_signals().unwrap();
    let world = ReadWorld::real(interrupt, Vec::new());
    let status = world.processes.probe(&Command::of(["cat", "/proc/self/status"])).unwrap();
    for line in status.stdout.text().lines().filter(|line| line.starts_with("SigI") || line.starts_with("SigC")) {
        say(&line.replace('\t', " "));
    }
}

fn started() -> Player {
    let mut player = Player::start("wait", Path::new("/"));
    assert_eq!(player.line(), "ready");
    player
}

#[test]
fn signals_wake_the_sleeper_and_are_told_apart() {
    for (signal, told) in [(Sent::INT, "Some(Interrupt)"), (Sent::TERM, "Some(Terminate)"), (Sent::HUP, "Some(HangUp)")]
    {
        let mut player = started();
        player.signal(signal);
        assert_eq!(player.line(), format!("false {told}"));
    }
}

#[test]
fn a_second_interrupt_ends_the_process_at_once() {
    let mut player = started();
    player.signal(Sent::INT);
    assert_eq!(player.line(), "false Some(Interrupt)");
    player.signal(Sent::TERM);
    player.until_delivered();
    assert!(player.child.try_wait().unwrap().is_none(), "a polite signal is no second interrupt");
    player.signal(Sent::INT);
    assert_eq!(player.child.wait().unwrap().signal(), Some(2));
}

#[test]
fn children_start_with_default_signals() {
    let mut player = Player::start("sigpipe", Path::new("/"));
    // Signals that our own parent ignores stay ignored, and that is right; `SIGPIPE` is signal 13, and
    // `SIGXFSZ` is 25.
    let ignored = player.line();
    let mask = u64::from_str_radix(ignored.trim_start_matches("SigIgn: "), 16).unwrap();
    assert_eq!(mask & (1 << 12 | 1 << 24), 0, "{ignored}");
    assert_eq!(player.line(), "SigCgt: 0000000000000000");
}

#[test]
fn a_signal_that_our_parent_ignores_stays_ignored() {
    let mut player = Player::start_with_nohup("wait", Path::new("/"));
    assert_eq!(player.line(), "ready");
    player.signal(Sent::HUP);
    player.until_delivered();
    player.signal(Sent::INT);
    assert_eq!(player.line(), "false Some(Interrupt)");
}

/// More than anybody would wait for.
const ENDLESS: u64 = 1 << 40;

/// A world that is told to stop, and a file of zeros in it that takes up no room.
fn endless_file() -> (tempfile::TempDir, PathBuf, Interrupt, WriteWorld) {
    let directory = tempfile::tempdir().unwrap();
    let source = directory.path().join("source");
    File::create(&source).unwrap().set_len(ENDLESS).unwrap();
    let interrupt = Interrupt::manual().unwrap();
    let world = WriteWorld::real(interrupt.clone(), Vec::new());
    (directory, source, interrupt, world)
}

/// Raises the signal as soon as something is so.
fn raise_when(interrupt: &Interrupt, signal: Signal, is_so: impl Fn() -> bool + Send + 'static) {
    let interrupt = interrupt.clone();
    std::thread::spawn(move || {
        crate::wait::until("the moment to interrupt", is_so);
        interrupt.raise(signal);
    });
}

#[test]
fn hashing_a_large_file_ends_with_the_interrupt() {
    let (_directory, source, interrupt, world) = endless_file();
    let hashed = source.clone();
    raise_when(&interrupt, Signal::Interrupt, move || crate::wait::is_open(&hashed));
    let error = world.read.files.digest(&source).unwrap_err();
    assert!(error.interrupted() && !error.is_not_found());
    assert_eq!(error.to_string(), format!("cannot read `{}`: interrupted by SIGINT", source.display()));
}

#[test]
fn copying_a_large_file_ends_with_the_interrupt_and_leaves_nothing() {
    let (directory, source, interrupt, world) = endless_file();
    let (target, path) = (directory.path().join("target"), directory.path().to_owned());
    std::fs::write(&target, "old").unwrap();
    let files = move || std::fs::read_dir(&path).unwrap().count();
    raise_when(&interrupt, Signal::Terminate, move || files() == 3);
    let error = world.files.replace(&target, Content::CopyOf(&source), Attributes::default()).unwrap_err();
    assert!(error.interrupted());
    assert_eq!(error.to_string(), format!("cannot write `{}`: interrupted by SIGTERM", target.display()));
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "old");
    assert_eq!(world.read.files.list(directory.path()).unwrap(), ["source", "target"]);
}

/// A run that is told to stop finishes what it has in hand, when that takes no time.
#[test]
fn small_files_are_finished() {
    let (directory, _, interrupt, world) = endless_file();
    let (small, copy) = (directory.path().join("small"), directory.path().join("copy"));
    interrupt.raise(Signal::Interrupt);
    world.files.replace(&small, Content::Bytes(b"text"), Attributes::default()).unwrap();
    world.files.replace(&copy, Content::CopyOf(&small), Attributes::default()).unwrap();
    assert_eq!(world.read.files.read(&copy, 10).unwrap(), b"text");
}

#[test]
fn removing_a_tree_ends_with_the_interrupt() {
    let (directory, _, interrupt, world) = endless_file();
    let tree = directory.path().join("tree");
    std::fs::create_dir_all(tree.join("below")).unwrap();
    std::fs::write(tree.join("file"), "").unwrap();
    interrupt.raise(Signal::Interrupt);
    let error = world.files.remove(&tree, Removal::Tree).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot remove `{}`: interrupted by SIGINT", tree.display()));
    assert_eq!(world.read.files.list(&tree).unwrap(), ["below", "file"]);
}

/// Nobody writes into the pipe, and nobody closes it.
#[test]
fn waiting_for_a_pipe_ends_with_the_interrupt() {
    let (_directory, _, interrupt, world) = endless_file();
    let (reader, _writer) = std::io::pipe().unwrap();
    let path = PathBuf::from(format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader)));
    let waiting = rustix::thread::gettid();
    raise_when(&interrupt, Signal::Terminate, move || crate::wait::sleeps(waiting));
    let error = world.read.files.read(&path, 100).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot read `{}`: interrupted by SIGTERM", path.display()));
}

/// A stage is ours, and nobody wants to find it later.
#[test]
fn a_stage_goes_away_in_spite_of_the_interrupt() {
    let (directory, _, interrupt, world) = endless_file();
    let stage = world.files.stage(directory.path()).unwrap();
    std::fs::write(stage.join("file"), "").unwrap();
    interrupt.raise(Signal::Interrupt);
    world.files.remove(&stage, Removal::Tree).unwrap();
    assert_eq!(world.read.files.list(directory.path()).unwrap(), ["source"]);
}
