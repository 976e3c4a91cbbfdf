//! Values of the wrong type, and values that mean nothing.

use super::{GOOD, refused, refused_exec, refused_file, refused_items};
use insta::assert_snapshot;

fn refused_mode(mode: &str) -> String {
    refused_file(&format!("ensure: present\nowner: root\ngroup: root\nmode: {mode}"))
}

#[test]
fn mode_without_quotes() {
    assert_snapshot!(refused_mode("0644"), @r#"
    error[file::mode-unquoted]: mode `0644` is a number, not a text
     --> site.yaml:9:19
      |
    9 |             mode: 0644
      |                   ^^^^ given here
      = help: quote it: `"0644"`

    1 error
    "#);
}

#[test]
fn symbolic_mode() {
    assert_snapshot!(refused_mode("rw-r--"), @r#"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number of three or four digits
     --> site.yaml:9:19
      |
    9 |             mode: rw-r--
      |                   ^^^^^^ given here
      = help: write it as `"0644"`

    1 error
    "#);
}

#[test]
fn mode_with_special_bits() {
    assert_snapshot!(refused_mode("\"1777\""), @r#"
    error[file::mode-too-large]: mode `1777` is greater than 0777
     --> site.yaml:9:19
      |
    9 |             mode: "1777"
      |                   ^^^^^^ given here
      = help: set-uid, set-gid and sticky bits are not managed: leave them out

    1 error
    "#);
}

#[test]
fn short_mode() {
    assert_snapshot!(refused_mode("\"77\""), @r#"
    error[file::mode-not-octal]: mode `77` is not an octal number of three or four digits
     --> site.yaml:9:19
      |
    9 |             mode: "77"
      |                   ^^^^ given here
      = help: write it as `"0644"`

    1 error
    "#);
}

#[test]
fn mode_that_is_a_list() {
    assert_snapshot!(refused_mode("[6, 4, 4]"), @"
    error[decode::wrong-type]: expected a text, found a list of 3
     --> site.yaml:9:19
      |
    9 |             mode: [6, 4, 4]
      |                   ^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn content_and_source() {
    assert_snapshot!(refused_file("ensure: present\ncontent: text\nsource: motd\nowner: root\ngroup: root\nmode: \"0644\""), @"
    error[file::content-and-source]: `content` and `source` are mutually exclusive
     --> site.yaml:8:21
      |
    7 |             content: text
      |                      ---- the content is given here
    8 |             source: motd
      |                     ^^^^ and another file here
      = help: keep one of them

    1 error
    ");
}

#[test]
fn unknown_ensure() {
    assert_snapshot!(refused_file("ensure: presnt\nowner: root\ngroup: root\nmode: \"0644\""), @"
    error[decode::bad-choice]: expected `present`, `absent` or `directory`, found `presnt`
     --> site.yaml:6:21
      |
    6 |             ensure: presnt
      |                     ^^^^^^ not one of these words
      = help: did you mean `present`?

    1 error
    ");
}

#[test]
fn list_where_a_text_belongs() {
    assert_snapshot!(refused_file("ensure: present\nowner: [root]\ngroup: root\nmode: \"0644\""), @"
    error[decode::wrong-type]: expected a text, found a list of 1
     --> site.yaml:7:20
      |
    7 |             owner: [root]
      |                    ^^^^^^ given here

    1 error
    ");
}

#[test]
fn map_where_a_text_belongs() {
    assert_snapshot!(refused_file("ensure: present\nowner: root\ngroup: root\nmode: \"0644\"\ncontent:\n  line: text"), @"
    error[decode::wrong-type]: expected a text, found a map with 1 key
      --> site.yaml:11:15
       |
    11 |               line: text
       |               ^^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn text_where_a_truth_belongs() {
    assert_snapshot!(refused(format!("{GOOD}  fail_on_error: yes please\n")), @"
    error[decode::wrong-type]: expected `true` or `false`, found the text `yes please`
     --> site.yaml:4:18
      |
    4 |   fail_on_error: yes please
      |                  ^^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn text_where_numbers_belong() {
    assert_snapshot!(refused_exec("returns: [0, two]"), @"
    error[decode::wrong-type]: expected a whole number, found the text `two`
     --> site.yaml:6:26
      |
    6 |             returns: [0, two]
      |                          ^^^ given here

    1 error
    ");
}

#[test]
fn number_where_a_list_belongs() {
    assert_snapshot!(refused_exec("returns: 0"), @"
    error[decode::wrong-type]: expected a list of whole numbers, found the number 0
     --> site.yaml:6:22
      |
    6 |             returns: 0
      |                      ^ given here
      = help: write it as a list: `[0]`

    1 error
    ");
}

#[test]
fn text_where_a_list_of_numbers_belongs() {
    assert_snapshot!(refused_exec("returns: zero"), @"
    error[decode::wrong-type]: expected a list of whole numbers, found the text `zero`
     --> site.yaml:6:22
      |
    6 |             returns: zero
      |                      ^^^^ given here

    1 error
    ");
}

#[test]
fn section_that_is_a_list() {
    assert_snapshot!(refused("ccm:\n  - resources\n"), @"
    error[decode::wrong-type]: expected a map, found a list of 1
     --> site.yaml:2:3
      |
    2 |   - resources
      |   ^^^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn document_that_is_a_list() {
    assert_snapshot!(refused("- file:\n    - /nowhere/motd: {ensure: absent}\n"), @"
    error[decode::wrong-type]: expected a map, found a list of 1
     --> site.yaml:1:1
      |
    1 | - file:
      | ^^^^^^^ given here

    1 error
    ");
}

#[test]
fn document_that_is_a_text() {
    assert_snapshot!(refused("hello\n"), @"
    error[decode::wrong-type]: expected a map, found the text `hello`
     --> site.yaml:1:1
      |
    1 | hello
      | ^^^^^ given here

    1 error
    ");
}

#[test]
fn relative_path() {
    assert_snapshot!(refused_items("    - file:\n        - etc/motd: {ensure: absent}\n"), @"
    error[file::path]: file path must be absolute: `etc/motd`
     --> site.yaml:5:11
      |
    5 |         - etc/motd: {ensure: absent}
      |           ^^^^^^^^ given here
      = help: begin it with a slash, such as `/etc/motd`

    1 error
    ");
}

#[test]
fn path_that_is_not_canonical() {
    assert_snapshot!(refused_items("    - file:\n        - /nowhere/../etc/: {ensure: absent}\n"), @"
    error[file::path]: file path must be canonical: `/nowhere/../etc/`
     --> site.yaml:5:11
      |
    5 |         - /nowhere/../etc/: {ensure: absent}
      |           ^^^^^^^^^^^^^^^^ given here
      = help: write `/etc`

    1 error
    ");
}

#[test]
fn force_without_absent() {
    assert_snapshot!(refused_file("ensure: directory\nforce: true\nowner: root\ngroup: root\nmode: \"0755\""), @"
    error[file::force]: `force: true` is only valid with `ensure: absent`, not with `ensure: directory`
     --> site.yaml:7:20
      |
    7 |             force: true
      |                    ^^^^ given here

    1 error
    ");
}

#[test]
fn force_on_the_root() {
    assert_snapshot!(refused_items("    - file:\n        - /: {ensure: absent, force: true}\n"), @"
    error[file::force]: `force: true` cannot be used with the filesystem root
     --> site.yaml:5:38
      |
    5 |         - /: {ensure: absent, force: true}
      |                                      ^^^^ given here

    1 error
    ");
}

#[test]
fn account_that_is_too_large() {
    assert_snapshot!(refused_file("ensure: present\nowner: 4294967295\ngroup: root\nmode: \"0644\""), @"
    error[file::account]: `4294967295` is too large for the number of a user or group
     --> site.yaml:7:20
      |
    7 |             owner: 4294967295
      |                    ^^^^^^^^^^ given here

    1 error
    ");
}

#[test]
fn environment_without_an_equals_sign() {
    assert_snapshot!(refused_exec("environment: [HOME]"), @"
    error[exec::environment]: invalid environment variable `HOME`: missing `=`
     --> site.yaml:6:27
      |
    6 |             environment: [HOME]
      |                           ^^^^ given here
      = help: write it as `NAME=value`

    1 error
    ");
}

#[test]
fn environment_with_a_bad_name() {
    assert_snapshot!(refused_exec("environment:\n  - 1ST=a\n  - =b\n  - C="), @"
    error[exec::environment]: invalid environment variable `1ST=a`: a name has letters, digits and `_`, and does not begin with a digit
     --> site.yaml:7:17
      |
    7 |               - 1ST=a
      |                 ^^^^^ given here
      = help: write it as `NAME=value`

    error[exec::environment]: invalid environment variable `=b`: empty name
     --> site.yaml:8:17
      |
    8 |               - =b
      |                 ^^ given here
      = help: write it as `NAME=value`

    error[exec::environment]: invalid environment variable `C=`: empty value
     --> site.yaml:9:17
      |
    9 |               - C=
      |                 ^^ given here
      = help: write it as `NAME=value`

    3 errors
    ");
}

#[test]
fn relative_search_path() {
    assert_snapshot!(refused_exec("path: /usr/bin:bin"), @"
    error[exec::path]: invalid path: `bin` is not an absolute path
     --> site.yaml:6:19
      |
    6 |             path: /usr/bin:bin
      |                   ^^^^^^^^^^^^ given here
      = help: write absolute directories joined by `:`, such as `/usr/local/bin:/usr/bin:/bin`

    1 error
    ");
}

#[test]
fn timeout_without_a_unit() {
    assert_snapshot!(refused_exec("timeout: \"30\""), @r#"
    error[decode::duration]: invalid duration `30`: `30` is not a number with a unit
     --> site.yaml:6:22
      |
    6 |             timeout: "30"
      |                      ^^^^ given here
      = help: write it as `30s`, `5m` or `1h30m`

    1 error
    "#);
}

#[test]
fn timeout_that_is_a_number() {
    assert_snapshot!(refused_exec("timeout: 30"), @"
    error[decode::duration]: invalid duration `30`: `30` is not a number with a unit
     --> site.yaml:6:22
      |
    6 |             timeout: 30
      |                      ^^ given here
      = help: write it as `30s`, `5m` or `1h30m`

    1 error
    ");
}

#[test]
fn negative_timeout() {
    assert_snapshot!(refused_exec("timeout: -5s"), @"
    error[decode::duration]: duration `-5s` is negative
     --> site.yaml:6:22
      |
    6 |             timeout: -5s
      |                      ^^^ given here
      = help: write it as `30s`, `5m` or `1h30m`

    1 error
    ");
}

#[test]
fn command_with_an_open_quote() {
    assert_snapshot!(refused_items("    - exec:\n        - 'echo \"hello': {}\n"), @r#"
    error[exec::command]: invalid command: Unterminated double-quoted string
     --> site.yaml:5:11
      |
    5 |         - 'echo "hello': {}
      |           ^^^^^^^^^^^^^ taken as the command line
      = help: mend the quotes, or give the command line as `command`

    1 error
    "#);
}

#[test]
fn unknown_provider() {
    assert_snapshot!(refused_exec("provider: bash"), @"
    error[resource::unknown-provider]: `exec` has no provider `bash`
     --> site.yaml:6:23
      |
    6 |             provider: bash
      |                       ^^^^ provider not found
      = help: its providers are: posix, shell

    1 error
    ");
}

#[test]
fn secret_in_a_name() {
    assert_snapshot!(refused_items("    - exec:
        - curl --token S3NTINEL-in-a-name:
            environment: [API_TOKEN=S3NTINEL-in-a-name]
"), @"
    error[manifest::secret-in-name]: the name of this `exec` holds a secret
     --> site.yaml:5:11
      |
    5 |         - curl --token <secret>:
      |           ^^^^^^^^^^^^^^^^^^^^^ the secret is in here
      = help: give it a name without the secret, and the secret by a property, such as `content` of a `file` or `environment` of an `exec`

    1 error
    ");
}
