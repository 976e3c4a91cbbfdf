//! `upright ensure`: one resource without a manifest.

use crate::signals::{is_alive, until};
use crate::test::Test;
use insta::assert_snapshot;
use std::os::unix::fs::PermissionsExt;

#[test]
fn a_file_with_content() {
    let mut test = Test::new();
    test.again(&["ensure", "file", "@ROOT@/motd", "--content", "Welcome.\n"], 0);
    assert_eq!((test.read("motd").as_str(), test.mode("motd")), ("Welcome.\n", 0o644));
    let again = test.again(&["ensure", "file", "@ROOT@/motd", "present", "--content", "Welcome.\n", "--exit-code"], 0);
    assert_eq!(again.stdout(), "file#[ROOT]/motd  stable\n\nDone: 1 stable, in [TIME] s.\n");
}

#[test]
fn a_file_with_a_mode() {
    let mut test = Test::new();
    test.again(&["ensure", "file", "@ROOT@/key", "--content", "", "--mode", "600"], 0);
    assert_eq!(test.mode("key"), 0o600);
    test.again(&["ensure", "file", "@ROOT@/key", "--mode", "0o640"], 0);
    assert_eq!(test.mode("key"), 0o640);
}

#[test]
fn content_that_begins_with_a_dash() {
    let mut test = Test::new();
    test.again(&["ensure", "file", "@ROOT@/list", "--content", "--- a\n"], 0);
    assert_eq!(test.read("list"), "--- a\n");
}

#[test]
fn a_file_from_another_one() {
    let mut test = Test::new().file("text", "text\n").file("binary", b"\xff\x00\xfe");
    test.again(&["ensure", "file", "@ROOT@/a", "--content-file", "text"], 0);
    assert_eq!(test.read("a"), "text\n");
    test.again(&["ensure", "file", "@ROOT@/b", "--source", "binary"], 0);
    assert_eq!(std::fs::read(test.path("b")).unwrap(), b"\xff\x00\xfe");
    let refused = test.again(&["ensure", "file", "@ROOT@/c", "--content-file", "binary"], 2);
    assert_snapshot!(refused.stderr(), @"error: `binary` is not a text file; use `--source` to copy it");
    let refused = test.again(&["ensure", "file", "@ROOT@/c", "--content-file", "missing"], 4);
    assert_snapshot!(refused.stderr(), @"error: cannot read `missing`: no such file or directory");
    assert!(!test.exists("c"));
}

#[test]
fn a_directory_can_be_entered() {
    let mut test = Test::new();
    test.again(&["ensure", "file", "@ROOT@/srv/www", "directory"], 0);
    assert_eq!((test.mode("srv/www"), test.mode("srv")), (0o755, 0o755));
    test.again(&["ensure", "file", "@ROOT@/private", "directory", "--mode", "0600"], 0);
    assert_eq!(test.mode("private"), 0o700);
}

#[test]
fn a_file_that_must_not_be_there() {
    let mut test = Test::new().file("old", "").file("tree/file", "");
    test.again(&["ensure", "file", "@ROOT@/old", "absent"], 0);
    assert!(!test.exists("old"));
    let refused = test.again(&["ensure", "file", "@ROOT@/tree", "absent"], 1);
    assert!(refused.stdout().contains("directory is not empty, set `force: true`"), "{}", refused.stdout());
    assert!(test.exists("tree/file"));
    test.again(&["ensure", "file", "@ROOT@/tree", "absent", "--force"], 0);
    assert!(!test.exists("tree"));
}

/// Whoever runs the test may not be root, so it gives the file to itself.
#[test]
fn a_file_with_an_owner() {
    let mut test = Test::new();
    test.again(&["ensure", "file", "@ROOT@/a", "--content", "", "--owner", "@UID@:@GID@"], 0);
    let ended = test.again(&["ensure", "file", "@ROOT@/b", "--owner", "nobody-of-that-name:@GID@"], 1);
    assert!(ended.stdout().contains("there is no user `nobody-of-that-name` on this machine"), "{}", ended.stdout());
    assert!(test.exists("a") && !test.exists("b"));
    let refused = test.again(&["ensure", "file", "@ROOT@/b", "--owner", "root"], 2);
    assert_snapshot!(refused.stderr(), @"error: `--owner` takes `user:group`, not `root`");
}

#[test]
fn what_contradicts_itself_is_refused() {
    let mut test = Test::new().file("text", "");
    let both = test.again(&["ensure", "file", "@ROOT@/a", "--content", "x", "--content-file", "text"], 2);
    assert_snapshot!(both.stderr(), @"error: cannot use both `--content` and `--content-file`: keep one of them");
    let both = test.again(&["ensure", "file", "/a", "--content", "x", "--source", "text"], 3);
    assert!(both.stderr().starts_with("error[file::content-and-source]: "), "{}", both.stderr());
    assert!(!test.exists("a"));
}

#[test]
fn problems_point_into_the_command_line() {
    let mut test = Test::new();
    assert_snapshot!(test.again(&["ensure", "file", "motd", "--mode", "rw-r--", "--owner", "root:root"], 3).stderr(), @r#"
    error[file::path]: file path must be absolute: `motd`
     --> command line:1:21
      |
    1 | upright ensure file motd present --owner root:root --mode rw-r--
      |                     ^^^^ given here
      = help: begin it with a slash, such as `/motd`

    error[file::mode-not-octal]: mode `rw-r--` is not an octal number of three or four digits
     --> command line:1:59
      |
    1 | upright ensure file motd present --owner root:root --mode rw-r--
      |                                                           ^^^^^^ given here
      = help: write it as `"0644"`

    2 errors
    "#);
    assert_snapshot!(test.again(&["ensure", "file", "/nowhere/motd", "presnt", "--owner", "root:root"], 3).stderr(), @"
    error[decode::bad-choice]: expected `present`, `absent` or `directory`, found `presnt`
     --> command line:1:35
      |
    1 | upright ensure file /nowhere/motd presnt --owner root:root --mode 0644
      |                                   ^^^^^^ not one of these words
      = help: did you mean `present`?

    1 error
    ");
    assert_snapshot!(test.again(&["ensure", "exec", "reindex", "-e", "HOME", "--timeout", "soon"], 3).stderr(), @"
    error[decode::duration]: invalid duration `soon`
     --> command line:1:39
      |
    1 | upright ensure exec reindex --timeout soon --environment HOME
      |                                       ^^^^ given here
      = help: write it as `30s`, `5m` or `1h30m`

    error[exec::environment]: invalid environment variable `HOME`: missing `=`
     --> command line:1:58
      |
    1 | upright ensure exec reindex --timeout soon --environment HOME
      |                                                          ^^^^ given here
      = help: write it as `NAME=value`

    2 errors
    ");
}

#[test]
fn a_command_with_guards() {
    let mut test = Test::new().file("there", "");
    let touch = "touch @ROOT@/ran";
    for guard in [["--creates", "@ROOT@/there"], ["--exec-if", "/bin/false"], ["--exec-unless", "/bin/true"]] {
        test.again(&["ensure", "exec", touch, guard[0], guard[1]], 0);
        assert!(!test.exists("ran"), "{guard:?}");
    }
    test.again(&["ensure", "exec", touch, "--refresh-only"], 0);
    assert!(!test.exists("ran"));
    let all = ["--creates", "@ROOT@/ran", "--exec-if", "/bin/true", "--exec-unless", "/bin/false"];
    test.again(&[&["ensure", "exec", touch][..], &all].concat(), 0);
    assert!(test.exists("ran"));
}

#[test]
fn a_command_in_its_surroundings() {
    let mut test = Test::new().directory("bin").directory("work");
    test = test.file("bin/tool", "#!/bin/sh\necho \"$PWD|$GREETING|$PATH|$HOME|$LC_ALL\"\n");
    std::fs::set_permissions(test.path("bin/tool"), PermissionsExt::from_mode(0o755)).unwrap();
    let ended = test.again(
        &[
            "ensure",
            "exec",
            "tool",
            "--cwd",
            "@ROOT@/work",
            "-e",
            "GREETING=hello you",
            "--path",
            "@ROOT@/bin:/usr/bin:/bin",
            "--logoutput",
        ],
        0,
    );
    let line = "    | [ROOT]/work|hello you|[ROOT]/bin:/usr/bin:/bin||C\n";
    assert!(ended.stdout().contains(line), "{}", ended.stdout());
}

#[test]
fn a_command_with_exit_codes() {
    let mut test = Test::new();
    let command = ["ensure", "exec", "exit 3", "--provider", "shell"];
    assert_snapshot!(test.again(&command, 1).stdout(), @"
    exec#exit 3  failed         exit code 3, allowed: 0 (command line:1)

    Done: 0 stable, 1 failed, in [TIME] s.
    ");
    test.again(&[&command[..], &["--returns", "0", "--returns", "3"]].concat(), 0);
    let refused = test.again(&[&command[..], &["--returns", "three"]].concat(), 2);
    assert_snapshot!(refused.stderr(), @"error: `--returns` takes a whole number, not `three`");
}

#[test]
fn a_command_that_takes_too_long_is_killed_with_all_it_started() {
    let mut test = Test::new();
    let script = "sleep 60 & echo $! > @ROOT@/child; wait";
    let ended = test.again(&["ensure", "exec", script, "--provider", "shell", "--timeout", "300ms"], 1);
    assert!(ended.stdout().contains("300ms"), "{}", ended.stdout());
    assert_snapshot!(ended.stdout().replace(script, "[SCRIPT]"), @"
    exec#sleep 60 & echo $! > [ROOT]/child; wait  failed  `/bin/sh` did not end within 300ms and was killed (command line:1)

    Done: 0 stable, 1 failed, in [TIME] s.
    ");
    until("the end of the process group", || !is_alive(test.read("child").trim()));
}

/// Standard output when it was asked for, both streams when they explain a failure.
#[test]
fn what_a_command_prints() {
    let mut test = Test::new();
    let run = |test: &mut Test, script: &str, more: &[&str], exit| {
        let stdout = test.again(&[&["ensure", "exec", script, "--provider", "shell"], more].concat(), exit).stdout();
        stdout.lines().filter(|line| line.starts_with("    |")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(run(&mut test, "echo out; echo err >&2", &[], 0), "");
    assert_eq!(run(&mut test, "echo out; echo err >&2", &["--logoutput"], 0), "    | out");
    assert_eq!(run(&mut test, "echo out; echo err >&2; exit 1", &[], 1), "    | out\n    | err");
}

#[test]
fn control_characters_do_not_reach_a_terminal() {
    let mut test = Test::new();
    let ended = test.again(
        &["ensure", "exec", "printf 'a\\033[2Jb\\tc\\r\\n\\302\\233d\\n'", "--provider", "shell", "--logoutput"],
        0,
    );
    assert!(ended.stdout().contains("    | a\\u{1b}[2Jb\tc"), "{}", ended.stdout());
    assert!(ended.stdout().contains("    | \\u{9b}d\n"), "{}", ended.stdout());
}

#[test]
fn a_long_output_of_a_failure_is_cut_at_the_front() {
    let mut test = Test::new();
    let ended = test.again(&["ensure", "exec", "seq 1 100; exit 1", "--provider", "shell"], 1);
    let shown = ended.stdout();
    assert!(
        shown.contains("    | [... 80 lines before these]\n    | 81\n") && shown.contains("    | 100\n"),
        "{shown}"
    );
}

#[test]
fn a_rehearsal_of_one_resource() {
    let mut test = Test::new();
    let motd = ["ensure", "file", "@ROOT@/motd", "--content", "Welcome.\n", "--owner", "@UID@:@GID@"];
    let ended = test.again(&[&motd[..], &["--noop", "--exit-code"]].concat(), 20);
    assert_snapshot!(ended.stdout(), @"
    file#[ROOT]/motd  would change   new file, content +1 -0, owner [UID], group [GID], mode 0644
        --- /dev/null
        +++ [ROOT]/motd (command line:1)
        @@ -0,0 +1 @@
        +Welcome.

    Rehearsal: 1 would change, 0 stable, in [TIME] s. Nothing was changed.
    ");
    assert!(!test.exists("motd"));
}

#[test]
fn for_programs() {
    let mut test = Test::new();
    let lines = test.again(&["ensure", "exec", "/bin/true", "--output", "jsonl"], 0).lines();
    assert_eq!((lines.len(), &lines[0]["name"], &lines[1]["changed_resources"]), (2, &"/bin/true".into(), &1.into()));
    let json = test.again(&["ensure", "exec", "/bin/true", "--output", "json"], 0).json();
    assert_eq!(json["events"][0]["name"], "/bin/true");
    let yaml = test.again(&["ensure", "exec", "/bin/true", "--output", "yaml"], 0).stdout();
    assert!(yaml.starts_with("events:\n"), "{yaml}");
}
