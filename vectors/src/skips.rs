//! Cases of engines that are not built, and the words of `--skip` that allow them.

use std::collections::BTreeMap;
use std::process::ExitCode;

use crate::case::Case;
use crate::engines;

/// What may be missing, and what is.
pub(crate) struct Skips<'a> {
    /// How many cases there are without an engine, by its name.
    missing: BTreeMap<&'a str, usize>,
    /// How many cases wait for a later part of an engine that is there.
    waiting: BTreeMap<&'a str, usize>,
    /// The words of `--skip`.
    allowed: &'a [String],
}

impl<'a> Skips<'a> {
    pub(crate) fn new(cases: &'a [Case], allowed: &'a [String]) -> Self {
        let (mut missing, mut waiting) = (BTreeMap::new(), BTreeMap::new());
        for case in cases {
            let name = case.engine();
            match engines::find(name) {
                None => *missing.entry(name).or_default() += 1,
                Some(engine) if !engine.runs(case) => *waiting.entry(name).or_default() += 1,
                Some(_) => {}
            }
        }
        Self { missing, waiting, allowed }
    }

    /// Whether an engine is missing that nobody allowed to.
    pub(crate) fn unexpected(&self) -> bool {
        self.missing.keys().any(|name| !self.allowed.iter().any(|allowed| allowed == name))
    }

    /// What is wrong with words of `--skip` that change nothing.
    pub(crate) fn useless(&self) -> impl Iterator<Item = String> {
        self.allowed.iter().filter(|name| !self.missing.contains_key(name.as_str())).map(|name| {
            match engines::find(name) {
                Some(_) => format!("`--skip {name}` does nothing: this engine is built, and its cases are run"),
                None => format!("`--skip {name}` does nothing: there is no case of such an engine"),
            }
        })
    }

    /// Says on stderr which cases have no answer; the exit code says whether that is allowed.
    pub(crate) fn without_answer(&self) -> ExitCode {
        for (name, count) in &self.missing {
            eprintln!("skipped: {name} {count}");
        }
        for (name, count) in &self.waiting {
            eprintln!("waiting: {name} {count} (for a later part of the program)");
        }
        ExitCode::from(u8::from(self.unexpected()))
    }
}
