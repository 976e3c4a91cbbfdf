//! `upright check`: everything that can be known without touching the machine, all at once.

use crate::test::Test;
use insta::assert_snapshot;
use serde_json::json;

const EIGHT_MISTAKES: &str = "\
ccm:
  fail_on_errors: true
  pre_message: [Hello]
  resources:
    - file:
        - /nowhere/motd: {ensure: present, owner: root, mode: 0644}
        - nowhere/issue: {ensure: absent}
    - exec:
        - reindex: {refresh_only: true, timeout: soon}
    - pakage:
        - nginx: {ensure: present}
";

/// What is wrong with one key hides no rule about others, and what was refused is not called missing.
#[test]
fn a_mistake_in_a_resource_hides_no_other() {
    let resources = "ccm:
  resources:
    - file:
        - /nowhere/a: {content: hi, source: /etc/hosts, group: root, mode: \"0644\"}
        - /nowhere/b: {ensure: present, content: hi, source: a, owner: a, group: a, mode: \"0644\", require: [foo]}
    - exec:
        - \"it's\": {cwd: [1]}
        - \"isn't\": {command: [1], alias: [2]}
    - archive:
        - /nowhere/a.tgz: {ensure: present, url: http://a/a.tgz, cleanup: true, creates: [1], owner: a, group: a}
    - scaffold:
        - /nowhere/s: {source: {a: 1}, engine: gox}
    - package:
        - zsh: {alias: [2], provider: pacman}
    - apply:
        - http://a/b: {noop: 7, provider: q}
";
    let test = Test::new().file("site.yaml", resources).args(["check", "site.yaml"]);
    let stderr = test.exit(3).stderr();
    let problems: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error")).collect();
    assert_snapshot!(problems.join("\n"), @"
    error[file::attribute-missing]: owner cannot be empty
    error[decode::missing-key]: missing key `ensure`
    error[file::content-and-source]: `content` and `source` are mutually exclusive
    error[file::content-and-source]: `content` and `source` are mutually exclusive
    error[reference::malformed]: `foo` is not a reference: expected `type#name`, such as `file#/etc/motd`
    error[exec::command]: invalid command: Unterminated single-quoted string
    error[decode::wrong-type]: expected a text, found a list of 1
    error[decode::wrong-type]: expected a text, found a list of 1
    error[decode::wrong-type]: expected a text, found a list of 1
    error[archive::cleanup]: cleanup requires extract_parent to be set
    error[decode::wrong-type]: expected a text, found a list of 1
    error[decode::missing-key]: missing key `ensure`
    error[decode::wrong-type]: expected a text, found a map with 1 key
    error[decode::bad-choice]: expected `jet` or `go`, found `gox`
    error[decode::missing-key]: missing key `ensure`
    error[decode::wrong-type]: expected a text, found a list of 1
    error[resource::unknown-provider]: `package` has no provider `pacman`
    error[manifest::child]: name must be a file path, not a URL
    error[decode::wrong-type]: expected `true` or `false`, found the number 7
    error[manifest::child]: `apply` has no provider `q`
    ");
}

#[test]
fn all_problems_are_shown_at_once() {
    let test = Test::new().file("site.yaml", EIGHT_MISTAKES).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(3).stderr(), @r#"
    error[decode::unknown-key]: unknown key `fail_on_errors`
     --> site.yaml:2:3
      |
    2 |   fail_on_errors: true
      |   ^^^^^^^^^^^^^^ not a key of this map
      = help: did you mean `fail_on_error`?

    error[decode::wrong-type]: expected a text, found a list of 1
     --> site.yaml:3:16
      |
    3 |   pre_message: [Hello]
      |                ^^^^^^^ given here

    error[file::attribute-missing]: group cannot be empty
     --> site.yaml:6:11
      |
    6 |         - /nowhere/motd: {ensure: present, owner: root, mode: 0644}
      |           ^^^^^^^^^^^^^ has no `group`
      = help: add `group: root`, or what fits here

    error[file::mode-unquoted]: mode `0644` is a number, not a text
     --> site.yaml:6:63
      |
    6 |         - /nowhere/motd: {ensure: present, owner: root, mode: 0644}
      |                                                               ^^^^ given here
      = help: quote it: `"0644"`

    error[file::path]: file path must be absolute: `nowhere/issue`
     --> site.yaml:7:11
      |
    7 |         - nowhere/issue: {ensure: absent}
      |           ^^^^^^^^^^^^^ given here
      = help: begin it with a slash, such as `/nowhere/issue`

    error[decode::unknown-key]: unknown key `refresh_only`
     --> site.yaml:9:21
      |
    9 |         - reindex: {refresh_only: true, timeout: soon}
      |                     ^^^^^^^^^^^^ not a key of this map
      = help: did you mean `refreshonly`?

    error[decode::duration]: invalid duration `soon`
     --> site.yaml:9:50
      |
    9 |         - reindex: {refresh_only: true, timeout: soon}
      |                                                  ^^^^ given here
      = help: write it as `30s`, `5m` or `1h30m`

    error[manifest::unknown-type]: unknown resource type `pakage`
      --> site.yaml:10:7
       |
    10 |     - pakage:
       |       ^^^^^^ not a resource type
       = help: did you mean `package`?

    8 errors
    "#);
}

#[test]
fn problems_are_a_list_for_programs() {
    let test = Test::new().file("site.yaml", EIGHT_MISTAKES).args(["check", "site.yaml", "--output", "json"]);
    let ended = test.exit(3);
    let problems = ended.json();
    let found: Vec<String> = problems
        .as_array()
        .unwrap()
        .iter()
        .map(|p| {
            format!("{} {}:{}:{}", p["code"].as_str().unwrap(), p["file"].as_str().unwrap(), p["line"], p["column"])
        })
        .collect();
    assert_eq!(ended.stderr(), "");
    assert_snapshot!(found.join("\n"), @"
    decode::unknown-key site.yaml:2:3
    decode::wrong-type site.yaml:3:16
    file::attribute-missing site.yaml:6:11
    file::mode-unquoted site.yaml:6:63
    file::path site.yaml:7:11
    decode::unknown-key site.yaml:9:21
    decode::duration site.yaml:9:50
    manifest::unknown-type site.yaml:10:7
    ");
    assert_snapshot!(serde_json::to_string_pretty(&problems[0]).unwrap(), @r#"
    {
      "code": "decode::unknown-key",
      "column": 3,
      "end_column": 17,
      "end_line": 2,
      "file": "site.yaml",
      "help": "did you mean `fail_on_error`?",
      "labels": [
        {
          "column": 3,
          "end_column": 17,
          "end_line": 2,
          "file": "site.yaml",
          "line": 2,
          "text": "not a key of this map"
        }
      ],
      "line": 2,
      "message": "unknown key `fail_on_errors`",
      "notes": [],
      "severity": "error"
    }
    "#);
}

const TWINS: &str = "\
ccm:
  resources:
    - file:
        - defaults: {ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}
        - @ROOT@/motd: {content: first}
        - @ROOT@/motd: {content: second}
";

#[test]
fn a_path_that_is_declared_twice_is_a_finding() {
    let mut test = Test::new().file("site.yaml", TWINS);
    let found = test.again(&["check", "site.yaml"], 2).stderr();
    assert!(found.starts_with("warning[manifest::declared-twice]: file#[ROOT]/motd is declared twice\n"), "{found}");
    assert!(found.contains("--> site.yaml:6:11\n") && found.ends_with("\n1 warning\n"), "{found}");
    let applied = test.again(&["apply", "site.yaml"], 0);
    assert_eq!(applied.stderr(), found, "apply warns and goes on");
    assert_eq!(test.read("motd"), "second");
}

#[test]
fn a_command_may_be_declared_twice() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - /bin/true: {}\n        - /bin/true: {}\n";
    Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]).exit(0);
}

#[test]
fn a_good_document_says_so() {
    let manifest = "ccm: {resources: [{exec: {name: /bin/true}}]}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    assert_eq!(test.again(&["check", "site.yaml"], 0).stdout(), "site.yaml: no problems in 1 resource\n");
    assert_eq!(test.again(&["check", "site.yaml", "--output", "json"], 0).json(), json!([]));
}

#[test]
fn nothing_of_the_machine_is_touched() {
    let manifest = "\
ccm:
  resources:
    - exec: {name: \"touch @ROOT@/ran\", unless: \"touch @ROOT@/asked\"}
    - file: {name: @ROOT@/motd, ensure: present, owner: nobody-of-that-name, group: \"@GID@\", mode: \"0644\"}
";
    let test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    let before = test.tree();
    test.exit(0);
    assert_eq!(before, test.tree());
}

#[test]
fn a_file_that_is_not_there() {
    let test = Test::new().args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(4).stderr(), @"error: manifest `site.yaml` does not exist");
}

#[test]
fn a_wrong_ensure_hides_nothing() {
    let manifest = "ccm:\n  resources:\n    - file:\n        - /nowhere/motd: {ensure: presnt, content: a, source: b, owner: root}\n        - /nowhere/issue: {ensure: absnt}\n";
    let test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(3).stderr(), @r#"
    error[file::attribute-missing]: group cannot be empty
     --> site.yaml:4:11
      |
    4 |         - /nowhere/motd: {ensure: presnt, content: a, source: b, owner: root}
      |           ^^^^^^^^^^^^^ has no `group`
      = help: add `group: root`, or what fits here

    error[file::attribute-missing]: mode cannot be empty
     --> site.yaml:4:11
      |
    4 |         - /nowhere/motd: {ensure: presnt, content: a, source: b, owner: root}
      |           ^^^^^^^^^^^^^ has no `mode`
      = help: add `mode: "0644"`, or what fits here

    error[decode::bad-choice]: expected `present`, `absent` or `directory`, found `presnt`
     --> site.yaml:4:35
      |
    4 |         - /nowhere/motd: {ensure: presnt, content: a, source: b, owner: root}
      |                                   ^^^^^^ not one of these words
      = help: did you mean `present`?

    error[file::content-and-source]: `content` and `source` are mutually exclusive
     --> site.yaml:4:63
      |
    4 |         - /nowhere/motd: {ensure: presnt, content: a, source: b, owner: root}
      |                                                    -          ^ and another file here
      |                                                    |
      |                                                    the content is given here
      = help: keep one of them

    error[decode::bad-choice]: expected `present`, `absent` or `directory`, found `absnt`
     --> site.yaml:5:36
      |
    5 |         - /nowhere/issue: {ensure: absnt}
      |                                    ^^^^^ not one of these words
      = help: did you mean `absent`?

    5 errors
    "#);
}

#[test]
fn numbers_that_become_other_texts_are_findings() {
    let manifest = "ccm:\n  resources:\n    - file:\n        - /nowhere/version: {ensure: present, content: 1.10, owner: root, group: root, mode: \"0644\"}\n        - /nowhere/id: {ensure: present, content: 0x10, owner: root, group: root, mode: \"0644\"}\n        - /nowhere/port: {ensure: present, content: 8080, owner: root, group: root, mode: \"0644\"}\n";
    let test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(2).stderr(), @r#"
    warning[decode::other-text]: `1.10` without quotes is the number 1.1, and counts as the text `1.1`
     --> site.yaml:4:56
      |
    4 |         - /nowhere/version: {ensure: present, content: 1.10, owner: root, group: root, mode: "0644"}
      |                                                        ^^^^ given here
      = help: quote it: `"1.10"`

    warning[decode::other-text]: `0x10` without quotes is the number 16, and counts as the text `16`
     --> site.yaml:5:51
      |
    5 |         - /nowhere/id: {ensure: present, content: 0x10, owner: root, group: root, mode: "0644"}
      |                                                   ^^^^ given here
      = help: quote it: `"0x10"`

    2 warnings
    "#);
}

#[test]
fn exit_codes_that_no_command_has_are_findings() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - /bin/true: {returns: [0, 255, 256, -1]}\n";
    let mut test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(2).stderr(), @r#"
    warning[exec::returns]: no command ends with exit code 256
     --> site.yaml:4:41
      |
    4 |         - /bin/true: {returns: [0, 255, 256, -1]}
      |                                         ^^^ never matches
      = help: write a number from 0 to 255

    warning[exec::returns]: no command ends with exit code -1
     --> site.yaml:4:46
      |
    4 |         - /bin/true: {returns: [0, 255, 256, -1]}
      |                                              ^^ never matches
      = help: write a number from 0 to 255

    2 warnings
    "#);
    test.again(&["apply", "site.yaml"], 0);
}

#[test]
fn lines_for_a_shell_that_no_shell_sees_are_findings() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - date | wc -l: {}\n        - two: {command: make install, unless: \"test -e /x && true\"}\n        - three: {command: date | wc -l, provider: shell}\n        - four: {command: \"expr 1 '>' 0\"}\n";
    let test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(2).stderr(), @r#"
    warning[exec::shell-operator]: no shell sees this line, so `|` is given to the program as it stands
     --> site.yaml:4:11
      |
    4 |         - date | wc -l: {}
      |           ^^^^^^^^^^^^ runs without a shell
      = help: add `provider: shell`, or quote it if the program wants it

    warning[exec::shell-operator]: no shell sees this line, so `&&` is given to the program as it stands
     --> site.yaml:5:48
      |
    5 |         - two: {command: make install, unless: "test -e /x && true"}
      |                                                ^^^^^^^^^^^^^^^^^^^^ runs without a shell
      = help: add `provider: shell`, or quote it if the program wants it

    2 warnings
    "#);
}

/// The run goes on to such a step and fails it there, because an earlier one may do something useful.
#[test]
fn command_lines_that_nobody_can_run_are_findings() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - one: {command: \"echo it's\"}\n        - two: {command: \"true\", onlyif: '  ', unless: 'test \"x'}\n        - three: {command: \"echo {{ \\\"it's\\\" }}\"}\n        - four: {command: \"echo it's\", provider: shell}\n        - five: {command: \"'' x\"}\n";
    let mut test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(2).stderr(), @r#"
    warning[exec::command]: invalid command: Unterminated single-quoted string
     --> site.yaml:4:26
      |
    4 |         - one: {command: "echo it's"}
      |                          ^^^^^^^^^^^ fails when its turn comes
      = help: mend the quotes, or add `provider: shell`

    warning[exec::command]: invalid command: it is blank
     --> site.yaml:5:42
      |
    5 |         - two: {command: "true", onlyif: '  ', unless: 'test "x'}
      |                                          ^^^^ fails when its turn comes
      = help: write a command line, or leave it out

    warning[exec::command]: invalid command: Unterminated double-quoted string
     --> site.yaml:5:56
      |
    5 |         - two: {command: "true", onlyif: '  ', unless: 'test "x'}
      |                                                        ^^^^^^^^^ fails when its turn comes
      = help: mend the quotes, or add `provider: shell`

    warning[exec::command]: invalid command: it is blank
     --> site.yaml:8:27
      |
    8 |         - five: {command: "'' x"}
      |                           ^^^^^^ fails when its turn comes
      = help: write a command line, or leave it out

    4 warnings
    "#);
    assert_snapshot!(test.again(&["apply", "site.yaml", "--no-report"], 1).stdout(), @"
    exec#one    failed         invalid command: Unterminated single-quoted string (site.yaml:4)
    exec#two    failed         guard `onlyif`: invalid command: it is blank (site.yaml:5)
    exec#three  failed         invalid command: Unterminated single-quoted string (site.yaml:6)
    exec#four   failed         exit code 2, allowed: 0 (site.yaml:7)
        | /bin/sh: 1: Syntax error: Unterminated quoted string
    exec#five   failed         invalid command: it is blank (site.yaml:8)

    Done: 0 stable, 5 failed, in [TIME] s.
    ");
}

#[test]
fn a_document_from_a_pipe() {
    let test = Test::new();
    let run = |line: &str| {
        let mut command = std::process::Command::new("bash");
        let command =
            command.args(["-c", line]).current_dir(test.path("")).env("UPRIGHT", env!("CARGO_BIN_EXE_upright"));
        command.env("UPRIGHT_STATE_DIR", test.state());
        test.ended(command.output().unwrap())
    };
    let document = "printf 'ccm:\\n  resources:\\n    - exec: {name: touch here, cwd: .}\\n'";
    for line in ["| \"$UPRIGHT\" check -", "| \"$UPRIGHT\" check /dev/stdin"] {
        let ended = run(&format!("{document} {line}"));
        assert_eq!(ended.stdout(), "/dev/stdin: no problems in 1 resource\n", "{}", ended.stderr());
    }
    let ended = run(&format!("\"$UPRIGHT\" check <({document}; sleep 0.2; echo '# end')"));
    assert!(ended.stdout().ends_with(": no problems in 1 resource\n"), "{}", ended.stderr());
    std::fs::write(test.path("m.yaml"), ONE).unwrap();
    for line in
        ["apply <(cat m.yaml)", "apply /dev/stdin <m.yaml", "apply /dev/stdin < <(cat m.yaml)", "apply - <m.yaml"]
    {
        let ended = run(&format!("\"$UPRIGHT\" {line}"));
        assert_eq!(ended.code, Some(0), "{line}: {}", ended.raw());
        assert!(ended.stdout().contains("exec#/bin/true  changed"), "{line}: {}", ended.raw());
    }
    let ended = run("\"$UPRIGHT\" check - </dev/null");
    assert!(ended.stderr().starts_with("error[manifest::empty]: the manifest is empty"), "{}", ended.stderr());
    let ended = run("\"$UPRIGHT\" check - </dev/zero");
    assert!(ended.stderr().contains("bytes, more than the limit of"), "{}", ended.stderr());
}

const ONE: &str = "ccm:\n  resources:\n    - exec: {name: /bin/true}\n";
const REQUEST: &str = "protocol: io.choria.ccm.v1.resource.ensure.request\ntype: exec\nproperties: {name: /bin/true}\n";

#[test]
fn a_document_from_a_socket() {
    let mut test = Test::new();
    for (arguments, document, answer) in [
        (&["check", "-"][..], ONE, "no problems in 1 resource"),
        (&["apply", "/dev/stdin"], ONE, "/bin/true"),
        (&["apply", "/dev/fd/0", "--noop"], ONE, "/bin/true"),
        (&["ensure", "api", "pipe"], REQUEST, "\"state\""),
    ] {
        let (mut ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
        let mut command = test.args_of(arguments).command();
        command.stdin(std::os::fd::OwnedFd::from(theirs));
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let child = command.spawn().unwrap();
        // The other end lives in the command too.
        drop(command);
        for piece in document.as_bytes().chunks(20) {
            std::io::Write::write_all(&mut ours, piece).unwrap();
        }
        drop(ours);
        let ended = test.ended(child.wait_with_output().unwrap());
        assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.raw());
        assert!(ended.stdout().contains(answer), "{arguments:?}: {}", ended.raw());
    }
}

/// A terminal of `script`; the document ends with Ctrl-D.
#[test]
fn a_document_from_a_terminal() {
    let test = Test::new();
    for (arguments, document, answer) in [
        ("check -", ONE, "no problems in 1 resource"),
        ("apply /dev/stdin --noop", ONE, "/bin/true"),
        ("ensure api pipe", REQUEST, "\"state\""),
    ] {
        let mut command = std::process::Command::new("script");
        let line = format!("exec {} {arguments}", env!("CARGO_BIN_EXE_upright"));
        command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).current_dir(test.path(""));
        command.env("UPRIGHT_STATE_DIR", test.state()).stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, format!("{document}\u{4}").as_bytes()).unwrap();
        let ended = test.ended(child.wait_with_output().unwrap());
        drop(input);
        assert_eq!(ended.code, Some(0), "{arguments}: {}", ended.raw());
        assert!(ended.raw().contains(answer), "{arguments}: {}", ended.raw());
    }
}

#[test]
fn names_of_facts_in_go_are_known() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - \"echo {{ Facts.host.info.PlatformFamily }} {{ Facts.memory.virtual.Total }}\": {}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    assert_eq!(test.again(&["check", "site.yaml", "--strict"], 0).stdout(), "site.yaml: no problems in 1 resource\n");
    test = test.file("site.yaml", manifest.replace("PlatformFamily", "PlatformFamly"));
    test.again(&["check", "site.yaml", "--strict"], 3);
}

#[test]
fn names_of_facts_in_go_are_known_of_profiles() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - \"echo {{ Facts.host.info.PlatformFamily }} {{ Facts.cpu.info[0].VendorID }}\": {}\n";
    let profile = "host: {info: {platformFamily: rhel}}\ncpu: {info: [{vendorId: x}]}\n";
    let mut test = Test::new().file("site.yaml", manifest).file("profiles/el.yaml", profile);
    let ended = test.again(&["check", "site.yaml", "--strict"], 0);
    assert_eq!(ended.stdout(), "site.yaml: no problems in 1 resource, with 1 profile\n");
    test = test.file("profiles/el.yaml", profile.replace("platformFamily", "platform"));
    assert!(test.again(&["check", "site.yaml", "--strict"], 3).stderr().contains("PlatformFamily"));
}

/// A text that cannot be worked out hides nothing else that is wrong with its resource.
#[test]
fn mistakes_beside_a_broken_expression_are_told_too() {
    let manifest = "ccm:\n  resources:\n    - file:\n        - /srv/x:\n            ensure: prezent\n            \
                    content: \"{{ uper('x') }}\"\n            mode: \"0999\"\n    - exec:\n        - /bin/true:\n            \
                    timeout: soon\n            control: {if: Fact.host}\n";
    let told = Test::new().file("m.yaml", manifest).again(&["check", "m.yaml"], 3).stderr();
    for word in ["prezent", "uper", "0999", "soon", "Fact"] {
        assert!(told.contains(&format!("`{word}`")), "{word}: {told}");
    }
}
