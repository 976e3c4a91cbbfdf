//! The CEL functions that are handed in, in a world that is made up.

use std::sync::{Arc, Mutex};

use expr::cel::{Engine, EvalCause, Limits, to_literal};
use functions::cel::{Debug, Outside, library};
use gostd::time::Zone;
use system::{FakeWorld, Interrupt};
use value::Value;

/// Every overload of the original that is handed in.
const OVERLOADS: [&str; 11] = [
    "debug_out",
    "debug_out_with_value",
    "debug_sleep",
    "debug_sleep_with_value",
    "debug_throw",
    "filepath_exists",
    "guid_new",
    "time_now",
    "time_nowFmt",
    "yaml_marshal",
    "yaml_unmarshal",
];

#[derive(Default)]
struct Lines(Mutex<Vec<String>>);

impl Debug for Lines {
    fn line(&self, text: &str) {
        self.0.lock().expect("nobody panics").push(text.to_string());
    }
}

fn outside(world: &FakeWorld, lines: &Arc<Lines>) -> Outside {
    Outside {
        files: world.files.clone(),
        clock: world.clock.clone(),
        zone: Zone::utc(),
        random: world.random.clone(),
        interrupt: Interrupt::never(),
        debug: Some(lines.clone()),
    }
}

fn run(world: &FakeWorld, text: &str) -> (String, Vec<String>) {
    let lines = Arc::new(Lines::default());
    let engine = Engine::new().with(library(&outside(world, &lines)));
    let program = engine.compile(text, &["_"]).unwrap_or_else(|error| panic!("{text}: {error}"));
    let data = Value::from_json(r#"{"n": 3, "l": [1, null]}"#).expect("is JSON");
    let result = program.evaluate(&[("_", data)]);
    let shown = result.map_or_else(|error| format!("error: {error}"), |value| to_literal(&value));
    let lines = lines.0.lock().expect("nobody panics").clone();
    (shown, lines)
}

fn result(text: &str) -> String {
    run(&FakeWorld::new(), text).0
}

#[test]
fn every_example_gives_its_result() {
    let world = FakeWorld::new();
    let outside = outside(&world, &Arc::new(Lines::default()));
    let library = library(&outside);
    let ids: Vec<&str> = library.functions.iter().flat_map(|function| &function.overloads).map(|o| o.id).collect();
    for id in OVERLOADS {
        assert!(ids.contains(&id), "{id}");
    }
    for function in &library.functions {
        assert_eq!(result(function.example), function.result, "{}", function.example);
    }
}

#[test]
fn debugging() {
    let world = FakeWorld::new();
    assert_eq!(run(&world, "debug.out(_.n)"), ("null".to_string(), vec!["CEL DEBUG OUTPUT: 3".to_string()]));
    let (value, lines) = run(&world, "debug.out({\"l\": _.l}, _.n) + 1");
    assert_eq!((value.as_str(), lines), ("4", vec!["CEL DEBUG OUTPUT: map[l:[1 <nil>]]".to_string()]));
    assert_eq!(result("debug.throw([1, \"a\"])"), "error: [1 a]");
    assert_eq!(result("debug.throw(\"100% sure %d\")"), "error: 100% sure %d");
    assert_eq!(result("true || debug.throw(\"never\")"), "true");
    assert_eq!((result("debug.sleep(-5)"), result("debug.sleep(90000, _.n)")), ("-5".into(), "3".into()));
}

#[test]
fn waiting_can_be_interrupted() {
    let world = FakeWorld::new();
    let interrupt = Interrupt::manual().unwrap();
    interrupt.raise(system::Signal::Interrupt);
    let outside = Outside { interrupt, ..outside(&world, &Arc::new(Lines::default())) };
    let program = Engine::new().with(library(&outside)).compile("debug.sleep(1)", &[]).unwrap();
    assert_eq!(program.evaluate(&()).unwrap_err().to_string(), "debug.sleep: interrupted");
}

#[test]
fn the_world() {
    let world = FakeWorld::new();
    world.files.add_file("/srv/app.conf", "x");
    assert_eq!(run(&world, "filepath.exists(\"/srv/app.conf\")").0, "true");
    assert_eq!(run(&world, "filepath.exists(\"/srv/other\")").0, "false");
    assert_eq!(run(&world, "filepath.exists(\"\")").0, "false");
    assert_eq!(result("time.now()"), "timestamp(\"2025-01-02T03:04:05Z\")");
    assert_eq!(result("time.nowFmt(\"2006-01-02 15:04:05 Mon\")"), "\"2025-01-02 03:04:05 Thu\"");
    let zone = Zone::named("Asia/Kolkata").unwrap();
    let outside = Outside { zone, ..outside(&world, &Arc::new(Lines::default())) };
    let program = Engine::new().with(library(&outside)).compile("time.nowFmt(\"15:04 MST\")", &[]).unwrap();
    assert_eq!(program.evaluate(&()).unwrap(), Value::from("08:34 IST"));
    assert_eq!(result("guid.new()"), "\"00000000-0000-4000-8000-000000000001\"");
}

#[test]
fn yaml() {
    for (text, expected) in [
        ("yaml.marshal({\"b\": null, \"a\": [1, 2.0]})", r#""a:\n    - 1\n    - 2\nb: null\n""#),
        ("yaml.marshal(b\"hi\")", r#""- 104\n- 105\n""#),
        ("yaml.marshal(optional.none())", r#""null\n""#),
        ("yaml.marshal({1: 2, \"k\": type(1)})", r#""k: int\n""#),
        ("yaml.unmarshal(\"\")", "null"),
        ("yaml.unmarshal(\"a: 1\\nb: [x, ~]\")", r#"{"a": 1, "b": ["x", null]}"#),
        ("yaml.unmarshal(\"a: !!binary aGk=\")", r#"{"a": "hi"}"#),
        ("yaml.unmarshal(yaml.marshal(_)) == _", "true"),
    ] {
        assert_eq!(result(text), expected, "{text}");
    }
    assert!(result("yaml.unmarshal(\"a: [1\")").starts_with("error: yaml.unmarshal: "));
}

#[test]
fn values_that_are_small_in_memory_and_huge_as_trees() {
    let bind = |level: usize| format!("cel.bind(a{}, [a{level}, a{level}], ", level + 1);
    let chain: String = (0..60).map(bind).collect();
    let engine = Engine::new().with(library(&outside(&FakeWorld::new(), &Arc::default())));
    let limits = Limits { cost: 0, steps: 200_000, memory: 2 << 20 };
    for text in ["yaml.marshal(a60)", "debug.out(a60)", "debug.throw(a60)", "debug.out({\"k\": a60}, 1)"] {
        let text = format!("cel.bind(a0, [\"x\"], {chain}dyn({text}){}", ")".repeat(61));
        let program = engine.compile(&text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"));
        let cause = program.evaluate_within(&(), limits).map_err(|error| error.cause);
        assert!(matches!(cause, Err(EvalCause::Steps { .. } | EvalCause::Memory { .. })), "{text}");
    }
}
