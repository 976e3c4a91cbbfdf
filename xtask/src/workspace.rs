//! Where the project is, and its built binary.

use crate::{Failure, command};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// `cargo metadata` of the package or workspace at `manifest`, without anything from outside.
pub(crate) fn metadata(manifest: &Path) -> Result<Value, Failure> {
    let mut cargo = command::cargo();
    cargo.args(["metadata", "--format-version", "1", "--no-deps", "--locked", "--offline", "--manifest-path"]);
    let text = command::output(cargo.arg(manifest))?;
    serde_json::from_str(&text).map_err(|error| Failure::new(format!("cargo metadata: {error}")))
}

/// Builds the release binary and says where it is.
pub(crate) fn build_release() -> Result<PathBuf, Failure> {
    let mut cargo = command::cargo();
    command::run(cargo.args(["build", "--release", "--locked", "--package", "upright"]).current_dir(root()))?;
    Ok(target_directory()?.join("release/upright"))
}

/// Where cargo puts what it builds.
pub(crate) fn target_directory() -> Result<PathBuf, Failure> {
    let metadata = metadata(&root().join("Cargo.toml"))?;
    let target = metadata["target_directory"].as_str();
    target.map(PathBuf::from).ok_or_else(|| Failure::new("cargo metadata names no target directory"))
}

/// The binary given with `--bin`, else the release binary, built now.
pub(crate) fn binary(given: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let Some(path) = given else { return build_release() };
    path.canonicalize().map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
