//! Whatever is written: no panic, and every place is inside of the text.

use expr::cel::{Engine, Limits, Place, to_literal, to_plain};
use proptest::prelude::*;
use value::{Map, Value};

fn data() -> Value {
    let list = Value::from(vec![Value::Int(1), Value::from("é"), Value::Null, Value::Float(2.5)]);
    Map::from_iter([("a", Value::Int(7)), ("s", Value::from("héllo")), ("l", list), ("m", Map::new().into())]).into()
}

fn is_inside(place: Place, text: &str) -> bool {
    let range = place.range();
    range.start <= range.end && text.get(range).is_some()
}

/// Compiles and runs a text, and looks at all places on the way.
fn exercise(text: &str) {
    let engine = Engine::new();
    if let Ok(references) = engine.references(text) {
        assert!(references.iter().all(|reference| is_inside(reference.place, text)), "{text}");
    }
    match engine.compile(text, &["_", "x"]) {
        Err(error) => {
            assert!(!error.problems().is_empty());
            assert!(error.problems().iter().all(|problem| is_inside(problem.place, text)), "{text}: {error:?}");
            drop(error.report(text, &["_", "x"]));
        }
        Ok(program) => {
            let variables = [("_", data()), ("x", Value::Int(1))];
            let limits = Limits { cost: 50_000, steps: 200_000, memory: 1 << 20 };
            match program.evaluate_within(&variables, limits) {
                Ok(value) => drop(to_literal(&to_plain(&value))),
                Err(error) => assert!(is_inside(error.place, text), "{text}: {error:?}"),
            }
        }
    }
}

/// An expression that can be read; whether its types fit is left open.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("_.a".to_string()),
        Just("_.s".to_string()),
        Just("_.l".to_string()),
        Just("_.nope".to_string()),
        Just("x".to_string()),
        Just("v".to_string()),
        Just("null".to_string()),
        Just("1u".to_string()),
        Just("2.5".to_string()),
        Just("b\"\\xff\"".to_string()),
        Just("duration(\"1h\")".to_string()),
        Just("timestamp(\"2024-02-29T00:00:00Z\")".to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        "[a-zé%.]{0,5}".prop_map(|text| format!("\"{text}\"")),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), "(\\+|-|\\*|/|%|==|!=|<|<=|>|>=|in|&&|\\|\\|)")
                .prop_map(|((a, b), op)| format!("({a} {op} {b})")),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            (pair.clone(), "(all|exists|exists_one|map|filter|sortBy)")
                .prop_map(|((a, b), f)| format!("({a}).{f}(v, {b})")),
            pair.clone().prop_map(|(a, b)| format!("cel.bind(v, {a}, {b})")),
            pair.clone().prop_map(|(a, b)| format!("({a}).?a.optMap(v, {b})")),
            pair.clone().prop_map(|(a, b)| format!("({a})[{b}]")),
            pair.clone().prop_map(|(a, b)| format!("({a})[?{b}].orValue({b})")),
            pair.clone().prop_map(|(a, b)| format!("{{{a}: {b}}}")),
            pair.clone().prop_map(|(a, b)| format!("({a}).format([{b}])")),
            pair.prop_map(|(a, b)| format!("[{a}, {b}]")),
            inner.clone().prop_map(|a| format!("has(({a}).b)")),
            inner.clone().prop_map(|a| format!("!{a}")),
            (inner.clone(), "(size|string|int|type|dyn|json.marshal|optional.of|strings.title)")
                .prop_map(|(a, f)| format!("{f}({a})")),
            (inner, "(split|contains|indexOf|matches|join|slice|flatten)").prop_map(|(a, f)| format!("({a}).{f}({a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        exercise(&text);
    }

    #[test]
    fn any_signs(text in "[-_a-z0-9.,:?!\"'`\\\\()\\[\\]{}+*/%<>=&| \n]{0,60}") {
        exercise(&text);
    }

    #[test]
    fn any_expression(text in expression()) {
        exercise(&text);
    }

    #[test]
    fn any_part_of_an_expression(text in expression(), from in 0.0..1.0_f64, to in 0.0..1.0_f64) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "any part will do")]
        let cut = |share: f64| (share * text.len() as f64) as usize;
        let part = text.get(cut(from.min(to))..cut(from.max(to))).unwrap_or(&text);
        exercise(part);
    }
}
