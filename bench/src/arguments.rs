//! The words of the command line.

use std::path::PathBuf;

const USAGE: &str = "usage: cargo xtask bench expressions|templates [--against PROGRAM] [--rounds N] [--turns N]";

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

impl Arguments {
    pub(crate) fn parse(words: &[String]) -> Result<Self, String> {
        let (mut name, mut against, mut rounds, mut turns) = (None, None, None, 3);
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
                "expressions" | "templates" if name.is_none() => name = Some(word.as_str()),
                other => return Err(format!("`{other}` was not expected\n{USAGE}")),
            }
        }
        let name = name.ok_or(USAGE)?;
        let usual = if name == "expressions" { 100_000 } else { 1_000 };
        let cases = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases").join(format!("{name}.jsonl"));
        Ok(Self { cases, against, rounds: rounds.unwrap_or(usual), turns })
    }
}
