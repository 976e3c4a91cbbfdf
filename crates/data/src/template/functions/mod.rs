//! The functions of templates, once for all three languages that can call them.

mod files;
mod for_go;
mod for_jet;
mod lookup;
mod nested;
mod remote;

use expr::exprlang::FunctionError;
use value::{Map, Value};

use super::session::Session;

pub use for_go::go_functions;
pub use for_jet::jet_functions;
pub use lookup::lookup_in;

pub(super) use for_jet::{arities as jet_arities, nested as nested_jet_functions};
pub(super) use nested::names_a_file;

/// What a function answers. The words are those of all languages; each adds where it was called.
type Answer = Result<Value, FunctionError>;

/// Answers a call in an expression.
pub(super) fn call(session: &Session, name: &str, arguments: &[Value]) -> Answer {
    match name {
        "lookup" => lookup::lookup(session, arguments),
        "readFile" | "file" => files::read_file(session, arguments),
        "template" => nested::template(session, arguments),
        "jet" => nested::jet(session, arguments),
        "registrations" => remote::registrations(arguments),
        "kvGet" => remote::kv_get(arguments),
        "GoFunctions" => Ok(named(&["file", "jet", "kvGet", "lookup", "readFile", "registrations"])),
        "JetFunctions" => Ok(named(&["file", "kvGet", "lookup", "readFile", "registrations", "template"])),
        "JetVariables" => Ok(named(&["Data", "Environ", "Facts", "data", "environ", "facts"])),
        other => Err(format!("function `{other}` is not available").into()),
    }
}

/// What stands for the maps of functions that the original's environment gives by accident.
fn named(names: &[&str]) -> Value {
    names.iter().map(|name| (*name, Value::opaque(super::opaque::GoFunction))).collect::<Map>().into()
}
