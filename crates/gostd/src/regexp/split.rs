//! Splitting text at matches.

use std::ops::Range;

use super::engine::Regexp;
use super::haystack::Text;

impl Regexp {
    /// The parts of the text between matches: at most so many, the last one with all that is left; all of them without a
    /// limit, none when it is zero.
    pub fn split<'t>(&self, text: &'t str, limit: Option<usize>) -> Vec<&'t str> {
        self.split_ranges(text, limit).into_iter().map(|range| &text[range]).collect()
    }

    /// Where those parts are, in text that need not be UTF-8.
    pub fn split_ranges<T: Text + ?Sized>(&self, text: &T, limit: Option<usize>) -> Vec<Range<usize>> {
        let length = text.as_bytes().len();
        if limit == Some(0) {
            return Vec::new();
        }
        if length == 0 && !self.as_str().is_empty() {
            return std::iter::once(0..0).collect();
        }
        let (mut parts, mut begin, mut end) = (Vec::new(), 0, 0);
        for found in self.find_all(text, limit) {
            if limit.is_some_and(|limit| parts.len() + 1 >= limit) {
                break;
            }
            end = found.start;
            // An empty match at the very beginning splits nothing off.
            if found.end != 0 {
                parts.push(begin..end);
            }
            begin = found.end;
        }
        if end != length {
            parts.push(begin..length);
        }
        parts
    }
}
