//! The order of versions: dpkg's, rpm's, and the one that the original tests stability with.

use resources::package::{Scheme, compare_as_original, without_trailing_zeroes};
use serde_json::{Value as Json, json};
use std::cmp::Ordering;

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "versions",
    compatibility: None,
    stages: &[],
    answer,
    agrees: |expected, got| compare::fields(&["cmp"], expected, got),
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let (a, b) = (input.required("a")?, input.required("b")?);
    let ordering = match input.required("scheme")? {
        "generic" => Ok(generic(a, b, input.field("ignore_trailing_zeroes") == Some(&Json::Bool(true)))),
        "dpkg" => known(Scheme::Debian, a, b),
        "rpm" => known(Scheme::Rpm, a, b),
        other => return Err(format!("no scheme `{other}`")),
    };
    Ok(match ordering {
        Ok(ordering) => json!({ "cmp": ordering as i8 }),
        Err(error) => json!({ "error": error }),
    })
}

fn generic(a: &str, b: &str, ignores_zeroes: bool) -> Ordering {
    if ignores_zeroes {
        compare_as_original(&without_trailing_zeroes(a), &without_trailing_zeroes(b))
    } else {
        compare_as_original(a, b)
    }
}

fn known(scheme: Scheme, a: &str, b: &str) -> Result<Ordering, String> {
    match [a, b].into_iter().find(|version| !scheme.is_readable(version)) {
        Some(bad) => Err(format!("`{bad}` is not a version")),
        None => Ok(scheme.order(a, b)),
    }
}
