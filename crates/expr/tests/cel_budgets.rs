//! Input that is too much ends with a clear error, in the stack that a thread has.
#![expect(clippy::disallowed_methods, reason = "the time that something takes is measured")]

use std::time::Instant;

use expr::cel::{Cause, CompileError, Engine, EvalCause, EvalError, Limits};
use value::Value;

fn compile_error(text: &str) -> CompileError {
    Engine::new().compile(text, &["_"]).err().expect("does not compile")
}

fn evaluate(text: &str) -> Result<Value, EvalError> {
    let program = Engine::new().compile(text, &["_"]).unwrap_or_else(|error| panic!("{error}"));
    program.evaluate(&[("_", Value::Null)])
}

/// `open` so many times, something in the middle, `close` so many times.
fn nested(open: &str, middle: &str, close: &str, levels: usize) -> String {
    format!("{}{middle}{}", open.repeat(levels), close.repeat(levels))
}

#[test]
fn three_hundred_levels_work() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{1: ", "1", "}"),
        ("size([", "1", "])"),
        ("-(", "1", ")"),
        ("[1].map(x, ", "1", ")"),
        ("(true ? ", "1", " : 1)"),
        ("1 + (", "1", ")"),
        ("cel.bind(a, 1, ", "a", ")"),
        ("optional.of(", "1", ")"),
        ("dyn(", "_", ").a"),
    ] {
        let text = nested(open, middle, close, 120);
        Engine::new().compile(&text, &["_"]).unwrap_or_else(|error| panic!("{open}: {error}"));
    }
    for (open, close) in [("(", ")"), ("[", "]")] {
        evaluate(&nested(open, "1", close, 300)).expect("runs");
    }
    evaluate(&format!("1{}", " + 1".repeat(300))).expect("runs");
}

#[test]
fn too_many_levels_are_an_error() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{1: ", "1", "}"),
        ("-(", "1", ")"),
        ("[1].map(x, ", "1", ")"),
        ("f(", "1", ")"),
        ("true ? 1 : ", "1", ""),
        ("cel.bind(a, 1, ", "a", ")"),
        ("a.b(", "1", ")"),
        ("[1][", "0", "]"),
        ("A{a: ", "0", "}"),
        ("(", "", ""),
        ("[", "", ""),
        ("{", "", ""),
        ("a(", "", ""),
    ] {
        let error = compile_error(&nested(open, middle, close, 20_000));
        assert!(matches!(error.problems()[0].cause, Cause::TooDeep { .. }), "{open}: {error}");
    }
    for text in [
        format!("1{}", " + 1".repeat(100_000)),
        format!("a{}", ".b".repeat(100_000)),
        format!("a{}", "[0]".repeat(100_000)),
        format!("a{}", ".b()".repeat(100_000)),
        format!("1{}", " < 1".repeat(100_000)),
    ] {
        let error = compile_error(&text);
        assert!(matches!(error.problems()[0].cause, Cause::TooDeep { .. }), "{error}");
    }
}

#[test]
fn long_chains_of_logic_work() {
    let text = format!("true{}", " && true".repeat(100_000));
    assert_eq!(evaluate(&text), Ok(Value::Bool(true)));
    let text = format!("false{} || 1 / 0 > 0", " || false".repeat(100_000));
    assert_eq!(evaluate(&text).map_err(|error| error.cause), Err(EvalCause::DivisionByZero));
    assert_eq!(evaluate(&format!("{}true", "!".repeat(100_000))), Ok(Value::Bool(true)));
}

#[test]
fn long_texts() {
    let list = format!("[{}].size()", "1,".repeat(200_000));
    assert_eq!(evaluate(&list), Ok(Value::Int(200_000)));
    let string = format!("\"{}\".size()", "a".repeat(1_000_000));
    assert_eq!(evaluate(&string), Ok(Value::Int(1_000_000)));
    let error = compile_error(&" ".repeat((1 << 20) + 1));
    assert!(matches!(error.problems()[0].cause, Cause::TooLong { .. }));
    let error = compile_error(&format!("[{}]", "x,".repeat(300_000)));
    assert_eq!(error.problems().len() + error.more(), 300_000);
}

#[test]
fn macros_that_repeat_their_target_do_not_explode() {
    let start = Instant::now();
    let text = format!("optional.of(1){}", ".optMap(x, x + 1)".repeat(60));
    let program = Engine::new().compile(&text, &[]).expect("compiles");
    let error = program.evaluate(&()).expect_err("costs too much");
    assert_eq!(error.cause, EvalCause::CostLimit);
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn types_that_double_do_not_explode() {
    let bind = |level: usize| format!("cel.bind(x{}, {{x{level}: x{level}}}, ", level + 1);
    let chain: String = (0..80).map(bind).collect();
    let text = format!("cel.bind(x0, [], {chain}[x80, {{}}] == [{{}}, x79]{}", ")".repeat(81));
    let start = Instant::now();
    drop(Engine::new().compile(&text, &[]));
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn costs_end_loops() {
    let text = "lists.range(300).map(x, lists.range(300).map(y, x * y)).size()";
    assert_eq!(evaluate(text).map_err(|error| error.cause), Err(EvalCause::CostLimit));
    for text in ["lists.range(1000000000)", "lists.range(9223372036854775807).size()"] {
        assert_eq!(evaluate(text).map_err(|error| error.cause), Err(EvalCause::CostLimit));
    }
    // Nothing makes up for it.
    assert_eq!(evaluate("true || lists.range(9).size() > 0"), Ok(Value::Bool(true)));
    let error = evaluate("lists.range(999999999).size() > 0 || true").expect_err("is final");
    assert_eq!(error.cause, EvalCause::CostLimit);
}

#[test]
fn other_limits_hold_without_a_cost_limit() {
    let limits = Limits { cost: 0, steps: 1_000_000, memory: 10 << 20 };
    for text in [
        "lists.range(1000000000)",
        "lists.range(1000).map(a, lists.range(1000).map(b, lists.range(1000).map(c, c)))",
        "lists.range(2000).all(a, lists.range(2000).all(b, true))",
        "lists.range(100000).distinct()",
        "sets.contains(lists.range(100000), lists.range(100000))",
        "lists.range(200).map(i, strings.repeat(\"a\", 1000000)).join(\"\")",
        "strings.repeat(\"a\", 1000000).replace(\"a\", strings.repeat(\"b\", 100000))",
        "strings.repeat(\"a\", 1000000).split(\"\")",
        "\"%.1000000f\".format([1.0]) + \"%.1000000f\".format([1.0]) + strings.repeat(\"x\", 1000000) + strings.repeat(\"%s\", 4).format([strings.repeat(\"y\", 1000000), strings.repeat(\"y\", 1000000), strings.repeat(\"y\", 1000000), strings.repeat(\"y\", 1000000)])",
        "regex.replace(strings.repeat(\"a\", 1000000), \"a\", strings.repeat(\"b\", 1000))",
        "lists.range(10000).map(i, \"x\".matches(\"a{\" + string(i % 900) + \"}\"))",
    ] {
        let program = Engine::new().compile(text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"));
        let start = Instant::now();
        let outcome = program.evaluate_within(&(), limits);
        assert!(start.elapsed().as_secs() < 20, "{text}");
        let error = outcome.map(|_| ()).expect_err(text);
        assert!(matches!(error.cause, EvalCause::Steps { .. } | EvalCause::Memory { .. }), "{text}: {error}");
    }
}

#[test]
fn catastrophic_patterns_take_linear_time() {
    let start = Instant::now();
    let text = r#"strings.repeat("a", 100000).matches("(a*)*(a*)*(a*)*b")"#;
    assert_eq!(evaluate(text).map_err(|error| error.cause), Ok(Value::Bool(false)));
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn large_and_deep_data_passes() {
    let deep = (0..100_000).fold(Value::Int(1), |value, _| Value::from(vec![value]));
    let text = Value::from("x".repeat(5_000_000));
    let program =
        Engine::new().compile("a == a && b.size() == 5000000 && type(a) == list && [a].size() == 1", &["a", "b"]);
    let result = program.expect("compiles").evaluate(&[("a", deep), ("b", text)]);
    assert_eq!(result, Ok(Value::Bool(true)));
}

#[test]
fn deep_data_in_texts_is_an_error() {
    let deep = (0..100_000).fold(Value::Int(1), |value, _| Value::from(vec![value]));
    for text in
        ["\"%s\".format([a])", "json.marshal(a)", "a.flatten(9223372036854775807)", "optional.of(a) == optional.of(a)"]
    {
        let program = Engine::new().compile(text, &["a"]).expect("compiles");
        drop(program.evaluate_within(&[("a", deep.clone())], Limits { cost: 0, ..Limits::default() }));
    }
}

/// An expression over `a60`, a list that is doubled sixty times.
fn doubled(first: &str, text: &str) -> String {
    let bind = |level: usize| format!("cel.bind(a{}, [a{level}, a{level}], ", level + 1);
    let chain: String = (0..60).map(bind).collect();
    format!("cel.bind(a0, {first}, {chain}{text}{}", ")".repeat(61))
}

#[test]
fn values_that_are_small_in_memory_and_huge_as_trees() {
    let limits = Limits { cost: 0, steps: 200_000, memory: 2 << 20 };
    for first in ["[\"x\"]", "{\"k\": 1}", "{1.5: [1]}", "[optional.of(1)]", "{1: 2}"] {
        for text in [
            "a60 == a60",
            "a60 != a60",
            "{\"k\": a60} == {\"k\": a60}",
            "{1.5: a60} == {1.5: a60}",
            "optional.of(a60) == optional.of(a60)",
            "a60 in [a60]",
            "[a60, a60].distinct()",
            "sets.contains([a60], [a60])",
            "sets.equivalent([a60], [a60])",
            "sets.intersects([a60], [a60])",
            "json.marshal(a60)",
            "json.marshalPretty({\"k\": a60})",
            "a60.flatten(100)",
            "\"%s\".format([[a60]])",
            "map.add({\"k\": a60}, \"b\", a60)",
        ] {
            let text = doubled(first, &format!("dyn({text})"));
            let program = Engine::new().compile(&text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"));
            let Err(error) = program.evaluate_within(&(), limits) else { panic!("has a result: {text}") };
            let known =
                matches!(error.cause, EvalCause::Steps { .. } | EvalCause::Memory { .. } | EvalCause::Function { .. });
            assert!(known, "{text}: {error}");
        }
    }
}

/// A value of forty small lists whose text no memory holds. What is written counts, so the end comes soon.
#[test]
fn formatting_what_is_shared_comes_to_an_end() {
    for leaf in ["[]", "{}", "'a'", "_"] {
        let text = (0..40).rev().fold("'%s'.format([v40])".to_owned(), |rest, level| {
            format!("cel.bind(v{}, [v{level}, v{level}], {rest})", level + 1)
        });
        let start = Instant::now();
        let error = evaluate(&format!("cel.bind(v0, {leaf}, {text})")).unwrap_err();
        assert_eq!(error.cause, EvalCause::Steps { limit: Limits::default().steps }, "{error}");
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
    let long = format!("cel.bind(a, '{}', '%s'.format([[a, a, a, a, a, a, a, a, a, a]]).size())", "x".repeat(100_000));
    assert_eq!(evaluate(&long).unwrap(), Value::Int(1_000_020));
}
