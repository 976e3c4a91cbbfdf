//! What is asked, and within which bounds.

use super::{Headers, HttpError, Url};
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use value::Secret;

/// A request; the port's method decides whether it is a GET, a HEAD or something that changes things.
#[derive(Clone)]
pub struct Request {
    /// Where it goes. User information in it becomes basic authentication.
    pub url: Url,
    /// Header fields as they are sent. An `Authorization` here wins over every other credential, a `Host` over the
    /// URL's.
    pub headers: Headers,
    /// What is sent with it.
    pub body: Vec<u8>,
    /// Basic authentication; wins over the URL's user information.
    pub auth: Option<BasicAuth>,
    /// Time, size and redirects.
    pub limits: Limits,
    /// Which proxy to use.
    pub proxy: ProxyChoice,
    /// Whom to trust.
    pub tls: Tls,
    /// Asked before every hop, the first one included, and before every connection. Requests share connections with those
    /// that have the same guard.
    pub guard: Option<Guard>,
}

/// Says what must not be asked.
pub type Guard = Arc<dyn Judge>;

/// Decides where a request may go.
pub trait Judge: Send + Sync {
    /// Says why a URL must not be asked.
    fn url(&self, url: &Url) -> Result<(), String>;

    /// Says why an address must not be dialled. It is asked about every address that a host has before the first one is dialled,
    /// and only those are dialled: a name cannot change its mind between the question and the connection. Whoever goes
    /// through a proxy leaves the look-up to it, and the proxy's own address is not judged.
    fn address(&self, _host: &str, _address: IpAddr) -> Result<(), String> {
        Ok(())
    }
}

impl<F: Fn(&Url) -> Result<(), String> + Send + Sync> Judge for F {
    fn url(&self, url: &Url) -> Result<(), String> {
        self(url)
    }
}

/// A user and a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BasicAuth {
    /// The user.
    pub user: String,
    /// The password.
    pub password: Secret<String>,
}

/// The bounds of one request, all its redirects included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the first look-up to the last byte of the body.
    pub timeout: Option<Duration>,
    /// Look-up, connection, proxy and TLS handshake of one hop.
    pub connect_timeout: Option<Duration>,
    /// The redirect with this number is an error; with 0 a redirect is an answer like any other.
    pub max_redirects: usize,
    /// The longest body, after decoding, that is accepted.
    pub max_body: u64,
}

impl Default for Limits {
    /// One minute, thirty seconds to connect, ten redirects, 100 MiB.
    fn default() -> Self {
        Self {
            timeout: Some(Duration::from_mins(1)),
            connect_timeout: Some(Duration::from_secs(30)),
            max_redirects: 10,
            max_body: 100 << 20,
        }
    }
}

/// Which proxy a request goes through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ProxyChoice {
    /// The one that the environment names for the URL.
    #[default]
    Environment,
    /// None.
    Direct,
    /// This one, for every URL; may carry credentials.
    Through(Secret<String>),
}

/// Whom a TLS client trusts, and who it says it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tls {
    /// Whose certificates are accepted.
    pub trust: Trust,
    /// The client's own certificate.
    pub identity: Option<Identity>,
}

/// Whose certificates are accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Trust {
    /// The system's store, and what `SSL_CERT_FILE` and `SSL_CERT_DIR` name.
    #[default]
    System,
    /// These only, in PEM.
    Only(Vec<u8>),
    /// Everybody's. Nothing is verified.
    Anyone,
}

/// A client certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The certificate and those that lead to its root, in PEM.
    pub chain: Vec<u8>,
    /// The private key, in PEM.
    pub key: Secret<Vec<u8>>,
}

impl Request {
    /// A request to this URL with nothing special about it.
    pub fn to(url: &str) -> Result<Self, HttpError> {
        Url::parse(url).map(Self::at)
    }

    /// The same, for a URL that was read already.
    pub fn at(url: Url) -> Self {
        Self {
            url,
            headers: Headers::default(),
            body: Vec::new(),
            auth: None,
            limits: Limits::default(),
            proxy: ProxyChoice::default(),
            tls: Tls::default(),
            guard: None,
        }
    }

    /// What is added as `Authorization` for `url`, which may be a later hop: nothing beside a header, else what was
    /// given for basic authentication, else the URL's own user information. Only the last goes to an untrusted hop.
    pub(super) fn authorization(&self, url: &Url, trusted: bool) -> Option<Secret<String>> {
        if trusted && self.headers.says("authorization") {
            return None;
        }
        match (&self.auth, &url.user) {
            (Some(auth), _) if trusted => Some(basic(&auth.user, auth.password.reveal())),
            (_, Some(user)) => Some(basic(user.name.reveal(), user.password.reveal())),
            _ => None,
        }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .field("auth", &self.auth)
            .field("limits", &self.limits)
            .field("proxy", &self.proxy)
            .finish_non_exhaustive()
    }
}

/// The value of a header field for basic authentication.
pub(super) fn basic(user: &str, password: &str) -> Secret<String> {
    Secret::new(format!("Basic {}", base64(format!("{user}:{password}").as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |group: u32, shift: u32| char::from(DIGITS[(group >> shift & 63) as usize]);
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = (0..3).fold(0, |group, at| group << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        out.push(digit(group, 18));
        out.push(digit(group, 12));
        out.push(if chunk.len() > 1 { digit(group, 6) } else { '=' });
        out.push(if chunk.len() > 2 { digit(group, 0) } else { '=' });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_all_lengths() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("Aladdin:open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfd]), "//79");
    }

    #[test]
    fn a_request_shows_no_secret() {
        let mut request = Request::to("https://S3NTINEL:S3NTINEL@host/x").unwrap();
        request.headers.add("Authorization", "Bearer S3NTINEL");
        request.body = b"S3NTINEL".to_vec();
        request.auth = Some(BasicAuth { user: "me".into(), password: Secret::new("S3NTINEL".into()) });
        request.proxy = ProxyChoice::Through(Secret::new("http://u:S3NTINEL@proxy".into()));
        request.tls.identity = Some(Identity { chain: Vec::new(), key: Secret::new(b"S3NTINEL".to_vec()) });
        assert!(!format!("{request:?} {request:#?} {:?}", request.tls).contains("S3NTINEL"));
        assert!(!format!("{:?}", request.tls).contains("[83, 51"));
    }

    #[test]
    fn who_wins_the_authorization() {
        let mut request = Request::to("https://u:p@host/").unwrap();
        let url = request.url.clone();
        let sent =
            |request: &Request, trusted| request.authorization(&url, trusted).map(|value| value.reveal().clone());
        assert_eq!(sent(&request, true).as_deref(), Some("Basic dTpw"));
        request.auth = Some(BasicAuth { user: "v".into(), password: Secret::new("q".into()) });
        assert_eq!(sent(&request, true).as_deref(), Some("Basic djpx"));
        assert_eq!(sent(&request, false).as_deref(), Some("Basic dTpw"));
        request.headers.add("authorization", "Bearer t");
        assert_eq!(sent(&request, true), None);
    }
}
