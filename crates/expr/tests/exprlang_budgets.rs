//! Expressions that ask for too much end with an error. A test that takes long has found something.

use expr::exprlang::{Budget, Environment, Fault, Problem, Type, compile};
use value::{Map, Value};

fn environment() -> Environment {
    Environment::new().variable("Data", Type::Map)
}

fn variables() -> Map {
    let list: Value = (0..2_000).map(Value::Int).collect();
    let data = Map::from_iter([("list", list), ("big", "x".repeat(300 << 10).into()), ("s", "ab".into())]);
    Map::from_iter([("Data", Value::from(data))])
}

const STEPS: Fault = Fault::Steps { limit: 400_000 };
const TEXT: Fault = Fault::Text { limit: 1 << 20 };
const ITEMS: Fault = Fault::Items { limit: 1_000_000 };

fn run(text: &str) -> Result<Value, Fault> {
    let program = compile(text, &environment()).unwrap_or_else(|error| panic!("{text:.80}: {error}"));
    // Less than the default, so that tests without optimisation are soon over.
    let budget = Budget { steps: 400_000, text: 1 << 20, ..Budget::default() };
    program.run(&variables(), &budget).map_err(|error| error.fault)
}

fn problem(text: &str) -> Problem {
    compile(text, &environment()).expect_err("it does not compile").problem
}

#[test]
fn deep_texts_do_not_compile() {
    let nest = |open: &str, close: &str, depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{a: ", "}"),
        ("-", ""),
        ("not ", ""),
        ("len(", ")"),
        ("map([1], ", ")"),
        ("true ? 1 : ", ""),
        ("let x = ", "; x"),
        ("if true { ", " } else { 2 }"),
        ("1 ** ", ""),
        ("Data[", "]"),
        ("Data.f(", ")"),
        ("[1] | map(", ")"),
    ] {
        assert_eq!(problem(&nest(open, close, 1_000)), Problem::TooDeep, "{open}");
        assert_eq!(problem(&nest(open, close, 30_000)), Problem::TooDeep, "{open}");
    }
    assert_eq!(problem(&"(".repeat(500_000)), Problem::TooDeep);
}

#[test]
fn what_is_deep_but_allowed_has_stack_enough() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{a: ", "}"), ("map([1], ", ")"), ("let x = (", "); x"), ("string(", ")")]
    {
        let text = format!("{}1{}", open.repeat(90), close.repeat(90));
        assert!(run(&text).is_ok(), "{open}");
    }
}

#[test]
fn long_texts_do_not_compile() {
    for text in [
        vec!["1"; 100_000].join(" + "),
        vec!["Data.s"; 100_000].join(" + "),
        vec!["Data.s"; 50_000].join(" ?? "),
        format!("Data{}", ".x".repeat(100_000)),
        format!("Data{}", "?.x".repeat(100_000)),
        format!("Data{}", "[0]".repeat(100_000)),
        format!("[{}]", vec!["1"; 100_000].join(",")),
        format!("1{}", " | string()".repeat(50_000)),
        vec!["1"; 100_000].join(" < "),
        vec!["1"; 100_000].join("; "),
    ] {
        assert_eq!(problem(&text), Problem::TooManyNodes, "{text:.40}");
    }
    assert_eq!(problem(&format!("'{}'", "x".repeat(1 << 20))), Problem::TooLong);
    assert_eq!(problem(&" ".repeat(2 << 20)), Problem::TooLong);
}

#[test]
fn what_is_long_but_allowed_runs() {
    assert_eq!(run(&vec!["Data.s"; 900].join(" + ")).map(|text| text.as_str().map(str::len)), Ok(Some(1_800)));
    assert_eq!(run(&format!("Data{}", "?.x".repeat(2_400))), Ok(Value::Null));
    assert_eq!(run(&vec!["nil"; 3_000].join(" ?? ")), Ok(Value::Null));
    assert_eq!(run(&vec!["1"; 3_000].join("; ")), Ok(Value::Int(1)));
    assert_eq!(run(&vec!["Data.list[1]"; 900].join(" <= ")), Ok(Value::Bool(true)));
}

#[test]
fn nested_comparisons_do_not_explode() {
    let nested = |depth: usize| format!("{}1{}", "1 < (".repeat(depth), ") < 1".repeat(depth));
    assert!(compile(&nested(30), &environment()).is_err(), "a bool has no order");
    let dynamic =
        |depth: usize| format!("{}Data.s{}", "Data.s < get(Data.list, ".repeat(depth), ") < Data.s".repeat(depth));
    assert_eq!(problem(&dynamic(60)), Problem::TooLarge);
}

#[test]
fn large_lists() {
    for text in [
        "1..1000000000",
        "len(1..1000000)",
        "map(1..1000, 1..1000)",
        "reduce(1..600000, [#acc])",
        "map(1..1000, map(1..1000, map(1..1000, #)))",
        "reverse(1..600000)",
        "let a = Data.list; let b = concat(a, a, a, a, a, a, a, a); let c = concat(b, b, b, b, b, b, b, b); reduce(1..9, concat(#acc, c), c)",
        "flatten(map(1..900, Data.list))",
        "repeat('ab', 500000) + repeat('ab', 500000)",
        "repeat('a', 1000001)",
    ] {
        assert!(matches!(run(text), Err(Fault::Items { .. } | Fault::Steps { .. })), "{text}");
    }
    assert_eq!(run("len(1..999999)"), Ok(Value::Int(999_999)));
}

#[test]
fn large_texts() {
    for text in [
        "reduce(1..40, #acc + #acc, 'x')",
        "reduce(1..40, join([#acc, #acc]), 'x')",
        "reduce(1..40, replace(#acc, 'x', 'xx'), 'x')",
        "reduce(1..12, toJSON([#acc, #acc, #acc, #acc]), 'x')",
        "reduce(1..12, string([#acc, #acc, #acc, #acc]), 'x')",
        "len(join(map(1..100, Data.big)))",
        "sum(map(1..100, len(upper(Data.big))))",
        "sum(map(1..100, len(split(Data.big, 'x'))))",
        "reduce(1..200, toBase64(#acc), 'x')",
    ] {
        assert!(matches!(run(text), Err(Fault::Text { .. } | Fault::Steps { .. })), "{text}");
    }
}

/// A text may be as long as the budget says, to the byte.
#[test]
fn the_budget_of_texts_is_exact() {
    for (text, bytes) in [
        ("Data.s + Data.s", 4),
        ("upper(Data.s)", 2),
        ("upper(Data.big) + Data.s", 2 * (300 << 10) + 2),
        ("join([Data.s, Data.s], ', ')", 6),
        ("replace(Data.s, 'a', 'xyz')", 4),
        ("string([Data.s, Data.s])", 7),
        ("map(1..10, upper(Data.big))[0]", 10 * (300 << 10)),
    ] {
        let program = compile(text, &environment()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let run = |text| program.run(&variables(), &Budget { text, ..Budget::default() }).map_err(|error| error.fault);
        assert!(run(bytes).is_ok(), "{text}");
        assert_eq!(run(bytes - 1), Err(Fault::Text { limit: bytes - 1 }), "{text}");
    }
}

#[test]
fn texts_of_the_data_have_any_size() {
    assert_eq!(run("len(Data.big)"), Ok(Value::Int(300 << 10)));
    assert_eq!(run("Data.big contains 'y'"), Ok(Value::Bool(false)));
    assert_eq!(run("Data.big == Data.big"), Ok(Value::Bool(true)));
    assert!(run("Data.big").is_ok());
}

/// What an expression over a text of the data comes to.
fn of_text(text: &str, big: usize, budget: &Budget) -> Result<Value, Fault> {
    let line = "the quick brown fox jumps over the lazy dog, and then it rests\n";
    let list: Value = (0..2_000).map(|at| Value::string(format!("{line}{at}"))).collect();
    let data = Map::from_iter([("big", Value::from(line.repeat(big / line.len()))), ("list", list)]);
    let program = compile(text, &environment()).unwrap_or_else(|error| panic!("{text}: {error}"));
    program.run(&Map::from_iter([("Data", Value::from(data))]), budget).map_err(|error| error.fault)
}

#[test]
fn large_texts_of_the_data_can_be_worked_with() {
    for text in [
        "Data.big startsWith 'the' && Data.big endsWith 'rests\\n' && Data.big contains 'fox jumps'",
        "Data.big matches 'fox.*dog' && not (Data.big matches 'fox [0-9]+ dog')",
        "len(Data.big + 'x') == len(Data.big) + 1",
        "Data.big == Data.big + ''",
        "not (Data.big in Data.list) && all(Data.list, Data.big != #)",
        "len(split(Data.big, '\\n')) > 700000",
        "indexOf(Data.big, 'nowhere') == -1 && lastIndexOf(Data.big, 'rests') > 0",
        "replace(Data.big, 'quick', 'slow') contains 'slow brown'",
        "upper(Data.big) startsWith 'THE'",
        "trim(Data.big) endsWith 'rests'",
        "Data.big[4:9] == 'quick'",
    ] {
        assert_eq!(of_text(text, 50_000_000, &Budget::default()), Ok(Value::Bool(true)), "{text}");
    }
}

/// With a text and a budget of a twentieth, so that tests without optimisation are soon over.
#[test]
fn many_passes_over_large_texts_come_to_an_end() {
    for pass in [
        "Data.big contains 'nowhere'",
        "Data.big matches 'nowhere'",
        "Data.big matches string('nowhere')",
        "len(Data.big) == 1",
        "Data.big != Data.big + ''",
        "indexOf(Data.big, 'nowhere') > 0",
        "len(split(Data.big, '')) == 1",
        "trim(Data.big) == ''",
    ] {
        let budget = Budget { steps: 2_500_000, text: 6 << 20, ..Budget::default() };
        let outcome = of_text(&format!("any(1..1000, {pass})"), 2_500_000, &budget);
        assert!(matches!(outcome, Err(Fault::Steps { .. } | Fault::Text { .. })), "{pass}: {outcome:?}");
    }
}

#[test]
fn long_runs() {
    for text in [
        "sum(map(Data.list, count(Data.list, # > 5)))",
        "any(Data.list, any(Data.list, any(Data.list, # < 0)))",
        "len(uniq(map(Data.list, # + 0.5)))",
        "all(Data.list, # in Data.list)",
        "all(Data.list, Data.list == Data.list)",
        "all(Data.list, max(Data.list) > 5)",
    ] {
        assert!(matches!(run(text), Err(Fault::Steps { .. })), "{text}");
    }
}

#[test]
fn deep_lists() {
    let deep = "reduce(1..20000, [#acc])";
    assert_eq!(run(&format!("flatten({deep})")), Err(Fault::Depth));
    assert_eq!(run(&format!("max({deep})")), Err(Fault::Depth));
    assert_eq!(run(&format!("toJSON({deep})")), Err(Fault::Depth));
    assert_eq!(run(&format!("{deep} == {deep}")), Ok(Value::Bool(true)));
    assert!(run(&format!("string({deep})")).is_ok());
    assert!(run(deep).is_ok());
}

#[test]
fn regular_expressions_take_linear_time() {
    let text = "repeat('a', 30000) matches '(a*)*b'";
    assert_eq!(run(text), Ok(Value::Bool(false)));
    assert!(run("'x' matches repeat('(a', 5000)").is_err());
    assert!(compile("'x' matches '((((((a{100}){100}){100}){100}){100}){100}'", &environment()).is_err());
}

#[test]
fn a_smaller_budget_ends_sooner() {
    let program = compile("map(1..100, # * 2)", &environment()).unwrap();
    let run = |budget: Budget| program.run(&(), &budget).map_err(|error| error.fault).map(|_| ());
    assert_eq!(run(Budget { steps: 100, ..Budget::default() }), Err(Fault::Steps { limit: 100 }));
    assert_eq!(run(Budget { items: 150, ..Budget::default() }), Err(Fault::Items { limit: 150 }));
    assert_eq!(run(Budget::default()), Ok(()));
}

#[test]
fn what_was_built_the_limit_and_the_way_out_are_told() {
    let told = |text: &str, budget: Budget| {
        let error = compile(text, &environment()).unwrap().run(&variables(), &budget).unwrap_err();
        (error.to_string(), error.help().unwrap())
    };
    let (message, help) = told("reduce(1..100, #acc + Data.s, '')", Budget { text: 1_000, ..Budget::default() });
    assert_eq!(message, "memory budget exceeded: the expression builds more than 1000 bytes of text");
    assert!(help.contains("`join`"), "{help}");
    let (message, help) = told("map(1..100, #)", Budget { items: 150, ..Budget::default() });
    assert!(message.ends_with("of more than 150 items"), "{message}");
    assert!(help.contains("`filter`"), "{help}");
    assert!(compile("join(map(1..100, 'ab'))", &environment()).unwrap().run(&(), &Budget::default()).is_ok());
}

#[test]
fn values_that_are_small_in_memory_and_huge_as_text() {
    let doubled = "let big = reduce(1..40, [#acc, #acc], [1]); ";
    for (text, faults) in [
        ("toJSON(big)", &[TEXT, STEPS][..]),
        ("toJSON({a: {b: big}})", &[TEXT, STEPS]),
        ("toJSON(reduce(1..40, [#acc, #acc], groupBy([1], 'a')['b']))", &[TEXT, STEPS]),
        ("string(big)", &[TEXT, STEPS]),
        ("string({a: big})", &[TEXT, STEPS]),
        ("string(fromPairs([[1.5, big]]))", &[TEXT, STEPS]),
        ("big == big", &[STEPS]),
        ("{a: big} == {a: big}", &[STEPS]),
        ("fromPairs([[1.5, big]]) == fromPairs([[1.5, big]])", &[STEPS]),
        ("big in [1, big]", &[STEPS]),
        ("uniq([big, big])", &[STEPS]),
        ("flatten(big)", &[ITEMS, STEPS]),
        ("[big] | map([#, #]) | map(# == #)", &[STEPS]),
        ("join(map([big], toJSON(#)))", &[TEXT, STEPS]),
    ] {
        let outcome = run(&format!("{doubled}{text}"));
        assert!(outcome.as_ref().is_err_and(|fault| faults.contains(fault)), "{text}: {:?}", outcome.err());
    }
    let deep = "toJSON(reduce(1..2000, [#acc], [1]))";
    assert_eq!(run(deep), Err(Fault::Depth));
    assert!(run("len(toJSON(reduce(1..4, [#acc, #acc], [1])))").is_ok());
}

#[test]
fn a_key_that_is_endless_as_text_is_named_by_its_type() {
    let doubled = (1..40).map(|at| format!("let s{at} = [s{0}, s{0}];", at - 1)).collect::<Vec<_>>().join(" ");
    for from in ["Data.missing", "Data.list[0]", "Data.s"] {
        let fault = run(&format!("let s0 = 0; {doubled} {from}[s39]"));
        assert!(fault.is_err_and(|fault| fault.to_string().len() < 400), "{from}");
    }
}

#[test]
fn uniq_does_not_compare_each_with_each() {
    let count = |text: &str| run(&format!("len(uniq({text}))"));
    assert_eq!(count("1..100000"), Ok(Value::Int(100_000)));
    assert_eq!(count("map(1..20000, string(# % 9000))"), Ok(Value::Int(9_000)));
    // An int is equal to a float, so those are compared.
    assert_eq!(run("uniq([1, 1.0, 2.5, 2])").map(|unique| unique.to_string()), Ok("[1 2.5 2]".to_owned()));
    assert_eq!(
        run("uniq([1, '1', true, 1, 'true', true])").map(|unique| unique.to_string()),
        Ok("[1 1 true true]".to_owned())
    );
    assert_eq!(count("map(1..2000, # + 0.5)"), Err(STEPS));
}
