//! What every crate has at the top: two sentences that say what it is for, the lints of the workspace, and in the core
//! the demand that everything public is documented.

use super::crates::Crate;
use super::rows;
use crate::Failure;
use crate::failure::At;
use std::fs;

pub(super) fn problems(member: &Crate) -> Result<Vec<String>, Failure> {
    let name = &member.name;
    let mut found = Vec::new();
    if !takes_workspace_lints(&fs::read_to_string(&member.manifest).at(&member.manifest)?) {
        found.push(format!("crate `{name}` lacks `[lints] workspace = true`"));
    }
    for root in &member.roots {
        let text = fs::read_to_string(root).at(root)?;
        let file = root.strip_prefix(member.folder()).unwrap_or(root).display();
        if sentences(&header(&text)) < 2 {
            found.push(format!("crate `{name}`: {file} does not start with a `//!` header of two sentences"));
        }
        if rows::is_core(name) && !text.lines().any(|line| line == "#![warn(missing_docs)]") {
            found.push(format!("crate `{name}`: {file} lacks `#![warn(missing_docs)]`"));
        }
    }
    Ok(found)
}

/// Whether a Cargo.toml has the line `workspace = true` in its section `[lints]`.
pub(super) fn takes_workspace_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim).skip_while(|line| *line != "[lints]").skip(1);
    lines.by_ref().take_while(|line| !line.starts_with('[')).any(|line| line.replace(' ', "") == "workspace=true")
}

/// The `//!` lines a file starts with, joined.
pub(super) fn header(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// How many sentences a text has: words that end with a full stop.
pub(super) fn sentences(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.ends_with('.')).count()
}
