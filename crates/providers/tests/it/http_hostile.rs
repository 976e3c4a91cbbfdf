//! `http` against servers that want to do harm, and requests to where none may go.

use crate::http::kit;
use crate::kit::Kit;
use providers::{Capability, Settings};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A server that does to each connection what it is told.
struct Bad {
    port: u16,
    connections: Arc<AtomicUsize>,
}

impl Bad {
    fn start(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let (serve, count) = (Arc::new(serve), Arc::clone(&connections));
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::SeqCst);
                let serve = Arc::clone(&serve);
                std::thread::spawn(move || {
                    // The request is short.
                    drop(stream.read(&mut [0; 4096]));
                    serve(stream);
                });
            }
        });
        Self { port, connections }
    }

    /// Says this and goes away.
    fn says(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::start(move |mut stream| drop(stream.write_all(&bytes)))
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn error(&self, kit: &Kit, more: &str) -> String {
        kit.error("http", Capability::From, &format!(r#"{{"url": "{}"{more}}}"#, self.url("/")))
    }
}

fn head(fields: &str) -> String {
    format!("HTTP/1.1 200 OK\r\n{fields}\r\n")
}

#[test]
fn endless_bodies_end_at_the_limit() {
    let settings = Settings { allow_private_addresses: true, max_value_size: 1 << 20, ..Settings::default() };
    let kit = Kit::with(settings.clone());
    let endless = |fields: &'static str, piece: Vec<u8>| {
        Bad::start(move |mut stream| {
            drop(stream.write_all(head(fields).as_bytes()));
            while stream.write_all(&piece).is_ok() {}
        })
    };
    let chunk = [b"10000\r\n".as_slice(), &vec![b'x'; 0x10000], b"\r\n"].concat();
    for server in [
        endless("", vec![b'x'; 65_536]),
        endless("Transfer-Encoding: chunked\r\n", chunk),
        endless("Content-Length: 99999999999\r\n", vec![b'x'; 65_536]),
    ] {
        let start = Instant::now();
        let error = server.error(&kit, "");
        assert!(error.ends_with("http: response body exceeds maximum size of 1048576 bytes"), "{error}");
        assert!(start.elapsed() < Duration::from_secs(10));
    }
    let actions = Kit::with(Settings { max_response_body: 5 << 20, ..settings });
    let server = endless("", vec![b'x'; 65_536]);
    let inputs = format!(r#"{{"url": "{}"}}"#, server.url("/"));
    for (kit, mode, limit, setting) in [
        (&actions, Capability::Action, 5_242_880, "httpClient.maxResponseBodySize"),
        (&actions, Capability::From, 1_048_576, "resolver.maxValueSize"),
    ] {
        let error = kit.call("http", mode, &inputs).unwrap_err();
        assert!(error.to_string().ends_with(&format!("exceeds maximum size of {limit} bytes")), "{error}");
        let help = error.fault().and_then(|fault| fault.help.clone());
        assert_eq!(help.unwrap(), format!("the configuration can raise it: `{setting}`"));
    }
}

#[test]
fn endless_pages_end_at_the_limit() {
    let settings = Settings { allow_private_addresses: true, max_value_size: 100_000, ..Settings::default() };
    let kit = Kit::with(settings);
    let body = "x".repeat(10_000);
    let server = Bad::says(format!("{}{body}", head("Link: </again>; rel=next\r\nContent-Length: 10000\r\n")));
    let error = server.error(&kit, r#", "pagination": {"strategy": "linkHeader", "maxPages": 1000000}"#);
    assert!(error.ends_with("http: response body exceeds maximum size of 100000 bytes"), "{error}");
    assert_eq!(server.connections.load(Ordering::SeqCst), 11);
}

#[test]
fn compressed_bodies_are_measured_as_they_are_read() {
    let settings = Settings { allow_private_addresses: true, max_value_size: 100_000, ..Settings::default() };
    let kit = Kit::with(settings);
    // 10 MiB of zeros, compressed.
    let packed =
        std::process::Command::new("sh").args(["-c", "head -c 10485760 /dev/zero | gzip -c"]).output().unwrap();
    let mut bytes = head("Content-Encoding: gzip\r\n").into_bytes();
    bytes.extend(packed.stdout);
    let error = Bad::says(bytes).error(&kit, "");
    assert!(error.ends_with("http: response body exceeds maximum size of 100000 bytes"), "{error}");
}

#[test]
fn slow_servers_end_at_the_time_out() {
    let kit = kit();
    let drip = |first: &'static str| {
        Bad::start(move |mut stream| {
            drop(stream.write_all(first.as_bytes()));
            while stream.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(50));
            }
        })
    };
    let silent = Bad::start(|_stream| std::thread::sleep(Duration::from_secs(20)));
    for server in [drip("HTTP/1.1 200 OK\r\n\r\n"), drip("HTTP/1.1 200 OK\r\nX-Slow: "), silent] {
        let start = Instant::now();
        let error = server.error(&kit, r#", "timeout": 1"#);
        assert!(error.contains("timed out after"), "{error}");
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn what_is_no_http_is_told() {
    let kit = kit();
    let header = |length: usize| format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(length));
    for (bytes, text) in [
        (String::new(), "the server closed the connection without an answer"),
        ("SSH-2.0-OpenSSH\r\n".to_owned(), "http: exchange with"),
        ("HTTP/1.1 200".to_owned(), "http: exchange with"),
        (head("Content-Length: 100\r\n"), "after 0 of 100 bytes"),
        (head("Transfer-Encoding: chunked\r\n") + "zz\r\nhello\r\n", "http: exchange with"),
        (head("Transfer-Encoding: chunked\r\n") + "5\r\nhel", "http: exchange with"),
        (header(1 << 20), "http: exchange with"),
        ("HTTP/1.1 200 OK\r\n".to_owned() + &"A: b\r\n".repeat(100_000) + "\r\n", "http: exchange with"),
    ] {
        let start = Instant::now();
        let error = Bad::says(bytes).error(&kit, "");
        assert!(error.contains(text), "{error}");
        assert!(error.len() < 1000, "{error}");
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn redirects_without_end_end() {
    let server = Bad::says("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n");
    let error = server.error(&kit(), "");
    assert!(error.contains("http: stopped at redirect 10: "), "{error}");
}

#[test]
fn private_addresses_are_refused_however_they_are_written() {
    let target = Bad::says(head("Content-Length: 2\r\n") + "hi");
    let kit = Kit::new();
    for host in ["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"] {
        let inputs = format!(r#"{{"url": "http://{host}:{}/"}}"#, target.port);
        let error = kit.error("http", Capability::From, &inputs);
        assert!(error.contains("AllowPrivateIPs is false"), "{host}: {error}");
    }
    assert_eq!(target.connections.load(Ordering::SeqCst), 0);
    let error = kit.error("http", Capability::From, r#"{"url": "http://10.0.0.1/"}"#);
    assert_eq!(
        error,
        "provider execution failed: http: request to private/reserved IP address 10.0.0.1 is blocked (AllowPrivateIPs is \
         false); set AllowPrivateIPs to true to allow private network access"
    );
}

#[test]
fn retries_and_polls_do_not_wear_a_refusal_down() {
    let kit = Kit::new();
    let start = Instant::now();
    for more in [r#""retry": {"maxAttempts": 5}"#, r#""poll": {"until": "true"}"#] {
        let error = kit.error("http", Capability::From, &format!(r#"{{"url": "http://127.0.0.1/", {more}}}"#));
        assert!(error.contains("is blocked"), "{error}");
    }
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn a_redirect_to_a_private_address_is_not_followed() {
    for to in ["http://127.0.0.1/", "http://10.0.0.1/", "http://metadata.google.internal/", "http://0xa000001/"] {
        let proxy = Bad::says(format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"));
        let mut kit = Kit::new();
        // The first hop is public by its name, and the proxy on this machine is allowed.
        let variables = [("http_proxy".into(), proxy.url("").into())];
        kit.world.read.http = Arc::new(system::http::Client::new(variables, Arc::new(|| false)));
        let error = kit.error("http", Capability::From, r#"{"url": "http://public.example/"}"#);
        assert!(error.contains("AllowPrivateIPs is false"), "{to}: {error}");
        assert_eq!(proxy.connections.load(Ordering::SeqCst), 1);
    }
}
