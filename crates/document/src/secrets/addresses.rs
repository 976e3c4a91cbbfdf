//! Passwords in addresses.

use super::register;
use diagnostics::{Redactor, SecretKind, suggest};

/// Schemes of addresses whose user may be a token.
const WEB: [&str; 2] = ["http", "https"];

/// Registers user information of addresses in a text: the password of `https://user:password@host`, and a user without
/// one where that is a token, as for HTTP. `ssh://deploy@host` names somebody.
pub fn register_addresses(text: &str, redactor: &Redactor) {
    for at in memchr::memmem::find_iter(text.as_bytes(), "://") {
        let (scheme, rest) = (&text[..at], &text[at + "://".len()..]);
        let authority = rest.split(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'')).next();
        let Some((user, _)) = authority.and_then(|authority| authority.rsplit_once('@')) else { continue };
        let secret = match user.split_once(':') {
            Some((_, password)) => Some(password),
            None => Some(user).filter(|_| WEB.iter().any(|web| scheme.ends_with(web))),
        };
        // What an expression gives is secret; the expression is not.
        if let Some(secret) = secret.filter(|secret| !secret.contains(['{', '}'])) {
            redactor.register(secret.as_bytes(), SecretKind::Declared);
        }
    }
}

/// Registers user information of one text that is an address, or was meant to be one: where a password begins and ends is not
/// known when it has signs of addresses in it or the rest is misspelt, so any of its parts before the last `@` counts.
pub fn register_address(text: &str, redactor: &Redactor) {
    let Some((head, _)) = text.rsplit_once('@') else { return };
    register_addresses(text, redactor);
    if is_proper(text) || names_somebody(text) {
        return;
    }
    for (at, sign) in head.match_indices([':', '@', '/', '\\']) {
        let part = head[at + sign.len()..].trim_start_matches(['/', '\\']);
        let is_in_host = matches!(sign, "/" | "\\") && !head[..at].ends_with(['/', '\\', ':']);
        if !is_in_host && !begins_with_port(part) && !part.contains(['{', '}']) {
            register(part, redactor);
        }
    }
}

/// Whether it is clear where user information begins and ends, or that there is none.
fn is_proper(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_misspelt = || !WEB.contains(&scheme) && suggest(scheme, WEB).is_some();
    let is_whole = |user: &str| !user.contains(|c: char| c.is_whitespace() || matches!(c, '@' | '"' | '\''));
    match authority.rsplit_once('@') {
        Some((user, _)) => is_whole(user) && !is_misspelt() && !rest[authority.len()..].contains('@'),
        None => authority.rsplit_once(':').is_none_or(|(_, port)| begins_with_port(port)),
    }
}

/// Whether it is `user@host:path`, or a mail address: who somebody is.
fn names_somebody(text: &str) -> bool {
    let text = text.strip_prefix("mailto:").unwrap_or(text);
    let before = text.split('@').next().unwrap_or_default();
    !before.contains([':', '/', '\\'])
}

fn begins_with_port(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && (rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_may_be_a_password_in_a_broken_address_is_masked() {
        for (text, expected) in [
            ("https:/bob:S3NTINEL@a/", "https:/<secret>@a/"),
            ("https//bob:S3NTINEL@a/", "https//<secret>@a/"),
            ("https:bob:S3NTINEL@a/", "https:<secret>@a/"),
            ("https:\\\\bob:S3NTINEL@a/", "https:\\\\<secret>@a/"),
            ("https://bob:S3N/TINEL@a/", "https://<secret>@a/"),
            ("https://bob:S3N#TINEL@a/", "https://<secret>@a/"),
            ("https://bob:S3N@TINEL@a/", "https://<secret>@a/"),
            ("https://bob:S3N'TINEL@a/", "https://<secret>@a/"),
            ("https://bob:S3N TINEL@a/", "https://<secret>@a/"),
            ("htps://S3NTINEL@a/", "htps://<secret>@a/"),
            ("bob:S3NTINEL@a", "bob:<secret>@a"),
            ("git@example.net:group/project@v1", "git@example.net:group/project@v1"),
            ("mailto:somebody@example.net", "mailto:somebody@example.net"),
            ("registry:5000/project@sha256:0123456789", "registry:5000/project@sha256:0123456789"),
            ("https://example.net:8080/project@v1", "https://example.net:8080/project@v1"),
            ("https://example.net/project@v1", "https://example.net/project@v1"),
        ] {
            let redactor = Redactor::default();
            register_address(text, &redactor);
            assert_eq!(redactor.text(text), expected);
        }
    }

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
