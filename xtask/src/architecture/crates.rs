//! The crates of a workspace, out of `cargo metadata`.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// One crate of the workspace.
#[derive(Debug, Clone)]
pub(super) struct Crate {
    pub(super) name: String,
    /// Its Cargo.toml.
    pub(super) manifest: PathBuf,
    /// The first files of its library and its programs.
    pub(super) roots: Vec<PathBuf>,
    pub(super) dependencies: Vec<Dependency>,
}

/// One line of a crate's dependencies.
#[derive(Debug, Clone)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// Used by tests and benchmarks only.
    pub(super) dev: bool,
    /// A crate of this project, not of the registry.
    pub(super) own: bool,
}

impl Crate {
    /// Its folder.
    pub(super) fn folder(&self) -> &Path {
        self.manifest.parent().expect("a Cargo.toml is in a folder")
    }
}

pub(super) fn read(metadata: &Value) -> Vec<Crate> {
    list(&metadata["packages"]).iter().map(package).collect()
}

fn package(package: &Value) -> Crate {
    let roots = list(&package["targets"]).iter().filter(|target| is_lib_or_bin(target));
    Crate {
        name: text(&package["name"]),
        manifest: text(&package["manifest_path"]).into(),
        roots: roots.map(|target| text(&target["src_path"]).into()).collect(),
        dependencies: list(&package["dependencies"]).iter().map(dependency).collect(),
    }
}

fn is_lib_or_bin(target: &Value) -> bool {
    list(&target["kind"]).iter().any(|kind| kind == "lib" || kind == "bin")
}

fn dependency(dependency: &Value) -> Dependency {
    Dependency {
        name: text(&dependency["name"]),
        dev: dependency["kind"] == "dev",
        own: dependency["path"].is_string(),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
