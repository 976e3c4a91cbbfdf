//! `upright scaffold`: a tree of templates without a manifest.

use crate::test::Test;
use insta::assert_snapshot;

fn tree() -> Test {
    Test::new()
        .file("src/motd", "Welcome to {{ .name }}\n")
        .file("src/etc/app.conf", "{{ render \"_partials/port\" . }}")
        .file("src/_partials/port", "port = {{ .port | default 80 }}\n")
}

#[test]
fn rehearsed_applied_and_left_alone() {
    let mut test = tree();
    let words = ["scaffold", "src", "out", "-v", "name=web"];
    assert_snapshot!(test.again(&[&words[..], &["--noop"]].concat(), 0).stdout(), @"
    out/etc/app.conf  would change  new
    out/motd  would change  new

    Rehearsal: 2 would change, 0 stable. Nothing was changed.
    ");
    assert!(!test.exists("out"));
    assert_snapshot!(test.again(&words, 0).stdout(), @"
    out/etc/app.conf  changed  new
    out/motd  changed  new

    Done: 2 changed, 0 stable.
    ");
    assert_snapshot!(test.again(&[&words[..], &["--exit-code"]].concat(), 0).stdout(), @"

    Done: 0 changed, 2 stable.
    ");
    let other = ["scaffold", "src", "out", "-v", "name=db", "--exit-code"];
    assert_snapshot!(test.again(&other, 20).stdout(), @"
    out/motd  changed  content

    Done: 1 changed, 1 stable.
    ");
}

#[test]
fn with_jet_and_a_purge() {
    let mut test =
        Test::new().file("src/a", "[[ upper(name) ]]\n").file("out/old", "").file("data.yaml", "name: web\n");
    let words = ["scaffold", "src", "out", "--engine", "jet", "--file", "data.yaml", "--purge"];
    assert_snapshot!(test.again(&words, 0).stdout(), @"
    out/a  changed  new
    out/old  removed

    Done: 1 changed, 0 stable, 1 purged.
    ");
    assert!(!test.exists("out/old"));
}

#[test]
fn mistakes_point_into_the_template_and_nothing_is_written() {
    let mut test = tree().file("src/bad", "{{ .name | uper }}\n").file("src/worse", "{{ if }}\n");
    assert_snapshot!(test.again(&["scaffold", "src", "out"], 5).stderr(), @r#"
    error[scaffold::template]: parsing template bad failed: template: bad:1: function "uper" not defined
     --> src/bad:1:12
      |
    1 | {{ .name | uper }}
      |            ^^^^

    error[scaffold::template]: parsing template worse failed: template: worse:1: missing value for if
     --> src/worse:1:7
      |
    1 | {{ if }}
      |       ^^

    2 errors
    "#);
    assert!(!test.exists("out"));
    assert_snapshot!(test.again(&["scaffold", "nowhere", "out"], 4).stderr(), @"
    error[scaffold::file]: cannot list `nowhere`: no such file or directory

    1 error
    ");
    assert_snapshot!(test.again(&["scaffold", "src", "out", "--data", "[1]"], 2).stderr(), @"error: the data of templates is a map, not a list");
}

#[test]
fn exit_codes_say_what_kind_of_failure_it_is() {
    let mut test = tree();
    test.again(&["scaffold", "src", "out", "--copy-only", "["], 2);
    test.again(&["scaffold", "src", "src/motd"], 1);
    test.again(&["scaffold", "src", "src"], 1);
    let failed = test.again(&["scaffold", "src", "out", "--post", "motd=false"], 1);
    assert_snapshot!(failed.stdout(), @"

    Failed: 0 changed, 0 stable, 2 not done.
    ");
    assert!(!test.exists("out"));
}

#[test]
fn commands_run_in_no_rehearsal_and_what_they_leave_alone_is_stable() {
    let mut test = tree().file("out/motd", "Welcome to web\nby hand\n");
    let words =
        ["scaffold", "src", "out", "-v", "name=web", "--post", "motd=sh -c 'echo by hand >> \"$0\"'", "--exit-code"];
    assert_snapshot!(test.again(&[&words[..], &["--noop"]].concat(), 20).stdout(), @r#"
    out/etc/app.conf  would change  new
    out/motd  may change, finished by sh -c 'echo by hand >> "$0"'

    Rehearsal: 2 would change, 0 stable. Nothing was changed.
    "#);
    assert_snapshot!(test.again(&words, 20).stdout(), @"
    out/etc/app.conf  changed  new

    Done: 1 changed, 1 stable.
    ");
    test.again(&words, 0);
}
