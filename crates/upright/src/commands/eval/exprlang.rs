//! The language of manifests.

use data::template::{FUNCTIONS_OF_MANIFESTS, Reach, Scope, lookup_in};
use document::Options;
use expr::exprlang::{
    Budget, CompileError, Environment, Function, FunctionCall, FunctionError, Problem, Program, RunError, Signature,
    Step, Type, Variables, compile, scan, type_of,
};
use expr::{EXPR_COMPILE, EXPR_RUN};
use functions::local_zone;
use std::borrow::Cow;
use system::ReadWorld;
use value::{GoType, Key, Map, Timestamp, Value};

use super::input::Input;
use super::show::{self, Answer, Mistake, Point};
use super::{Given, Language};
use crate::exit::Exit;

pub(super) const LANGUAGE: Language = Language {
    name: "expr",
    kind: "expr",
    about: "An expression of a manifest (expr-lang)",
    more: "An expression of a manifest (expr-lang).\n\nThe data is `Data`; `Facts` and `Environ` are empty unless they are \
           given as variables: -v 'Facts={\"os\": \"linux\"}'. Further variables have the names they are given. Of the \
           functions of manifests `lookup` is there; `readFile`, `file`, `template`, `jet`, `registrations` and `kvGet` \
           need a manifest: `eval validate --type expr` knows them, `apply` runs them.",
    text: "EXPRESSION",
    delimiters: None,
    dialect: Options::manifest,
    evaluate,
    check,
    doubt: super::no_doubt,
    variables: Given::Names(is_name),
};

/// Whether an expression can name a variable so.
fn is_name(name: &str) -> bool {
    let known = Environment::new().variable(name, Type::Any);
    scan(name, &known).is_ok_and(|found| {
        found.references.iter().map(|reference| &*reference.path).eq([&[Step::Name(name.into())][..]])
    })
}

fn evaluate(input: &Input) -> Result<Answer, Mistake> {
    let variables = variables(input);
    let program = program(input, &variables)?;
    let world = World { variables, world: &input.world };
    let value = program.run(&world, &Budget::default()).map_err(|error| failed(&error))?;
    show::printable(&value, &EXPR_RUN)?;
    Ok(Answer { type_name: type_of(&value).to_owned(), value })
}

/// What can be used is what manifests have, not what is there to try an expression out.
fn check(input: &Input) -> Result<Vec<String>, Mistake> {
    let references = Scope::new(Reach::All).check(input.expression()).map_err(|error| {
        let point = Point { message: error.to_string(), place: Some(error.at.clone()), help: error.help() };
        Mistake::new(error.code(), Exit::Invalid, point)
    })?;
    let mut names: Vec<String> = references.iter().map(ToString::to_string).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

fn program(input: &Input, variables: &Map) -> Result<Program, Mistake> {
    let environment = Environment::new().function(Function::declared("lookup", Signature::any()));
    let declare = |environment: Environment, (name, value): (&Key, &Value)| match (name.as_str(), value) {
        (Some(name @ "Environ"), Value::Map(_)) => environment.variable(name, Type::StringMap),
        (Some(name @ ("Data" | "Facts")), Value::Map(_)) => environment.variable(name, Type::Map),
        (Some(name), _) => environment.variable(name, Type::Any),
        (None, _) => environment,
    };
    compile(input.expression(), &variables.iter().fold(environment, declare)).map_err(|error| invalid(&error))
}

/// What manifests have, and what was given.
fn variables(input: &Input) -> Map {
    let empty = || Value::from(Map::new());
    let data = if input.data.is_null() { empty() } else { input.data.clone() };
    let mut variables = Map::from_iter([("Facts", empty()), ("Data", data), ("Environ", empty())]);
    for (name, value) in input.variables.iter() {
        variables.insert(name.clone(), value.clone());
    }
    if let Some(Value::Map(environ)) = variables.get("Environ") {
        let texts: Map = environ.iter().map(|(name, value)| (name.clone(), Value::from(value.to_string()))).collect();
        variables.insert("Environ", texts.with_type(GoType::STRING_MAP));
    }
    variables
}

/// Where an expression finds what it refers to.
struct World<'a> {
    variables: Map,
    world: &'a ReadWorld,
}

impl World<'_> {
    fn lookup(&self, arguments: &[Value]) -> Result<Value, FunctionError> {
        let root = |name: &str| self.variables.get(name).unwrap_or(&Value::Null);
        lookup_in([root("Facts"), root("Data"), root("Environ")], arguments)
    }
}

impl Variables for World<'_> {
    fn get(&self, name: &str) -> Option<Cow<'_, Value>> {
        self.variables.get(name).map(Cow::Borrowed)
    }

    fn now(&self) -> Option<Timestamp> {
        let now = self.world.clock.now();
        local_zone(&*self.world.files, &*self.world.environment).at(&now).ok()
    }

    fn call(&self, call: &FunctionCall<'_>) -> Result<Value, FunctionError> {
        match call.name {
            "lookup" => self.lookup(call.arguments),
            name => Err(format!("function `{name}` is not available").into()),
        }
    }
}

fn invalid(error: &CompileError) -> Mistake {
    let help = needs_a_manifest(error).or_else(|| error.help());
    let point = Point { message: error.to_string(), place: Some(error.place.range()), help };
    Mistake::new(&EXPR_COMPILE, Exit::Invalid, point)
}

/// What to do about a function that is not there to try an expression out.
fn needs_a_manifest(error: &CompileError) -> Option<String> {
    let Problem::UnknownName { name, .. } = &error.problem else { return None };
    FUNCTIONS_OF_MANIFESTS.contains(&name.as_str()).then(|| {
        format!(
            "`{name}` is there in manifests only: `eval validate --type expr` checks the expression, `apply` runs it"
        )
    })
}

fn failed(error: &RunError) -> Mistake {
    let point = Point { message: error.to_string(), place: Some(error.place.range()), help: error.help() };
    Mistake::new(&EXPR_RUN, Exit::Failed, point)
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS_OF_MANIFESTS, LANGUAGE};

    #[test]
    fn the_help_names_what_needs_a_manifest() {
        let (_, list) = LANGUAGE.more.split_once("`lookup` is there; ").unwrap();
        let (list, _) = list.split_once(" need a manifest").unwrap();
        let named: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
        assert_eq!(named, FUNCTIONS_OF_MANIFESTS);
    }
}
