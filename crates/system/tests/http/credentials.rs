//! Credentials go where they belong and are shown nowhere.

use crate::server::{Server, answer, client, request};
use system::http::{BasicAuth, Fetch, Submit};
use value::Secret;

#[test]
fn who_wins() {
    let server = Server::always(answer("200 OK", "", b""));
    let client = client(&[]);
    let url = format!("http://us%40er:p%3Aw@127.0.0.1:{}/", server.port);
    let sent = |request: &_| {
        client.fetch(request).unwrap();
        server.seen().pop().unwrap().header("authorization").unwrap().to_owned()
    };
    let mut request = request(&url);
    assert_eq!(sent(&request), "Basic dXNAZXI6cDp3");
    request.auth = Some(BasicAuth { user: "a".into(), password: Secret::new("b".into()) });
    assert_eq!(sent(&request), "Basic YTpi");
    request.headers.add_secret("Authorization", Secret::new("Bearer t".into()));
    assert_eq!(sent(&request), "Bearer t");
    assert!(server.seen().iter().all(|seen| !seen.path().contains('@')));
}

#[test]
fn nothing_shows_a_secret() {
    let server =
        Server::always(answer("500 Oops", "Set-Cookie: S3NTINEL\r\nLocation: http://u:S3NTINEL@h/\r\n", b"S3NTINEL"));
    let mut request = request(&format!("http://S3NTINEL:S3NTINEL@127.0.0.1:{}/", server.port));
    request.headers.add("X-Token", "S3NTINEL");
    let client = client(&[("HTTP_PROXY", "http://u:S3NTINEL@proxy:1")]);
    let response = client.submit("POST", &request).unwrap();
    let shown = format!("{request:?} {response:?} {client:?} {} {}", response.url, response.status_line());
    assert!(!shown.contains("S3NTINEL"), "{shown}");
    assert!(shown.contains("REDACTED@127.0.0.1"), "{shown}");
}
