//! Secrets in a text that is about to be quoted by an error message.

use diagnostics::{Redactor, SecretKind, secret_by_name};

/// Registers the values of `NAME=value` settings whose name says that they are secret. A document that cannot be decoded
/// has not told its secrets to anybody, and a message shows the line of the mistake.
pub(crate) fn register_settings(text: &str, redactor: &Redactor) {
    for (at, sign) in text.match_indices(['=', ':']) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &text[text[..at].trim_end_matches(is_name).len()..at];
        // `NAME: value` is a setting only where the name looks like one; any map has a `key`.
        let is_shouted = !name.contains(|c: char| c.is_ascii_lowercase());
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ']' | '}');
        let value = text[at + 1..].trim_start_matches([' ', '"', '\'']).split(ends).next().unwrap_or_default();
        if (sign == "=" || is_shouted) && secret_by_name(name, value) {
            redactor.register(value.as_bytes(), SecretKind::ByName);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_with_telling_names_are_masked_in_what_follows() {
        let redactor = Redactor::default();
        register_settings("environment: [APP_TOKEN=S3NTINEL-1, 'HOME=/home/app', 'üPASSWORD=S3NTINEL-2']\n", &redactor);
        assert_eq!(redactor.text("a S3NTINEL-1 b /home/app"), "a <secret> b /home/app");
        assert!(!redactor.text("ü=S3NTINEL-1 S3NTINEL-2").contains("S3NTINEL"));
    }
}
