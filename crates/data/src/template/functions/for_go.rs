//! The functions as Go templates see them.

use gotmpl::go::{Number, Type};
use gotmpl::{Call, CallError, Function, FunctionSet, Param};
use value::{Unknown, Value};

use super::{Answer, files, lookup, nested, remote};
use crate::template::environment::Environment;
use crate::template::session::Session;

type Body = fn(&Session, &[Value]) -> Answer;

const ARGUMENTS: &[Param] = &[Param::new("arguments", Type::Any)];

/// Name, what it is good for, and the function itself.
const ALL: [(&str, &str, Body); 6] = [
    ("lookup", "a path in facts, data and environment variables", lookup_int64),
    ("readFile", "what is in a file", files::read_file),
    ("file", "what is in a file", files::read_file),
    ("jet", "renders a Jet template", nested::jet),
    ("registrations", "registered services", |_, arguments| remote::registrations(arguments)),
    ("kvGet", "a value of a key-value bucket", |_, arguments| remote::kv_get(arguments)),
];

/// For Go templates of scaffolds.
pub fn go_functions(environment: &Environment) -> FunctionSet {
    ALL.into_iter().map(|(name, help, body)| function(environment.clone(), name, help, body)).collect()
}

fn function(environment: Environment, name: &'static str, help: &'static str, body: Body) -> Function {
    let call = move |call: &mut Call<'_>| {
        let arguments = call.rest(0);
        if let Some(unknown) = Unknown::combine(arguments.iter().filter_map(Value::as_unknown)) {
            return Ok(unknown.into());
        }
        body(&Session::new(&environment), arguments).map_err(|failure| CallError::new(failure.to_string()))
    };
    Function::closure(name, ARGUMENTS, Type::Any, call).variadic().help("manifest", help)
}

/// What Go's `lookup` finds is an `int64`, which templates can tell from an `int`; the default stays what it is.
fn lookup_int64(session: &Session, arguments: &[Value]) -> Answer {
    let (key, default) = lookup::arguments_of(arguments)?;
    let found = lookup::search(session, key)?.map(|found| match found {
        Value::Int(number) => Number::Int64(number).into(),
        other => other,
    });
    lookup::found_in(session, found, key, default)
}
