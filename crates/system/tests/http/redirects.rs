//! Redirects, followed and not.

use crate::server::{Server, answer, client, redirect, request};
use std::sync::Arc;
use system::http::{BasicAuth, Fetch, HttpError, Submit, Url};
use value::Secret;

/// `/N` leads to `/N-1`, and `/0` is the end.
fn countdown() -> Server {
    Server::start(|seen, stream| {
        let left: u32 = seen.path()[1..].parse().unwrap();
        let bytes = if left == 0 { answer("200 OK", "", b"end") } else { redirect(302, &format!("/{}", left - 1)) };
        stream.write_all(&bytes).is_ok()
    })
}

#[test]
fn a_chain_is_followed_on_one_connection() {
    let server = countdown();
    let response = client(&[]).fetch(&server.request("/3")).unwrap();
    assert_eq!((response.body.as_slice(), response.url.to_string()), (&b"end"[..], server.url("/0")));
    let asked: Vec<_> = response.redirects.iter().map(ToString::to_string).collect();
    assert_eq!(asked, [server.url("/3"), server.url("/2"), server.url("/1")]);
    assert!(!response.lost_tls());
    assert!(server.seen().iter().all(|seen| seen.connection == 0));
}

#[test]
fn the_tenth_redirect_is_one_too_many() {
    let server = countdown();
    assert_eq!(client(&[]).fetch(&server.request("/9")).unwrap().status, 200);
    let error = client(&[]).fetch(&server.request("/10")).unwrap_err();
    let HttpError::TooManyRedirects { limit: 10, chain, .. } = &error else { panic!("{error}") };
    assert_eq!((chain.len(), &chain[10]), (11, &server.url("/0")));
}

#[test]
fn a_loop_names_its_chain_without_credentials() {
    let server = Server::start(|seen, stream| {
        let to = if seen.path() == "/a" { "/b" } else { "/a" };
        stream.write_all(&redirect(301, to)).is_ok()
    });
    let mut request = request(&format!("http://u:S3NTINEL@127.0.0.1:{}/a", server.port));
    request.limits.max_redirects = 2;
    let error = client(&[]).fetch(&request).unwrap_err();
    let (a, b) = (
        format!("http://REDACTED@127.0.0.1:{}/a", server.port),
        format!("http://REDACTED@127.0.0.1:{}/b", server.port),
    );
    assert_eq!(error.to_string(), format!("stopped at redirect 2: {a} -> {b} -> {a}"));
}

#[test]
fn a_redirect_that_is_not_followed_is_an_answer() {
    let server = Server::always(redirect(302, "/x"));
    let mut request = server.request("/");
    request.limits.max_redirects = 0;
    let response = client(&[]).fetch(&request).unwrap();
    assert_eq!((response.status, response.body.as_slice()), (302, &b"over there"[..]));
    let server = Server::always(answer("302 Found", "", b"nowhere"));
    assert_eq!(client(&[]).fetch(&server.request("/")).unwrap().body, b"nowhere");
}

#[test]
fn a_location_that_cannot_be_used() {
    for location in ["ftp://host/", "http://[::1/", "http://u:S3NTINEL@:80/", "/%zz"] {
        let server = Server::always(redirect(302, location));
        let error = client(&[]).fetch(&server.request("/")).unwrap_err();
        assert!(matches!(&error, HttpError::BadUrl { .. }), "{location}: {error}");
        assert!(!format!("{error} {error:?}").contains("S3NTINEL"));
    }
}

#[test]
fn a_body_is_sent_again_only_when_the_method_stays() {
    for (status, line, body) in [(302, "GET /end HTTP/1.1", ""), (307, "POST /end HTTP/1.1", "hello")] {
        let server = Server::start(move |seen, stream| {
            let end = seen.path() == "/end";
            stream.write_all(&if end { answer("200 OK", "", b"") } else { redirect(status, "/end") }).is_ok()
        });
        let mut request = server.request("/");
        request.headers.add("Content-Type", "text/plain");
        request.body = b"hello".to_vec();
        client(&[]).submit("POST", &request).unwrap();
        let last = server.seen().pop().unwrap();
        assert_eq!((last.line.as_str(), last.body.as_slice()), (line, body.as_bytes()));
        assert_eq!(last.header("content-type").is_some(), status == 307);
    }
}

#[test]
fn credentials_stay_with_their_host() {
    let target = Server::always(answer("200 OK", "", b""));
    for (host, kept) in [("127.0.0.1", true), ("localhost", false)] {
        let source = Server::always(redirect(302, &format!("http://{host}:{}/", target.port)));
        let mut request = source.request("/");
        request.headers.add("Cookie", "a=b");
        request.headers.add("X-Other", "c");
        request.auth = Some(BasicAuth { user: "u".into(), password: Secret::new("p".into()) });
        client(&[]).fetch(&request).unwrap();
        let seen = target.seen().pop().unwrap();
        assert_eq!(seen.header("authorization"), kept.then_some("Basic dTpw"), "{host}");
        assert_eq!(seen.header("cookie"), kept.then_some("a=b"));
        assert_eq!(seen.header("x-other"), Some("c"));
    }
}

#[test]
fn the_guard_is_asked_before_every_hop() {
    let server = countdown();
    let mut request = server.request("/2");
    request.guard = Some(Arc::new(|url: &Url| if url.path() == "/1" { Err("not there".into()) } else { Ok(()) }));
    let error = client(&[]).fetch(&request).unwrap_err();
    assert_eq!(error.to_string(), format!("`{}` must not be asked: not there", server.url("/1")));
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn the_deadline_covers_all_hops() {
    let server = Server::start(|_, stream| {
        std::thread::sleep(std::time::Duration::from_millis(150));
        stream.write_all(&redirect(302, "/again")).is_ok()
    });
    let mut request = server.request("/");
    request.limits.timeout = Some(std::time::Duration::from_millis(400));
    assert!(matches!(client(&[]).fetch(&request), Err(HttpError::TimedOut { .. })));
    assert!(server.seen().len() < 4);
}
