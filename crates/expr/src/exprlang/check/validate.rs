//! Builtins whose types are more than a list of parameters.

use super::argument::plural;
use crate::exprlang::types::{LIST, Nature};

/// What is wrong with the arguments.
#[derive(Debug)]
pub(crate) enum Flaw {
    /// How many there should be, in words.
    Count(String),
    /// The position of an argument that does not fit.
    Argument(usize),
}

/// Checks the types of arguments and gives the type of the result.
pub(crate) type Validate = fn(&[Nature]) -> Result<Nature, Flaw>;

/// Builtins of one argument of some class.
fn one(arguments: &[Nature], takes: fn(Nature) -> bool, result: Nature) -> Result<Nature, Flaw> {
    match arguments {
        [argument] if argument.is_unknown() || takes(*argument) => Ok(result),
        [_] => Err(Flaw::Argument(0)),
        _ => Err(Flaw::Count(plural(1))),
    }
}

pub(crate) fn length(arguments: &[Nature]) -> Result<Nature, Flaw> {
    one(arguments, |nature| nature.is_list() || nature.is_map() || nature == Nature::Text, Nature::Int)
}

pub(crate) fn absolute(arguments: &[Nature]) -> Result<Nature, Flaw> {
    let result = arguments.first().copied().unwrap_or(Nature::Any);
    one(arguments, Nature::is_numeric_kind, result)
}

pub(crate) fn rounding(arguments: &[Nature]) -> Result<Nature, Flaw> {
    one(arguments, Nature::is_numeric_kind, Nature::Float)
}

pub(crate) fn to_int(arguments: &[Nature]) -> Result<Nature, Flaw> {
    one(arguments, |nature| nature.is_numeric_kind() || nature == Nature::Text, Nature::Int)
}

pub(crate) fn to_float(arguments: &[Nature]) -> Result<Nature, Flaw> {
    one(arguments, |nature| nature.is_numeric_kind() || nature == Nature::Text, Nature::Float)
}

/// Numbers, until the first argument that may hold several.
pub(crate) fn aggregate(arguments: &[Nature]) -> Result<Nature, Flaw> {
    let Some(first) = arguments.first() else { return Err(Flaw::Count(format!("at least {}", plural(1)))) };
    for (position, argument) in arguments.iter().enumerate() {
        if argument.is_unknown() || argument.is_list() {
            return Ok(Nature::Any);
        }
        if !argument.is_numeric_kind() {
            return Err(Flaw::Argument(position));
        }
    }
    Ok(*first)
}

pub(crate) fn now(arguments: &[Nature]) -> Result<Nature, Flaw> {
    match arguments {
        [] | [Nature::Zone] => Ok(Nature::Time),
        [_] => Err(Flaw::Argument(0)),
        _ => Err(Flaw::Count(format!("no arguments or {}", plural(1)))),
    }
}

pub(crate) fn date(arguments: &[Nature]) -> Result<Nature, Flaw> {
    let most = if arguments.first() == Some(&Nature::Zone) { 4 } else { 3 };
    if (1..=most).contains(&arguments.len()) { Ok(Nature::Time) } else { Err(Flaw::Count("1 to 3 arguments".into())) }
}

/// `first` and `last`.
pub(crate) fn item(arguments: &[Nature]) -> Result<Nature, Flaw> {
    let result = match arguments {
        [Nature::Strings] => Nature::Text,
        [Nature::Bytes] => Nature::Byte,
        _ => Nature::Any,
    };
    one(arguments, Nature::is_list, result)
}

pub(crate) fn take(arguments: &[Nature]) -> Result<Nature, Flaw> {
    let [list, count] = arguments else { return Err(Flaw::Count(plural(2))) };
    if !list.is_list() && !list.is_unknown() {
        return Err(Flaw::Argument(0));
    }
    if *count == Nature::Byte || !count.is_unknown() && (!count.is_numeric_kind() || *count == Nature::Float) {
        return Err(Flaw::Argument(1));
    }
    Ok(match list {
        Nature::List(_) => LIST,
        list if list.is_unknown() => Nature::Any,
        list => *list,
    })
}

/// Builtins that take a map and give a list.
pub(crate) fn map_to_list(arguments: &[Nature]) -> Result<Nature, Flaw> {
    one(arguments, Nature::is_map, LIST)
}

pub(crate) fn from_pairs(arguments: &[Nature]) -> Result<Nature, Flaw> {
    one(arguments, Nature::is_list, Nature::AnyMap)
}

/// Builtins that take a list and give another.
pub(crate) fn list_to_list(arguments: &[Nature]) -> Result<Nature, Flaw> {
    one(arguments, Nature::is_list, LIST)
}

pub(crate) fn lists(arguments: &[Nature]) -> Result<Nature, Flaw> {
    if arguments.is_empty() {
        return Err(Flaw::Count(format!("at least {}", plural(1))));
    }
    match arguments.iter().position(|argument| !argument.is_list() && !argument.is_unknown()) {
        Some(position) => Err(Flaw::Argument(position)),
        None => Ok(LIST),
    }
}
