//! `run provider`, `get` and `explain provider`.

use crate::test::Test;
use insta::assert_snapshot;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;

fn says(words: &[&str], exit: i32) -> String {
    let mut test = Test::new();
    let run = test.again(words, exit);
    format!("{}{}", run.stdout(), run.stderr())
}

#[test]
fn a_call_gives_data() {
    assert_snapshot!(says(&["run", "provider", "static", "value=a,b"], 0));
    assert_snapshot!(says(&["run", "provider", "static", "value={\"a\": [1]}", "-o", "yaml"], 0));
    assert_snapshot!(says(&["run", "provider", "static", "--input", "value=x", "--dry-run", "-o", "quiet"], 0));
}

#[test]
fn what_cannot_be_called_says_why() {
    let cases: [(&[&str], i32); 8] = [
        (&["static"], 1),
        (&["static", "vale=5"], 3),
        (&["static", "zzzzzzz=5"], 3),
        (&["static", "5"], 2),
        (&["static", "value=1", "--capability", "validation"], 3),
        (&["static", "value=1", "--capability", "bogus"], 2),
        (&["statik", "value=1"], 4),
        (&["static", "@nothing.yaml"], 4),
    ];
    let all = cases.map(|(words, exit)| says(&[&["run", "provider"], words].concat(), exit));
    assert_snapshot!(all.join("\n"));
}

#[test]
fn inputs_come_from_files_and_standard_input_too() {
    let mut test = Test::new().file("in.yaml", "value:\n  a: 1\n").file("text.txt", "hello\n");
    assert_snapshot!(test.again(&["run", "provider", "static", "@@ROOT@/in.yaml"], 0).stdout());
    assert_snapshot!(test.again(&["run", "provider", "static", "value=@@ROOT@/text.txt"], 0).stdout());
}

#[test]
fn metrics_and_logs_tell_of_every_call() {
    let mut test = Test::new();
    let words = ["run", "provider", "static", "value=1", "--show-metrics", "--metrics-file", "@ROOT@/m.prom"];
    let table = test.again(&words, 0).stderr();
    let row: Vec<&str> = table.lines().find(|line| line.starts_with("static ")).unwrap().split_whitespace().collect();
    assert!(table.starts_with("Provider Execution Metrics:\n-----"), "{table}");
    assert!(matches!(row[..], ["static", "1", "1", "0", time, "100.0%"] if time.ends_with("ms")), "{table}");
    let metrics = std::fs::read_to_string(test.path("m.prom")).unwrap();
    assert!(
        metrics.contains("scafctl_provider_execution_total{provider_name=\"static\",status=\"success\"} 1\n"),
        "{metrics}"
    );
    let words = ["run", "provider", "static", "value=1", "--log-level", "debug", "--log-format", "json"];
    let line = test.again(&words, 0).stderr();
    let line: serde_json::Value = serde_json::from_str(line.trim()).unwrap();
    assert_eq!((&line["level"], &line["provider"]), (&"debug".into(), &"static".into()));
    assert_eq!(test.again(&["run", "provider", "static", "value=1"], 0).stderr(), "");
}

#[test]
fn spans_go_to_a_collector() {
    let (port, collector) = collector();
    let endpoint = format!("http://127.0.0.1:{port}");
    let mut test = Test::new();
    let run = test.again(&["run", "provider", "static", "value=1", "--otel-endpoint", &endpoint], 0);
    assert_eq!(run.stderr(), "");
    let (head, body) = collector.join().unwrap();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
    assert!(head.to_lowercase().contains("content-type: application/x-protobuf"), "{head}");
    let resource = field(&body, 1);
    let scopes = fields(&resource, 2);
    let scope = &scopes[0];
    assert_eq!(field(&field(scope, 1), 1), b"github.com/oakwood-commons/scafctl/provider");
    let span = field(scope, 2);
    assert_eq!((field(&span, 1).len(), field(&span, 2).len(), field(&span, 4).len()), (16, 8, 8));
    assert_eq!(field(&span, 5), b"provider.Execute");
    let attribute = field(&span, 9);
    assert_eq!(
        (field(&attribute, 1), field(&field(&attribute, 2), 1)),
        (b"provider.name".to_vec(), b"static".to_vec())
    );
    let root = field(&scopes[1], 2);
    assert_eq!(field(&root, 5), b"upright.run");
    assert_eq!((field(&root, 1), field(&root, 2)), (field(&span, 1), field(&span, 4)), "the call is below the run");
    assert_eq!(fields(&root, 4).len(), 0, "the run is below nothing");
}

#[test]
fn a_collector_that_does_not_answer_fails_nothing() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("127.0.0.1:{}", silent.local_addr().unwrap().port());
    let begun = std::time::Instant::now();
    let words = ["run", "provider", "static", "value=1", "--otel-insecure", "--otel-endpoint", &endpoint];
    let said = Test::new().again(&words, 0).stderr();
    assert!(said.starts_with("warning: spans were not sent to http://127.0.0.1:"), "{said}");
    assert!(begun.elapsed().as_secs() >= 2, "it has two seconds");
    drop(silent);
}

/// Takes one request and answers that all is well.
pub(crate) fn collector() -> (u16, JoinHandle<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let (mut head, mut length) = (String::new(), 0);
        while !head.ends_with("\r\n\r\n") {
            let start = head.len();
            reader.read_line(&mut head).unwrap();
            if let Some(value) = head[start..].to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").unwrap();
        (head, body)
    });
    (port, thread)
}

/// The first field with this number in a message of protocol buffers.
fn field(message: &[u8], number: u64) -> Vec<u8> {
    fields(message, number).into_iter().next().unwrap_or_else(|| panic!("there is no field {number}"))
}

/// All fields with this number.
fn fields(message: &[u8], number: u64) -> Vec<Vec<u8>> {
    let (mut rest, mut found) = (message, Vec::new());
    while !rest.is_empty() {
        let tag = varint(&mut rest);
        let length = match tag & 7 {
            0 => {
                varint(&mut rest);
                0
            }
            1 => 8,
            2 => usize::try_from(varint(&mut rest)).unwrap(),
            other => panic!("wire type {other}"),
        };
        let (value, after) = rest.split_at(length);
        if tag >> 3 == number {
            found.push(value.to_vec());
        }
        rest = after;
    }
    found
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first().unwrap();
        *bytes = rest;
        number |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            break;
        }
    }
    number
}

#[test]
fn providers_are_listed_and_described() {
    let listed: serde_json::Value = serde_json::from_str(&says(&["get", "provider", "-o", "json"], 0)).unwrap();
    let names: Vec<&str> = listed.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"static") && names.is_sorted(), "{names:?}");
    assert_snapshot!(says(&["explain", "provider", "static"], 0));
    assert_snapshot!(says(&["explain", "provider", "statik"], 4));
    assert_snapshot!(says(&["get", "provider", "statik"], 4));
    let taken = says(&["run", "provider", "metadata", "foo=1"], 3);
    assert!(taken.contains("has no input `foo`; it takes none"), "{taken}");
}

#[test]
fn functions_are_listed() {
    let names = |words: &[&str]| -> Vec<String> {
        let listed: serde_json::Value = serde_json::from_str(&says(words, 0)).unwrap();
        listed.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let own = names(&["get", "cel-functions", "--custom", "-o", "json"]);
    for name in ["map.merge", "debug.out", "strings.clean", "toLowerCase"] {
        assert!(own.contains(&name.to_owned()), "{name} was added: {own:?}");
    }
    let of_language = names(&["get", "cel-functions", "--builtin", "-o", "json"]);
    for name in ["size", "strings.quote", "lowerAscii", "optional.of", "getHours"] {
        assert!(of_language.contains(&name.to_owned()), "{name} was there before: {of_language:?}");
    }
    let mut both = [own, of_language].concat();
    both.sort();
    assert_eq!(both, names(&["get", "cel-functions", "-o", "json"]), "each is the one or the other");
    let added = names(&["get", "go-template-functions", "--custom", "-o", "json"]);
    assert!(added.contains(&"slugify".to_owned()) && !added.contains(&"upper".to_owned()), "{added:?}");
    assert_eq!(names(&["get", "cel-functions", "-s", "nowFmt", "-o", "json"]), ["time.nowFmt"]);
    assert!(names(&["get", "go-template-functions", "-o", "json"]).contains(&"slugify".to_owned()));
}

#[test]
fn the_output_directory_holds_without_a_capability_too() {
    let mut test = Test::new().directory("out").directory("elsewhere");
    let words = |path: &'static str| {
        ["run", "provider", "file", "operation=write", path, "content=1", "--output-dir", "@ROOT@/out"]
    };
    let escaped = test.again(&words("path=@ROOT@/elsewhere/x"), 1).stderr();
    assert!(escaped.contains("outside output directory"), "{escaped}");
    assert!(!test.exists("elsewhere/x"));
    test.again(&words("path=x"), 0);
    assert_eq!(test.read("out/x"), "1");
    let reads =
        ["run", "provider", "file", "operation=read", "path=x", "--capability", "from", "--output-dir", "@ROOT@/out"];
    assert!(test.again(&reads, 2).stderr().contains("holds for actions only"));
}

#[test]
fn half_a_second_is_a_time() {
    let mut test = Test::new();
    let words = ["run", "provider", "exec", "command=sleep 30", "timeout=0.2"];
    assert!(test.again(&words, 1).stderr().contains("deadline exceeded"));
}

#[test]
fn what_is_misspelt_is_told() {
    let mut test = Test::new()
        .file("c.yaml", "htpClient: {allowPrivateIPs: true}\nresolver:\n  maxvaluesize: 5\nx-mine: 1\nown: {}\n");
    assert_snapshot!(
        test.again(&["run", "provider", "static", "value=1", "--config", "c.yaml", "-o", "quiet"], 0).stderr()
    );
    let level = test.again(&["run", "provider", "static", "value=1", "--log-level", "bogus"], 2).stderr();
    assert!(level.contains("expected none, error, warn, info, debug, trace or a number"), "{level}");
    for level in ["none", "trace", "0", "2"] {
        test.again(&["run", "provider", "static", "value=1", "--log-level", level], 0);
    }
    test = test.file("c.yaml", "logging: {level: loud}\n");
    let said = test.again(&["run", "provider", "static", "value=1", "--config", "c.yaml"], 0).stderr();
    assert!(said.contains("warning: configuration `logging.level`: expected none, error"), "{said}");
}

#[test]
fn what_a_word_loses_is_told() {
    let mut test = Test::new();
    let mut said = |words: &[&str], exit: i32| {
        let words = [&["run", "provider"], words, &["-o", "quiet"]].concat();
        test.again(&words, exit).stderr()
    };
    let write = ["file", "operation=write", "path=x"];
    let content = |text: &'static str| [&write[..], &[text]].concat();
    let told = [
        said(&content("content=one \n"), 0),
        said(&content("content=a list, onConflict=skip"), 0),
        said(&["exec", "command=A=1,B=2 true"], 3),
    ];
    assert_snapshot!(told.concat());
    for ordinary in [
        &["file", "operation=write,path=x,content=y,onConflict=skip"][..],
        &["cel", "expression= 1 + 2\n"],
        &["exec", "command=true\n"],
        &["message", "message=\"Hi, type=plain\""],
        &["message", "message=Hi, you, and you"],
    ] {
        assert!(!said(ordinary, 0).contains("warning"), "{ordinary:?}");
    }
}

#[test]
fn debugging_is_a_short_flag_and_a_variable() {
    for flag in ["-d", "--debug"] {
        let log = Test::new().again(&["run", "provider", "static", "value=1", flag], 0).stderr();
        assert!(log.contains("executing provider"), "{flag}: {log}");
    }
    for (value, logs) in [("1", true), ("yes", true), ("0", false), ("false", false)] {
        let log = Test::new().env("SCAFCTL_DEBUG", value).again(&["run", "provider", "static", "value=1"], 0).stderr();
        assert_eq!(log.contains("executing provider"), logs, "{value}: {log}");
    }
}

/// What is refused before a provider sees it has a line in the log, and counts as a failure.
#[test]
fn refused_calls_are_counted() {
    let mut test = Test::new();
    test.again(&["run", "provider", "static", "vale=1", "--metrics-file", "m"], 3);
    let metrics = test.read("m");
    assert!(metrics.contains("provider_execution_total{provider_name=\"static\",status=\"failure\"} 1\n"), "{metrics}");
}

#[test]
fn a_log_is_added_to_and_there_at_once() {
    let mut test = Test::new();
    let words = ["run", "provider", "static", "value=1", "--log-level", "debug", "--log-file", "log"];
    test.again(&words, 0);
    test.again(&words, 0);
    assert_eq!(test.read("log").lines().count(), 2, "{}", test.read("log"));
    test.args_of(&["run", "provider", "sleep", "duration=60s", "--log-level", "debug", "--log-file", "killed"]);
    let mut run = test.command().spawn().unwrap();
    let begun = std::time::Instant::now();
    while !test.exists("killed") || test.read("killed").is_empty() {
        assert!(begun.elapsed().as_secs() < 20, "there is no line");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(test.read("killed").contains("executing provider"));
    let words = ["run", "provider", "static", "value=1", "--log-level", "debug", "--log-file", "no/log"];
    let said = test.again(&words, 0).stderr();
    assert!(said.contains("the log goes to standard error") && said.contains("executing provider"), "{said}");
}

#[test]
fn a_wish_to_mask_and_to_show_is_refused() {
    for words in [
        ["run", "provider", "static", "value=1", "--redact", "--show-sensitive"],
        ["--show-sensitive", "run", "provider", "static", "value=1", "--redact"],
    ] {
        assert!(says(&words, 2).contains("leave one of them out"));
    }
}

#[test]
fn advice_works_where_it_is_given() {
    let refused = says(&["run", "provider", "http", "url=http://10.0.0.1/"], 1);
    assert!(refused.contains("httpClient: {allowPrivateIPs: true}") && refused.contains("--config"), "{refused}");
    let mut test = Test::new().file("a.txt", "old");
    let words = ["run", "provider", "file", "operation=write", "path=a.txt", "content=new"];
    let refused = test.again(&words, 1).stderr();
    assert!(refused.contains("onConflict=overwrite") && !refused.contains("--force"), "{refused}");
    test.again(&[&words[..], &["onConflict=overwrite"]].concat(), 0);
    assert_eq!(test.read("a.txt"), "new");
}

/// `--cwd` is for paths of files; a command runs where the program was started.
#[test]
fn a_command_runs_where_the_program_does() {
    let mut test = Test::new().directory("other");
    let said = test.again(&["-C", "other", "run", "provider", "exec", "command=pwd", "-o", "json"], 0).json();
    assert_eq!(said["data"]["stdout"], "[ROOT]\n");
}

/// Nothing runs in a directory that is not there.
#[test]
fn a_directory_to_work_in_has_to_be_there() {
    let mut test = Test::new().file("text", "x").file("s.yaml", "metadata: {name: s, version: 1.0.0}\nspec: {}\n");
    for (named, words) in [
        ("nosuch", &["run", "provider", "exec", "command=echo ran > ran"][..]),
        ("text", &["run", "provider", "exec", "command=echo ran > ran"]),
        ("nosuch", &["run", "resolver", "-f", "@ROOT@/s.yaml"]),
        ("nosuch", &["render", "solution", "-f", "@ROOT@/s.yaml"]),
        ("nosuch", &["explain", "solution", "-f", "@ROOT@/s.yaml"]),
        ("nosuch", &["get", "resolver", "refs", "--template", "x"]),
        ("nosuch", &["secrets", "list"]),
    ] {
        let said = test.again(&[&["-C", named], words].concat(), 4).stderr();
        assert!(said.starts_with(&format!("error: `--cwd [ROOT]/{named}` is ")), "{words:?}: {said}");
    }
    assert!(!test.exists("ran"));
}

#[test]
fn inputs_of_a_few_values_name_them() {
    let page = says(&["explain", "provider", "file"], 0);
    for expected in ["(one of read, write, ", "(one of error, overwrite, skip, skip-unchanged, append)"] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let table = says(&["get", "provider", "file", "-o", "text"], 0);
    assert!(table.contains("skip-unchanged"), "{table}");
}

/// A call by hand has no parameters.
#[test]
fn advice_fits_the_command() {
    let said = says(&["run", "provider", "parameter", "key=x"], 1);
    assert!(said.contains("only solutions have parameters: `upright run resolver -f FILE -r x=VALUE`"), "{said}");
}

#[test]
fn plugins_are_warned_of() {
    let said = Test::new().again(&["run", "provider", "static", "value=1", "--plugin-dir", "plugins"], 0).stderr();
    assert_eq!(said.matches("plugins are not available").count(), 1, "{said}");
}

#[test]
fn lists_of_functions_fit_a_terminal() {
    let test = Test::new();
    let raw = crate::terminal::on_a_terminal(&test, "get cel-functions", &[("COLUMNS", "80"), ("NO_COLOR", "1")]).raw();
    let widest = raw.lines().map(|line| line.trim_end().chars().count()).max().unwrap();
    assert!(raw.contains("map.merge") && widest <= 80, "{widest}: {raw}");
}

/// The original takes quotes away; whoever did not mean that is told.
#[test]
fn quotes_that_go_away_are_told() {
    let mut test = Test::new().file("text", "say \"a, b\"");
    let said = test.again(&["run", "provider", "message", "message=say \"a\"", "-o", "json"], 0);
    let warning = "warning: input `message` is taken without its quotes; `message=@FILE` takes the text of a file with its quotes\n";
    assert!(said.stderr().contains(warning), "{}", said.stderr());
    for fine in ["message=\"a, b\"", "message=@text"] {
        let said = test.again(&["run", "provider", "message", fine, "-o", "json"], 0).stderr();
        assert!(!said.contains("quotes"), "{fine}: {said}");
    }
}

#[test]
fn a_text_is_given_once() {
    let mut test = Test::new().file("defs.yaml", "operation: write\npath: base.txt\ncontent: hi\n");
    for arguments in [
        &["run", "provider", "file", "@defs.yaml", "path=other.txt"][..],
        &["run", "provider", "file", "operation=write", "path=t1", "content=retries=3,path=t2"],
    ] {
        let said = test.again(arguments, 3).stderr();
        assert!(said.starts_with("error: input `path` is given more than once and takes one text\n"), "{said}");
    }
    assert_eq!(test.names(), ["defs.yaml"]);
}
