//! Guards that judge addresses when a connection is opened.

use crate::server::{Server, answer, client, redirect, request};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use system::http::{Fetch, HttpError, Judge, ProxyChoice, Url};
use value::Secret;

/// Nobody on this machine, however it is called.
#[derive(Default)]
struct NotHere {
    asked: AtomicUsize,
}

impl Judge for NotHere {
    fn url(&self, _url: &Url) -> Result<(), String> {
        Ok(())
    }

    fn address(&self, host: &str, address: IpAddr) -> Result<(), String> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if address.is_loopback() { Err(format!("{host} is here")) } else { Ok(()) }
    }
}

/// Nobody of this name: the first hop of a test is on this machine as well.
struct NotLocalhost;

impl Judge for NotLocalhost {
    fn url(&self, _url: &Url) -> Result<(), String> {
        Ok(())
    }

    fn address(&self, host: &str, _address: IpAddr) -> Result<(), String> {
        if host == "localhost" { Err("no".into()) } else { Ok(()) }
    }
}

fn ok() -> Server {
    Server::always(answer("200 OK", "", b"reached"))
}

#[test]
fn a_name_with_a_forbidden_address_is_not_dialled() {
    let server = ok();
    for host in ["localhost", "127.0.0.1"] {
        let mut request = request(&format!("http://{host}:{}/x", server.port));
        request.guard = Some(Arc::new(NotHere::default()));
        let error = client(&[]).fetch(&request).unwrap_err();
        let expected = format!("`http://{host}:{}/x` must not be asked: {host} is here", server.port);
        assert_eq!(error.to_string(), expected);
        assert!(matches!(error, HttpError::Refused { .. }));
    }
    assert!(server.seen().is_empty());
}

#[test]
fn a_redirect_to_a_forbidden_address_is_not_followed() {
    let target = ok();
    let there = format!("http://localhost:{}/", target.port);
    let server = Server::always(redirect(302, &there));
    let mut request = server.request("/");
    request.guard = Some(Arc::new(NotLocalhost));
    let error = client(&[]).fetch(&request).unwrap_err();
    assert_eq!(error.to_string(), format!("`{there}` must not be asked: no"));
    assert!(target.seen().is_empty());
}

#[test]
fn a_connection_that_was_opened_without_the_guard_is_not_used() {
    let server = ok();
    let client = client(&[]);
    assert_eq!(client.fetch(&server.request("/")).unwrap().status, 200);
    let mut request = server.request("/");
    request.guard = Some(Arc::new(NotHere::default()));
    assert!(matches!(client.fetch(&request), Err(HttpError::Refused { .. })));
    request.guard = Some(Arc::new(|_: &Url| Ok(())));
    assert_eq!(client.fetch(&request).unwrap().status, 200);
    assert_eq!(client.fetch(&request).unwrap().status, 200);
    let connections: Vec<_> = server.seen().iter().map(|seen| seen.connection).collect();
    assert_eq!(connections, [0, 1, 1]);
}

#[test]
fn the_proxy_itself_is_not_judged() {
    let proxy = ok();
    let guard = Arc::new(NotHere::default());
    let mut request = request("http://example.invalid/x");
    request.proxy = ProxyChoice::Through(Secret::new(proxy.url("")));
    request.guard = Some(guard.clone());
    assert_eq!(client(&[]).fetch(&request).unwrap().body, b"reached");
    assert_eq!(guard.asked.load(Ordering::SeqCst), 0);
}
