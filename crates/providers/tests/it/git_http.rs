//! `git` over HTTP with a password: a repository behind `git http-backend`.

use crate::git::git;
use crate::kit::{Kit, json};
use providers::Capability;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use value::Value;

const PASSWORD: &str = "S3NTINEL pass%word";
/// `me:S3NTINEL pass%word`.
const EXPECTED: &str = "Basic bWU6UzNOVElORUwgcGFzcyV3b3Jk";

/// Serves the repositories of a directory to those who know the password, or sends everybody elsewhere.
struct Repositories {
    port: u16,
    /// What callers said about themselves.
    seen: Arc<Mutex<Vec<String>>>,
}

impl Repositories {
    fn start(root: PathBuf, elsewhere: Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let record = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                serve(&stream, &root, elsewhere.as_deref(), &record);
            }
        });
        Self { port, seen }
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/bare.git", self.port)
    }
}

fn serve(stream: &TcpStream, root: &Path, elsewhere: Option<&str>, record: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let field = |name: &str| {
        let pairs = lines.iter().filter_map(|line| line.split_once(": "));
        pairs.filter(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned()).next()
    };
    let mut body = vec![0; field("content-length").and_then(|length| length.parse().ok()).unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    let authorization = field("authorization").unwrap_or_default();
    record.lock().unwrap().push(authorization.clone());
    let mut words = lines[0].split(' ');
    let (method, target) = (words.next().unwrap().to_owned(), words.next().unwrap().to_owned());
    let answer = match elsewhere {
        Some(to) => format!("HTTP/1.1 302 Found\r\nLocation: {to}{target}\r\nContent-Length: 0\r\n").into_bytes(),
        None if authorization == EXPECTED => backend(root, &method, &target, &field, &body),
        None => b"HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n".to_vec(),
    };
    let (mut stream, close) = (stream, b"Connection: close\r\n".as_slice());
    let end = if answer.ends_with(b"Content-Length: 0\r\n") { [close, b"\r\n"].concat() } else { Vec::new() };
    drop(stream.write_all(&[answer, end].concat()));
}

/// One request by the real server side of git.
fn backend(root: &Path, method: &str, target: &str, field: &dyn Fn(&str) -> Option<String>, body: &[u8]) -> Vec<u8> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut child = Command::new("git")
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("REMOTE_USER", "me")
        .env("PATH_INFO", path)
        .env("QUERY_STRING", query)
        .env("REQUEST_METHOD", method)
        .env("CONTENT_TYPE", field("content-type").unwrap_or_default())
        .env("HTTP_CONTENT_ENCODING", field("content-encoding").unwrap_or_default())
        .env("GIT_PROTOCOL", field("git-protocol").unwrap_or_default())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(body).unwrap();
    let said = child.wait_with_output().unwrap().stdout;
    let end = said.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let status = String::from_utf8_lossy(&said[..end]);
    let status = status.lines().find_map(|line| line.strip_prefix("Status: ")).unwrap_or("200 OK").to_owned();
    [format!("HTTP/1.1 {status}\r\nConnection: close\r\n").as_bytes(), &said].concat()
}

/// A bare repository with one commit, and a `git` that writes down how it is called.
fn kit() -> Kit {
    let kit = Kit::new();
    for (name, value) in [
        ("GIT_AUTHOR_NAME", "A"),
        ("GIT_AUTHOR_EMAIL", "a@example.invalid"),
        ("GIT_COMMITTER_NAME", "A"),
        ("GIT_COMMITTER_EMAIL", "a@example.invalid"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("HOME", kit.root().to_str().unwrap()),
    ] {
        kit.run.environment.set(name, value);
    }
    kit.write("repo/a.txt", "a\n");
    let repository = kit.root().join("repo");
    git(&repository, &["init", "-q", "-b", "main"]);
    git(&repository, &["add", "-A"]);
    git(&repository, &["commit", "-q", "-m", "first"]);
    git(&kit.root(), &["clone", "-q", "--bare", "repo", "bare.git"]);
    git(&kit.root().join("bare.git"), &["config", "http.receivepack", "true"]);
    let path = kit.run.environment.get("PATH").unwrap();
    let script = format!("#!/bin/sh\necho \"$@\" >> {}/calls\nPATH='{path}' exec git \"$@\"\n", kit.root().display());
    let script = kit.write("bin/git", &script);
    std::fs::set_permissions(script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    kit.run.environment.set("PATH", &format!("{}/bin:{path}", kit.root().display()));
    kit
}

fn call(kit: &Kit, inputs: &str, password: &str) -> Value {
    let mut inputs = Value::from_json(inputs).unwrap().as_map().unwrap().clone();
    inputs.insert("username", "me");
    inputs.insert("password", password);
    kit.call_with("git", Capability::Action, inputs).unwrap().data
}

fn succeeded(data: &Value) -> bool {
    data.as_map().unwrap().get("success") == Some(&Value::from(true))
}

#[test]
fn clone_pull_and_push_sign_in_and_leave_no_trace() {
    let kit = kit();
    let server = Repositories::start(kit.root(), None);
    let clone = format!(r#"{{"operation": "clone", "repository": "{}", "path": "copy"}}"#, server.url());
    let data = kit.data("git", Capability::Action, &clone);
    assert!(!succeeded(&data) && json(&data).contains("terminal prompts disabled"), "{}", json(&data));
    let wrong = call(&kit, &clone, "S3NTINEL wrong");
    assert!(!succeeded(&wrong) && json(&wrong).contains("Authentication failed"), "{}", json(&wrong));
    let cloned = call(&kit, &clone, PASSWORD);
    assert!(succeeded(&cloned), "{}", json(&cloned));
    assert_eq!(kit.read("copy/a.txt"), "a\n");
    kit.write("copy/b.txt", "b\n");
    for inputs in [
        r#"{"operation": "add", "path": "copy", "files": ["b.txt"]}"#,
        r#"{"operation": "commit", "path": "copy", "message": "second"}"#,
        r#"{"operation": "push", "path": "copy", "branch": "main"}"#,
        r#"{"operation": "pull", "path": "copy", "branch": "main"}"#,
    ] {
        let data = call(&kit, inputs, PASSWORD);
        assert!(succeeded(&data), "{inputs}: {}", json(&data));
        assert!(!json(&data).contains("S3NTINEL"));
    }
    assert_eq!(git(&kit.root().join("bare.git"), &["log", "--oneline"]).lines().count(), 2);
    let calls = kit.read("calls");
    assert!(calls.contains("push") && !calls.contains("S3NTINEL"), "{calls}");
    let found = Command::new("grep").args(["-r", "-l", "S3NTINEL", "."]).current_dir(kit.root()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stdout), "", "nothing is kept on disk");
}

#[test]
fn a_server_that_sends_us_elsewhere_does_not_learn_the_password_for_others() {
    let kit = kit();
    let stranger = Repositories::start(kit.root(), None);
    let server = Repositories::start(kit.root(), Some(format!("http://127.0.0.1:{}", stranger.port)));
    let clone = format!(r#"{{"operation": "clone", "repository": "{}", "path": "copy"}}"#, server.url());
    let data = call(&kit, &clone, PASSWORD);
    assert!(!succeeded(&data), "{}", json(&data));
    let seen = stranger.seen.lock().unwrap();
    assert!(!seen.is_empty() && seen.iter().all(String::is_empty), "{seen:?}");
}
