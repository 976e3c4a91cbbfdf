//! URLs taken apart as Go's `net/url` does it.

use std::net::Ipv6Addr;

use value::quote_bytes;

use super::escape::{Part, escape, unescape};

/// The parts of a URL; all but query and opaque part without escapes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Url {
    pub(super) scheme: Vec<u8>,
    pub(super) opaque: Vec<u8>,
    pub(super) user: Option<User>,
    pub(super) host: Vec<u8>,
    pub(super) path: Vec<u8>,
    pub(super) query: Vec<u8>,
    pub(super) fragment: Vec<u8>,
}

/// Who asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct User {
    name: Vec<u8>,
    password: Option<Vec<u8>>,
}

/// Why a text is no URL. The texts are those of the original.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum UrlError {
    #[error("invalid URL escape {}", quote_bytes(.0))]
    Escape(Vec<u8>),
    #[error("invalid character {} in host name", quote_bytes(.0))]
    HostCharacter(Vec<u8>),
    #[error("net/url: invalid control character in URL")]
    Control,
    #[error("missing protocol scheme")]
    NoScheme,
    #[error("first path segment in URL cannot contain colon")]
    Colon,
    #[error("net/url: invalid userinfo")]
    User,
    #[error("missing ']' in host")]
    Bracket,
    #[error("invalid IP-literal")]
    Literal,
    #[error("invalid host: ParseAddr({}): unable to parse IP", quote_bytes(.0))]
    Address(Vec<u8>),
    #[error("invalid port {} after host", quote_bytes(.0))]
    Port(Vec<u8>),
    #[error("parse {}: {problem}", quote_bytes(.url))]
    In { url: Vec<u8>, problem: Box<UrlError> },
}

impl Url {
    pub(super) fn parse(text: &[u8]) -> Result<Self, UrlError> {
        let in_url = |url: &[u8], problem| UrlError::In { url: url.to_vec(), problem: Box::new(problem) };
        let (before, fragment) = cut(text, b'#');
        let mut url = Self::parse_without_fragment(before).map_err(|problem| in_url(before, problem))?;
        url.fragment = unescape(fragment, Part::Fragment).map_err(|problem| in_url(text, problem))?;
        Ok(url)
    }

    fn parse_without_fragment(text: &[u8]) -> Result<Self, UrlError> {
        if text.iter().any(u8::is_ascii_control) {
            return Err(UrlError::Control);
        }
        let (scheme, rest) = take_scheme(text)?;
        let (rest, query) = cut(rest, b'?');
        let mut url = Self { scheme: scheme.to_ascii_lowercase(), query: query.to_vec(), ..Self::default() };
        let mut path = rest;
        if !rest.starts_with(b"/") {
            if !scheme.is_empty() {
                return Ok(Self { opaque: rest.to_vec(), ..url });
            }
            if cut(rest, b'/').0.contains(&b':') {
                return Err(UrlError::Colon);
            }
        }
        if rest.starts_with(b"//") && (!scheme.is_empty() || !rest.starts_with(b"///")) {
            let behind = &rest[2..];
            let (authority, after) = behind.split_at(position(behind, b'/').unwrap_or(behind.len()));
            (url.user, url.host) = parse_authority(&url.scheme, authority)?;
            path = after;
        }
        url.path = unescape(path, Part::Path)?;
        Ok(url)
    }

    /// The host without its port and without the brackets around an address.
    pub(super) fn hostname(&self) -> &[u8] {
        let host = match self.host.iter().rposition(|byte| *byte == b':') {
            Some(colon) if is_optional_port(&self.host[colon..]) => &self.host[..colon],
            _ => &self.host,
        };
        host.strip_prefix(b"[").and_then(|host| host.strip_suffix(b"]")).unwrap_or(host)
    }

    /// The URL as text.
    pub(super) fn to_text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if !self.scheme.is_empty() {
            text.extend_from_slice(&self.scheme);
            text.push(b':');
        }
        if self.opaque.is_empty() {
            self.write_authority(&mut text);
            self.write_path(&mut text);
        } else {
            text.extend_from_slice(&self.opaque);
        }
        if !self.query.is_empty() {
            text.push(b'?');
            text.extend_from_slice(&self.query);
        }
        if !self.fragment.is_empty() {
            text.push(b'#');
            text.extend(escape(&self.fragment, Part::Fragment));
        }
        text
    }

    fn write_authority(&self, text: &mut Vec<u8>) {
        let has_authority = !self.host.is_empty() || self.user.is_some();
        if has_authority || (!self.scheme.is_empty() && !self.path.is_empty()) {
            text.extend_from_slice(b"//");
        }
        if let Some(user) = &self.user {
            text.extend(user.to_text());
            text.push(b'@');
        }
        text.extend(escape(&self.host, Part::Host));
    }

    fn write_path(&self, text: &mut Vec<u8>) {
        let path = if self.path == b"*" { b"*".to_vec() } else { escape(&self.path, Part::Path) };
        if !path.is_empty() && !path.starts_with(b"/") && !self.host.is_empty() {
            text.push(b'/');
        }
        // Without this the colon would end a scheme.
        if text.is_empty() && cut(&path, b'/').0.contains(&b':') {
            text.extend_from_slice(b"./");
        }
        text.extend(path);
    }
}

impl User {
    /// `name:password`, with escapes.
    pub(super) fn to_text(&self) -> Vec<u8> {
        let mut text = escape(&self.name, Part::User);
        if let Some(password) = &self.password {
            text.push(b':');
            text.extend(escape(password, Part::User));
        }
        text
    }
}

fn take_scheme(text: &[u8]) -> Result<(&[u8], &[u8]), UrlError> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = text.iter().position(|byte| !is_part(byte)).unwrap_or(text.len());
    match text.get(end) {
        Some(b':') if end == 0 => Err(UrlError::NoScheme),
        Some(b':') if text[0].is_ascii_alphabetic() => Ok((&text[..end], &text[end + 1..])),
        _ => Ok((b"", text)),
    }
}

fn parse_authority(scheme: &[u8], authority: &[u8]) -> Result<(Option<User>, Vec<u8>), UrlError> {
    let Some(at) = authority.iter().rposition(|byte| *byte == b'@') else {
        return Ok((None, parse_host(scheme, authority)?));
    };
    let host = parse_host(scheme, &authority[at + 1..])?;
    let user = &authority[..at];
    if !user.iter().copied().all(is_userinfo) {
        return Err(UrlError::User);
    }
    let (name, password) = cut(user, b':');
    let name = unescape(name, Part::User)?;
    let password = user.contains(&b':').then(|| unescape(password, Part::User)).transpose()?;
    Ok((Some(User { name, password }), host))
}

fn is_userinfo(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte)
}

fn parse_host(scheme: &[u8], host: &[u8]) -> Result<Vec<u8>, UrlError> {
    match host.iter().rposition(|byte| *byte == b'[') {
        Some(0) => parse_literal(host),
        Some(_) => Err(UrlError::Literal),
        None => {
            let is_web = matches!(scheme, b"http" | b"https");
            let colon = if is_web { position(host, b':') } else { host.iter().rposition(|byte| *byte == b':') };
            check_port(&host[colon.unwrap_or(host.len())..])?;
            unescape(host, Part::Host)
        }
    }
}

/// An address in brackets, with an optional zone and port.
fn parse_literal(host: &[u8]) -> Result<Vec<u8>, UrlError> {
    let close = host.iter().rposition(|byte| *byte == b']').ok_or(UrlError::Bracket)?;
    let port = &host[close + 1..];
    check_port(port)?;
    let inside = &host[1..close];
    let zone = inside.windows(3).position(|window| window == b"%25").unwrap_or(inside.len());
    let mut address = unescape(&inside[..zone], Part::Host)?;
    let bare = address.len();
    address.extend(unescape(&inside[zone..], Part::Zone)?);
    check_address(&address, bare)?;
    Ok([b"[", &*address, b"]", port].concat())
}

/// Checks an address whose zone begins at `bare`.
fn check_address(address: &[u8], bare: usize) -> Result<(), UrlError> {
    let wrong = || UrlError::Address(address.to_vec());
    let text = std::str::from_utf8(&address[..bare]).map_err(|_| wrong())?;
    if text.parse::<std::net::Ipv4Addr>().is_ok() && bare == address.len() {
        return Err(UrlError::Literal);
    }
    // A zone is `%` and at least one byte.
    if text.parse::<Ipv6Addr>().is_err() || bare + 1 == address.len() {
        return Err(wrong());
    }
    Ok(())
}

fn check_port(port: &[u8]) -> Result<(), UrlError> {
    if is_optional_port(port) { Ok(()) } else { Err(UrlError::Port(port.to_vec())) }
}

fn is_optional_port(port: &[u8]) -> bool {
    port.split_first().is_none_or(|(colon, digits)| *colon == b':' && digits.iter().all(u8::is_ascii_digit))
}

fn position(text: &[u8], byte: u8) -> Option<usize> {
    text.iter().position(|other| *other == byte)
}

/// What stands before and behind the first such byte.
fn cut(text: &[u8], byte: u8) -> (&[u8], &[u8]) {
    match position(text, byte) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Result<[String; 7], String> {
        let url = Url::parse(text.as_bytes()).map_err(|error| error.to_string())?;
        let user = url.user.as_ref().map(User::to_text).unwrap_or_default();
        let parts = [&url.scheme, &url.opaque, &user, &url.host, &url.path, &url.query, &url.fragment];
        Ok(parts.map(|part| String::from_utf8_lossy(part).into_owned()))
    }

    #[test]
    fn parts_of_urls() {
        for (text, expected) in [
            ("", ["", "", "", "", "", "", ""]),
            ("HTTP://u:p%40s@h:80/a%20b?x=1&y=%20#f%20g", ["http", "", "u:p%40s", "h:80", "/a b", "x=1&y=%20", "f g"]),
            ("mailto:x@y?s=1", ["mailto", "x@y", "", "", "", "s=1", ""]),
            ("//h/p", ["", "", "", "h", "/p", "", ""]),
            ("///p", ["", "", "", "", "///p", "", ""]),
            ("http:///p", ["http", "", "", "", "/p", "", ""]),
            ("a b", ["", "", "", "", "a b", "", ""]),
            ("http://[fe80::1%25en0]:80/", ["http", "", "", "[fe80::1%en0]:80", "/", "", ""]),
            ("http://a@b@c/", ["http", "", "a%40b", "c", "/", "", ""]),
            ("http://h/?", ["http", "", "", "h", "/", "", ""]),
            ("x://h:/", ["x", "", "", "h:", "/", "", ""]),
        ] {
            assert_eq!(parts(text).unwrap(), expected, "{text}");
        }
        let hostname =
            |text: &str| String::from_utf8(Url::parse(text.as_bytes()).unwrap().hostname().to_vec()).unwrap();
        assert_eq!(
            [hostname("//h:80"), hostname("//[::1]:80"), hostname("//[::1]"), hostname("/")],
            ["h", "::1", "::1", ""]
        );
    }

    #[test]
    fn what_is_no_url() {
        for (text, problem) in [
            (":x", "parse \":x\": missing protocol scheme"),
            ("1a:b", "parse \"1a:b\": first path segment in URL cannot contain colon"),
            ("http://h:port/", "parse \"http://h:port/\": invalid port \":port\" after host"),
            ("http://h:1:2/", "parse \"http://h:1:2/\": invalid port \":1:2\" after host"),
            ("http://h/%zz", "parse \"http://h/%zz\": invalid URL escape \"%zz\""),
            ("http://h/%", "parse \"http://h/%\": invalid URL escape \"%\""),
            ("http://a b/", "parse \"http://a b/\": invalid character \" \" in host name"),
            ("http://h%41/", "parse \"http://h%41/\": invalid URL escape \"%41\""),
            ("http://[::1", "parse \"http://[::1\": missing ']' in host"),
            ("http://x[::1]/", "parse \"http://x[::1]/\": invalid IP-literal"),
            ("http://[1.2.3.4]/", "parse \"http://[1.2.3.4]/\": invalid IP-literal"),
            ("http://[zz]/", "parse \"http://[zz]/\": invalid host: ParseAddr(\"zz\"): unable to parse IP"),
            ("http://a\"b@h/", "parse \"http://a\\\"b@h/\": net/url: invalid userinfo"),
            ("a\u{7f}", "parse \"a\\x7f\": net/url: invalid control character in URL"),
            ("a#%zz", "parse \"a#%zz\": invalid URL escape \"%zz\""),
        ] {
            assert_eq!(parts(text).unwrap_err(), problem);
        }
    }
}
