//! The words of the command line.

use std::path::PathBuf;

use crate::services;

const USAGE: &str = "usage: cargo xtask bench expressions|templates [--against PROGRAM] [--rounds N] [--turns N]\n       \
                     cargo xtask bench services [--bin PROGRAM] [--turns N]";

/// What is put on the stopwatch.
pub(crate) enum Work {
    /// The engines.
    Engines(Arguments),
    /// The binary, on a host with services.
    Services(services::Arguments),
}

/// What is asked for.
pub(crate) struct Arguments {
    /// The file with the cases.
    pub(crate) cases: PathBuf,
    /// The program to compare with.
    pub(crate) against: Option<PathBuf>,
    /// How often each case is worked in one turn.
    pub(crate) rounds: u32,
    /// How often ours and theirs take turns.
    pub(crate) turns: u32,
}

impl Work {
    pub(crate) fn parse(words: &[String]) -> Result<Self, String> {
        let (mut name, mut against, mut binary, mut rounds, mut turns) = (None, None, None, None, 3);
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let mut number = || {
                let value = rest.next().and_then(|value| value.parse().ok()).filter(|number| *number > 0);
                value.ok_or_else(|| format!("`{word}` needs a number above 0\n{USAGE}"))
            };
            match word.as_str() {
                "--rounds" => rounds = Some(number()?),
                "--turns" => turns = number()?,
                "--against" => against = Some(rest.next().ok_or("`--against` needs a program")?.into()),
                "--bin" => binary = Some(PathBuf::from(rest.next().ok_or("`--bin` needs a program")?)),
                "expressions" | "templates" | "services" if name.is_none() => name = Some(word.as_str()),
                other => return Err(format!("`{other}` was not expected\n{USAGE}")),
            }
        }
        let name = name.ok_or(USAGE)?;
        if name == "services" {
            let binary = binary.ok_or("`services` needs `--bin` with the program")?;
            return Ok(Self::Services(services::Arguments { binary, turns }));
        }
        let usual = if name == "expressions" { 100_000 } else { 1_000 };
        let cases = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases").join(format!("{name}.jsonl"));
        Ok(Self::Engines(Arguments { cases, against, rounds: rounds.unwrap_or(usual), turns }))
    }
}
