//! The canary with a long secret: wrapped into lines behind a prefix, in JSON inside of JSON, in a line that is cut and in
//! output that is cut, it comes out of nothing.

use crate::test::Test;

const SECRET: &str = "TOPSECRETabcdefghijklmnopqrstuvwxyz-0f3b9c1d7e5a48826b4d0c9e1f7a3b5d";
/// Has to be escaped wherever it stands in quotes.
const QUOTED: &str = "s3\"cr\\et-9$%x-in-quotes";
/// Fewer symbols in a row are found anywhere.
const TELLING: usize = 12;

fn coded(before: &str) -> String {
    let line = format!("printf %s '{before}{SECRET}' | base64 -w0");
    let output = std::process::Command::new("sh").arg("-c").arg(line).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The secret in every alphabet, on one line.
fn forms() -> Vec<String> {
    let inner = |before: &str| coded(before)[4..].to_owned();
    let hex = SECRET.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    vec![SECRET.to_owned(), hex, inner(""), inner("a"), inner("ab")]
}

fn assert_masked(text: &str, place: &str) {
    assert!(!text.contains("x-in-quotes"), "{place} shows what was quoted:\n{text}");
    for form in forms() {
        // The last characters may hold bits of what follows.
        for start in 0..form.len() - TELLING - 4 {
            let part = &form[start..start + TELLING];
            assert!(!text.contains(part), "{place} shows `{part}` of `{form}`");
        }
    }
}

/// As `base64` without `-w0` writes it.
fn wrapped() -> String {
    let coded = coded("");
    format!("{}\n  {}\n", &coded[..76], &coded[76..])
}

/// A text of JSON in a text of JSON, as annotations of other programs are.
fn nested() -> String {
    let inner = serde_json::json!({"password": QUOTED}).to_string();
    serde_json::json!({"annotation": inner}).to_string()
}

const SPILL: &str = r#"
printf %s "$API_TOKEN" | base64
printf 'user:%s' "$API_TOKEN" | base64
printf 'u:%s' "$API_TOKEN" | base64 >&2
printf %s "$API_TOKEN" | od -An -v -tx1 | tr -d ' \n' | fold -w 60; echo
printf '%4060s%s\n' '' "$API_TOKEN" | tr ' ' x
printf '%s\n' "$NESTED"
"#;

/// The cap of one mebibyte is inside of the secret.
const FLOOD: &str = r#"yes "$(printf %99s | tr ' ' x)" | head -c 1048556; printf %s "$API_TOKEN"; yes | head -c 4096"#;

fn manifest() -> String {
    let exec = |name: &str, command: String| {
        serde_json::json!({"exec": {"name": name, "command": command, "provider": "shell", "logoutput": true,
            "environment": [format!("API_TOKEN={SECRET}"), format!("OTHER_TOKEN={QUOTED}"), format!("NESTED={}", nested())],
            "health_checks": [{"command": "sh -c 'cat @ROOT@/coded; exit 1'", "tries": 1}]}})
    };
    let file = |name: &str, content: String| {
        serde_json::json!({"file": {"name": format!("@ROOT@/{name}"), "ensure": "present", "content": content,
            "owner": "@UID@", "group": "@GID@", "mode": "0600"}})
    };
    serde_json::json!({"ccm": {"pre_message": format!("Token:\n| {}{SECRET}", "x".repeat(4080)), "resources": [
        exec("shown", SPILL.to_owned()),
        exec("failing", format!("{SPILL} exit 3")),
        exec("flood", FLOOD.to_owned()),
        exec("flooding", format!("{FLOOD}; exit 3")),
        file("wrapped", format!("data: |\n  {}", wrapped())),
        file("cut", format!("{}{SECRET}\n", "x".repeat(4080))),
        file("quoted", nested() + "\n"),
    ]}})
    .to_string()
}

#[test]
fn no_form_of_output_shows_a_part_of_a_secret() {
    for command in [
        &["apply", "site.yaml"][..],
        &["apply", "site.yaml", "--noop"],
        &["apply", "site.yaml", "--output", "jsonl"],
        &["apply", "site.yaml", "--noop", "--output", "jsonl"],
        &["apply", "site.yaml", "--output", "json"],
        &["apply", "site.yaml", "--output", "yaml"],
        &["apply", "site.yaml", "--session", "session"],
    ] {
        let mut test = Test::new().directory("session").file("site.yaml", manifest()).file("coded", wrapped());
        let shown = test.args_of(command).run().raw();
        assert!(shown.contains("<secret>"), "{shown}");
        assert_masked(&shown, &command.join(" "));
        for entry in std::fs::read_dir(test.path("session")).unwrap() {
            assert_masked(&std::fs::read_to_string(entry.unwrap().path()).unwrap(), "session");
        }
    }
}

/// What would be done is told, line by line, though not what the lines are.
#[test]
fn a_diff_tells_of_lines_that_are_secret() {
    let mut test = Test::new().file("site.yaml", manifest()).file("coded", wrapped()).file("wrapped", "data: |\n");
    let shown = test.args_of(&["apply", "site.yaml", "--noop"]).run().raw();
    assert!(shown.contains("content +2 -0"), "{shown}");
    assert!(shown.contains(" data: |\n    +  <secret>\n    +  <secret>"), "{shown}");
}

fn solution() -> String {
    serde_json::json!({"apiVersion": "scafctl.io/v1", "kind": "Solution", "metadata": {"name": "long", "version": "1.0.0"},
        "spec": {
            "resolvers": {
                "token": {"sensitive": true, "resolve": {"with": [{"provider": "env", "inputs":
                    {"operation": "get", "name": "PLAIN_NAME", "raw": true}}]}},
                "quoted": {"sensitive": true, "resolve": {"with": [{"provider": "env", "inputs":
                    {"operation": "get", "name": "OTHER_NAME", "raw": true}}]}},
                "copied": {"resolve": {"with": [{"provider": "static", "inputs": {"value": {"expr": "'a ' + _.token"}}}]}},
            },
            "workflow": {"actions": {
                "spill": {"provider": "exec", "onError": "continue", "inputs":
                    {"command": SPILL, "env": {"API_TOKEN": {"rslvr": "token"}, "NESTED": nested()}}},
                "fail": {"provider": "exec", "onError": "continue", "inputs":
                    {"command": "printf %s \"$API_TOKEN\" | base64 >&2; exit 3", "env": {"API_TOKEN": {"rslvr": "token"}}}},
                "cut": {"provider": "exec", "onError": "continue", "inputs":
                    {"command": "printf '%180s%s' '' \"$API_TOKEN\" | tr ' ' x >&2; exit 3",
                     "env": {"API_TOKEN": {"rslvr": "token"}}}},
                "say": {"provider": "message", "inputs": {"message": {"expr": "'A long sentence, of which not all is told: ' + _.token + '!'"}}},
                "write": {"provider": "file", "inputs":
                    {"operation": "write", "path": "wrapped", "content": format!("data: |\n  {}", wrapped())}},
            }},
        }})
    .to_string()
}

fn solution_test() -> Test {
    Test::new().file("s.yaml", solution()).env("PLAIN_NAME", SECRET).env("OTHER_NAME", QUOTED)
}

#[test]
fn no_event_of_a_solution_shows_a_part_of_a_secret() {
    for command in [
        &["run", "solution", "-f", "s.yaml"][..],
        &["run", "solution", "-f", "s.yaml", "--verbose"],
        &["run", "solution", "-f", "s.yaml", "-o", "jsonl"],
        &["run", "solution", "-f", "s.yaml", "-o", "jsonl", "--redact"],
        &["run", "solution", "-f", "s.yaml", "-o", "json", "--redact"],
        &["run", "solution", "-f", "s.yaml", "--dry-run"],
        &["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"],
        &["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose", "-o", "jsonl"],
        &["run", "resolver", "-f", "s.yaml", "-o", "jsonl"],
        &["run", "solution", "-f", "s.yaml", "--log-level", "trace", "--log-format", "json"],
    ] {
        let mut test = solution_test();
        let shown = test.args_of(command).run().raw();
        assert!(shown.contains("[REDACTED]"), "{}:\n{shown}", command.join(" "));
        assert_masked(&shown, &command.join(" "));
    }
}

/// Lines are events, and `json` is the data that pipelines need.
#[test]
fn lines_are_masked_and_data_is_not() {
    let mut test = solution_test();
    let lines = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "jsonl"], 0).raw();
    assert!(lines.contains(r#""result":"[REDACTED]""#) && lines.contains(r#""result":"a [REDACTED]""#), "{lines}");
    for command in [&["-o", "jsonl", "--show-sensitive"][..], &["-o", "json"]] {
        let shown = test.again(&[&["run", "resolver", "-f", "s.yaml"][..], command].concat(), 0).raw();
        assert!(shown.contains(SECRET), "{shown}");
    }
}
