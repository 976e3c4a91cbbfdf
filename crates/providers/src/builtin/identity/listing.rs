//! The handlers that there are.

use crate::identity::{Claims, Handler, handlers, held};
use crate::{Context, Fault, Output};
use value::{List, Map, Value};

/// `list`.
pub(super) fn list(context: &Context<'_>) -> Result<Output, Fault> {
    let mut warnings = Vec::new();
    let mut rows = Vec::new();
    for handler in handlers(&context.run.settings) {
        context.go_on()?;
        rows.push(row(&handler, context, &mut warnings));
    }
    let count = Value::Int(i64::try_from(rows.len()).unwrap_or(i64::MAX));
    let handlers: List = rows.into_iter().map(Value::from).collect();
    let map = Map::from_iter([("operation", Value::from("list")), ("handlers", handlers.into()), ("count", count)]);
    Ok(Output { warnings, ..Output::of(map) })
}

fn row(handler: &Handler<'_>, context: &Context<'_>, warnings: &mut Vec<String>) -> Map {
    let texts = |texts: &[&'static str]| texts.iter().map(|text| Value::from(*text)).collect::<List>();
    let token = held(context, handler, warnings).unwrap_or_else(|fault| {
        warnings.push(fault.to_string());
        None
    });
    let mut map = Map::from_iter([
        ("name", Value::from(handler.name)),
        ("displayName", handler.display_name.into()),
        ("flows", texts(handler.flows).into()),
        ("capabilities", texts(handler.capabilities).into()),
        ("authenticated", token.is_some().into()),
    ]);
    let claims = token.and_then(|token| Claims::of(token.reveal()));
    if let Some(claims) = claims.filter(|claims| !claims.display().is_empty()) {
        map.insert("identity", claims.display());
    }
    map
}
