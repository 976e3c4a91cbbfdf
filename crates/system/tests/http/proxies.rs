//! Proxies: relayed, tunnelled, SOCKS.

use crate::server::{Seen, Server, answer, client, read_request, request};
use crate::tls::Authority;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;
use system::http::{Fetch, HttpError, ProxyChoice, Request};
use value::Secret;

fn pump(mut from: TcpStream, mut to: TcpStream) {
    thread::spawn(move || std::io::copy(&mut from, &mut to));
}

fn join(client: &TcpStream, target: &str) {
    let server = TcpStream::connect(target).unwrap();
    pump(client.try_clone().unwrap(), server.try_clone().unwrap());
    pump(server, client.try_clone().unwrap());
}

/// Lets every CONNECT through to the port it names, on loopback.
fn tunnel() -> Server {
    Server::raw(|socket, connection, seen| {
        let request = read_request(socket, connection).unwrap();
        let port = request.path().rsplit(':').next().unwrap().to_owned();
        seen.lock().unwrap().push(request);
        socket.write_all(b"HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n").unwrap();
        join(socket, &format!("127.0.0.1:{port}"));
    })
}

fn through(proxy: String, mut request: Request) -> Request {
    request.proxy = ProxyChoice::Through(Secret::new(proxy));
    request
}

#[test]
fn http_is_relayed_with_the_whole_url() {
    let proxy = Server::start(|seen, stream| stream.write_all(&answer("200 OK", "", seen.path().as_bytes())).is_ok());
    let client = client(&[("HTTP_PROXY", &format!("u:p@127.0.0.1:{}", proxy.port))]);
    for path in ["/a?b", "/c"] {
        let response = client.fetch(&request(&format!("http://me:pw@target.example:8080{path}"))).unwrap();
        assert_eq!(response.body, format!("http://target.example:8080{path}").as_bytes());
    }
    let seen = proxy.seen();
    assert_eq!(seen[0].line, "GET http://target.example:8080/a?b HTTP/1.1");
    for seen in &seen {
        assert_eq!((seen.connection, seen.header("host")), (0, Some("target.example:8080")));
        assert_eq!(seen.header("proxy-authorization"), Some("Basic dTpw"));
        assert_eq!(seen.header("authorization"), Some("Basic bWU6cHc="));
    }
}

#[test]
fn a_large_request_is_relayed_whole() {
    let proxy = Server::always(answer("200 OK", "", b""));
    let mut request = through(proxy.url(""), request("http://target.example/"));
    request.body = vec![b'x'; 1_000_000];
    system::http::Submit::submit(&client(&[]), "PUT", &request).unwrap();
    assert_eq!(proxy.seen()[0].line, "PUT http://target.example/ HTTP/1.1");
    assert_eq!(proxy.seen()[0].body.len(), 1_000_000);
}

#[test]
fn https_is_tunnelled() {
    let authority = Authority::new();
    let target = Server::start_tls(authority.server(&["target.example"]), |_, stream| {
        stream.write_all(&answer("200 OK", "", b"secret")).is_ok()
    });
    let proxy = tunnel();
    let variables =
        [("https_proxy", format!("http://u:p@127.0.0.1:{}", proxy.port)), ("SSL_CERT_FILE", authority.file())];
    let client = client(&variables.each_ref().map(|(name, value)| (*name, value.as_str())));
    for _ in 0..2 {
        let response = client.fetch(&request(&format!("https://target.example:{}/x", target.port))).unwrap();
        assert_eq!(response.body, b"secret");
    }
    let [connect] = &proxy.seen()[..] else { panic!("{:?}", proxy.seen()) };
    assert_eq!(connect.line, format!("CONNECT target.example:{} HTTP/1.1", target.port));
    assert_eq!(connect.header("proxy-authorization"), Some("Basic dTpw"));
    assert_eq!(target.seen()[0].header("proxy-authorization"), None);
    assert_eq!(target.seen()[1].connection, 0);
}

#[test]
fn a_proxy_may_speak_tls_itself() {
    let authority = Authority::new();
    let proxy = Server::start_tls(authority.server(&["localhost"]), |seen, stream| {
        stream.write_all(&answer("200 OK", "", seen.path().as_bytes())).is_ok()
    });
    let variables = [("HTTP_PROXY", format!("https://localhost:{}", proxy.port)), ("SSL_CERT_FILE", authority.file())];
    let client = client(&variables.each_ref().map(|(name, value)| (*name, value.as_str())));
    assert_eq!(client.fetch(&request("http://target.example/")).unwrap().body, b"http://target.example/");
    let stranger = through(format!("https://localhost:{}", proxy.port), request("http://target.example/"));
    let error = crate::server::client(&[]).fetch(&stranger).unwrap_err();
    assert!(matches!(&error, HttpError::Proxy { .. } | HttpError::BadRequest { .. }), "{error}");
}

#[test]
fn a_proxy_that_says_no() {
    let proxy = Server::always("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    let wanted = through(format!("http://u:S3NTINEL@127.0.0.1:{}", proxy.port), request("https://target.example/"));
    let error = client(&[]).fetch(&wanted).unwrap_err();
    let expected = format!(
        "proxy `http://REDACTED@127.0.0.1:{}/` does not lead to `https://target.example/`: \
         it answered `HTTP/1.1 407 Proxy Authentication Required` to CONNECT target.example:443",
        proxy.port
    );
    assert_eq!(error.to_string(), expected);
    assert!(!format!("{error:?}").contains("S3NTINEL"));
}

#[test]
fn a_proxy_that_is_not_there_or_not_one() {
    let silent = Server::raw(|socket, _, _| drop(socket.read(&mut [0; 4096])));
    for (proxy, reason) in [
        ("http://127.0.0.1:1".to_owned(), "cannot connect to it"),
        (silent.url(""), "it closed the connection instead of answering"),
        ("ftp://proxy:21".into(), "its scheme is none of http, https, socks5, socks5h"),
        ("http://u:S3 NTINEL@proxy".into(), "it is not a URL"),
        (silent.url("").replace("http", "socks5"), "it closed the connection instead of answering"),
    ] {
        let error = client(&[]).fetch(&through(proxy.clone(), request("https://target.example/"))).unwrap_err();
        assert!(matches!(&error, HttpError::Proxy { reason: told, .. } if told.contains(reason)), "{proxy}: {error}");
        assert!(!format!("{error} {error:?}").contains("NTINEL"));
    }
}

#[test]
fn a_proxy_that_hangs_hits_the_limit_for_connecting() {
    let proxy = Server::raw(|_, _, _| thread::sleep(Duration::from_secs(5)));
    let mut request = through(proxy.url(""), request("https://target.example/"));
    request.limits.connect_timeout = Some(Duration::from_millis(200));
    let error = client(&[]).fetch(&request).unwrap_err();
    assert_eq!(error.to_string(), "`https://target.example/` timed out after 200ms while talking to the proxy");
}

#[test]
fn some_urls_go_directly() {
    let target = Server::always(answer("200 OK", "", b"direct"));
    let proxy = Server::always(answer("200 OK", "", b"proxied"));
    let address = format!("127.0.0.1:{}", proxy.port);
    let fetch = |variables: &[(&str, &str)], request: &Request| client(variables).fetch(request).unwrap().body;
    assert_eq!(fetch(&[("HTTP_PROXY", &address)], &target.request("/")), b"direct");
    assert_eq!(fetch(&[("HTTPS_PROXY", &address)], &target.request("/")), b"direct");
    assert_eq!(fetch(&[("HTTP_PROXY", &address)], &request("http://x.example/")), b"proxied");
    assert_eq!(fetch(&[], &through(format!("http://{address}"), target.request("/"))), b"proxied");
    let mut direct = target.request("/");
    direct.proxy = ProxyChoice::Direct;
    assert_eq!(fetch(&[("HTTP_PROXY", &address)], &direct), b"direct");
}

#[test]
fn a_proxy_that_a_web_client_may_have_set_is_refused() {
    let client = client(&[("HTTP_PROXY", "127.0.0.1:1"), ("REQUEST_METHOD", "GET")]);
    let error = client.fetch(&request("http://x.example/")).unwrap_err();
    assert!(matches!(&error, HttpError::BadRequest { reason, .. } if reason.contains("REQUEST_METHOD")), "{error}");
}

#[test]
fn a_proxy_that_cannot_be_read_is_told_when_nothing_works() {
    let client = client(&[("HTTP_PROXY", "http://u:p%zz@proxy:1")]);
    let error = client.fetch(&request("http://127.0.0.1:1/")).unwrap_err();
    assert!(
        error.to_string().ends_with("(a proxy is set in the environment, but it is not a URL and was not used)"),
        "{error}"
    );
}

/// A SOCKS 5 proxy; it wants a password when `user` is not empty, and leads everything to loopback.
fn socks(user: &'static str, reply: u8) -> Server {
    Server::raw(move |socket, connection, seen| {
        let mut receive = |length: usize| {
            let mut bytes = vec![0; length];
            socket.read_exact(&mut bytes).map(|()| bytes).unwrap_or_default()
        };
        let greeting = receive(2);
        receive(usize::from(greeting[1]));
        socket.write_all(&[5, if user.is_empty() { 0 } else { 2 }]).unwrap();
        let mut line = String::new();
        if !user.is_empty() {
            line = sign_in(socket, user);
        }
        let target = read_target(socket);
        seen.lock().unwrap().push(Seen { connection, line: format!("{line} {target}"), ..Seen::default() });
        socket.write_all(&[5, reply, 0, 1, 0, 0, 0, 0, 0, 0]).unwrap();
        if reply == 0 {
            join(socket, &format!("127.0.0.1:{}", target.rsplit(':').next().unwrap()));
        }
    })
}

fn sign_in(socket: &mut TcpStream, user: &str) -> String {
    socket.read_exact(&mut [0]).unwrap();
    let (name, password) = (read_text(socket), read_text(socket));
    socket.write_all(&[1, u8::from(name != user)]).unwrap();
    format!("{name}:{password}")
}

/// A length and as many bytes.
fn read_text(socket: &mut TcpStream) -> String {
    let mut length = [0];
    socket.read_exact(&mut length).unwrap();
    let mut bytes = vec![0; usize::from(length[0])];
    socket.read_exact(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn read_target(socket: &mut TcpStream) -> String {
    let mut head = [0; 4];
    if socket.read_exact(&mut head).is_err() {
        return String::new();
    }
    let host = match head[3] {
        1 => {
            let mut address = [0; 4];
            socket.read_exact(&mut address).unwrap();
            std::net::Ipv4Addr::from(address).to_string()
        }
        _ => read_text(socket),
    };
    let mut port = [0; 2];
    socket.read_exact(&mut port).unwrap();
    format!("{host}:{}", u16::from_be_bytes(port))
}

#[test]
fn socks_leads_to_names_and_addresses() {
    let target = Server::always(answer("200 OK", "", b"found"));
    for (scheme, host) in [("socks5", "target.example"), ("socks5h", "10.0.0.1")] {
        for (user, credentials, line) in [("", "", ""), ("me", "me:pw@", "me:pw")] {
            let proxy = socks(user, 0);
            let wanted = request(&format!("http://{host}:{}/x", target.port));
            let wanted = through(format!("{scheme}://{credentials}127.0.0.1:{}", proxy.port), wanted);
            assert_eq!(client(&[]).fetch(&wanted).unwrap().body, b"found");
            assert_eq!(proxy.seen()[0].line, format!("{line} {host}:{}", target.port));
        }
    }
    assert_eq!(target.seen()[0].line, "GET /x HTTP/1.1");
}

#[test]
fn socks_says_no() {
    for (user, reply, credentials, reason) in [
        ("me", 0, "", "it wants credentials that its URL does not give"),
        ("me", 0, "you:S3NTINEL@", "it does not accept user name and password"),
        ("", 5, "", "it says the connection is refused"),
        ("", 2, "", "its rules do not allow it"),
    ] {
        let proxy = socks(user, reply);
        let wanted = through(format!("socks5://{credentials}127.0.0.1:{}", proxy.port), request("http://t.example/"));
        let error = client(&[]).fetch(&wanted).unwrap_err();
        assert!(matches!(&error, HttpError::Proxy { reason: told, .. } if told == reason), "{error}");
        assert!(!format!("{error} {error:?}").contains("S3NTINEL"));
    }
}
