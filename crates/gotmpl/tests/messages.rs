//! Messages in Go's words, and the place in the source that each of them points to.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use gotmpl::{FunctionSet, Limits, Options, Template};
use value::Value;

const DATA: &str = r#"{"s": "str", "n": 5, "nil": null, "l": [1, 2], "m": {"k": "v", "n": null}}"#;

/// The message, and the part of the source that is marked.
fn failure(source: &str) -> (String, String) {
    let marked = |start: u32, end: u32| source[start as usize..end as usize].to_owned();
    let template = match Template::parse("t", source, &Options::new(&FunctionSet::new())) {
        Ok(template) => template,
        Err(error) => return (error.to_string(), marked(error.start, error.end)),
    };
    let data = Value::from_json(DATA).unwrap();
    let error = template.render(&data, &Limits::default()).map(String::from_utf8).unwrap_err();
    (error.to_string(), marked(error.start, error.end))
}

fn check(cases: &[(&str, &str, &str)]) {
    for (source, message, marked) in cases {
        assert_eq!(failure(source), ((*message).to_owned(), (*marked).to_owned()), "{source}");
    }
}

#[test]
fn of_the_parser() {
    check(&[
        ("{{.x", "template: t:1: unclosed action", ""),
        ("a\n{{\"abc}}", "template: t:2: unterminated quoted string", "\"abc}}"),
        ("{{/* x }}", "template: t:1: unclosed comment", "/*"),
        ("{{(print\n1}}", "template: t:2: unclosed left paren in action started at t:1", ""),
        ("{{.x}}{{end}}", "template: t:1: unexpected {{end}}", "}}"),
        ("{{if .n}}x", "template: t:1: unexpected EOF", ""),
        ("{{if .n}}{{else}}{{else}}{{end}}", "template: t:1: expected end; found {{else}}", "}}"),
        ("{{.m[\"k\"]}}", "template: t:1: bad character U+005B '['", ".m"),
        ("{{nope .x}}", "template: t:1: function \"nope\" not defined", "nope"),
        ("{{$x}}", "template: t:1: undefined variable \"$x\"", "$x"),
        ("{{1 | 2}}", "template: t:1: non executable command in pipeline stage 2", "2"),
        ("{{len(.l)}}", "template: t:1: unexpected \"(\" in operand", "("),
        ("{{break}}", "template: t:1: {{break}} outside {{range}}", "break"),
        ("{{$a, $b := .m}}", "template: t:1: too many declarations in command", ","),
        ("{{\"a\\q\"}}", "template: t:1: invalid syntax", "\"a\\q\""),
        ("{{1__0}}", "template: t:1: illegal number syntax: \"1__0\"", "1__0"),
        ("{{true.x}}", "template: t:1: unexpected . after term \"true\"", "true.x"),
        (
            "{{define \"a\"}}x{{end}}{{define \"a\"}}y{{end}}",
            "template: t:1: template: multiple definition of template \"a\"",
            "}}",
        ),
    ]);
}

#[test]
fn of_the_machine() {
    check(&[
        (
            "x\n  {{.s.x}}",
            "template: t:2:6: executing \"t\" at <.s.x>: can't evaluate field x in type interface {}",
            ".s.x",
        ),
        (
            "{{.nil.x.y}}",
            "template: t:1:6: executing \"t\" at <.nil.x.y>: nil pointer evaluating interface {}.x",
            ".nil.x.y",
        ),
        (
            "{{index .l 9}}",
            "template: t:1:2: executing \"t\" at <index .l 9>: error calling index: index out of range: 9",
            "index .l 9",
        ),
        (
            "{{template \"q\" .}}",
            "template: t:1:11: executing \"t\" at <{{template \"q\" .}}>: template \"q\" not defined",
            "\"q\" .",
        ),
        (
            "{{printf .n}}",
            "template: t:1:9: executing \"t\" at <.n>: wrong type for value; expected string; got int",
            ".n",
        ),
        (
            "{{.n | printf}}",
            "template: t:1:7: executing \"t\" at <printf>: wrong type for value; expected string; got int",
            "printf",
        ),
        (
            "{{printf .missing}}",
            "template: t:1:9: executing \"t\" at <.missing>: invalid value; expected string",
            ".missing",
        ),
        ("{{not 1 2}}", "template: t:1:2: executing \"t\" at <not>: wrong number of args for not: want 1 got 2", "not"),
        (
            "{{lt 1 \"a\"}}",
            "template: t:1:2: executing \"t\" at <lt 1 \"a\">: error calling lt: incompatible types for comparison: int and string",
            "lt 1 \"a\"",
        ),
        ("{{range .s}}{{end}}", "template: t:1:8: executing \"t\" at <.s>: range can't iterate over str", ".s"),
        ("{{.m.k 1}}", "template: t:1:4: executing \"t\" at <.m.k>: k is not a method but has arguments", ".m.k"),
        (
            "{{(.n) 1}}",
            "template: t:1:2: executing \"t\" at <(.n) 1>: can't give argument to non-function .n",
            "(.n) 1",
        ),
        (
            "{{define \"d\"}}\n{{.a.b}}{{end}}{{template \"d\" .s}}",
            "template: t:2:4: executing \"d\" at <.a.b>: can't evaluate field a in type string",
            ".a.b",
        ),
        (
            "{{call .s}}",
            "template: t:1:2: executing \"t\" at <call .s>: error calling call: non-function .s of type string",
            "call .s",
        ),
        (
            "{{or false ($x := 1) | len}}{{$x}}",
            "template: t:1:23: executing \"t\" at <len>: error calling len: len of type int",
            "len",
        ),
        ("{{and false ($x := 1)}}{{$x}}", "template: t:1:25: executing \"t\" at <$x>: undefined variable: $x", "$x"),
        (
            "{{if true}}{{else}}{{$y := 1}}{{end}}{{$x = 1}}",
            "template: t:1:44: executing \"t\" at <1>: undefined variable: $x",
            "1",
        ),
    ]);
}

#[test]
fn a_value_that_is_not_known_yet() {
    let data = Value::from(value::Map::from_iter([("later", value::Unknown::new("exec#a runs first"))]));
    for source in ["{{.later}}", "{{if .later}}{{end}}", "{{range .later}}{{end}}", "{{print .later}}", "{{.later.x}}"]
    {
        let template = Template::parse("t", source, &Options::new(&FunctionSet::new())).unwrap();
        let error = template.render(&data, &Limits::default()).unwrap_err();
        assert!(matches!(error.cause, gotmpl::Cause::Unknown(_)), "{source}");
    }
    let inside = Value::from(value::Map::from_iter([("l", vec![1.into(), Value::from(value::Unknown::new("later"))])]));
    let outcome = |source: &str| {
        let template = Template::parse("t", source, &Options::new(&FunctionSet::new())).unwrap();
        template.render(&inside, &Limits::default()).map_err(|error| error.cause)
    };
    for source in ["{{.l}}", "{{print .l}}", "{{index .l 1}}", "{{range .l}}{{.}}{{end}}", "{{.}}"] {
        assert!(matches!(outcome(source), Err(gotmpl::Cause::Unknown(_))), "{source}");
    }
    assert_eq!(outcome("{{index .l 0}}{{len .l}}{{eq 1 1}}").unwrap(), b"12true");
    let template = Template::parse("t", "{{$x := .later}}ok", &Options::new(&FunctionSet::new())).unwrap();
    assert_eq!(template.render(&data, &Limits::default()).unwrap(), b"ok");
}
