//! The type `exec` with real processes.

use crate::test::{Ended, Test};
use insta::assert_snapshot;

fn apply(items: &str) -> (Test, Ended) {
    let test = Test::new().file("there", "").file("site.yaml", format!("ccm:\n  resources:\n    - exec:\n{items}"));
    let test = test.args(["apply", "site.yaml", "--no-report"]);
    let ended = test.run();
    (test, ended)
}

/// What a command printed.
fn printed(properties: &str) -> Vec<String> {
    let (_, ended) = apply(&format!("        - test: {{logoutput: true, {properties}}}\n"));
    assert_eq!(ended.code, Some(0), "{}", ended.raw());
    ended.stdout().lines().filter_map(|line| line.strip_prefix("    | ")).map(str::to_owned).collect()
}

#[test]
fn the_environment_is_small_and_fixed() {
    let lines = printed("command: /usr/bin/env, environment: [B=2, \"A=1 = 1\"]");
    let path = "PATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin";
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.sort_unstable();
    let run = lines.pop().unwrap();
    assert!(run.starts_with("UPRIGHT_RUN="), "a run inside of this one shares its lock: {run}");
    assert_eq!(lines, ["A=1 = 1", "B=2", "LANG=C", "LC_ALL=C", path]);
}

/// The caller's own `PATH` says where a program is; the program itself sees the fixed one, or what `path` says.
#[test]
fn a_bare_name_is_searched_in_the_path_of_the_caller() {
    let fixed = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin";
    let line = "own-tool -c 'echo $PATH >> @ROOT@/seen'";
    let manifest = format!("ccm:\n  resources:\n    - exec:\n        - test: {{command: {line}, onlyif: {line}}}\n");
    let test = Test::new().file("site.yaml", manifest).directory("bin");
    std::os::unix::fs::symlink("/bin/sh", test.path("bin/own-tool")).unwrap();
    let mut test = test.env("PATH", "relative:@ROOT@/bin:/bin");
    test.again(&["apply", "site.yaml", "--noop"], 0);
    test.again(&["apply", "site.yaml"], 0);
    assert_eq!(test.read("seen"), format!("{fixed}\n").repeat(3));
    let stdout = test.env("PATH", "bin:/bin").args(["apply", "site.yaml"]).exit(1).stdout();
    assert!(stdout.contains("program `own-tool` is not found in /bin "), "{stdout}");
}

#[test]
fn a_command_runs_in_the_root_directory() {
    assert_eq!(printed("command: pwd, provider: shell"), ["/"]);
    assert_eq!(printed("command: pwd, provider: shell, cwd: \"@ROOT@\""), ["[ROOT]"]);
}

#[test]
fn words_are_split_and_nothing_is_expanded() {
    assert_eq!(printed(r#"command: "printf '%s|' $HOME * \"a  b\" 'c d' e\\ f ; x""#), ["$HOME|*|a  b|c d|e f|;|x|"]);
    assert_eq!(printed(r#"command: "printf '%s|' \"$A\" | cat", provider: shell, environment: ["A=x y"]"#), ["x y|"]);
}

#[test]
fn standard_input_is_empty() {
    assert_eq!(printed("command: cat; echo end, provider: shell"), ["end"]);
}

#[test]
fn guards_decide() {
    let table = [
        ("creates: @ROOT@/there", false),
        ("creates: @ROOT@/missing", true),
        ("onlyif: /bin/true", true),
        ("onlyif: /bin/false", false),
        ("unless: /bin/true", false),
        ("unless: /bin/false", true),
        ("onlyif: /bin/true, unless: /bin/true", false),
        ("onlyif: /bin/true, unless: /bin/false, creates: @ROOT@/missing", true),
        ("refreshonly: true", false),
        ("ensure: absent", false),
        ("ensure: present", true),
    ];
    for (guard, runs) in table {
        let (test, ended) = apply(&format!("        - touch @ROOT@/ran: {{{guard}}}\n"));
        assert_eq!((ended.code, test.exists("ran")), (Some(0), runs), "{guard}: {}", ended.raw());
    }
}

#[test]
fn guards_run_as_the_command_does() {
    let guard = "test \\\"$PWD:$A\\\" = \\\"@ROOT@:1\\\"";
    let surroundings = "provider: shell, cwd: \"@ROOT@\", environment: [A=1]";
    let (test, ended) = apply(&format!("        - touch ran: {{onlyif: \"{guard}\", {surroundings}}}\n"));
    assert!(test.exists("ran"), "{}", ended.raw());
}

/// Both guards are asked even when `creates` is there already, as ever.
#[test]
fn guards_are_asked_in_a_rehearsal_too() {
    let items = "        - touch @ROOT@/ran: {creates: @ROOT@/there, onlyif: \"touch @ROOT@/first\", unless: \"touch @ROOT@/second\"}\n";
    let test = Test::new().file("there", "").file("site.yaml", format!("ccm:\n  resources:\n    - exec:\n{items}"));
    let test = test.args(["apply", "site.yaml", "--noop"]);
    test.exit(0);
    assert!(test.exists("first") && test.exists("second") && !test.exists("ran"));
}

#[test]
fn what_it_creates_does_not_make_up_for_its_exit_code() {
    let (test, ended) =
        apply("        - make: {command: \"touch @ROOT@/made; exit 3\", provider: shell, creates: @ROOT@/made}\n");
    assert_eq!(ended.code, Some(1), "{}", ended.raw());
    assert!(test.exists("made"));
}

#[test]
fn a_signal_is_not_an_exit_code() {
    let (_, ended) = apply("        - die: {command: \"kill -9 $$\", provider: shell, returns: [0, 137]}\n");
    assert_eq!(ended.code, Some(1));
    assert!(ended.stdout().contains("SIGKILL") || ended.stdout().contains("signal 9"), "{}", ended.stdout());
}

#[test]
fn a_refresh_ignores_guards() {
    let guards = "creates: @ROOT@/there, onlyif: /bin/false, unless: /bin/true, refreshonly: true";
    let subscriber = format!("        - touch @ROOT@/ran: {{{guards}, subscribe: [exec#change]}}\n");
    let (test, ended) = apply(&format!("        - change: {{command: /bin/true}}\n{subscriber}"));
    assert!(test.exists("ran"), "{}", ended.raw());
}

#[test]
fn huge_output_is_cut_and_said() {
    let (_, ended) = apply("        - spill: {command: \"yes | head -c 5000000\", provider: shell, logoutput: true}\n");
    assert_eq!(ended.code, Some(0));
    assert!(ended.raw().len() < 8_000_000);
    assert!(ended.stdout().contains("more were cut]"), "{}", &ended.stdout()[ended.stdout().len() - 300..]);
}

#[test]
fn what_a_command_leaves_running_does_not_hold_it_up() {
    let start = std::time::Instant::now();
    let (_, ended) = apply("        - daemon: {command: \"sleep 20 &\", provider: shell}\n");
    assert_eq!(ended.code, Some(0));
    assert!(start.elapsed().as_secs() < 15, "the pipes of a daemon are not waited for");
}

/// Whoever wrote for a shell and has none is told so, when it matters.
#[test]
fn a_line_that_only_a_shell_understands() {
    let error = |properties: &str| {
        let (_, ended) = apply(&format!("        - test: {{{properties}}}\n"));
        assert_eq!(ended.code, Some(1), "{}", ended.raw());
        let stdout = ended.stdout();
        let line = stdout.lines().find(|line| line.starts_with("exec#test")).unwrap().to_owned();
        line.split_once("failed ").unwrap().1.trim_start().to_owned()
    };
    assert_snapshot!(error("command: \"ls /no/such | sort\""), @"exit code 2, allowed: 0; the posix provider runs no shell, so `|` is not interpreted: set `provider: shell` (site.yaml:4)");
    assert_snapshot!(error("command: \"no-such-program > /dev/null\""), @"program `no-such-program` is not found in /usr/bin:/bin; the posix provider runs no shell, so `>` is not interpreted: set `provider: shell` (site.yaml:4)");
    assert_snapshot!(error("command: \"$HOME/tool\""), @"cannot start `$HOME/tool`: no such file or directory; the posix provider runs no shell, so `$HOME` is not interpreted: set `provider: shell` (site.yaml:4)");
    assert_snapshot!(error("command: /bin/true, onlyif: \"cd / && true\""), @"guard `onlyif`: program `cd` is not found in /usr/bin:/bin; the posix provider runs no shell, so `&&` is not interpreted: set `provider: shell` (site.yaml:4)");
    assert_snapshot!(error("command: \"ls /no/such '|' sort\""), @"exit code 2, allowed: 0 (site.yaml:4)");
    assert_snapshot!(error("command: \"false | false\", provider: shell"), @"exit code 1, allowed: 0 (site.yaml:4)");
    assert_snapshot!(error("command: /bin/true, unless: \"'unclosed\""), @"guard `unless`: invalid command: Unterminated single-quoted string (site.yaml:4)");
}
