//! Bad input ends with an error that names the limit, in little time and memory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use gotmpl::go::Type;
use gotmpl::{Cause, Function, FunctionSet, Limits, Options, Param, RenderError, Template};
use value::{Map, Value};

fn parse(source: &str) -> Template {
    Template::parse("t", source, &Options::new(&FunctionSet::new())).unwrap()
}

fn render(source: &str, limits: Limits) -> Result<Vec<u8>, RenderError> {
    parse(source).render(&Value::Null, &limits)
}

/// A text for every number, with the number for `#`.
fn numbered(count: usize, text: &str) -> String {
    (0..count).map(|at| text.replace('#', &at.to_string())).collect()
}

fn limit_error(source: &str, limits: Limits) -> String {
    let error = render(source, limits).unwrap_err();
    assert!(matches!(error.cause, Cause::Limit), "{error}");
    error.to_string()
}

#[test]
fn templates_that_call_themselves() {
    let own = r#"{{define "a"}}{{template "a" .}}{{end}}{{template "a" .}}"#;
    assert_eq!(
        limit_error(own, Limits::default()),
        r#"template: t:1:25: executing "a" at <{{template "a" .}}>: exceeded maximum template depth (100000)"#
    );
    let mutual = r#"{{define "a"}}{{template "b" .}}{{end}}{{define "b"}}x{{template "a" .}}{{end}}{{template "a" .}}"#;
    assert!(limit_error(mutual, Limits { depth: 50, ..Limits::default() }).ends_with("template depth (50)"));
}

#[test]
fn loops_without_end() {
    let limits = Limits { steps: 100_000, ..Limits::default() };
    assert_eq!(
        limit_error("{{range 1000000000}}{{end}}", limits),
        r#"template: t:1:8: executing "t" at <1000000000>: the limit of 100000 steps is exceeded"#
    );
    let nested = "{{range 100000}}{{range 100000}}{{$x := .}}{{end}}{{end}}";
    assert!(limit_error(nested, limits).ends_with("the limit of 100000 steps is exceeded"));
}

#[test]
fn output_without_end() {
    let limits = Limits { output: 1_000, ..Limits::default() };
    let error = limit_error("{{range 1000000000}}some text\n{{end}}", limits);
    assert!(error.ends_with("the output is larger than the limit of 1000 bytes"), "{error}");
    assert!(render("{{range 99}}some text\n{{end}}", limits).is_ok());
    let error = limit_error(r#"{{printf "%600d" 1}}{{printf "%600d" 1}}"#, limits);
    assert!(error.contains("at <{{printf \"%600d\" 1}}>: the output is larger"), "{error}");
}

#[test]
fn values_without_end() {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let error = limit_error(r#"{{$x := "ab"}}{{range 100}}{{$x = print $x $x}}{{end}}"#, limits);
    assert!(error.ends_with("error calling print: values are larger than the limit of 1048576 bytes"), "{error}");
    let wide = r#"{{printf "%1000000d%1000000d" 1 2}}"#;
    assert!(limit_error(wide, limits).contains("error calling printf: values are larger"));
}

#[test]
fn one_value_without_end() {
    let limits = Limits { value: 1 << 20, ..Limits::default() };
    assert_eq!(
        limit_error(r#"a{{printf "%1000000d%1000000d" 1 2 | len}}"#, limits),
        r#"template: t:1:3: executing "t" at <printf "%1000000d%1000000d" 1 2>: error calling printf: a value is larger than the limit of 1048576 bytes"#
    );
    assert!(render(r#"{{range 10}}{{printf "%1000000d" 1 | len}}{{end}}"#, limits).is_ok());
}

#[test]
fn work_that_one_instruction_hides() {
    let entries: Map = (0..1_000).map(|at| (format!("k{at}"), at)).collect();
    let list: Value = (0..1_000).map(Value::from).collect();
    let text = "x".repeat(100_000);
    let data = Value::from(Map::from_iter([("m", Value::from(entries)), ("l", list), ("s", text.into())]));
    let limits = Limits { steps: 100_000, memory: 1_000_000, ..Limits::default() };
    for source in [
        "{{range 10000}}{{range $.m}}{{break}}{{end}}{{end}}",
        "{{range 10000}}{{$x := slice $.l 0}}{{end}}",
        "{{range 10000}}{{$x := slice $.s 1}}{{end}}",
        "{{range 10000}}{{$x := eq $.s $.s}}{{end}}",
    ] {
        let error = parse(source).render(&data, &limits).unwrap_err();
        assert!(matches!(error.cause, Cause::Limit), "{source}: {error}");
    }
}

#[test]
fn many_variables_in_many_calls() {
    let declared = numbered(1_000, "{{$v# := 1}}");
    let source = format!(r#"{{{{define "a"}}}}{declared}{{{{template "a" .}}}}{{{{end}}}}{{{{template "a" .}}}}"#);
    let error = limit_error(&source, Limits { memory: 1 << 20, ..Limits::default() });
    assert!(error.ends_with("values are larger than the limit of 1048576 bytes"), "{error}");
}

#[test]
fn parentheses_nest_as_deep_as_in_go() {
    let nested = |depth: usize| format!("{{{{{}1{}}}}}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(render(&nested(10_000), Limits::default()).unwrap(), b"1");
    let calls = format!("{{{{{}true{}}}}}", "(not ".repeat(9_999), ")".repeat(9_999));
    assert_eq!(render(&calls, Limits::default()).unwrap(), b"false");
    let error = Template::parse("t", nested(10_001), &Options::new(&FunctionSet::new())).unwrap_err();
    assert_eq!(error.to_string(), "template: t:1: max expression depth exceeded");
}

#[test]
fn blocks_nest_without_a_limit() {
    let depth = 20_000;
    for (open, rendered) in [("{{if true}}", "x"), ("{{with 1}}", "x"), ("{{range 1}}", "x")] {
        let source = format!("{}x{}", open.repeat(depth), "{{end}}".repeat(depth));
        assert_eq!(render(&source, Limits::default()).unwrap(), rendered.as_bytes());
    }
    let chained = format!("{{{{if false}}}}{}{{{{end}}}}", "{{else if false}}".repeat(depth));
    assert_eq!(render(&chained, Limits::default()).unwrap(), b"");
    let unclosed = "{{if true}}".repeat(depth);
    let error = Template::parse("t", unclosed, &Options::new(&FunctionSet::new())).unwrap_err();
    assert_eq!(error.to_string(), "template: t:1: unexpected EOF");
}

#[test]
fn long_templates() {
    let text = "x".repeat(1 << 20);
    assert_eq!(render(&text, Limits::default()).unwrap().len(), 1 << 20);
    let commands = format!("{{{{1{}}}}}", " | print".repeat(50_000));
    assert_eq!(render(&commands, Limits::default()).unwrap(), b"1");
    let arguments = format!("{{{{len (print{})}}}}", " \"a\"".repeat(50_000));
    assert_eq!(render(&arguments, Limits::default()).unwrap(), b"50000");
    let definitions = numbered(20_000, "{{define \"d#\"}}{{end}}");
    assert_eq!(render(&definitions, Limits::default()).unwrap(), b"");
    let variables = numbered(20_000, "{{$v# := #}}{{$v0}}");
    assert_eq!(render(&variables, Limits::default()).unwrap().len(), 20_000);
    let fields = format!("{{{{{}}}}}", ".a".repeat(50_000));
    assert_eq!(render(&fields, Limits::default()).unwrap(), b"<no value>");
}

#[test]
fn deep_values_are_printed() {
    let deep = (0..100_000).fold(Value::from(1), |value, _| Value::from(vec![value]));
    let text = parse("{{.}}{{print .}}{{len .}}").render(&deep, &Limits::default()).unwrap();
    assert_eq!(text.len(), 2 * 200_001 + 1);
}

#[test]
fn maps_that_hold_themselves() {
    const PARAMS: &[Param] =
        &[Param::new("map", Type::Map), Param::new("key", Type::String), Param::new("value", Type::Any)];
    let set = Function::new("set", PARAMS, Type::Map, |call| {
        let value = call.take(2);
        call.dict(0)?.insert(&*call.text(1), value);
        Ok(call.take(0))
    });
    let functions = FunctionSet::new().with(set.changes_maps());
    let options = Options::new(&functions);
    let data = Value::from(Map::from_iter([("d", Map::new())]));
    let template = Template::parse("t", r#"{{$_ := set .d "own" .d}}{{len .d.own.own}}"#, &options).unwrap();
    assert_eq!(template.render(&data, &Limits::default()).unwrap(), b"1");
    for source in [r#"{{set .d "own" .d}}"#, r#"{{print (set .d "own" .d)}}"#] {
        let template = Template::parse("t", source, &options).unwrap();
        let error = template.render(&data, &Limits::default()).unwrap_err();
        assert!(error.to_string().contains("hold themselves"), "{error}");
    }
    assert_eq!(data.to_string(), "map[d:map[]]", "the data of the caller stay as they are");
}
