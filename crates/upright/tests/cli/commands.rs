//! What explains the program: codes, schema, completions, manual, help.

use crate::test::Test;
use insta::assert_snapshot;
use serde_json::Value as Json;

fn run(arguments: &[&str], code: i32) -> (String, String) {
    let ended = Test::new().again(arguments, code);
    (ended.stdout(), ended.stderr())
}

#[test]
fn explain_a_code() {
    assert_snapshot!(run(&["explain", "file::mode-unquoted"], 0).0, @r#"
    file::mode-unquoted

    A mode is written in quotes. Without them YAML reads `0644` as an octal number,
    420 in decimal, and what is left no longer says what was meant.

        mode: "0644"
    "#);
}

#[test]
fn explain_a_code_that_is_almost_one() {
    assert_eq!(
        run(&["explain", "file::mode-unqoted"], 4),
        (
            String::new(),
            "error: there is no error code `file::mode-unqoted`; did you mean `file::mode-unquoted`?\n".to_owned()
        )
    );
}

#[test]
fn explain_nonsense() {
    assert_snapshot!(run(&["explain", "quux::quux"], 4).1, @"error: there is no error code `quux::quux`; `upright explain` lists all codes");
}

#[test]
fn explain_lists_all_codes_and_each_has_a_page() {
    let list = run(&["explain"], 0).0;
    let codes: Vec<&str> = list.lines().collect();
    assert!(codes.len() > 40 && codes.is_sorted_by(|a, b| a < b), "{list}");
    for code in codes {
        let page = run(&["explain", code], 0).0;
        assert!(page.contains(code) && page.lines().count() >= 2, "{code}: {page}");
    }
}

#[test]
fn the_schema_has_every_property() {
    let schema: Json = serde_json::from_str(&run(&["schema", "manifest"], 0).0).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let keys =
        |part: &Json| part["properties"].as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>().join(" ");
    let part = |name: &str| &schema["$defs"][name];
    assert_snapshot!(keys(&schema), @"ccm data hierarchy overrides solution");
    assert_snapshot!(keys(part("ccm")), @"fail_on_error post_message pre_message resources resources_jet_file");
    assert_snapshot!(keys(part("file")), @"alias content control ensure force group health_checks mode name owner provider register_when_stable require source");
    assert_snapshot!(keys(part("exec")), @"alias command control creates cwd ensure environment health_checks logoutput name onlyif path provider refreshonly register_when_stable require returns subscribe timeout unless");
    for name in ["file", "exec", "ccm"] {
        assert_eq!(part(name)["additionalProperties"], false, "{name}");
        for (key, property) in part(name)["properties"].as_object().unwrap() {
            assert!(property["description"].is_string(), "{name}.{key} has no description");
        }
    }
    assert_eq!(part("file")["required"], serde_json::json!(["ensure", "name"]));
}

/// Every reference inside the schema leads somewhere.
#[test]
fn the_schema_is_complete() {
    let schema: Json = serde_json::from_str(&run(&["schema", "manifest"], 0).0).unwrap();
    let mut references = Vec::new();
    collect(&schema, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("references stay inside the document");
        assert!(schema.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

fn collect(json: &Json, references: &mut Vec<String>) {
    match json {
        Json::Object(map) => {
            references.extend(map.get("$ref").and_then(Json::as_str).map(str::to_owned));
            map.values().for_each(|value| collect(value, references));
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

#[test]
fn schema_of_something_else() {
    assert_snapshot!(run(&["schema", "manifets"], 2).1, @"
    error: invalid value 'manifets' for '<kind>'
      [possible values: manifest, request, response, event, solution]

      tip: a similar value exists: 'manifest'

    For more information, try '--help'.
    ");
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let text = run(&["completions", shell], 0).0;
        for word in ["apply", "ensure", "check", "explain", "schema", "completions", "noop", "exec-unless"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    assert!(run(&["completions", "cmd"], 2).1.contains("bash"));
}

#[test]
fn completions_are_what_the_shell_understands() {
    let script = run(&["completions", "bash"], 0).0;
    let test = Test::new().file("completions", script);
    let output = std::process::Command::new("bash").arg("-n").arg(test.path("completions")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_manual_page_names_every_command() {
    let page = run(&["man"], 0).0;
    assert!(page.contains(".TH upright 1") || page.contains(".TH UPRIGHT 1"), "{page}");
    for word in ["apply", "ensure", "check", "explain", "Examples", "Exit codes"] {
        assert!(page.contains(word), "{word}: {page}");
    }
}

#[test]
fn version() {
    assert_eq!(run(&["--version"], 0).0, format!("upright {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(run(&["-V"], 0).0, run(&["--version"], 0).0);
}

#[test]
fn help() {
    assert_snapshot!(run(&["--help"], 0).0, @"
    Brings a machine, or a tree of files, to the state somebody described, and proves that it got there

    Usage: upright [OPTIONS] <COMMAND>

    Commands:
      apply        Brings this machine to the state of a manifest
      ensure       Brings one resource to its state, without a manifest
      check        Finds every mistake of a document without touching the machine
      data         Says where data comes from
      facts        Prints what is known about this machine
      hiera        Resolves hierarchical data
      session      Keeps what several commands did, so that they can refer to each other
      status       Shows what is there under the name of a resource
      eval         Works out one expression or template
      run          Runs a solution, or a part of one
      render       Prints the plan of a solution as a document
      get          Lists what solutions can use: providers, functions; resolvers of a text
      explain      Explains an error code, a solution, the keys of solutions, or a provider
      scaffold     Renders a tree of templates into a directory
      secrets      Keeps encrypted values for solutions
      schema       Prints the JSON Schema of a kind of document, for editors
      completions  Prints completions for a shell
      man          Prints a manual page
      help         Print this message or the help of the given subcommand(s)

    Options:
          --show-sensitive  Show secrets instead of masking them
      -h, --help            Print help
      -V, --version         Print version

    Examples:
      upright apply site.yaml --noop          show what would change, with diffs
      upright apply site.yaml                 change it
      upright check site.yaml                 find every mistake without touching the machine
      upright ensure file /etc/motd --content 'Welcome.'
      upright run solution -f solution.yaml --dry-run

    Exit codes: 0 done, 1 a resource or resolver failed, 2 wrong usage or findings, 3 invalid document,
    4 not found, 5 rendering failed, 6 an action failed, 7 unusable setting, 8 unreachable,
    9 waited too long, 10 permission denied, 20 changed (with --exit-code), 130 interrupted,
    143 terminated.
    ");
}

#[test]
fn help_of_apply() {
    assert_snapshot!(run(&["apply", "--help"], 0).0, @"
    Brings this machine to the state of a manifest.

    Resources are looked at in the order in which they are written. One that is right already is left
    alone; the others are changed, looked at again, and reported. With --noop nothing is changed: the
    lines say what would be done, and a diff shows new content. Guards of commands (onlyif, unless) do
    run with --noop.

    Usage: upright apply [OPTIONS] <manifest>

    Arguments:
      <manifest>
              The manifest; - is standard input

    Options:
          --noop
              Rehearse: show what would be done, change nothing

      -o, --output <FORM>
              text for people; json, jsonl or yaml for programs. jsonl prints one event a line as they
              happen
              
              [default: text]
              [possible values: text, json, jsonl, yaml]

          --exit-code
              End with 20 when something changed, or would change

          --show-sensitive
              Show secrets instead of masking them

          --sync
              Bring all changes to the disk before the end

          --state-dir <DIR>
              Where refreshes that are owed are kept, and the lock; /var/lib/upright for root

          --wait <TIME>
              How long to wait for another run to end
              
              [default: 30s]

          --no-report
              Leave the report out

          --report
              Show the report (the default)

          --monitor-only
              Ask health checks and do nothing else

          --render
              Print the manifest as it counts here, and do nothing

          --session <DIR>
              Keep events in this directory

      -h, --help
              Print help (see a summary with '-h')

    Data:
          --fact <NAME=VALUE>
              A fact, over those of the machine and of --facts; may be repeated

          --facts <FILE>
              Facts from a file with YAML or JSON, over those of the machine

          --hiera <SOURCE>
              Data over that of the manifest: a file, or an http(s) address

          --no-read-env
              Do not read variables from .env in the working directory

    Limits:
          --max-document-size <N>
              Bytes a document may have [default: 67108864]

          --max-depth <N>
              How deep a document may be nested [default: 250]

          --max-aliases <N>
              How many nodes the aliases of a document may expand to [default: 1000000]

          --max-nodes <N>
              How many items and entries the lists and maps of a document may have [default: 1000000]

          --max-resources <N>
              How many resources a manifest may have [default: 100000]
    ");
}

#[test]
fn help_of_ensure_file() {
    assert_snapshot!(run(&["ensure", "file", "--help"], 0).0, @"
    Manages one path: a file with its content, a directory, or nothing. Content, owner, group and mode
    arrive in one step; at every moment there is the old file or the new one.

    Usage: upright ensure file [OPTIONS] <name> [ensure]

    Arguments:
      <name>    The absolute path
      [ensure]  present, absent or directory [default: present]

    Options:
          --owner <USER:GROUP>   Owner and group, such as root:root; yours when left out
          --mode <mode>          Permission bits in octal [default: 0644]
          --content <content>    The whole content
          --show-sensitive       Show secrets instead of masking them
          --content-file <FILE>  A file whose text becomes the content
          --source <source>      A file that is copied
          --force                With absent: remove a directory with all that is in it
          --alias <ALIAS>        Another name for --require and --subscribe
          --provider <NAME>      How the work is done; chosen by the machine when left out
          --require <TYPE#NAME>  A resource of the session that must not have failed; may be repeated
          --if <EXPR>            Only when this expression is true
          --unless <EXPR>        Not when this expression is true
          --check <COMMAND>      A health check: exit code 0 is fine
          --check-tries <N>      How often the health check is tried [default: 5]
          --check-sleep <TIME>   How long to wait between two tries [default: 1s]
      -h, --help                 Print help

    Run:
          --noop             Rehearse: show what would be done, change nothing
      -o, --output <FORM>    text for people; json, jsonl or yaml for programs. jsonl prints one event a
                             line as they happen [default: text] [possible values: text, json, jsonl,
                             yaml]
          --exit-code        End with 20 when something changed, or would change
          --sync             Bring all changes to the disk before the end
          --state-dir <DIR>  Where refreshes that are owed are kept, and the lock; /var/lib/upright for
                             root
          --wait <TIME>      How long to wait for another run to end [default: 30s]
          --session <DIR>    Keep events in this directory

    Data:
          --hiera <SOURCE>  Data for expressions: a file, or an http(s) address; .hiera when there is
                            one
          --no-read-env     Do not read variables from .env in the working directory
    ");
}

#[test]
fn nothing_typed_is_help_too() {
    let (stdout, stderr) = run(&[], 2);
    assert_eq!(stdout, "");
    assert_eq!(stderr, run(&["--help"], 0).0);
}

#[test]
fn unknown_command() {
    assert_snapshot!(run(&["aply", "site.yaml"], 2).1, @"
    error: unrecognized subcommand 'aply'

      tip: a similar subcommand exists: 'apply'

    Usage: upright [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn unknown_flag() {
    assert_snapshot!(run(&["apply", "site.yaml", "--nop"], 2).1, @"
    error: unexpected argument '--nop' found

      tip: a similar argument exists: '--noop'

    Usage: upright apply --noop <manifest>

    For more information, try '--help'.
    ");
}

#[test]
fn unknown_form() {
    assert_snapshot!(run(&["apply", "site.yaml", "--output", "jso"], 2).1, @"
    error: invalid value 'jso' for '--output <FORM>'
      [possible values: text, json, jsonl, yaml]

      tip: a similar value exists: 'json'

    For more information, try '--help'.
    ");
}

#[test]
fn unknown_type_to_ensure() {
    assert_snapshot!(run(&["ensure", "fil", "/nowhere/a"], 2).1, @"
    error: unrecognized subcommand 'fil'

      tip: a similar subcommand exists: 'file'

    Usage: upright ensure [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn no_manifest() {
    assert_snapshot!(run(&["apply"], 2).1, @"
    error: the following required arguments were not provided:
      <manifest>

    Usage: upright apply <manifest>

    For more information, try '--help'.
    ");
}

#[test]
fn limit_that_is_no_number() {
    let said = run(&["check", "site.yaml", "--max-depth", "deep"], 2).1;
    assert!(said.starts_with("error: invalid value 'deep' for '--max-depth <N>'"), "{said}");
}
