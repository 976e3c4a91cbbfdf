//! DEPENDENCIES.md lists every direct dependency and nothing else, and the workspace names none that nobody uses.

use super::crates::Crate;
use crate::Failure;
use crate::failure::At;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

pub(super) fn problems(root: &Path, crates: &[Crate]) -> Result<Vec<String>, Failure> {
    let page = root.join("DEPENDENCIES.md");
    let manifest = root.join("Cargo.toml");
    let used = direct(crates);
    let mut found = match fs::read_to_string(&page) {
        Ok(page) => compare(&used, &listed(&page)),
        Err(error) => vec![format!("DEPENDENCIES.md: {error}")],
    };
    let unused = workspace_names(&fs::read_to_string(&manifest).at(&manifest)?);
    let own: BTreeSet<&str> = crates.iter().map(|member| member.name.as_str()).collect();
    let unused = unused.iter().filter(|name| !used.contains(*name) && !own.contains(name.as_str()));
    found.extend(unused.map(|name| format!("Cargo.toml names the dependency `{name}`, which no crate uses")));
    Ok(found)
}

/// The names from the registry that the crates depend on, for tests and builds too.
pub(super) fn direct(crates: &[Crate]) -> BTreeSet<String> {
    let all = crates.iter().flat_map(|member| &member.dependencies);
    all.filter(|dependency| !dependency.own).map(|dependency| dependency.name.clone()).collect()
}

pub(super) fn compare(used: &BTreeSet<String>, listed: &BTreeSet<String>) -> Vec<String> {
    let unlisted = used.difference(listed).map(|name| format!("DEPENDENCIES.md lacks `{name}`"));
    let unused = listed.difference(used).map(|name| format!("DEPENDENCIES.md lists `{name}`, which no crate uses"));
    unlisted.chain(unused).collect()
}

/// The names in the first column of every table whose first heading is "Crate". Names stand in back quotes; a cell may
/// hold several.
pub(super) fn listed(page: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in page.lines() {
        let Some(cell) = line.trim().strip_prefix('|').and_then(|row| row.split('|').next()) else {
            inside = false;
            continue;
        };
        if inside {
            names.extend(cell.split('`').skip(1).step_by(2).map(str::to_owned));
        } else {
            inside = cell.trim().eq_ignore_ascii_case("crate");
        }
    }
    names
}

/// The keys of `[workspace.dependencies]`.
pub(super) fn workspace_names(manifest: &str) -> Vec<String> {
    let section = manifest.lines().skip_while(|line| line.trim() != "[workspace.dependencies]").skip(1);
    let section = section.take_while(|line| !line.starts_with('['));
    section.filter_map(|line| line.split_once('=')).map(|(name, _)| name.trim().to_owned()).collect()
}
