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
}

impl<'a> Tee<'a> {
    pub(super) fn new(terminal: &'a dyn Terminal, redactor: &Redactor) -> Self {
        let masked = [Masked::new(redactor.clone()), Masked::new(redactor.clone())];
        Self { terminal, masked, ready: Vec::new() }
    }

    pub(super) fn piece(&mut self, stream: Stream, piece: &[u8]) {
        self.ready.clear();
        self.masked[index(stream)].push(piece, &mut self.ready);
        self.print(stream);
    }

    /// Prints what was held back because it could have been the beginning of a secret.
    pub(super) fn finish(&mut self) {
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

fn index(stream: Stream) -> usize {
    match stream {
        Stream::Stdout => 0,
        Stream::Stderr => 1,
    }
}
