//! The language of solutions.

use document::Options;
use expr::cel::{CompileError, Engine, EvalError, Program, Reference, to_plain};
use expr::{CEL_COMPILE, CEL_RUN};
use functions::cel::{Debug, Outside, library};
use functions::local_zone;
use std::sync::Arc;
use system::ReadWorld;
use value::{Key, Map, Value};

use super::input::Input;
use super::show::{self, Answer, Mistake, Point};
use super::{Given, Language};
use crate::console;
use crate::exit::Exit;

pub(super) const LANGUAGE: Language = Language {
    name: "cel",
    kind: "cel",
    about: "An expression of a solution (CEL)",
    more: "An expression of a solution (CEL), with all the functions that solutions have.\n\nThe data is the variable `_`: \
           `_.name`. Further variables have the names they are given.",
    text: "EXPRESSION",
    delimiters: None,
    dialect: Options::solution,
    evaluate,
    check,
    doubt: super::no_doubt,
    variables: Given::Names(is_name),
};

/// Whether an expression can name a variable so.
fn is_name(name: &str) -> bool {
    let found = Engine::new().references(name);
    found.is_ok_and(|found| matches!(&found[..], [only] if only.root == name && only.fields.is_empty()))
}

fn evaluate(input: &Input) -> Result<Answer, Mistake> {
    let variables = variables(input);
    let program = program(input, &variables)?;
    let value = program.evaluate(&variables).map_err(|error| failed(&error))?;
    show::printable(&value, &CEL_RUN)?;
    Ok(Answer { type_name: expr::cel::type_name(&value).to_owned(), value: to_plain(&value) })
}

fn check(input: &Input) -> Result<Vec<String>, Mistake> {
    let references = engine(input).references(input.expression()).map_err(|error| invalid(&error))?;
    let mut variables = variables(input);
    for reference in &references {
        variables.insert(reference.root.as_str(), Value::Null);
    }
    program(input, &variables)?;
    let mut names: Vec<String> = references.iter().map(Reference::to_string).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// CEL with all that solutions have.
pub(super) fn engine(input: &Input) -> Engine {
    let ReadWorld { files, clock, random, interrupt, environment, .. } = input.world.clone();
    let (zone, debug) = (local_zone(&*files, &*environment), Some(Arc::new(Stderr) as Arc<dyn Debug>));
    Engine::new().with(library(&Outside { files, clock, random, interrupt, zone, debug }))
}

/// Where `debug.out` prints.
struct Stderr;

impl Debug for Stderr {
    fn line(&self, text: &str) {
        console::complain(&format!("{text}\n"));
    }
}

fn program(input: &Input, variables: &Map) -> Result<Program, Mistake> {
    let names: Vec<&str> = variables.keys().filter_map(Key::as_str).collect();
    engine(input).compile(input.expression(), &names).map_err(|error| invalid(&error))
}

fn variables(input: &Input) -> Map {
    let mut variables = input.variables.clone();
    if !variables.contains_key("_") {
        variables.insert("_", input.data.clone());
    }
    variables
}

fn invalid(error: &CompileError) -> Mistake {
    let point = |problem: &expr::cel::Problem| Point {
        message: problem.to_string(),
        place: Some(problem.place.range()),
        help: problem.help(),
    };
    Mistake { code: &CEL_COMPILE, points: error.problems().iter().map(point).collect(), exit: Exit::Invalid }
}

fn failed(error: &EvalError) -> Mistake {
    Mistake::new(
        &CEL_RUN,
        Exit::Failed,
        Point { message: error.cause.to_string(), place: Some(error.place.range()), help: error.help.clone() },
    )
}
