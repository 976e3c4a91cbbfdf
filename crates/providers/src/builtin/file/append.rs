//! Adding to the end of a file. The file is copied and replaced, so that it is the old one or the new one at every moment.

use super::target::Target;
use crate::Fault;
use crate::files::copy_into;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;
use system::files::{Attributes, FileError, ReadBeneath, WriteBeneath};

/// What is added: all of it, or with `dedupe` the lines that are not there yet, each once.
pub(super) fn addition<'c>(
    files: &dyn ReadBeneath,
    target: &Target,
    content: &'c [u8],
    dedupe: bool,
) -> Result<Cow<'c, [u8]>, Fault> {
    if !dedupe {
        return Ok(Cow::Borrowed(content));
    }
    let mut sieve = Sieve::new(content);
    files
        .pieces(&target.at, &mut |piece| {
            sieve.pour(piece);
            ControlFlow::Continue(())
        })
        .map_err(|error| target.spot.fault("failed to read file", &error))?;
    Ok(Cow::Owned(sieve.rest()))
}

/// Adds it, on a line of its own.
pub(super) fn append(
    files: &dyn WriteBeneath,
    target: &Target,
    addition: &[u8],
    mode: Option<u32>,
) -> Result<(), FileError> {
    let mut new = files.begin(&target.at, Attributes { mode, ..Attributes::default() })?;
    if copy_into(&mut *new, files, &target.at)?.is_some_and(|last| last != b'\n') {
        new.write(b"\n")?;
    }
    new.write(addition)?;
    new.place(None).map(drop)
}

/// The lines of a text that have not come by in another one, which is poured through piece by piece.
struct Sieve<'c> {
    lines: Vec<&'c [u8]>,
    missing: HashSet<&'c [u8]>,
    longest: usize,
    /// The beginning of a line that went on in the next piece.
    carried: Vec<u8>,
    /// Whether that line is longer than any that is looked for.
    too_long: bool,
}

impl<'c> Sieve<'c> {
    fn new(content: &'c [u8]) -> Self {
        let content = content.strip_suffix(b"\n").unwrap_or(content);
        let lines: Vec<&[u8]> = content.split(|byte| *byte == b'\n').map(without_return).collect();
        let longest = lines.iter().map(|line| line.len() + 1).max().unwrap_or(0);
        Self { missing: lines.iter().copied().collect(), lines, longest, carried: Vec::new(), too_long: false }
    }

    fn pour(&mut self, piece: &[u8]) {
        let mut lines = piece.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = lines.next() {
            self.carry(part);
            if lines.peek().is_some() {
                self.end_line();
            }
        }
    }

    /// A line that is longer than all that are looked for need not be kept.
    fn carry(&mut self, part: &[u8]) {
        self.too_long |= self.carried.len() + part.len() > self.longest;
        if self.too_long {
            self.carried.clear();
        } else {
            self.carried.extend_from_slice(part);
        }
    }

    fn end_line(&mut self) {
        if !self.too_long {
            self.missing.remove(without_return(&self.carried));
        }
        self.carried.clear();
        self.too_long = false;
    }

    /// The lines that did not come by, each once, joined.
    fn rest(mut self) -> Vec<u8> {
        if !self.carried.is_empty() {
            self.end_line();
        }
        let mut missing = self.missing;
        let rest: Vec<&[u8]> = self.lines.into_iter().filter(|line| missing.remove(*line)).collect();
        rest.join(&b'\n')
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::Sieve;

    fn rest(old: &[&str], new: &str) -> String {
        let mut sieve = Sieve::new(new.as_bytes());
        for piece in old {
            sieve.pour(piece.as_bytes());
        }
        String::from_utf8(sieve.rest()).unwrap()
    }

    #[test]
    fn only_lines_that_are_missing_are_left() {
        for (old, new, expected) in [
            (&["a\nb\n"] as &[&str], "a\nc\nc\nd\n", "c\nd"),
            (&["a\nb"], "b", ""),
            (&["a\r\nb\r\n"], "b\nc", "c"),
            (&["a\nb\n"], "b\r\nc\r\n", "c"),
            (&["al", "pha", "\nbe", "ta"], "alpha\nbeta\ngamma", "gamma"),
            (&["alphabet\n"], "alpha", "alpha"),
            (&["a very long line that goes on", " and on\nx\n"], "x\ny", "y"),
            (&[""], "a", "a"),
            (&["a"], "a\n\nb", "\nb"),
            (&[], "a\na", "a"),
        ] {
            assert_eq!(rest(old, new), expected, "{old:?} {new:?}");
        }
    }
}
