//! Texts taken apart at separators.

use gotmpl::{Call, CallError};
use memchr::memmem;
use value::{GoType, Map, Value};

use super::runes::explode;
use crate::sprig::declare::{string, strings};

/// The parts between separators, at most `limit` of them. An empty separator is between all characters.
fn parts<'t>(separator: &[u8], text: &'t [u8], limit: usize) -> Vec<&'t [u8]> {
    if limit == 0 {
        return Vec::new();
    }
    if separator.is_empty() {
        return explode(text, limit);
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for place in memmem::find_iter(text, separator).take(limit - 1) {
        parts.push(&text[start..place]);
        start = place + separator.len();
    }
    parts.push(&text[start..]);
    parts
}

pub(super) fn to_list(call: &mut Call<'_>) -> Result<Value, CallError> {
    call.charge(call.bytes(1).len().saturating_mul(size_of::<Value>()) / call.bytes(0).len().max(1))?;
    Ok(strings(parts(call.bytes(0), call.bytes(1), usize::MAX)))
}

pub(super) fn to_map(call: &mut Call<'_>) -> Result<Value, CallError> {
    numbered(&parts(call.bytes(0), call.bytes(1), usize::MAX))
}

/// A negative count is no limit.
pub(super) fn to_map_of(call: &mut Call<'_>) -> Result<Value, CallError> {
    let limit = usize::try_from(call.int(1)).unwrap_or(usize::MAX);
    numbered(&parts(call.bytes(0), call.bytes(2), limit))
}

fn numbered(parts: &[&[u8]]) -> Result<Value, CallError> {
    let entries = parts.iter().enumerate().map(|(at, part)| (format!("_{at}"), string(*part)));
    Ok(entries.collect::<Map>().with_type(GoType::STRING_MAP).into())
}
