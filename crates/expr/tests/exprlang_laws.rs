//! Laws: no text makes the engine panic, and all places are inside of the text.

use expr::exprlang::{Budget, Environment, Function, Place, Program, Signature, Type, compile, scan};
use proptest::prelude::*;
use value::{GoType, Map, Value};

fn environment() -> Environment {
    Environment::new()
        .variable("Facts", Type::Map)
        .variable("Data", Type::Map)
        .variable("Environ", Type::StringMap)
        .variable("any", Type::Any)
        .function(Function::declared("lookup", Signature::any()))
        .function(Function::new("twice", Signature::new([Type::Int], Type::Int), |call| {
            Ok(Value::Int(call.arguments[0].as_int().ok_or("twice needs an int")?.wrapping_mul(2)))
        }))
}

fn variables() -> Map {
    let data = r#"{"n": 7, "f": 2.5, "s": "hé☃", "t": true, "nul": null, "list": [3, 1, 2], "words": ["b", "a"], "m": {"a": 1}}"#;
    Map::from_iter([
        ("Facts", Value::from_json(r#"{"os": "linux", "net": {"ip": "10.0.0.1"}}"#).expect("it is well formed")),
        ("Data", Value::from_json(data).expect("it is well formed")),
        ("Environ", Map::from_iter([("MODE", "prod")]).with_type(GoType::STRING_MAP).into()),
    ])
}

fn inside(text: &str, place: Place) -> bool {
    text.get(place.range()).is_some()
}

fn check(text: &str) {
    let environment = environment();
    let budget = Budget { steps: 100_000, items: 10_000, text: 1 << 20, depth: 100 };
    match compile(text, &environment) {
        Err(error) => assert!(inside(text, error.place), "{text:?} {error:?}"),
        Ok(program) => {
            if let Err(error) = program.run(&variables(), &budget) {
                assert!(inside(text, error.place), "{text:?} {error:?}");
            }
            for reference in scan(text, &environment).expect("it compiled").references {
                assert!(inside(text, reference.place), "{text:?} {reference:?}");
            }
        }
    }
}

/// Words of the language, glued together at random.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("1"),
        Just("0"),
        Just("-1"),
        Just("2.5"),
        Just("'a'"),
        Just("\"é\""),
        Just("nil"),
        Just("true"),
        Just("b'x'"),
        Just("Data.n"),
        Just("Data.s"),
        Just("Data.list"),
        Just("Data.nul"),
        Just("Data.m"),
        Just("Facts"),
        Just("Environ.X"),
        Just("any"),
        Just("$env"),
        Just("#"),
        Just(".a"),
        Just("#acc"),
        Just("#index"),
        Just("("),
        Just(")"),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just(","),
        Just(":"),
        Just(";"),
        Just("?"),
        Just("??"),
        Just("?."),
        Just("::"),
        Just("|"),
        Just(".."),
        Just("+"),
        Just("-"),
        Just("*"),
        Just("/"),
        Just("%"),
        Just("**"),
        Just("=="),
        Just("<"),
        Just("in"),
        Just("not"),
        Just("and"),
        Just("matches"),
        Just("contains"),
        Just("let x ="),
        Just("x"),
        Just("if"),
        Just("else"),
        Just("map("),
        Just("filter("),
        Just("len("),
        Just("reduce("),
        Just("sortBy("),
        Just("lookup("),
        Just("twice("),
        Just("date("),
        Just("get("),
        Just("fromJSON("),
        Just("split("),
        Just("first("),
        Just("groupBy("),
    ];
    prop::collection::vec(word, 1..25).prop_map(|words| words.join(" "))
}

/// Expressions that are well formed, whatever they mean.
fn trees() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("1"),
        Just("0"),
        Just("'ab'"),
        Just("''"),
        Just("2.5"),
        Just("nil"),
        Just("true"),
        Just("[]"),
        Just("{a: 1}"),
        Just("Data.n"),
        Just("Data.s"),
        Just("Data.list"),
        Just("Data.words"),
        Just("Data.nul"),
        Just("Data.m"),
        Just("Data.missing"),
        Just("any"),
        Just("Environ.MODE"),
        Just("1..3"),
        Just("b'ab'"),
        Just("duration('1h')"),
        Just("date('2024-01-02')"),
    ]
    .prop_map(str::to_string);
    leaf.prop_recursive(5, 40, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let operator = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "**", "==", "!=", "<", ">=", "&&", "||", "in", "contains", "matches", "..", "??",
        ]);
        let one = prop::sample::select(vec![
            "len",
            "abs",
            "int",
            "float",
            "string",
            "type",
            "upper",
            "max",
            "mean",
            "toJSON",
            "fromJSON",
            "first",
            "keys",
            "toPairs",
            "fromPairs",
            "reverse",
            "uniq",
            "flatten",
            "sort",
            "sum",
            "join",
            "duration",
            "date",
            "timezone",
        ]);
        let looping = prop::sample::select(vec![
            "all",
            "none",
            "any",
            "one",
            "filter",
            "map",
            "count",
            "sum",
            "find",
            "findIndex",
            "findLast",
            "groupBy",
            "sortBy",
            "reduce",
        ]);
        let predicate =
            prop::sample::select(vec!["#", "# > 1", "#.a", ".name", "len(#)", "# == 'a'", "[#, #]", "# + #"]);
        prop_oneof![
            (two.clone(), operator).prop_map(|((a, b), operator)| format!("({a}) {operator} ({b})")),
            (one, inner.clone()).prop_map(|(name, a)| format!("{name}({a})")),
            (looping, inner.clone(), predicate).prop_map(|(name, a, predicate)| format!("::{name}({a}, {predicate})")),
            two.clone().prop_map(|(a, b)| format!("({a})[{b}]")),
            two.clone().prop_map(|(a, b)| format!("({a})[{b}:]")),
            two.clone().prop_map(|(a, b)| format!("[{a}, {b}]")),
            two.clone().prop_map(|(a, b)| format!("{{k: {a}, ({b}): 1}}")),
            two.clone().prop_map(|(a, b)| format!("let v = {a}; [v, {b}]")),
            (inner.clone(), two.clone()).prop_map(|(c, (a, b))| format!("({c}) ? ({a}) : ({b})")),
            inner.clone().prop_map(|a| format!("({a})?.a.b")),
            inner.clone().prop_map(|a| format!("({a}).Year()")),
            two.prop_map(|(a, b)| format!("split({a}, {b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn any_ascii(text in "[ -~\\n]{0,60}") {
        check(&text);
    }

    #[test]
    fn any_words(text in words()) {
        check(&text);
    }

    #[test]
    fn any_tree(text in trees()) {
        check(&text);
    }
}

#[test]
fn programs_are_shared_between_threads() {
    fn is_shared<T: Send + Sync + Clone>() {}
    is_shared::<Program>();
    is_shared::<Environment>();
    let program = compile("sum(Data.list) + Data.n", &environment()).unwrap();
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| program.run(&variables(), &Budget::default()).unwrap())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(results.iter().all(|result| *result == Value::Int(13)));
}
