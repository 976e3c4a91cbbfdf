//! A directory of this machine in which the commands of one page are played.

use super::page::root;
use super::program;
use super::stage::{STAND_IN, Stage};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// How pages call the program before it is installed.
const BY_CARGO: &str = "cargo run --release --quiet -- ";

/// The directory, a folder with the program in it, and the exit code of the last command. Its name is as long as the one
/// that pages have for it, so that columns stay as they are.
pub(crate) struct Directory {
    place: TempDir,
    programs: TempDir,
    last: i32,
}

impl Directory {
    pub(crate) fn new() -> Self {
        let room = STAND_IN.len() - "/tmp/".len();
        let directory = tempfile::Builder::new().prefix("").rand_bytes(room).tempdir_in("/tmp").expect("a directory");
        let programs = tempfile::tempdir().expect("a directory");
        symlink(program::path(), programs.path().join("upright")).expect("a link to the program");
        copy(&root().join("examples"), &directory.path().join("examples"));
        Self { place: directory, programs, last: 0 }
    }

    fn name(&self) -> &str {
        self.place.path().to_str().expect("temporary names are plain")
    }
}

impl Stage for Directory {
    fn write(&self, title: &str, text: &str) {
        let path = self.place.path().join(title);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
        fs::write(path, text.replace(STAND_IN, self.name())).expect("a file");
    }

    fn run(&mut self, line: &str) -> String {
        let line = line.replace(BY_CARGO, "upright ").replace(STAND_IN, self.name());
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", self.programs.path().display());
        let output = Command::new("/bin/sh")
            .args(["-c", &format!("exec 2>&1; umask 022; (exit {})\n{line}", self.last)])
            .current_dir(&self.place)
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.place.path())
            .env("UPRIGHT_STATE_DIR", self.programs.path().join("state"))
            .stdin(Stdio::null())
            .output()
            .expect("the shell starts");
        self.last = output.status.code().unwrap_or(1);
        String::from_utf8_lossy(&output.stdout).replace(self.name(), STAND_IN)
    }

    fn last(&self) -> i32 {
        self.last
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the folder can be listed") {
        let entry = entry.expect("the folder can be listed");
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target);
        } else {
            fs::copy(&source, &target).expect("the file can be copied");
        }
    }
}
