//! The canary in solutions: a sensitive resolver feeds every provider, in each form of an input, and its value comes out of
//! nothing that is shown, logged or measured.

use crate::terminal::on_a_terminal;
use crate::test::Test;
use std::fmt::Write as _;

const CANARY: &str = "Canary-7731-bird";
/// `Canary-7731-bird` in base64.
const CODED: &str = "Q2FuYXJ5LTc3MzEtYmlyZA";

/// The inputs of each provider; `@T@` stands for the secret in one of the forms. Many of them fail, and say why.
const ROWS: [(&str, &str); 20] = [
    ("cel", "{expression: @T@}"),
    ("debug", "{label: @T@, value: {a: [@T@]}}"),
    ("directory", "{operation: list, path: @T@}"),
    ("env", "{operation: get, name: NOT_THERE, default: @T@}"),
    ("exec", "{command: 'cat; cat >&2; echo $API_TOKEN; exit 3', stdin: @T@, env: {API_TOKEN: @T@}, args: [@T@]}"),
    ("file", "{operation: read, path: @T@}"),
    ("git", "{operation: clone, repository: 'http://127.0.0.1:9/x.git', path: @T@, username: me, password: @T@}"),
    ("go-template", "{name: @T@, template: '{{ .a }} {{ .a | b64enc }}', data: {a: @T@}}"),
    ("hcl", "{content: @T@}"),
    ("http", "{url: 'http://127.0.0.1:9/', body: @T@, headers: {X-Key: @T@}}"),
    ("identity", "{operation: status, handler: @T@}"),
    (
        "manifest",
        "{resources: [{file: [{'@ROOT@/made': {ensure: present, content: @T@, owner: '@UID@', group: '@GID@', mode: '0600'}}]}]}",
    ),
    ("message", "{message: @T@, label: @T@}"),
    ("metadata", "{}"),
    ("parameter", "{key: @T@}"),
    ("secret", "{operation: get, name: not-there, required: false, fallback: @T@}"),
    ("sleep", "{duration: @T@}"),
    ("solution", "{source: @T@, inputs: {a: @T@}}"),
    ("static", "{value: {a: [@T@]}}"),
    ("validation", "{value: @T@, match: '^x', message: @T@}"),
];

/// Those that are no actions.
const READS: [&str; 7] = ["env", "hcl", "identity", "metadata", "parameter", "secret", "validation"];

const FORMS: [&str; 4] = [CANARY, "{rslvr: token}", "{expr: \"'' + _.token\"}", "{tmpl: '{{ .token }}'}"];

/// A solution with all of them, as resolvers and as actions.
fn solution(form: &str) -> String {
    let mut text = "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {name: canary, version: 1.0.0}\nspec:\n  resolvers:\n    \
         token: {sensitive: true, resolve: {with: [{provider: env, inputs: {operation: get, name: PLAIN_NAME, raw: true}}]}}\n"
        .to_owned();
    for (provider, inputs) in ROWS {
        let inputs = inputs.replace("@T@", form);
        let _ = writeln!(
            text,
            "    r-{provider}: {{dependsOn: [token], resolve: {{with: [{{provider: {provider}, inputs: {inputs}}}, \
             {{provider: static, inputs: {{value: none}}}}]}}}}"
        );
    }
    text.push_str("  workflow:\n    actions:\n");
    for (provider, inputs) in ROWS.into_iter().filter(|(provider, _)| !READS.contains(provider)) {
        let inputs = inputs.replace("@T@", form);
        let _ = writeln!(text, "      a-{provider}: {{provider: {provider}, onError: continue, inputs: {inputs}}}");
    }
    text
}

fn test(form: &str) -> Test {
    Test::new()
        .file("s.yaml", solution(form))
        .env("PLAIN_NAME", CANARY)
        .env("SCAFCTL_SECRET_KEY", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
        .env("SCAFCTL_SECRETS_DIR", "@ROOT@/store")
        .env("SCAFCTL_HTTPCLIENT_ALLOWPRIVATEIPS", "true")
}

fn assert_masked(what: &str, text: &str) {
    for form in [CANARY, CODED] {
        assert!(!text.contains(form), "{what} shows the secret:\n{text}");
    }
}

#[test]
fn every_provider_has_a_row() {
    let listed = Test::new().again(&["get", "provider", "-o", "json"], 0).json();
    let names: Vec<&str> = listed.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ROWS.map(|(name, _)| name), "a provider without a row could show a secret");
}

#[test]
fn no_solution_shows_a_secret_to_people() {
    for form in FORMS {
        let mut test = test(form);
        for words in [
            &["run", "resolver", "-f", "s.yaml", "-o", "table"][..],
            &["run", "resolver", "-f", "s.yaml", "-o", "text"],
            &["run", "resolver", "-f", "s.yaml", "-o", "tree", "--show-execution", "--show-metrics"],
            &["run", "resolver", "-f", "s.yaml", "-o", "json", "--redact", "--show-execution"],
            &["run", "resolver", "-f", "s.yaml", "-o", "yaml", "--redact"],
            &["run", "resolver", "-f", "s.yaml", "--graph"],
            &["run", "solution", "-f", "s.yaml", "-o", "text", "--show-execution", "--show-metrics"],
            &["run", "solution", "-f", "s.yaml", "-o", "table"],
            &["run", "solution", "-f", "s.yaml", "--dry-run"],
            &["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json"],
        ] {
            // A document that has the secret in it shows what it has when the document itself is asked for.
            if form == CANARY && words.contains(&"--graph") {
                continue;
            }
            test.args_of(words);
            let ended = test.run();
            assert_masked(&format!("{form}: {}", words.join(" ")), &ended.raw());
            assert!(!ended.raw().trim().is_empty(), "{words:?} says nothing");
        }
        for words in
            [["run", "resolver", "-f", "s.yaml", "-o", "json"], ["run", "solution", "-f", "s.yaml", "-o", "json"]]
        {
            test.args_of(&words);
            assert_masked(&format!("{form}: standard error of {}", words.join(" ")), &test.run().stderr());
        }
    }
}

#[test]
fn no_terminal_shows_a_secret() {
    for form in FORMS {
        let test = test(form);
        let environment =
            [("PLAIN_NAME", CANARY), ("SCAFCTL_HTTPCLIENT_ALLOWPRIVATEIPS", "true"), ("HOME", "/nowhere")];
        for line in ["run resolver -f s.yaml", "run solution -f s.yaml", "run solution -f s.yaml --dry-run"] {
            let raw = on_a_terminal(&test, line, &environment).raw();
            assert_masked(&format!("{form}: {line}"), &raw);
            assert!(raw.contains("[REDACTED]") || raw.contains("static"), "{line}: {raw}");
        }
    }
}

#[test]
fn no_log_and_no_metrics_of_a_solution_have_a_secret() {
    for form in FORMS {
        let mut test = test(form);
        let words = ["run", "solution", "-f", "s.yaml", "-o", "quiet", "--log-level", "trace", "--log-file", "log"];
        test.args_of(&[&words[..], &["--metrics-file", "metrics"]].concat());
        let ended = test.run();
        assert_masked("what is printed", &ended.raw());
        assert_masked("the log", &test.read("log"));
        assert_masked("the metrics", &test.read("metrics"));
        assert!(test.read("log").contains("executing provider"), "there is a log");
    }
}

/// A resolver, an action and a provider that fail with a secret in their words.
#[test]
fn spans_of_all_kinds_have_no_secret() {
    let solution = format!(
        "metadata: {{name: canary, version: 1.0.0}}\nspec:\n  resolvers:\n    \
         token: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: {CANARY}}}}}]}}}}\n    \
         lost: {{resolve: {{with: [{{provider: file, onError: continue, inputs: {{operation: read, path: {{rslvr: token}}}}}}, {{provider: static, inputs: {{value: 1}}}}]}}}}\n  \
         workflow:\n    actions:\n      fails: {{provider: file, inputs: {{operation: read, path: {{expr: \"_.token + '/x'\"}}}}}}\n"
    );
    let failing = solution.replace(", {provider: static, inputs: {value: 1}}", "");
    for (document, exit, kind) in [(&solution, 6, "action.executeAction"), (&failing, 1, "resolver.executeResolver")] {
        let (port, collector) = crate::providers::collector();
        let endpoint = format!("http://127.0.0.1:{port}");
        let mut test = Test::new().file("s.yaml", document.as_str());
        test.again(&["run", "solution", "-f", "s.yaml", "--otel-endpoint", &endpoint], exit);
        let sent = String::from_utf8_lossy(&collector.join().unwrap().1).into_owned();
        assert!(sent.contains(kind) && sent.contains("exception.message"), "{sent}");
        assert!(sent.contains("***REDACTED***") && !sent.contains(CANARY), "{sent}");
    }
}

/// Data carries real values unless it is asked to be masked.
#[test]
fn redact_masks_the_results_of_actions_too() {
    let solution = format!(
        "metadata: {{name: canary, version: 1.0.0}}\nspec:\n  resolvers:\n    \
         token: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: {CANARY}}}}}]}}}}\n  \
         workflow: {{actions: {{say: {{provider: static, inputs: {{value: {{rslvr: token}}}}}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    for form in ["json", "yaml"] {
        let words = ["run", "solution", "-f", "s.yaml", "-o", form];
        assert!(test.again(&words, 0).raw().contains(CANARY), "{form}");
        assert!(!test.again(&[&words[..], &["--redact"]].concat(), 0).raw().contains(CANARY), "{form}");
    }
    let words = ["run", "resolver", "-f", "s.yaml", "-e", "_.token"];
    assert_eq!(test.again(&words, 0).raw(), format!("{CANARY}\n"));
    assert!(!test.again(&[&words[..], &["--redact"]].concat(), 0).raw().contains(CANARY));
}

/// Results are data; what is said of failures is not.
#[test]
fn errors_in_data_have_no_secret() {
    let solution = format!(
        "metadata: {{name: canary, version: 1.0.0}}\nspec:\n  resolvers:\n    \
         token: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: {CANARY}}}}}]}}}}\n    \
         lost: {{resolve: {{with: [{{provider: file, onError: continue, inputs: {{operation: read, path: {{rslvr: token}}}}}}, \
         {{provider: static, inputs: {{value: 1}}}}]}}}}\n    \
         each: {{dependsOn: [token], resolve: {{with: [{{provider: static, inputs: {{value: [1]}}}}]}}, transform: {{with: \
         [{{provider: file, onError: continue, forEach: {{}}, inputs: {{operation: read, path: {{rslvr: token}}}}}}]}}}}\n  \
         workflow:\n    actions:\n      \
         says: {{provider: static, inputs: {{value: {{rslvr: token}}}}}}\n      \
         short: {{sensitive: true, onError: continue, provider: file, inputs: {{operation: read, path: pin-12}}}}\n      \
         fails: {{provider: file, inputs: {{operation: read, path: {{expr: \"_.token + '/x'\"}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    let ran = test.again(&["run", "solution", "-f", "s.yaml", "-o", "json", "--show-execution"], 6).json();
    let resolved = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json", "--show-execution"], 0).json();
    let attempt = "/__execution/resolvers/lost/failedAttempts/0/error";
    for (what, error) in [
        ("an action", ran.pointer("/actions/fails/error")),
        ("a sensitive action", ran.pointer("/actions/short/error")),
        ("a source", ran.pointer(attempt)),
        ("a source", resolved.pointer(attempt)),
        ("an element", resolved.pointer("/each/0/error")),
    ] {
        let error = error.and_then(serde_json::Value::as_str).unwrap_or_else(|| panic!("{what}: {ran} {resolved}"));
        assert!(error.contains("[REDACTED]"), "{what}: {error}");
        assert!(!error.contains(CANARY) && !error.contains("pin-12"), "{what}: {error}");
    }
    assert!(ran["actions"]["says"].to_string().contains(CANARY), "{ran}");
    let unmasked = ["run", "solution", "-f", "s.yaml", "-o", "json", "--show-sensitive"];
    assert!(test.again(&unmasked, 6).json()["actions"]["short"]["error"].as_str().unwrap().contains("pin-12"));
}

/// Whatever the secret is, what programs read can be read.
#[test]
fn json_stays_json_when_numbers_and_brackets_are_secret() {
    for secret in ["12345678", "'12345678'", "123456.5", "'\"},{\"b\":'", "'\":false,\"'"] {
        let solution = format!(
            "metadata: {{name: canary, version: 1.0.0}}\nspec:\n  resolvers:\n    \
             token: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: {secret}}}}}]}}}}\n    \
             other: {{resolve: {{with: [{{provider: static, inputs: {{value: [{{a: x}}, {{b: 12345678}}, 123456.5, \
             {{c: false, d: 0.123456789}}]}}}}]}}}}\n  \
             workflow: {{actions: {{say: {{provider: static, inputs: {{value: {{rslvr: other}}}}}}}}}}\n"
        );
        let mut test = Test::new().file("s.yaml", solution);
        let shown = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json", "--redact"], 0);
        assert!(shown.json()["other"].is_array(), "{secret}: {}", shown.raw());
        assert!(!shown.raw().contains(secret.trim_matches('\'')), "{secret}: {}", shown.raw());
        for words in [&["run", "solution"][..], &["run", "resolver"], &["render", "solution"]] {
            let form = if words[0] == "render" { "json" } else { "jsonl" };
            let shown = test.again(&[words, &["-f", "s.yaml", "-o", form]].concat(), 0).raw();
            let read: Result<Vec<serde_json::Value>, _> =
                serde_json::Deserializer::from_str(&shown).into_iter().collect();
            assert!(read.is_ok_and(|read| !read.is_empty()), "{words:?} of {secret}: {shown}");
        }
    }
}

/// What nobody has called yet has told nobody of its secrets.
#[test]
fn inputs_that_a_plan_shows_are_without_declared_secrets() {
    let solution = "metadata: {name: plan}\nspec:\n  workflow:\n    actions:\n      \
        h: {provider: http, inputs: {url: 'http://u:pass1234@127.0.0.1:9/x', headers: {Authorization: Bearer abcdefghij, Accept: text/plain}}}\n      \
        e: {provider: exec, inputs: {command: 'true', env: {DB_PASSWORD: clearpassword99, PLAIN: seenvalue}}}\n";
    let secrets = ["pass1234", "abcdefghij", "clearpassword99"];
    let mut test = Test::new().file("s.yaml", solution);
    let dry = ["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"];
    let render = ["render", "solution", "-f", "s.yaml"];
    let commands = [
        dry.to_vec(),
        [&dry[..], &["-o", "json"]].concat(),
        [&dry[..], &["-o", "json", "--redact"]].concat(),
        render.to_vec(),
        [&render[..], &["-o", "yaml"]].concat(),
    ];
    for words in commands {
        let shown = test.again(&words, 0).stdout();
        assert_eq!(shown.matches("[REDACTED]").count(), 3, "{words:?}: {shown}");
        assert!(secrets.iter().all(|secret| !shown.contains(secret)), "{words:?}: {shown}");
        assert!(shown.contains("seenvalue") && shown.contains("text/plain"), "{words:?}: {shown}");
    }
    for words in [&dry[..], &render[..]] {
        let shown = test.again(&[words, &["--show-sensitive"]].concat(), 0).stdout();
        assert!(secrets.iter().all(|secret| shown.contains(secret)), "{words:?}: {shown}");
    }
}

/// Whoever an address belongs to is a secret in whatever text it stands, and wherever it comes from.
#[test]
fn no_address_shows_its_password() {
    let address = "https://oauth2:pass1234@127.0.0.1:9/x";
    let solution = format!(
        "metadata: {{name: plan}}\nspec:\n  resolvers:\n    \
            written: {{resolve: {{with: [{{provider: static, inputs: {{value: '{address}'}}}}]}}}}\n    \
            given: {{resolve: {{with: [{{provider: parameter, inputs: {{key: given}}}}]}}}}\n    \
            read: {{resolve: {{with: [{{provider: env, inputs: {{operation: get, name: ADDRESS, raw: true}}}}]}}}}\n  \
          workflow:\n    actions:\n      \
            c: {{provider: exec, inputs: {{command: 'echo seenvalue; true {address}'}}}}\n      \
            d: {{provider: message, inputs: {{message: {{tmpl: '{{{{ .given }}}} {{{{ .read }}}} seenvalue'}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution).env("ADDRESS", "git://bob:pass5678@127.0.0.1/x");
    let given = "given=ssh://bob:pass9999@127.0.0.1:9/y";
    for words in [
        &["run", "resolver", "-f", "s.yaml", "-o", "jsonl", given][..],
        &["run", "resolver", "-f", "s.yaml", "-o", "table", given],
        &["run", "solution", "-f", "s.yaml", "-o", "jsonl", "-r", given],
        &["run", "solution", "-f", "s.yaml", "-r", given],
        &["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose", "-r", given],
        &["render", "solution", "-f", "s.yaml", "-r", given],
    ] {
        let shown = test.again(words, 0).raw();
        assert!(shown.contains("[REDACTED]"), "{words:?}: {shown}");
        let secrets = ["pass1234", "pass5678", "pass9999"];
        assert!(secrets.iter().all(|secret| !shown.contains(secret)), "{words:?}: {shown}");
    }
}

/// Says the secret when it fails, in every way in which something sensitive can have it.
const TELLING: [&str; 3] = [
    "{command: 'echo \"token @T@ is not valid\" >&2; exit 4', failOnError: true}",
    "{command: 'echo \"token $TOK is not valid\" >&2; exit 4', env: {TOK: @T@}, failOnError: true}",
    // The machine has it, and nobody else.
    "{command: 'cat told >&2; exit 4', failOnError: true}",
];

/// Runs a solution in every way that shows failures, and its trace.
fn everything_said(test: &mut Test, kind: &str, more: &[&str]) -> String {
    let (port, collector) = crate::providers::collector();
    let endpoint = format!("http://127.0.0.1:{port}");
    let run = ["run", kind, "-f", "s.yaml"];
    let mut said = String::new();
    for words in [
        &[][..],
        &["-o", "jsonl"],
        &["-o", "json", "--show-execution", "--log-level", "trace"],
        &["--log-level", "error", "--log-format", "json"],
        &["--log-level", "error", "--log-file", "log"],
        &["--otel-endpoint", &endpoint],
    ] {
        said.push_str(&test.args_of(&[&run[..], words, more].concat()).run().raw());
    }
    said.push_str(&test.read("log"));
    said.push_str(&String::from_utf8_lossy(&collector.join().unwrap().1));
    said
}

/// Why something sensitive fails has its secret in it, and nobody knows which part of the text that is.
#[test]
fn why_something_sensitive_fails_is_not_shown() {
    for inputs in TELLING {
        let inputs = inputs.replace("@T@", CANARY);
        let source = format!("{{provider: exec, inputs: {inputs}}}");
        for (kind, spec) in [
            ("resolver", format!("resolvers:\n    who: {{sensitive: true, resolve: {{with: [{source}]}}}}\n")),
            (
                "resolver",
                format!(
                    "resolvers:\n    who: {{sensitive: true, resolve: {{with: [{source}, {{provider: static, inputs: {{value: x}}}}]}}}}\n"
                ),
            ),
            (
                "resolver",
                format!(
                    "resolvers:\n    who: {{sensitive: true, messages: {{error: {{tmpl: 'ask Bo: {{{{ .__error }}}}'}}}}, resolve: {{with: [{{provider: static, inputs: {{value: x}}}}]}}, transform: {{with: [{source}]}}}}\n"
                ),
            ),
            (
                "solution",
                format!("workflow: {{actions: {{who: {{sensitive: true, provider: exec, inputs: {inputs}}}}}}}\n"),
            ),
        ] {
            let mut test = Test::new().file("s.yaml", format!("{HEAD}  {spec}")).file("told", CANARY);
            let said = everything_said(&mut test, kind, &[]);
            assert_masked(&spec, &said);
            assert!(said.contains("provider failed") && said.contains("[REDACTED]"), "{said}");
            assert_eq!(spec.contains("ask Bo"), said.contains("ask Bo: step 0 (exec) failed: [REDACTED]"), "{said}");
            let shown = everything_said(&mut test, kind, &["--show-sensitive"]);
            assert!(
                shown.contains(&format!("exit code 4: {CANARY}")) || shown.contains(&format!("token {CANARY} is")),
                "{shown}"
            );
        }
    }
}

/// What is harmless stays: which step, which part of it, where, and that the time was over.
#[test]
fn where_something_sensitive_fails_is_shown() {
    let solution = format!(
        "{HEAD}  resolvers:\n    slow: {{sensitive: true, timeout: 1s, resolve: {{with: [{{provider: exec, inputs: {{command: sleep 30}}}}]}}}}\n"
    );
    let said = Test::new().file("s.yaml", solution).again(&["run", "resolver", "-f", "s.yaml"], 1).raw();
    for part in [
        "resolver \"slow\" failed in resolve phase (step 0): all sources failed, last error: timed out: [REDACTED]",
        "s.yaml:6:70",
        "it has 1s; `timeout` of the resolver",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let action = format!(
        "{HEAD}  workflow: {{actions: {{slow: {{sensitive: true, timeout: 1s, provider: exec, inputs: {{command: sleep 30}}}}}}}}\n"
    );
    let said = Test::new().file("s.yaml", action).again(&["run", "solution", "-f", "s.yaml"], 6).raw();
    assert!(said.contains("action \"slow\": action timed out after 1s"), "{said}");
}

/// A solution within another one fails as it does by itself.
#[test]
fn why_something_sensitive_fails_in_a_solution_within_is_not_shown() {
    let child = format!(
        "{HEAD}  resolvers: {{who: {{sensitive: true, resolve: {{with: [{{provider: exec, inputs: {}}}]}}}}}}\n",
        TELLING[1].replace("@T@", CANARY)
    );
    let parent = format!(
        "{HEAD}  resolvers: {{c: {{resolve: {{with: [{{provider: solution, inputs: {{source: child.yaml, propagateErrors: false}}}}]}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", parent).file("child.yaml", child);
    let said = everything_said(&mut test, "resolver", &[]);
    assert_masked("a solution within", &said);
    assert!(said.contains("last error: [REDACTED]"), "{said}");
}

/// The elements of a loop of something sensitive are its secrets too.
#[test]
fn elements_of_a_sensitive_action_are_not_rendered() {
    let solution = format!(
        "{HEAD}  workflow: {{actions: {{a: {{provider: exec, sensitive: true, forEach: {{in: [{CANARY}, b]}}, inputs: {{command: {{expr: \"'echo ' + __item\"}}}}}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    let render = ["render", "solution", "-f", "s.yaml"];
    let shown = test.again(&render, 0);
    assert_masked("render", &shown.raw());
    assert_eq!(shown.json()["actions"]["a[0]"]["forEach"]["item"], "<secret>");
    assert!(test.again(&[&render[..], &["--show-sensitive"]].concat(), 0).raw().contains(CANARY));
}

/// Whoever looks for what is wrong with a secret must not print it.
#[test]
fn what_a_sensitive_resolver_shows_on_its_way_is_not_seen() {
    let step = |shown: &str| {
        format!(
            "metadata: {{name: s}}\nspec:\n  resolvers:\n    token:\n      sensitive: true\n      \
             resolve: {{with: [{{provider: static, inputs: {{value: '{{\"t\": \"{CANARY}\"}}'}}}}]}}\n      \
             transform:\n        with:\n          \
             - {{provider: cel, inputs: {{expression: 'json.unmarshal(__self).t'}}}}\n          \
             - {{provider: {shown}}}\n          \
             - {{provider: cel, inputs: {{expression: '\"done\"'}}}}\n"
        )
    };
    for shown in [
        "debug, inputs: {expression: __self, label: seen, destination: stderr}",
        "debug, inputs: {expression: '__self + \"!\"'}",
        "message, inputs: {message: {tmpl: 'token is {{ .__self }}'}}",
    ] {
        let mut test = Test::new().file("s.yaml", step(shown));
        for words in [&["run", "resolver", "-f", "s.yaml"][..], &["run", "resolver", "-f", "s.yaml", "-o", "jsonl"]] {
            assert_masked(shown, &test.again(words, 0).raw());
        }
        let open = test.again(&["run", "resolver", "-f", "s.yaml", "--show-sensitive"], 0).raw();
        assert!(open.contains(CANARY), "{shown}: {open}");
    }
}

/// Why an action would fail may be what it is given.
#[test]
fn a_dry_run_says_that_a_sensitive_action_would_fail_and_not_why() {
    let solution = format!(
        "metadata: {{name: s}}\nspec:\n  resolvers:\n    \
            cfg: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: '{{\"t\": \"{CANARY}\"}}'}}}}]}}}}\n  \
          workflow:\n    actions:\n      \
            a: {{provider: file, sensitive: true, onError: continue, inputs: {{operation: read, path: {{expr: \"'/nowhere/' + json.unmarshal(_.cfg).t\"}}}}}}\n      \
            b: {{provider: file, onError: continue, inputs: {{operation: read, path: {{expr: \"'/nowhere/' + json.unmarshal(_.cfg).t\"}}}}}}\n      \
            c: {{provider: directory, sensitive: true, onError: continue, inputs: {{operation: list, path: /nowhere/{CANARY}}}}}\n      \
            d: {{provider: file, onError: continue, inputs: {{operation: read, path: /nowhere/else}}}}\n      \
            e: {{provider: file, onError: continue, inputs: {{operation: read, path: {{expr: \"'./x/../keys//' + json.unmarshal(_.cfg).t\"}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    let dry = ["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"];
    for words in [&dry[..], &[&dry[..], &["-o", "json"]].concat()] {
        let shown = test.again(words, 0).raw();
        assert_masked("a dry run", &shown);
        assert!(shown.contains("would fail: [REDACTED]") && shown.contains("/nowhere/else"), "{shown}");
    }
}

/// A name and no value: what comes after a quote or behind a colon may be a secret.
#[test]
fn words_that_are_no_parameters_show_their_name_only() {
    let mut test = Test::new();
    for (word, shown) in [
        ("password=pa'ss-w0rd", "`password=…`: the quote ' is not closed"),
        ("headers=\"X-Key: pa'ss-w0rd", "`headers=…`: the quote \" is not closed"),
        ("password:pa'ss-w0rd", "`password:…`: the quote ' is not closed"),
        ("password:pass-w0rd", "`password:…`: expected key=value"),
        ("=pass-w0rd", "`=…`: the name before `=` is empty"),
    ] {
        let said = test.again(&["run", "provider", "git", "operation=clone", word], 2).raw();
        assert!(said.contains(shown) && !said.contains("w0rd"), "{said}");
    }
}

/// Secrets that are too short to be masked wherever they turn up are masked where they are given, also one by one.
#[test]
fn elements_of_a_secret_list_are_secret() {
    let solution = "metadata: {name: plan}\nspec:\n  resolvers:\n    \
        pins: {sensitive: true, resolve: {with: [{provider: env, inputs: {operation: get, name: PINS, raw: true}}]}, \
        transform: {with: [{provider: cel, inputs: {expression: '__self.split(\",\")'}}]}}\n    \
        looped: {resolve: {with: [{provider: static, forEach: {in: {rslvr: pins}, item: p}, inputs: {value: {expr: \"'is ' + p\"}}}]}}\n    \
        failing: {resolve: {with: [{provider: cel, onError: continue, forEach: {in: {rslvr: pins}}, \
        inputs: {expression: {tmpl: 'int(\"{{ .__item }}\")'}}}]}}\n  \
        workflow:\n    actions:\n      \
        alias: {provider: exec, forEach: {in: {rslvr: pins}, item: pin, index: i}, inputs: {command: {expr: \"'true ' + pin + string(i)\"}}}\n      \
        item: {provider: exec, forEach: {in: {expr: _.pins}}, inputs: {command: {tmpl: 'true {{ .__item }}'}}}\n      \
        all: {provider: exec, forEach: {in: {expr: _.pins}}, inputs: {command: {tmpl: 'true {{ index . \"__item\" }}'}}}\n      \
        looped: {provider: exec, forEach: {in: {rslvr: looped}, item: one}, inputs: {command: {expr: \"'true ' + one\"}}}\n      \
        later: {provider: exec, forEach: {in: {rslvr: pins}}, inputs: {command: {expr: \"'true ' + __item + __actions.alias.status\"}}}\n      \
        number: {provider: exec, forEach: {in: {rslvr: pins}, index: i}, inputs: {command: {expr: \"'true seen' + string(i)\"}}}\n";
    let mut test = Test::new().file("s.yaml", solution).env("PINS", "q7x,z9w");
    let dry = ["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"];
    let render = ["render", "solution", "-f", "s.yaml"];
    for words in [
        dry.to_vec(),
        [&dry[..], &["-o", "json"]].concat(),
        render.to_vec(),
        [&render[..], &["-o", "yaml"]].concat(),
        [&render[..], &["--action-graph"]].concat(),
        vec!["run", "resolver", "-f", "s.yaml"],
        vec!["run", "resolver", "-f", "s.yaml", "-o", "mermaid"],
        vec!["run", "resolver", "-f", "s.yaml", "-o", "jsonl"],
    ] {
        let shown = test.again(&words, 0).raw();
        assert!(!shown.contains("q7x") && !shown.contains("z9w"), "{words:?}: {shown}");
    }
    for words in [&dry[..], &render[..]] {
        assert!(test.again(words, 0).stdout().contains("seen1"), "a number tells nothing");
        let shown = test.again(&[words, &["--show-sensitive"]].concat(), 0).stdout();
        assert!(shown.contains("q7x") && shown.contains("z9w"), "{words:?}: {shown}");
    }
}

/// A graph shows names, and an alias or a name may repeat what is secret elsewhere.
#[test]
fn a_graph_of_actions_is_without_declared_secrets() {
    let solution = "metadata: {name: plan}\nspec:\n  workflow:\n    actions:\n      \
        canary-7731-bird: {provider: http, inputs: {url: 'http://127.0.0.1:9/x', headers: {X-Key: canary-7731-bird}}}\n";
    let mut test = Test::new().file("s.yaml", solution);
    for form in ["ascii", "dot", "mermaid", "json"] {
        let words = ["render", "solution", "-f", "s.yaml", "--action-graph", "--graph-format", form];
        let shown = test.again(&words, 0).raw();
        assert!(!shown.contains("canary-7731-bird") && shown.contains("[REDACTED]"), "{form}: {shown}");
    }
}

/// A diagram of values is for people, as a table is.
#[test]
fn a_diagram_of_values_is_without_secrets() {
    let secret = "{sensitive: true, resolve: {with: [{provider: static, inputs: {value: canary-7731-bird}}]}}";
    let solution = format!(
        "metadata: {{name: s}}\nspec:\n  resolvers:\n    s: {secret}\n    open: {}\n",
        secret.replace("true", "false").replace("canary-7731-bird", "seenvalue")
    );
    let mut test = Test::new().file("s.yaml", solution);
    let shown = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "mermaid"], 0).raw();
    assert!(!shown.contains("canary") && shown.contains("[REDACTED]") && shown.contains("seenvalue"), "{shown}");
}

/// A map may be given as JSON in a text; the definition of the input says what is secret in it.
#[test]
fn variables_and_fields_given_as_json_are_secret_too() {
    let solution = "metadata: {name: plan}\nspec:\n  workflow:\n    actions:\n      \
        h: {provider: http, inputs: {url: 'http://127.0.0.1:9/x', headers: '{\"X-Key\": \"canary-7731-bird\"}'}}\n      \
        e: {provider: exec, inputs: {command: 'true', env: '{\"API_TOKEN\": \"canary-7732-bird\"}'}}\n";
    let mut test = Test::new().file("s.yaml", solution);
    for words in
        [&["render", "solution", "-f", "s.yaml"][..], &["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"]]
    {
        let shown = test.again(words, 0).raw();
        assert!(!shown.contains("canary-773") && shown.contains("[REDACTED]"), "{words:?}: {shown}");
    }
}

/// Calls with a mistake, and a secret where the mistake is. Some are warned of, some are refused, some fail when they run.
const MISTAKES: [&str; 60] = [
    // Beside `inputs`, or too high in it.
    "{provider: git, password: @T@, inputs: {operation: status, path: /nowhere}}",
    "{provider: http, Authorization: Bearer @T@, inputs: {url: 'http://127.0.0.1:9/'}}",
    "{provider: http, inputs: {url: 'http://127.0.0.1:9/', Authorization: Bearer @T@}}",
    "{provider: http, inputs: {url: 'http://127.0.0.1:9/', X-Custom: @T@}}",
    "{provider: http, headers: {X-Custom: @T@}, inputs: {url: 'http://127.0.0.1:9/'}}",
    "{provider: exec, inputs: {command: 'true', API_TOKEN: @T@}}",
    "{provider: exec, API_TOKEN: @T@, inputs: {command: 'true'}}",
    "{provider: exec, env: {API_TOKEN: @T@}, inputs: {command: 'true'}}",
    "{provider: message, clientSecret: @T@, inputs: {message: hi}}",
    "{provider: exec, inputs: {command: 'true', env: {deeper: {API_TOKEN: @T@}}, shel: x}}",
    // Below a key that is not `inputs`.
    "{provider: git, input: {operation: status, path: /nowhere, password: @T@}}",
    "{provider: git, inputz: {operation: status, path: /nowhere, password: @T@}}",
    "{provider: git, with: {operation: status, path: /nowhere, password: @T@}}",
    "{provider: git, arguments: {operation: status, path: /nowhere, password: @T@}}",
    "{provider: http, input: {url: 'http://127.0.0.1:9/', headers: {X-Custom: @T@}}}",
    // No map.
    "{provider: git, inputs: ['operation=status', 'password=@T@']}",
    "{provider: git, inputs: 'password=@T@'}",
    "{provider: git, inputs: 'password: @T@'}",
    "{provider: git, inputs: [{password: @T@}]}",
    "{provider: git, inputs: [{name: password, value: @T@}]}",
    "{provider: http, inputs: ['Authorization: Bearer @T@']}",
    "{provider: http, inputs: {url: 'http://127.0.0.1:9/', headers: ['X-Custom: @T@'], metod: x}}",
    "{provider: http, inputs: {url: 'http://127.0.0.1:9/', headers: 'X-Custom: @T@', metod: x}}",
    "{provider: exec, inputs: {command: 'true', env: ['API_TOKEN=@T@'], shel: x}}",
    // Misspelt.
    "{provider: git, inputs: {operation: status, path: /nowhere, pasword: @T@}}",
    "{provider: http, inputs: {url: 'http://127.0.0.1:9/', header: {X-Custom: @T@}}}",
    "{provider: gitt, inputs: {password: @T@}}",
    "{provider: gitt, apiKey: @T@}",
    "{provder: git, inputs: {operation: status, password: @T@}}",
    "{provder: git, password: @T@}",
    "{provider: [git], inputs: {operation: status, password: @T@}}",
    "{provider: git, inputs: {operation: status, path: /nowhere, password: &x @T@, strange: *x}}",
    // In addresses.
    "{provider: http, inputs: {url: 'https://bob:@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: git, inputs: {operation: clone, repository: 'https://@T@@127.0.0.1:9/x.git', pth: x}}",
    "{provider: message, onerror: x, inputs: {message: 'https://bob:@T@@127.0.0.1:9/'}, when: [}",
    "{provider: http, inputs: {url: 'htps://bob:@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: http, inputs: {url: 'htps://@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: http, inputs: {url: 'https:/bob:@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: http, inputs: {url: 'https//bob:@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: http, inputs: {url: 'https://bob:x/@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: http, inputs: {url: 'https://bob:x#@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: http, inputs: {url: 'https://bob:x y@T@@127.0.0.1:9/', metod: GET}}",
    "{provider: http, inputs: {url: ['https://bob:@T@@127.0.0.1:9/'], metod: GET}}",
    "{provider: git, inputs: {operation: clone, repository: {a: 'https:/bob:@T@@127.0.0.1:9/'}, path: x, pth: x}}",
    // In what works a secret out.
    "{provider: git, inputs: {operation: status, path: /nowhere, password: {expr: \"'@T@' +\"}}}",
    "{provider: git, inputs: {operation: status, path: /nowhere, password: {expr: \"'@T@' + nothing\"}}}",
    "{provider: git, inputs: {operation: status, path: /nowhere, password: {expr: \"'@T@\"}}}",
    "{provider: git, inputs: {operation: status, path: /nowhere, password: {exp: \"'@T@' +\"}, strange: 1}}",
    "{provider: git, inputs: {operation: status, path: /nowhere, password: {expr: \"'@T@'\", tmpl: x}}}",
    "{provider: git, inputs: {operation: status, path: /nowhere, password: {tmpl: '@T@ {{ .x'}}}",
    "{provider: git, inputs: {operation: status, path: /nowhere, password: {tmpl: '{{ nothing \"@T@\" }}'}}}",
    "{provider: http, inputs: {url: 'http://127.0.0.1:9/', headers: {Authorization: {tmpl: 'Bearer @T@ {{ .x'}}}}",
    "{provider: http, inputs: {url: 'http://127.0.0.1:9/', headers: {Authorization: {expr: \"'Bearer @T@' + 1\"}}}}",
    "{provider: exec, inputs: {command: 'true', env: {API_TOKEN: {expr: \"'@T@' +\"}}}}",
    "{provider: exec, inputs: {command: 'true', env: {expr: \"{'API_TOKEN': '@T@'\"}}}",
    // In a text that cannot be parsed.
    "\n            provider: exec\n            inputs:\n              env:\n\t\t\tAPI_TOKEN: @T@",
    "\n            provider: http\n            inputs:\n              headers:\n\t\t\tAuthorization: Bearer @T@",
    "\n            provider: http\n            inputs:\n              url: x\n               X-Token: @T@",
    "\n            provider: git\n            inputs:\n            password: @T@\n            operation: [",
    "\n            provider: git\n            password: @T@\n             operation: x",
];

/// Resolvers that are sensitive, or were meant to be.
const SENSITIVE_MISTAKES: [&str; 18] = [
    "{sensitive: 'true', resolve: {with: [{provider: static, inputs: {value: @T@}}]}}",
    "{sensitve: 1, typ: string, resolve: {with: [{provider: file, inputs: {operation: read, path: /nowhere, content: @T@}}]}}",
    "{sensitive: true, resolve: {with: [{provider: static, inputs: {valeu: @T@}}]}}",
    "{sensitive: true, resolve: {with: [{provider: static, input: {value: @T@}}]}}",
    "{sensitive: true, resolve: {with: [{provider: static, value: @T@}]}}",
    "{sensitive: true, resolve: {with: [{provider: static, inputs: @T@}]}}",
    "{sensitive: true, resolve: {with: [{provider: static, inputs: [@T@]}]}}",
    "{sensitive: true, value: @T@}",
    "{sensitive: true, resolve: {with: [{provider: static, inputs: {value: {expr: \"'@T@' +\"}}}]}}",
    "{sensitive: true, resolve: {with: [{provider: static, inputs: {value: {tmpl: '@T@ {{ .x'}}}]}}",
    "{sensitive: true, resolve: {with: [{provider: cel, inputs: {expression: \"'@T@' +\"}}]}}",
    // What is done, with the secret in it.
    "{sensitive: true, resolve: {with: [{provider: exec, inputs: {command: cat, stdin: @T@, stdin: @T@}}]}}",
    "{sensitive: true, resolve: {with: [{provider: exec, inputs: {command: 'echo @T@; exit 3', failOnError: true, rawe: true}}]}}",
    "{sensitive: true, resolve: {with: [{provider: exec}], inputs: {command: echo @T@}}}",
    // Nothing that it is given is harmless.
    "{sensitive: true, resolve: {with: [{provider: exec, inputs: {comand: x, env: {TOK: @T@}}}]}}",
    "{sensitive: true, resolve: {with: [{provider: exec, inputs: {command: x, env: {TOK: @T@}, env: {TOK: @T@}}}]}}",
    "{sensitive: true, resolve: {with: [{provider: http, inputs: {urll: x, headers: {Accept: @T@}}}]}}",
    "{sensitive: true, resolve: {with: [{provider: exec, forEach: {in: [@T@]}, inputs: {comand: x}}]}}",
];

const HEAD: &str = "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {name: s, version: 1.0.0}\nspec:\n";
const PARENT: &str = "  workflow: {actions: {child: {provider: solution, inputs: {source: s.yaml}}}}\n";

/// Nothing that a command says of a document has its secret in it, and the document has a mistake that is told.
fn assert_not_quoted(document: &str, commands: &[&[&str]]) {
    let document = &document.replace("@T@", CANARY);
    let mut test = Test::new().file("s.yaml", document).file("parent.yaml", format!("{HEAD}{PARENT}"));
    for words in commands {
        let said = test.args_of(words).run().raw();
        assert!(!said.trim().is_empty(), "{} of\n{document}\nsays nothing", words.join(" "));
        assert_masked(&format!("{} of\n{document}\n", words.join(" ")), &said);
    }
    assert_ne!(test.args_of(&["check", "s.yaml"]).run().code, Some(0), "{document}");
}

/// A text that is cut shows a piece of a secret, and nobody knows it.
#[test]
fn no_piece_of_a_secret_is_quoted() {
    const LONG: &str = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    for call in [
        format!("{{provider: static, inputs: 'value:{LONG}'}}"),
        format!("{{provider: static, inputs: ['value:{LONG}']}}"),
        format!("{{provider: git, inputs: 'password:{LONG}'}}"),
        format!("{{provider: http, inputs: 'url:https://bob:{LONG}@127.0.0.1:9/'}}"),
        format!("{{provider: git, 'password:{LONG}': x}}"),
        format!("{{provider: static, inputs: {{'value: {LONG}': x}}}}"),
    ] {
        let document = format!("{HEAD}  resolvers:\n    r: {{sensitive: true, resolve: {{with: [{call}]}}}}\n");
        let mut test = Test::new().file("s.yaml", document);
        for words in
            [&["check", "s.yaml"][..], &["check", "s.yaml", "-o", "json"], &["run", "resolver", "-f", "s.yaml"]]
        {
            let said = test.args_of(words).run().raw();
            assert!(said.contains("s.yaml") && !said.contains("A1b2"), "{call}: {words:?}: {said}");
        }
    }
}

#[test]
fn no_mistake_of_a_resolver_shows_its_secret() {
    let of_call = MISTAKES.map(|call| format!("{{resolve: {{with: [{call}]}}}}"));
    let of_lines = |call: &str| format!("\n      resolve:\n        with:\n          - {}", call.trim_start());
    for (call, flow) in MISTAKES.iter().zip(of_call) {
        let resolver = if call.starts_with('{') { flow } else { of_lines(call) };
        assert_resolver_not_quoted(&resolver);
    }
    for resolver in SENSITIVE_MISTAKES {
        assert_resolver_not_quoted(resolver);
    }
}

fn assert_resolver_not_quoted(resolver: &str) {
    assert_not_quoted(
        &format!("{HEAD}  resolvers:\n    r: {resolver}\n"),
        &[
            &["check", "s.yaml", "-o", "json"],
            &["check", "s.yaml"],
            &["run", "resolver", "-f", "s.yaml"],
            &["run", "resolver", "-f", "s.yaml", "-o", "json", "--show-execution", "--log-level", "trace"],
            &["run", "resolver", "-f", "s.yaml", "--graph"],
            &["explain", "solution", "s.yaml"],
            &["run", "solution", "-f", "parent.yaml", "--log-level", "debug"],
        ],
    );
}

#[test]
fn no_mistake_of_an_action_shows_its_secret() {
    for call in MISTAKES {
        let call = call.replace("\n            ", "\n        ");
        assert_not_quoted(
            &format!("{HEAD}  workflow:\n    actions:\n      a: {call}\n"),
            &[
                &["check", "s.yaml"],
                &["run", "solution", "-f", "s.yaml", "--log-level", "trace"],
                &["run", "solution", "-f", "s.yaml", "--dry-run"],
                &["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json"],
                &["run", "action", "a", "-f", "s.yaml", "-o", "jsonl"],
                &["render", "solution", "-f", "s.yaml"],
                &["render", "solution", "-f", "s.yaml", "--action-graph"],
            ],
        );
    }
}

/// Lines that make a document none, and a secret in them.
const TORN: [&str; 30] = [
    "password: *@T@",
    "password: 'it'@T@'",
    "password: \"abc\"@T@",
    "password: \"@T@\\q\"",
    "password: &\"@T@\"",
    "password: @@T@",
    "password: `@T@`",
    "password: %@T@",
    "password: @T@: x",
    "password: [@T@",
    "password: {@T@",
    "password: >\n @T@\nx",
    "password: @T@\n  x: y\n y: z",
    "password:@T@\n x",
    "password @T@",
    "password; @T@",
    "password = @T@",
    "'password: @T@",
    "\"password\" @T@",
    "? password\n@T@",
    "- password: @T@",
    "password: @T@\npassword: @T@",
    "password: {deep: [x, {\n\tk: @T@",
    "password: {deep: {a: \"b\"@T@}}",
    "password:\n  deep:\n    pin: *@T@",
    "password: &@T@\nx: [",
    "headers: {Accept: [}, X-Token: @T@}",
    "headers: {Accept: text/plain}, X-Token: @T@}",
    "url: [https:/bob:@T@@127.0.0.1:9/",
    "password: \"x\nheaders:\n  Accept: text/plain\n  X-Api-Key: \"@T@\"",
];

#[test]
fn no_text_that_is_no_document_shows_its_secret() {
    let inputs =
        "  workflow:\n    actions:\n      a:\n        provider: git\n        inputs:\n          operation: clone\n";
    let sensitive = "  resolvers:\n    r:\n      sensitive: true\n      resolve:\n        with:\n        - provider: static\n          inputs:\n";
    let values = ["value: |\n  one\n@T@", "value: |\n@T@", "value:\n  user: bob\n  pin:@T@", "value:\n- a\nb: @T@"];
    let of_inputs = TORN.iter().map(|lines| (inputs, *lines));
    let of_values = TORN.iter().chain(&values).map(|lines| (sensitive, *lines));
    for (head, lines) in of_inputs.chain(of_values) {
        let lines = if head == sensitive { lines.replace("password", "value") } else { lines.to_owned() };
        let lines: String = lines.lines().map(|line| format!("          {line}\n")).collect();
        assert_not_quoted(
            &format!("{HEAD}{head}{lines}"),
            &[
                &["check", "s.yaml"],
                &["check", "s.yaml", "-o", "json"],
                &["run", "solution", "-f", "s.yaml", "--dry-run"],
                &["run", "resolver", "-f", "s.yaml"],
                &["render", "solution", "-f", "s.yaml"],
            ],
        );
    }
}

#[test]
fn no_file_of_inputs_that_is_no_document_shows_its_secret() {
    for lines in TORN {
        let mut test = Test::new().file("in.yaml", lines.replace("@T@", CANARY));
        let ended = test.args_of(&["run", "provider", "git", "@in.yaml"]).run();
        assert_ne!(ended.code, Some(0), "{lines}");
        assert_masked(lines, &ended.raw());
    }
}

/// Names of actions and words of the output are not masked because a configuration has them too.
#[test]
fn words_in_a_sensitive_text_are_no_secrets_but_behind_telling_names() {
    let solution = format!(
        "{HEAD}  resolvers:\n    all: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: \
         '{{\"stage\": \"production\", \"what\": \"actions\", \"tokens\": {{\"now\": [\"correcthorse\"]}}}}'}}}}]}}}}\n  workflow:\n    actions:\n      \
         deploy-production: {{provider: message, inputs: {{message: correcthorse}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    let plan = test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json"], 0).json();
    let plan = &plan["actionPlan"][0];
    assert_eq!(plan["name"], "deploy-production");
    assert_eq!(plan["wouldDo"], "Would output info message: \"[REDACTED]\" to stdout");
}

/// Of two actions that are called like something in it, both are told.
#[test]
fn names_of_actions_and_resolvers_are_not_masked() {
    let message = "{provider: message, inputs: {message: to S3NTINEL-x}}";
    let solution = format!(
        "{HEAD}  resolvers:\n    all: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: \
         \"REGION=eu-west-1\\nOTHER=eu-west-2\\nTOKEN=S3NTINEL-x\"}}}}]}}}}\n  workflow:\n    actions:\n      \
         eu-west-1: {message}\n      eu-west-2: {message}\n"
    )
    .replace("eu-west-1: {", "eu-west-1: {alias: first, ");
    let mut test = Test::new().file("s.yaml", solution);
    for form in [&["--dry-run"][..], &["-o", "jsonl"], &["--dry-run", "-o", "json"]] {
        let words: Vec<&str> = ["run", "solution", "-f", "s.yaml"].into_iter().chain(form.iter().copied()).collect();
        let told = test.again(&words, 0).raw();
        assert!(told.contains("eu-west-1") && told.contains("eu-west-2") && !told.contains("S3NTINEL"), "{told}");
    }
}

/// A text with fields is as secret as a map with them, and so is a text within a text.
#[test]
fn the_fields_of_a_sensitive_text_are_masked() {
    let texts = [
        r#"'{"user": "admin", "auth": "{\"token\": \"@T@\"}", "port": 5432}'"#,
        "\"auth:\\n  - token: @T@\\n\"",
        "'[[\"@T@\"]]'",
        "\"PORT=1\\nexport TOKEN='@T@'\\n\"",
        "\"app.token=@T@ # new\\n\"",
    ];
    for text in texts {
        let solution = format!(
            "{HEAD}  resolvers:\n    creds: {{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: {text}}}}}]}}}}\n    \
             part: {{resolve: {{with: [{{provider: cel, inputs: {{expression: \"regex.findAll('Canary[0-9A-Za-z-]*', _.creds)[0]\"}}}}]}}}}\n  \
             workflow: {{actions: {{say: {{provider: message, inputs: {{message: {{tmpl: 'it is {{{{ .part }}}}!'}}}}}}}}}}\n"
        )
        .replace("@T@", "Canary-8812");
        let mut test = Test::new().file("s.yaml", solution);
        assert_eq!(test.again(&["run", "solution", "-f", "s.yaml"], 0).stdout(), "it is [REDACTED]!\n");
        let table = test.again(&["run", "resolver", "-f", "s.yaml", "part"], 0).stdout();
        assert!(table.contains("part=[REDACTED]") || table.contains("part   [REDACTED]"), "{table}");
        let data = test.again(&["run", "resolver", "-f", "s.yaml", "part", "-o", "json", "-e", "_.part"], 0).stdout();
        assert_eq!(data, "\"Canary-8812\"\n");
    }
}

/// Parts of a solution are quoted too.
#[test]
fn no_mistake_of_a_composed_file_shows_its_secret() {
    for call in ["{provider: git, password: @T@}", "{provider: http, inputs: {url: 'https://bob:@T@@h/', metod: x}}"] {
        let part =
            format!("spec:\n  resolvers:\n    r: {{typ: x, resolve: {{with: [{call}]}}}}\n").replace("@T@", CANARY);
        let mut test =
            Test::new().file("s.yaml", format!("{HEAD}  resolvers: {{}}\ncompose: [p.yaml]\n")).file("p.yaml", part);
        for words in [&["check", "s.yaml"][..], &["run", "resolver", "-f", "s.yaml"]] {
            let said = test.args_of(words).run().raw();
            assert!(said.contains("p.yaml:3"), "{said}");
            assert_masked(&words.join(" "), &said);
        }
    }
}

/// What looks like a secret and is none is left out of what messages quote, and the run shows it.
#[test]
fn what_only_looks_like_a_secret_is_shown_by_the_run() {
    let solution = format!(
        "{HEAD}  resolvers:\n    token: {{typ: string, resolve: {{with: [{{provider: go-template, inputs: \
         {{name: t, template: '{{{{ .token }}}} at {{{{ .site }}}}', data: {{token: plain-value-22, site: 'https://bob:plain-value-33@h/'}}}}}}]}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution);
    let ended = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json"], 0);
    let warned = ended.stderr();
    assert!(warned.contains("unknown key `typ`") && warned.contains("provider: go-template"), "{warned}");
    assert!(!warned.contains("plain-value"), "{warned}");
    assert_eq!(ended.json()["token"], "plain-value-22 at https://bob:plain-value-33@h/");
    let checked = test.again(&["check", "s.yaml"], 2).stderr();
    assert!(checked.contains("token: {typ: string, resolve: {with: [{provider: go-template, inputs:"), "{checked}");
}

/// A resolver writes what it makes of a secret, and an action removes it.
#[test]
fn a_dry_run_does_not_show_what_a_resolver_writes_of_a_secret() {
    let spec = "metadata: {name: demo}
spec:
  resolvers:
    creds: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: 'alice:S3NTINEL'}}]}}
    key: {resolve: {with: [{provider: file, inputs: {operation: write, path: key, content: {expr: '_.creds.split(\":\")[1]'}}}]}}
  workflow:
    actions: {remove: {provider: file, inputs: {operation: delete, path: key}}}
";
    let mut test = Test::new().file("s.yaml", spec);
    for form in [&["--dry-run"][..], &["--dry-run", "--verbose", "-o", "json"]] {
        let shown = test.again(&[&["run", "solution", "-f", "s.yaml"][..], form].concat(), 0).raw();
        assert!(shown.contains("-[REDACTED]") && !shown.contains("S3NTINEL"), "{shown}");
    }
}
