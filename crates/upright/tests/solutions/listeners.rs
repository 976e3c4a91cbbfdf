//! Nobody reads what is printed, or it finds no room.

use crate::test::{Ended, Test};
use crate::waiting::HEAD;
use std::io::Read;
use std::process::Stdio;

const WORKFLOW: &str = "  resolvers:
    v: {resolve: {with: [{provider: static, inputs: {value: 1}}]}}
  workflow:
    actions:
      say: {provider: message, inputs: {message: hello}}
      run: {provider: exec, inputs: {command: \"for n in 1 2 3 4 5; do echo line $n; done; touch ran\"}}
    finally:
      last: {provider: exec, inputs: {command: \"echo last; touch finally\"}}
";

const COMMANDS: [&[&str]; 6] = [
    &["run", "solution", "-f", "s.yaml"],
    &["run", "solution", "-f", "s.yaml", "-o", "json"],
    &["run", "solution", "-f", "s.yaml", "--dry-run"],
    &["run", "resolver", "-f", "s.yaml"],
    &["run", "resolver", "-f", "s.yaml", "-o", "yaml"],
    &["render", "solution", "-f", "s.yaml"],
];

fn test() -> Test {
    Test::new().file("s.yaml", format!("{HEAD}{WORKFLOW}"))
}

fn is_real(words: &[&str]) -> bool {
    words[1] == "solution" && words[0] == "run" && !words.contains(&"--dry-run")
}

fn assert_done(test: &Test, words: &[&str], ended: &Ended) {
    assert_eq!((ended.code, ended.stderr().as_str()), (Some(0), ""), "{words:?}");
    assert_eq!(test.exists("ran") && test.exists("finally"), is_real(words), "{words:?}");
}

#[test]
fn a_reader_that_went_away_does_not_stop_the_run() {
    for words in COMMANDS {
        let test = test();
        let mut child = test.command().args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_done(&test, words, &test.ended(child.wait_with_output().unwrap()));
    }
}

#[test]
fn a_reader_that_goes_away_does_not_stop_the_run() {
    for words in COMMANDS {
        let test = test();
        let mut child = test.command().args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        assert_done(&test, words, &test.ended(child.wait_with_output().unwrap()));
    }
}

#[test]
fn a_closed_output_does_not_stop_the_run() {
    for words in COMMANDS {
        let test = test().behind(&["sh", "-c", "\"$@\" >&-", "sh"]);
        let child = test.command().args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        assert_done(&test, words, &test.ended(child.wait_with_output().unwrap()));
    }
}

/// A result that was not written is a failure, and the run was completed all the same.
#[test]
fn an_output_without_room_is_a_failure() {
    for words in COMMANDS {
        let test = test();
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ended = test.ended(test.command().args(words).stdout(full).output().unwrap());
        assert_eq!(ended.code, Some(1), "{words:?}: {}", ended.stderr());
        assert!(ended.stderr().contains("the output could not be written"), "{words:?}: {}", ended.stderr());
        assert_eq!(test.exists("ran") && test.exists("finally"), is_real(words), "{words:?}");
    }
}
