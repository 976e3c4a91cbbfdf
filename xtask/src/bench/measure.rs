//! One run of one program: wall time, processor time, peak memory.
//!
//! The kernel adds up what ended children used, and keeps only the largest of their peaks. So each run gets a small
//! process of its own (this tool once more) that has that one child: what it then reads is that child's alone.

use crate::Failure;
use crate::scratch::Scratch;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The word that makes this tool run one program and print its figures.
pub(crate) const MEASURE: &str = "measure-one";

/// What one run took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    pub(super) wall: Duration,
    pub(super) cpu: Duration,
    pub(super) peak_kib: u64,
}

/// Runs a program in a measuring process; a status other than 0 means that it did not do its work.
pub(super) fn run(words: &[OsString], folder: &Path, scratch: &Scratch) -> Result<Cost, Failure> {
    let own = std::env::current_exe().map_err(|error| Failure::new(format!("where is xtask: {error}")))?;
    let mut command = Command::new(own);
    scratch.environment(command.arg(MEASURE).args(words).current_dir(folder).stdin(Stdio::null()));
    let output = command.output().map_err(|error| Failure::new(format!("cannot start xtask: {error}")))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::not_done(format!("`{}` failed: {}", words[0].display(), text.trim_end())));
    }
    let figures = serde_json::from_slice(&output.stdout).ok().as_ref().and_then(cost);
    figures.ok_or_else(|| Failure::new("the measuring process printed no figures"))
}

fn cost(figures: &Value) -> Option<Cost> {
    Some(Cost {
        wall: Duration::from_nanos(figures["wall_ns"].as_u64()?),
        cpu: Duration::from_micros(figures["cpu_us"].as_u64()?),
        peak_kib: figures["peak_kib"].as_u64()?,
    })
}

/// The measuring process: runs the program that the words name and prints its figures.
pub(crate) fn here(words: &[String]) -> Result<(), Failure> {
    let [program, rest @ ..] = words else { return Err(Failure::usage("nothing to measure")) };
    let mut command = Command::new(program);
    command.args(rest).stdin(Stdio::null()).stdout(Stdio::null());
    let start = Instant::now();
    let status = command.status();
    let wall = start.elapsed();
    let status = status.map_err(|error| Failure::new(format!("cannot start `{program}`: {error}")))?;
    if !status.success() {
        return Err(Failure::new(format!("`{program}` ended with {status}")));
    }
    let used = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| Failure::new(format!("getrusage: {error}")))?;
    let cpu: TimeVal = used.user_time() + used.system_time();
    let wall_ns = u64::try_from(wall.as_nanos()).unwrap_or(u64::MAX);
    println!("{}", json!({ "wall_ns": wall_ns, "cpu_us": cpu.num_microseconds(), "peak_kib": used.max_rss() }));
    Ok(())
}
