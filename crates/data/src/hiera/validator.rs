//! Checks of values: expressions with `value` and functions of their own.

use super::words;
use crate::template::MAX_WORK;
use expr::exprlang::{Budget, CompileError, RunError};
use expr::exprlang::{Environment, Function, FunctionCall, FunctionError, Place, Signature, Type, compile_bool};
use std::sync::LazyLock;
use value::{Map, Value};

/// What a check says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    Wrong,
}

/// Why a check has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckError {
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("the value is not known yet: {0}")]
    Unknown(String),
}

impl CheckError {
    /// Where in the expression, when that is known.
    pub(crate) fn place(&self) -> Option<Place> {
        match self {
            Self::Compile(error) => Some(error.place),
            Self::Run(error) => Some(error.place),
            Self::Unknown(_) => None,
        }
    }

    /// What to do about it, where that is known.
    pub(crate) fn help(&self) -> Option<String> {
        match self {
            Self::Compile(error) => error.help(),
            Self::Run(error) => error.help(),
            Self::Unknown(_) => None,
        }
    }
}

/// Asks an expression about the text of a value.
pub(crate) fn check(code: &str, value: &str) -> Result<Verdict, CheckError> {
    match run(code, value, &ENVIRONMENT) {
        // `isIPv4(value) || isIPv6(value)`: what one function does not like, another one may.
        Err(error @ CheckError::Run(_)) => match run(code, value, &FORGIVING) {
            Ok(Verdict::Right) => Ok(Verdict::Right),
            _ => Err(error),
        },
        verdict => verdict,
    }
}

fn run(code: &str, value: &str, environment: &Environment) -> Result<Verdict, CheckError> {
    let program = compile_bool(code, environment)?;
    let variables = Map::from_iter([("value", value), ("Value", value)]);
    match program.run(&variables, &Budget { text: MAX_WORK, ..Budget::default() })? {
        Value::Bool(true) => Ok(Verdict::Right),
        Value::Unknown(unknown) => Err(CheckError::Unknown(unknown.reason().to_owned())),
        _ => Ok(Verdict::Wrong),
    }
}

static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| environment(of_one));

/// The same, with functions that say no instead of why.
static FORGIVING: LazyLock<Environment> = LazyLock::new(|| environment(no_instead_of_why));

fn environment(of_one: fn(&str, Ask) -> Function) -> Environment {
    let environment = Environment::new().variable("value", Type::String).variable("Value", Type::String);
    let environment = ONE.iter().fold(environment, |environment, (names, ask)| {
        names.iter().fold(environment, |environment, name| environment.function(of_one(name, *ask)))
    });
    ["isRegex", "is_regex"].into_iter().fold(environment, |environment, name| environment.function(of_pattern(name)))
}

type Ask = fn(&str) -> Result<bool, String>;

/// The functions that look at one text. Some say why they do not like it instead of answering no, as upstream.
const ONE: &[([&str; 2], Ask)] = &[
    (["isIP", "is_ip"], words::ip),
    (["isIPv4", "is_ipv4"], words::ipv4),
    (["isIPv6", "is_ipv6"], words::ipv6),
    (["isInt", "is_int"], |text| Ok(words::is_int(text))),
    (["isFloat", "is_float"], |text| Ok(words::is_float(text))),
    (["isDuration", "is_duration"], |text| Ok(value::Duration::parse(text).is_ok())),
    (["isShellSafe", "is_shellsafe"], words::shell_safe),
    (["isHostname", "is_hostname"], words::hostname),
    (["isFQDN", "is_fqdn"], words::fqdn),
];

fn of_one(name: &str, ask: Ask) -> Function {
    Function::new(name, Signature::new([Type::String], Type::Bool), move |call: &FunctionCall<'_>| {
        Ok(ask(text(call, 0))?.into())
    })
}

fn no_instead_of_why(name: &str, ask: Ask) -> Function {
    Function::new(name, Signature::new([Type::String], Type::Bool), move |call: &FunctionCall<'_>| {
        Ok(ask(text(call, 0)).unwrap_or(false).into())
    })
}

fn of_pattern(name: &str) -> Function {
    Function::new(name, Signature::new([Type::String, Type::String], Type::Bool), |call: &FunctionCall<'_>| {
        let pattern = text(call, 1);
        let compiled = gostd::regexp::Regexp::compile(pattern);
        let compiled = compiled
            .map_err(|error| FunctionError::new(format!("invalid regex {}: {error}", value::quote(pattern))))?;
        Ok(compiled.is_match(text(call, 0)).into())
    })
}

/// An argument that is a text; the signature has seen to that, except for nil.
fn text<'c>(call: &FunctionCall<'c>, index: usize) -> &'c str {
    call.arguments.get(index).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(code: &str, value: &str) -> String {
        match check(code, value) {
            Ok(verdict) => format!("{verdict:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn expressions_see_the_value_under_both_names() {
        assert_eq!(says("value == 'x' && Value == value", "x"), "Right");
        assert_eq!(says("int(value) > 1024", "80"), "Wrong");
        assert_eq!(says("any(split(value, ','), # == 'b')", "a,b"), "Right");
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        for code in ["value", "len(value)", "nil", "value +", "nope(value)", "isInt(5)", "isInt()", "value?.x", "Facts"]
        {
            assert!(check(code, "x").is_err(), "{code}");
        }
    }

    #[test]
    fn functions_have_two_names() {
        for (names, _) in ONE {
            for name in names {
                assert!(compile_bool(&format!("{name}(value)"), &ENVIRONMENT).is_ok(), "{name}");
            }
        }
        assert_eq!(says("is_regex(value, '^a+$') and isRegex(value, 'a')", "aa"), "Right");
        assert_eq!(
            says("isRegex(value, '[')", "a"),
            "invalid regex \"[\": error parsing regexp: missing closing ]: `[`"
        );
    }

    #[test]
    fn some_functions_say_why() {
        assert_eq!(says("isIPv4(value)", "::1"), "::1 is not an IPv4 address");
        assert_eq!(says("isIPv4(value) || isIPv6(value)", "::1"), "Right");
        assert_eq!(says("isIPv4(value) || isIPv6(value)", "x"), "x is not an IPv4 address");
        assert_eq!(says("isIPv4(value) || isIPv6(value)", "10.0.0.1"), "Right");
        assert_eq!(says("isDuration(value)", "1d12h"), "Right");
        assert_eq!(says("isDuration(value)", "soon"), "Wrong");
    }
}
