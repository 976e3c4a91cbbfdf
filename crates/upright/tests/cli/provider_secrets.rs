//! The canary in providers: a secret goes into every provider that takes one, and comes out of no output for people, no log,
//! no metrics, no trace and no error.

use crate::providers::collector;
use crate::test::Test;
use std::io::{Read as _, Write as _};

/// No quotes or commas in it, so that it can stand on a command line in every form.
const CANARY: &str = "Canary-7731-bird";
/// `Canary-7731-bird` in base64, as `Basic` authentication and templates write it.
const CODED: &str = "Q2FuYXJ5LTc3MzEtYmlyZA";

fn calls() -> Vec<Vec<String>> {
    let call = |words: &[&str]| words.iter().map(|word| word.replace("CANARY", CANARY)).collect();
    vec![
        call(&[
            "git",
            "operation=clone",
            "repository=http://127.0.0.1:9/x.git",
            "path=clone",
            "username=me",
            "password=CANARY",
        ]),
        call(&["git", "operation=clone", "repository=http://me:CANARY@127.0.0.1:9/x.git", "path=other"]),
        call(&["http", "url=http://me:CANARY@127.0.0.1:9/"]),
        call(&[
            "http",
            "url=http://127.0.0.1:9/",
            "headers={\"Authorization\": \"Bearer CANARY\", \"X-Api-Key\": \"CANARY\"}",
        ]),
        call(&["exec", "command=echo $API_TOKEN; echo $API_TOKEN >&2; exit 3", "env={\"API_TOKEN\": \"CANARY\"}"]),
        call(&["exec", "command=echo $API_TOKEN", "env={\"API_TOKEN\": \"CANARY\"}", "failOnError=true"]),
        call(&[
            "exec",
            "command=echo $API_TOKEN | base64; exit 3",
            "env={\"API_TOKEN\": \"CANARY\"}",
            "failOnError=true",
        ]),
        call(&["env", "operation=get", "name=API_TOKEN"]),
        call(&["env", "operation=list", "prefix=API_"]),
        call(&["env", "key=API_TOKEN"]),
        call(&["secret", "operation=get", "name=canary"]),
    ]
}

fn test() -> Test {
    let mut test = Test::new()
        .env("API_TOKEN", CANARY)
        .env("SCAFCTL_SECRET_KEY", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
        .env("SCAFCTL_SECRETS_DIR", "@ROOT@/store")
        .env("SCAFCTL_HTTPCLIENT_ALLOWPRIVATEIPS", "true");
    test.again(&["secrets", "set", "canary", "--value", CANARY], 0);
    test
}

fn assert_masked(what: &str, text: &str) {
    for form in [CANARY, CODED] {
        assert!(!text.contains(form), "{what} shows the secret:\n{text}");
    }
}

#[test]
fn no_provider_shows_a_secret_to_people() {
    let mut test = test();
    for call in calls() {
        for form in [
            &["-o", "table"][..],
            &["-o", "tree"],
            &["-o", "text"],
            &["-o", "json", "--redact"],
            &["--dry-run", "-o", "text"],
        ] {
            let mut words = vec!["run", "provider"];
            words.extend(call.iter().map(String::as_str));
            words.extend(form);
            test.args_of(&words);
            assert_masked(&words.join(" "), &test.run().raw());
        }
    }
}

#[test]
fn no_log_no_metrics_and_no_trace_has_a_secret() {
    let mut test = test();
    for call in calls() {
        let (port, thread) = collector();
        let endpoint = format!("http://127.0.0.1:{port}");
        let mut words = vec!["run", "provider"];
        words.extend(call.iter().map(String::as_str));
        words.extend([
            "-o",
            "quiet",
            "--log-level",
            "trace",
            "--log-file",
            "@ROOT@/log",
            "--metrics-file",
            "@ROOT@/metrics",
        ]);
        words.extend(["--otel-endpoint", &endpoint, "--show-metrics"]);
        test.args_of(&words);
        let ended = test.run();
        let (head, body) = thread.join().unwrap();
        assert_masked("the trace", &format!("{head}{}", String::from_utf8_lossy(&body)));
        assert_masked("what is printed", &ended.raw());
        assert_masked("the log", &test.read("log"));
        assert_masked("the metrics", &test.read("metrics"));
    }
}

#[test]
fn data_for_programs_is_real() {
    let mut test = test();
    let ended = test.again(&["run", "provider", "secret", "operation=get", "name=canary", "-o", "json"], 0);
    assert!(ended.raw().contains(CANARY), "pipelines need the value: {}", ended.raw());
}

/// What is cut, escaped or short is masked all the same.
#[test]
fn odd_secrets_are_masked_in_every_form() {
    let mut test = test();
    let long = format!("L0ng{}", "x9".repeat(60));
    for (value, piece) in
        [("p\"q, it's-so: <&>\u{fc}", "it"), ("1234", "1234"), (long.as_str(), "L0ngx9"), ("hunter2", "hunter2")]
    {
        test.again(&["secrets", "set", "odd", "--value", value, "--overwrite"], 0);
        for form in ["table", "list", "tree", "mermaid", "text", "auto"] {
            let shown = test.again(&["run", "provider", "secret", "operation=get", "name=odd", "-o", form], 0).raw();
            assert!(!shown.contains(piece), "{form} of {value}: {shown}");
        }
        for form in ["json", "yaml", "csv", "toml"] {
            let words = ["run", "provider", "secret", "operation=get", "name=odd", "--redact", "-o", form];
            let shown = test.again(&words, 0).raw();
            assert!(!shown.contains(piece), "{form} of {value}: {shown}");
        }
    }
    let mut test = Test::new().env("DB_PASSWORD", "hunter2");
    for words in
        [["key=DB_PASSWORD", "raw=false"], ["operation=get", "name=DB_PASSWORD"], ["operation=list", "prefix=DB_"]]
    {
        let shown = test.again(&[&["run", "provider", "env"], &words[..], &["-o", "text"]].concat(), 0).raw();
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}

/// A mistake on the line of a secret shows the line: the secret is masked before any provider is called.
#[test]
fn lines_with_mistakes_show_no_secret_inputs() {
    for call in [
        "{provider: git, inputs: {operation: clone, repo: x, path: zz, password: CANARY}}",
        "{provider: git, inputs: {operation: clone, path: {expr: '\"a\"', rslvr: b}, password: CANARY}}",
        "{provider: git, inputs: {operation: clone, path: {expr: '1 +'}, password: CANARY}}",
        "{onerror: x, provider: git, inputs: {operation: clone, password: CANARY}}",
        "{provider: gti, inputs: {operation: clone, password: CANARY}}",
        "{provider: git, inputs: {operation: clone, pasword: CANARY}}",
        "{provider: http, inputs: {metod: POST, url: 'http://127.0.0.1:9/', headers: {Authorization: Bearer CANARY}}}",
        "{provider: exec, inputs: {comand: x, env: {API_TOKEN: CANARY}}}",
        "{provider: git, inputs: {operation: clone, password: CANARY}, ]}",
    ] {
        let spec = format!("  resolvers:\n    h: {{resolve: {{with: [{}]}}}}\n", call.replace("CANARY", CANARY));
        let document = format!(
            "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {{name: my-sol, version: 1.0.0}}\nspec:\n{spec}"
        );
        let mut test = Test::new().file("s.yaml", document);
        for words in [&["run", "resolver", "-f", "s.yaml", "-o", "json"][..], &["check", "s.yaml"]] {
            let ended = test.args_of(words).run();
            assert!(ended.raw().contains("s.yaml:"), "{call}: {}", ended.raw());
            assert!(!ended.raw().contains(CANARY), "{call}: {}", ended.raw());
        }
    }
}

/// Whoever an address belongs to is a secret in every input; data for programs is real.
#[test]
fn no_call_shows_the_password_of_an_address() {
    let address = format!("https://bob:{CANARY}@h.example/x");
    let value = format!("value={address}");
    let path = format!("path={address}");
    let mut test = Test::new().file("in.yaml", format!("command: 'true {address}'\n"));
    for words in [
        &["exec", "@in.yaml", "-o", "table"][..],
        &["exec", "@in.yaml", "-o", "table", "--dry-run"],
        &["exec", "@in.yaml", "--redact"],
        &["static", &value, "-o", "table"],
        &["file", "operation=read", &path, "--log-level", "error"],
    ] {
        let said = test.args_of(&[&["run", "provider"], words].concat()).run().raw();
        assert_masked(&words.join(" "), &said);
        assert!(said.contains("[REDACTED]@h.example"), "{words:?}: {said}");
    }
    let data = test.again(&["run", "provider", "static", &value], 0).json();
    assert_eq!(data["data"], address);
}

#[test]
fn the_password_of_a_collector_is_not_shown() {
    for password in [CANARY, "pw1"] {
        let endpoint = format!("http://bob:{password}@127.0.0.1:1");
        let mut test = Test::new().env("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint);
        let said = test.again(&["run", "provider", "static", "value=1"], 0).stderr();
        assert!(said.contains("spans were not sent to http://REDACTED@127.0.0.1:1/v1/traces"), "{said}");
        assert!(!said.contains(password), "{said}");
    }
}

/// What follows a redirect is a GET without the spans.
#[test]
fn a_collector_that_is_elsewhere_has_no_spans() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut taken = [0; 4096];
        let _ = stream.read(&mut taken).unwrap();
        stream
            .write_all(b"HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            .unwrap();
    });
    let said = Test::new().again(&["run", "provider", "static", "value=1", "--otel-endpoint", &endpoint], 0).stderr();
    server.join().unwrap();
    assert!(said.contains("spans were not sent") && said.contains("the collector answered 302"), "{said}");
}
