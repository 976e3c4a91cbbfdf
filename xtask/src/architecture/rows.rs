//! The rows of crates, and the arrows between them: a crate depends only on crates in lower rows.

use super::crates::Crate;

/// From the ground up. `value` stands on `diagnostics`, `gostd` on `value`, `system` on both, and rows 0 to 3 of the design end with `engine`.
const ROWS: &[&[&str]] = &[
    &["diagnostics"],
    &["value"],
    &["gostd"],
    &["system"],
    &["document", "expr", "gotmpl", "jet"],
    &["archive", "data", "functions", "scaffold"],
    &["goss"],
    &["engine"],
    &["providers", "resources"],
    &["manifest", "solution"],
    &["fleet"],
    &[BINARY],
];

const BINARY: &str = "upright";
/// They know no crate of the program.
const TOOLS: [&str; 2] = [TEST_BED, "xtask"];
/// Hosts and servers for tests.
const TEST_BED: &str = "testbed";
/// They run cases through the engines, so they may know every crate below the binary. `bench` may also start hosts.
const RUNNERS: [&str; 2] = ["bench", "vectors"];

/// The place of a crate, counted from the ground.
fn row(name: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&name))
}

/// Whether a crate is a library for others of this project (rows 0 to 3), all of whose items are documented.
pub(super) fn is_core(name: &str) -> bool {
    row(name).is_some_and(|own| own <= row("engine").expect("the engine has a row"))
}

/// Crates without a row, and arrows that do not point down.
pub(super) fn problems(crates: &[Crate]) -> Vec<String> {
    crates.iter().flat_map(of_crate).collect()
}

fn of_crate(member: &Crate) -> Vec<String> {
    if TOOLS.contains(&member.name.as_str()) {
        return own_dependencies(member)
            .map(|(name, _)| format!("crate `{}` may not depend on `{name}`", member.name))
            .collect();
    }
    if RUNNERS.contains(&member.name.as_str()) {
        return own_dependencies(member)
            .filter(|(name, _)| !(member.name == "bench" && *name == TEST_BED))
            .filter(|(name, _)| row(name).is_none_or(|row| row + 1 == ROWS.len()))
            .map(|(name, _)| format!("crate `{}` may not depend on `{name}`", member.name))
            .collect();
    }
    let Some(from) = row(&member.name) else {
        return vec![format!("crate `{}` has no row: give it a row in xtask/src/architecture/rows.rs", member.name)];
    };
    own_dependencies(member).filter_map(|(name, dev)| arrow(&member.name, from, name, dev)).collect()
}

fn own_dependencies(member: &Crate) -> impl Iterator<Item = (&str, bool)> {
    let own = member.dependencies.iter().filter(|dependency| dependency.own);
    own.map(|dependency| (dependency.name.as_str(), dependency.dev))
}

/// What is wrong with one arrow. The tests of the binary may use everything, the tool included, and all tests may use the
/// test bed.
fn arrow(name: &str, from: usize, to: &str, dev: bool) -> Option<String> {
    if dev && (name == BINARY || to == TEST_BED) {
        return None;
    }
    match row(to) {
        Some(row) if row < from => None,
        Some(row) if row == from => Some(format!("crate `{name}` depends on `{to}`, which stands in the same row")),
        Some(_) => Some(format!("crate `{name}` depends on `{to}`, which stands in a higher row")),
        None => Some(format!("crate `{name}` depends on `{to}`, which has no row")),
    }
}
