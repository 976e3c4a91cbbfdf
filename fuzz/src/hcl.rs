//! HCL, as the provider of that name is given it.

use diagnostics::Redactor;
use engine::Happening;
use providers::{
    Capability, Context, Directories, Engines, ExecuteError, Hands, Manners, NoSecrets, Output, ProgramFacts, Registry,
    Run, RunEnvironment, Scope, Settings, Writing, built_in, execute,
};
use std::sync::{Arc, LazyLock};
use system::{FakeWorld, Interrupt, WriteWorld};
use value::{Map, Value};

/// What all calls share: a world without anything in it.
struct Stage {
    registry: Registry,
    world: WriteWorld,
    run: Run,
}

static STAGE: LazyLock<Stage> = LazyLock::new(|| {
    let (world, settings) = (FakeWorld::new().write(), Settings::default());
    let run = Run {
        engines: Engines::new(&world.read, &settings, None),
        settings,
        redactor: Redactor::default(),
        secrets: Arc::new(NoSecrets),
        environment: RunEnvironment::of(&world.read),
        program: ProgramFacts::default(),
    };
    Stage { registry: built_in().expect("the built-in providers fit together"), world, run }
});

fn call(operation: &str, text: &str) -> Result<Output, ExecuteError> {
    let inputs: Map = [("operation", operation), ("content", text)].into_iter().collect();
    let context = Context {
        mode: Capability::From,
        dry_run: false,
        world: Hands::Look(&STAGE.world.read),
        scope: &Scope::default(),
        parameters: &Map::new(),
        iteration: None,
        is_sensitive: false,
        calling: None,
        within: &[],
        terminal: None,
        directories: &Directories::all_in("/"),
        writing: &Writing::default(),
        solution: None,
        run: &STAGE.run,
        deadline: None,
        interrupt: &Interrupt::never(),
        span: None,
        hear: &|_: &Happening<'_>| {},
    };
    execute(&STAGE.registry, "hcl", inputs, &context, Manners::Lenient)
}

/// Whatever the text is: what can be parsed is valid and the other way round, every problem has a place inside of the
/// text, and it can be formatted.
pub fn check(text: &str) {
    // To the provider that is no text at all.
    if text.is_empty() {
        return;
    }
    let judged = call("validate", text).expect("a judgement is no error").data;
    let judged = judged.as_map().expect("it is a map");
    let is_valid = judged.get("valid") == Some(&Value::Bool(true));
    assert_eq!(call("parse", text).is_ok(), is_valid, "{text:?}");
    for problem in judged.get("diagnostics").and_then(Value::as_list).into_iter().flat_map(|all| all.iter()) {
        check_range(text, problem);
    }
    call("format", text).expect("formatting takes everything");
}

fn check_range(text: &str, problem: &Value) {
    let Some(range) = problem.as_map().and_then(|problem| problem.get("range")).and_then(Value::as_map) else { return };
    let byte = |end: &str| {
        let place = range.get(end).and_then(Value::as_map).and_then(|place| place.get("byte"));
        place.and_then(Value::as_int).and_then(|byte| usize::try_from(byte).ok()).expect("a place is a number")
    };
    let (start, end) = (byte("start"), byte("end"));
    assert!(text.get(start..end).is_some(), "{start}..{end} is no part of a text of {} bytes", text.len());
}
