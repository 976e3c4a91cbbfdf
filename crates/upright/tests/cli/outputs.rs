//! The forms in which a run is shown.

use crate::events::events;
use crate::test::Test;
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

/// Something of each kind: created, stable, failed, skipped, refreshed.
pub(crate) const EVERYTHING: &str = "\
ccm:
  pre_message: Before.
  post_message: After.
  resources:
    - file:
        - defaults: {ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}
        - @ROOT@/new: {content: \"one\\ntwo\\n\"}
        - @ROOT@/same: {content: \"same\\n\"}
        - @ROOT@/missing/file: {content: text, alias: orphan}
    - exec:
        - after the orphan: {command: /bin/true, require: [file#orphan]}
        - after the change: {command: echo refreshed, refreshonly: true, logoutput: true, subscribe: [\"file#@ROOT@/new\"]}
        - never: {command: /bin/false, refreshonly: true}
";

pub(crate) fn everything() -> Test {
    let test = Test::new().file("site.yaml", EVERYTHING).file("same", "same\n");
    std::fs::set_permissions(test.path("same"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    test
}

/// Paths are as long as the directory of the test; the column beside them is not what is tested here.
fn without_padding(text: &str) -> String {
    let squeeze = |line: &str| if line.starts_with(' ') { line.to_owned() } else { words(line) };
    text.trim().lines().map(squeeze).collect::<Vec<_>>().join("\n")
}

fn words(line: &str) -> String {
    let mut parts = line.split("  ").map(str::trim).filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| format!("{line}  {part}"))
}

#[test]
fn text() {
    let test = everything().args(["apply", "site.yaml"]);
    let ended = test.exit(1);
    assert_snapshot!(without_padding(&ended.stdout()), @r#"
    Before.

    file#[ROOT]/new  changed  new file, owner [UID], group [GID], mode 0644
    file#[ROOT]/same  stable
    file#orphan (alias)  failed  "[ROOT]/missing" is not a directory, because nothing is there; make it first with `ensure: directory` (site.yaml:9)
    exec#after the orphan  skipped  requires file#orphan
    exec#after the change  refreshed  run, subscribed to file#[ROOT]/new
        | refreshed
    exec#never  stable

    Manifest Run Summary

                 Run Time: [TIME]
          Total Resources: 6
         Stable Resources: 2
        Changed Resources: 2
         Failed Resources: 1
        Skipped Resources: 1
      Refreshed Resources: 1
       Unmet Requirements: 1
        Checked Resources: 0
             Total Errors: 1

    Done: 2 changed, 2 stable, 1 skipped, 1 failed, in [TIME] s.
    "#);
    assert_eq!(ended.stderr(), "");
}

#[test]
fn text_of_a_rehearsal() {
    let test = everything().args(["apply", "site.yaml", "--noop"]);
    let before = test.tree();
    assert_snapshot!(without_padding(&test.exit(1).stdout()), @r#"
    Before.

    file#[ROOT]/new  would change  new file, content +2 -0, owner [UID], group [GID], mode 0644
        --- /dev/null
        +++ [ROOT]/new (site.yaml:7)
        @@ -0,0 +1,2 @@
        +one
        +two
    file#[ROOT]/same  stable
    file#orphan (alias)  failed  "[ROOT]/missing" is not a directory, because nothing is there; make it first with `ensure: directory` (site.yaml:9)
    exec#after the orphan  skipped  requires file#orphan
    exec#after the change  would refresh  run, subscribed to file#[ROOT]/new
    exec#never  stable

    Manifest Run Summary

                 Run Time: [TIME]
          Total Resources: 6
         Stable Resources: 2
        Changed Resources: 2
         Failed Resources: 1
        Skipped Resources: 1
      Refreshed Resources: 1
       Unmet Requirements: 1
        Checked Resources: 0
             Total Errors: 1

    Rehearsal: 2 would change, 2 stable, 1 skipped, 1 failed, in [TIME] s. Nothing was changed.
    "#);
    assert_eq!(before, test.tree());
}

#[test]
fn text_without_the_report() {
    let test = everything().args(["apply", "site.yaml", "--no-report"]);
    let shown = test.exit(1).stdout();
    assert!(!shown.contains("Manifest Run Summary"), "{shown}");
    assert!(shown.ends_with("\nDone: 2 changed, 2 stable, 1 skipped, 1 failed, in [TIME] s.\n"), "{shown}");
}

#[test]
fn the_last_of_two_report_flags_counts() {
    let mut test = everything();
    assert!(
        test.again(&["apply", "site.yaml", "--no-report", "--report"], 1).stdout().contains("Manifest Run Summary")
    );
    assert!(
        !test.again(&["apply", "site.yaml", "--report", "--no-report"], 1).stdout().contains("Manifest Run Summary")
    );
}

#[test]
fn columns_line_up() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - a: {command: /bin/true}\n        - longer: {command: /bin/true, alias: x}\n        - {a much longer name: {command: /bin/true}}\n";
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"]);
    assert_snapshot!(test.exit(0).stdout(), @"
    exec#a                   changed        run
    exec#x (alias)           changed        run
    exec#a much longer name  changed        run

    Done: 3 changed, 0 stable, in [TIME] s.
    ");
}

/// A name with control characters takes as much room as it is shown with.
#[test]
fn columns_line_up_after_what_is_escaped() {
    let items = ["\"a\\e[31mred\"", "short"].map(|name| format!("    - exec: {{name: {name}, command: /bin/true}}\n"));
    let site = format!("ccm:\n  resources:\n{}", items.concat());
    let test = Test::new().file("site.yaml", site).args(["apply", "site.yaml", "--no-report"]);
    assert_snapshot!(test.exit(0).stdout(), @r"
    exec#a\u{1b}[31mred  changed        run
    exec#short           changed        run

    Done: 2 changed, 0 stable, in [TIME] s.
    ");
}

#[test]
fn json_lines() {
    let (events, summary) = events(&[]);
    assert_eq!(summary["protocol"], "io.upright.v1.run.summary");
    assert_eq!(counts(&summary), json!([6, 6, 2, 1, 1, 2, 1, 1, 1]));
    assert_snapshot!(outline(&events), @"
    file#[ROOT]/new: changed
    file#[ROOT]/same: stable
    file#[ROOT]/missing/file: failed
    exec#after the orphan: skipped
    exec#after the change: changed refreshed
    exec#never: stable
    ");
}

#[test]
fn messages_are_no_results() {
    let ended = everything().args(["apply", "site.yaml", "--output", "jsonl"]).exit(1);
    assert_eq!(ended.stderr(), "Before.\n");
}

#[test]
fn json_lines_of_a_rehearsal() {
    let (events, summary) = events(&["--noop"]);
    assert_eq!(summary["noop"], true);
    assert_snapshot!(outline(&events), @"
    file#[ROOT]/new: changed noop
    file#[ROOT]/same: noop
    file#[ROOT]/missing/file: failed noop
    exec#after the orphan: skipped
    exec#after the change: changed refreshed noop
    exec#never: noop
    ");
}

#[test]
fn json_and_yaml_are_the_same_document() {
    let of = |form: &str| everything().args(["apply", "site.yaml", "--output", form]).exit(1);
    let json = of("json").json();
    let mut events = json["events"].as_array().unwrap().clone();
    events.push(json["summary"].clone());
    let lines = of("jsonl").lines();
    assert_eq!(shape(&events), shape(&lines));
    let yaml = of("yaml").stdout();
    assert!(yaml.starts_with("events:\n"), "{yaml}");
    assert_eq!(yaml.matches("io.choria.ccm.v1.transaction.event").count(), 6);
    assert!(yaml.contains("\nsummary:\n"), "{yaml}");
}

/// The lines come as things happen: the first one is there while the second command still waits.
#[test]
fn json_lines_come_as_they_happen() {
    use std::io::BufRead;
    let manifest = "\
ccm:
  resources:
    - exec:
        - first: {command: /bin/true}
        - second: {command: \"sh -c 'while ! test -e @ROOT@/go; do sleep 0.01; done'\", timeout: 20s}
";
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--output", "jsonl"]);
    let mut child = test.command().stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Json = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(first["name"], "first");
    std::fs::write(test.path("go"), "").unwrap();
    assert_eq!(lines.count(), 2);
    assert!(child.wait().unwrap().success());
}

fn counts(summary: &Json) -> Json {
    let keys = [
        "total_resources",
        "unique_resources",
        "changed_resources",
        "failed_resources",
        "skipped_resources",
        "stable_resources",
        "refreshed_count",
        "requirements_unmet_count",
        "total_errors",
    ];
    keys.into_iter().map(|key| summary[key].clone()).collect()
}

/// One line per event: what it is about and its flags.
fn outline(events: &[Json]) -> String {
    let flags = ["changed", "refreshed", "failed", "skipped", "noop"];
    let line = |event: &Json| {
        let set: Vec<&str> = flags.into_iter().filter(|flag| event[flag] == true).collect();
        let said = if set.is_empty() { "stable".to_owned() } else { set.join(" ") };
        format!("{}#{}: {said}", event["type"].as_str().unwrap(), event["name"].as_str().unwrap())
    };
    events.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The keys of each object, with what decides how it is read.
fn shape(objects: &[Json]) -> Vec<Vec<String>> {
    let keys = |object: &Json| object.as_object().unwrap().keys().filter(|key| *key != "protocol").cloned().collect();
    objects.iter().map(keys).collect()
}

/// Whatever the secret is, what programs read can be read.
#[test]
fn json_stays_json_when_numbers_and_brackets_are_secret() {
    for secret in ["12345678", "'12345678'", "123456.5", "'\"failed\":false,\"'", "'\"failed\": false'"] {
        let manifest = format!(
            "data:\n  # @secret\n  pin: {secret}\n  others: [12345678, 123456.5, {{failed: false}}]\nccm:\n  resources:\n    \
             - exec: {{name: /bin/true, environment: [\"COUNT=12345678\"]}}\n"
        );
        let mut test = Test::new().file("site.yaml", manifest);
        assert!(test.again(&["hiera", "parse", "site.yaml"], 0).json()["others"].is_array(), "{secret}");
        for form in ["json", "jsonl"] {
            let shown = test.again(&["apply", "site.yaml", "-o", form], 0).raw();
            let read: Result<Vec<serde_json::Value>, _> =
                serde_json::Deserializer::from_str(&shown).into_iter().collect();
            assert!(read.is_ok_and(|read| !read.is_empty()), "{form} of {secret}: {shown}");
        }
    }
}
