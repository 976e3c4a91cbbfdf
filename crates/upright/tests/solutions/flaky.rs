//! A provider that fails at every n-th call.

use crate::test::Test;
use crate::waiting::HEAD;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server that closes every n-th connection without an answer. Its thread ends with the test process.
struct Flaky {
    port: u16,
    calls: Arc<AtomicUsize>,
}

impl Flaky {
    fn every(nth: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, calls) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
        let seen = Arc::clone(&calls);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let fails = (seen.fetch_add(1, Ordering::SeqCst) + 1).is_multiple_of(nth);
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                lines.find(String::is_empty);
                if !fails {
                    // A client that went away is no trouble of ours.
                    drop(stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"));
                }
            }
        });
        Self { port, calls }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

const CONFIG: &str = "httpClient: {allowPrivateIPs: true, retryMax: 0, cache: {enabled: false}}\n";

/// A chain of calls, so that it is known which of them fails.
fn chain(count: usize, port: u16, more: &str) -> Test {
    let mut text = format!("{HEAD}  workflow:\n    actions:\n");
    for number in 0..count {
        let needs = if number == 0 { String::new() } else { format!("a{:02}", number - 1) };
        writeln!(text, "      a{number:02}: {{provider: http, dependsOn: [{needs}], {more}inputs: {{url: \"http://127.0.0.1:{port}/\"}}}}").unwrap();
    }
    text += "    finally:\n      last: {provider: exec, inputs: {command: touch finally}}\n";
    Test::new().file("s.yaml", text).file("config.yaml", CONFIG)
}

const RUN: [&str; 8] = ["run", "solution", "-f", "s.yaml", "-o", "json", "--config", "config.yaml"];

#[test]
fn retries_get_through() {
    let flaky = Flaky::every(3);
    let mut test = chain(20, flaky.port, "retry: {maxAttempts: 2, initialDelay: 1ms}, ");
    let said = test.again(&RUN, 0).json();
    assert_eq!(said["status"], "succeeded");
    assert_eq!(flaky.calls(), 29, "the 3rd, 6th, ... 27th call is made once more");
    assert!(test.exists("finally"));
}

#[test]
fn without_a_retry_the_first_failure_ends_the_section() {
    let flaky = Flaky::every(3);
    let mut test = chain(20, flaky.port, "");
    let said = test.again(&RUN, 6).json();
    let status = |number: usize| said["actions"][format!("a{number:02}")]["status"].as_str().unwrap().to_owned();
    assert_eq!(
        (status(1), status(2), status(3), status(19)),
        ("succeeded".into(), "failed".into(), "skipped".into(), "skipped".into())
    );
    assert_eq!(flaky.calls(), 3);
    assert!(test.exists("finally"));
}

#[test]
fn a_second_source_stands_in() {
    let flaky = Flaky::every(3);
    let mut solution = format!("{HEAD}  resolvers:\n");
    for number in 0..12 {
        let needs = if number == 0 { String::new() } else { format!("r{:02}", number - 1) };
        let (port, from) = (flaky.port, "{provider: static, inputs: {value: {statusCode: 0}}}");
        writeln!(solution, "    r{number:02}: {{dependsOn: [{needs}], resolve: {{with: [{{provider: http, inputs: {{url: \"http://127.0.0.1:{port}/\"}}}}, {from}]}}, transform: {{with: [{{provider: cel, inputs: {{expression: __self.statusCode}}}}]}}}}").unwrap();
    }
    let mut test = Test::new().file("s.yaml", solution).file("config.yaml", CONFIG);
    let said = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json", "--config", "config.yaml"], 0).json();
    let values: Vec<i64> = said.as_object().unwrap().values().map(|value| value.as_i64().unwrap()).collect();
    assert_eq!(values, [200, 200, 0].repeat(4));
    assert_eq!(flaky.calls(), 12);
}
