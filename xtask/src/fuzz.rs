//! Fuzzing: seeds out of the test vectors, then the targets one after the other.

use crate::cli::Words;
use crate::failure::At;
use crate::{Failure, command, workspace};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where a target's first inputs come from: each line of the vectors is JSON, and `pointer` says where in it the input is.
/// Without a pointer the line itself is the input.
struct Seeds {
    target: &'static str,
    vectors: &'static str,
    pointer: &'static str,
}

const YAML: &str = "tests/vectors/yaml";

const SEEDS: &[Seeds] = &[
    Seeds { target: "yaml_goccy", vectors: YAML, pointer: "/in/text" },
    Seeds { target: "yaml_v3", vectors: YAML, pointer: "/in/text" },
    Seeds { target: "json", vectors: YAML, pointer: "" },
    Seeds { target: "duration", vectors: "tests/vectors/duration", pointer: "/in/text" },
    Seeds { target: "exprlang", vectors: "tests/vectors/expr", pointer: "/in/expr" },
    Seeds { target: "cel", vectors: "tests/vectors/cel", pointer: "/in/expr" },
    Seeds { target: "gjson", vectors: "tests/vectors/gjson", pointer: "/in/path" },
    Seeds { target: "gotmpl", vectors: "tests/vectors/gotmpl", pointer: "/in/template" },
    Seeds { target: "jet", vectors: "tests/vectors/jet", pointer: "/in/template" },
    Seeds { target: "words", vectors: "tests/vectors/shellquote", pointer: "/in/line" },
];

pub(crate) fn run(words: &Words) -> Result<(), Failure> {
    let minutes: u64 = words.option("minutes")?.unwrap_or(10);
    let targets = chosen(&words.plain, all_targets()?)?;
    let asked = Command::new("cargo").args(["fuzz", "--version"]).output();
    if !asked.is_ok_and(|answer| answer.status.success()) {
        return Err(Failure::usage("`cargo fuzz` is not there: `cargo install cargo-fuzz` installs it".to_owned()));
    }
    for target in targets {
        let corpus = seed(&target)?;
        command::run(&mut fuzz(&target, &corpus, minutes))?;
    }
    Ok(())
}

fn fuzz(target: &str, corpus: &Path, minutes: u64) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(["+nightly", "fuzz", "run", target]).arg(corpus).current_dir(workspace::root());
    let written_by_hand = workspace::root().join("fuzz/seeds").join(target);
    cargo.args(Some(written_by_hand).filter(|folder| folder.is_dir()));
    cargo.args(["--", "-print_final_stats=1", "-timeout=10", "-rss_limit_mb=4096"]);
    cargo.arg(format!("-max_total_time={}", minutes * 60));
    // The stable cargo that runs this tool must not decide for the nightly one.
    cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    cargo
}

fn chosen(names: &[String], all: Vec<String>) -> Result<Vec<String>, Failure> {
    if names == ["all"] {
        return Ok(all);
    }
    match names.iter().find(|name| !all.contains(name)) {
        None if !names.is_empty() => Ok(names.to_vec()),
        None => Err(Failure::usage(format!("name targets, or `all`: {}", all.join(", ")))),
        Some(name) => Err(Failure::usage(format!("no target `{name}`, there are {}", all.join(", ")))),
    }
}

/// The programs of the package `fuzz`.
fn all_targets() -> Result<Vec<String>, Failure> {
    let metadata = workspace::metadata(&workspace::root().join("fuzz/Cargo.toml"))?;
    let targets = metadata.pointer("/packages/0/targets").and_then(Value::as_array);
    let targets = targets.ok_or_else(|| Failure::new("the package `fuzz` has no targets"))?;
    Ok(targets.iter().filter_map(|target| target["name"].as_str()).map(str::to_owned).collect())
}

/// Writes the seeds of a target into its corpus, which is not kept in the repository.
fn seed(target: &str) -> Result<PathBuf, Failure> {
    let corpus = workspace::root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).at(&corpus)?;
    for seeds in SEEDS.iter().filter(|seeds| seeds.target == target) {
        let folder = workspace::root().join(seeds.vectors);
        for file in fs::read_dir(&folder).at(&folder)? {
            let file = file.at(&folder)?.path();
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for (number, text) in inputs(&file, seeds.pointer)?.iter().enumerate() {
                let path = corpus.join(format!("{stem}-{number}"));
                fs::write(&path, text).at(&path)?;
            }
        }
    }
    Ok(corpus)
}

fn inputs(file: &Path, pointer: &str) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(file).at(file)?;
    if pointer.is_empty() {
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let input = |line: &str| serde_json::from_str::<Value>(line).ok()?.pointer(pointer)?.as_str().map(str::to_owned);
    Ok(text.lines().filter_map(input).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_chosen_by_name() {
        let all = || vec!["json".to_owned(), "words".to_owned()];
        assert_eq!(chosen(&["all".to_owned()], all()).unwrap(), all());
        assert_eq!(chosen(&["words".to_owned()], all()).unwrap(), ["words"]);
        assert_eq!(chosen(&[], all()).unwrap_err().to_string(), "name targets, or `all`: json, words");
        let unknown = chosen(&["jason".to_owned()], all()).unwrap_err();
        assert_eq!(unknown.to_string(), "no target `jason`, there are json, words");
    }
}
