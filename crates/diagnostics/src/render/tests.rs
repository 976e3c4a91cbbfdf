//! Every situation of a place in a text. Long because it is made of what is shown.

use super::{Renderer, Style};
use crate::{Code, Diagnostic, Diagnostics, FileId, Redactor, SecretKind, Sources, Span};

static CODE: Code = Code::new("file::mode-not-octal", "A page.");

/// The place of `part` in a text.
fn span(text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap();
    bytes(start, start + part.len())
}

fn bytes(start: usize, end: usize) -> Span {
    Span::new(FileId::FIRST, u32::try_from(start).unwrap(), u32::try_from(end).unwrap())
}

fn problem() -> Diagnostic {
    Diagnostic::error(&CODE, "mode `rw-r--` is not an octal number")
}

fn show(text: &str, diagnostic: &Diagnostic) -> String {
    let mut sources = Sources::new();
    sources.add("site.yaml", text);
    Renderer::new(&sources, Redactor::default()).text(diagnostic, Style::Plain)
}

/// A problem at `part` of a text.
fn show_at(text: &str, part: &str) -> String {
    show(text, &problem().at(span(text, part), "given here"))
}

#[test]
fn like_a_compiler() {
    let text = "\n".repeat(13) + "      mode: rw-r--\n";
    let diagnostic = problem()
        .at(span(&text, "rw-r--"), "given here")
        .note("value of `data.web.mode`, layer `os/debian.yaml:7`")
        .help("write it as `\"0644\"`".to_owned());
    insta::assert_snapshot!(show(&text, &diagnostic), @r#"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
      --> site.yaml:14:13
       |
    14 |       mode: rw-r--
       |             ^^^^^^ given here
       = value of `data.web.mode`, layer `os/debian.yaml:7`
       = help: write it as `"0644"`
    "#);
}

#[test]
fn without_a_place() {
    insta::assert_snapshot!(show("", &problem().note("a note").help("a help".to_owned())), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     = a note
     = help: a help
    ");
}

#[test]
fn a_warning_without_words() {
    let diagnostic = Diagnostic::warning(&CODE, "key `x` is not used").at(bytes(0, 1), "");
    insta::assert_snapshot!(show("x: 1", &diagnostic), @"
    warning[file::mode-not-octal]: key `x` is not used
     --> site.yaml:1:1
      |
    1 | x: 1
      | ^
    ");
}

#[test]
fn tabs() {
    insta::assert_snapshot!(show_at("\tmode:\trw-r--\t# x", "rw-r--"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:8
      |
    1 |     mode:    rw-r--    # x
      |              ^^^^^^ given here
    ");
    insta::assert_snapshot!(show_at("a:\tb", "\t"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:3
      |
    1 | a:    b
      |   ^^^^ given here
    ");
}

#[test]
fn wide_and_combining_characters() {
    insta::assert_snapshot!(show_at("名前: 値", "値"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:5
      |
    1 | 名前: 値
      |       ^^ given here
    ");
    assert!(show_at("e\u{301}e\u{301}: x", "x").ends_with("1 | e\u{301}e\u{301}: x\n  |     ^ given here\n"));
    insta::assert_snapshot!(show_at("👩‍👩‍👧: 😀 x", "😀"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:8
      |
    1 | 👩‍👩‍👧: 😀 x
      |     ^^ given here
    ");
}

#[test]
fn spans_inside_a_character() {
    insta::assert_snapshot!(show("aé😀b", &problem().at(bytes(2, 4), "here")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:2
      |
    1 | aé😀b
      |  ^^^ here
    ");
}

#[test]
fn long_lines() {
    let filler = "0123456789".repeat(30);
    insta::assert_snapshot!(show_at(&format!("{filler}HERE{filler}"), "HERE"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:301
      |
    1 | …23456789012345678901234567890123456789012345678901234567890123456789HERE01234567890123456789012345678901234567890123456789012345678901234567…
      |                                                                      ^^^^ given here
    ");
    insta::assert_snapshot!(show_at(&format!("HERE{filler}"), "HERE"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:1
      |
    1 | HERE0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345…
      | ^^^^ given here
    ");
    insta::assert_snapshot!(show_at(&format!("{filler}HERE"), "HERE"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:301
      |
    1 | …4567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789HERE
      |                                                                                                                                          ^^^^ given here
    ");
    insta::assert_snapshot!(show_at(&format!("key: {filler}"), &filler), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:6
      |
    1 | key: 012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234…
      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ given here
    ");
    let text = format!("{filler}key: {filler}");
    insta::assert_snapshot!(show(&text, &problem().at(bytes(305, 605), "all of it")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:306
      |
    1 | …890123456789key: 012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012…
      |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ all of it
    ");
    insta::assert_snapshot!(show(&filler, &problem().at(bytes(300, 300), "at the end")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:301
      |
    1 | …01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789
      |                                                                                                                                              ^ at the end
    ");
}

#[test]
fn far_labels_on_a_long_line() {
    let filler = "0123456789".repeat(30);
    let text = format!("KEY{filler}KEY{filler}");
    let diagnostic = problem().at(bytes(303, 306), "again here").at(bytes(0, 3), "first here");
    insta::assert_snapshot!(show(&text, &diagnostic), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:304
      |
    1 | …23456789012345678901234567890123456789012345678901234567890123456789KEY012345678901234567890123456789012345678901234567890123456789012345678…
      |                                                                      ^^^ again here
    1 | KEY01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456…
      | --- first here
    ");
}

#[test]
fn several_lines() {
    let text = "a:\n  content: |\n    one\n    two\nb: 1\n";
    insta::assert_snapshot!(show_at(text, "content: |\n    one\n    two"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:2:3
      |
    2 |   content: |
      |   ^^^^^^^^^^ given here (up to line 4)
    ");
    insta::assert_snapshot!(show(text, &problem().at(span(text, "|\n    one\n"), "")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:2:12
      |
    2 |   content: |
      |            ^ up to line 3
    ");
    insta::assert_snapshot!(show_at(text, "b: 1\n"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:5:1
      |
    5 | b: 1
      | ^^^^ given here
    ");
    insta::assert_snapshot!(show_at(text, "\n    one"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:2:13
      |
    2 |   content: |
      |             ^ given here (up to line 3)
    ");
}

#[test]
fn the_end_of_a_file() {
    insta::assert_snapshot!(show("a: 1\nb:", &problem().at(bytes(7, 7), "a value is missing")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:2:3
      |
    2 | b:
      |   ^ a value is missing
    ");
    insta::assert_snapshot!(show("a: 1\nb:\n", &problem().at(bytes(8, 8), "a value is missing")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:3:1
      |
    3 |
      | ^ a value is missing
    ");
    insta::assert_snapshot!(show("a: 1", &problem().at(bytes(700, 800), "far away")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:5
      |
    1 | a: 1
      |     ^ far away
    ");
}

#[test]
fn an_empty_file() {
    insta::assert_snapshot!(show("", &problem().at(bytes(0, 0), "nothing here")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:1
      |
    1 |
      | ^ nothing here
    ");
}

#[test]
fn a_file_that_is_not_there() {
    insta::assert_snapshot!(show("a", &problem().at(Span::new(FileId(7), 3, 4), "somewhere")), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> ?:1:1
      |
    1 |
      | ^ somewhere
    ");
}

#[test]
fn windows_line_ends() {
    insta::assert_snapshot!(show_at("a: 1\r\nmode: x\r\nb: 2\r\n", "x\r\n"), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:2:7
      |
    2 | mode: x
      |       ^ given here
    ");
    insta::assert_snapshot!(show_at("a: 1\rb: 2", "b"), @r"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:6
      |
    1 | a: 1\rb: 2
      |       ^ given here
    ");
}

#[test]
fn control_characters() {
    let diagnostic = Diagnostic::error(&CODE, "bad \x1b[31mred\x07 text\nsecond\tline\n")
        .at(bytes(9, 10), "label \x1b]0;title\x07\nnext")
        .note("note \u{202e}turned\nmore")
        .help("help \u{9b}x".to_owned());
    let mut sources = Sources::new();
    sources.add("evil\x1b[2J.yaml", "a\x1b[31m\0\u{202e}b\u{7f}: \u{9b}c");
    let renderer = Renderer::new(&sources, Redactor::default());
    insta::assert_snapshot!(renderer.text(&diagnostic, Style::Plain), @r"
    error[file::mode-not-octal]: bad \u{1b}[31mred\u{7} text
        second    line
     --> evil\u{1b}[2J.yaml:1:8
      |
    1 | a\u{1b}[31m\u{0}\u{202e}b\u{7f}: \u{9b}c
      |                 ^^^^^^^^ label \u{1b}]0;title\u{7}\nnext
      = note \u{202e}turned
        more
      = help: help \u{9b}x
    ");
    insta::assert_snapshot!(renderer.line(&diagnostic), @r"evil\u{1b}[2J.yaml:1:8: error[file::mode-not-octal]: bad \u{1b}[31mred\u{7} text\nsecond    line");
}

#[test]
fn several_labels_on_one_line() {
    let text = "{a: 1, b: 2, a: 3}";
    let twice = problem().at(bytes(13, 14), "again here").at(bytes(1, 2), "first here");
    insta::assert_snapshot!(show(text, &twice), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:14
      |
    1 | {a: 1, b: 2, a: 3}
      |  -           ^ again here
      |  |
      |  first here
    ");
    let thrice = problem().at(bytes(7, 11), "here").at(bytes(1, 2), "first").at(bytes(13, 14), "third");
    insta::assert_snapshot!(show(text, &thrice), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:8
      |
    1 | {a: 1, b: 2, a: 3}
      |  -     ^^^^  - third
      |  |     |
      |  |     here
      |  first
    ");
    let silent = problem().at(bytes(7, 8), "here").at(bytes(1, 2), "").at(bytes(13, 14), "");
    insta::assert_snapshot!(show(text, &silent), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:8
      |
    1 | {a: 1, b: 2, a: 3}
      |  -     ^     -
      |        |
      |        here
    ");
    let overlapping = problem().at(bytes(7, 11), "the pair").at(bytes(7, 8), "the key").at(bytes(0, 18), "the map");
    insta::assert_snapshot!(show(text, &overlapping), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:8
      |
    1 | {a: 1, b: 2, a: 3}
      |        ^^^^ the pair
      | ------------------ the map
      |        - the key
    ");
}

#[test]
fn two_places() {
    let text = "mode: 1\nowner: x\nmode: 2\n\n\n\ngroup: y\n";
    let diagnostic = problem().at(bytes(17, 21), "again here").at(bytes(0, 4), "first here");
    insta::assert_snapshot!(show(text, &diagnostic), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:3:1
      |
    1 | mode: 1
      | ---- first here
    2 | owner: x
    3 | mode: 2
      | ^^^^ again here
    ");
    let far = diagnostic.at(span(text, "group"), "and this").at(span(text, "owner"), "between");
    insta::assert_snapshot!(show(text, &far), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:3:1
      |
    1 | mode: 1
      | ---- first here
    2 | owner: x
      | ----- between
    3 | mode: 2
      | ^^^^ again here
    ...
    7 | group: y
      | ----- and this
    ");
}

#[test]
fn two_files() {
    let mut sources = Sources::new();
    let main = sources.add("site.yaml", "a: 1\n".repeat(120));
    let layer = sources.add("data/os.yaml", "mode: x\n");
    let diagnostic = problem().at(Span::new(layer, 6, 7), "given here").at(Span::new(main, 500, 501), "used here");
    let renderer = Renderer::new(&sources, Redactor::default());
    insta::assert_snapshot!(renderer.text(&diagnostic, Style::Plain), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
       --> data/os.yaml:1:7
        |
      1 | mode: x
        |       ^ given here
       ::: site.yaml:101:1
        |
    101 | a: 1
        | - used here
    ");
}

#[test]
fn colour() {
    let text = "mode: 1\nowner: x\n";
    let mut sources = Sources::new();
    sources.add("site.yaml", text);
    let diagnostic = problem().at(bytes(8, 13), "here").at(bytes(0, 4), "there").help("do it".to_owned());
    let renderer = Renderer::new(&sources, Redactor::default());
    insta::assert_snapshot!(renderer.text(&diagnostic, Style::Colour).replace('\x1b', "ESC"), @"
    ESC[1;31merror[file::mode-not-octal]ESC[0mESC[1m: ESC[0mESC[1mmode `rw-r--` is not an octal numberESC[0m
     ESC[1;34m-->ESC[0m site.yaml:2:1
      ESC[1;34m|ESC[0m
    ESC[1;34m1 |ESC[0m mode: 1
      ESC[1;34m|ESC[0m ESC[1;34m----ESC[0m ESC[1;34mthereESC[0m
    ESC[1;34m2 |ESC[0m owner: x
      ESC[1;34m|ESC[0m ESC[1;31m^^^^^ESC[0m ESC[1;31mhereESC[0m
      ESC[1;34m=ESC[0m ESC[1mhelpESC[0m: do it
    ");
}

#[test]
fn secrets() {
    let text = "password: hunter22 # not aHVudGVyMjI=\nkey: |\n  one-line-\n  two\n";
    let mut sources = Sources::new();
    sources.add("http://u:hunter22@host/site.yaml", text);
    let redactor = Redactor::default();
    redactor.register(b"hunter22", SecretKind::Declared);
    redactor.register(b"one-line-\n  two", SecretKind::Declared);
    let renderer = Renderer::new(&sources, redactor);
    let diagnostic = Diagnostic::error(&CODE, "`hunter22` is weak")
        .at(span(text, "not"), "what hunter22 is")
        .at(span(text, "ter"), "here")
        .at(span(text, "two"), "end")
        .note("hunter22")
        .help("not hunter22".to_owned());
    insta::assert_snapshot!(renderer.text(&diagnostic, Style::Plain), @"
    error[file::mode-not-octal]: `<secret>` is weak
     --> http://u:<secret>@host/site.yaml:1:22
      |
    1 | password: <secret> # not <secret>=
      |           --------   ^^^ what <secret> is
      |           |
      |           here
    ...
    4 | <secret>
      | -------- end
      = <secret>
      = help: not <secret>
    ");
    assert!(!renderer.json(&diagnostic).contains("hunter22"));
    assert!(!renderer.line(&diagnostic).contains("hunter22"));
}

/// The cut of a long line must not cut a secret and show the rest of it.
#[test]
fn secrets_on_long_lines() {
    let secret: String = ('!'..='~').cycle().take(900).collect();
    let text = format!("{} {secret} HERE {secret} {}", "x".repeat(200), "y".repeat(200));
    let mut sources = Sources::new();
    sources.add("site.yaml", &*text);
    let redactor = Redactor::default();
    redactor.register(secret.as_bytes(), SecretKind::Declared);
    let renderer = Renderer::new(&sources, redactor);
    insta::assert_snapshot!(renderer.text(&problem().at(span(&text, "HERE"), "here"), Style::Plain), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:1103
      |
    1 | …<secret> HERE <secret>…
      |           ^^^^ here
    ");
}

#[test]
fn a_report() {
    let mut sources = Sources::new();
    sources.add("site.yaml", "a: 1\nb: 2\n");
    let renderer = Renderer::new(&sources, Redactor::default());
    let mut all = Diagnostics::new();
    assert_eq!(renderer.report(&all, Style::Plain), "");
    all.push(problem().at(bytes(0, 1), "here"));
    assert_eq!(all.summary().unwrap(), "1 error");
    all.push(Diagnostic::warning(&CODE, "odd").at(bytes(5, 6), ""));
    all.push(problem());
    insta::assert_snapshot!(renderer.report(&all, Style::Plain), @"
    error[file::mode-not-octal]: mode `rw-r--` is not an octal number
     --> site.yaml:1:1
      |
    1 | a: 1
      | ^ here

    warning[file::mode-not-octal]: odd
     --> site.yaml:2:1
      |
    2 | b: 2
      | ^

    error[file::mode-not-octal]: mode `rw-r--` is not an octal number

    2 errors, 1 warning
    ");
}

/// Takes minutes when a place is searched for from the start of the text or of its line.
#[test]
fn many_problems_of_a_large_file() {
    for line in ["name: some value or other, ü\n", "name: some value or other, ü "] {
        let text = line.repeat(3_000_000 / line.len());
        let mut sources = Sources::new();
        sources.add("large.yaml", &*text);
        let renderer = Renderer::new(&sources, Redactor::default());
        let step = text.len() / 10_000;
        let all = (0..10_000).map(|n| Diagnostic::warning(&CODE, "odd").at(bytes(n * step, n * step + 4), "here"));
        let length: usize = all.map(|d| renderer.text(&d, Style::Plain).len() + renderer.json(&d).len()).sum();
        assert!(length > 2_000_000);
    }
}

#[test]
fn one_line() {
    let mut sources = Sources::new();
    sources.add("site.yaml", "a: 1\nb: ü2\n");
    let renderer = Renderer::new(&sources, Redactor::default());
    insta::assert_snapshot!(renderer.line(&problem().at(bytes(10, 11), "here")), @"site.yaml:2:5: error[file::mode-not-octal]: mode `rw-r--` is not an octal number");
    insta::assert_snapshot!(renderer.line(&problem()), @"error[file::mode-not-octal]: mode `rw-r--` is not an octal number");
}

#[test]
fn json() {
    let mut sources = Sources::new();
    sources.add("site.yaml", "a: 1\nb: ü2\n");
    let renderer = Renderer::new(&sources, Redactor::default());
    let full = problem().at(bytes(8, 11), "here").at(bytes(0, 5), "").note("one").note("two").help("do".to_owned());
    insta::assert_snapshot!(renderer.json(&full), @r#"{"severity":"error","code":"file::mode-not-octal","message":"mode `rw-r--` is not an octal number","file":"site.yaml","line":2,"column":4,"end_line":2,"end_column":6,"labels":[{"file":"site.yaml","line":2,"column":4,"end_line":2,"end_column":6,"text":"here"},{"file":"site.yaml","line":1,"column":1,"end_line":2,"end_column":1,"text":""}],"notes":["one","two"],"help":"do"}"#);
    insta::assert_snapshot!(renderer.json(&Diagnostic::warning(&CODE, "odd \x1b")), @r#"{"severity":"warning","code":"file::mode-not-octal","message":"odd \u001b","file":null,"line":null,"column":null,"end_line":null,"end_column":null,"labels":[],"notes":[],"help":null}"#);
}
