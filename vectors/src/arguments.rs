//! The words of the command line.

use std::path::PathBuf;

const USAGE: &str = "usage: cargo xtask vectors [DIR] [--answers] [--skip ENGINE]...";

/// What is asked for.
pub(crate) struct Arguments {
    /// Where the cases are; the project's own copy when nothing is given.
    pub(crate) directory: PathBuf,
    /// Print answers instead of verdicts.
    pub(crate) answers: bool,
    /// Engines that may be missing.
    pub(crate) skipped: Vec<String>,
}

impl Arguments {
    pub(crate) fn parse(words: &[String]) -> Result<Self, String> {
        let mut directory = None;
        let mut parsed = Self { directory: root().join("tests/vectors"), answers: false, skipped: Vec::new() };
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            match word.as_str() {
                "--answers" => parsed.answers = true,
                "--skip" => parsed.skipped.push(rest.next().ok_or("`--skip` needs the name of an engine")?.clone()),
                option if option.starts_with('-') => return Err(format!("no option `{option}`\n{USAGE}")),
                _ if directory.is_some() => {
                    return Err(format!("one directory at a time, given `{word}` too\n{USAGE}"));
                }
                path => directory = Some(PathBuf::from(path)),
            }
        }
        parsed.directory = directory.unwrap_or(parsed.directory);
        Ok(parsed)
    }
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
