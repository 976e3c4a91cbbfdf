//! The verbs and their words.

use crate::{Failure, bench, check, crash, engines, fuzz, test, vectors};
use std::process::ExitCode;
use std::str::FromStr;

struct Verb {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    run: fn(&Words) -> Result<(), Failure>,
}

const VERBS: &[Verb] = &[
    Verb { name: "test", usage: "", about: "install what the tests need, then run them all", run: test::run },
    Verb { name: "check", usage: "", about: "format, lints and house rules", run: check::run },
    Verb {
        name: "bench",
        usage: "[start-up|first|no-change|noop|scaffold-first|scaffold-no-change|scaffold-large ...] [--files N] [--runs N] [--bin PATH]",
        about: "our times beside the floors, as ratios (bench/README.md)",
        run: bench::run,
    },
    Verb {
        name: "crash",
        usage: "[--kills N] [--files N] [--seed N] [--bin PATH]",
        about: "kill runs at random moments until N kills hit one between its files, and look at what is left",
        run: crash::verb,
    },
    Verb {
        name: "fuzz",
        usage: "TARGET ...|all [--minutes N]",
        about: "fuzz the parsers (fuzz/README.md)",
        run: fuzz::run,
    },
];

/// Runs the verb that the words name.
pub fn run(words: &[String]) -> ExitCode {
    match dispatch(words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            failure.exit_code()
        }
    }
}

fn dispatch(words: &[String]) -> Result<(), Failure> {
    let Some((name, rest)) = words.split_first() else { return Err(Failure::usage(usage())) };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        println!("{}", usage());
        return Ok(());
    }
    if rest.iter().any(|word| matches!(word.as_str(), "--help" | "-h"))
        && let Some(help) = usage_of(name)
    {
        println!("{help}");
        return Ok(());
    }
    if name == vectors::VERB {
        return vectors::run(rest);
    }
    if name == bench::MEASURE {
        return bench::measure_here(rest);
    }
    if name == "bench" && rest.first().is_some_and(|work| engines::WORKS.contains(&work.as_str())) {
        return engines::run(rest);
    }
    let verb = VERBS.iter().find(|verb| verb.name == name);
    let verb = verb.ok_or_else(|| Failure::usage(format!("no verb `{name}`\n{}", usage())))?;
    (verb.run)(&Words::parse(rest, verb)?)
}

/// What can be typed, by the name of the verb. One with two ways to call it has two entries.
fn entries() -> Vec<(&'static str, String)> {
    let entry = |verb: &Verb| {
        let line = format!("{} {}", verb.name, verb.usage);
        (verb.name, format!("  cargo xtask {}\n      {}", line.trim_end(), verb.about))
    };
    let handed_on = [("bench", engines::USAGE), (vectors::VERB, vectors::USAGE)];
    VERBS.iter().map(entry).chain(handed_on.map(|(name, text)| (name, text.to_owned()))).collect()
}

fn usage() -> String {
    let entries: Vec<_> = entries().into_iter().map(|(_, text)| text).collect();
    format!("usage:\n{}", entries.join("\n"))
}

fn usage_of(name: &str) -> Option<String> {
    let entries: Vec<_> = entries().into_iter().filter(|entry| entry.0 == name).map(|(_, text)| text).collect();
    (!entries.is_empty()).then(|| format!("usage:\n{}", entries.join("\n")))
}

/// What follows the verb: plain words, and options with a value each.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) plain: Vec<String>,
    options: Vec<(String, String)>,
}

impl Words {
    fn parse(words: &[String], verb: &Verb) -> Result<Self, Failure> {
        let mut parsed = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let Some(option) = word.strip_prefix("--") else {
                parsed.plain.push(word.clone());
                continue;
            };
            if !verb.usage.contains(&format!("[--{option} ")) {
                return Err(Failure::usage(format!("`{}` has no option `{word}`", verb.name)));
            }
            let value = rest.next().ok_or_else(|| Failure::usage(format!("`{word}` needs a value")))?;
            parsed.options.push((option.to_owned(), value.clone()));
        }
        if !parsed.plain.is_empty() && (verb.usage.is_empty() || verb.usage.starts_with("[--")) {
            return Err(Failure::usage(format!("`{}` takes no words, given `{}`", verb.name, parsed.plain.join(" "))));
        }
        Ok(parsed)
    }

    /// The last value given for an option.
    pub(crate) fn option<T: FromStr>(&self, name: &str) -> Result<Option<T>, Failure> {
        let Some((_, value)) = self.options.iter().rev().find(|(option, _)| option == name) else { return Ok(None) };
        let parsed = value.parse().map_err(|_| Failure::usage(format!("`--{name}` cannot be `{value}`")))?;
        Ok(Some(parsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(name: &str, words: &[&str]) -> Result<Words, Failure> {
        let verb = VERBS.iter().find(|verb| verb.name == name).unwrap();
        Words::parse(&words.iter().map(ToString::to_string).collect::<Vec<_>>(), verb)
    }

    #[test]
    fn options_take_the_next_word() {
        let words = parse("bench", &["first", "--runs", "3"]).unwrap();
        assert_eq!(words.plain, ["first"]);
        assert_eq!(words.option::<usize>("runs").unwrap(), Some(3));
        assert_eq!(words.option::<usize>("files").unwrap(), None);
    }

    #[test]
    fn every_verb_has_help() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for name in VERBS.iter().map(|verb| verb.name).chain([vectors::VERB]) {
            assert!(usage_of(name).unwrap().starts_with(&format!("usage:\n  cargo xtask {name}")), "{name}");
            for line in [format!("{name} --help"), format!("{name} -h"), format!("{name} word --help")] {
                dispatch(&words(&line)).unwrap();
            }
        }
        assert!(usage_of("bench").unwrap().contains("cargo xtask bench expressions|templates"));
        assert!(dispatch(&words("no-verb --help")).unwrap_err().to_string().starts_with("no verb `no-verb`"));
    }

    #[test]
    fn wrong_words_are_refused() {
        assert_eq!(parse("bench", &["--run", "3"]).unwrap_err().to_string(), "`bench` has no option `--run`");
        assert_eq!(parse("bench", &["--runs"]).unwrap_err().to_string(), "`--runs` needs a value");
        assert_eq!(parse("crash", &["now"]).unwrap_err().to_string(), "`crash` takes no words, given `now`");
        assert_eq!(parse("check", &["now"]).unwrap_err().to_string(), "`check` takes no words, given `now`");
        let words = parse("bench", &["--runs", "few"]).unwrap();
        assert_eq!(words.option::<usize>("runs").unwrap_err().to_string(), "`--runs` cannot be `few`");
    }
}
