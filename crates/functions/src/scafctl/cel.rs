//! CEL inside of templates.

use std::sync::Arc;

use expr::cel::{Engine, Program};
use gotmpl::go::{self, Number};
use gotmpl::{Call, CallError};
use value::{Extent, List, Map, Value};

use crate::kept::Kept;

/// The name under which expressions have the data.
const DATA: &str = "_";

/// The engine, and the expressions that it compiled.
#[derive(Clone)]
pub(super) struct Expressions {
    engine: Engine,
    kept: Arc<Kept<Program>>,
}

impl Expressions {
    pub(super) fn new(engine: &Engine) -> Self {
        Self { engine: engine.clone(), kept: Arc::new(Kept::new()) }
    }
}

/// The result of an expression.
pub(super) fn evaluate(call: &mut Call<'_>, expressions: &Expressions) -> Result<Value, CallError> {
    let expression = call.text(0).into_owned();
    if expression.is_empty() {
        return Err("cel: expression cannot be empty".into());
    }
    let program = expressions
        .kept
        .get(&expression, |text| expressions.engine.compile(text, &[DATA]))
        .map_err(|error| CallError::new(format!("cel: {}", error.report(&expression, &[DATA]))))?;
    let data = go::plain(call.value(1))?;
    let nodes = walk(call, &data)?;
    let data = [(DATA, if has_opaque(&data) { copied(call, nodes, || to_cel(&data))? } else { data })];
    let result = program.evaluate(&data);
    let value =
        result.map_err(|error| CallError::new(format!("cel: {}", error.report(&expression, &[(DATA, &data[0].1)]))))?;
    let nodes = walk(call, &value)?;
    copied(call, nodes, || from_cel(value))
}

/// What may go into an expression and come out of it: parts are shared, so that a small value can be an endless tree.
const LARGEST: Extent = Extent { nodes: 16 << 20, bytes: 256 << 20, depth: 1_000 };

/// Takes the work of a walk over all of a value; of how many parts it is.
fn walk(call: &mut Call<'_>, value: &Value) -> Result<usize, CallError> {
    let extent = value.extent_within(LARGEST).map_err(|error| CallError::limit(format!("cel: {error}")))?;
    call.work(extent.nodes)?;
    Ok(extent.nodes)
}

/// A copy of so many parts, whose memory is taken first.
fn copied(call: &mut Call<'_>, nodes: usize, copy: impl FnOnce() -> Value) -> Result<Value, CallError> {
    call.charge(nodes.saturating_mul(size_of::<Value>()))?;
    Ok(copy())
}

/// A value as CEL knows it: one kind of integer, one nil, no objects of templates.
fn to_cel(value: &Value) -> Value {
    match value {
        Value::Opaque(_) if value.as_raw_text().is_some() => value.clone(),
        Value::Opaque(opaque) => match Number::of(value) {
            Some(number) => number.widened().unwrap_or_default(),
            None => opaque.to_plain().unwrap_or_else(|| value.clone()),
        },
        Value::List(list) => list.iter().map(to_cel).collect(),
        Value::Map(map) => map.iter().map(|(key, value)| (key.clone(), to_cel(value))).collect::<Map>().into(),
        other => other.clone(),
    }
}

fn has_opaque(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Opaque(_) => return true,
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => open.extend(map.values()),
            _ => {}
        }
    }
    false
}

/// A result as Go has it: integers are `int64`.
fn from_cel(value: Value) -> Value {
    match value {
        Value::Int(number) => Number::Int64(number).into(),
        Value::List(list) => list.into_iter().map(from_cel).collect::<List>().into(),
        Value::Map(map) => map.into_iter().map(|(key, value)| (key, from_cel(value))).collect::<Map>().into(),
        other => other,
    }
}
