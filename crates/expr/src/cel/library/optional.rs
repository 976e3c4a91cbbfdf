//! Values that may be missing.

use value::Value;

use super::function::{Native, NativeBody, function, method};
use super::lists::list;
use crate::cel::eval::Budget;
use crate::cel::failure::{EvalCause, Failure};
use crate::cel::types::Type::{self, Bool, List, Param};
use crate::cel::values::{Optional, is_zero, shown};

const GROUP: &str = "optionals";
const V: Type = Param("V");
const OPTIONAL: Type = Type::Optional(&V);

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "optional.of",
        group: GROUP,
        help: "an optional with a value",
        example: "optional.of(1)",
        result: "optional.of(1)",
        overloads: &[function("optional_of", &[V], OPTIONAL, |_, arguments| {
            Ok(Optional::of(Some(arguments[0].clone())))
        })],
    },
    Native {
        name: "optional.ofNonZeroValue",
        group: GROUP,
        help: "an optional with a value, unless that is zero, empty, false or null",
        example: "optional.ofNonZeroValue(\"\")",
        result: "optional.none()",
        overloads: &[function("optional_ofNonZeroValue", &[V], OPTIONAL, |_, arguments| {
            Ok(Optional::of((!is_zero(&arguments[0])).then(|| arguments[0].clone())))
        })],
    },
    Native {
        name: "optional.none",
        group: GROUP,
        help: "an optional without a value",
        example: "optional.none().hasValue()",
        result: "false",
        overloads: &[function("optional_none", &[], OPTIONAL, |_, _| Ok(Optional::of(None)))],
    },
    Native {
        name: "value",
        group: GROUP,
        help: "the value of an optional; an error when it has none",
        example: "optional.of(1).value()",
        result: "1",
        overloads: &[method("optional_value", &[OPTIONAL], V, |_, arguments| {
            inner(arguments).cloned().ok_or_else(|| EvalCause::NoneDereference.into())
        })],
    },
    Native {
        name: "hasValue",
        group: GROUP,
        help: "whether an optional has a value",
        example: "{\"a\": 1}.?b.hasValue()",
        result: "false",
        overloads: &[method("optional_hasValue", &[OPTIONAL], Bool, |_, arguments| {
            Ok(Value::Bool(inner(arguments).is_some()))
        })],
    },
    Native {
        name: "or",
        group: GROUP,
        help: "the optional, or another one when it has no value",
        example: "optional.none().or(optional.of(2))",
        result: "optional.of(2)",
        overloads: &[method("optional_or_optional", &[OPTIONAL, OPTIONAL], OPTIONAL, KNOWN)],
    },
    Native {
        name: "orValue",
        group: GROUP,
        help: "the value of an optional, or another value when it has none",
        example: "{\"a\": 1}.?b.orValue(0)",
        result: "0",
        overloads: &[method("optional_orValue_value", &[OPTIONAL, V], V, KNOWN)],
    },
    Native {
        name: "first",
        group: GROUP,
        help: "the first item of a list, if there is one",
        example: "[1, 2, 3].first()",
        result: "optional.of(1)",
        overloads: &[method("list_first", &[List(&V)], OPTIONAL, |_, arguments| {
            Ok(Optional::of(list(arguments, 0).first().cloned()))
        })],
    },
    Native {
        name: "last",
        group: GROUP,
        help: "the last item of a list, if there is one",
        example: "[].last()",
        result: "optional.none()",
        overloads: &[method("list_last", &[List(&V)], OPTIONAL, |_, arguments| {
            Ok(Optional::of(list(arguments, 0).last().cloned()))
        })],
    },
    Native {
        name: "optional.unwrap",
        group: GROUP,
        help: "the values of the optionals in a list that have one",
        example: "optional.unwrap([optional.of(1), optional.none()])",
        result: "[1]",
        overloads: &[function("optional_unwrap", &[List(&OPTIONAL)], List(&V), unwrap)],
    },
    Native {
        name: "unwrapOpt",
        group: GROUP,
        help: "the values of the optionals in a list that have one",
        example: "[optional.of(1), optional.none()].unwrapOpt()",
        result: "[1]",
        overloads: &[method("optional_unwrapOpt", &[List(&OPTIONAL)], List(&V), unwrap)],
    },
];

/// The machine knows these itself: the second argument is computed only when it is needed.
const KNOWN: NativeBody = |_, _| Err(Failure::no_overload());

fn inner(arguments: &[Value]) -> Option<&Value> {
    arguments[0].as_opaque::<Optional>().and_then(Optional::get)
}

fn unwrap(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let items = list(arguments, 0);
    budget.allocate_items(items.len())?;
    let mut values = Vec::new();
    for item in items {
        let Some(optional) = item.as_opaque::<Optional>() else {
            return Err(Failure::new(format!("value {} is not optional", shown(item))));
        };
        values.extend(optional.get().cloned());
    }
    Ok(values.into())
}
