//! The place in which a case happens: directories, servers and the world as the rules see it.

use super::dns::DnsServer;
use super::http::HttpServer;
use super::listen::{self, Listener, Marks};
use super::processes::Processes;
use super::tls;
use serde_json::{Map, Value as Json};
use std::fs;
use std::io::{Error, Result};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use system::{FakeEnvironment, Interrupt, ReadWorld};

use crate::case::Input;

/// Everything that a case has, gone with it.
pub(super) struct Room {
    root: PathBuf,
    temporary: PathBuf,
    world: ReadWorld,
    /// What stands for addresses in recorded texts, and what it means here.
    marks: Marks,
    _listeners: Vec<Listener>,
    _processes: Processes,
    _http: Option<HttpServer>,
    _dns: Option<DnsServer>,
}

impl Room {
    pub(super) fn new(input: &Input<'_>) -> Result<Self> {
        let (root, temporary) = (directory("root")?, directory("tmp")?);
        let mut marks = vec![
            ("@ROOT@".to_owned(), root.display().to_string()),
            ("@TMP@".to_owned(), temporary.display().to_string()),
            ("@SPEC@".to_owned(), temporary.join("goss-1.yaml").display().to_string()),
        ];
        let (listeners, ports) = listen::open(input.field("listen"), input.field("closed"))?;
        marks.extend(ports);
        let tls = input.field("tls").is_some().then(|| tls::certificate(&root.join("ca.pem"))).transpose()?;
        let routes = input.field("http").or(input.field("tls"));
        let http = routes.map(|routes| HttpServer::start(routes, &marks, tls)).transpose()?;
        marks.extend(http.as_ref().map(|server| ("@HTTP@".to_owned(), server.address().to_string())));
        let dns = input.field("dns").map(DnsServer::start).transpose()?;
        marks.extend(dns.as_ref().map(|server| ("@DNS@".to_owned(), server.address().to_string())));
        let processes = Processes::start(input.field("procs"), &root)?;
        let world = world(&root, input.field("env").and_then(Json::as_object));
        let place = Self {
            root,
            temporary,
            world,
            marks,
            _listeners: listeners,
            _processes: processes,
            _http: http,
            _dns: dns,
        };
        for (path, entry) in input.field("files").and_then(Json::as_object).into_iter().flatten() {
            place.put(Path::new(&place.show(path)), entry)?;
        }
        Ok(place)
    }

    pub(super) fn world(&self) -> &ReadWorld {
        &self.world
    }

    /// Where the rules would be; relative includes begin here.
    pub(super) fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// A recorded text with what the marks stand for.
    pub(super) fn show(&self, text: &str) -> String {
        self.marks.iter().fold(text.to_owned(), |text, (mark, value)| text.replace(mark, value))
    }

    /// An answer with marks again; the longest first, because a port is a part of an address.
    pub(super) fn hide(&self, out: &Json) -> Json {
        let mut marks: Vec<_> = self.marks.iter().collect();
        marks.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        let text = marks.iter().fold(out.to_string(), |text, (mark, value)| text.replace(value.as_str(), mark));
        serde_json::from_str(&text).unwrap_or(Json::Null)
    }

    fn put(&self, path: &Path, entry: &Json) -> Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        let mode =
            |default: u32| entry["mode"].as_str().and_then(|text| u32::from_str_radix(text, 8).ok()).unwrap_or(default);
        match entry["type"].as_str() {
            Some("dir") => {
                fs::create_dir_all(path)?;
                fs::set_permissions(path, fs::Permissions::from_mode(mode(0o755)))?;
            }
            Some("symlink") => return symlink(self.show(entry["target"].as_str().unwrap_or_default()), path),
            Some("fifo") => {
                let status = std::process::Command::new("mkfifo").arg(path).status()?;
                return if status.success() { Ok(()) } else { Err(Error::other("mkfifo failed")) };
            }
            Some("socket") => return UnixListener::bind(path).map(drop),
            _ => {
                fs::write(path, self.content(entry))?;
                own(path, entry)?;
                return fs::set_permissions(path, fs::Permissions::from_mode(mode(0o644)));
            }
        }
        own(path, entry)
    }

    fn content(&self, entry: &Json) -> Vec<u8> {
        if let Some(text) = entry["b64"].as_str() {
            return base64(text);
        }
        let text = |name: &str| self.show(entry[name].as_str().unwrap_or_default());
        let times = entry["repeat"].as_u64().and_then(|times| usize::try_from(times).ok()).unwrap_or(1);
        format!("{}{}", text("head"), text("content").repeat(times)).into_bytes()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        for directory in [&self.root, &self.temporary] {
            // What stays behind is in the directory for temporary files.
            let _ = fs::remove_dir_all(directory);
        }
    }
}

fn own(path: &Path, entry: &Json) -> Result<()> {
    let id = |name: &str| entry[name].as_u64().and_then(|id| u32::try_from(id).ok());
    if entry["uid"].is_null() && entry["gid"].is_null() { Ok(()) } else { chown(path, id("uid"), id("gid")) }
}

fn directory(name: &str) -> Result<PathBuf> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("upright-goss-{}-{number}-{name}", std::process::id()));
    fs::create_dir_all(&path)?;
    path.canonicalize()
}

/// This machine, seen from the directory of the case and with its variables.
fn world(root: &Path, own: Option<&Map<String, Json>>) -> ReadWorld {
    let mut environment = FakeEnvironment::in_directory(root);
    for (name, value) in std::env::vars() {
        environment = environment.with(&name, &value);
    }
    for (name, value) in own.into_iter().flatten() {
        environment = environment.with(name, value.as_str().unwrap_or_default());
    }
    let environment: Arc<dyn system::Environment> = Arc::new(environment);
    let http = Arc::new(system::http::Client::new(environment.vars(), Arc::new(|| false)));
    ReadWorld { http, environment, ..ReadWorld::real(Interrupt::never(), Vec::new()) }
}

/// Recorded bytes; a case that has others is broken.
pub(super) fn base64(text: &str) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.bytes().filter_map(|byte| digits.iter().position(|digit| *digit == byte));
    let (mut out, mut held, mut bits) = (Vec::new(), 0_usize, 0);
    for value in values {
        held = held << 6 | value;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from(held >> bits & 0xff).unwrap_or_default());
        }
    }
    out
}
