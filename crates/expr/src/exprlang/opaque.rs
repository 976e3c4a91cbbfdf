//! Values that only this language has: months, weekdays, maps with keys of any kind, and `$env`.

use std::any::Any;
use std::fmt;

use gostd::time::{month_name, weekday_name};
use value::{GoType, Opaque, RawText, Value};

use super::zone::ZoneValue;

/// A nil list, which is also empty: what `groupBy(…)["missing"]` gives. It is nil for `??`, `?.` and `== nil`.
pub(crate) const NIL_LIST: GoType = GoType::new("[]interface{}");
/// What `groupBy` gives.
pub(crate) const GROUPS: GoType = GoType::new("map[interface {}][]interface {}");
/// One pair that `toPairs` gives.
pub(crate) const PAIR: GoType = GoType::new("[2]interface {}");
/// All pairs that `toPairs` gives.
pub(crate) const PAIRS: GoType = GoType::new("[][2]interface {}");

/// Whether a list may have items of any type.
pub(crate) fn holds_anything(go_type: GoType) -> bool {
    go_type == NIL_LIST || go_type.holds_anything()
}

/// Whether it counts as nil.
pub(crate) fn is_nil(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::List(list) => list.go_type() == NIL_LIST,
        _ => false,
    }
}

/// A list that counts as nil.
pub(crate) fn nil_list() -> Value {
    value::List::new().with_type(NIL_LIST).into()
}

/// A month or a weekday: a number that prints as a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Named {
    kind: NamedKind,
    pub(crate) number: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NamedKind {
    Month,
    Weekday,
}

impl Named {
    /// A month, from 1.
    pub(crate) fn month(number: u8) -> Self {
        Self { kind: NamedKind::Month, number }
    }

    /// A day of the week, Sunday is 0.
    pub(crate) fn weekday(number: u8) -> Self {
        Self { kind: NamedKind::Weekday, number }
    }

    pub(crate) fn name(self) -> &'static str {
        match self.kind {
            NamedKind::Month => month_name(self.number),
            NamedKind::Weekday => weekday_name(self.number),
        }
    }

    pub(crate) fn is_month(self) -> bool {
        self.kind == NamedKind::Month
    }
}

impl Opaque for Named {
    fn type_name(&self) -> &'static str {
        if self.is_month() { "time.Month" } else { "time.Weekday" }
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(Value::Int(self.number.into()))
    }
}

/// A map with a key that other maps cannot have, such as nil or a float.
#[derive(Debug, Clone)]
pub(crate) struct AnyMap {
    pub(crate) entries: Vec<(Value, Value)>,
    pub(crate) go_type: GoType,
}

impl AnyMap {
    pub(crate) fn get(&self, key: &Value) -> Option<&Value> {
        self.entries.iter().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// The entries in the order in which Go prints them.
    pub(crate) fn sorted(&self) -> impl Iterator<Item = &(Value, Value)> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by(|(a, _), (b, _)| {
            rank(a).cmp(&rank(b)).then_with(|| a.order(b).unwrap_or(std::cmp::Ordering::Equal))
        });
        entries.into_iter()
    }
}

impl Opaque for AnyMap {
    fn type_name(&self) -> &'static str {
        self.go_type.name()
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.go_type == other.go_type
                && self.entries.len() == other.entries.len()
                && self.entries.iter().all(|(key, value)| other.get(key) == Some(value))
        })
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("map[")?;
        for (position, (key, value)) in self.sorted().enumerate() {
            write!(f, "{}{key}:{value}", if position == 0 { "" } else { " " })?;
        }
        f.write_str("]")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_plain(&self) -> Option<Value> {
        Some(self.entries.iter().map(|(key, value)| (key.to_string(), value.clone())).collect::<value::Map>().into())
    }

    fn release(&mut self, children: &mut Vec<Value>) {
        children.extend(self.entries.drain(..).map(|(_, value)| value));
    }
}

/// The order in which Go prints keys of different kinds.
fn rank(key: &Value) -> u8 {
    match key {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Int(_) => 2,
        Value::Uint(_) => 3,
        Value::Float(_) => 4,
        text if text.as_text_bytes().is_some() => 5,
        _ => 6,
    }
}

/// `$env` as a value.
#[derive(Debug)]
pub(crate) struct Everything;

impl Opaque for Everything {
    fn type_name(&self) -> &'static str {
        "environment"
    }

    fn equals(&self, other: &dyn Opaque) -> bool {
        other.as_any().is::<Self>()
    }

    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$env")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// How messages name what it is.
pub(crate) fn word(opaque: &dyn Opaque) -> &'static str {
    let any = opaque.as_any();
    if any.is::<RawText>() {
        "a string"
    } else if let Some(named) = any.downcast_ref::<Named>() {
        if named.is_month() { "a month" } else { "a weekday" }
    } else if any.is::<AnyMap>() {
        "a map"
    } else if opaque.type_name() == "time.Time" {
        "a time"
    } else if any.is::<ZoneValue>() {
        "a time zone"
    } else if any.is::<Everything>() {
        "`$env`"
    } else if opaque.type_name().starts_with("func") {
        "a function"
    } else {
        "an opaque value"
    }
}
