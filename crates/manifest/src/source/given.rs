//! What was given as the source of a manifest.

use super::SourceError;
use diagnostics::Redactor;
use std::fmt;
use std::path::PathBuf;
use system::http::{Credentials, Url, redacted};

/// Where a manifest comes from. `Display` and `Debug` show no credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// A server.
    Http(Remote),
    /// An object in a NATS object store.
    Object {
        /// The bucket.
        bucket: String,
        /// The key.
        key: String,
    },
}

/// Something on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    pub(super) url: Url,
    credentials: Credentials,
}

impl Source {
    /// Reads what a user wrote: a path, or a URL.
    pub fn parse(given: &str) -> Result<Self, SourceError> {
        if given.is_empty() {
            return Err(SourceError::Empty);
        }
        match scheme(given).as_deref() {
            None => Ok(Self::Path(PathBuf::from(given))),
            Some("http" | "https") => {
                Ok(Self::Http(Remote { url: Url::parse(given)?, credentials: Credentials::of(given) }))
            }
            Some("obj") => object(given),
            Some(_) => Err(SourceError::Unsupported { given: redacted(given) }),
        }
    }

    /// What was given, as it can be shown and stored: the name of a run, in the lock and in notes. It stays the same when
    /// only the credentials change.
    pub fn name(given: &str, redactor: &Redactor) -> String {
        let name = Self::parse(given).map_or_else(|_| redacted(given), |source| source.to_string());
        redactor.text(&name).into_owned()
    }

    /// Tells the redactor what must not be shown. Comes before anything is fetched.
    pub fn register(&self, redactor: &Redactor) {
        if let Self::Http(remote) = self {
            remote.credentials.register(redactor);
        }
    }
}

/// The scheme, in lower case. A file may have a colon in its name, so what is not known needs the slashes too.
fn scheme(given: &str) -> Option<String> {
    let (scheme, rest) = given.split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let scheme = scheme.to_ascii_lowercase();
    let is_known = ["http", "https", "obj"].contains(&scheme.as_str());
    (is_scheme && (rest.starts_with("//") || is_known && rest.starts_with('/'))).then_some(scheme)
}

fn object(given: &str) -> Result<Source, SourceError> {
    let rest = given.split_once(':').map_or("", |(_, rest)| rest);
    let rest = rest.strip_prefix("//").unwrap_or_default();
    let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
    let key = key.trim_start_matches('/');
    if bucket.is_empty() {
        Err(SourceError::NoBucket)
    } else if key.is_empty() {
        Err(SourceError::NoKey)
    } else {
        Ok(Source::Object { bucket: bucket.to_owned(), key: key.to_owned() })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => path.display().fmt(f),
            Self::Http(remote) => remote.url.fmt(f),
            Self::Object { bucket, key } => write!(f, "obj://{bucket}/{key}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_understood() {
        for (given, shown) in [
            ("site.yaml", "site.yaml"),
            ("./a:b.yaml", "./a:b.yaml"),
            ("a:b.yaml", "a:b.yaml"),
            ("/srv/http://x", "/srv/http://x"),
            ("-", "-"),
            ("http://host/site.yaml", "http://host/site.yaml"),
            ("HTTPS://user:S3NTINEL@host:8443/a?b=c", "https://REDACTED@host:8443/a?b=c"),
            ("obj://bucket/a/b", "obj://bucket/a/b"),
        ] {
            let source = Source::parse(given).unwrap();
            assert_eq!(source.to_string(), shown);
            assert!(!format!("{source:?}").contains("S3NTINEL"), "{source:?}");
        }
        assert!(matches!(Source::parse("a:b.yaml"), Ok(Source::Path(_))));
    }

    #[test]
    fn the_name_of_a_run_has_no_credentials_and_outlives_them() {
        let name = |given: &str| {
            let redactor = Redactor::new("<secret>");
            Source::parse(given).unwrap().register(&redactor);
            Source::name(given, &redactor)
        };
        for password in ["S3NTINEL-one", "S3NTINEL-two", "x"] {
            let given = format!("https://me:{password}@host/a?access_token={password}-t0ken-t0ken");
            assert_eq!(name(&given), "https://REDACTED@host/a?access_token=<secret>");
        }
        assert_eq!(name("/srv/me:x@y/site.yaml"), "/srv/me:x@y/site.yaml");
    }

    #[test]
    fn what_is_not() {
        for (given, message) in [
            ("", "source is required"),
            ("ftp://user:S3NTINEL@host/x", "unsupported manifest source: ftp://REDACTED@host/x"),
            ("file:///etc/site.yaml", "unsupported manifest source: file:///etc/site.yaml"),
            ("obj://", "bucket name is required for object store manifest source"),
            ("obj:///key", "bucket name is required for object store manifest source"),
            ("obj://bucket", "key is required for object store manifest source"),
            ("obj://bucket/", "key is required for object store manifest source"),
            ("http:///x", "`http:///x` is not a usable URL: it has no host"),
            ("http:/host/x", "`http:/host/x` is not a usable URL: it has no host"),
        ] {
            let error = Source::parse(given).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.nature(), super::super::Nature::Invalid);
        }
    }
}
