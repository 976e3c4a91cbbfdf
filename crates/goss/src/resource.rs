//! One resource as it is written.

use crate::definition::{Attribute, AttributeKind, TypeDef};
use crate::matcher::{self, Matcher, Patterns};
use crate::settings::Settings;
use diagnostics::Span;
use gostd::strconv::atoi;
use value::Value;

/// A resource with what is expected of it.
pub(crate) struct Resource {
    pub(crate) def: &'static TypeDef,
    pub(crate) key: String,
    pub(crate) settings: Settings,
    pub(crate) expectations: Vec<Expectation>,
    /// Where its key is.
    pub(crate) at: Span,
}

/// One attribute and what is expected of it.
pub(crate) struct Expectation {
    pub(crate) attribute: &'static Attribute,
    /// As it is written, for the result.
    pub(crate) expected: Value,
    pub(crate) test: Test,
}

/// How it is tested.
pub(crate) enum Test {
    Whole(Matcher),
    Lines(Patterns),
    /// It cannot be.
    Mistake(String),
}

impl Resource {
    /// What is looked at.
    pub(crate) fn name(&self) -> &str {
        self.def.named_by.and_then(|setting| self.settings.text(setting)).unwrap_or(&self.key)
    }

    /// The id in results: the key, and what is looked at when that is something else.
    pub(crate) fn id(&self) -> String {
        match self.name() {
            name if name == self.key || !self.def.names_id => self.key.clone(),
            name => format!("{}: {name}", self.key),
        }
    }

    pub(crate) fn is_skipped(&self) -> bool {
        self.settings.flag("skip")
    }
}

impl Expectation {
    /// `None` when nothing is expected and nothing has to be.
    pub(crate) fn of(attribute: &'static Attribute, kind: AttributeKind, given: Option<Value>) -> Option<Self> {
        let expected = given.unwrap_or_default();
        let is_empty = match &expected {
            Value::Null => true,
            Value::List(list) => list.is_empty() && kind == AttributeKind::Lines,
            _ => false,
        };
        if is_empty && !attribute.is_required {
            return None;
        }
        let (expected, test) = test_of(kind, expected);
        Some(Self { attribute, expected, test })
    }
}

fn test_of(kind: AttributeKind, expected: Value) -> (Value, Test) {
    let whole = |expected: &Value| matcher::parse(expected).map_or_else(Test::Mistake, Test::Whole);
    match (kind, &expected) {
        (AttributeKind::Lines, Value::List(list)) => {
            let patterns = Patterns::parse(list);
            (expected, Test::Lines(patterns))
        }
        (AttributeKind::Number, Value::String(text)) => match number(text) {
            Ok(number) => (number.clone(), whole(&number)),
            Err(mistake) => (expected, Test::Mistake(mistake)),
        },
        _ => {
            let test = whole(&expected);
            (expected, test)
        }
    }
}

/// Plain text as the number that is meant; a float in the original too.
#[expect(clippy::cast_precision_loss, reason = "numbers of this size are no exit codes and no accounts")]
fn number(text: &str) -> Result<Value, String> {
    atoi(text).map(|number| Value::Float(number as f64)).map_err(|_| format!("`{text}` is not a number"))
}
