//! Durations as manifests write them.

use serde_json::{Value as Json, json};
use value::Duration;

use super::Engine;
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "duration",
    compatibility: Some("crates/value/COMPATIBILITY.md"),
    stages: &[],
    answer,
    agrees: |expected, got| compare::fields(&["ns", "text"], expected, got),
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let duration = match (input.text("text"), input.field("ns").and_then(Json::as_i64)) {
        (Some(text), _) => Duration::parse(text).map_err(|error| error.to_string()),
        (None, Some(nanos)) => Ok(Duration::from_nanos(nanos)),
        (None, None) => return Err("`in` has neither `text` nor `ns`".to_owned()),
    };
    Ok(match duration {
        Ok(duration) => json!({ "ns": duration.as_nanos(), "text": duration.to_string() }),
        Err(error) => json!({ "error": error }),
    })
}
