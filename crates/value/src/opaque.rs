//! Values that only one language knows.

use std::any::Any;
use std::fmt;

use crate::Value;

/// A value that only one language knows: an optional, a type, a version, a time zone. The others carry it and print it.
pub trait Opaque: Any + Send + Sync {
    /// The name of its type, as `%T` prints it.
    fn type_name(&self) -> &str;

    /// Whether it is the same value; `other` may be of another type.
    fn equals(&self, other: &dyn Opaque) -> bool;

    /// Its text, as `%v` prints it.
    fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Itself, to be cast to its type.
    fn as_any(&self) -> &dyn Any;

    /// What stands for it in JSON; without it, JSON of this value is an error.
    fn to_plain(&self) -> Option<Value> {
        None
    }

    /// Moves the values that it holds into `children`. A type that can hold values implements this, so that long chains
    /// of them can be dropped without recursion.
    fn release(&mut self, children: &mut Vec<Value>) {
        let _ = children;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Escape, KeyOrder, Map};

    /// An optional value, as one of the languages has it.
    struct Maybe(Option<Value>);

    impl Opaque for Maybe {
        fn type_name(&self) -> &'static str {
            "*test.Maybe"
        }

        fn equals(&self, other: &dyn Opaque) -> bool {
            other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
        }

        fn display(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match &self.0 {
                Some(value) => write!(f, "some({value})"),
                None => f.write_str("none"),
            }
        }

        fn as_any(&self) -> &dyn Any {
            self
        }

        fn to_plain(&self) -> Option<Value> {
            self.0.clone()
        }

        fn release(&mut self, children: &mut Vec<Value>) {
            children.extend(self.0.take());
        }
    }

    fn maybe(value: impl Into<Value>) -> Value {
        Value::opaque(Maybe(Some(value.into())))
    }

    #[test]
    fn is_carried_compared_and_printed() {
        let value = Value::from(vec![maybe(1), Value::opaque(Maybe(None))]);
        assert_eq!(value.to_string(), "[some(1) none]");
        assert_eq!(format!("{value:?}"), "[*test.Maybe(some(1)), *test.Maybe(none)]");
        assert_eq!(value, value.clone());
        assert_ne!(maybe(1), maybe(2));
        assert_ne!(maybe(1), Value::from(1));
        assert_eq!((maybe(1).type_name(), maybe(1).kind_name()), ("*test.Maybe", "ptr"));
        assert!(maybe(1).as_opaque::<Maybe>().is_some());
    }

    #[test]
    fn json_has_its_plain_form() {
        let value = Value::from(Map::from_iter([(-1, maybe(vec![maybe("x"), 2.into()]))]));
        assert_eq!(value.to_json(Escape::Html, KeyOrder::Keep).unwrap(), r#"{"-1":["x",2]}"#);
        let pretty = value.to_json_pretty(" ", Escape::Html, KeyOrder::Keep).unwrap();
        assert_eq!(pretty, "{\n \"-1\": [\n  \"x\",\n  2\n ]\n}");
        assert_eq!(serde_json::to_string(&value).unwrap(), r#"{"-1":["x",2]}"#);
        let without = Value::from(vec![1.into(), maybe(vec![Value::opaque(Maybe(None))])]);
        let error = without.to_json(Escape::Html, KeyOrder::Keep).unwrap_err();
        assert_eq!(error.to_string(), "`1` is of type `*test.Maybe`, which has no JSON form");
        assert!(serde_json::to_string(&without).is_err());
    }

    #[test]
    fn long_chains_are_dropped_without_recursion() {
        let chain = (0..1_000_000).fold(Value::Null, |value, _| maybe(vec![value]));
        drop(Value::from(vec![chain]));
    }
}
