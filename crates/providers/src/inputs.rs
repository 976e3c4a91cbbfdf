//! The inputs of one call, resolved and checked.

use crate::Fault;
use value::{List, Map, Unknown, Value};

/// What a provider is given. An input that is null counts as not given.
#[derive(Debug, Clone, Default)]
pub struct Inputs(Map);

impl Inputs {
    /// These, as they are.
    pub fn new(inputs: Map) -> Self {
        Self(inputs)
    }

    /// All of them.
    pub fn as_map(&self) -> &Map {
        &self.0
    }

    /// All of them, to be changed by whoever wants to.
    pub fn into_map(self) -> Map {
        self.0
    }

    /// One input, when it is given.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Whether it is given, be it null.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Why some of them, or parts of them, are not known yet; nothing when all are.
    pub fn unknown(&self) -> Option<Unknown> {
        Value::unknown_among(self.0.values())
    }

    /// The same where parts of one input may be unknown, but not all of it.
    pub fn unknown_beside(&self, open: &str) -> Option<Unknown> {
        let is_open = |name: &str, value: &Value| name == open && value.as_unknown().is_none();
        let others = self.0.iter().filter(|(name, value)| !name.as_str().is_some_and(|name| is_open(name, value)));
        Value::unknown_among(others.map(|(_, value)| value))
    }

    /// Text that is UTF-8.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    /// Text, UTF-8 or not.
    pub fn text_bytes(&self, name: &str) -> Option<&[u8]> {
        self.get(name)?.as_text_bytes()
    }

    /// Text that is not empty.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|text| !text.is_empty())
    }

    /// Text that has to be there.
    pub fn required_text(&self, name: &'static str) -> Result<&str, Fault> {
        self.filled(name).ok_or_else(|| Fault::new(format!("{name} is required and must be a string")))
    }

    /// Whether a flag is set.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A whole number; a float that is one counts.
    pub fn integer(&self, name: &str) -> Option<i64> {
        crate::coerce::whole(self.get(name)?)
    }

    /// Any number.
    pub fn number(&self, name: &str) -> Option<f64> {
        crate::coerce::number(self.get(name)?)
    }

    /// A list.
    pub fn list(&self, name: &str) -> Option<&List> {
        self.get(name)?.as_list()
    }

    /// A map.
    pub fn map(&self, name: &str) -> Option<&Map> {
        self.get(name)?.as_map()
    }
}
