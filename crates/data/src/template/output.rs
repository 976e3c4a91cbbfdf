//! The text that is being made, within a limit.

use std::fmt::{self, Write};

use value::Value;

/// How long a text may become, in bytes. What holds it copies it a few times on its way to the machine, and all of that has
/// to fit beside a document of the largest size.
pub(super) const MAX_OUTPUT: usize = 32 << 20;

/// Bytes of a text; what is printed into it is refused beyond the limit.
pub(super) struct Output(Vec<u8>);

impl Output {
    pub(super) fn new(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }

    /// Text of the document, which is as long as it is.
    pub(super) fn literal(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// A value as Go prints it by default.
    pub(super) fn value(&mut self, value: &Value) -> fmt::Result {
        match value.as_text_bytes() {
            Some(text) => self.bytes(text),
            None => write!(self, "{value}"),
        }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn bytes(&mut self, bytes: &[u8]) -> fmt::Result {
        if self.0.len() + bytes.len() > MAX_OUTPUT {
            return Err(fmt::Error);
        }
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

impl Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes())
    }
}
