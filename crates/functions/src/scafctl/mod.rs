//! The functions that scafctl gives its templates beside those of sprig.

mod cel;
mod hcl;
mod select;
mod slug;
mod words;
mod yaml;

use gotmpl::go::{self, Type};
use gotmpl::{Call, CallError, Function, FunctionSet};
use value::Value;

use crate::Outside;
use crate::sprig::bound::Bound;
use crate::sprig::declare::{any, blanks, text};
use crate::sprig::sprig;

const GROUP: &str = "scafctl";

/// Whether templates may read the environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnvFunctions {
    /// `env` and `expandenv` are there.
    Allowed,
    /// They are not.
    Removed,
}

const SLUGIFY: Function =
    Function::new("slugify", &[text("text")], Type::String, |call| Ok(slug::slug(&call.text(0)).into()))
        .help(GROUP, "a text as a label of a host name: lower case, digits and single dashes, at most 63 characters")
        .example(r#"{{ slugify "My App, v2!" }}"#, "my-app-v2");
const TO_YAML: Function = Function::new("toYaml", &[any("value")], Type::String, yaml::write)
    .help(GROUP, "a value as YAML, without a line break at the end; nil is an empty text")
    .example(r#"{{ toYaml (dict "a" (list 1 2)) }}"#, "a:\n    - 1\n    - 2");
const FROM_YAML: Function = Function::new("fromYaml", &[text("yaml")], Type::Map, yaml::read)
    .help(GROUP, "the map that YAML says; fails when it says something else")
    .example(r#"{{ (fromYaml "a: {b: 5}").a.b }}"#, "5");

static CEL: &[Bound<cel::Expressions>] =
    &[Bound::<cel::Expressions>::new("cel", &[text("expression"), any("data")], Type::Any, cel::evaluate)
        .help(GROUP, "the result of a CEL expression in which `_` is the data")
        .example(r#"{{ dict "n" 4 | cel "_.n + 1" }}"#, "5")];

static OWN: &[Function] = &[
    SLUGIFY,
    SLUGIFY.named("toDnsString").example(r#"{{ toDnsString "A_b.C" }}"#, "a-b-c"),
    Function::new("where", &[text("key"), any("value"), any("list")], Type::List, select::matching)
        .help(GROUP, "the maps of a list whose value under the key equals the value, types included")
        .example(r#"{{ list (dict "n" 1 "on" true) (dict "n" 2) | where "n" 1 }}"#, "[map[n:1 on:true]]"),
    Function::new("selectField", &[text("key"), any("list")], Type::List, select::field_of_each)
        .help(GROUP, "the values under the key in the maps of a list, nil where there is none")
        .example(r#"{{ list (dict "n" 1) (dict "n" 2) | selectField "n" }}"#, "[1 2]"),
    TO_YAML,
    TO_YAML.named("mustToYaml").example("{{ mustToYaml (list 1) }}", "- 1"),
    FROM_YAML,
    FROM_YAML.named("mustFromYaml").example(r#"{{ mustFromYaml "a: 1" }}"#, "map[a:1]"),
    Function::new("toHcl", &[any("value")], Type::String, to_hcl)
        .help(GROUP, "a value as HCL: maps as blocks, lists of maps as repeated blocks, anything else as attributes")
        .example(r#"{{ toHcl (dict "a" 1 "b" (dict "c" (list "x"))) }}"#, "a = 1\nb {\n  c = [\"x\"]\n}\n"),
];

fn to_hcl(call: &mut Call<'_>) -> Result<Value, CallError> {
    let value = go::plain(call.value(0))?;
    call.charge(blanks(&value, 2))?;
    Ok(hcl::to_hcl(&value)?.into())
}

/// The functions of sprig, without `env` and `expandenv` unless they are allowed, and the own functions of scafctl.
pub fn scafctl(outside: &Outside, env: EnvFunctions) -> FunctionSet {
    let mut set = sprig(outside);
    if env == EnvFunctions::Removed {
        set.remove("env");
        set.remove("expandenv");
    }
    set.extend(OWN);
    set.extend(Bound::all(CEL, &cel::Expressions::new(outside.cel())));
    set
}
