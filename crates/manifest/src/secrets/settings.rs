//! Secrets that are known by the name of a setting.

use diagnostics::{Redactor, SecretKind, secret_by_name};

/// Registers the values of `NAME=value` settings whose name says that they are secret.
pub(super) fn named(text: &str, redactor: &Redactor) {
    for (at, sign) in text.match_indices(['=', ':']) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = text[..at].trim_end_matches(is_name);
        let name = &text[before.len()..at];
        // `NAME: value` is a setting only where the name looks like one; any map has a `key`. What has no name is not looked at:
        // the rest of a text of a million quoted keys would be gone through for each of them.
        if name.is_empty() || (sign == ":" && !is_shouted(name)) {
            continue;
        }
        let behind = text[at + 1..].trim_start_matches(' ');
        let is_quote = |c: &char| matches!(c, '"' | '\'');
        let around = before.chars().next_back().filter(is_quote);
        let quote = around.or_else(|| behind.chars().next().filter(is_quote));
        let value = behind.trim_start_matches(['"', '\'']);
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | ']' | '}');
        let quoted = quote.and_then(|quote| value.lines().next()?.split(quote).next());
        for value in value.split(ends).next().into_iter().chain(quoted) {
            if secret_by_name(name, value) {
                redactor.register(value.as_bytes(), SecretKind::ByName);
            }
        }
    }
}

/// Whether a name has no small letters.
pub(super) fn is_shouted(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_lowercase())
}
