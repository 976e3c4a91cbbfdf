//! Sorting, as `<` orders things; items that are equal keep their order.

use std::cmp::Ordering;

use value::Value;

use super::fault::{Fault, Result};
use super::machine::Usage;
use super::operate::{Order, compare};

/// The items in the order of their keys; `order` says which of two comes first.
pub(crate) fn by_keys(usage: &mut Usage<'_>, items: Vec<Value>, keys: &[Value], order: Order) -> Result<Vec<Value>> {
    let mut positions: Vec<usize> = (0..items.len()).collect();
    let mut fault = None;
    usage.steps(items.len() * (usize::BITS - items.len().leading_zeros()) as usize)?;
    let mut before = |a: &usize, b: &usize| {
        compare(order, &keys[*a], &keys[*b]).unwrap_or_else(|error| {
            fault.get_or_insert(error);
            false
        })
    };
    if positions.len() <= SHORT {
        insertion(&mut positions, &mut before);
    } else {
        positions.sort_by(|a, b| match (before(a, b), before(b, a)) {
            (true, _) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => Ordering::Equal,
        });
    }
    match fault {
        Some(fault) => Err(fault),
        None => Ok(pick(items, &positions)),
    }
}

/// Lists up to this length are sorted by insertion: upstream does so, and with NaN among the keys it shows.
const SHORT: usize = 12;

fn insertion(positions: &mut [usize], before: &mut impl FnMut(&usize, &usize) -> bool) {
    for end in 1..positions.len() {
        let mut at = end;
        while at > 0 && before(&positions[at], &positions[at - 1]) {
            positions.swap(at, at - 1);
            at -= 1;
        }
    }
}

fn pick(items: Vec<Value>, positions: &[usize]) -> Vec<Value> {
    let mut items: Vec<Option<Value>> = items.into_iter().map(Some).collect();
    positions.iter().filter_map(|at| items[*at].take()).collect()
}

/// What `sort` takes as its second argument.
pub(crate) fn order(given: Option<&Value>) -> Result<Order> {
    match given.map(|order| (order, order.as_str())) {
        None | Some((_, Some("asc"))) => Ok(Order::Less),
        Some((_, Some("desc"))) => Ok(Order::Greater),
        Some((_, Some(other))) => Err(Fault::Builtin(format!("unknown order `{other}`, use `asc` or `desc`"))),
        Some((order, None)) => Err(Fault::argument("sort", order)),
    }
}
