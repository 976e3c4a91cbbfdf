//! What is kept of the output.

use super::Stream;
use diagnostics::Redactor;

/// The kept part of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Captured {
    /// The first bytes, up to the cap.
    pub bytes: Vec<u8>,
    /// How many bytes more there were.
    pub dropped: u64,
}

/// What came out of a process that did not end as it should.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Output {
    /// What it printed.
    pub stdout: Captured,
    /// What it complained.
    pub stderr: Captured,
}

impl Captured {
    /// As text; bytes that are no UTF-8 are marked, and a last line says how much was cut.
    pub fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        if self.dropped == 0 {
            return text.into_owned();
        }
        let line_break = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        format!("{text}{line_break}[… {} more were cut]", size(self.dropped))
    }

    pub(super) fn add(&mut self, piece: &[u8], cap: usize) {
        let kept = piece.len().min(cap.saturating_sub(self.bytes.len()));
        self.bytes.extend_from_slice(&piece[..kept]);
        self.dropped += (piece.len() - kept) as u64;
    }

    /// Moves a cut before what may be the beginning of a secret, which nobody would recognise without its end.
    fn keep_secrets_whole(&mut self, redactor: &Redactor) {
        if self.dropped > 0 {
            let kept = redactor.before_cut(&self.bytes);
            self.dropped += (self.bytes.len() - kept) as u64;
            self.bytes.truncate(kept);
        }
    }
}

impl Output {
    /// Whether there was more than is kept.
    pub(super) fn is_cut(&self) -> bool {
        self.stdout.dropped + self.stderr.dropped > 0
    }

    /// Ends what was cut where no secret is cut.
    pub(super) fn keep_secrets_whole(&mut self, redactor: &Redactor) {
        self.stdout.keep_secrets_whole(redactor);
        self.stderr.keep_secrets_whole(redactor);
    }

    pub(super) fn stream(&mut self, stream: Stream) -> &mut Captured {
        match stream {
            Stream::Stdout => &mut self.stdout,
            Stream::Stderr => &mut self.stderr,
        }
    }
}

/// A size as people say it: `1.2 MiB`.
fn size(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut unit = 1024_u64;
    let mut names = ["KiB", "MiB", "GiB", "TiB"].into_iter().peekable();
    while let Some(name) = names.next() {
        if bytes / 1024 < unit || names.peek().is_none() {
            let tenths = u128::from(bytes) * 10 / u128::from(unit);
            return format!("{}.{} {name}", tenths / 10, tenths % 10);
        }
        unit *= 1024;
    }
    format!("{bytes} bytes")
}

#[cfg(test)]
mod tests {
    use super::{Captured, size};
    use diagnostics::{Redactor, SecretKind};

    #[test]
    fn only_the_first_bytes_are_kept() {
        let mut captured = Captured::default();
        for piece in ["ab", "cd", "ef", ""] {
            captured.add(piece.as_bytes(), 3);
        }
        assert_eq!(captured, Captured { bytes: b"abc".to_vec(), dropped: 3 });
        assert_eq!(captured.text(), "abc\n[… 3 bytes more were cut]");
        assert_eq!(Captured { bytes: b"a\n".to_vec(), dropped: 2048 }.text(), "a\n[… 2.0 KiB more were cut]");
        assert_eq!(Captured { bytes: Vec::new(), dropped: 1 }.text(), "[… 1 bytes more were cut]");
        assert_eq!(Captured { bytes: b"\xff!".to_vec(), dropped: 0 }.text(), "\u{fffd}!");
    }

    #[test]
    fn a_cut_leaves_no_beginning_of_a_secret() {
        let redactor = Redactor::default();
        redactor.register(b"hunter2-hunter2", SecretKind::Declared);
        for (bytes, dropped, kept) in [
            ("say hunter2-hun", 3, "say "),
            ("say aHVudGVyMi1o\ndW50", 3, "say "),
            ("say hunter2-hunter2.", 3, "say hunter2-hunter2."),
            ("say hunter2-hun", 0, "say hunter2-hun"),
        ] {
            let mut captured = Captured { bytes: bytes.into(), dropped };
            captured.keep_secrets_whole(&redactor);
            assert_eq!(String::from_utf8_lossy(&captured.bytes), kept);
            assert_eq!(captured.dropped, dropped + (bytes.len() - kept.len()) as u64);
        }
    }

    #[test]
    fn sizes_are_said_as_people_say_them() {
        for (bytes, text) in [
            (1_023, "1023 bytes"),
            (1_024, "1.0 KiB"),
            (1_048_575, "1023.9 KiB"),
            (1_258_292, "1.2 MiB"),
            (5 << 30, "5.0 GiB"),
            (u64::MAX, "16777215.9 TiB"),
        ] {
            assert_eq!(size(bytes), text);
        }
    }
}
