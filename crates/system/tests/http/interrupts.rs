//! An interrupt ends a request soon, whatever it waits for.

use crate::server::{Server, request};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use system::http::{Client, Fetch, HttpError, Request, Submit};

/// Interrupts after 300 ms and gives back how the request ended; it must end long before anybody else ends it.
fn interrupted(ask: impl FnOnce(&Client) -> Result<(), HttpError>) -> HttpError {
    let start = Instant::now();
    let client = Client::new([], Arc::new(move || start.elapsed() > Duration::from_millis(300)));
    let error = ask(&client).unwrap_err();
    assert!((250..8000).contains(&start.elapsed().as_millis()), "{:?}: {error}", start.elapsed());
    error
}

fn patient(request: Request) -> Request {
    let mut request = request;
    request.limits.timeout = None;
    request.limits.connect_timeout = None;
    request
}

#[test]
fn while_waiting_for_the_answer() {
    let server = Server::start(|_, _| {
        thread::sleep(Duration::from_secs(10));
        false
    });
    let request = patient(server.request("/"));
    let error = interrupted(|client| client.fetch(&request).map(drop));
    assert_eq!(error.to_string(), format!("`{}` was interrupted", server.url("/")));
}

#[test]
fn while_reading_a_body_that_stalls_or_flows() {
    for pause in [10_000, 5] {
        let server = Server::start(move |_, stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nx").unwrap();
            while stream.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(pause));
            }
            false
        });
        let request = patient(server.request("/"));
        let error = interrupted(|client| client.fetch(&request).map(drop));
        assert!(matches!(error, HttpError::Interrupted { .. }), "{error}");
    }
}

#[test]
fn while_sending_a_body_that_nobody_reads() {
    let server = Server::raw(|_, _, _| thread::sleep(Duration::from_secs(10)));
    let mut request = patient(server.request("/"));
    request.body = vec![0; 50_000_000];
    let error = interrupted(|client| client.submit("POST", &request).map(drop));
    assert!(matches!(error, HttpError::Interrupted { .. }), "{error}");
}

#[test]
fn while_agreeing_on_tls() {
    let server = Server::raw(|_, _, _| thread::sleep(Duration::from_secs(10)));
    let mut request = patient(request(&format!("https://127.0.0.1:{}/", server.port)));
    request.tls.trust = system::http::Trust::Anyone;
    let error = interrupted(|client| client.fetch(&request).map(drop));
    assert!(matches!(error, HttpError::Interrupted { .. }), "{error}");
}

#[test]
fn while_connecting() {
    // A listener whose queue is full does not answer a new connection.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let fill = || std::net::TcpStream::connect_timeout(&address, Duration::from_millis(200));
    let kept: Vec<_> = std::iter::repeat_with(fill).take(5000).take_while(Result::is_ok).collect();
    let request = patient(request(&format!("http://{address}/")));
    let error = interrupted(|client| client.fetch(&request).map(drop));
    assert!(matches!(error, HttpError::Interrupted { .. }), "{error}");
    drop(kept);
}

#[test]
fn before_it_begins() {
    let server = Server::always("");
    let client = Client::new([], Arc::new(|| true));
    assert!(matches!(client.fetch(&server.request("/")), Err(HttpError::Interrupted { .. })));
    assert!(server.seen().is_empty());
}
