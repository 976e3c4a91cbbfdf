//! What is wrong with a certificate, in words that say what to do.

use super::certificates::Origin;
use rustls::pki_types::UnixTime;
use rustls::{CertificateError, Error};
use std::path::PathBuf;

/// A sentence for an error of the handshake; `origin` is where trusted certificates came from.
pub(super) fn explain(error: &Error, origin: &Origin) -> String {
    match error {
        Error::InvalidCertificate(certificate) => explain_certificate(certificate, origin),
        Error::InvalidMessage(_) => "the other side does not speak TLS; is it `http://`?".into(),
        other => other.to_string(),
    }
}

fn explain_certificate(error: &CertificateError, origin: &Origin) -> String {
    match error {
        CertificateError::ExpiredContext { time, not_after } => {
            format!("its certificate expired {} ago, or the clock of this machine is wrong", between(*not_after, *time))
        }
        CertificateError::NotValidYetContext { time, not_before } => {
            format!(
                "its certificate is valid only in {}, or the clock of this machine is wrong",
                between(*time, *not_before)
            )
        }
        CertificateError::NotValidForNameContext { expected, presented } => {
            format!("its certificate is not for `{}` but for {}", expected.to_str(), names(presented))
        }
        CertificateError::UnknownIssuer => {
            let hint = origin.fault.as_deref().unwrap_or("`SSL_CERT_FILE` can name a private authority");
            format!("its certificate is signed by nobody in {}; {hint}", list(&origin.places))
        }
        CertificateError::BadSignature => {
            format!("its certificate names an authority in {} that did not sign it", list(&origin.places))
        }
        other => format!("its certificate cannot be accepted: {other}"),
    }
}

fn between(from: UnixTime, until: UnixTime) -> String {
    let seconds = until.as_secs().saturating_sub(from.as_secs());
    match seconds {
        0..120 => format!("{seconds} seconds"),
        120..7_200 => format!("{} minutes", seconds / 60),
        7_200..172_800 => format!("{} hours", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// The names as rustls presents them (`DnsName("a")`), without the wrapping.
fn names(presented: &[String]) -> String {
    let bare = |name: &String| {
        let inner = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or(name);
        format!("`{}`", inner.trim_matches('"'))
    };
    let names: Vec<_> = presented.iter().map(bare).collect();
    if names.is_empty() { "no name at all".into() } else { names.join(", ") }
}

fn list(places: &[PathBuf]) -> String {
    let places: Vec<_> = places.iter().map(|place| format!("`{}`", place.display())).collect();
    if places.is_empty() { "the given certificates".into() } else { places.join(", ") }
}
