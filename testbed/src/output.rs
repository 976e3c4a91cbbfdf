//! What a command left.

use std::fmt;
use std::process;

/// How a command ended and what it printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// The exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Output {
    /// The output of a command that has to succeed; panics with all it printed when it did not.
    #[track_caller]
    pub fn expect_success(&self) -> &Self {
        assert!(self.code == Some(0), "a command failed: {self}");
        self
    }

    /// The output of a command that has to end with this code; panics with all it printed when it did not.
    #[track_caller]
    pub fn expect_code(&self, code: i32) -> &Self {
        assert!(self.code == Some(code), "a command did not end with {code}: {self}");
        self
    }
}

impl From<process::Output> for Output {
    fn from(output: process::Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "exit code {code}")?,
            None => f.write_str("ended by a signal")?,
        }
        write!(f, "\n-- stdout\n{}\n-- stderr\n{}", self.stdout, self.stderr)
    }
}
