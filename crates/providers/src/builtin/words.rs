//! Small things about texts and inputs that several providers need.

use crate::coerce::coerce;
use crate::forms::Bindings;
use crate::{Context, Fault, Inputs, SchemaType};
use value::{Extent, Map, Value};

/// The text, or as much of it as may be shown with dots behind.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// An input that is a map, or JSON text of one.
pub(super) fn object(inputs: &Inputs, name: &str) -> Result<Option<Map>, Fault> {
    let Some(given) = inputs.get(name) else { return Ok(None) };
    let made = coerce(given.clone(), SchemaType::Object).map_err(|error| Fault::new(format!("{name}: {error}")))?;
    match made.as_map() {
        Some(map) => Ok(Some(map.clone())),
        None => Err(Fault::new(format!("{name} must be an object, got {}", given.type_name()))),
    }
}

/// Values that are shared can be far larger as text than they are in memory: what is too large is not written out.
pub(super) fn check_size(data: &Value, context: &Context<'_>) -> Result<(), Fault> {
    let limit = usize::try_from(context.run.settings.max_value_size).unwrap_or(usize::MAX);
    if limit == 0 {
        return Ok(());
    }
    let within = data.extent_within(Extent { bytes: limit, ..Extent::MAX });
    within.map(|_| ()).map_err(|error| Fault::new(format!("data is too large: {error}")))
}

/// Values of resolvers and the names beside them, as templates see them. A value that is null has no `__self`.
pub(super) fn root(context: &Context<'_>) -> Map {
    let mut all = Bindings::of(context).root().as_map().cloned().unwrap_or_default();
    if all.get("__self").is_some_and(Value::is_null) {
        all.remove("__self");
    }
    all
}

/// Whether the text of an input is an expression or a template that only makes a value.
pub(super) fn only_makes_a_value(inputs: &Inputs, name: &str) -> bool {
    inputs.text(name).is_some_and(|text| !functions::may_reach_outside(text))
}
