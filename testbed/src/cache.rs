//! Where roots are kept, and how one is made only once: under a lock, below a temporary name, then renamed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The directory of the test bed: `UPRIGHT_TESTBED`, else `testbed` in the target directory of the running program.
pub(crate) fn directory() -> PathBuf {
    let directory = std::env::var_os("UPRIGHT_TESTBED").map_or_else(below_target, PathBuf::from);
    fs::create_dir_all(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    directory.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
}

fn below_target() -> PathBuf {
    let program = std::env::current_exe().expect("a running program has a path");
    let is_deps = |folder: &&Path| folder.file_name().is_some_and(|name| name == "deps" || name == "examples");
    // Tests are built in a folder of the profile, other programs in the profile itself.
    let folder = program.ancestors().find(is_deps).unwrap_or(&program);
    let target = folder.ancestors().nth(2).expect("a profile is in the target directory");
    target.join("testbed")
}

/// The directory `name`, made by `make` when it is not there. Whoever comes second waits for the first.
pub(crate) fn kept(name: &str, make: impl FnOnce(&Path)) -> PathBuf {
    let directory = directory();
    let finished = directory.join(name);
    let _lock = lock(&directory.join(format!("{name}.lock")));
    if !finished.is_dir() {
        let unfinished = directory.join(format!("{name}.unfinished"));
        remove(&unfinished);
        fs::create_dir(&unfinished).unwrap_or_else(|error| panic!("{}: {error}", unfinished.display()));
        make(&unfinished);
        fs::rename(&unfinished, &finished).unwrap_or_else(|error| panic!("{}: {error}", finished.display()));
    }
    finished
}

fn lock(path: &Path) -> File {
    let file = File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file.lock().unwrap_or_else(|error| panic!("cannot lock {}: {error}", path.display()));
    file
}

/// Nothing is ever mounted in there but inside a namespace that has ended by now.
fn remove(path: &Path) {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => panic!("{}: {error}", path.display()),
        _ => {}
    }
}
