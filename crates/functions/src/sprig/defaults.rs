//! What to take when something is not given.

use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function, Param};
use value::Value;

use super::declare::{any, is_empty};

const GROUP: &str = "defaults";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("default", &[any("fallback"), any("given")], Type::Any, default)
        .variadic()
        .help(GROUP, "the given value, or the fallback when that is empty")
        .example(r#"{{ "" | default "none" }}"#, "none"),
    Function::new("empty", &[any("value")], Type::Bool, |call| Ok(is_empty(call.value(0)).into()))
        .help(GROUP, "whether a value is nil, zero, false or has no content")
        .example(r#"{{ empty 0 }} {{ empty "a" }}"#, "true false"),
    Function::new("coalesce", &[any("values")], Type::Any, coalesce)
        .variadic()
        .help(GROUP, "the first value that is not empty")
        .example(r#"{{ coalesce 0 "" "a" "b" }}"#, "a"),
    Function::new("all", &[any("values")], Type::Bool, |call| {
        Ok(call.rest(0).iter().all(|value| !is_empty(value)).into())
    })
    .variadic()
    .help(GROUP, "whether no value is empty")
    .example(r#"{{ all 1 "a" true }}"#, "true"),
    Function::new("any", &[any("values")], Type::Bool, |call| {
        Ok(call.rest(0).iter().any(|value| !is_empty(value)).into())
    })
    .variadic()
    .help(GROUP, "whether one of the values is not empty")
    .example(r#"{{ any 0 "" "a" }}"#, "true"),
    Function::new("ternary", &[any("yes"), any("no"), Param::new("condition", Type::Bool)], Type::Any, ternary)
        .help(GROUP, "the first value when the last one is true, the second otherwise")
        .example(r#"{{ true | ternary "on" "off" }}"#, "on"),
];

fn default(call: &mut Call<'_>) -> Result<Value, CallError> {
    let given = call.rest(1).first().is_some_and(|given| !is_empty(given));
    Ok(call.take(usize::from(given)))
}

fn coalesce(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(call.rest(0).iter().find(|value| !is_empty(value)).cloned().unwrap_or_default())
}

fn ternary(call: &mut Call<'_>) -> Result<Value, CallError> {
    let condition = call.bool(2);
    Ok(call.take(usize::from(!condition)))
}
