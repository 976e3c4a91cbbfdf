//! The engine from outside: variables, functions that are handed in, values that are not known yet, limits.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use expr::cel::{
    Engine, EvalCause, Failure, Function, Library, Limits, Optional, Overload, Program, Type, Variables, to_literal,
    to_plain,
};
use value::{List, Map, Unknown, Value};

fn run(text: &str, variables: &[(&str, Value)]) -> Result<Value, String> {
    let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
    let program = Engine::new().compile(text, &names).map_err(|error| error.to_string())?;
    program.evaluate(&variables).map_err(|error| error.to_string())
}

#[test]
fn programs_are_shared_between_threads() {
    fn is_shared<T: Send + Sync + Clone>() {}
    is_shared::<Program>();
    is_shared::<Engine>();
    let program = Engine::new().compile("_.n * 2", &["_"]).expect("compiles");
    std::thread::scope(|scope| {
        for number in 0..4_i64 {
            let program = program.clone();
            scope.spawn(move || {
                let data = Value::from(Map::from_iter([("n", number)]));
                assert_eq!(program.evaluate(&[("_", data)]), Ok(Value::Int(number * 2)));
            });
        }
    });
    assert_eq!((program.text(), program.result_type()), ("_.n * 2", "int"));
}

#[test]
fn variables_come_from_anywhere() {
    let program = Engine::new().compile("a + b", &["a", "b"]).expect("compiles");
    let map = Map::from_iter([("a", 1), ("b", 2)]);
    let hash: HashMap<String, Value> = [("a".to_string(), Value::Int(1)), ("b".to_string(), Value::Int(2))].into();
    let sources: [&dyn Variables; 3] = [&map, &hash, &[("a", Value::Int(1)), ("b", Value::Int(2))]];
    for source in sources {
        assert_eq!(program.evaluate(source), Ok(Value::Int(3)));
    }
    let error = program.evaluate(&[("a", Value::Int(1))]).expect_err("b is missing");
    assert_eq!(error.cause, EvalCause::NoSuchVariable { name: "b".to_string() });
}

#[test]
fn only_what_is_needed_is_looked_up() {
    struct Counted(AtomicUsize, Value);
    impl Variables for Counted {
        fn get(&self, name: &str) -> Option<&Value> {
            self.0.fetch_add(1, Ordering::Relaxed);
            (name == "a").then_some(&self.1)
        }
    }
    let variables = Counted(AtomicUsize::new(0), Value::Bool(true));
    let program = Engine::new().compile("a || b", &["a", "b"]).expect("compiles");
    assert_eq!(program.evaluate(&variables), Ok(Value::Bool(true)));
    assert_eq!(variables.0.load(Ordering::Relaxed), 1);
}

fn doubled() -> Library {
    let overload = |id, parameters, result, method| Overload {
        id,
        method,
        parameters,
        result,
        body: Arc::new(|_, arguments| match &arguments[0] {
            Value::Int(number) => Ok(Value::Int(number * 2)),
            Value::String(text) if !text.is_empty() => Ok(Value::string(text.repeat(2))),
            _ => Err(Failure::new("nothing to double")),
        }),
    };
    Library {
        functions: vec![Function {
            name: "my.double",
            group: "mine",
            help: "twice the argument",
            example: "my.double(2)",
            result: "4",
            overloads: vec![
                overload("double_int", &[Type::Int], Type::Int, false),
                overload("double_string", &[Type::String], Type::String, false),
            ],
        }],
    }
}

#[test]
fn functions_are_handed_in() {
    let engine = Engine::new().with(doubled());
    let evaluate = |text: &str| {
        let program = engine.compile(text, &["_"]).map_err(|error| error.to_string())?;
        program.evaluate(&[("_", Value::from("x"))]).map_err(|error| format!("{error} at {:?}", error.place.range()))
    };
    assert_eq!(evaluate("my.double(2) + 1"), Ok(Value::Int(5)));
    assert_eq!(evaluate("my.double(_)"), Ok(Value::from("xx")));
    assert_eq!(evaluate("1 > 2 || my.double(\"\") == \"\""), Err("nothing to double at 9..22".to_string()));
    assert_eq!(evaluate("my.double(dyn(1.5))"), Err("no such overload: my.double(double) at 0..19".to_string()));
    let message = "found no matching overload for `my.double` applied to `(double)`";
    assert_eq!(evaluate("my.double(1.5)"), Err(message.to_string()));
    let entry = engine.reference().into_iter().find(|entry| entry.name == "my.double").expect("is listed");
    assert_eq!(entry.signatures, ["my.double(int) -> int", "my.double(string) -> string"]);
    assert!(Engine::new().compile("my.double(2)", &[]).is_err());
}

#[test]
fn what_is_not_known_stays_so() {
    let later = || Value::from(Unknown::new("a runs first"));
    let half: List = [Value::Int(1), later()].into_iter().collect();
    let within = Map::from_iter([("k", later())]);
    let data = || {
        let half = Value::from(half.clone());
        Value::from(Map::from_iter([("a", later()), ("n", 1.into()), ("half", half), ("m", within.clone().into())]))
    };
    for text in [
        "2 in _.half",
        "_.half in [[1, 2]]",
        "_.half == [1, 2]",
        "_.half != _.half",
        "_.half.distinct()",
        "sets.contains(_.half, [2])",
        "_.m == {\"k\": 1}",
        "_.a",
        "_.a.b[0].c",
        "_.a + 1",
        "1 + _.a",
        "_.a == 1",
        "!_.a",
        "_.a ? 1 : 2",
        "_.a && true",
        "true && _.a",
        "_.a || 1 / 0 > 0",
        "[1, _.a]",
        "{\"k\": _.a}",
        "_.a.size()",
        "\"x\".startsWith(_.a)",
        "_.a.map(x, x)",
        "[1, 2].map(x, x + _.a)",
        "[1, 2].all(x, x == _.a)",
        "[1, 2].filter(x, _.a)",
        "has(_.a.b)",
        "has(_.a)",
        "\"a\" in _",
        "\"k\" in _.m",
        "_.?a",
        "_.?a.orValue(1)",
        "[1, 2][_.a]",
    ] {
        let result = run(text, &[("_", data())]).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(result.as_unknown().is_some(), "{text}: {result:?}");
    }
    for (text, expected) in [
        ("_.n + 1", "2"),
        ("1 in _.half", "true"),
        ("_.half[0]", "1"),
        ("size(_.half + _.half)", "4"),
        ("_.half == null", "false"),
        ("\"x\" in _.m", "false"),
        ("_.a && false", "false"),
        ("_.a || true", "true"),
        ("true || _.a", "true"),
        ("[1, 2].exists(x, x == _.a || x == 2)", "true"),
        ("_.n == 1 ? 5 : _.a", "5"),
    ] {
        let known = run(text, &[("_", data())]);
        assert_eq!(known.map(|value| to_literal(&value)), Ok(expected.to_string()), "{text}");
    }
    let both =
        run("_.a + _.b", &[("_", Value::from(Map::from_iter([("a", later()), ("b", Unknown::new("b").into())])))]);
    assert_eq!(both, Ok(Unknown::new("a runs first; b").into()));
}

#[test]
fn results_become_plain() {
    for (text, expected) in [
        ("{1: \"a\", \"k\": optional.of([optional.none(), int])}", r#"{"k": [null, "int"]}"#),
        ("{1.5: 1, \"k\": {true: 1}}", r#"{"k": {}}"#),
        ("optional.none()", "null"),
        ("[type(1), 2u]", r#"["int", 2u]"#),
    ] {
        let value = run(text, &[]).expect("runs");
        assert_eq!(to_literal(&to_plain(&value)), expected, "{text}");
    }
    let some = run("optional.of(1)", &[]).expect("runs");
    assert_eq!(some.as_opaque::<Optional>().and_then(Optional::get), Some(&Value::Int(1)));
}

#[test]
fn costs_are_those_of_the_original() {
    let engine = Engine::new();
    for (text, cost) in [
        ("_.n + 1", 3),
        ("[1, 2, 3].map(x, x * 2)", 63),
        ("lists.range(20).sortBy(x, -x).size()", 1_146),
        ("\"hello\".matches(\"h.*o\")", 1),
        ("true ? _.n : 0", 1),
        ("timestamp(\"2024-01-01T00:00:00Z\") == timestamp(0)", 3),
    ] {
        let program = engine.compile(text, &["_"]).expect("compiles");
        let data = Value::from(Map::from_iter([("n", 1)]));
        let (result, counted) = program.evaluate_with_cost(&[("_", data)], Limits::default());
        assert_eq!((result.is_ok(), counted), (true, cost), "{text}");
    }
    let limit = |cost| Limits { cost, ..Limits::default() };
    let program = engine.compile("[1, 2, 3].map(x, x * 2).size()", &[]).expect("compiles");
    assert!(program.evaluate_within(&(), limit(64)).is_ok());
    assert_eq!(program.evaluate_within(&(), limit(63)).map_err(|error| error.cause), Err(EvalCause::CostLimit));
    assert!(program.evaluate_within(&(), limit(0)).is_ok());
}
