//! The functions as Jet sees them.

use std::sync::{Arc, OnceLock};

use ::jet::{Arity, Call, Function, FunctionError, Functions};
use expr::exprlang::FunctionError as Failure;
use value::{Unknown, Value};

use super::{Answer, files, lookup, nested, remote};
use crate::template::environment::Environment;
use crate::template::session::Session;

type Body = fn(&Caller, &Call<'_>) -> Answer;

/// For Jet templates of scaffolds.
pub fn jet_functions(environment: &Environment) -> Functions {
    functions(&Arc::new(Caller::Tree(environment.clone())))
}

/// For a Jet template that is part of a text, or makes a document.
pub(in crate::template) fn nested(session: Session) -> Functions {
    functions(&Arc::new(Caller::Template { session, before: OnceLock::new() }))
}

/// What the functions are called, and how many arguments they take.
pub(in crate::template) fn arities() -> impl Iterator<Item = (&'static str, Arity)> {
    ALL.iter().map(|(name, _, arity, _)| (*name, *arity))
}

/// Who calls.
enum Caller {
    /// One of the templates of a tree.
    Tree(Environment),
    /// A template. The first lookup sees what the template has changed in its variables, and the others see the same:
    /// the original makes JSON of them once.
    Template { session: Session, before: OnceLock<Option<[Value; 3]>> },
}

/// Name, prefix of errors, arity, and the function itself.
const ALL: [(&str, &str, Arity, Body); 6] = [
    ("lookup", "lookup: failed: ", Arity::between(1, 2), |caller, call| caller.lookup(call)),
    ("file", "file: ", Arity::exactly(1), read_file),
    ("readFile", "file: ", Arity::exactly(1), read_file),
    ("template", "template: ", Arity::exactly(1), |caller, call| nested::template(&caller.session(), call.arguments())),
    ("kvGet", "kvGet: ", Arity::exactly(2), |_, call| remote::kv_get(call.arguments())),
    ("registrations", "registrations: ", Arity::exactly(4), |_, call| remote::registrations(call.arguments())),
];

fn functions(caller: &Arc<Caller>) -> Functions {
    let mut functions = Functions::new();
    for (name, prefix, arity, body) in ALL {
        let caller = Arc::clone(caller);
        functions.add(Function::new(name, arity, move |call| {
            if let Some(unknown) = Unknown::combine(call.arguments().iter().filter_map(Value::as_unknown)) {
                return Ok(unknown.into());
            }
            body(&caller, call).map_err(|failure| in_words(prefix, &failure))
        }));
    }
    functions
}

fn in_words(prefix: &str, failure: &Failure) -> FunctionError {
    let help = failure.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    FunctionError::new(format!("{prefix}{failure}{help}"))
}

fn read_file(caller: &Caller, call: &Call<'_>) -> Answer {
    files::read_file(&caller.session(), call.arguments())
}

impl Caller {
    fn session(&self) -> Session {
        match self {
            Self::Tree(environment) => Session::new(environment),
            Self::Template { session, .. } => session.clone(),
        }
    }

    fn lookup(&self, call: &Call<'_>) -> Answer {
        let session = self.session();
        let (key, default) = lookup::arguments_of(call.arguments())?;
        let changed = || call.has_changes().then(|| roots(&session).map(|root| call.current(&root)));
        let changed = match self {
            Self::Tree(_) => changed(),
            Self::Template { before, .. } => before.get_or_init(changed).clone(),
        };
        let found = match changed {
            Some([facts, data, environ]) => lookup::in_roots(&facts, &data, &environ, key)?,
            None => lookup::search(&session, key)?,
        };
        lookup::found_in(&session, found, key, default)
    }
}

/// Facts, data and environment variables, all of them.
fn roots(session: &Session) -> [Value; 3] {
    let (data, environ) = (session.data::<&str>(&[]).clone(), session.environ(None).clone());
    [session.all_facts().into(), data, environ]
}
