//! `value[from:to]`.

use value::Value;

use super::fetch::like;
use super::number::to_int;
use crate::exprlang::fault::{Fault, Result, word};

/// A part of a list, a text or bytes. Bounds beyond the ends are the ends; negative ones count from the end.
pub(crate) fn slice(from: &Value, start: Option<&Value>, end: Option<&Value>) -> Result<Value> {
    let part = |length| bounds(length, start, end);
    match from {
        Value::List(list) => {
            let range = part(list.len())?;
            if range.len() == list.len() {
                return Ok(from.clone());
            }
            Ok(like(list, list[range].to_vec()))
        }
        Value::Bytes(bytes) => Ok(Value::bytes(&bytes[part(bytes.len())?])),
        from => match from.as_text_bytes() {
            Some(bytes) => Ok(Value::text_part(&bytes[part(bytes.len())?])),
            None => Err(Fault::unless_unknown([from], || Fault::Slice { given: word(from) })),
        },
    }
}

fn bounds(length: usize, start: Option<&Value>, end: Option<&Value>) -> Result<std::ops::Range<usize>> {
    let end = end.map(to_int).transpose()?.map_or(length, |end| clamp(length, end));
    let start = start.map(to_int).transpose()?.map_or(0, |start| clamp(length, start));
    Ok(start.min(end)..end)
}

fn clamp(length: usize, bound: i64) -> usize {
    let signed = i64::try_from(length).unwrap_or(i64::MAX);
    let bound = if bound < 0 { signed.saturating_add(bound).max(0) } else { bound.min(signed) };
    usize::try_from(bound).unwrap_or(length)
}
