//! Header fields in the order they were given, shown only where a value is harmless.

use super::url::redact;
use std::fmt;
use value::Secret;

/// Names whose values may be shown; every other value is taken for a secret.
const HARMLESS: [&str; 27] = [
    "accept",
    "accept-encoding",
    "accept-ranges",
    "age",
    "allow",
    "cache-control",
    "connection",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-length",
    "content-range",
    "content-type",
    "date",
    "etag",
    "expires",
    "host",
    "if-modified-since",
    "if-none-match",
    "last-modified",
    "location",
    "range",
    "retry-after",
    "server",
    "transfer-encoding",
    "user-agent",
    "vary",
];

/// Header fields; names compare without case, repeated names keep all values.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Headers(Vec<Field>);

#[derive(Clone, PartialEq, Eq)]
struct Field {
    name: String,
    value: Secret<String>,
    /// Given as a secret, whatever its name.
    secret: bool,
}

impl Headers {
    /// Whether values of this name may be shown; every other value is taken for a secret.
    pub fn is_harmless(name: &str) -> bool {
        HARMLESS.iter().any(|harmless| name.eq_ignore_ascii_case(harmless))
    }

    /// Adds a field; one of the same name stays.
    pub fn add(&mut self, name: &str, value: impl Into<String>) {
        self.0.push(Field { name: name.to_owned(), value: Secret::new(value.into()), secret: false });
    }

    /// Adds a field that is never shown, even if its name is harmless, and that no redirect takes to another host.
    pub fn add_secret(&mut self, name: &str, value: Secret<String>) {
        self.0.push(Field { name: name.to_owned(), value, secret: true });
    }

    /// Removes all fields of this name.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|field| !field.name.eq_ignore_ascii_case(name));
    }

    /// The first value of this name, as it is: not for display.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Whether there is a value of this name that is not empty.
    pub(super) fn says(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_empty())
    }

    /// All fields in order, with their values as they are: not for display.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|field| (field.name.as_str(), field.value.reveal().as_str()))
    }

    /// Without the fields that were given as secrets.
    pub(super) fn without_secrets(&self) -> Self {
        Self(self.0.iter().filter(|field| !field.secret).cloned().collect())
    }

    /// Without the fields whose names are listed.
    pub(super) fn without(&self, names: &[&str]) -> Self {
        let listed = |field: &&Field| names.iter().any(|name| field.name.eq_ignore_ascii_case(name));
        Self(self.0.iter().filter(|field| !listed(field)).cloned().collect())
    }
}

impl<N: AsRef<str>, V: Into<String>> FromIterator<(N, V)> for Headers {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(fields: I) -> Self {
        let mut headers = Self::default();
        fields.into_iter().for_each(|(name, value)| headers.add(name.as_ref(), value));
        headers
    }
}

impl Field {
    fn shown(&self) -> String {
        let name = self.name.to_ascii_lowercase();
        match name.as_str() {
            _ if self.secret || !HARMLESS.contains(&name.as_str()) => self.value.to_string(),
            "location" => redact(self.value.reveal()),
            _ => self.value.reveal().clone(),
        }
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|field| (&field.name, field.shown()))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_values_are_shown() {
        let mut headers: Headers = [
            ("Accept", "text/plain"),
            ("Authorization", "Bearer S3NTINEL"),
            ("X-Token", "S3NTINEL"),
            ("Location", "https://u:S3NTINEL@h/x"),
            ("Set-Cookie", "a=S3NTINEL"),
        ]
        .into_iter()
        .collect();
        headers.add_secret("User-Agent", Secret::new("S3NTINEL".into()));
        let shown = format!("{headers:?}");
        assert!(!shown.contains("S3NTINEL"), "{shown}");
        assert!(shown.contains("text/plain") && shown.contains("https://REDACTED@h/x"), "{shown}");
    }

    #[test]
    fn names_compare_without_case_and_repeat() {
        let mut headers: Headers = [("A", "1"), ("a", "2"), ("B", "3")].into_iter().collect();
        assert_eq!(headers.get("a"), Some("1"));
        headers.remove("A");
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("B", "3")]);
    }
}
