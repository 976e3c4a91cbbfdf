//! A small HTTP server that does what a test tells it, well-behaved or not.

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use system::http::{Client, Request};

pub(crate) trait Stream: Read + Write {}

impl<T: Read + Write> Stream for T {}

/// A request as it arrived.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    /// Which connection it came on, from 0.
    pub(crate) connection: usize,
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub(crate) fn path(&self) -> &str {
        self.line.split(' ').nth(1).unwrap_or_default()
    }
}

pub(crate) struct Server {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// Answers each request by writing to its connection, which stays open as long as `answer` says so.
    pub(crate) fn start(answer: impl Fn(&Seen, &mut dyn Stream) -> bool + Send + Sync + 'static) -> Self {
        Self::raw(move |socket, connection, seen| talk(socket, connection, seen, &answer))
    }

    pub(crate) fn start_tls(
        config: Arc<ServerConfig>,
        answer: impl Fn(&Seen, &mut dyn Stream) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::raw(move |socket, connection, seen| {
            let session = ServerConnection::new(config.clone()).unwrap();
            talk(StreamOwned::new(session, socket), connection, seen, &answer);
        })
    }

    /// Answers every request with the same bytes.
    pub(crate) fn always(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::start(move |_, stream| stream.write_all(&answer).is_ok())
    }

    /// Hands over connections as they come.
    pub(crate) fn raw(serve: impl Fn(&mut TcpStream, usize, &Mutex<Vec<Seen>>) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (record, serve) = (seen.clone(), Arc::new(serve));
        thread::spawn(move || {
            for (connection, socket) in listener.incoming().enumerate() {
                let (mut socket, record, serve) = (socket.unwrap(), record.clone(), serve.clone());
                thread::spawn(move || serve(&mut socket, connection, &record));
            }
        });
        Self { port, seen }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub(crate) fn request(&self, path: &str) -> Request {
        request(&self.url(path))
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

fn talk(
    mut stream: impl Stream,
    connection: usize,
    record: &Mutex<Vec<Seen>>,
    answer: &dyn Fn(&Seen, &mut dyn Stream) -> bool,
) {
    while let Some(seen) = read_request(&mut stream, connection) {
        record.lock().unwrap().push(seen.clone());
        if !answer(&seen, &mut stream) || stream.flush().is_err() {
            break;
        }
    }
}

pub(crate) fn read_request(stream: &mut dyn Stream, connection: usize) -> Option<Seen> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.trim_end().lines();
    let line = lines.next()?.to_owned();
    let headers = lines.map(|line| line.split_once(": ").unwrap_or((line.trim_end_matches(':'), "")));
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut seen = Seen { connection, line, headers, body: Vec::new() };
    let length = seen.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    seen.body = vec![0; length];
    stream.read_exact(&mut seen.body).ok()?;
    Some(seen)
}

/// A whole answer with a length.
pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n", body.len()).into_bytes();
    answer.extend(body);
    answer
}

pub(crate) fn redirect(status: u16, location: &str) -> Vec<u8> {
    answer(&format!("{status} Moved"), &format!("Location: {location}\r\n"), b"over there")
}

pub(crate) fn request(url: &str) -> Request {
    let mut request = Request::to(url).unwrap();
    request.limits.timeout = Some(Duration::from_secs(10));
    request
}

/// A client with these variables, and nobody who interrupts it.
pub(crate) fn client(variables: &[(&str, &str)]) -> Client {
    let variables: Vec<(OsString, OsString)> =
        variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    Client::new(variables, Arc::new(|| false))
}
