//! What differs from run to run, taken out of a text. This is the only place where that is known.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Directories, accounts and times as placeholders.
pub(crate) struct Mask {
    words: Vec<(String, &'static str)>,
}

impl Mask {
    /// Of a test in this directory.
    pub(crate) fn of(root: &Path) -> Self {
        let owner = std::fs::metadata(root).unwrap();
        let words = vec![
            (root.to_str().unwrap().to_owned(), "[ROOT]"),
            (format!("owner {}", owner.uid()), "owner [UID]"),
            (format!("group {}", owner.gid()), "group [GID]"),
        ];
        Self { words }
    }

    pub(crate) fn text(&self, text: &str) -> String {
        let text = self.words.iter().fold(text.to_owned(), |text, (word, with)| text.replace(word, with));
        text.split_inclusive('\n').map(line).collect()
    }
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
