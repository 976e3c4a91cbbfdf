//! The engines on the stopwatch.

use std::hint::black_box;
use std::time::Instant;

use expr::{cel, exprlang, gjson};
use system::{Interrupt, ReadWorld};
use value::{Map, Value};

use crate::case::Case;

/// Nanoseconds of one compilation and of one run.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) compile: f64,
    pub(crate) run: f64,
}

impl Times {
    pub(crate) const NONE: Self = Self { compile: 0.0, run: 0.0 };

    /// Both together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { compile: self.compile + other.compile, run: self.run + other.run }
    }
}

/// Compiles a case, then runs what was compiled, `rounds` times each.
pub(crate) fn time(case: &Case, rounds: u32) -> Result<Times, String> {
    let timed = match case.language.as_str() {
        "expr" => expr(case, rounds),
        "cel" => cel(case, rounds),
        "gjson" => gjson(case, rounds),
        "gotmpl" => gotmpl(case, rounds),
        "jet" => jet(case, rounds),
        other => Err(format!("no language `{other}`")),
    };
    timed.map_err(|error| format!("{}: {error}", case.name))
}

fn per_round<T, E: ToString>(rounds: u32, mut work: impl FnMut() -> Result<T, E>) -> Result<f64, String> {
    let start = Instant::now();
    for _ in 0..rounds {
        black_box(work().map_err(|error| error.to_string())?);
    }
    Ok(start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds))
}

fn expr(case: &Case, rounds: u32) -> Result<Times, String> {
    let environment = ["Facts", "Data", "Environ"]
        .into_iter()
        .fold(exprlang::Environment::new(), |environment, name| environment.variable(name, exprlang::Type::Map));
    let compile = || exprlang::compile(black_box(&case.text), &environment);
    let variables = case.data.as_map().cloned().unwrap_or_else(Map::new);
    let (program, budget) = (compile().map_err(|error| error.to_string())?, exprlang::Budget::default());
    let run = || program.run(black_box(&variables), &budget);
    Ok(Times { compile: per_round(rounds, compile)?, run: per_round(rounds, run)? })
}

fn cel(case: &Case, rounds: u32) -> Result<Times, String> {
    let engine = cel::Engine::new();
    let compile = || engine.compile(black_box(&case.text), &["_", "__self"]);
    let variables = Map::from_iter([("_", case.data.clone()), ("__self", Value::Null)]);
    let program = compile().map_err(|error| error.to_string())?;
    let run = || program.evaluate(black_box(&variables));
    Ok(Times { compile: per_round(rounds, compile)?, run: per_round(rounds, run)? })
}

/// Paths are not compiled.
fn gjson(case: &Case, rounds: u32) -> Result<Times, String> {
    let document = gjson::Document::new(&case.data, gjson::KeyOrder::Keep);
    let run = || document.get(black_box(&case.text)).map(|found| found.to_value());
    Ok(Times { compile: 0.0, run: per_round(rounds, run)? })
}

fn gotmpl(case: &Case, rounds: u32) -> Result<Times, String> {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    let functions = functions::sprig(&functions::Outside::new(world.clock, world.random));
    let options = gotmpl::Options::new(&functions);
    let compile = || gotmpl::Template::parse("case", black_box(case.text.as_bytes()), &options);
    let (template, limits) = (compile().map_err(|error| error.to_string())?, gotmpl::Limits::default());
    let run = || template.render(black_box(&case.data), &limits);
    Ok(Times { compile: per_round(rounds, compile)?, run: per_round(rounds, run)? })
}

fn jet(case: &Case, rounds: u32) -> Result<Times, String> {
    let options = jet::Options::default().with_delimiters("[[", "]]");
    let compile = || jet::Template::parse("case", black_box(case.text.as_bytes()), &options);
    let template = compile().map_err(|error| error.to_string())?;
    let variables = case.data.as_map().cloned().unwrap_or_default();
    let (functions, limits) = (jet::Functions::new(), jet::Limits::default());
    let run = || {
        let context = Some(&case.data);
        template.render(jet::Input { variables: black_box(&variables), context, functions: &functions, limits })
    };
    Ok(Times { compile: per_round(rounds, compile)?, run: per_round(rounds, run)? })
}
