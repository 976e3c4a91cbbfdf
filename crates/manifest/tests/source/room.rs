//! A temporary directory of its own, and what is fetched into it.

use manifest::source::{Fetched, Limits, Rooms, Source, SourceError};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use system::{FakeEnvironment, Interrupt, ReadWorld};

pub(crate) struct Room {
    pub(crate) directory: tempfile::TempDir,
    pub(crate) interrupt: Interrupt,
    pub(crate) limits: Limits,
}

impl Room {
    pub(crate) fn new() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
            interrupt: Interrupt::manual().unwrap(),
            limits: Limits::default(),
        }
    }

    pub(crate) fn world(&self) -> ReadWorld {
        let environment = FakeEnvironment::in_directory("/").with("TMPDIR", self.directory.path().to_str().unwrap());
        ReadWorld { environment: Arc::new(environment), ..ReadWorld::real(self.interrupt.clone(), Vec::new()) }
    }

    pub(crate) fn fetch(&self, url: &str) -> Result<Fetched, SourceError> {
        Source::parse(url).unwrap().fetch(&self.world(), &Rooms::real(), &self.limits)
    }

    /// How many things there are in the temporary directory.
    pub(crate) fn left(&self) -> usize {
        fs::read_dir(self.directory.path()).unwrap().count()
    }
}

/// An archive of these files, made by the `tar` of this machine.
pub(crate) fn archive(files: &[(&str, &str)], arguments: &[&str]) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let tree = directory.path().join("tree");
    for (name, content) in files {
        let path = tree.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let names: Vec<&Path> = files.iter().map(|(name, _)| Path::new(*name)).collect();
    let file = directory.path().join("out");
    let mut command = std::process::Command::new("tar");
    command.arg("-C").arg(&tree).arg("-cf").arg(&file).args(arguments).args(names);
    assert!(command.status().unwrap().success());
    fs::read(file).unwrap()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
