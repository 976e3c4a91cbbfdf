//! Notes of processes that are at work: whoever comes after a run that was killed can tell which of them outlive it. A note
//! is a file whose name tells the process, so that a number that came around again is not taken for it, and that
//! nothing but the process itself is waited for: what it leaves in the background has no note.

use super::Outliving;
use crate::identity::Identity;
use rustix::process::Pid;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where notes are kept, once that is known.
#[derive(Default)]
pub(super) struct Notes(OnceLock<Kept>);

struct Kept {
    directory: PathBuf,
    run: String,
}

/// Is there as long as the process is.
pub(super) struct Note(PathBuf);

impl Notes {
    /// The first place that is said is the one: a program is one run.
    pub(super) fn keep_in(&self, directory: &Path, run: &str) {
        self.0.get_or_init(|| Kept { directory: directory.to_owned(), run: run.to_owned() });
    }

    /// Notes a process of ours. One that cannot be noted runs nevertheless: nobody waits for it if we die, no more.
    pub(super) fn note(&self, pid: Pid, program: &str) -> Option<Note> {
        let kept = self.0.get()?;
        let path = kept.directory.join(Identity::of(pid)?.name());
        let text = format!("{}\n{program}\n", kept.run);
        let written = match write(&path, &text) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                make(&kept.directory).and_then(|()| write(&path, &text))
            }
            other => other,
        };
        written.ok().map(|()| Note(path))
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        ignore_leftover(fs::remove_file(&self.0));
    }
}

/// Those that are noted, at work, and of another run.
pub(super) fn outliving(directory: &Path, run: &str) -> Vec<Outliving> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries.filter_map(|entry| look(&entry.path(), run)).collect();
    found.sort_by_key(|process| process.pid);
    found
}

fn look(path: &Path, run: &str) -> Option<Outliving> {
    let process = Identity::parse(path.file_name()?.to_str()?)?;
    if !process.is_alive() {
        ignore_leftover(fs::remove_file(path));
        return None;
    }
    // Whoever was killed while it wrote this left half of it.
    let text = fs::read_to_string(path).unwrap_or_default();
    let (by, program) = text.split_once('\n').unwrap_or_default();
    (by != run).then(|| Outliving { pid: process.pid, program: program.trim_end().to_owned() })
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(text.as_bytes())
}

fn make(directory: &Path) -> io::Result<()> {
    match fs::DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    }
}

/// A note that stays says nothing wrong: it names a process that has ended.
fn ignore_leftover(_: io::Result<()>) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Pid {
        rustix::process::getpid()
    }

    #[test]
    fn a_process_is_known_to_others_as_long_as_its_note_is_there() {
        let state = tempfile::tempdir().unwrap();
        let directory = state.path().join("running");
        let notes = Notes::default();
        assert!(notes.note(own(), "sleep").is_none(), "nobody said where");
        notes.keep_in(&directory, "mine");
        let note = notes.note(own(), "sleep").unwrap();
        let expected = Outliving { pid: own().as_raw_nonzero().get(), program: "sleep".into() };
        assert_eq!(outliving(&directory, "another"), [expected]);
        assert!(outliving(&directory, "mine").is_empty(), "a run inside of a run does not wait for its parent");
        drop(note);
        assert!(outliving(&directory, "another").is_empty());
    }

    #[test]
    fn notes_of_those_that_ended_go_and_what_is_no_note_stays() {
        let state = tempfile::tempdir().unwrap();
        let mut earlier = Identity::of(own()).unwrap();
        earlier.started += 1;
        let paths = [earlier.name(), "README".to_owned()].map(|name| state.path().join(name));
        for path in &paths {
            write(path, "dead\nsleep\n").unwrap();
        }
        assert!(outliving(state.path(), "mine").is_empty());
        assert_eq!(paths.map(|path| path.exists()), [false, true]);
        assert!(outliving(&state.path().join("nowhere"), "mine").is_empty());
    }
}
