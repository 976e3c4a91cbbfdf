//! Output that people see as it comes, without secrets.

use crate::Terminal;
use diagnostics::{Redactor, Stream as Masked};
use system::process::Stream;

/// Both streams of a process on their way to a terminal.
pub(super) struct Tee<'a> {
    terminal: &'a dyn Terminal,
    masked: [Masked; 2],
    /// What can go out.
    ready: Vec<u8>,
    /// The last words, when they are what bash says of a command line that is none. The error has them too, so they wait
    /// for it: bash ends after them.
    complaint: Vec<u8>,
}

const COMPLAINT: &[u8] = b"bash: -c: line ";
const LONGEST_COMPLAINT: usize = 64 << 10;

impl<'a> Tee<'a> {
    pub(super) fn new(terminal: &'a dyn Terminal, redactor: &Redactor) -> Self {
        let masked = [Masked::new(redactor.clone()), Masked::new(redactor.clone())];
        Self { terminal, masked, ready: Vec::new(), complaint: Vec::new() }
    }

    pub(super) fn piece(&mut self, stream: Stream, piece: &[u8]) {
        if matches!(stream, Stream::Stderr) {
            self.complaint.extend(piece);
            let is_endless = self.complaint.len() > LONGEST_COMPLAINT;
            let start = if is_endless { self.complaint.len() } else { start_of_complaint(&self.complaint) };
            let complaint = self.complaint.split_off(start);
            let before = std::mem::replace(&mut self.complaint, complaint);
            return self.pass(stream, &before);
        }
        let complaint = std::mem::take(&mut self.complaint);
        self.pass(Stream::Stderr, &complaint);
        self.pass(stream, piece);
    }

    /// The last words are told as an error.
    pub(super) fn drop_complaint(&mut self) {
        self.complaint.clear();
    }

    fn pass(&mut self, stream: Stream, piece: &[u8]) {
        self.ready.clear();
        self.masked[index(stream)].push(piece, &mut self.ready);
        self.print(stream);
    }

    /// Prints what was held back, also because it could have been the beginning of a secret.
    pub(super) fn finish(&mut self) {
        let complaint = std::mem::take(&mut self.complaint);
        self.pass(Stream::Stderr, &complaint);
        for stream in [Stream::Stdout, Stream::Stderr] {
            self.ready.clear();
            self.masked[index(stream)].finish(&mut self.ready);
            self.print(stream);
        }
    }

    fn print(&self, stream: Stream) {
        if self.ready.is_empty() {
            return;
        }
        match stream {
            Stream::Stdout => self.terminal.out(&self.ready),
            Stream::Stderr => self.terminal.err(&self.ready),
        }
    }
}

/// Where the last lines begin that are all complaints; the very last one may not be whole yet.
fn start_of_complaint(words: &[u8]) -> usize {
    let mut start = words.len();
    for (number, line) in words.rsplit(|byte| *byte == b'\n').enumerate() {
        let is_complaint = line.starts_with(COMPLAINT) || number == 0 && COMPLAINT.starts_with(line);
        if !is_complaint {
            break;
        }
        // The line break before it belongs to the line before.
        start -= line.len() + usize::from(number > 0);
    }
    start
}

fn index(stream: Stream) -> usize {
    match stream {
        Stream::Stdout => 0,
        Stream::Stderr => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_complaints_are_told_from_what_stands_before() {
        for (words, kept) in [
            ("", ""),
            ("b\n", ""),
            ("b\nbash: -c: line 2: no\n", "bash: -c: line 2: no\n"),
            ("bash: -c: line 1: no\nbash: -c: line 1: `x'\n", "bash: -c: line 1: no\nbash: -c: line 1: `x'\n"),
            ("bash: -c: line 1: no\nmore\n", ""),
            ("b\nbash: -", "bash: -"),
            ("bash: -c: line 1: no\nbas", "bash: -c: line 1: no\nbas"),
            ("bash: no\n", ""),
        ] {
            assert_eq!(&words[start_of_complaint(words.as_bytes())..], kept, "{words:?}");
        }
    }
}
