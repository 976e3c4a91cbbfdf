//! A directory, a state directory beside it, and resources that speak of both.

use diagnostics::{Redactor, Sources};
use document::decode::Decoder;
use document::{Options, parse};
use engine::{Context, Converged, Resource, Trigger, Verdict, World};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use system::{FakeClock, Interrupt, Notices, WriteWorld};
use tempfile::TempDir;

pub(crate) struct Room {
    directory: TempDir,
    state: TempDir,
    pub(crate) redactor: Redactor,
    notices: Arc<Mutex<Vec<String>>>,
}

impl Room {
    pub(crate) fn new() -> Self {
        let (directory, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        Self { directory, state, redactor: Redactor::new("<secret>"), notices: Arc::default() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Names below the directory, without directories.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut pending = vec![self.directory.path().to_owned()];
        while let Some(directory) = pending.pop() {
            for entry in std::fs::read_dir(directory).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_dir() {
                    pending.push(entry.path());
                } else {
                    let name = entry.path().strip_prefix(self.directory.path()).unwrap().display().to_string();
                    names.push(name);
                }
            }
        }
        names.sort();
        names
    }

    /// This machine, with a clock that does not wait.
    pub(crate) fn world(&self) -> WriteWorld {
        let mut world = WriteWorld::real(Interrupt::never(), Vec::new());
        world.read.clock = Arc::new(FakeClock::at(1_700_000_000));
        world.read.state_directory = Some(self.state.path().to_owned());
        let notices = Arc::clone(&self.notices);
        world.read.notices = Notices::to(move |line| notices.lock().unwrap().push(line.to_owned()));
        world
    }

    /// What was said since it was asked last.
    pub(crate) fn told(&self) -> Vec<String> {
        std::mem::take(&mut *self.notices.lock().unwrap())
    }

    /// The state directory.
    pub(crate) fn state(&self) -> &Path {
        self.state.path()
    }

    /// A file in the state directory that says that an extraction was not finished.
    pub(crate) fn notes(&self) -> usize {
        std::fs::read_dir(self.state.path().join("archive")).map_or(0, Iterator::count)
    }

    /// `a.tar.gz` from this address, with further properties.
    pub(crate) fn archive(&self, url: &str, more: &str) -> Box<dyn Resource> {
        let (uid, gid) = self.world().read.users.current();
        let root = self.directory.path().display();
        let body =
            format!("name: {root}/a.tar.gz\nensure: present\nurl: {url}\nowner: \"{uid}\"\ngroup: \"{gid}\"\n{more}");
        self.decode("archive", &body.replace("@ROOT@", &root.to_string()))
    }

    pub(crate) fn decode(&self, kind: &str, body: &str) -> Box<dyn Resource> {
        let mut sources = Sources::new();
        let file = sources.add("site.yaml", body.replace("@ROOT@", &self.directory.path().display().to_string()));
        let text = sources.text(file);
        let node = parse(&text, file, &Options::manifest()).unwrap();
        let context = Context::new("/".into(), &sources, &self.redactor);
        let mut decoder = Decoder::new(&sources);
        let resource = (resources::find(kind).unwrap().decode)(&node, &mut decoder, &context);
        let problems = decoder.finish();
        assert!(problems.is_empty(), "{body}\n{problems:?}");
        resource.unwrap()
    }

    pub(crate) fn apply(&self, resource: &dyn Resource) -> Converged {
        resource.converge(&World::Apply(self.world()), &Trigger::None)
    }
}

pub(crate) fn changed(converged: &Converged) {
    assert_eq!(converged.verdict, Verdict::Changed { refreshed: false });
}

pub(crate) fn error(converged: &Converged) -> String {
    match &converged.verdict {
        Verdict::Failed { error, .. } => error.clone(),
        other => panic!("{other:?}"),
    }
}

/// A gzipped tar archive of these files.
pub(crate) fn tar_gz(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::none()));
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o640);
        archive.append_data(&mut header, Path::new(name), *content).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap()
}
