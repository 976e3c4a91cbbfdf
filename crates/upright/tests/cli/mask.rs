//! What differs from run to run, taken out of a text. This is the only place where that is known.

use std::path::Path;

/// Directories, times and identifiers as placeholders.
pub(crate) fn text(text: &str, root: &Path) -> String {
    let text = text.replace(root.to_str().unwrap(), "[ROOT]");
    let stat = std::fs::metadata(root).unwrap();
    let (uid, gid) = (std::os::unix::fs::MetadataExt::uid(&stat), std::os::unix::fs::MetadataExt::gid(&stat));
    let text = text.replace(&format!("owner {uid}"), "owner [UID]").replace(&format!("group {gid}"), "group [GID]");
    text.split_inclusive('\n').map(line).collect()
}

fn line(line: &str) -> String {
    let line = between(line, "Run Time: ", "\n", "[TIME]");
    between(&line, ", in ", " s.", "[TIME]")
}

/// Replaces what stands between two texts.
fn between(line: &str, before: &str, after: &str, with: &str) -> String {
    let Some((head, rest)) = line.split_once(before) else { return line.to_owned() };
    let Some((_, tail)) = rest.split_once(after) else { return line.to_owned() };
    format!("{head}{before}{with}{after}{tail}")
}
