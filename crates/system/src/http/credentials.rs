//! What in a URL is nobody's business.

use diagnostics::{Redactor, SecretKind, secret_by_name};
use value::Secret;

/// The secrets of one URL, in the forms in which they may turn up again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credentials {
    declared: Vec<Secret<String>>,
    by_name: Vec<Secret<String>>,
}

impl Credentials {
    /// Of a URL that was found to be one.
    pub fn of(url: &str) -> Self {
        let query =
            url.split_once('#').map_or(url, |(before, _)| before).split_once('?').map_or("", |(_, query)| query);
        let settings = query.split('&').filter_map(|pair| pair.split_once('='));
        let telling = settings.map(|(name, value)| (decoded(name).replace(['-', '.'], "_"), decoded(value)));
        let by_name = telling.filter(|(name, value)| is_secret(name, value)).map(|(_, value)| Secret::new(value));
        Self { declared: user(url).map(secrets_of_user).unwrap_or_default(), by_name: by_name.collect() }
    }

    /// From now on nobody shows them.
    pub fn register(&self, redactor: &Redactor) {
        for (secrets, kind) in [(&self.declared, SecretKind::Declared), (&self.by_name, SecretKind::ByName)] {
            for secret in secrets {
                redactor.register(secret.reveal().as_bytes(), kind);
            }
        }
    }
}

/// Signed URLs have their secret in the query.
fn is_secret(name: &str, value: &str) -> bool {
    let signs = |part: &str| ["sig", "signature"].iter().any(|known| known.eq_ignore_ascii_case(part));
    secret_by_name(name, value) || name.split('_').any(signs)
}

/// The part before the `@`, as written.
fn user(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("//")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').map(|(user, _)| user)
}

/// The password; a user without one is a token. Both together are what a header for basic authentication holds.
fn secrets_of_user(user: &str) -> Vec<Secret<String>> {
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    let (name, password) = (decoded(name), decoded(password));
    let secret = if password.is_empty() { name.clone() } else { password.clone() };
    vec![Secret::new(secret), Secret::new(format!("{name}:{password}"))]
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let escape = after.first_chunk().filter(|_| *byte == b'%').and_then(|digits| hex(*digits));
        bytes.push(escape.unwrap_or(*byte));
        rest = if escape.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex([high, low]: [u8; 2]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? * 16 + digit(low)?)
}

/// A text that may be a URL, without what may be user information. Where a password begins and ends in a text that is no
/// proper URL is not known, so all before the last `@` goes.
pub fn redacted(text: &str) -> String {
    let Some(at) = text.rfind('@') else { return text.to_owned() };
    let start = text.find("//").map_or(0, |slashes| slashes + 2).min(at);
    format!("{}REDACTED{}", &text[..start], &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_a_url_are_masked_everywhere() {
        let redactor = Redactor::default();
        Credentials::of("https://deploy:S3%4ETI%2FNEL@host/x?access_token=t0ken-t0ken&n=plainplain#S")
            .register(&redactor);
        Credentials::of("https://T0KENT0KEN@host/x?X-Amz-Signature=s1gnature").register(&redactor);
        for secret in ["S3NTI/NEL", "t0ken-t0ken", "T0KENT0KEN", "s1gnature", "S3NTI%2FNEL", "ZGVwbG95OlMzTlRJL05FTA"] {
            assert_eq!(redactor.text(&format!("a {secret} b")), "a <secret> b");
        }
        assert_eq!(redactor.text("deploy plainplain host"), "deploy plainplain host");
        assert_eq!(Credentials::of("https://host/a@b"), Credentials::default());
    }

    #[test]
    fn texts_without_user_information() {
        for (text, shown) in [
            ("ftp://user:S3NTINEL@host/x", "ftp://REDACTED@host/x"),
            ("ftp://user:S3/NTI@NEL@host/x", "ftp://REDACTED@host/x"),
            ("ftp://host/x", "ftp://host/x"),
            ("x:S3NTINEL@host", "REDACTED@host"),
        ] {
            assert_eq!(redacted(text), shown);
        }
    }
}
