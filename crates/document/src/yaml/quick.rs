//! The short way for lines as nearly all are: `key: text`, `key:` and `- text`. A line with anything out of the ordinary
//! is left to the grammar, untouched; what is taken here is what the grammar would make of it.

use super::node::Key;
use super::parser::Parser;
use super::plain::distance;
use super::resolve;
use crate::{Kind, Node, Style};
use std::borrow::Cow;

/// A key of more bytes is left to the grammar, which knows how long one may be.
const LONGEST_KEY: usize = 128;

/// Can be anywhere in a key.
const IN_KEY: u8 = 1;
/// Can begin a key or a text, and means nothing there.
const BEGINS: u8 = 2;
/// Ends a text, or may.
const ENDS: u8 = 4;

const CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'.') {
            table[byte as usize] = IN_KEY | BEGINS;
        }
        byte += 1;
    }
    table[b'-' as usize] = IN_KEY;
    let ends = b"\n\r\t:#";
    let mut i = 0;
    while i < ends.len() {
        table[ends[i] as usize] = ENDS;
        i += 1;
    }
    table
};

impl<'a> Parser<'a, '_> {
    /// Takes a key that is a plain word, up to its `:`.
    pub(super) fn quick_key(&mut self) -> Option<Key<'a>> {
        let rest = self.bytes.get(self.pos..)?;
        if !self.is_quick || CLASS[*rest.first()? as usize] & BEGINS == 0 {
            return None;
        }
        let len = rest.iter().position(|byte| CLASS[*byte as usize] & IN_KEY == 0)?;
        if len > LONGEST_KEY || !matches!(rest[len..], [b':', b' ' | b'\n', ..]) {
            return None;
        }
        let (start, end) = (self.pos, self.pos + len);
        let text = &self.text[start..end];
        if resolve::plain(self.options.dialect, text).is_some() {
            return None;
        }
        self.pos = end;
        let kind = Kind::String(Cow::Borrowed(text));
        let node = Node { span: self.span(start, end), kind, style: Some(Style::Plain) };
        Some(Key { node, merge: false, exotic: false })
    }

    /// Takes a plain text that ends with its line, behind a key or dash in column `indent`, and moves to the next token,
    /// which is on another line.
    pub(super) fn quick_text(&mut self, indent: isize) -> Option<Node<'a>> {
        let start = self.pos + self.spaces_at(self.pos);
        if !self.is_quick || self.wide_breaks || start == self.pos || CLASS[self.at(start)? as usize] & BEGINS == 0 {
            return None;
        }
        let line_end = self.quick_end(start)?;
        let line = line_end + 1;
        let next = line + self.spaces_at(line);
        // Where the next line is deeper the text goes on; one without a token says nothing yet.
        let is_over = distance(line, next) <= indent;
        if !is_over || matches!(self.at(next)?, b'\n' | b'\r' | b'\t' | b'#') {
            return None;
        }
        let mut end = line_end;
        while self.bytes[end - 1] == b' ' {
            end -= 1;
        }
        let text = &self.text[start..end];
        let kind = resolve::plain(self.options.dialect, text).unwrap_or(Kind::String(Cow::Borrowed(text)));
        (self.pos, self.line, self.head) = (next, line, None);
        Some(Node { span: self.span(start, end), kind, style: Some(Style::Plain) })
    }

    /// The line break that ends the text.
    fn quick_end(&self, start: usize) -> Option<usize> {
        let mut at = start;
        loop {
            at += self.bytes[at..].iter().position(|byte| CLASS[*byte as usize] & ENDS != 0)?;
            match self.bytes[at] {
                b'\n' => return Some(at),
                b':' if !self.blank_at(at + 1) => at += 1,
                b'#' if self.bytes[at - 1] != b' ' => at += 1,
                _ => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use diagnostics::{Diagnostics, FileId};
    use proptest::prelude::*;

    fn parsed<'a>(text: &'a str, options: &Options, is_quick: bool) -> (Option<Node<'a>>, Diagnostics) {
        let mut parser = Parser::new(text, FileId::FIRST, options);
        parser.is_quick = is_quick;
        let result = parser.check_text().and_then(|()| parser.stream());
        let mut found = parser.found;
        (result.map_err(|problem| found.push(problem.into_diagnostic())).ok(), found)
    }

    fn check(text: &str) {
        for options in [Options::manifest(), Options::solution()] {
            let (quick, slow) = (parsed(text, &options, true), parsed(text, &options, false));
            assert_eq!(format!("{quick:?}"), format!("{slow:?}"), "{text:?} in {:?}", options.dialect);
        }
    }

    #[test]
    fn lines_at_the_edge_of_the_short_way() {
        for text in [
            "a: b\n",
            "a: b",
            "a: b\nc: d\n",
            "a: b\n c\nd: e\n",
            "a: b\n\n c\n",
            "a: b # c\nd: e\n",
            "a: b#c\nd: e\n",
            "a: b: c\nd: e\n",
            "a: b:c\nd: e\n",
            "a: b:\nd: e\n",
            "a:\tb\nc: d\n",
            "a: b\t\nc: d\n",
            "a: b\n\tc: d\n",
            "a: b\r\nc: d\r\n",
            "a: b  \nc: d\n",
            "a: b\n# c\nd: e\n",
            "# c\na: b\n# d\ne: f # g\nh: i\n",
            "a:\n- b\n- c\nd: e\n",
            "a:\n  - b\n  - c: d\n    e: f\n  - g\n",
            "- a\n- b\n-\n  c\n- d: e\n",
            "a: 1\n1: b\ntrue: c\n2024-01-01: d\n.5: e\n",
            "a: b\n---\nc: d\n",
            "a: b\n...\n",
            "...: a\nb: c\n",
            "a: b\n c: d\n",
            "a:\n  b: c\n d: e\n",
            "a:\n    b: c\n  d: e\n",
            "a: b\na: c\nd: e\n",
            "a: &x b\nc: *x\nd: e\n",
            "a: &x\n  b: c\n<<: *x\nd: e\n",
            "a: b, [c] {d} ?\ne: f\n",
            "a: |\n  b: c\nd: e\n",
            "a: [b,\n  c: d]\ne: f\n",
            "a: 'b\n  c: d'\ne: f\n",
            "? a\n: b\nc: d\n",
            "a: ü ü\nü: b\nc: d\n",
            "a: b\u{2028}\nc: d\n",
            "a: b\u{85}c: d\n",
            "a : b\nc: d\n",
            "!!map a: b\nc: d\n",
            "- \ta: b\n  c: d\n",
            "\ta: b\nc: d\n",
            "a:  b\nc: d\n",
            "a: -b\nc: d\n",
            "a: b\n- c\nd: e\n",
            "- a\n  b\n- c\n d\n",
            "a:\n  b: c\n\n  # d\n  e: f\ng: h\n",
        ] {
            check(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_short_way_makes_no_difference(lines in proptest::collection::vec((0..4_usize, line(), end()), 0..12)) {
            let line = |(indent, line, end): &(usize, String, &str)| format!("{}{line}{end}", "  ".repeat(*indent));
            check(&lines.iter().map(line).collect::<String>());
        }
    }

    fn line() -> impl Strategy<Value = String> {
        let words = vec![
            "a",
            "b1",
            "a/b.c-d",
            "1",
            "0x1f",
            "true",
            "two words",
            "x:y",
            "x#y",
            "x: y",
            "x #y",
            "'q'",
            "\"q\"",
            "[a, b]",
            "{a: b}",
            "é",
            "<<",
            "*a",
            "&a x",
            "!!str 1",
            "|",
            ">-",
            "-",
            "?",
            "",
            "  x",
            "\tx",
            "x\t",
            "x ",
            ".",
            "...",
            "---",
            "2024-01-01",
            "\u{2028}",
        ];
        let word = proptest::sample::select(words);
        prop_oneof![
            8 => (word.clone(), word.clone()).prop_map(|(key, value)| format!("{key}: {value}")),
            3 => word.clone().prop_map(|key| format!("{key}:")),
            3 => word.clone().prop_map(|item| format!("- {item}")),
            2 => (word.clone(), word.clone()).prop_map(|(key, value)| format!("- {key}: {value}")),
            1 => word.prop_map(str::to_owned),
        ]
    }

    fn end() -> impl Strategy<Value = &'static str> {
        proptest::sample::select(vec![
            "\n",
            "\n",
            "\n",
            "\n",
            "\n",
            "\n",
            " # note\n",
            "\r\n",
            "\n\n",
            "",
            "  \n",
            "\n# note\n",
        ])
    }
}
