//! The house rules: format, lints, architecture.

use crate::cli::Words;
use crate::{Failure, architecture, command, workspace};
use std::process::Command;

type Step = fn() -> Result<(), Failure>;

/// Each step by its name; all of them run, so that one call shows everything that is wrong.
const STEPS: &[(&str, Step)] = &[("format", format), ("lints", lints), ("architecture", architecture)];

pub(crate) fn run(_: &Words) -> Result<(), Failure> {
    let mut broken = Vec::new();
    for (name, step) in STEPS {
        if let Err(failure) = step() {
            eprintln!("{failure}");
            broken.push(*name);
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(Failure::new(format!("not in order: {}", broken.join(", ")))) }
}

fn format() -> Result<(), Failure> {
    let words = ["fmt", "--all", "--manifest-path"];
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        command::run(cargo().args(words).args([manifest, "--", "--check"]))?;
    }
    Ok(())
}

const KEYCHAIN: [&str; 9] = ["clippy", "-p", "system", "--features", "keychain", "--locked", "--", "-D", "warnings"];

fn lints() -> Result<(), Failure> {
    command::run(cargo().args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
    // The one feature that is off by default. All of its code is in this crate; those above only pass its name on.
    command::run(cargo().args(KEYCHAIN))?;
    // The fuzz targets are no members of the workspace; without the fuzzer itself they compile on stable.
    let target = workspace::target_directory()?.join("fuzz-check");
    let words = ["clippy", "--manifest-path", "fuzz/Cargo.toml", "--no-default-features", "--locked", "--target-dir"];
    command::run(cargo().args(words).arg(target).args(["--", "-D", "warnings"]))
}

fn architecture() -> Result<(), Failure> {
    println!("# architecture");
    let problems = architecture::problems(workspace::root())?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::new(problems.join("\n"))) }
}

fn cargo() -> Command {
    let mut cargo = command::cargo();
    cargo.current_dir(workspace::root());
    cargo
}
