//! The rules of the house that no compiler checks: arrows between crates point down, every crate says what it is for,
//! only `system` names the outside world, and DEPENDENCIES.md lists what is used.

mod crates;
mod dependencies;
mod headers;
mod outside;
mod paths;
mod rows;
#[cfg(test)]
mod tests;

use crate::{Failure, workspace};
use crates::Crate;
use std::path::Path;

/// All breaches in the workspace at `root`, one line each; none is good.
pub(crate) fn problems(root: &Path) -> Result<Vec<String>, Failure> {
    let members = crates::read(&workspace::metadata(&root.join("Cargo.toml"))?);
    let fuzz = crates::read(&workspace::metadata(&root.join("fuzz/Cargo.toml"))?);
    let mut found = rows::problems(&members);
    for member in &members {
        found.extend(headers::problems(member)?);
        found.extend(outside::problems(root, member)?);
    }
    let all: Vec<Crate> = members.into_iter().chain(fuzz).collect();
    found.extend(dependencies::problems(root, &all)?);
    Ok(found)
}
