//! A machine that lives as long as its value.

use crate::namespace::{Namespace, Network, Plan};
use crate::{Output, Root};
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Where the program under test is, see [`Root::with`].
const UPRIGHT: &str = "/usr/local/bin/upright";

/// A machine of its own: files, processes, network and name. It ends when it is dropped.
#[derive(Debug)]
pub struct Host {
    namespace: Namespace,
}

impl Host {
    /// A host on which systemd runs and has finished starting.
    pub fn boot(root: &Root) -> Self {
        let host = Self::start(root, &["/lib/systemd/systemd", "--system"]);
        let until = Instant::now() + Duration::from_mins(1);
        // Early on there is nobody to ask, or nobody who answers.
        loop {
            let state = host.run(["systemctl", "is-system-running", "--wait"]);
            match &*state.stdout {
                "running\n" => return host,
                "" | "offline\n" if Instant::now() < until => sleep(Duration::from_millis(10)),
                _ => panic!("systemd is not `running`: {state}"),
            }
        }
    }

    /// A host without systemd: enough for packages.
    pub fn chroot(root: &Root) -> Self {
        Self::start(root, &["sleep", "infinity"])
    }

    fn start(root: &Root, init: &[&str]) -> Self {
        let (layers, files) = (&root.layers, &root.files);
        Self { namespace: Namespace::start(&Plan { layers, upper: None, files, network: Network::Own, init }) }
    }

    /// A command on the host, to be started by the caller.
    pub fn command(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = self.namespace.command();
        command.args(words).stdin(Stdio::null());
        command
    }

    /// Runs a command and waits for its end.
    #[track_caller]
    pub fn run(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
        let output = self.command(words).output();
        output.unwrap_or_else(|error| panic!("cannot enter the host: {error}")).into()
    }

    /// Runs a line of shell.
    #[track_caller]
    pub fn shell(&self, script: &str) -> Output {
        self.run(["sh", "-euc", script])
    }

    /// Runs `upright` with these arguments.
    #[track_caller]
    pub fn upright(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
        let mut command = self.command([UPRIGHT]);
        let output = command.args(arguments).output();
        output.unwrap_or_else(|error| panic!("cannot enter the host: {error}")).into()
    }

    /// Runs a command that reads this on standard input.
    #[track_caller]
    pub fn run_with(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>, input: &[u8]) -> Output {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot enter the host: {error}"));
        let mut pipe = child.stdin.take().expect("standard input is a pipe");
        let _a_command_need_not_read_all = pipe.write_all(input);
        drop(pipe);
        child.wait_with_output().unwrap_or_else(|error| panic!("cannot wait: {error}")).into()
    }

    /// Writes a file with mode 0644; directories on the way are made.
    #[track_caller]
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        const WRITE: &str = r#"mkdir -p "$(dirname "$1")"; cat > "$1""#;
        self.run_with(["sh", "-euc", WRITE, "sh", path], content.as_ref()).expect_success();
    }

    /// Writes a file that can be executed.
    #[track_caller]
    pub fn write_program(&self, path: &str, content: impl AsRef<[u8]>) {
        self.write(path, content);
        self.run(["chmod", "755", path]).expect_success();
    }

    /// The content of a file.
    #[track_caller]
    pub fn read(&self, path: &str) -> String {
        self.run(["cat", "--", path]).expect_success().stdout.clone()
    }

    /// Whether something is at a path.
    pub fn exists(&self, path: &str) -> bool {
        self.run(["test", "-e", path]).code == Some(0)
    }

    /// Copies a file, or a directory with all that is in it, to a directory of the host.
    #[track_caller]
    pub fn copy_in(&self, from: &Path, directory: &str) {
        let (parent, name) = (from.parent().unwrap_or(Path::new("/")), from.file_name().expect("a path has a name"));
        let mut pack = Command::new("tar");
        let pack = pack.args(["--create", "--owner=0", "--group=0", "--directory"]).arg(parent).arg("--").arg(name);
        let packed = pack.output().unwrap_or_else(|error| panic!("cannot start tar: {error}"));
        assert!(packed.status.success(), "{}: {}", from.display(), String::from_utf8_lossy(&packed.stderr));
        self.run(["mkdir", "-p", directory]).expect_success();
        self.run_with(["tar", "--extract", "--directory", directory], &packed.stdout).expect_success();
    }

    /// The number of the first process of the host, as seen from this machine.
    pub fn init(&self) -> u32 {
        self.namespace.init()
    }
}
