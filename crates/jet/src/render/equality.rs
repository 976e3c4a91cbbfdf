//! `==` and `!=`. Values of types that Go cannot convert into each other are different; otherwise the left side decides
//! how they are compared: `7 == 7.5` is true when the 7 is a whole number.

use value::{GoType, List, MAX_DEPTH, Map, Value};

use super::runtime::Runtime;
use crate::ast::{Operations, Operator};
use crate::error::{Cause, Run};
use crate::limits::Limit;
use crate::source::At;
use crate::val::{Number, Val, View, with_map};

impl Runtime<'_> {
    pub(super) fn equality(&mut self, operations: &Operations) -> Run<Val> {
        let mut value = self.eval(&operations.first)?;
        for operation in &operations.rest {
            let right = self.eval(&operation.operand)?;
            let equal = self.equal(value, right, operation.at)?;
            value = Val::bool(equal == (operation.operator == Operator::Equals));
        }
        Ok(value)
    }

    fn equal(&mut self, left: Val, right: Val, at: At) -> Run<bool> {
        // Nothing and a nil interface are the same here.
        let pair = [left, right].map(|value| value.into_value().unwrap_or_default());
        let mut pairs = vec![(pair, 0)];
        while let Some(([left, right], depth)) = pairs.pop() {
            self.step(at, 1)?;
            if depth > MAX_DEPTH {
                return Err(self.bare_fault(at, Cause::Limit { limit: Limit::Nesting, allowed: MAX_DEPTH as u64 }));
            }
            let pair = [self.current(left, at)?, self.current(right, at)?];
            match self.compare_pair(&pair, at)? {
                Comparison::Done(false) => return Ok(false),
                Comparison::Done(true) => {}
                Comparison::Items(items) => pairs.extend(items.into_iter().map(|item| (item, depth + 1))),
            }
        }
        Ok(true)
    }

    fn compare_pair(&self, [left, right]: &[Value; 2], at: At) -> Run<Comparison> {
        if left.is_null() || right.is_null() {
            return Ok(Comparison::Done(left.is_null() == right.is_null()));
        }
        if !is_convertible(right, left) {
            return Ok(Comparison::Done(false));
        }
        Ok(Comparison::Done(match (View::of(left), View::of(right)) {
            (View::Number(left), right) => equal_numbers(left, &right),
            (View::Bool(left), right) => left == right.is_true(),
            (View::Text(left), View::Text(right)) | (View::Bytes(left), View::Bytes(right)) => left == right,
            // A number or bytes as text have a fixed text.
            (View::Text(text), _) => text == format!("<{} Value>", right.type_name()).as_bytes(),
            (View::Bytes(_), _) => return Err(self.bare_fault(at, is_nil_of_text())),
            (View::List(left), View::List(right)) => return Ok(list_items(left, right)),
            (View::Map(left), View::Map(right)) => return Ok(map_items(left, right)),
            (View::Time(left), View::Time(right)) => left == right && left.offset_seconds() == right.offset_seconds(),
            (View::Func | View::Json, _) => false,
            _ => left == right,
        }))
    }
}

/// The outcome of comparing two values: known, or that of their items.
enum Comparison {
    Done(bool),
    Items(Vec<[Value; 2]>),
}

fn list_items(left: &List, right: &List) -> Comparison {
    if left.len() != right.len() {
        return Comparison::Done(false);
    }
    Comparison::Items(left.iter().cloned().zip(right.iter().cloned()).map(Into::into).collect())
}

/// The items under equal keys. A map is equal to itself, whatever it holds.
fn map_items(left: &Value, right: &Value) -> Comparison {
    let (left, right) = (copied(left), copied(right));
    if left.shares_with(&right) {
        return Comparison::Done(true);
    }
    if left.len() != right.len() {
        return Comparison::Done(false);
    }
    let pairs = left.iter().map(|(key, item)| Some([item.clone(), right.get(key)?.clone()]));
    pairs.collect::<Option<Vec<_>>>().map_or(Comparison::Done(false), Comparison::Items)
}

/// The map as it is now; entries are not copied.
fn copied(value: &Value) -> Map {
    with_map(value, Map::clone).expect("it was seen to be a map")
}

/// What Go says when it asks whether text is nil.
fn is_nil_of_text() -> Cause {
    Cause::Unsupported {
        message: "bytes and text cannot be compared in this order".to_owned(),
        original: "reflect: call of reflect.Value.IsNil on string Value".to_owned(),
        text: false,
    }
}

fn equal_numbers(left: Number, right: &View<'_>) -> bool {
    let Some(right) = right.number() else { return false };
    #[expect(clippy::float_cmp, reason = "the original compares so")]
    match left {
        Number::Int(left) => left == right.to_int(),
        Number::Uint(left) => left == right.to_uint(),
        Number::Float(left) => left == right.to_float(),
    }
}

/// Whether Go can convert a value into the type of another.
fn is_convertible(from: &Value, to: &Value) -> bool {
    match (View::of(from), View::of(to)) {
        (View::Number(_), View::Number(_))
        | (View::Bool(_), View::Bool(_))
        | (View::Text(_) | View::Bytes(_), View::Text(_) | View::Bytes(_))
        | (View::Number(Number::Int(_) | Number::Uint(_)), View::Text(_)) => true,
        (View::List(from), View::List(to)) => from.go_type() == to.go_type(),
        (View::Map(from), View::Map(to)) => map_type(from) == map_type(to),
        _ => from.type_name() == to.type_name(),
    }
}

fn map_type(value: &Value) -> Option<GoType> {
    with_map(value, Map::go_type)
}
