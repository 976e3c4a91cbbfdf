//! What calls cost, in the units of cel-go: one for most, more for those that go over a whole text or list. The figures
//! apply where the types tell which overload it will be; otherwise a call costs one.

use value::Value;

use crate::cel::values::size_of;

/// How the cost of a call follows from its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// One, whatever the arguments are.
    One,
    /// A tenth of the first argument.
    Traversal,
    /// A tenth of the shorter argument.
    Shorter,
    /// A tenth of both arguments.
    Both,
    /// The product of both, a tenth of each. A search takes no longer than to go over both, so that two long texts are not
    /// charged for more than their characters.
    Contains,
    /// The text times the pattern.
    Matches,
    /// The list on the right.
    InList,
    /// The list that comes out: so many items as the first argument says.
    Range,
    /// The list that comes out: as many items as go in.
    Copy,
    /// The list that comes out: the items between two positions.
    Slice,
    /// The list that goes in, once for each level.
    Flatten,
    /// Each item of a list with each other; which argument it is.
    Pairs(usize),
    /// Each item of one list with each of the other, so many times.
    Sets(u32),
}

impl Cost {
    pub(crate) fn of(self, arguments: &[Value]) -> u64 {
        let size = |at: usize| arguments.get(at).map_or(1, size_of);
        match self {
            Self::One => 1,
            Self::Traversal => tenth(size(0)),
            Self::Shorter => tenth(size(0).min(size(1))),
            Self::Both => tenth(size(0).saturating_add(size(1))),
            Self::Contains => {
                let both = size(0).saturating_add(size(1));
                tenth(size(0)).saturating_mul(tenth(size(1))).min(both.max(MOST_OF_PRODUCT))
            }
            Self::Matches => tenth(size(0).saturating_add(1)).saturating_mul(quarter(size(1))),
            Self::InList => size(1),
            Self::Range => {
                list(arguments.first().and_then(Value::as_int).map_or(0, |items| items.max(0).unsigned_abs()))
            }
            Self::Copy => list(size(0)),
            Self::Slice => list(slice_length(arguments)),
            Self::Flatten => {
                let depth = arguments.get(1).and_then(Value::as_int).unwrap_or(1);
                list(size(0).saturating_mul(depth.max(0).unsigned_abs()))
            }
            Self::Pairs(at) => pairs(&arguments[at]),
            Self::Sets(factor) => size(0).saturating_mul(size(1)).saturating_mul(factor.into()).saturating_add(1),
        }
    }
}

/// Up to here a product is charged as cel-go does.
const MOST_OF_PRODUCT: u64 = 100_000;

/// What a list costs that has so many items.
fn list(items: u64) -> u64 {
    items.saturating_add(11)
}

fn slice_length(arguments: &[Value]) -> u64 {
    let [list, from, to] = arguments else { return 0 };
    match (from.as_int(), to.as_int()) {
        (Some(from), Some(to)) if from >= 0 && from <= to && to.unsigned_abs() <= size_of(list) => from.abs_diff(to),
        _ => 1,
    }
}

/// Two for each pair; a tenth more when the items are text or bytes.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "cel-go computes it in floating point")]
#[expect(clippy::cast_possible_truncation, reason = "a cost beyond the range of integers is the largest one")]
fn pairs(value: &Value) -> u64 {
    let size = size_of(value);
    let texts = value.as_list().and_then(|list| list.first());
    let factor = if matches!(texts, Some(Value::String(_) | Value::Bytes(_))) { 2.1 } else { 2.0 };
    list((size.saturating_mul(size) as f64 * factor) as u64)
}

/// A tenth, rounded up.
pub(crate) fn tenth(size: u64) -> u64 {
    if size <= 10 { u64::from(size > 0) } else { scaled(size, 0.1) }
}

/// A quarter, rounded up.
fn quarter(size: u64) -> u64 {
    scaled(size, 0.25)
}

#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "cel-go computes it in floating point")]
#[expect(clippy::cast_possible_truncation, reason = "a tenth of a length is far below the limit")]
fn scaled(size: u64, factor: f64) -> u64 {
    (size as f64 * factor).ceil() as u64
}
