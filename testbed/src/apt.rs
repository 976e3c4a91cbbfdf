//! Debian packages and the repository that apt reads them from.

use crate::{Host, Package, Repository};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the repository is on a host.
const FOLDER: &str = "/srv/apt";

impl Host {
    /// Offers packages to apt: builds them, makes the repository the only source, and reads its list. What was offered before
    /// is gone.
    #[track_caller]
    pub fn offer_apt(&self, repository: &Repository) {
        self.place_apt(repository);
        self.run(["apt-get", "--quiet", "update"]).expect_success();
    }

    /// The same without reading the list.
    #[track_caller]
    pub fn place_apt(&self, repository: &Repository) {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let store = folder.path().join("apt");
        fs::create_dir(&store).expect("a new directory");
        let list: Vec<String> =
            repository.packages.iter().map(|package| stock(package, folder.path(), &store)).collect();
        write(&store.join("Packages"), &list.join("\n"), 0o644);
        self.run(["rm", "-rf", FOLDER]).expect_success();
        self.copy_in(&store, "/srv");
        self.write("/etc/apt/sources.list", format!("deb [trusted=yes] file://{FOLDER} ./\n"));
    }
}

/// Builds a package into the store and gives its entry in the list.
fn stock(package: &Package, folder: &Path, store: &Path) -> String {
    let architecture = package.architecture.as_deref().unwrap_or("all");
    let file = format!("{}_{}_{architecture}.deb", package.name, package.version.replace(':', "%3a"));
    let tree = folder.join(format!("{file}.tree"));
    let control = control(package, architecture);
    lay_out(package, &control, &tree);
    let target = store.join(&file);
    build(&tree, &target);
    let content = fs::read(&target).expect("a package that was built");
    let hash = Sha256::digest(&content).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a text cannot fail");
        hex
    });
    format!("{control}Filename: ./{file}\nSize: {}\nSHA256: {hash}\n", content.len())
}

fn control(package: &Package, architecture: &str) -> String {
    let mut text = format!("Package: {}\nVersion: {}\nArchitecture: {architecture}\n", package.name, package.version);
    text.push_str("Maintainer: nobody <nobody@localhost>\nDescription: made by a test\n");
    for (name, value) in &package.fields {
        writeln!(text, "{name}: {value}").expect("writing to a text cannot fail");
    }
    text
}

/// The tree that dpkg-deb packs.
fn lay_out(package: &Package, control: &str, tree: &Path) {
    let about = tree.join("DEBIAN");
    write(&about.join("control"), control, 0o644);
    for file in &package.files {
        write(&tree.join(file.path.trim_start_matches('/')), &file.content, file.mode);
    }
    let configuration: Vec<&str> =
        package.files.iter().filter(|file| file.is_configuration).map(|file| file.path.as_str()).collect();
    if !configuration.is_empty() {
        write(&about.join("conffiles"), &(configuration.join("\n") + "\n"), 0o644);
    }
    for (name, body) in &package.scripts {
        write(&about.join(name), &format!("#!/bin/sh\nset -e\n{body}\n"), 0o755);
    }
}

fn build(tree: &Path, target: &Path) {
    // Packages of tests are small and many: compressing them well is not worth the time.
    let mut command = Command::new("dpkg-deb");
    let output = command.args(["--root-owner-group", "-Zgzip", "-z1", "--build"]).arg(tree).arg(target).output();
    let output = output.unwrap_or_else(|error| panic!("cannot start dpkg-deb: {error}"));
    assert!(output.status.success(), "dpkg-deb: {}", String::from_utf8_lossy(&output.stderr));
}

fn write(path: &PathBuf, content: &str, mode: u32) {
    let folder = path.parent().expect("a file is in a directory");
    fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    fs::write(path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rights = Permissions::from_mode(mode);
    fs::set_permissions(path, rights).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
