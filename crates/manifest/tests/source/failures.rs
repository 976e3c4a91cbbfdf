//! Servers that do not give what is wanted.

use crate::room::Room;
use crate::server::{Server, answer};
use diagnostics::Explain;
use manifest::source::{Nature, Source, SourceError};
use std::net::TcpListener;
use std::time::{Duration, Instant};
use system::Signal;

fn failure(status: &str) -> SourceError {
    let server = Server::always(answer(status, "", b"<html>S3NTINEL</html>"));
    let room = Room::new();
    let error = room.fetch(&server.url("/site.yaml")).unwrap_err();
    assert_eq!(room.left(), 0);
    error
}

#[test]
fn every_status_but_200_is_a_failure() {
    for (status, nature, code) in [
        ("404 Not Found", Nature::NotFound, "source::not-found"),
        ("410 Gone", Nature::NotFound, "source::not-found"),
        ("401 Unauthorized", Nature::Denied, "source::denied"),
        ("403 Forbidden", Nature::Denied, "source::denied"),
        ("500 Internal Server Error", Nature::Unreachable, "source::unreachable"),
        ("206 Partial Content", Nature::Unreachable, "source::unreachable"),
    ] {
        let error = failure(status);
        let said = error.to_string();
        let expected = format!("HTTP request failed with status {}: {status}, from `http://", &status[..3]);
        assert!(said.starts_with(&expected), "{said}");
        assert_eq!((error.nature(), error.explain().code.id), (nature, code));
    }
}

#[test]
fn nobody_there() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = Room::new().fetch(&format!("http://user:S3NTINEL@127.0.0.1:{port}/")).unwrap_err();
    assert_eq!((error.nature(), error.explain().code.id), (Nature::Unreachable, "source::unreachable"));
    assert!(!format!("{error} {error:?}").contains("S3NTINEL"), "{error:?}");
}

#[test]
fn more_than_may_be_sent() {
    let server = Server::start(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        while stream.write_all(&[b'x'; 4096]).is_ok() {}
        false
    });
    let mut room = Room::new();
    room.limits.download = 3 << 20;
    let error = room.fetch(&server.url("/")).unwrap_err();
    assert_eq!(error.to_string(), format!("the body of `{}` is longer than 3145728 bytes", server.url("/")));
    assert_eq!((error.nature(), error.explain().code.id, room.left()), (Nature::Invalid, "source::limit", 0));
}

#[test]
fn no_room() {
    let body = vec![b'x'; 2 << 20];
    let server = Server::always(answer("200 OK", "", &body));
    let room = Room::new();
    std::fs::remove_dir(room.directory.path()).unwrap();
    let error = room.fetch(&server.url("/")).unwrap_err();
    assert_eq!((error.nature(), error.explain().code.id), (Nature::Invalid, "source::no-room"));
    assert!(error.to_string().starts_with("cannot put something aside in `"), "{error}");
}

#[test]
fn time_runs_out() {
    let server = Server::start(|_, _| {
        std::thread::sleep(Duration::from_secs(20));
        false
    });
    let mut room = Room::new();
    room.limits.timeout = Duration::from_millis(200);
    let error = room.fetch(&server.url("/")).unwrap_err();
    assert!(error.to_string().contains("timed out after 200ms"), "{error}");
    assert_eq!(error.nature(), Nature::Unreachable);
}

#[test]
fn an_interrupt_ends_a_fetch() {
    let room = Room::new();
    let interrupt = room.interrupt.clone();
    let server = Server::start(move |_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n").unwrap();
        interrupt.raise(Signal::Interrupt);
        std::thread::sleep(Duration::from_secs(20));
        false
    });
    let start = Instant::now();
    let error = room.fetch(&server.url("/")).unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!((error.nature(), room.left()), (Nature::Interrupted, 0));
}

#[test]
fn object_stores_need_nats() {
    let error = Room::new().fetch("obj://bucket/site.tgz").unwrap_err();
    let expected = "`obj://bucket/site.tgz` is in a NATS object store, which needs a NATS connection";
    assert_eq!((error.to_string().as_str(), error.explain().code.id), (expected, "source::needs-nats"));
}

#[test]
fn the_redactor_knows_the_credentials() {
    let redactor = diagnostics::Redactor::default();
    Source::parse("https://user:S3NTINEL@host/x").unwrap().register(&redactor);
    assert_eq!(redactor.text("curl said S3NTINEL"), "curl said <secret>");
}
