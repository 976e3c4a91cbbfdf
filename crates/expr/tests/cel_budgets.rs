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

const LINE: &str = "the quick brown fox jumps over the lazy dog, and then it rests\n";

/// What an expression over `big`, a text of the data, comes to.
fn of_text(text: &str, big: usize, limits: Limits) -> Result<Value, EvalError> {
    let files: Value = (0..5_000).map(|_| Value::string(LINE.repeat(big / LINE.len() / 5_000))).collect();
    let variables = [
        ("big", Value::from(LINE.repeat(big / LINE.len()))),
        ("part", Value::from(LINE.repeat(1_000))),
        ("files", files),
    ];
    let program = Engine::new().compile(text, &variables.each_ref().map(|(name, _)| *name));
    program.unwrap_or_else(|error| panic!("{error}")).evaluate_within(&variables, limits)
}

/// The same with 50 MB and the usual limits.
fn of_big(text: &str) -> Result<Value, EvalError> {
    of_text(text, 50_000_000, Limits::default())
}

#[test]
fn large_texts_of_the_data_can_be_worked_with() {
    for text in [
        "big.startsWith('the quick')",
        "big.endsWith('rests\\n')",
        "big.contains('it rests')",
        "!big.contains('a block of text that is longer than most, and that is nowhere in what it is looked for in')",
        "big.contains(part) && !part.contains(big)",
        "big.matches('fox.*dog')",
        "!big.matches('^[a-z]+ (slow|tired|sleepy|lazy|quiet) [a-z]+ (cat|cow|hen|pig) [0-9]{1,8}$')",
        "(big + 'x').size() == big.size() + 1",
        "big == big + ''",
        "big != 'x' && !(big < 'a')",
        "big in [part, big] && !(big in files)",
        "size(big.split('\\n')) > 700000",
        "big.indexOf('nowhere') == -1 && big.lastIndexOf('rests') > 0",
        "big.replace('quick', 'slow').contains('slow brown')",
        "big.substring(1, 10).size() == 9 && big.charAt(3) == ' '",
        "big.upperAscii().startsWith('THE')",
        "regex.match('dog, and', big) && regex.split('\\n', big).size() > 700000",
        "bytes(big).size() == big.size() && string(bytes(big)) == big",
        "files.all(file, file.contains('fox') && file.matches('lazy.*rests'))",
    ] {
        let start = Instant::now();
        assert_eq!(of_big(text), Ok(Value::Bool(true)), "{text}");
        assert!(start.elapsed().as_secs() < 30, "{text}: {:?}", start.elapsed());
    }
}

/// With a text and limits of a twentieth, so that tests without optimisation are soon over.
#[test]
fn many_passes_over_large_texts_come_to_an_end() {
    let limits = Limits { cost: 1_000_000, steps: 5_000_000, memory: 25 << 20 };
    for pass in [
        "big.startsWith('x')",
        "big.contains('nowhere')",
        "big.matches('nowhere')",
        "regex.match('nowhere', big)",
        "big.indexOf('nowhere') > 0",
        "big == big + 'x'",
        "big < part",
        "big.size() == 1",
        "big.split('\\n').size() == 1",
        "big.trim() == part",
    ] {
        let text = format!("lists.range(1000).all(i, !({pass}))");
        let error = of_text(&text, 2_500_000, limits).expect_err(pass);
        let known = matches!(error.cause, EvalCause::CostLimit | EvalCause::Steps { .. } | EvalCause::Memory { .. });
        assert!(known, "{pass}: {error}");
    }
}

#[test]
fn what_large_texts_are_doubled_to_has_a_limit() {
    let limits = Limits { memory: 25 << 20, ..Limits::default() };
    let memory = EvalCause::Memory { limit: limits.memory };
    for text in [
        "big + big + big + big + big + big + big + big",
        "big.split('').size()",
        "regex.findAll('.', big).size()",
        "regex.split('', big).size()",
        "big.replace('o', part)",
        "cel.bind(a, big + big, cel.bind(b, a + a, cel.bind(c, b + b, c + c)))",
    ] {
        let outcome = of_text(text, 2_500_000, limits);
        assert_eq!(outcome.map_err(|error| error.cause).map(|_| ()), Err(memory.clone()), "{text}");
    }
}

/// Nothing that an expression builds itself raises the limit.
#[test]
fn the_limit_grows_with_the_data_only() {
    let built = "lists.range(20).all(i, !strings.repeat('a', 1000000).contains('b'))";
    assert_eq!(of_big(built).map_err(|error| error.cause), Err(EvalCause::CostLimit));
    assert_eq!(of_big(&format!("big.size() > 0 && {built}")), Ok(Value::Bool(true)));
}

/// Texts up to a size leave the limit of the original, whatever variables they are in.
#[test]
fn ordinary_data_leaves_the_limit() {
    let program =
        Engine::new().compile("lists.range(1000).all(i, i < 1000 + text.size() + more.size())", &["text", "more"]);
    let program = program.unwrap();
    let half = Value::from("x".repeat(32 << 10));
    for (more, limit) in [(0, 5_000), (32 << 10, 5_000), ((32 << 10) + 1, 5_010), ((32 << 10) + 20, 5_200)] {
        let variables = [("text", half.clone()), ("more", Value::from("y".repeat(more)))];
        let limits = Limits { cost: 5_000, ..Limits::default() };
        let (outcome, cost) = program.evaluate_with_cost(&variables, limits);
        let error = outcome.expect_err("it costs more");
        assert_eq!(error.cause, EvalCause::CostLimit);
        let help = error.help.unwrap_or_default();
        assert!(help.starts_with(&format!("an expression may cost {limit}:")), "{more}: {help}");
        assert!((limit + 1..limit + 50).contains(&cost), "{more}: {cost}");
    }
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
