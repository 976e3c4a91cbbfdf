//! Why a chore did not succeed.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a chore did not succeed, and the exit code that says so.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: 1, message: message.into() }
    }

    /// A program that was measured or killed did not do its work: the figures mean nothing.
    pub(crate) fn not_done(message: impl Into<String>) -> Self {
        Self { code: 2, message: message.into() }
    }

    /// Wrong words on the command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { code: 2, message: message.into() }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Adds the path to an error of the file system.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, Failure>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, Failure> {
        self.map_err(|error| Failure::new(format!("{}: {error}", path.display())))
    }
}
