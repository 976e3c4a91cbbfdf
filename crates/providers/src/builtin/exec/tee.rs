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

impl<'a> Tee<'a> {
    pub(super) fn new(terminal: &'a dyn Terminal, redactor: &Redactor) -> Self {
        let masked = [Masked::new(redactor.clone()), Masked::new(redactor.clone())];
        Self { terminal, masked, ready: Vec::new(), complaint: Vec::new() }
    }

    pub(super) fn piece(&mut self, stream: Stream, piece: &[u8]) {
        if matches!(stream, Stream::Stderr) {
            self.complaint.extend(piece);
            if is_complaint(&self.complaint) {
                return;
            }
            let piece = std::mem::take(&mut self.complaint);
            return self.pass(stream, &piece);
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

/// Whether each line begins so, or may once all of it is there.
fn is_complaint(words: &[u8]) -> bool {
    let mut lines = words.split(|byte| *byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    lines.all(|line| line.starts_with(COMPLAINT)) && (last.starts_with(COMPLAINT) || COMPLAINT.starts_with(last))
}

fn index(stream: Stream) -> usize {
    match stream {
        Stream::Stdout => 0,
        Stream::Stderr => 1,
    }
}
