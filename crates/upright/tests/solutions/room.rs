//! The place of one scenario: its files, its home, its server, and calls of the program.

use crate::scenario::{Scenario, Step, map, texts};
use crate::server::Server;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use value::{Map, Value};

/// A step that takes longer is killed.
const SECONDS: &str = "60";

const GIT: [(&str, &str); 7] = [
    ("GIT_AUTHOR_NAME", "Fixed Author"),
    ("GIT_AUTHOR_EMAIL", "author@example.invalid"),
    ("GIT_COMMITTER_NAME", "Fixed Author"),
    ("GIT_COMMITTER_EMAIL", "author@example.invalid"),
    ("GIT_AUTHOR_DATE", "2024-01-02T03:04:05+0000"),
    ("GIT_COMMITTER_DATE", "2024-01-02T03:04:05+0000"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
];

pub(crate) struct Room {
    base: tempfile::TempDir,
    server: Option<Server>,
    environment: Vec<(String, String)>,
}

/// What a step gave, with the paths of the room replaced by their names.
pub(crate) struct Ended {
    pub(crate) exit: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) requests: Vec<String>,
}

impl Room {
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let base = tempfile::Builder::new().prefix("upright-").tempdir().unwrap();
        let server = scenario.said.get("http").and_then(Value::as_map).map(|routes| Server::start(routes.clone()));
        let mut room = Self { base, server, environment: Vec::new() };
        std::fs::create_dir(room.root()).unwrap();
        std::fs::create_dir(room.home()).unwrap();
        room.lay_out(&scenario.said);
        if scenario.said.contains_key("git") {
            room.commit();
            room.environment.extend(GIT.map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
        for (name, value) in map(&scenario.said, "env").iter() {
            let value = room.filled(&value.to_string());
            room.environment.push((name.to_string(), value));
        }
        room
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.base.path().join("root")
    }

    fn home(&self) -> PathBuf {
        self.base.path().join("home")
    }

    fn filled(&self, text: &str) -> String {
        let port = self.server.as_ref().map_or(9, |server| server.port).to_string();
        text.replace("@ROOT@", self.root().to_str().unwrap())
            .replace("@HOME@", self.home().to_str().unwrap())
            .replace("@PORT@", &port)
    }

    /// A text of the program, with names instead of what differs from run to run.
    pub(crate) fn named(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        let text = text
            .replace(self.root().to_str().unwrap(), "@ROOT@")
            .replace(self.home().to_str().unwrap(), "@HOME@")
            .replace(self.base.path().to_str().unwrap(), "@BASE@");
        match &self.server {
            Some(server) => text.replace(&format!("127.0.0.1:{}", server.port), "127.0.0.1:@PORT@"),
            None => text,
        }
    }

    fn lay_out(&self, said: &Map) {
        for (path, content) in map(said, "files").iter() {
            self.write(&path.to_string(), content);
        }
        for (path, mode) in map(said, "modes").iter() {
            set_mode(&self.root().join(path.to_string()), mode.as_str().unwrap());
        }
        for directory in texts(said, "dirs") {
            std::fs::create_dir_all(self.root().join(directory)).unwrap();
        }
    }

    fn commit(&self) {
        let words: [&[&str]; 3] =
            [&["init", "-q", "-b", "main"], &["add", "-A"], &["commit", "-q", "-m", "first commit"]];
        for words in words {
            let mut git = Command::new("git");
            let ended = git.args(words).current_dir(self.root()).envs(GIT).env("HOME", self.home()).status();
            assert!(ended.unwrap().success());
        }
    }

    fn write(&self, path: &str, content: &Value) {
        let path = self.root().join(self.filled(path));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let said = content.as_map().cloned().unwrap_or_default();
        let text = |key: &str| said.get(key).and_then(Value::as_str);
        if let Some(target) = text("link") {
            return std::os::unix::fs::symlink(target, path).unwrap();
        }
        let bytes = match text("base64") {
            Some(encoded) => value::base64::decode(encoded.as_bytes()).unwrap(),
            None => self.filled(text("content").or(content.as_str()).unwrap()).into_bytes(),
        };
        std::fs::write(&path, bytes).unwrap();
        set_mode(&path, text("mode").unwrap_or("0644"));
    }

    fn prepare(&self, before: &Map) {
        for (path, content) in map(before, "write").iter() {
            self.write(&path.to_string(), content);
        }
        for path in texts(before, "remove").into_iter().map(|path| self.root().join(path)) {
            if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }.unwrap();
        }
        for path in texts(before, "mkdir") {
            std::fs::create_dir_all(self.root().join(path)).unwrap();
        }
    }

    pub(crate) fn play(&self, step: &Step) -> Ended {
        self.prepare(&map(&step.said, "before"));
        let mut child = self.command(step).spawn().unwrap();
        let input = self.filled(step.said.get("stdin").and_then(Value::as_str).unwrap_or_default());
        // Whoever does not read its input is not at fault.
        drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        Ended {
            exit: output.status.code(),
            stdout: self.named(&output.stdout),
            stderr: self.named(&output.stderr),
            requests: self.server.as_ref().map(Server::take_log).unwrap_or_default(),
        }
    }

    fn command(&self, step: &Step) -> Command {
        // Whoever runs the tests in the background may ignore signals, and what is ignored is inherited.
        let mut command = Command::new("/usr/bin/env");
        command.args(["--default-signal=INT,TERM,HUP", "timeout", "--signal=KILL", SECONDS]);
        command.arg(env!("CARGO_BIN_EXE_upright")).args(step.words.iter().map(|word| self.filled(word)));
        command.current_dir(self.root().join(step.said.get("cwd").and_then(Value::as_str).unwrap_or(".")));
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", self.home());
        command.env("TZ", "UTC").env("LANG", "C.UTF-8").env("TMPDIR", self.base.path());
        for (name, directory) in
            [("CONFIG", ".config"), ("DATA", ".local/share"), ("CACHE", ".cache"), ("STATE", ".local/state")]
        {
            command.env(format!("XDG_{name}_HOME"), self.home().join(directory));
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        for (name, value) in map(&step.said, "env").iter() {
            command.env(name.to_string(), self.filled(&value.to_string()));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

fn set_mode(path: &Path, mode: &str) {
    let mode = u32::from_str_radix(mode, 8).unwrap();
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}
