//! Builtins for several numbers, also in lists and in lists of lists.

use std::borrow::Cow;

use value::Value;

use super::entry::{Check, Entry, Run};
use crate::exprlang::check::validate;
use crate::exprlang::fault::{Fault, Result};
use crate::exprlang::machine::{Slot, Usage};
use crate::exprlang::opaque::Named;
use crate::exprlang::operate::{Num, Order, compare, to_float};

macro_rules! entry {
    ($name:literal, $help:literal, $example:literal => $result:literal, $run:expr) => {
        Entry {
            name: $name,
            signature: concat!($name, "(numbers or lists …) number"),
            help: $help,
            example: $example,
            result: $result,
            check: Check::Validate(validate::aggregate),
            run: Run::Function($run),
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("max", "The largest number.", "max([1, [5, 2]], 3)" => "5",
        |usage, arguments| extreme(usage, "max", arguments, Order::Less)),
    entry!("min", "The smallest number.", "min(5, 7)" => "5",
        |usage, arguments| extreme(usage, "min", arguments, Order::Greater)),
    entry!("mean", "The average; zero without numbers.", "mean([1, 2, 3, 4])" => "2.5", mean),
    entry!("median", "The number in the middle; zero without numbers.", "median([3, 1, 2])" => "2.0", median),
];

fn extreme(usage: &mut Usage<'_>, name: &'static str, arguments: &[Slot<'_>], order: Order) -> Result<Value> {
    if let [only] = arguments
        && !is_list(only)
    {
        return Ok((**only).clone());
    }
    let mut best: Option<Cow<'_, Value>> = None;
    each_number(usage, name, arguments, |number| {
        if best.as_ref().map_or(Ok(true), |best| compare(order, best, &number))? {
            best = Some(number);
        }
        Ok(())
    })?;
    Ok(best.map(Cow::into_owned).unwrap_or_default())
}

fn mean(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let numbers = floats(usage, "mean", arguments)?;
    #[expect(clippy::cast_precision_loss, reason = "lists are not that long")]
    let count = numbers.len() as f64;
    Ok(Value::Float(if numbers.is_empty() {
        0.0
    } else {
        numbers.iter().fold(0.0, |sum, number| sum + number) / count
    }))
}

fn median(usage: &mut Usage<'_>, arguments: &[Slot<'_>]) -> Result<Value> {
    let mut numbers = floats(usage, "median", arguments)?;
    // Go puts NaN first.
    numbers.sort_by(|a, b| b.is_nan().cmp(&a.is_nan()).then(a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal)));
    let middle = numbers.len() / 2;
    Ok(Value::Float(match numbers.as_slice() {
        [] => 0.0,
        numbers if numbers.len() % 2 == 1 => numbers[middle],
        numbers => f64::midpoint(numbers[middle - 1], numbers[middle]),
    }))
}

fn floats(usage: &mut Usage<'_>, name: &'static str, arguments: &[Slot<'_>]) -> Result<Vec<f64>> {
    let mut numbers = Vec::new();
    each_number(usage, name, arguments, |number| {
        numbers.push(match &*number {
            #[expect(clippy::cast_precision_loss, reason = "durations count in nanoseconds here")]
            Value::Duration(span) => span.as_nanos() as f64,
            number => match number.as_opaque::<Named>() {
                Some(named) => named.number.into(),
                None => to_float(number)?,
            },
        });
        Ok(())
    })?;
    Ok(numbers)
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Bytes(_)) || Num::of(value).is_some() || is_counted(value)
}

/// Whether it is a number that has a name or a unit.
fn is_counted(value: &Value) -> bool {
    value.as_duration().is_some() || value.as_opaque::<Named>().is_some()
}

/// Calls `take` with each number in the arguments, from left to right, in lists as well.
fn each_number<'a>(
    usage: &mut Usage<'_>,
    name: &'static str,
    arguments: &'a [Slot<'_>],
    mut take: impl FnMut(Cow<'a, Value>) -> Result<()>,
) -> Result<()> {
    for argument in arguments {
        let mut open = vec![std::slice::from_ref(&**argument).iter()];
        while let Some(items) = open.last_mut() {
            usage.steps(1)?;
            match items.next() {
                None => drop(open.pop()),
                Some(Value::List(list)) if open.len() <= usage.depth => open.push(list.iter()),
                Some(Value::List(_)) => return Err(Fault::Depth),
                Some(number) if Num::of(number).is_some() => take(Cow::Borrowed(number))?,
                Some(counted) if is_counted(counted) && (open.len() == 1 || name != "max" && name != "min") => {
                    take(Cow::Borrowed(counted))?;
                }
                Some(Value::Bytes(bytes)) => {
                    for byte in &**bytes {
                        take(Cow::Owned(Value::Uint(u64::from(*byte))))?;
                    }
                }
                Some(other) => return Err(Fault::argument(name, other)),
            }
        }
    }
    Ok(())
}
