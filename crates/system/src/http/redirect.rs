//! What a redirect turns a request into, as Go's client does it.

use super::reference::resolve;
use super::{Headers, HttpError, Request, Url};

/// Not for strangers.
const SENSITIVE: [&str; 6] =
    ["authorization", "cookie", "cookie2", "proxy-authenticate", "proxy-authorization", "www-authenticate"];

/// They describe a body.
const OF_BODY: [&str; 4] = ["content-encoding", "content-language", "content-location", "content-type"];

/// They follow from the body that is sent.
const OF_FRAMING: [&str; 3] = ["content-length", "trailer", "transfer-encoding"];

/// One request of a chain.
#[derive(Debug, Clone)]
pub(super) struct Hop {
    pub(super) method: String,
    pub(super) url: Url,
    /// Whether the body still goes along; once dropped it stays so.
    pub(super) with_body: bool,
    /// Whether credentials still go along; once dropped they stay so.
    pub(super) trusted: bool,
    /// Whether a given `Host` still holds.
    keeps_host: bool,
}

impl Hop {
    pub(super) fn first(method: &str, request: &Request) -> Self {
        Self { method: method.into(), url: request.url.clone(), with_body: true, trusted: true, keeps_host: true }
    }

    /// The hop that an answer asks for, if it does.
    pub(super) fn next(
        &self,
        request: &Request,
        status: u16,
        location: Option<&str>,
    ) -> Result<Option<Self>, HttpError> {
        let keeps = match status {
            301..=303 => false,
            307 | 308 => true,
            _ => return Ok(None),
        };
        let Some(location) = location.filter(|location| !location.is_empty()) else { return Ok(None) };
        let url = resolve(&self.url, location)?;
        let method = if keeps || self.method == "HEAD" { self.method.clone() } else { "GET".into() };
        Ok(Some(Self {
            method,
            with_body: self.with_body && keeps,
            trusted: self.trusted && is_same_or_below(url.host(), request.url.host()),
            keeps_host: self.keeps_host && url.same_origin(&self.url),
            url,
        }))
    }

    /// The header fields that go out with this hop, credentials of the URL included.
    pub(super) fn headers(&self, request: &Request) -> Headers {
        let mut headers = request.headers.without(&OF_FRAMING);
        if !self.trusted {
            headers = headers.without(&SENSITIVE).without_secrets();
        }
        if !self.with_body {
            headers = headers.without(&OF_BODY);
        }
        if !self.keeps_host {
            headers.remove("host");
        }
        if let Some(authorization) = request.authorization(&self.url, self.trusted) {
            headers.remove("authorization");
            headers.add_secret("Authorization", authorization);
        }
        headers
    }
}

/// Whether credentials for `parent` may go to `host`.
fn is_same_or_below(host: &str, parent: &str) -> bool {
    let (host, parent) = (host.to_ascii_lowercase(), parent.to_ascii_lowercase());
    host == parent || (!host.contains(':') && host.strip_suffix(&parent).is_some_and(|rest| rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Secret;

    fn request(url: &str) -> Request {
        let mut request = Request::to(url).unwrap();
        for name in ["Authorization", "Cookie", "Content-Type", "Host", "X-Other", "Content-Length"] {
            request.headers.add(name, "v");
        }
        request
    }

    fn follow(request: &Request, method: &str, steps: &[(u16, &str)]) -> Hop {
        steps.iter().fold(Hop::first(method, request), |hop, (status, location)| {
            hop.next(request, *status, Some(location)).unwrap().unwrap()
        })
    }

    fn names(hop: &Hop, request: &Request) -> String {
        let headers = hop.headers(request);
        headers.iter().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn methods_and_bodies() {
        let request = request("http://a/");
        for (method, status, then, with_body) in [
            ("GET", 301, "GET", false),
            ("HEAD", 302, "HEAD", false),
            ("POST", 301, "GET", false),
            ("POST", 302, "GET", false),
            ("PUT", 303, "GET", false),
            ("POST", 307, "POST", true),
            ("DELETE", 308, "DELETE", true),
        ] {
            let hop = follow(&request, method, &[(status, "/b")]);
            assert_eq!((hop.method.as_str(), hop.with_body), (then, with_body), "{method} {status}");
        }
        let hop = follow(&request, "POST", &[(302, "/b"), (307, "/c")]);
        assert_eq!((hop.method.as_str(), hop.with_body), ("GET", false));
    }

    #[test]
    fn an_answer_that_asks_for_nothing() {
        let request = request("http://a/");
        let hop = Hop::first("GET", &request);
        for status in [200, 300, 304, 305, 306, 309, 404] {
            assert!(hop.next(&request, status, Some("/b")).unwrap().is_none(), "{status}");
        }
        assert!(hop.next(&request, 302, None).unwrap().is_none());
        assert!(hop.next(&request, 302, Some("")).unwrap().is_none());
    }

    #[test]
    fn headers_that_go_along() {
        let request = request("http://example.com/");
        for (location, expected) in [
            ("/b", "Authorization Cookie Host X-Other"),
            ("http://example.com:8080/", "Authorization Cookie X-Other"),
            ("https://sub.example.com/", "Authorization Cookie X-Other"),
            ("https://notexample.com/", "X-Other"),
            ("https://com/", "X-Other"),
            ("http://10.0.0.1/", "X-Other"),
        ] {
            assert_eq!(names(&follow(&request, "POST", &[(302, location)]), &request), expected, "{location}");
        }
        let mut request = request;
        request.headers.add_secret("X-Secret", Secret::new("v".into()));
        assert!(names(&follow(&request, "GET", &[(302, "https://sub.example.com/")]), &request).ends_with(" X-Secret"));
        assert_eq!(names(&follow(&request, "GET", &[(302, "https://other/")]), &request), "X-Other");
        let back = follow(&request, "POST", &[(307, "http://other/"), (307, "http://example.com/")]);
        assert_eq!(names(&back, &request), "Content-Type X-Other");
    }

    #[test]
    fn credentials_of_a_url_belong_to_it() {
        let mut request = Request::to("http://u:p@a/x").unwrap();
        let sent = |steps: &[(u16, &str)]| {
            let hop = follow(&request, "GET", steps);
            hop.headers(&request).get("authorization").map(str::to_owned)
        };
        assert_eq!(sent(&[]).as_deref(), Some("Basic dTpw"));
        assert_eq!(sent(&[(302, "/y")]).as_deref(), Some("Basic dTpw"));
        assert_eq!(sent(&[(302, "http://a/y")]), None);
        assert_eq!(sent(&[(302, "http://v:q@b/y")]).as_deref(), Some("Basic djpx"));
        request.auth = Some(super::super::BasicAuth { user: "w".into(), password: Secret::new("r".into()) });
        let elsewhere = follow(&request, "GET", &[(302, "http://b/")]);
        assert_eq!(elsewhere.headers(&request).get("authorization"), None);
    }
}
