//! Command lines split into words.

use serde_json::{Value as Json, json};
use system::process::words;

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "shellquote",
    compatibility: None,
    stages: &[],
    answer,
    agrees: |expected, got| compare::fields(&["words"], expected, got),
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    Ok(match words(input.required("line")?) {
        Ok(words) => json!({ "words": words }),
        Err(error) => json!({ "error": error.to_string() }),
    })
}
