//! The parameters of a URL, read and written as Go's `net/url` does it.

use super::reference::resolve;
use super::url::percent_decode;
use super::{HttpError, Url};
use std::fmt::Write as _;

impl Url {
    /// Where a reference leads that was found at this URL: an absolute URL, or one that leaves out what is the same.
    pub fn join(&self, reference: &str) -> Result<Self, HttpError> {
        resolve(self, reference)
    }

    /// The first value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<String> {
        self.parameters().into_iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }

    /// The same URL with these parameters in place of those of the same name. All of them are written again, sorted by
    /// name.
    #[must_use]
    pub fn with_parameters(&self, parameters: &[(&str, &str)]) -> Self {
        let is_set = |name: &str| parameters.iter().any(|(given, _)| *given == name);
        let mut all = self.parameters();
        all.retain(|(name, _)| !is_set(name));
        all.extend(parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        let written: Vec<String> =
            all.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
        Self { query: Some(written.join("&")).filter(|query| !query.is_empty()), ..self.clone() }
    }

    /// All parameters; one that is not well-formed is left out.
    fn parameters(&self) -> Vec<(String, String)> {
        let pairs = self.query.as_deref().unwrap_or_default().split('&');
        let pairs = pairs.filter(|pair| !pair.is_empty() && !pair.contains(';'));
        pairs
            .filter_map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                Some((unescape(name)?, unescape(value)?))
            })
            .collect()
    }
}

fn unescape(text: &str) -> Option<String> {
    let bytes = percent_decode(&text.replace('+', " "))?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn escape(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut out, byte| {
        match byte {
            b' ' => out.push('+'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => write!(out, "%{byte:02X}").expect("writing to a string does not fail"),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_replaced_and_sorted() {
        let url = Url::parse("http://u:p@h/x?b=2&a=1&a=3&broken=%zz&c&d=e%20f+g").unwrap();
        let changed = url.with_parameters(&[("b", "ä &="), ("0", "")]);
        assert_eq!(changed.bare(), "http://h/x?0=&a=1&a=3&b=%C3%A4+%26%3D&c=&d=e+f+g");
        assert!(changed.user.is_some());
        assert_eq!(changed.parameter("b").as_deref(), Some("ä &="));
        assert_eq!(changed.parameter("none"), None);
    }

    #[test]
    fn references_lead_on() {
        let url = Url::parse("https://h/a/b?c").unwrap();
        for (reference, to) in [
            ("?d=1", "https://h/a/b?d=1"),
            ("/x", "https://h/x"),
            ("y", "https://h/a/y"),
            ("http://other/", "http://other/"),
        ] {
            assert_eq!(url.join(reference).unwrap().bare(), to);
        }
        assert!(url.join("ftp://h/").is_err());
    }
}
