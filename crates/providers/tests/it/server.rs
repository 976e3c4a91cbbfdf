//! A small HTTP server whose answers are written down: by path, one after the other, with delays and echoes.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use value::{Key, Map, Value};

/// A server on the loopback interface. Its threads end with the test process.
pub(crate) struct Server {
    pub(crate) port: u16,
    state: Arc<State>,
}

struct State {
    port: u16,
    routes: Map,
    log: Mutex<Vec<String>>,
    counts: Mutex<HashMap<String, usize>>,
}

/// A request, as far as answers depend on it.
struct Asked {
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Server {
    /// Answers by `METHOD /path?query`, `/path?query`, `METHOD /path` or `/path`: `{status, headers, body, delay, echo,
    /// echo_headers}`, or `{seq: [...]}` of these.
    pub(crate) fn start(routes: Map) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State { port, routes, log: Mutex::default(), counts: Mutex::default() });
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                std::thread::spawn(move || state.serve(&stream));
            }
        });
        Self { port, state }
    }

    /// The requests since the last look, `GET /path`.
    pub(crate) fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut *self.state.log.lock().unwrap())
    }
}

impl State {
    fn serve(&self, mut stream: &TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let Some(asked) = read(&mut reader) else { return };
        self.log.lock().unwrap().push(format!("{} {}", asked.method, asked.target));
        let route = self.route(&asked);
        if let Some(delay) = route.get("delay").and_then(number) {
            std::thread::sleep(Duration::from_secs_f64(delay));
        }
        let answer = self.answer(&route, &asked);
        // A client that went away is no trouble of ours.
        drop(stream.write_all(&answer));
    }

    fn route(&self, asked: &Asked) -> Map {
        let path = asked.target.split('?').next().unwrap_or_default();
        let (full, short) = (format!("{} {}", asked.method, asked.target), format!("{} {path}", asked.method));
        let keys = [&full, &asked.target, &short, path];
        let Some(key) = keys.into_iter().find(|key| self.routes.contains_key(*key)) else {
            return [("status", Value::Int(404)), ("body", "no route".into())].into_iter().collect();
        };
        let mut counts = self.counts.lock().unwrap();
        let count = counts.entry(key.to_owned()).or_default();
        let route = self.routes.get(key).and_then(Value::as_map).unwrap();
        let route = route
            .get("seq")
            .and_then(Value::as_list)
            .map_or(route, |answers| answers[(*count).min(answers.len() - 1)].as_map().unwrap());
        *count += 1;
        route.clone()
    }

    fn answer(&self, route: &Map, asked: &Asked) -> Vec<u8> {
        let text = |name: &str| {
            route.get(name).and_then(Value::as_str).unwrap_or_default().replace("@PORT@", &self.port.to_string())
        };
        let echo = route.get("echo").and_then(Value::as_bool) == Some(true);
        let body = if echo { echoed(route, asked) } else { text("body") };
        let status = route.get("status").and_then(Value::as_int).unwrap_or(200);
        let mut head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
        if echo {
            head.push_str("Content-Type: application/json\r\n");
        }
        for (name, value) in route.get("headers").and_then(Value::as_map).into_iter().flat_map(Map::iter) {
            let values = value.as_list().map_or_else(|| vec![value.clone()], |list| list.clone().into_vec());
            for value in values {
                head += &format!("{}: {value}\r\n", name.as_str().unwrap()).replace("@PORT@", &self.port.to_string());
            }
        }
        let body = if asked.method == "HEAD" { "" } else { &body };
        format!("{head}\r\n{body}").into_bytes()
    }
}

fn echoed(route: &Map, asked: &Asked) -> String {
    let (path, query) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
    let keep =
        route.get("echo_headers").and_then(Value::as_list).map(|list| list.clone().into_vec()).unwrap_or_default();
    let kept = |name: &str| keep.iter().any(|keep| keep.as_str().is_some_and(|keep| keep.eq_ignore_ascii_case(name)));
    let headers: Map = asked
        .headers
        .iter()
        .filter(|(name, _)| kept(name))
        .map(|(name, value)| (Key::from(name.as_str()), value.as_str()))
        .collect();
    let echo: Map = [
        ("method", Value::string(asked.method.as_str())),
        ("path", path.into()),
        ("query", query.into()),
        ("body", asked.body.as_str().into()),
        ("headers", headers.into()),
    ]
    .into_iter()
    .collect();
    spaced(&Value::from(echo).to_json(value::Escape::Plain, value::KeyOrder::Sorted).unwrap())
}

/// With the blanks that the recorded lengths count.
fn spaced(json: &str) -> String {
    let mut quoted = false;
    json.chars().fold(String::new(), |mut text, sign| {
        text.push(sign);
        quoted ^= sign == '"';
        if !quoted && matches!(sign, ',' | ':') {
            text.push(' ');
        }
        text
    })
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    headers.sort();
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Asked { method, target, headers, body: String::from_utf8_lossy(&body).into_owned() })
}

fn number(value: &Value) -> Option<f64> {
    value.to_string().parse().ok()
}
