//! The language of manifests.

use document::Options;
use expr::exprlang::{Budget, CompileError, Environment, Program, RunError, Type, compile};
use expr::{EXPR_COMPILE, EXPR_RUN};
use value::{Map, Value};

use super::Language;
use super::input::Input;
use super::show::{Answer, Mistake, Point};
use crate::exit::Exit;

pub(super) const LANGUAGE: Language = Language {
    name: "expr",
    kind: "expr",
    about: "An expression of a manifest (expr-lang)",
    more: "An expression of a manifest (expr-lang).\n\nThe data is `Data`; `Facts` and `Environ` are empty unless they are \
           given as variables: -v 'Facts={\"os\": \"linux\"}'. Further variables have the names they are given.",
    text: "EXPRESSION",
    is_template: false,
    dialect: Options::manifest,
    evaluate,
    check,
};

fn evaluate(input: &Input) -> Result<Answer, Mistake> {
    let variables = variables(input);
    let program = program(input, &variables)?;
    let value = program.run(&variables, &Budget::default()).map_err(|error| failed(&error))?;
    Ok(Answer { type_name: value.type_name().to_owned(), value })
}

fn check(input: &Input) -> Result<Vec<String>, Mistake> {
    program(input, &variables(input)).map(|_| Vec::new())
}

fn program(input: &Input, variables: &Map) -> Result<Program, Mistake> {
    let declare = |environment: Environment, name: &str| match name {
        "Data" | "Facts" => environment.variable(name, Type::Map),
        _ => environment.variable(name, Type::Any),
    };
    let names = variables.iter().filter_map(|(name, _)| name.as_str());
    compile(input.expression(), &names.fold(Environment::new(), declare)).map_err(|error| invalid(&error))
}

/// What manifests have, and what was given.
fn variables(input: &Input) -> Map {
    let empty = || Value::from(Map::new());
    let data = if input.data.is_null() { empty() } else { input.data.clone() };
    let mut variables = Map::from_iter([("Facts", empty()), ("Data", data), ("Environ", empty())]);
    for (name, value) in input.variables.iter() {
        variables.insert(name.clone(), value.clone());
    }
    variables
}

fn invalid(error: &CompileError) -> Mistake {
    let point = Point { message: error.to_string(), place: Some(error.place.range()), help: error.help() };
    Mistake::new(&EXPR_COMPILE, Exit::Invalid, point)
}

fn failed(error: &RunError) -> Mistake {
    let point = Point { message: error.to_string(), place: Some(error.place.range()), help: error.help() };
    Mistake::new(&EXPR_RUN, Exit::Failed, point)
}
