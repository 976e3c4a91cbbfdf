//! Signals, in processes of their own.

use crate::role::Player;
use rustix::process::Signal as Sent;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::Duration;
use system::process::Command;
use system::{Interrupt, ReadWorld};

pub(crate) fn wait_for_signals(say: impl Fn(&str)) {
    let interrupt = Interrupt::from_signals().unwrap();
    let world = ReadWorld::real(interrupt.clone(), Vec::new());
    say("ready");
    let slept = world.clock.sleep(Duration::from_hours(1), &interrupt);
    say(&format!("{slept} {:?}", interrupt.signalled()));
    std::thread::sleep(Duration::from_mins(1));
}

/// Rust ignores `SIGPIPE`, and `from_signals` catches others; children must have none of that.
pub(crate) fn say_signals_of_child(say: impl Fn(&str)) {
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
    for (signal, told) in
        [(Sent::INT, "Some(Interrupt)"), (Sent::TERM, "Some(Terminate)"), (Sent::HUP, "Some(Terminate)")]
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
    std::thread::sleep(Duration::from_millis(50));
    assert!(player.child.try_wait().unwrap().is_none(), "a polite signal is no second interrupt");
    player.signal(Sent::INT);
    assert_eq!(player.child.wait().unwrap().signal(), Some(2));
}

#[test]
fn children_start_with_default_signals() {
    let mut player = Player::start("sigpipe", Path::new("/"));
    // Signals that our own parent ignores stay ignored, and that is right; `SIGPIPE` is signal 13.
    let ignored = player.line();
    let mask = u64::from_str_radix(ignored.trim_start_matches("SigIgn: "), 16).unwrap();
    assert_eq!(mask & (1 << 12), 0, "{ignored}");
    assert_eq!(player.line(), "SigCgt: 0000000000000000");
}

#[test]
fn a_signal_that_our_parent_ignores_stays_ignored() {
    let mut player = Player::start_with_nohup("wait", Path::new("/"));
    assert_eq!(player.line(), "ready");
    player.signal(Sent::HUP);
    std::thread::sleep(Duration::from_millis(50));
    player.signal(Sent::INT);
    assert_eq!(player.line(), "false Some(Interrupt)");
}
