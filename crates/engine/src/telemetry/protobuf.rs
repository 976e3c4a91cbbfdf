//! The few parts of protocol buffers that a trace needs.

/// A message that is being written.
#[derive(Debug, Default)]
pub(super) struct Message(Vec<u8>);

impl Message {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn text(mut self, field: u32, text: &str) -> Self {
        self.length_delimited(field, text.as_bytes());
        self
    }

    pub(super) fn bytes(mut self, field: u32, bytes: &[u8]) -> Self {
        self.length_delimited(field, bytes);
        self
    }

    pub(super) fn message(mut self, field: u32, message: &Self) -> Self {
        self.length_delimited(field, &message.0);
        self
    }

    pub(super) fn messages(mut self, field: u32, messages: impl IntoIterator<Item = Self>) -> Self {
        for message in messages {
            self.length_delimited(field, &message.0);
        }
        self
    }

    pub(super) fn number(mut self, field: u32, number: u64) -> Self {
        self.tag(field, 0);
        self.varint(number);
        self
    }

    pub(super) fn fixed(mut self, field: u32, number: u64) -> Self {
        self.tag(field, 1);
        self.0.extend(number.to_le_bytes());
        self
    }

    fn length_delimited(&mut self, field: u32, bytes: &[u8]) {
        self.tag(field, 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn tag(&mut self, field: u32, wire: u64) {
        self.varint(u64::from(field) << 3 | wire);
    }

    fn varint(&mut self, mut number: u64) {
        while number > 0x7f {
            self.0.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.0.push((number & 0x7f) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn fields_are_written_as_the_format_says() {
        let inner = Message::default().number(1, 150);
        let outer = Message::default().text(2, "testing").message(3, &inner).fixed(7, 1);
        let expected = [&[0x12, 7][..], b"testing", &[0x1a, 3, 0x08, 0x96, 0x01], &[0x39, 1, 0, 0, 0, 0, 0, 0, 0]];
        assert_eq!(outer.into_bytes(), expected.concat());
    }
}
