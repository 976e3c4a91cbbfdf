//! Which steps of the scenarios are not played.

/// Commands that the program does not have yet.
const COMMANDS: &[&[&str]] = &[&["lint"], &["test"], &["snapshot"], &["solution", "diff"]];

/// Flags that the program does not have yet, wherever they stand.
const FLAGS: &[&str] = &["--snapshot", "--interactive", "-i"];

/// Whether a step is played: not the commands, flags and the output format that the program does not have yet.
pub(crate) fn is_played(words: &[String]) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let command = COMMANDS.iter().any(|command| words.starts_with(command));
    let flag = words.iter().any(|word| FLAGS.contains(word) || *word == "--output=test");
    let format = words.windows(2).any(|pair| matches!(pair, ["-o" | "--output", "test"]));
    !(command || flag || format)
}
