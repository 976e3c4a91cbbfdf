//! Conditions, sessions, requests of other programs, and what is there.

use crate::test::Test;
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

fn with_input(test: &mut Test, arguments: &[&str], input: &str) -> (i32, Value) {
    let input = test.fill(input);
    let mut command = test.args_of(arguments).command();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answer = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code().unwrap(), answer)
}

#[test]
fn conditions_decide_about_resources() {
    let manifest = "data: {on: true, off: false, many: [1]}\nccm:\n  resources:\n    - exec:\n        - touch @ROOT@/a: {control: {if: Data.on}}\n        - touch @ROOT@/b: {control: {if: Data.off}}\n        - touch @ROOT@/c: {control: {unless: Data.on}}\n        - touch @ROOT@/d: {control: {if: Data.on, unless: Data.off}, require: [\"exec#touch @ROOT@/b\"]}\n        - touch @ROOT@/e: {control: {if: Data.many}}\n";
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"]);
    assert_snapshot!(test.exit(1).stdout(), @"
    exec#touch [ROOT]/a  changed        run
    exec#touch [ROOT]/b  skipped        by its control
    exec#touch [ROOT]/c  skipped        by its control
    exec#touch [ROOT]/d  changed        run
    exec#touch [ROOT]/e  failed         control cannot be decided: a list is not a bool (site.yaml:9:60)

    Done: 2 changed, 0 stable, 2 skipped, 1 failed, in [TIME] s.
    ");
    assert_eq!(test.names(), ["a", "d", "site.yaml"]);
}

#[test]
fn a_request_is_answered() {
    let mut test = Test::new();
    let request = json!({"protocol": "io.choria.ccm.v1.resource.ensure.request", "type": "exec",
        "properties": {"name": "touch @ROOT@/a", "creates": "@ROOT@/a"}});
    let (code, answer) = with_input(&mut test, &["ensure", "api", "pipe"], &request.to_string());
    assert_eq!((code, &answer["state"]["changed"], &answer["state"]["name"].is_string()), (0, &json!(true), &true));
    assert_eq!(answer["protocol"], "io.choria.ccm.v1.resource.ensure.response");
    assert!(test.exists("a"));
    let bad = [
        ("{\"protocol\": ", "request:1:1"),
        ("protocol: other\n", "invalid protocol \"other\""),
        ("protocol: io.choria.ccm.v1.resource.ensure.request\n", "missing type in request"),
        (
            "protocol: io.choria.ccm.v1.resource.ensure.request\ntype: cron\nproperties: {name: x}\n",
            "unknown resource type `cron`",
        ),
        (
            "protocol: io.choria.ccm.v1.resource.ensure.request\ntype: exec\nproperties: [{a: {}}, {b: {}}]\n",
            "multiple resources found",
        ),
        (
            "protocol: io.choria.ccm.v1.resource.ensure.request\ntype: file\nproperties: {name: x, ensure: present}\n",
            "must be absolute",
        ),
    ];
    for (request, expected) in bad {
        let (code, answer) = with_input(&mut test, &["ensure", "api", "pipe"], request);
        let error = answer["error"].as_str().unwrap_or_default().to_owned();
        assert!(code == 3 && error.contains(expected), "{request}: {code} {error}");
    }
}

#[test]
fn one_resource_with_a_condition_and_a_check() {
    let mut test = Test::new().file(".hiera", "data: {on: true, name: a}\n");
    let exec = |rest: &[&'static str]| [&["ensure", "exec", "touch @ROOT@/{{ Data.name }}"][..], rest].concat();
    test.again(&exec(&["--unless", "Data.on"]), 0);
    assert!(!test.exists("a"));
    test.again(&exec(&["--if", "Data.on", "--check", "test -e @ROOT@/a"]), 0);
    assert!(test.exists("a"));
    let ended = test.again(&exec(&["--check", "/bin/false", "--check-tries", "2", "--check-sleep", "1ms"]), 1);
    assert_snapshot!(ended.stdout(), @r#"
    exec#touch [ROOT]/a  failed         after it was changed: health check `false` status "WARNING" (command line:1)
        | false WARNING, 2 tries

    Done: 0 stable, 1 failed, in [TIME] s.
    "#);
    assert_snapshot!(test.again(&exec(&["--if", "Data.on =="]), 3).stderr(), @"
    error[expr::compile]: unexpected end of the expression
     --> command line:1:90
      |
    1 | upright ensure exec touch [ROOT]/{{ Data.name }} --timeout 1m --if Data.on ==
      |                                                                                          ^ in this expression

    1 error
    ");
}

#[test]
fn sessions_are_made_and_reported() {
    let mut test = Test::new().env("TMPDIR", "@ROOT@");
    let made = test.again(&["session", "new"], 0).stdout();
    assert!(made.starts_with("export CCM_SESSION_STORE=[ROOT]/ccm-session-"), "{made}");
    test.again(&["session", "new", "--directory", "store"], 0);
    assert_eq!(test.mode("store"), 0o700, "events are nobody else's business");
    assert_eq!(test.mode("store"), 0o700);
    // `eval` gets one word, whatever the directory is called.
    let strange = test.again(&["session", "new", "--directory", "it's Ä store"], 0).stdout();
    assert_eq!(strange, "export CCM_SESSION_STORE='[ROOT]/it'\\''s Ä store'\n");
    assert_snapshot!(test.again(&["session", "new", "--directory", "store"], 2).stderr(), @"error: session store [ROOT]/store already exists");
    test.again(&["ensure", "exec", "/bin/true", "--session", "store"], 0);
    test.again(&["ensure", "exec", "/bin/false", "--session", "store"], 1);
    let report = test.again(&["session", "report", "--session", "store"], 0).stdout();
    let counts: String =
        report.lines().filter(|line| !line.contains("Run Time")).map(|line| format!("{line}\n")).collect();
    assert_snapshot!(counts, @"

    Session Summary

          Total Resources: 2
         Unique Resources: 2
         Stable Resources: 0
        Changed Resources: 1
         Failed Resources: 1
        Skipped Resources: 0
      Refreshed Resources: 0
             Total Errors: 1
    ");
    test.again(&["session", "report", "--session", "@ROOT@/store", "--remove"], 0);
    assert!(!test.exists("store"));
    assert_snapshot!(test.again(&["session", "report"], 2).stderr(), @"error: no session store specified: add `--session DIR`, or set CCM_SESSION_STORE");
}

#[test]
fn what_is_there_is_shown() {
    let mut test = Test::new().file("f", "text");
    let shown = test.again(&["status", "file", "f", "--json"], 0).stdout();
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&shown["size"], &shown["mode"]), (&json!(4), &json!("0644")));
    assert!(test.again(&["status", "exec", "x"], 0).stdout().contains("upright ensure exec"));
    test.again(&["status", "cron", "x"], 2);
}

#[test]
fn published_schemas_are_those_of_the_program() {
    let mut test = Test::new();
    for kind in ["manifest", "request", "response", "event", "solution"] {
        let printed = test.again(&["schema", kind], 0).stdout();
        let path = format!("{}/../../schemas/{kind}.json", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::create_dir_all(std::path::Path::new(&path).parent().unwrap()).unwrap();
            std::fs::write(&path, &printed).unwrap();
        }
        assert!(
            std::fs::read_to_string(&path).unwrap_or_default() == printed,
            "{path} is stale: UPDATE_SCHEMAS=1 writes it anew"
        );
    }
}
