//! Bodies: framed in every way, compressed, cut off, slow, endless.

use crate::server::{Server, answer, client};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use system::http::{Fetch, HttpError, Phase};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Writes an answer and closes.
fn once(bytes: impl Into<Vec<u8>>) -> Server {
    let bytes = bytes.into();
    Server::start(move |_, stream| {
        stream.write_all(&bytes).unwrap();
        false
    })
}

#[test]
fn chunks_with_extensions_and_trailers() {
    let server = Server::always(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;ext=1\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\nX-T: 1\r\n\r\n",
    );
    let client = client(&[]);
    for _ in 0..2 {
        assert_eq!(client.fetch(&server.request("/")).unwrap().body, b"hello world");
    }
}

#[test]
fn a_body_that_ends_with_the_connection() {
    let server = once("HTTP/1.0 200 OK\r\n\r\nall of it");
    assert_eq!(client(&[]).fetch(&server.request("/")).unwrap().body, b"all of it");
}

#[test]
fn a_body_that_is_cut_off() {
    let server = once("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
    let mut sink = Vec::new();
    let error = client(&[]).download(&server.request("/x"), &mut sink).unwrap_err();
    let expected = format!(
        "exchange with `{}` failed while reading the body: the connection was cut off after 9 of 100 bytes",
        server.url("/x")
    );
    assert_eq!(error.to_string(), expected);
    for chunked in ["5\r\nhello\r\n", "5\r\nhel", "5", "ffffffffffffffffff\r\nx", "xyz\r\n\r\n"] {
        let server = once(format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunked}"));
        let error = client(&[]).fetch(&server.request("/")).unwrap_err();
        assert!(matches!(&error, HttpError::Io { phase: Phase::Body, .. }), "{chunked:?}: {error}");
    }
}

#[test]
fn a_slow_body_hits_the_deadline() {
    let server = Server::start(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n").unwrap();
        while stream.write_all(b".").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    });
    let mut request = server.request("/");
    request.limits.timeout = Some(Duration::from_millis(400));
    let start = Instant::now();
    let error = client(&[]).fetch(&request).unwrap_err();
    assert!((350..1500).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    let expected = format!("`{}` timed out after 400ms while reading the body", server.url("/"));
    assert_eq!(error.to_string(), expected);
}

/// Whatever the limit for the whole is: a stuck server is not waited for.
#[test]
fn a_server_that_falls_silent_is_given_up() {
    let client = client(&[]).with_silence(Duration::from_millis(300));
    let silent = |sent: &'static str| {
        Server::start(move |_, stream| {
            stream.write_all(sent.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_secs(3));
            false
        })
    };
    for (sent, phase) in
        [("", "waiting for the answer"), ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n.", "reading the body")]
    {
        let server = silent(sent);
        let mut request = server.request("/");
        request.limits.timeout = None;
        let start = Instant::now();
        let error = client.fetch(&request).unwrap_err();
        assert!((250..1500).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
        assert_eq!(error.to_string(), format!("`{}` timed out after 300ms while {phase}", server.url("/")));
    }
}

#[test]
fn a_body_that_comes_slowly_but_in_time() {
    let server = Server::start(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n").unwrap();
        for byte in b"hello" {
            std::thread::sleep(Duration::from_millis(120));
            stream.write_all(&[*byte]).unwrap();
        }
        true
    });
    assert_eq!(client(&[]).fetch(&server.request("/")).unwrap().body, b"hello");
}

#[test]
fn an_endless_body_hits_the_cap() {
    let server = Server::start(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        while stream.write_all(&[b'x'; 4096]).is_ok() {}
        false
    });
    let mut request = server.request("/");
    request.limits.max_body = 100_000;
    let mut sink = Vec::new();
    let error = client(&[]).download(&request, &mut sink).unwrap_err();
    assert_eq!(error.to_string(), format!("the body of `{}` is longer than 100000 bytes", server.url("/")));
    assert_eq!(sink.len(), 100_000);
}

#[test]
fn an_announced_length_is_checked_before_the_body() {
    let server = once("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n");
    let mut request = server.request("/");
    request.limits.max_body = 1000;
    assert!(matches!(client(&[]).fetch(&request), Err(HttpError::TooLarge { limit: 1000, .. })));
}

#[test]
fn a_body_as_long_as_the_cap_is_fine() {
    let server = Server::always(answer("200 OK", "", b"12345"));
    let mut request = server.request("/");
    request.limits.max_body = 5;
    assert_eq!(client(&[]).fetch(&request).unwrap().body, b"12345");
    request.limits.max_body = 4;
    assert!(matches!(client(&[]).fetch(&request), Err(HttpError::TooLarge { limit: 4, .. })));
}

#[test]
fn a_download_goes_to_its_sink() {
    let body: Vec<u8> = (0..2_000_000_u32).map(|at| u8::try_from(at % 253).unwrap()).collect();
    let server = Server::always(answer("200 OK", "", &body));
    let mut sink = Vec::new();
    let response = client(&[]).download(&server.request("/"), &mut sink).unwrap();
    assert!(sink == body && response.body.is_empty());
}

#[test]
fn a_download_that_is_no_success_leaves_its_sink_alone() {
    let server = Server::always(answer("404 Not Found", "", &vec![b'x'; 100_000]));
    let mut sink = Vec::new();
    let response = client(&[]).download(&server.request("/"), &mut sink).unwrap();
    assert_eq!((response.status, sink.len(), response.body.len()), (404, 0, 65_536));
}

struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_sink_that_is_full() {
    let server = Server::always(answer("200 OK", "", b"x"));
    let error = client(&[]).download(&server.request("/"), &mut Full).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot store the body of `{}`: no storage space", server.url("/")));
}

#[test]
fn compression_we_asked_for_is_undone() {
    for coding in ["gzip", "GZIP"] {
        let server = Server::always(answer("200 OK", &format!("Content-Encoding: {coding}\r\n"), &gzip(b"hello")));
        let response = client(&[]).fetch(&server.request("/")).unwrap();
        assert_eq!(response.body, b"hello");
        assert_eq!((response.headers.get("content-encoding"), response.headers.get("content-length")), (None, None));
    }
    let two = [gzip(b"hello "), gzip(b"world")].concat();
    let server = Server::always(answer("200 OK", "Content-Encoding: gzip\r\n", &two));
    assert_eq!(client(&[]).fetch(&server.request("/")).unwrap().body, b"hello world");
    let server = Server::always(answer("200 OK", "Content-Encoding: gzip\r\n", b""));
    assert_eq!(client(&[]).fetch(&server.request("/")).unwrap().body, b"");
}

#[test]
fn compression_somebody_else_asked_for_stays() {
    let packed = gzip(b"hello");
    let server = Server::always(answer("200 OK", "Content-Encoding: gzip\r\n", &packed));
    for (name, value) in [("Accept-Encoding", "gzip"), ("Range", "bytes=0-")] {
        let mut request = server.request("/");
        request.headers.add(name, value);
        let response = client(&[]).fetch(&request).unwrap();
        assert_eq!(
            (response.body.as_slice(), response.headers.get("content-encoding")),
            (packed.as_slice(), Some("gzip"))
        );
    }
    assert_eq!(server.seen()[1].header("accept-encoding"), None);
    let server = Server::always(answer("200 OK", "Content-Encoding: br\r\n", b"raw"));
    assert_eq!(client(&[]).fetch(&server.request("/")).unwrap().body, b"raw");
}

#[test]
fn the_cap_counts_what_is_unpacked() {
    let server = Server::always(answer("200 OK", "Content-Encoding: gzip\r\n", &gzip(&vec![0; 10_000_000])));
    let mut request = server.request("/");
    request.limits.max_body = 1_000_000;
    assert!(matches!(client(&[]).fetch(&request), Err(HttpError::TooLarge { limit: 1_000_000, .. })));
}

#[test]
fn broken_compression_is_an_error() {
    let whole = gzip(&[b'x'; 1000]);
    let mut flipped = whole.clone();
    let last = flipped.len() - 6;
    flipped[last] ^= 1;
    for body in [b"not gzip at all".to_vec(), whole[..whole.len() / 2].to_vec(), flipped] {
        let server = Server::always(answer("200 OK", "Content-Encoding: gzip\r\n", &body));
        let error = client(&[]).fetch(&server.request("/")).unwrap_err();
        assert!(matches!(&error, HttpError::Io { phase: Phase::Body, .. }), "{error}");
    }
}
