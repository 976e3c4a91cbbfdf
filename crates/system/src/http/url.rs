//! A URL as the client needs it: split, checked, escaped for the wire, and shown without its credentials.

use super::HttpError;
use std::fmt;
use std::net::Ipv6Addr;
use value::Secret;

/// What stands in place of user information.
pub(super) const REDACTED: &str = "REDACTED";

/// An absolute `http` or `https` URL (a proxy's may be `socks5` too). `Display` and `Debug` show no user information.
#[derive(Clone, PartialEq, Eq)]
pub struct Url {
    pub(super) scheme: String,
    pub(super) user: Option<User>,
    pub(super) host: String,
    pub(super) port: Option<u16>,
    pub(super) path: String,
    pub(super) query: Option<String>,
}

/// The part before the `@`, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct User {
    pub(super) name: Secret<String>,
    pub(super) password: Secret<String>,
}

impl Url {
    /// Reads a URL that can be requested: absolute, `http` or `https`, with a host.
    pub fn parse(text: &str) -> Result<Self, HttpError> {
        parse_any(text).and_then(requestable).map_err(|fault| fault.of(text))
    }

    /// The scheme, in lower case.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host without port; an IPv6 address without brackets.
    pub fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The port, the scheme's own when none was given.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.scheme.as_str() {
            "https" => 443,
            "socks5" | "socks5h" => 1080,
            _ => 80,
        })
    }

    /// The path as it goes out, escaped; at least `/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What follows the question mark, as it goes out.
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// Whether both have the same scheme, host and port.
    pub(super) fn same_origin(&self, other: &Self) -> bool {
        self.scheme == other.scheme && self.host().eq_ignore_ascii_case(other.host()) && self.port() == other.port()
    }

    /// `host` or `host:port`, as it was written; what a `Host` header says.
    pub(super) fn authority(&self) -> String {
        match self.port {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.clone(),
        }
    }

    /// `host:port`, always with a port; what is dialled.
    pub(super) fn address(&self) -> String {
        format!("{}:{}", self.host, self.port())
    }

    /// The URL without user information, for the request itself.
    pub(super) fn bare(&self) -> String {
        let query = self.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}://{}{}{query}", self.scheme, self.authority(), self.path)
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = if self.user.is_some() { "REDACTED@" } else { "" };
        write!(f, "{}://{user}{}{}", self.scheme, self.authority(), without_users(&self.path))?;
        self.query.as_ref().map_or(Ok(()), |query| write!(f, "?{}", without_users(query)))
    }
}

impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({self})")
    }
}

/// A path or query without the user information of URLs inside it.
fn without_users(text: &str) -> String {
    let mut parts = text.split("//");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        let place = part.split(['/', '?', '&']).next().unwrap_or_default();
        match place.rfind('@') {
            Some(at) => format!("{shown}//{REDACTED}{}", &part[at..]),
            None => format!("{shown}//{part}"),
        }
    })
}

/// A text that may be a URL, without what may be user information. A text that does not parse gives up everything
/// before its last `@`: a password with a slash in it is the most likely reason why it does not parse.
pub(super) fn redact(text: &str) -> String {
    if let Ok(url) = parse_any(text) {
        return url.to_string();
    }
    let Some(at) = text.rfind('@') else { return text.to_owned() };
    let start = text.find("://").map_or(0, |colon| colon + 3).min(at);
    format!("{}{REDACTED}{}", &text[..start], &text[at..])
}

/// Why a text is no URL.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    what: &'static str,
    given: Option<String>,
}

impl Fault {
    fn new(what: &'static str) -> Self {
        Self { what, given: None }
    }

    fn given(what: &'static str, given: &str) -> Self {
        Self { what, given: Some(given.to_owned()) }
    }

    /// The error; it repeats what was given only when no piece of a password can be meant.
    pub(super) fn of(self, text: &str) -> HttpError {
        let reason = match self.given.filter(|_| !text.contains('@')) {
            Some(given) => format!("{}: `{given}`", self.what),
            None => self.what.to_owned(),
        };
        HttpError::BadUrl { url: redact(text), reason }
    }
}

fn requestable(url: Url) -> Result<Url, Fault> {
    match url.scheme.as_str() {
        "http" | "https" => Ok(url),
        other => Err(Fault::given("its scheme is not `http` or `https`", other)),
    }
}

/// Splits any absolute URL with a host.
pub(super) fn parse_any(text: &str) -> Result<Url, Fault> {
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        return Err(Fault::new("it contains a control character"));
    }
    let (scheme, rest) = split_scheme(text).ok_or(Fault::new("it has no scheme such as `https://`"))?;
    let rest = rest.strip_prefix("//").ok_or(Fault::new("it has no host"))?;
    let rest = without_fragment(rest);
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let (user, place) = split_user(authority)?;
    let (host, port) = split_port(place)?;
    let (path, query) = split_query(tail)?;
    Ok(Url { scheme, user, host, port, path, query })
}

pub(super) fn without_fragment(text: &str) -> &str {
    text.split_once('#').map_or(text, |(before, _fragment)| before)
}

/// The scheme in lower case, and what follows its colon.
pub(super) fn split_scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let mut bytes = scheme.bytes();
    let starts = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let goes_on = bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (starts && goes_on).then(|| (scheme.to_ascii_lowercase(), rest))
}

fn split_user(authority: &str) -> Result<(Option<User>, &str), Fault> {
    let Some((user, place)) = authority.rsplit_once('@') else { return Ok((None, authority)) };
    if !user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte)) {
        return Err(Fault::new("its user name or password has a character that must be written as `%` and two digits"));
    }
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    Ok((Some(User { name: decode_user(name)?, password: decode_user(password)? }), place))
}

fn decode_user(text: &str) -> Result<Secret<String>, Fault> {
    let bytes = percent_decode(text).ok_or(Fault::new("its user name or password has a broken `%` escape"))?;
    let text = String::from_utf8(bytes).map_err(|_| Fault::new("its user name or password is not UTF-8"))?;
    Ok(Secret::new(text))
}

fn split_port(place: &str) -> Result<(String, Option<u16>), Fault> {
    let whole = if place.starts_with('[') { place.len() } else { 0 };
    let end_of_address = place.rfind(']').map_or(whole, |end| end + 1);
    let (host, port) = match place[end_of_address..].rfind(':') {
        Some(colon) => (&place[..end_of_address + colon], &place[end_of_address + colon + 1..]),
        None => (place, ""),
    };
    check_host(host)?;
    Ok((host.to_owned(), parse_port(port)?))
}

fn parse_port(port: &str) -> Result<Option<u16>, Fault> {
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    match port.parse() {
        _ if port.is_empty() => Ok(None),
        Ok(number) if digits => Ok(Some(number)),
        _ => Err(Fault::given("its port is not a number up to 65535", port)),
    }
}

fn check_host(host: &str) -> Result<(), Fault> {
    if host.is_empty() {
        return Err(Fault::new("it has no host"));
    }
    if let Some(inner) = host.strip_prefix('[') {
        let address = inner.strip_suffix(']').filter(|address| address.parse::<Ipv6Addr>().is_ok());
        return address.map(drop).ok_or(Fault::given("its host is not an IPv6 address", host));
    }
    if !host.is_ascii() {
        return Err(Fault::given("its host is not ASCII (the `xn--` form is)", host));
    }
    let fine = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    if fine { Ok(()) } else { Err(Fault::given("its host is not a name or an address", host)) }
}

/// Path and query, both escaped for the wire.
pub(super) fn split_query(tail: &str) -> Result<(String, Option<String>), Fault> {
    let (path, query) = tail.split_once('?').map_or((tail, None), |(path, query)| (path, Some(query)));
    if percent_decode(path).is_none() {
        return Err(Fault::new("its path has a broken `%` escape"));
    }
    let path = if path.is_empty() { "/" } else { path };
    Ok((escape(path, b"\"<>\\^`{|}"), query.map(|query| escape(query, b"\"<>"))))
}

/// Escapes what must not stand in a request line; what is escaped already stays.
fn escape(text: &str, also: &[u8]) -> String {
    let one = |byte: u8| {
        let fine = byte.is_ascii_graphic() && !also.contains(&byte);
        if fine { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(one).collect()
}

/// Decodes `%XX`; `None` when an escape is broken.
pub(super) fn percent_decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(if byte == b'%' { hex(bytes.next()?)? * 16 + hex(bytes.next()?)? } else { byte });
    }
    Some(out)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_split_and_escaped() {
        let url = Url::parse("HTTPS://us%40er:p%3Aw@Example.com:8443/a b/%2F/é?q=1 2&x=é#top").unwrap();
        assert_eq!(url.bare(), "https://Example.com:8443/a%20b/%2F/%C3%A9?q=1%202&x=%C3%A9");
        let user = url.user.as_ref().unwrap();
        assert_eq!((user.name.reveal().as_str(), user.password.reveal().as_str()), ("us@er", "p:w"));
        assert_eq!(url.address(), "Example.com:8443");
    }

    #[test]
    fn ports_and_addresses() {
        for (text, address) in [
            ("http://a", "a:80"),
            ("https://a", "a:443"),
            ("http://a:", "a:80"),
            ("http://[::1]:8080/x", "[::1]:8080"),
            ("https://[2001:db8::1]", "[2001:db8::1]:443"),
            ("http://10.0.0.1:1?x", "10.0.0.1:1"),
        ] {
            assert_eq!(Url::parse(text).unwrap().address(), address, "{text}");
        }
        assert_eq!(Url::parse("http://[::1]:8080/").unwrap().host(), "::1");
    }

    #[test]
    fn what_cannot_be_used_says_why() {
        for (text, reason) in [
            ("", "it has no scheme such as `https://`"),
            ("example.com/x", "it has no scheme such as `https://`"),
            ("/x", "it has no scheme such as `https://`"),
            ("http:/x", "it has no host"),
            ("http:///x", "it has no host"),
            ("http://:80/", "it has no host"),
            ("ftp://a/", "its scheme is not `http` or `https`: `ftp`"),
            ("http://a:99999/", "its port is not a number up to 65535: `99999`"),
            ("http://a:+1/", "its port is not a number up to 65535: `+1`"),
            ("http://a b/", "its host is not a name or an address: `a b`"),
            ("http://bücher.example/", "its host is not ASCII (the `xn--` form is): `bücher.example`"),
            ("http://[::1/", "its host is not an IPv6 address: `[::1`"),
            ("http://a/%zz", "its path has a broken `%` escape"),
            ("http://a/\n", "it contains a control character"),
            ("http://u:%zz@a/", "its user name or password has a broken `%` escape"),
        ] {
            match Url::parse(text) {
                Err(HttpError::BadUrl { reason: given, .. }) => assert_eq!(given, reason, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn user_information_is_never_shown() {
        for (text, shown) in [
            ("https://user:S3NTINEL@host/x?y", "https://REDACTED@host/x?y"),
            ("https://S3NTINEL@host/x", "https://REDACTED@host/x"),
            ("https://user:S3/NTINEL@host/x", "https://REDACTED@host/x"),
            ("https://user:S3 NTINEL@host/x", "https://REDACTED@host/x"),
            ("user:S3NTINEL@host", "REDACTED@host"),
            ("https://host/scope/@name", "https://host/scope/@name"),
            ("http://http://u:S3NTINEL@host/x", "http://http//REDACTED@host/x"),
            ("https://host/a//b?u=http://u:S3NTINEL@host/x", "https://host/a//b?u=http://REDACTED@host/x"),
        ] {
            assert_eq!(redact(text), shown);
        }
        let url = Url::parse("https://user:S3NTINEL@host/").unwrap();
        assert!(!format!("{url:?} {url:#?} {url}").contains("S3NTINEL"));
        let error = Url::parse("https://user:S3/NTINEL@host/").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`https://REDACTED@host/` is not a usable URL: its port is not a number up to 65535"
        );
        assert!(!format!("{error:?}").contains("S3"), "{error:?}");
    }
}
