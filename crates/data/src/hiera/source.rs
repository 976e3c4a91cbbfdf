//! Where `--hiera` data comes from: files and web servers.

use std::path::PathBuf;
use std::time::Duration;
use system::ReadWorld;
use system::files::{FileError, FileErrorKind};
use system::http::{HttpError, Request};
use thiserror::Error;

use super::codes::{DENIED, NO_ANSWER, NOT_FOUND, SOURCE};
use diagnostics::{Diagnostic, Explain};

/// How long a server may take for all of its answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// Something that data can be read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file, by its path as given.
    File(PathBuf),
    /// A web server, by its address.
    Http(String),
}

/// Bytes of a source, and the name that messages give it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The path or address, without credentials.
    pub name: String,
    /// The document, as it came.
    pub bytes: Vec<u8>,
}

/// Why there is no data from a source.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SourceError {
    /// Nothing was given.
    #[error("source is required")]
    Missing,
    /// A scheme that is not known.
    #[error("unsupported hiera data source: {0}")]
    Unsupported(String),
    /// A key-value store, which needs a server that is not configured.
    #[error("hiera data from `{0}` needs a NATS server, and none is configured")]
    KeyValue(String),
    /// No such file.
    #[error("file not found: {0}")]
    NoFile(String),
    /// A file that cannot be read.
    #[error("cannot read hiera data: {0}")]
    File(FileError),
    /// More than a document may have.
    #[error("hiera data from `{name}` has more than {limit} bytes")]
    TooLarge {
        /// The source.
        name: String,
        /// The limit.
        limit: u64,
    },
    /// The server does not give it.
    #[error("HTTP request to {url} failed with status {status}")]
    Status {
        /// The address, without credentials.
        url: String,
        /// What the server answered: `404 Not Found`.
        status: String,
    },
    /// The server gives nothing.
    #[error("HTTP response from {0} is empty")]
    Empty(String),
    /// There is no answer.
    #[error("failed to fetch hiera data: {0}")]
    Http(HttpError),
}

impl SourceError {
    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Missing | Self::Unsupported(_) => Some("name a file, or an `http` or `https` address"),
            Self::TooLarge { .. } => Some("raise the limit if the data is meant to be that large"),
            Self::NoFile(name) if name.ends_with("/-") => Some("standard input is `/dev/stdin`"),
            Self::NoFile(_) => Some("name a file that is there; a relative path starts from the working directory"),
            Self::File(error) if error.is_permission_denied() => Some("let the user who runs this read the file"),
            Self::File(_) => Some("name a file that can be read"),
            Self::Http(_) => Some("see whether the address is right and the server runs"),
            Self::Status { .. } | Self::Empty(_) => Some("see whether the address is right"),
            Self::KeyValue(_) => Some("name a file, or an `http` or `https` address, until one is"),
        }
    }
}

impl Explain for SourceError {
    fn explain(&self) -> Diagnostic {
        let code = match self {
            Self::NoFile(_) => &NOT_FOUND,
            Self::Status { status, .. } if status.starts_with("404") => &NOT_FOUND,
            Self::Status { .. } | Self::Http(_) | Self::Empty(_) => &NO_ANSWER,
            Self::TooLarge { .. } => &document::yaml::codes::TOO_LARGE,
            Self::File(error) if error.is_permission_denied() => &DENIED,
            _ => &SOURCE,
        };
        Diagnostic::error(code, self.to_string()).help(self.help().map(str::to_owned))
    }
}

impl Source {
    /// What a name stands for.
    pub fn parse(given: &str) -> Result<Self, SourceError> {
        match given.split_once("://") {
            _ if given.is_empty() => Err(SourceError::Missing),
            Some((scheme, _)) if is_scheme(scheme) => match scheme.to_ascii_lowercase().as_str() {
                "http" | "https" => Ok(Self::Http(given.to_owned())),
                "kv" => Err(SourceError::KeyValue(given.to_owned())),
                _ => Err(SourceError::Unsupported(without_credentials(given))),
            },
            _ => Ok(Self::File(given.into())),
        }
    }

    /// Reads it, at most `limit` bytes.
    pub fn load(&self, world: &ReadWorld, limit: u64) -> Result<Fetched, SourceError> {
        match self {
            Self::File(path) => read(path, world, limit),
            Self::Http(url) => fetch(url, world, limit),
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// An address of a scheme that is not known, without what may be a password.
fn without_credentials(given: &str) -> String {
    let Some((scheme, rest)) = given.split_once("://") else { return given.to_owned() };
    let authority = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    match rest[..authority].rfind('@') {
        Some(at) => format!("{scheme}://{}", &rest[at + 1..]),
        None => given.to_owned(),
    }
}

fn read(path: &std::path::Path, world: &ReadWorld, limit: u64) -> Result<Fetched, SourceError> {
    let absolute = world.environment.directory().map_or_else(|_| path.to_owned(), |here| here.join(path));
    let name = absolute.display().to_string();
    match world.files.read(&absolute, limit) {
        Ok(bytes) => Ok(Fetched { name, bytes }),
        Err(error) if error.is_nothing() => Err(SourceError::NoFile(name)),
        Err(FileError { kind: FileErrorKind::TooLarge { limit, .. }, .. }) => {
            Err(SourceError::TooLarge { name, limit })
        }
        Err(error) => Err(SourceError::File(error)),
    }
}

fn fetch(url: &str, world: &ReadWorld, limit: u64) -> Result<Fetched, SourceError> {
    let mut request = Request::to(url).map_err(SourceError::Http)?;
    request.limits.timeout = Some(PATIENCE);
    request.limits.max_body = limit;
    let name = request.url.to_string();
    let response = match world.http.fetch(&request) {
        Ok(response) => response,
        Err(HttpError::TooLarge { limit, .. }) => return Err(SourceError::TooLarge { name, limit }),
        Err(error) => return Err(SourceError::Http(error)),
    };
    if !response.is_success() {
        return Err(SourceError::Status { url: name, status: response.status_line() });
    }
    if response.body.is_empty() {
        return Err(SourceError::Empty(name));
    }
    Ok(Fetched { name, bytes: response.body })
}
