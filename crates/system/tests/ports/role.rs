//! This test program, started once more to play a part: a process that is killed, one without rights, one that waits for
//! a signal.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

const ROLE: &str = "UPRIGHT_TEST_ROLE";
const DIRECTORY: &str = "UPRIGHT_TEST_DIRECTORY";

/// Another process of this program. It is killed when nobody needs it any more.
pub(crate) struct Player {
    pub(crate) child: Child,
    said: BufReader<ChildStdout>,
}

impl Player {
    /// Starts a role with a directory to work in.
    pub(crate) fn start(role: &str, directory: &Path) -> Self {
        Self::spawn(&mut command(&std::env::current_exe().unwrap(), role, directory))
    }

    /// As [`start`](Self::start), with a signal ignored that would end it.
    pub(crate) fn start_with_nohup(role: &str, directory: &Path) -> Self {
        let plain = command(&std::env::current_exe().unwrap(), role, directory);
        let mut nohup = Command::new("env");
        nohup
            .args([DEFAULT_SIGNALS, "nohup"])
            .arg(plain.get_args().nth(1).unwrap())
            .args(plain.get_args().skip(2))
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        Self::spawn(nohup.env(ROLE, role).env(DIRECTORY, directory))
    }

    /// As [`start`](Self::start), as nobody when we are root.
    pub(crate) fn start_without_rights(role: &str, directory: &Path) -> Self {
        if rustix::process::geteuid().as_raw() != 0 {
            return Self::start(role, directory);
        }
        // Nobody may not be able to reach the directory of this program.
        let program = directory.join("program");
        copy_program(&std::env::current_exe().unwrap(), &program);
        Self::spawn(command(&program, role, directory).uid(65534).gid(65534))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        Self { child, said }
    }

    /// The next line that it says to us; empty when it has nothing more to say.
    pub(crate) fn line(&mut self) -> String {
        loop {
            let mut line = String::new();
            if self.said.read_line(&mut line).unwrap() == 0 {
                return line;
            }
            if let Some((_, said)) = line.trim_end().split_once(MARK) {
                return said.to_owned();
            }
        }
    }

    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(rustix::process::Pid::from_child(&self.child), signal).unwrap();
    }

    /// Stops it, and waits until all of it stands still.
    pub(crate) fn stop(&self) {
        self.signal(rustix::process::Signal::STOP);
        let tasks = || std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let is_still = |task: std::fs::DirEntry| {
            let status = std::fs::read_to_string(task.path().join("status")).unwrap_or_default();
            status.lines().any(|line| line.starts_with("State:\tT"))
        };
        crate::wait::until("the end of all motion", || tasks().all(|task| is_still(task.unwrap())));
    }

    /// Waits until no signal is under way to it any more.
    pub(crate) fn until_delivered(&self) {
        let status = || std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let is_none = |line: &str| line.ends_with("0000000000000000");
        crate::wait::until("delivery of the signal", || {
            status().lines().filter(|line| line.starts_with("SigPnd") || line.starts_with("ShdPnd")).all(is_none)
        });
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whoever runs the tests in the background may ignore signals, and what is ignored is inherited.
const DEFAULT_SIGNALS: &str = "--default-signal=INT,TERM,HUP";

fn command(program: &Path, role: &str, directory: &Path) -> Command {
    let mut command = Command::new("env");
    command
        .arg(DEFAULT_SIGNALS)
        .arg(program)
        .args(["--exact", "role::play", "--nocapture"])
        .env(ROLE, role)
        .env(DIRECTORY, directory)
        .current_dir("/");
    command
}

/// Has another process write a file that is going to be executed. When we write it, a thread of another test may start a
/// process in that moment, which holds our handle for a while: the kernel refuses to execute a file that somebody writes.
pub(crate) fn copy_program(from: &Path, to: &Path) {
    let status = Command::new("install").args(["-m", "755"]).args([from, to]).status().unwrap();
    assert!(status.success(), "cannot copy {}", from.display());
}

const MARK: &str = "says: ";

/// Says a line to the test that started us.
fn say(line: &str) {
    println!("{MARK}{line}");
    std::io::stdout().flush().unwrap();
}

/// Plays the part when this program was started for one. On its own it has nothing to do.
#[test]
fn play() {
    let Some(role) = std::env::var_os(ROLE) else { return };
    let directory = PathBuf::from(std::env::var_os(DIRECTORY).unwrap());
    match role.to_str().unwrap() {
        "replace" => crate::files_killed::replace_for_ever(&directory, || say("ready")),
        "without rights" => crate::files_rights::work_without_rights(&directory, say),
        "access" => crate::files_rights::ask_for_access(&directory, say),
        "foresee" => crate::files_rights::foresee_and_do(&directory, say),
        "wait" => crate::interrupts::wait_for_signals(say),
        "sigpipe" => crate::interrupts::say_signals_of_child(say),
        other => panic!("no role `{other}`"),
    }
}
