//! `exec`.

use crate::kit::{Kit, Screen, json};
use providers::{Capability, Cause, Inputs, Manners, Settings, what_if};
use std::time::{Duration, Instant};
use system::Signal;
use value::Value;

const FROM: Capability = Capability::From;
const ACTION: Capability = Capability::Action;

fn field(kit: &Kit, mode: Capability, inputs: &str, name: &str) -> Value {
    kit.data("exec", mode, inputs).as_map().unwrap().get(name).cloned().unwrap()
}

fn stdout(kit: &Kit, inputs: &str) -> String {
    field(kit, FROM, inputs, "stdout").to_string()
}

#[test]
fn the_result_tells_everything() {
    let kit = Kit::new();
    for mode in [FROM, Capability::Transform, ACTION] {
        let output = kit.call("exec", mode, r#"{"command": "echo out; echo err >&2; exit 3"}"#).unwrap();
        assert_eq!(
            json(&output.data),
            r#"{"command":"echo out; echo err >&2; exit 3","exitCode":3,"shell":"auto","stderr":"err\n","stdout":"out\n","success":false}"#
        );
        assert!(output.warnings.is_empty() && !output.streamed);
    }
}

#[test]
fn shells_differ_in_what_ends_them() {
    let kit = Kit::new();
    for (shell, printed) in [("auto", ""), ("sh", ""), ("bash", "reached\n")] {
        let inputs = format!(r#"{{"command": "false; echo reached", "shell": "{shell}"}}"#);
        assert_eq!(stdout(&kit, &inputs), printed, "{shell}");
    }
    assert_eq!(stdout(&kit, r#"{"command": "a=(x y); [[ ${a[1]} == y ]] && echo yes"}"#), "yes\n");
    assert_eq!(
        stdout(&kit, r#"{"command": "printf '<%s>'", "args": ["a b", "it's", "$HOME", ""]}"#),
        "<a b><it's><$HOME><>"
    );
}

#[test]
fn without_bash_there_is_sh() {
    let kit = Kit::new();
    kit.run.environment.set("PATH", "/nowhere");
    assert_eq!(stdout(&kit, r#"{"command": "echo $0"}"#), "/bin/sh\n");
    let syntax = kit.error("exec", FROM, r#"{"command": "if then"}"#);
    assert!(syntax.contains("exec: failed to execute command: shellexec: failed to parse command: "), "{syntax}");
    for shell in ["bash", "pwsh"] {
        let error = kit.error("exec", FROM, &format!(r#"{{"command": "x", "shell": "{shell}"}}"#));
        let text = format!("exec: failed to execute command: shellexec: shell \"{shell}\" not found in PATH");
        assert!(error.ends_with(&text), "{error}");
    }
    let error = kit.error("exec", FROM, r#"{"command": "x", "shell": "cmd"}"#);
    assert!(error.ends_with("shell type \"cmd\" is only available on Windows"), "{error}");
}

#[test]
fn a_syntax_error_is_an_error_and_an_exit_code_is_none() {
    let kit = Kit::new();
    for command in ["if then", "echo \\\"x", "echo a\\nif then", "foo("] {
        let error = kit.error("exec", FROM, &format!(r#"{{"command": "{command}"}}"#));
        assert!(error.contains("failed to parse command: bash: "), "{command}: {error}");
    }
    for (command, code) in [("exit 2", 2), ("nosuchcmd_zz a", 127), ("kill -9 $$", 137), ("kill -11 $$; true", 139)] {
        let inputs = format!(r#"{{"command": "{command}"}}"#);
        assert_eq!(field(&kit, FROM, &inputs, "exitCode"), Value::Int(code), "{command}");
    }
    // Bash itself leaves it to its exit code.
    assert_eq!(field(&kit, FROM, r#"{"command": "if then", "shell": "bash"}"#, "exitCode"), Value::Int(2));
}

/// What bash says of a command line that is none is in the error; everything else is seen, in its order.
#[test]
fn a_syntax_error_is_told_once() {
    let kit = Kit { screen: Some(Screen::default()), ..Kit::new() };
    let screen = kit.screen.as_ref().unwrap();
    let seen = || {
        let both = (screen.out_text(), screen.err_text());
        screen.out.lock().unwrap().clear();
        screen.err.lock().unwrap().clear();
        both
    };
    let error = kit.error("exec", Capability::Action, r#"{"command": "echo a; echo b >&2\nif then"}"#);
    assert_eq!(error.matches("syntax error").count(), 1, "{error}");
    assert_eq!(seen(), ("a\n".to_owned(), "b\n".to_owned()));
    // These are the words of another shell, whose command line nobody checks.
    for command in ["bash -c 'if then'", "bash -c 'if then' || echo after >&2", "bash -c 'if then' || exit 3"] {
        kit.data("exec", Capability::Action, &format!(r#"{{"command": "{command}"}}"#));
        let (_, complaint) = seen();
        assert!(complaint.starts_with("bash: -c: line 1: syntax error"), "{complaint}");
        assert_eq!(complaint.ends_with("\nafter\n"), command.contains("after"), "{complaint}");
    }
    kit.data("exec", Capability::Action, r#"{"command": "if then", "shell": "bash"}"#);
    assert!(seen().1.contains("syntax error"), "it is no error there");
    kit.data("exec", Capability::Action, r#"{"command": "printf ba >&2; printf sh: >&2"}"#);
    assert_eq!(seen().1, "bash:");
}

#[test]
fn standard_input_is_what_is_given() {
    let kit = Kit::new();
    assert_eq!(stdout(&kit, r#"{"command": "wc -c | tr -d ' '"}"#), "0\n");
    assert_eq!(stdout(&kit, r#"{"command": "sort", "stdin": "b\na\n"}"#), "a\nb\n");
    let long = format!(r#"{{"command": "wc -c | tr -d ' '", "stdin": "{}"}}"#, "x".repeat(1 << 20));
    assert_eq!(stdout(&kit, &long), "1048576\n");
    let raw = kit.data("exec", Capability::Transform, r#"{"command": "cat", "stdin": "  a b \n\n", "raw": true}"#);
    assert_eq!(raw, Value::string("a b"));
}

#[test]
fn the_environment_is_the_runs_and_what_is_added() {
    let kit = Kit::new();
    kit.run.environment.set("OF_RUN", "1");
    kit.run.environment.set("BOTH", "1");
    kit.run.environment.unset("TERM");
    let command = r#"{"command": "echo $OF_RUN $BOTH $ADDED $NO_COLOR $TERM", "env": {"BOTH": 2, "ADDED": true}}"#;
    assert_eq!(stdout(&kit, command), "1 2 true 1 dumb\n");
    kit.run.environment.set("TERM", "xterm");
    assert_eq!(stdout(&kit, r#"{"command": "echo $TERM", "env": {"NO_COLOR": ""}}"#), "xterm\n");
    let error = kit.error("exec", FROM, r#"{"command": "x", "env": {"A=B": "1"}}"#);
    assert!(error.contains("env: \"A=B\" cannot be the name"), "{error}");
    let error = kit.error("exec", FROM, r#"{"command": "x", "env": 5}"#);
    assert!(error.ends_with("env must be a map, got int"), "{error}");
}

#[test]
fn it_runs_where_it_is_told() {
    let mut kit = Kit::new();
    kit.write("sub/x", "");
    std::fs::create_dir(kit.root().join("out")).unwrap();
    let root = kit.root().display().to_string();
    assert_eq!(stdout(&kit, r#"{"command": "pwd"}"#), format!("{root}\n"));
    assert_eq!(stdout(&kit, r#"{"command": "pwd", "workingDir": "sub"}"#), format!("{root}/sub\n"));
    let error = kit.error("exec", FROM, r#"{"command": "pwd", "workingDir": "nosub"}"#);
    assert!(error.contains("nosub`: no such file or directory"), "{error}");
    kit.directories.output = Some(kit.root().join("out"));
    let there = field(&kit, ACTION, r#"{"command": "pwd"}"#, "stdout");
    assert_eq!(there.to_string(), format!("{root}/out\n"));
    assert_eq!(stdout(&kit, r#"{"command": "pwd"}"#), format!("{root}\n"));
    let error = kit.error("exec", ACTION, r#"{"command": "pwd", "workingDir": "../sub"}"#);
    assert!(error.contains("path \"../sub\" resolves outside output directory"), "{error}");
}

/// `--cwd` and the place of the solution are for paths; a process runs where this one does.
#[test]
fn it_runs_where_the_process_was_started() {
    let mut kit = Kit::new();
    kit.write("sub/deep/x", "");
    let root = kit.root();
    kit.directories.working = root.join("sub");
    kit.directories.base = root.join("sub");
    for mode in [FROM, ACTION] {
        let there = field(&kit, mode, r#"{"command": "pwd"}"#, "stdout");
        assert_eq!(there.to_string(), format!("{}\n", root.display()), "{mode}");
        let there = field(&kit, mode, r#"{"command": "pwd", "workingDir": "deep"}"#, "stdout");
        assert_eq!(there.to_string(), format!("{}/sub/deep\n", root.display()), "{mode}");
    }
}

#[test]
fn people_see_what_actions_print_without_secrets() {
    let mut kit = Kit { screen: Some(Screen::default()), ..Kit::new() };
    let inputs = r#"{"command": "echo $API_TOKEN; echo oops >&2", "env": {"API_TOKEN": "S3NTINEL-abcdef"}}"#;
    let output = kit.call("exec", ACTION, inputs).unwrap();
    assert!(output.streamed);
    let screen = kit.screen.as_ref().unwrap();
    assert_eq!((screen.out_text().as_str(), screen.err_text().as_str()), ("[REDACTED]\n", "oops\n"));
    assert!(json(&output.data).contains("S3NTINEL-abcdef"), "results are data");
    kit.screen = Some(Screen::default());
    let data = kit.data("exec", ACTION, r#"{"command": "echo seen", "passthrough": true}"#);
    assert_eq!(data.as_map().unwrap().get("stdout"), Some(&Value::string("")));
    assert_eq!(kit.screen.as_ref().unwrap().out_text(), "seen\n");
    kit.screen = Some(Screen::default());
    assert!(!kit.call("exec", FROM, r#"{"command": "echo quiet"}"#).unwrap().streamed);
    assert_eq!(kit.screen.as_ref().unwrap().out_text(), "");
}

#[test]
fn a_failure_counts_when_it_is_told_to() {
    let kit = Kit::new();
    let inputs = r#"{"command": "echo first >&2; echo why >&2; exit 4", "failOnError": true}"#;
    let error = kit.call("exec", ACTION, inputs).unwrap_err();
    assert_eq!(error.to_string(), "provider execution failed: exec: command failed with exit code 4: why");
    assert_eq!(error.fault().unwrap().details.get("exitCode"), Some(&Value::Int(4)));
    assert!(kit.call("exec", ACTION, r#"{"command": "true", "failOnError": true}"#).is_ok());
}

#[test]
fn time_outs_and_interrupts_end_the_whole_group() {
    let mut kit = Kit::new();
    let start = Instant::now();
    let slow = r#"{"command": "sleep 30 & echo $! > child; sleep 30; true", "timeout": 3}"#;
    let error = kit.call("exec", ACTION, slow).unwrap_err();
    let text = "provider execution failed: exec: failed to execute command: shellexec: command interrupted: context deadline exceeded";
    assert_eq!(error.to_string(), text);
    assert_eq!(error.fault().unwrap().cause, Cause::TimedOut);
    let child = kit.read("child");
    // What is killed is gone a moment later.
    while !is_dead(child.trim()) {
        assert!(start.elapsed() < Duration::from_secs(20), "{child} outlives its command");
        std::thread::sleep(Duration::from_millis(5));
    }
    kit.time = Some(Duration::from_millis(100));
    assert_eq!(kit.call("exec", FROM, r#"{"command": "sleep 30"}"#).unwrap_err().to_string(), text);
    let interrupt = kit.interrupt.clone();
    kit.time = None;
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.raise(Signal::Terminate);
    });
    let error = kit.call("exec", ACTION, r#"{"command": "sleep 30"}"#).unwrap_err();
    assert_eq!(error.fault().unwrap().cause, Cause::Interrupted(Signal::Terminate));
    assert!(start.elapsed() < Duration::from_secs(25));
}

fn is_dead(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
}

#[test]
fn text_that_is_not_utf8_passes_through() {
    let kit = Kit::new();
    let data = kit.data("exec", FROM, r#"{"command": "printf ' \\377 '"}"#);
    assert_eq!(data.as_map().unwrap().get("stdout").unwrap().as_raw_text(), Some(&b" \xff "[..]));
    let data = kit.data("exec", FROM, r#"{"command": "printf ' \\377 '", "raw": true}"#);
    assert_eq!(data.as_raw_text(), Some(&b"\xff"[..]));
    let inputs = [("command", Value::from("cat; echo .")), ("stdin", Value::text(&b"\xe9"[..]))];
    let data = kit.call_with("exec", FROM, inputs.into_iter().collect()).unwrap().data;
    assert_eq!(data.as_map().unwrap().get("stdout").unwrap().as_raw_text(), Some(&b"\xe9.\n"[..]));
}

#[test]
fn output_without_end_is_bounded() {
    let settings = Settings { max_value_size: 100_000, ..Settings::default() };
    let kit = Kit::with(settings);
    let error = kit.error("exec", FROM, r#"{"command": "yes"}"#);
    assert!(error.ends_with("exec: output exceeds maximum size of 100000 bytes"), "{error}");
    let output = kit.call("exec", ACTION, r#"{"command": "yes | head -c 150000"}"#).unwrap();
    assert_eq!(output.warnings, ["stdout was cut after 100000 bytes, 50000 more came"]);
}

#[test]
fn a_rehearsal_runs_resolvers_only() {
    let kit = Kit { rehearsal: true, ..Kit::new() };
    assert_eq!(stdout(&kit, r#"{"command": "echo asked"}"#), "asked\n");
    let data = kit.data("exec", ACTION, r#"{"command": "touch made"}"#);
    assert_eq!(data.as_unknown().unwrap().reason(), "the command is not run in a rehearsal");
    assert!(!kit.root().join("made").exists());
}

#[test]
fn a_dry_run_tells_what_would_be_done() {
    let kit = Kit { dry_run: true, ..Kit::new() };
    let inputs = r#"{"command": "touch made", "args": ["a b"], "workingDir": "sub"}"#;
    assert_eq!(
        json(&kit.data("exec", ACTION, inputs)),
        r#"{"_dryRun":true,"_message":"Would execute via auto shell: touch made 'a b' in directory: sub","command":"touch made 'a b'","exitCode":0,"shell":"auto","stderr":"","stdout":"","success":true}"#
    );
    assert!(!kit.root().join("made").exists());
    let given = Inputs::new(Value::from_json(inputs).unwrap().as_map().unwrap().clone());
    let text = "Would execute via auto shell: touch made 'a b' in directory: sub";
    assert_eq!(what_if(kit.registry.get("exec").unwrap(), &given), text);
}

#[test]
fn inputs_of_any_type_are_told_or_taken() {
    let kit = Kit { manners: Manners::Lenient, ..Kit::new() };
    for (inputs, text) in [
        ("{}", "exec: command is required and must be a string"),
        (r#"{"command": "x", "shell": "fish"}"#, "exec: unsupported shell type: \"fish\""),
        (r#"{"command": "x", "timeout": "soon"}"#, "exec: timeout must be a number of seconds"),
        (r#"{"command": "x", "timeout": -1}"#, "exec: timeout must be a number of seconds"),
    ] {
        let error = kit.error("exec", FROM, inputs);
        assert!(error.contains(text), "{inputs}: {error}");
    }
}

#[test]
fn the_examples_work() {
    let kit = Kit::new();
    let printed = |index: usize| json(&kit.example("exec", FROM, index).data);
    assert!(printed(0).contains(r#""stdout":"one\ntwo words\n$HOME\n""#), "{}", printed(0));
    assert_eq!(printed(1), r#""Linux""#);
    assert!(printed(2).contains(r#""success":true"#));
}
