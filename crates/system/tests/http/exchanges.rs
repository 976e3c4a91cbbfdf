//! One request, one answer: what is sent, what is understood, what connections are kept.

use crate::server::{Server, answer, client, request};
use std::net::TcpListener;
use std::time::{Duration, Instant};
use system::http::{Fetch, HttpError, Phase, Submit};

#[test]
fn an_answer_has_status_reason_headers_and_body() {
    let server = Server::always(answer("200 Quite Fine", "X-A: 1\r\nX-A: 2\r\nETag: \"e\"\r\n", b"hello"));
    let response = client(&[]).fetch(&server.request("/a?b=c#d")).unwrap();
    assert_eq!((response.status, response.reason.as_str(), &response.body[..]), (200, "Quite Fine", &b"hello"[..]));
    assert_eq!(response.status_line(), "200 Quite Fine");
    assert_eq!(response.headers.get("etag"), Some("\"e\""));
    let repeated: Vec<_> = response.headers.iter().filter(|(name, _)| *name == "x-a").map(|(_, value)| value).collect();
    assert_eq!(repeated, ["1", "2"]);
    assert_eq!(response.url.to_string(), server.url("/a?b=c"));
    assert!(response.redirects.is_empty());
}

#[test]
fn what_is_sent_with_a_get() {
    let server = Server::always(answer("200 OK", "", b""));
    let mut request = server.request("/a b?c=d e");
    request.headers.add("X-Mine", "yes");
    request.headers.add("Content-Length", "77");
    client(&[]).fetch(&request).unwrap();
    let seen = &server.seen()[0];
    assert_eq!(seen.line, "GET /a%20b?c=d%20e HTTP/1.1");
    assert_eq!(seen.header("host"), Some(format!("127.0.0.1:{}", server.port).as_str()));
    assert_eq!(seen.header("x-mine"), Some("yes"));
    assert_eq!(seen.header("accept-encoding"), Some("gzip"));
    assert!(seen.header("user-agent").unwrap().starts_with("upright/"));
    assert_eq!((seen.header("accept"), seen.header("content-length")), (None, None));
}

#[test]
fn a_given_host_and_user_agent_are_sent() {
    let server = Server::always(answer("200 OK", "", b""));
    let mut request = server.request("/");
    request.headers.add("Host", "elsewhere");
    request.headers.add("User-Agent", "me");
    client(&[]).fetch(&request).unwrap();
    let seen = &server.seen()[0];
    assert_eq!((seen.header("host"), seen.header("user-agent")), (Some("elsewhere"), Some("me")));
}

#[test]
fn any_status_is_an_answer() {
    for status in [201, 204, 304, 400, 401, 404, 418, 500, 503, 599, 999] {
        let server = Server::always(format!("HTTP/1.1 {status} As It Is\r\n{}\r\n", "Content-Length: 0\r\n"));
        let response = client(&[]).fetch(&server.request("/")).unwrap();
        assert_eq!((response.status, response.reason.as_str()), (status, "As It Is"));
    }
}

#[test]
fn an_answer_may_have_no_reason_or_be_announced() {
    let server = Server::always("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok");
    let response = client(&[]).fetch(&server.request("/")).unwrap();
    assert_eq!((response.status_line().as_str(), &response.body[..]), ("200", &b"ok"[..]));
    let server = Server::always(
        "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 2\r\n\r\nok",
    );
    let response = client(&[]).fetch(&server.request("/")).unwrap();
    assert_eq!((response.status_line().as_str(), &response.body[..]), ("201 Made", &b"ok"[..]));
}

#[test]
fn a_head_has_no_body() {
    let server = Server::always("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nLast-Modified: now\r\n\r\n");
    let client = client(&[]);
    for _ in 0..2 {
        let response = client.head(&server.request("/")).unwrap();
        assert_eq!((response.headers.get("content-length"), response.body.len()), (Some("1000"), 0));
    }
    let seen = server.seen();
    assert_eq!((seen[0].line.as_str(), seen[0].header("accept-encoding")), ("HEAD / HTTP/1.1", None));
    assert_eq!(seen[1].connection, 0);
}

#[test]
fn any_method_can_be_submitted_with_a_body() {
    let server = Server::always(answer("200 OK", "", b""));
    let client = client(&[]);
    for (method, body, length) in [
        ("POST", "hello", Some("5")),
        ("POST", "", Some("0")),
        ("PUT", "", Some("0")),
        ("DELETE", "", None),
        ("DELETE", "x", Some("1")),
        ("GET", "x", Some("1")),
        ("PATCH", "x", Some("1")),
        ("PROPFIND", "x", Some("1")),
        ("OPTIONS", "", None),
    ] {
        let mut request = server.request("/");
        request.body = body.into();
        client.submit(method, &request).unwrap();
        let seen = server.seen().pop().unwrap();
        assert_eq!(seen.line, format!("{method} / HTTP/1.1"));
        assert_eq!((seen.header("content-length"), seen.body.as_slice()), (length, body.as_bytes()), "{method}");
        assert_eq!(seen.header("transfer-encoding"), None);
    }
}

#[test]
fn a_large_body_is_sent_whole() {
    let server = Server::always(answer("200 OK", "", b""));
    let mut request = server.request("/");
    request.body = (0..3_000_000_u32).map(|at| u8::try_from(at % 251).unwrap()).collect();
    client(&[]).submit("PUT", &request).unwrap();
    assert!(server.seen()[0].body == request.body);
}

#[test]
fn what_cannot_be_sent_says_why() {
    let server = Server::always(answer("200 OK", "", b""));
    let client = client(&[]);
    for method in ["BAD METHOD", "", "GET\r\n", "CONNECT"] {
        let error = client.submit(method, &server.request("/")).unwrap_err();
        assert!(
            matches!(&error, HttpError::BadRequest { reason, .. } if reason.contains("is not a method")),
            "{error}"
        );
    }
    for (name, value, what) in [("X Y", "v", "the name of header `X Y`"), ("X", "a\r\nB: c", "the value of header `X`")]
    {
        let mut request = server.request("/");
        request.headers.add(name, value);
        let error = client.fetch(&request).unwrap_err();
        assert!(matches!(&error, HttpError::BadRequest { reason, .. } if reason.contains(what)), "{error}");
    }
    assert!(server.seen().is_empty());
}

#[test]
fn connections_are_kept_and_bodies_do_not_mix() {
    let server = Server::start(|seen, stream| stream.write_all(&answer("200 OK", "", seen.path().as_bytes())).is_ok());
    let client = client(&[]);
    for path in ["/1", "/22", "/333"] {
        assert_eq!(client.fetch(&server.request(path)).unwrap().body, path.as_bytes());
    }
    assert!(server.seen().iter().all(|seen| seen.connection == 0));
}

#[test]
fn a_connection_that_says_close_is_not_kept() {
    let server = Server::start(|_, stream| {
        stream.write_all(&answer("200 OK", "Connection: close\r\n", b"x")).unwrap();
        false
    });
    let client = client(&[]);
    (0..3).for_each(|_| assert_eq!(client.fetch(&server.request("/")).unwrap().body, b"x"));
    assert_eq!(server.seen().last().unwrap().connection, 2);
}

/// The server answers once on each connection and closes it when the next request comes.
fn forgetful() -> Server {
    Server::start(|seen, stream| {
        let first = seen.header("x-try") == Some("1") || seen.connection > 0;
        first && stream.write_all(&answer("200 OK", "", b"x")).is_ok()
    })
}

#[test]
fn a_kept_connection_that_is_dead_is_replaced() {
    let (server, client) = (forgetful(), client(&[]));
    let mut request = server.request("/");
    request.headers.add("X-Try", "1");
    client.fetch(&request).unwrap();
    request.headers.remove("x-try");
    assert_eq!(client.fetch(&request).unwrap().body, b"x");
    let connections: Vec<_> = server.seen().iter().map(|seen| seen.connection).collect();
    assert_eq!(connections, [0, 0, 1]);
}

#[test]
fn a_submission_is_not_repeated() {
    let (server, client) = (forgetful(), client(&[]));
    let mut request = server.request("/");
    request.headers.add("X-Try", "1");
    client.submit("POST", &request).unwrap();
    request.headers.remove("x-try");
    let error = client.submit("POST", &request).unwrap_err();
    assert!(
        matches!(&error, HttpError::Io { phase: Phase::Answer, reason, .. } if reason.contains("unknown")),
        "{error}"
    );
    assert_eq!(server.seen().len(), 2);
}

#[test]
fn nobody_listens() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://user:S3NTINEL@127.0.0.1:{port}/x");
    let error = client(&[]).fetch(&request(&url)).unwrap_err();
    let expected = format!(
        "cannot connect to `127.0.0.1:{port}` for `http://REDACTED@127.0.0.1:{port}/x`: 127.0.0.1:{port}: Connection refused (os error 111)"
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_name_that_does_not_exist() {
    let mut request = request("http://no-such-host.invalid/");
    request.limits.connect_timeout = Some(Duration::from_secs(20));
    let error = client(&[]).fetch(&request).unwrap_err();
    let told = matches!(&error, HttpError::Connect { address, reason, .. }
        if address == "no-such-host.invalid:80" && reason.contains("cannot be resolved"));
    let slow_resolver = matches!(&error, HttpError::TimedOut { phase: Phase::Resolve, .. });
    assert!(told || slow_resolver, "{error}");
}

#[test]
fn an_answer_that_does_not_come() {
    for (sent, phase) in [("", Phase::Answer), ("HTTP/1.1 200 OK\r\nX: ", Phase::Body)] {
        let server = Server::start(move |_, stream| {
            stream.write_all(sent.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_secs(5));
            false
        });
        let mut request = server.request("/");
        request.limits.timeout = Some(Duration::from_millis(300));
        let start = Instant::now();
        let error = client(&[]).fetch(&request).unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(2));
        let HttpError::TimedOut { after, phase: told, .. } = &error else { panic!("{error}") };
        assert_eq!((*after, *told), (Duration::from_millis(300), phase), "{error}");
    }
}

#[test]
fn a_server_that_closes_at_once() {
    let server = Server::start(|_, _| false);
    let error = client(&[]).fetch(&server.request("/")).unwrap_err();
    let expected = format!(
        "exchange with `{}` failed while waiting for the answer: the server closed the connection without an answer",
        server.url("/")
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_is_not_http_is_an_error() {
    for answer in
        ["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nbad header\r\n\r\n", "\0\0\0\0\r\n\r\n"]
    {
        let server = Server::start(move |_, stream| {
            stream.write_all(answer.as_bytes()).unwrap();
            false
        });
        let error = client(&[]).fetch(&server.request("/")).unwrap_err();
        assert!(matches!(&error, HttpError::Io { .. }), "{answer:?}: {error}");
    }
}

#[test]
fn headers_are_bounded() {
    let endless = Server::start(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n").unwrap();
        while stream.write_all(b"X-More: and more and more and more and more\r\n").is_ok() {}
        false
    });
    let error = client(&[]).fetch(&endless.request("/")).unwrap_err();
    assert!(matches!(&error, HttpError::Io { .. }), "{error}");
}

#[test]
fn garbage_never_panics() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let client = client(&[]);
    for _ in 0..300 {
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut bytes = answer("200 OK", "Transfer-Encoding: chunked\r\nX: y\r\n", b"5\r\nhello\r\n0\r\n\r\n");
        for _ in 0..next() % 8 {
            let at = usize::try_from(next()).unwrap() % bytes.len();
            bytes[at] = u8::try_from(next() & 0xff).unwrap();
        }
        bytes.truncate(usize::try_from(next()).unwrap() % (2 * bytes.len()));
        let server = Server::start(move |_, stream| {
            let _ = stream.write_all(&bytes);
            false
        });
        let _ = client.fetch(&server.request("/"));
    }
}
