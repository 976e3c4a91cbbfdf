//! HTTP servers.

use super::{Answer, Subject, int, millis};
use crate::definition::{Attribute, AttributeKind, Shape, TypeDef};
use crate::matcher::{Scan, text_of_bytes};
use crate::resource::Resource;
use crate::scene::Scene;
use std::path::Path;
use std::time::Duration;
use system::http::{BasicAuth, Headers, Identity, Limits, ProxyChoice, Request, Response, Tls, Trust};
use value::Secret;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "http",
    name: "HTTP",
    named_by: Some("url"),
    names_id: true,
    attributes: &[
        Attribute::new("status").required(),
        Attribute::new("headers").shown_as("Headers").of_kind(AttributeKind::Lines),
        Attribute::new("body").shown_as("Body").of_kind(AttributeKind::Lines),
    ],
    settings: &[
        ("url", Shape::Text),
        ("method", Shape::Text),
        ("allow-insecure", Shape::Flag),
        ("no-follow-redirects", Shape::Flag),
        ("timeout", Shape::Millis),
        ("request-headers", Shape::Fields),
        ("request-body", Shape::Text),
        ("username", Shape::Text),
        ("password", Shape::Secret),
        ("ca-file", Shape::Text),
        ("cert-file", Shape::Text),
        ("key-file", Shape::Text),
        ("proxy", Shape::Text),
    ],
    is_gated: true,
    subject: |resource, scene| Box::new(Exchange { resource, scene, response: None }),
};

/// The longest body that is looked at.
const LONGEST: usize = 16 << 20;
/// The longest file with certificates.
const LONGEST_PEM: u64 = 8 << 20;
/// The redirect with this number is an error.
const REDIRECTS: usize = 10;

/// One request, sent by the first question.
struct Exchange<'s> {
    resource: &'s Resource,
    scene: &'s Scene<'s>,
    response: Option<Result<Response, String>>,
}

impl Exchange<'_> {
    fn response(&mut self) -> Result<&Response, String> {
        let (resource, scene) = (self.resource, self.scene);
        self.response.get_or_insert_with(|| ask(resource, scene)).as_ref().map_err(String::clone)
    }

    fn text(&mut self, property: &str) -> Result<Vec<u8>, String> {
        let response = self.response()?;
        match property {
            "Headers" => Ok(header_lines(&response.headers).into_bytes()),
            _ if response.body.len() > LONGEST => Err(format!("the body is longer than {LONGEST} bytes")),
            _ => Ok(response.body.clone()),
        }
    }
}

impl Subject for Exchange<'_> {
    fn look(&mut self, property: &str) -> Answer {
        match property {
            "status" => Ok(int(self.response()?.status)),
            text => self.text(text).map(|text| text_of_bytes(&text)),
        }
    }

    fn scan(&mut self, property: &str, scan: &mut Scan<'_>) -> Result<(), String> {
        let _ = scan.feed(&self.text(property)?);
        Ok(())
    }
}

fn ask(resource: &Resource, scene: &Scene<'_>) -> Result<Response, String> {
    let settings = &resource.settings;
    let (limit, shown) = millis(settings.millis("timeout", 5_000));
    let timeout = scene.left(limit);
    if timeout == Duration::ZERO {
        return Err(format!("no answer within {shown}"));
    }
    let mut request = Request::to(resource.name()).map_err(|error| error.to_string())?;
    request.headers = headers(settings.texts("request-headers"))?;
    request.body = settings.text("request-body").unwrap_or_default().as_bytes().to_vec();
    request.auth = auth(resource);
    request.tls = tls(resource, scene)?;
    request.proxy = settings
        .text("proxy")
        .map_or(ProxyChoice::Environment, |proxy| ProxyChoice::Through(Secret::new(proxy.to_owned())));
    request.limits = Limits {
        timeout: Some(timeout),
        connect_timeout: Some(timeout),
        max_redirects: if settings.flag("no-follow-redirects") { 0 } else { REDIRECTS },
        max_body: if wants_body(resource) { LONGEST as u64 + 1 } else { 0 },
    };
    let method = settings.text("method").unwrap_or("GET");
    scene.world.http.check(method, &request).map_err(|error| error.to_string())
}

/// A body that nobody expects anything of is not read.
fn wants_body(resource: &Resource) -> bool {
    resource.expectations.iter().any(|expectation| expectation.attribute.name == "body")
}

/// `Name: value` each. Connections are not kept, and who says nothing else is goss.
fn headers(given: &[String]) -> Result<Headers, String> {
    let mut headers = Headers::default();
    for line in given {
        let (name, value) =
            line.split_once(": ").ok_or("a request header has no `: ` between its name and its value")?;
        headers.add(name, value);
    }
    let names_agent = |line: &String| line.to_ascii_lowercase().starts_with("user-agent:");
    if !given.iter().any(names_agent) {
        headers.add("User-Agent", "goss/");
    }
    headers.add("Connection", "close");
    Ok(headers)
}

fn auth(resource: &Resource) -> Option<BasicAuth> {
    let (user, password) = (resource.settings.text("username"), resource.settings.secret("password"));
    if user.is_none() && password.is_none() {
        return None;
    }
    Some(BasicAuth { user: user.unwrap_or_default().to_owned(), password: password.cloned().unwrap_or_default() })
}

fn tls(resource: &Resource, scene: &Scene<'_>) -> Result<Tls, String> {
    let settings = &resource.settings;
    let read = |path: &str| {
        scene.world.files.read(&scene.directory.join(Path::new(path)), LONGEST_PEM).map_err(|error| error.to_string())
    };
    let roots = settings.text("ca-file").map(|file| Ok::<_, String>((file, read(file)?))).transpose()?;
    if let Some((file, pem)) = &roots
        && memchr::memmem::find(pem, b"-----BEGIN CERTIFICATE-----").is_none()
    {
        return Err(format!("Failed parse root certificate: {file}"));
    }
    let trust = match roots {
        _ if settings.flag("allow-insecure") => Trust::Anyone,
        Some((_, pem)) => Trust::Only(pem),
        None => Trust::System,
    };
    let identity = match (settings.text("cert-file"), settings.text("key-file")) {
        (Some(chain), Some(key)) => Some(Identity { chain: read(chain)?, key: Secret::new(read(key)?) }),
        _ => None,
    };
    Ok(Tls { trust, identity })
}

/// Lines `Name: value`, sorted. What belongs to the transfer is not part of the answer.
fn header_lines(headers: &Headers) -> String {
    let own = headers
        .iter()
        .filter(|(name, _)| !name.eq_ignore_ascii_case("transfer-encoding") && !name.eq_ignore_ascii_case("trailer"));
    let mut lines: Vec<String> = own.map(|(name, value)| format!("{}: {value}", canonical(name))).collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// A capital letter at the beginning and after every `-`.
fn canonical(name: &str) -> String {
    let mut begins = true;
    let letter = |letter: char| {
        let out = if begins { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        begins = letter == '-';
        out
    };
    name.chars().map(letter).collect()
}

/// What must not be shown: the password, header values, and passwords in URLs.
pub(crate) fn secrets(resource: &Resource) -> Vec<Secret<String>> {
    let settings = &resource.settings;
    let password = settings.secret("password").cloned();
    let headers = settings.texts("request-headers").iter().filter_map(|line| line.split_once(": "));
    let hidden = headers.filter(|(name, _)| !Headers::is_harmless(name)).map(|(_, value)| value.to_owned());
    let urls = [Some(resource.name()), Some(resource.key.as_str()), settings.text("proxy")];
    let in_urls = urls.into_iter().flatten().filter_map(password_in).map(str::to_owned);
    let mut found: Vec<Secret<String>> = hidden.chain(in_urls).map(Secret::new).collect();
    // The credentials of a header are a secret of their own, without the scheme before them.
    let credentials = found.iter().filter_map(|secret| secret.reveal().split_once(' '));
    let credentials: Vec<_> = credentials.map(|(_, rest)| Secret::new(rest.to_owned())).collect();
    found.extend(credentials);
    found.extend(password);
    found
}

/// The password in `scheme://user:password@host`.
fn password_in(url: &str) -> Option<&str> {
    let authority = url.split_once("://")?.1.split(['/', '?', '#']).next()?;
    let (user, _) = authority.rsplit_once('@')?;
    user.split_once(':').map(|(_, password)| password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_headers() {
        assert_eq!(canonical("content-type"), "Content-Type");
        assert_eq!(canonical("x-UP"), "X-Up");
        assert_eq!(canonical(""), "");
    }

    #[test]
    fn passwords_in_urls() {
        assert_eq!(password_in("http://u:secret@h/x"), Some("secret"));
        assert_eq!(password_in("http://u:a@b@h/x"), Some("a@b"));
        assert_eq!(password_in("http://u@h/"), None);
        assert_eq!(password_in("http://h/a:b@c"), None);
        assert_eq!(password_in("u:p@h"), None);
    }
}
