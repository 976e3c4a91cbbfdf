//! The words after the status code, which the HTTP library does not keep.

use std::cell::RefCell;

/// No head is longer than what the HTTP library accepts.
const LONGEST_HEAD: usize = 128 << 10;

thread_local! {
    // A connection outlives the request that opened it and knows nothing of the next one, but both work on one thread.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The reason of the answer that this thread read last.
pub(super) fn last() -> String {
    LAST.take()
}

/// Watches the bytes of an answer until its status line is known.
#[derive(Debug, Default)]
pub(super) struct Watcher {
    head: Vec<u8>,
    done: bool,
}

impl Watcher {
    pub(super) fn see(&mut self, bytes: &[u8]) {
        if self.done || self.head.len() > LONGEST_HEAD {
            return;
        }
        let mut from = self.head.len();
        self.head.extend_from_slice(bytes);
        while let Some(end) = self.end_of_head(from) {
            from = 0;
            let rest = self.head.split_off(end);
            let head = std::mem::replace(&mut self.head, rest);
            if let Some(reason) = final_reason(&head) {
                LAST.set(reason);
                *self = Self { head: Vec::new(), done: true };
            }
        }
    }

    /// Where the head ends, unless that is within the first `from` bytes.
    fn end_of_head(&self, from: usize) -> Option<usize> {
        let ends = |at: &usize| self.head[..*at].ends_with(b"\n\r\n") || self.head[..*at].ends_with(b"\n\n");
        (from + 1..=self.head.len()).find(ends)
    }
}

/// `None` for a head that only announces another one.
fn final_reason(head: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    let line = head.lines().next().unwrap_or_default();
    let mut words = line.splitn(3, ' ').skip(1);
    let code = words.next().unwrap_or_default();
    let announces = code.starts_with('1') && code != "101";
    (!announces).then(|| words.next().unwrap_or_default().trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_of_the_final_answer_is_kept() {
        for (answer, reason) in [
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\nHTTP/1.1 404 No\r\n\r\n", "OK"),
            ("HTTP/1.1 404 No Such Thing\r\n\r\n", "No Such Thing"),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 201 Made\r\n\r\n", "Made"),
            ("HTTP/1.1 200\r\n\r\n", ""),
            ("HTTP/1.0 200 \n\n", ""),
        ] {
            for size in [1, 7, 1000] {
                let mut watcher = Watcher::default();
                answer.as_bytes().chunks(size).for_each(|bytes| watcher.see(bytes));
                assert_eq!(last(), reason, "{answer:?} in pieces of {size}");
            }
        }
    }
}
