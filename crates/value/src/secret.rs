//! Values that must not be shown.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that is never printed, logged or stored. Its `Display`, `Debug` and `Serialize` are `<secret>`; the one door is
/// [`Secret::reveal`].
#[derive(Clone, Default)]
pub struct Secret<T>(T);

const MASK: &str = "<secret>";

impl<T> Secret<T> {
    /// Hides `value`.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself. Used only where it leaves for its destination.
    pub const fn reveal(&self) -> &T {
        &self.0
    }

    /// The value itself, when the secret is not needed any more.
    pub fn into_revealed(self) -> T {
        self.0
    }

    /// Another secret made from this one.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Secret<U> {
        Secret(change(self.0))
    }
}

impl<T> From<T> for Secret<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> fmt::Display for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(MASK)
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl<T: AsRef<[u8]>> PartialEq for Secret<T> {
    /// Takes the same time wherever the first difference is.
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.0.as_ref(), other.0.as_ref());
        a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (x, y)| difference | (x ^ y)) == 0
    }
}

impl<T: AsRef<[u8]>> Eq for Secret<T> {}

impl<T> Serialize for Secret<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(MASK)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Secret<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_reveal_shows_it() {
        let secret = Secret::new("S3NTINEL".to_string());
        assert_eq!(
            format!("{secret} {secret:?} {secret:#?} {:?}", Some(&secret)),
            "<secret> <secret> <secret> Some(<secret>)"
        );
        assert_eq!(serde_json::to_string(&secret).unwrap(), r#""<secret>""#);
        assert_eq!(secret.reveal(), "S3NTINEL");
        assert_eq!(secret.clone().map(|text| text.len()).into_revealed(), 8);
    }

    #[test]
    fn equal_when_the_bytes_are() {
        assert_eq!(Secret::new("abc"), Secret::new("abc"));
        assert_ne!(Secret::new("abc"), Secret::new("abd"));
        assert_ne!(Secret::new("abc"), Secret::new("ab"));
        assert_eq!(serde_json::from_str::<Secret<String>>(r#""x""#).unwrap(), Secret::new("x".to_string()));
    }
}
