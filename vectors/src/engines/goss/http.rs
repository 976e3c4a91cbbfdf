//! A real HTTP server on loopback, plain or over TLS, with the routes of a case.

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Map, Value as Json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Answers as long as it is held.
pub(super) struct HttpServer {
    address: SocketAddr,
    stops: Arc<AtomicBool>,
}

/// Both ends of a connection, plain or not.
trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

/// What a client asked.
struct Asked {
    method: String,
    uri: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// What it gets.
struct Given {
    status: u64,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl HttpServer {
    /// Starts with the routes of a case; marks in them stand for addresses of the case, and `@HTTP@` for this server.
    pub(super) fn start(routes: &Json, marks: &[(String, String)], tls: Option<Arc<ServerConfig>>) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let marks = marks.iter().cloned().chain([("@HTTP@".to_owned(), address.to_string())]);
        let text = marks.fold(routes.to_string(), |text, (mark, value)| text.replace(&mark, &value));
        let routes: Arc<Json> = Arc::new(serde_json::from_str(&text)?);
        let stops = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stops);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if stop.load(Ordering::SeqCst) {
                    return;
                }
                let (routes, tls) = (Arc::clone(&routes), tls.clone());
                // A client that goes away early is its own business.
                thread::spawn(move || stream.and_then(|stream| serve(stream, &routes, tls)).ok());
            }
        });
        Ok(Self { address, stops })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::SeqCst);
        // Wakes the one that waits for connections.
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(stream: TcpStream, routes: &Json, tls: Option<Arc<ServerConfig>>) -> Result<()> {
    let mut stream: Box<dyn Stream> = match tls {
        Some(config) => {
            let session = ServerConnection::new(config).map_err(std::io::Error::other)?;
            Box::new(StreamOwned::new(session, stream))
        }
        None => Box::new(stream),
    };
    let asked = read(&mut BufReader::new(&mut stream))?;
    let given = answer(&asked, routes);
    let mut head = format!("HTTP/1.1 {} {}\r\nConnection: close\r\n", given.status, reason(given.status));
    for (name, value) in &given.headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let has_body = given.status != 204 && given.status != 304;
    if has_body {
        let _ = write!(head, "Content-Length: {}\r\n", given.body.len());
    }
    stream.write_all(format!("{head}\r\n").as_bytes())?;
    if has_body && asked.method != "HEAD" {
        stream.write_all(&given.body)?;
    }
    stream.flush()
}

fn read(stream: &mut dyn BufRead) -> Result<Asked> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, uri) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((canonical(name), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "Content-Length").and_then(|(_, length)| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body)?;
    Ok(Asked { method, uri, headers, body })
}

fn canonical(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..].to_lowercase();
    name.split('-')
        .map(|word| if word.is_empty() { String::new() } else { capital(word) })
        .collect::<Vec<_>>()
        .join("-")
}

fn answer(asked: &Asked, routes: &Json) -> Given {
    let path = asked.uri.split('?').next().unwrap_or_default();
    let route = routes.as_array().into_iter().flatten().find(|route| route["path"] == path);
    let Some(route) = route.and_then(Json::as_object) else { return missing() };
    if let Some(delay) = route.get("delay_ms").and_then(Json::as_u64) {
        thread::sleep(Duration::from_millis(delay));
    }
    if !is_allowed(asked, route) {
        return Given { status: 401, headers: Vec::new(), body: b"unauthorized\n".to_vec() };
    }
    let body = match route.get("body").and_then(Json::as_str) {
        _ if route.get("echo").is_some_and(|echo| *echo == true) => echo(asked),
        body => body.unwrap_or_default().as_bytes().to_vec(),
    };
    let status = route.get("status").and_then(Json::as_u64).unwrap_or(200);
    Given { status, headers: headers(route), body }
}

fn missing() -> Given {
    let headers = vec![("Content-Type".to_owned(), "text/plain".to_owned())];
    Given { status: 404, headers, body: b"no such page\n".to_vec() }
}

fn headers(route: &Map<String, Json>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (name, value) in route.get("headers").and_then(Json::as_object).into_iter().flatten() {
        let values = value.as_array().map_or_else(|| vec![value], |values| values.iter().collect());
        found.extend(values.into_iter().filter_map(Json::as_str).map(|value| (name.clone(), value.to_owned())));
    }
    found
}

fn header<'a>(asked: &'a Asked, name: &str) -> &'a str {
    asked.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

/// Whether the user and password of the route are given; the client's encoding is compared with ours.
fn is_allowed(asked: &Asked, route: &Map<String, Json>) -> bool {
    let text = |name: &str| route.get(name).and_then(Json::as_str);
    let (Some(user), Some(password)) = (text("user"), text("pass")) else { return true };
    let given = header(asked, "Authorization").strip_prefix("Basic ").unwrap_or_default();
    super::room::base64(given) == format!("{user}:{password}").into_bytes()
}

fn echo(asked: &Asked) -> Vec<u8> {
    let mut out = format!(
        "method={}\nuri={}\nhost={}\nua={}\nauth={}\n",
        asked.method,
        asked.uri,
        header(asked, "Host"),
        header(asked, "User-Agent"),
        header(asked, "Authorization")
    );
    let is_shown = |name: &str| name.starts_with("X-") || name == "Content-Type" || name == "Accept";
    let mut lines: Vec<String> = asked
        .headers
        .iter()
        .filter(|(name, _)| is_shown(name))
        .map(|(name, value)| format!("header {name}={value}\n"))
        .collect();
    lines.sort();
    out.extend(lines);
    let _ = writeln!(out, "body={}", String::from_utf8_lossy(&asked.body));
    out.into_bytes()
}

fn reason(status: u64) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        302 => "Found",
        404 => "Not Found",
        _ => "Other",
    }
}
