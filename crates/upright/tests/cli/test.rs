//! One call of the program in a directory of its own.

use crate::mask::Mask;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Files, and then one or more calls. `@ROOT@` in files and arguments is the directory of the test, `@UID@` and `@GID@`
/// are whoever runs it.
pub(crate) struct Test {
    root: TempDir,
    /// What outlives a run; whoever runs the program may write there.
    state: TempDir,
    arguments: Vec<OsString>,
    environment: Vec<(String, String)>,
    disguise: Option<Disguise>,
}

/// Who runs the program instead of us: the words before it, and a copy of it that everybody can reach.
struct Disguise {
    words: Vec<String>,
    directory: TempDir,
}

/// What a call gave.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    output: Output,
    mask: Mask,
}

/// Everything below a directory, by its relative path: content, mode, owner and what a rewrite would change.
pub(crate) type Tree = BTreeMap<PathBuf, (Option<Vec<u8>>, u32, u64, (i64, i64))>;

impl Test {
    pub(crate) fn new() -> Self {
        let root = tempfile::Builder::new().prefix("upright-").tempdir().unwrap();
        let state = tempfile::Builder::new().prefix("upright-state-").tempdir().unwrap();
        std::fs::set_permissions(state.path(), PermissionsExt::from_mode(0o777)).unwrap();
        Self { root, state, arguments: Vec::new(), environment: Vec::new(), disguise: None }
    }

    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let content = match std::str::from_utf8(content.as_ref()) {
            Ok(text) => self.fill(text).into_bytes(),
            Err(_) => content.as_ref().to_vec(),
        };
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    pub(crate) fn directory(self, name: &str) -> Self {
        std::fs::create_dir_all(self.path(name)).unwrap();
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        let value = self.fill(value);
        self.environment.push((name.to_owned(), value));
        self
    }

    pub(crate) fn args<const N: usize>(mut self, arguments: [&str; N]) -> Self {
        self.args_of(&arguments);
        self
    }

    /// Has the program started by a command that takes rights away, such as `setpriv`.
    pub(crate) fn behind(mut self, words: &[&str]) -> Self {
        let directory = tempfile::Builder::new().prefix("upright-program-").tempdir().unwrap();
        std::fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let (from, to) = (env!("CARGO_BIN_EXE_upright"), directory.path().join("upright"));
        std::fs::hard_link(from, &to).or_else(|_| std::fs::copy(from, &to).map(drop)).unwrap();
        self.disguise = Some(Disguise { words: words.iter().map(ToString::to_string).collect(), directory });
        self
    }

    /// Runs the program and expects this exit code.
    pub(crate) fn exit(&self, code: i32) -> Ended {
        let ended = self.run();
        assert_eq!(ended.code, Some(code), "stdout:\n{}\nstderr:\n{}", ended.stdout(), ended.stderr());
        ended
    }

    /// Runs the program with other arguments in the same directory.
    pub(crate) fn again(&mut self, arguments: &[&str], code: i32) -> Ended {
        self.args_of(arguments).exit(code)
    }

    /// The same test with other arguments.
    pub(crate) fn args_of(&mut self, arguments: &[&str]) -> &Self {
        self.arguments = arguments.iter().map(|argument| self.fill(argument).into()).collect();
        self
    }

    pub(crate) fn run(&self) -> Ended {
        let output = self.command().stdin(Stdio::null()).output().unwrap();
        self.ended(output)
    }

    /// The program with its arguments, in the directory of the test, with a small fixed environment.
    pub(crate) fn command(&self) -> Command {
        // Whoever runs the tests in the background may ignore signals, and what is ignored is inherited.
        let mut command = Command::new("/usr/bin/env");
        command.arg("--default-signal=INT,TERM,HUP");
        match &self.disguise {
            Some(Disguise { words, directory }) => command.args(words).arg(directory.path().join("upright")),
            None => command.arg(env!("CARGO_BIN_EXE_upright")),
        };
        command.args(&self.arguments).current_dir(self.root.path()).env_clear();
        command.env("PATH", "/usr/bin:/bin").env("HOME", self.root.path()).env("LANG", "C.UTF-8");
        command.env("UPRIGHT_STATE_DIR", self.state.path());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    pub(crate) fn ended(&self, output: Output) -> Ended {
        Ended { code: output.status.code(), output, mask: Mask::of(self.root.path()) }
    }

    /// Where what outlives a run is kept.
    pub(crate) fn state(&self) -> &Path {
        self.state.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        std::fs::symlink_metadata(self.path(name)).is_ok()
    }

    pub(crate) fn mode(&self, name: &str) -> u32 {
        std::fs::symlink_metadata(self.path(name)).unwrap().mode() & 0o7777
    }

    pub(crate) fn fill(&self, text: &str) -> String {
        let owner = std::fs::metadata(self.root.path()).unwrap();
        let (uid, gid) = (owner.uid().to_string(), owner.gid().to_string());
        text.replace("@ROOT@", self.root.path().to_str().unwrap()).replace("@UID@", &uid).replace("@GID@", &gid)
    }

    /// The names in the directory of the test, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.root.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    pub(crate) fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        collect(self.root.path(), self.root.path(), &mut tree);
        tree
    }
}

impl Ended {
    /// What was printed, with what differs from run to run masked.
    pub(crate) fn stdout(&self) -> String {
        self.mask.text(&String::from_utf8_lossy(&self.output.stdout))
    }

    pub(crate) fn stderr(&self) -> String {
        self.mask.text(&String::from_utf8_lossy(&self.output.stderr))
    }

    /// Both streams as they are.
    pub(crate) fn raw(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned() + &String::from_utf8_lossy(&self.output.stderr)
    }

    /// Standard output as JSON, paths masked.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout()).unwrap_or_else(|error| panic!("{error}: {}", self.stdout()))
    }

    /// Standard output as one JSON object a line.
    pub(crate) fn lines(&self) -> Vec<serde_json::Value> {
        self.stdout().lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }
}

fn collect(path: &Path, root: &Path, tree: &mut Tree) {
    let stat = std::fs::symlink_metadata(path).unwrap();
    let content = stat.is_file().then(|| std::fs::read(path).unwrap());
    let name = path.strip_prefix(root).unwrap().to_owned();
    tree.insert(name, (content, stat.mode(), stat.ino(), (stat.mtime(), stat.mtime_nsec())));
    if stat.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), root, tree);
        }
    }
}
