//! Lists of maps in the order of one of their entries.

use std::cmp::Ordering;

use value::{Number, Value, lossy_text};

use super::function::{Native, function};
use super::lists::list;
use super::strings::text;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{self, Dyn, List, Map, String};
use crate::cel::values::{TypeValue, type_name};

const GROUP: &str = "sort";
const MAPS: Type = List(&Map(&String, &Dyn));

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "sort.objects",
        group: GROUP,
        help: "the maps in the order of one entry; those without it come last",
        example: "sort.objects([{\"n\": 2}, {}, {\"n\": 1}], \"n\")",
        result: "[{\"n\": 1}, {\"n\": 2}, {}]",
        overloads: &[function("sort_objects", &[MAPS, String], MAPS, |budget, arguments| {
            sort(budget, "sort.objects", arguments, |order| order)
        })],
    },
    Native {
        name: "sort.objectsDescending",
        group: GROUP,
        help: "the maps in the opposite order of one entry; those without it come last",
        example: "sort.objectsDescending([{\"n\": 2}, {}, {\"n\": 3}], \"n\")",
        result: "[{\"n\": 3}, {\"n\": 2}, {}]",
        overloads: &[function("sort_objectsDesc", &[MAPS, String], MAPS, |budget, arguments| {
            sort(budget, "sort.objectsDescending", arguments, Ordering::reverse)
        })],
    },
];

fn sort(
    budget: &mut Budget,
    function: &str,
    arguments: &[Value],
    direction: fn(Ordering) -> Ordering,
) -> Result<Value, Failure> {
    let (items, property) = (list(arguments, 0), text(arguments, 1));
    if let Some(other) = items.iter().find(|item| item.as_map().is_none()) {
        let of = type_name(other);
        return Err(Failure::new(format!("{function}: list contains non-map element: expected map, got {of}")));
    }
    budget.allocate_items(items.len())?;
    let key = |item: &Value| item.as_map().and_then(|map| map.get(property)).map(Rank::of);
    let mut ranked: Vec<(Option<Rank>, &Value)> = items.iter().map(|item| (key(item), item)).collect();
    ranked.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => direction(a.order(b)),
        (a, b) => a.is_none().cmp(&b.is_none()),
    });
    Ok(ranked.into_iter().map(|(_, item)| item.clone()).collect())
}

/// What the order of two entries follows from.
enum Rank {
    Number(f64),
    Text(std::sync::Arc<str>),
    Flag(bool),
    /// Other values keep their order among themselves; between kinds the names of their types in the original decide.
    Other(&'static str),
}

impl Rank {
    fn of(value: &Value) -> Self {
        match value {
            Value::Int(number) => Self::Number(Number::Int(*number).to_f64()),
            Value::Uint(number) => Self::Number(Number::Uint(*number).to_f64()),
            Value::Float(number) => Self::Number(*number),
            Value::String(text) => Self::Text(std::sync::Arc::clone(text)),
            Value::Bool(flag) => Self::Flag(*flag),
            Value::Null => Self::Other("structpb.NullValue"),
            Value::Bytes(_) => Self::Other("[]uint8"),
            Value::List(_) => Self::Other("[]interface {}"),
            Value::Map(_) => Self::Other("map[string]interface {}"),
            Value::Timestamp(_) => Self::Other("time.Time"),
            Value::Duration(_) => Self::Other("time.Duration"),
            Value::Opaque(_) if let Some(text) = value.as_raw_text() => Self::Text(lossy_text(text).into()),
            other => match other.as_opaque::<TypeValue>() {
                Some(name) => Self::Text(name.name().into()),
                None => Self::Other("opaque"),
            },
        }
    }

    fn type_name(&self) -> &'static str {
        match self {
            Self::Number(_) => "float64",
            Self::Text(_) => "string",
            Self::Flag(_) => "bool",
            Self::Other(name) => name,
        }
    }

    /// A total order: what is no number comes before all numbers.
    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.partial_cmp(b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan())),
            (Self::Text(a), Self::Text(b)) => a.as_bytes().cmp(b.as_bytes()),
            (Self::Flag(a), Self::Flag(b)) => a.cmp(b),
            _ => self.type_name().cmp(other.type_name()),
        }
    }
}
