//! Files that look like temporary files of ours and are not ours to remove: that of a process that still lives, and
//! files of others with a similar name.

use super::targets::Targets;
use super::{Program, kill_and_wait, random_part, start::Start};
use crate::Failure;
use crate::random::Random;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;

/// A run that sleeps while it replaces files has a temporary one this soon; where nothing was, files have no name before
/// they are complete.
const ATTEMPTS: usize = 1_000;

/// Stops a run while it has a temporary file, lets another run pass, and ends the first one: its file stays as long as
/// it lives and goes with the next run. From its name come those of the foreign files.
pub(super) fn meet(program: &Program, targets: &mut Targets, random: &mut Random) -> Result<(), Failure> {
    let (sleeper, temporaries) = put_to_sleep(program, targets, random)?;
    targets.plant(temporaries.iter().flat_map(|path| similar_names(path)).collect());
    targets.write_directories()?;
    let before = targets.look()?;
    program.finish()?;
    if targets.look()?.strangers != temporaries {
        return Err(Failure::not_done("a run removed the temporary file of a process that lives"));
    }
    drop(sleeper);
    program.finish()?;
    targets.look()?.expect_whole_run_after(&before)
}

fn put_to_sleep(program: &Program, targets: &Targets, random: &mut Random) -> Result<(Sleeper, Vec<PathBuf>), Failure> {
    Start::Old.prepare(targets, random)?;
    let whole = program.finish()?;
    for _ in 0..ATTEMPTS {
        Start::Old.prepare(targets, random)?;
        let child = program.spawn()?;
        std::thread::sleep(random_part(whole, random));
        let sleeper = Sleeper::new(child)?;
        let temporaries = targets.look()?.strangers;
        if !temporaries.is_empty() {
            return Ok((sleeper, temporaries));
        }
    }
    Err(Failure::new(format!("{ATTEMPTS} runs were stopped and none had a temporary file")))
}

/// A run that was stopped; it dies with this value.
struct Sleeper(Child);

impl Sleeper {
    fn new(child: Child) -> Result<Self, Failure> {
        let sleeper = Self(child);
        let number = i32::try_from(sleeper.0.id()).expect("process numbers are positive and small");
        kill(Pid::from_raw(number), Signal::SIGSTOP).map_err(|error| Failure::new(format!("cannot stop: {error}")))?;
        // The signal is on its way when `kill` is back; until it arrives, files may still change.
        while sleeper.is_running() {
            std::thread::yield_now();
        }
        Ok(sleeper)
    }

    fn is_running(&self) -> bool {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap_or_default();
        let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
        !matches!(state, Some('T' | 'Z') | None)
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        if let Err(failure) = kill_and_wait(&mut self.0) {
            eprintln!("xtask: {failure}");
        }
    }
}

fn similar_names(temporary: &Path) -> impl Iterator<Item = PathBuf> {
    let name = temporary.file_name().expect("a file has a name").to_string_lossy();
    let bare = name.trim_start_matches('.');
    let stem = name.trim_end_matches(|last: char| last.is_ascii_digit());
    let names = [format!("{name}~"), bare.to_owned(), format!("{stem}x"), format!("a{name}"), stem.to_owned()];
    names.into_iter().map(|name| temporary.with_file_name(name))
}
