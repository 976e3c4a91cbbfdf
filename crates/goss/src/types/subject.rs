//! What a resource is about.

use crate::matcher::Scan;
use value::Value;

/// What the machine says, or why it cannot.
pub(crate) type Answer = Result<Value, String>;

/// Something on the machine that can be asked for its properties. What is dear is done once, at the first question.
pub(crate) trait Subject {
    /// The value of a property.
    fn look(&mut self, property: &str) -> Answer;

    /// Searches the lines of a property, which is text.
    fn scan(&mut self, property: &str, scan: &mut Scan<'_>) -> Result<(), String> {
        match self.look(property)? {
            Value::String(text) => drop(scan.feed(text.as_bytes())),
            Value::Bytes(bytes) => drop(scan.feed(&bytes)),
            other => drop(scan.feed(other.to_string().as_bytes())),
        }
        Ok(())
    }
}

/// A subject that is a function of the property.
impl<F: FnMut(&str) -> Answer> Subject for F {
    fn look(&mut self, property: &str) -> Answer {
        self(property)
    }
}
