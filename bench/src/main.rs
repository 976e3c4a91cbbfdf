//! How fast the engines are: every case of a file is compiled and worked out many times, by ours and, when it is given, by
//! another program on the same cases in the same run. `bench/README.md` says what that program has to do. And how fast the
//! binary is where a host of the test bed is needed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for the terminal: printing is its output")]
#![expect(
    clippy::disallowed_methods,
    reason = "a stopwatch reads the clock, the cases are a file, the other is a process"
)]

mod arguments;
mod case;
mod languages;
mod other;
mod services;
mod table;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = arguments::Work::parse(&words).and_then(|work| match work {
        arguments::Work::Engines(arguments) => run(&arguments),
        arguments::Work::Services(arguments) => {
            print!("{}", services::run(&arguments));
            Ok(())
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("bench: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Ours and theirs take turns, so that a busy moment of the machine hits both; the fastest turn counts.
fn run(arguments: &arguments::Arguments) -> Result<(), String> {
    let cases = case::read(&arguments.cases)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..arguments.turns {
        ours.push(cases.iter().map(|case| languages::time(case, arguments.rounds)).collect::<Result<Vec<_>, _>>()?);
        if let Some(program) = &arguments.against {
            theirs.push(other::run(program, &arguments.cases, arguments.rounds, &cases)?);
        }
    }
    print!("{}", table::render(&cases, &ours, &theirs));
    Ok(())
}
