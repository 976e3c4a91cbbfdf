//! Exit codes of runs, messages, and what stops a run.

use crate::test::Test;
use insta::assert_snapshot;
use std::process::Stdio;

fn commands(header: &str, commands: &[&str]) -> Test {
    let items: String = commands.iter().map(|c| format!("        - {c}: {{}}\n")).collect();
    Test::new().file("site.yaml", format!("ccm:\n{header}  resources:\n    - exec:\n{items}"))
}

const TOUCH: &str = "touch @ROOT@/ran";

#[test]
fn changed_is_zero_unless_asked_for() {
    let mut test = commands("", &["/bin/true"]);
    test.again(&["apply", "site.yaml"], 0);
    test.again(&["apply", "site.yaml", "--exit-code"], 20);
    test.again(&["apply", "site.yaml", "--exit-code", "--noop"], 20);
}

#[test]
fn a_variable_that_makes_no_sense_changes_nothing() {
    let mut test = commands("", &[TOUCH]);
    let touch = format!("touch {}", test.path("ran").display());
    for (value, reason) in [
        ("2x", "invalid duration `2x`: invalid unit `x`"),
        ("-1s", "`-1s` is negative"),
        ("soon", "invalid duration `soon`"),
    ] {
        for words in [&["apply", "site.yaml"][..], &["apply", "site.yaml", "--noop"], &["ensure", "exec", &touch]] {
            test.args_of(words);
            let ended = test.ended(test.command().env("UPRIGHT_PACKAGE_WAIT", value).output().unwrap());
            let said =
                format!("error: `UPRIGHT_PACKAGE_WAIT` in the environment: {reason}; write it as `90s` or `10m`\n");
            assert_eq!((ended.code, ended.stderr()), (Some(7), said), "{words:?}");
            assert!(!test.exists("ran"));
        }
    }
    test.args_of(&["apply", "site.yaml"]);
    let ended = test.ended(test.command().env("UPRIGHT_PACKAGE_WAIT", "").output().unwrap());
    assert_eq!(ended.code, Some(0), "an empty one is as good as none: {}", ended.stderr());
}

#[test]
fn output_that_is_lost_is_a_failure() {
    let forms = ["text", "json", "jsonl", "yaml"];
    for (form, command) in forms.iter().flat_map(|form| ["/bin/true", "/bin/false"].map(|command| (form, command))) {
        let mut test = commands("", &[command]);
        test.args_of(&["apply", "site.yaml", "--output", form]);
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ended = test.ended(test.command().stdin(Stdio::null()).stdout(full).output().unwrap());
        assert_eq!(ended.code, Some(1), "{form} {command}");
        assert_eq!(ended.stderr(), "error: the output could not be written: No space left on device (os error 28)\n");
    }
}

#[test]
fn ensure_refuses_expressions_as_manifests_do() {
    let mut test = Test::new();
    let path = test.path("f").display().to_string();
    let ended = test.again(&["ensure", "file", &path, "--content", "hi {{ 1 + }}"], 3);
    assert!(ended.stderr().contains("expr::compile"), "{}", ended.stderr());
    assert!(!test.exists("f"));
}

#[test]
fn stable_is_zero() {
    let manifest = "ccm: {resources: [{exec: {name: /bin/true, refreshonly: true}}]}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    test.again(&["apply", "site.yaml", "--exit-code"], 0);
}

#[test]
fn failed_wins_over_changed() {
    let mut test = commands("", &["/bin/true", "/bin/false"]);
    test.again(&["apply", "site.yaml", "--exit-code"], 1);
    test.again(&["apply", "site.yaml"], 1);
}

#[test]
fn a_run_goes_on_after_a_failure() {
    let test = commands("", &["/bin/false", TOUCH]).args(["apply", "site.yaml"]);
    test.exit(1);
    assert!(test.exists("ran"));
}

#[test]
fn fail_on_error_stops_after_the_first_failure() {
    let header = "  fail_on_error: true\n  pre_message: Before.\n  post_message: After.\n";
    let test = commands(header, &["/bin/true", "/bin/false", TOUCH, "/bin/true"]);
    let test = test.args(["apply", "site.yaml", "--no-report"]);
    let shown = test.exit(1).stdout();
    assert!(!test.exists("ran"));
    assert!(shown.starts_with("\nBefore.\n\n") && !shown.contains("After."), "{shown}");
    assert!(shown.contains("2 resources were not looked at: `fail_on_error` is set\n"), "{shown}");
    assert!(shown.ends_with("\nStopped: 1 changed, 0 stable, 1 failed, in [TIME] s.\n"), "{shown}");
}

#[test]
fn a_skipped_resource_does_not_stop_a_run() {
    let manifest = "\
ccm:
  resources:
    - exec:
        - first: {command: /bin/false}
        - second: {command: /bin/true, require: [exec#first]}
        - third: {command: /bin/true, require: [exec#second]}
        - fourth: {command: /bin/true}
";
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"]);
    assert_snapshot!(test.exit(1).stdout(), @"
    exec#first   failed         exit code 1, allowed: 0 (site.yaml:4)
    exec#second  skipped        requires exec#first
    exec#third   skipped        requires exec#second
    exec#fourth  changed        run

    Done: 1 changed, 0 stable, 2 skipped, 1 failed, in [TIME] s.
    ");
}

#[test]
fn messages_stand_around_the_run() {
    let test = commands("  pre_message: Hello.\n  post_message: |\n    Good\n    bye.\n", &["/bin/true"]);
    assert_snapshot!(test.args(["apply", "site.yaml", "--no-report"]).exit(0).stdout().trim(), @"
    Hello.

    exec#/bin/true  changed        run

    Good
    bye.

    Done: 1 changed, 0 stable, in [TIME] s.
    ");
}

#[test]
fn a_manifest_that_is_not_there() {
    let mut test = Test::new();
    assert_snapshot!(test.again(&["apply", "site.yaml"], 4).stderr(), @"error: manifest `site.yaml` does not exist");
}

#[test]
fn a_manifest_that_is_a_directory() {
    let mut test = Test::new().directory("site.yaml");
    assert_snapshot!(test.again(&["apply", "site.yaml"], 3).stderr(), @"error: cannot read `site.yaml`: not a regular file but a directory");
}

#[test]
fn a_manifest_below_a_file() {
    let mut test = Test::new().file("site", "");
    let ended = test.again(&["apply", "site/site.yaml"], 4);
    assert_snapshot!(ended.stderr(), @"error: manifest `site/site.yaml` does not exist");
}

/// Root may read everything, so this runs as somebody else where it can.
#[test]
fn a_manifest_that_must_not_be_read() {
    let test = commands("", &["/bin/true"]).args(["apply", "site.yaml"]);
    std::fs::set_permissions(test.path("site.yaml"), std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    std::fs::set_permissions(test.path(""), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = test.command();
    if rustix::process::getuid().is_root() {
        std::os::unix::process::CommandExt::uid(&mut command, 65534);
    }
    let ended = test.ended(command.output().unwrap());
    assert_eq!(ended.code, Some(10), "{}", ended.stderr());
    assert_snapshot!(ended.stderr(), @"error: cannot read `site.yaml`: permission denied");
}

#[test]
fn sync_does_no_harm() {
    let test = commands("", &[TOUCH]).args(["apply", "site.yaml", "--sync"]);
    test.exit(0);
    assert!(test.exists("ran"));
}
