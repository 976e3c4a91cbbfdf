//! Runs recorded cases of the originals through the engines: `cargo xtask vectors [DIR]`. Every case is an input and what
//! the original answered; ours has to answer the same, fail in the same phase for the same
//! cause, or be excepted with a reason.
#![expect(clippy::print_stderr, reason = "a tool for the terminal: printing is its output")]
#![expect(clippy::disallowed_methods, reason = "the recorded cases are files")]

mod arguments;
mod case;
mod causes;
mod compare;
mod engines;
mod exceptions;
mod judge;
mod report;
mod skips;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match arguments::Arguments::parse(&words).and_then(|arguments| run(&arguments)) {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("vectors: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &arguments::Arguments) -> Result<ExitCode, String> {
    let case::Cases { all: cases, broken } = case::read_all(&arguments.directory)?;
    for problem in &broken {
        eprintln!("vectors: no case: {problem}");
    }
    let code = judged(arguments, &cases)?;
    Ok(if broken.is_empty() { code } else { ExitCode::FAILURE })
}

fn judged(arguments: &arguments::Arguments, cases: &[case::Case]) -> Result<ExitCode, String> {
    let skips = skips::Skips::new(cases, &arguments.skipped);
    for note in skips.useless() {
        eprintln!("vectors: {note}");
    }
    if arguments.answers {
        report::answers(&judge::answers(cases));
        return Ok(skips.without_answer());
    }
    let exceptions = exceptions::read(engines::ALL)?;
    let verdicts = judge::all(cases, &exceptions);
    Ok(report::verdicts(cases, &verdicts, &skips))
}
