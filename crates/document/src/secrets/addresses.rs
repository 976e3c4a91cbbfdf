//! Passwords in addresses.

use diagnostics::{Redactor, SecretKind};

/// Registers user information of addresses in a text: the password of `https://user:password@host`, and a user without
/// one where that is a token, as for HTTP. `ssh://deploy@host` names somebody.
pub fn register_addresses(text: &str, redactor: &Redactor) {
    for at in memchr::memmem::find_iter(text.as_bytes(), "://") {
        let (scheme, rest) = (&text[..at], &text[at + "://".len()..]);
        let authority = rest.split(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'')).next();
        let Some((user, _)) = authority.and_then(|authority| authority.rsplit_once('@')) else { continue };
        let secret = match user.split_once(':') {
            Some((_, password)) => Some(password),
            None => Some(user).filter(|_| scheme.ends_with("http") || scheme.ends_with("https")),
        };
        // What an expression gives is secret; the expression is not.
        if let Some(secret) = secret.filter(|secret| !secret.contains(['{', '}'])) {
            redactor.register(secret.as_bytes(), SecretKind::Declared);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_and_tokens_are_masked_and_names_are_not() {
        for (text, expected) in [
            ("http://bob:S3NTINEL@a/x", "http://bob:<secret>@a/x"),
            ("postgres://app:S3NTINEL@db", "postgres://app:<secret>@db"),
            ("'https://S3NTINEL@a/'", "'https://<secret>@a/'"),
            ("ssh://deploy@host/x", "ssh://deploy@host/x"),
            ("http://bob:{{Data.password}}@a", "http://bob:{{Data.password}}@a"),
            ("http://a/b@c:deploy", "http://a/b@c:deploy"),
        ] {
            let redactor = Redactor::default();
            register_addresses(text, &redactor);
            assert_eq!(redactor.text(text), expected);
        }
    }
}
