//! Data that is shown.

use super::decode::Given;
use super::words;
use crate::show::{self, Align, Column, Look, ShowError};
use crate::{Context, Fault, Output, Terminal};
use engine::without_secrets;
use value::{Map, Value};

/// Shows data and gives it back.
pub(super) fn shown(
    given: &Given,
    data: &Value,
    terminal: Option<&dyn Terminal>,
    context: &Context<'_>,
) -> Result<Output, Fault> {
    context.go_on()?;
    words::check_size(data, context)?;
    let terminal = terminal.filter(|_| given.format != "quiet");
    if let Some(terminal) = terminal {
        let label = given.label.as_ref().map(|label| format!("[{label}]\n")).unwrap_or_default();
        // Masked before columns get their widths, which tell how long a secret is.
        let seen = without_secrets(data, &context.run.redactor);
        let text =
            text(given, &seen, terminal).map_err(|error| Fault::new(format!("failed to render data: {error}")))?;
        given.print(given.ended(label + &text).as_bytes(), terminal);
    }
    let result = if given.expand { data.clone() } else { found(data) };
    Ok(Output { streamed: terminal.is_some(), ..Output::of(result) })
}

fn found(data: &Value) -> Value {
    [("success", Value::from(true)), ("data", data.clone())].into_iter().collect::<Map>().into()
}

fn text(given: &Given, data: &Value, terminal: &dyn Terminal) -> Result<String, ShowError> {
    let look = Look {
        colour: terminal.colour(),
        width: terminal.width(),
        borders: terminal.colour(),
        columns: columns(given),
    };
    Ok(match given.format {
        "json" => show::json(data, &look)?,
        "yaml" => show::yaml(data)?,
        "tree" => show::tree(data),
        "mermaid" => show::mermaid(data),
        "table" => show::table(data, &look),
        "list" => show::list(data, &look),
        _ => show::auto(data, &look),
    })
}

/// Columns in the order of the inputs, and how they look.
fn columns(given: &Given) -> Vec<Column> {
    let first = given.order.iter().map(|key| Column { first: true, ..hinted(key, given) });
    let named = given.hints.keys().map(|key| key.to_value().to_string()).filter(|key| !given.order.contains(key));
    first.chain(named.map(|key| hinted(&key, given))).collect()
}

fn hinted(key: &str, given: &Given) -> Column {
    let hint = given.hints.get(key).and_then(Value::as_map);
    let of = |name: &str| hint.and_then(|hint| hint.get(name));
    Column {
        title: of("displayName").and_then(Value::as_str).map(str::to_owned),
        max_width: of("maxWidth").and_then(crate::coerce::whole).and_then(|width| usize::try_from(width).ok()),
        hidden: of("hidden").and_then(Value::as_bool).unwrap_or(false),
        align: if of("align").and_then(Value::as_str) == Some("right") { Align::Right } else { Align::Left },
        ..Column::plain(key)
    }
}
