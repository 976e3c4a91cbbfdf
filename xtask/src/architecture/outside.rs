//! Only `system` names the outside world. Clippy forbids the calls; this finds the names too, and a clippy.toml that
//! would lift the ban in one crate.

use super::crates::Crate;
use super::paths;
use crate::Failure;
use crate::failure::At;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates that may touch the machine: the ports, and the tools.
const ALLOWED: &[&str] = &["bench", "system", "testbed", "vectors", "xtask"];

/// What nobody else may name.
const NAMES: &[&str] = &["std::fs", "std::os::unix::fs", "std::net", "std::process::Command", "ureq"];

/// Values that are not the network: an address is a number with a way of writing it.
const VALUES: &[&str] = &["std::net::IpAddr", "std::net::Ipv4Addr", "std::net::Ipv6Addr", "std::net::SocketAddr"];

pub(super) fn problems(root: &Path, member: &Crate) -> Result<Vec<String>, Failure> {
    if ALLOWED.contains(&member.name.as_str()) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    if ["clippy.toml", ".clippy.toml"].iter().any(|name| member.folder().join(name).exists()) {
        found.push(format!("crate `{}` has a clippy.toml of its own", member.name));
    }
    for file in sources(member.folder())? {
        let text = fs::read_to_string(&file).at(&file)?;
        let file = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        found.extend(forbidden(&text).into_iter().map(|name| format!("{file} names `{name}`: use a port of `system`")));
    }
    Ok(found)
}

/// The forbidden names in a source text, each once.
pub(super) fn forbidden(source: &str) -> Vec<&'static str> {
    let paths = paths::of(source);
    let below =
        |path: &str, name: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    let is_value = |path: &str| VALUES.iter().any(|value| below(path, value));
    NAMES.iter().copied().filter(|name| paths.iter().any(|path| below(path, name) && !is_value(path))).collect()
}

/// All Rust files below a folder but those of tests: `tests/`, `tests.rs`.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).at(folder)? {
        let path = entry.at(folder)?.path();
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
