//! Names of secrets.

use std::fmt;

/// A name that can be that of a secret, and so of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SecretName(String);

/// Why a text is no name of a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid secret name {given:?}: {why}")]
pub struct NameError {
    given: String,
    pub(super) why: &'static str,
}

const LONGEST: usize = 255;
/// Names that begin so are for programs, such as tokens of a login.
const INTERNAL: &str = "scafctl.";

impl SecretName {
    /// Checks a name.
    pub fn parse(given: &str) -> Result<Self, NameError> {
        match flaw(given) {
            Some(why) => Err(NameError { given: given.to_owned(), why }),
            None => Ok(Self(given.to_owned())),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is for programs and not for people.
    pub fn is_internal(&self) -> bool {
        self.0.starts_with(INTERNAL)
    }
}

impl fmt::Display for SecretName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

fn flaw(name: &str) -> Option<&'static str> {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if name.is_empty() {
        Some("it is empty")
    } else if !name.chars().all(is_legal) {
        Some("only letters, digits, dots, dashes and underscores are allowed")
    } else if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        Some("it must begin with a letter or a digit")
    } else if name.len() > LONGEST {
        Some("it is longer than 255 characters")
    } else if name.contains("..") {
        Some("two dots in a row are not allowed")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_files_that_stay_in_their_directory() {
        let long = "a".repeat(LONGEST);
        for name in ["a", "7", "db-pass", "A.b_c-d", "scafctl.auth", &long] {
            assert_eq!(SecretName::parse(name).unwrap().as_str(), name);
        }
        let longer = "a".repeat(LONGEST + 1);
        for name in ["", ".", "-a", "_a", "..", "a..b", "a/b", "../a", "bad name", "a\n", "a\0", "ä", &longer] {
            let error = SecretName::parse(name).unwrap_err().to_string();
            assert!(error.starts_with(&format!("invalid secret name {name:?}: ")), "{error}");
        }
        assert!(SecretName::parse("scafctl.auth").unwrap().is_internal());
        assert!(!SecretName::parse("scafctl-auth").unwrap().is_internal());
    }
}
