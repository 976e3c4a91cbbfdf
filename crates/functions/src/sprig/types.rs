//! Types and kinds as Go names them.

use gotmpl::go::{self, Type};
use gotmpl::{Call, CallError, Function};
use value::Value;

use super::declare::{any, text};

const GROUP: &str = "types";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("typeOf", &[any("value")], Type::String, |call| Ok(go::type_name(call.value(0)).into()))
        .help(GROUP, "the name of the type")
        .example(r#"{{ typeOf 1 }} {{ typeOf (list "a") }}"#, "int []interface {}"),
    Function::new("typeIs", &[text("name"), any("value")], Type::Bool, type_is)
        .help(GROUP, "whether the type has this name")
        .example(r#"{{ typeIs "string" "a" }}"#, "true"),
    Function::new("typeIsLike", &[text("name"), any("value")], Type::Bool, type_is_like)
        .help(GROUP, "whether the type, or what it points to, has this name")
        .example(r#"{{ typeIsLike "semver.Version" (semver "1.2.3") }}"#, "true"),
    Function::new("kindOf", &[any("value")], Type::String, |call| Ok(go::kind(call.value(0)).name().into()))
        .help(GROUP, "the name of the kind: `string`, `slice`, `map`, `int`, …")
        .example(r#"{{ kindOf (dict "a" 1) }}"#, "map"),
    Function::new("kindIs", &[text("name"), any("value")], Type::Bool, kind_is)
        .help(GROUP, "whether the kind has this name")
        .example(r#"{{ kindIs "slice" (list 1) }}"#, "true"),
    Function::new("deepEqual", &[any("left"), any("right")], Type::Bool, deep_equal)
        .help(GROUP, "whether two values are equal, types included, all the way down")
        .example("{{ deepEqual (list 1 2) (list 1 2) }} {{ deepEqual 1 1.0 }}", "true false"),
];

fn type_is(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok((call.bytes(0) == go::type_name(call.value(1)).as_bytes()).into())
}

fn type_is_like(call: &mut Call<'_>) -> Result<Value, CallError> {
    let (wanted, name) = (call.bytes(0), go::type_name(call.value(1)).as_bytes());
    Ok((wanted == name || name.strip_prefix(b"*").is_some_and(|name| wanted == name)).into())
}

fn kind_is(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok((call.bytes(0) == go::kind(call.value(1)).name().as_bytes()).into())
}

fn deep_equal(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(go::deep_equal(call.value(0), call.value(1)).into())
}
