//! Pages and the fenced blocks in them.

use std::fs;
use std::path::{Path, PathBuf};

/// One page of the documentation.
pub(crate) struct Page {
    path: PathBuf,
    /// Its path below the root of the project.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A fenced block: ```` ```yaml title=site.yaml ````.
pub(crate) struct Block<'a> {
    /// The line number of its first line, counted from 1.
    pub(crate) first: usize,
    pub(crate) language: &'a str,
    /// The words behind the language.
    words: Vec<&'a str>,
    pub(crate) lines: Vec<&'a str>,
}

impl Page {
    /// The same page with another text.
    pub(crate) fn with_text(&self, text: String) -> Self {
        Self { path: self.path.clone(), name: self.name.clone(), text }
    }

    /// Whether its commands change the services and packages of a machine, so that it is played on one of its own.
    pub(crate) fn is_played_on_a_host(&self) -> bool {
        self.text.contains("\n<!-- played on a host -->\n")
    }

    /// Replaces the page when its text has changed.
    pub(crate) fn write(&self, text: &str) {
        if self.text != text {
            fs::write(&self.path, text).expect("the page can be written");
        }
    }

    /// The folder that its links start from.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().expect("a page is in a folder")
    }

    /// Its fenced blocks, in order.
    pub(crate) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut lines = self.text.lines().enumerate();
        while let Some((at, line)) = lines.next() {
            let Some(fence) = fence(line) else { continue };
            let mut words = line[fence.len()..].split_whitespace();
            let language = words.next().unwrap_or_default();
            let inside = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != fence).collect();
            blocks.push(Block { first: at + 2, language, words: words.collect(), lines: inside });
        }
        blocks
    }

    /// Its lines outside of fenced blocks, with their numbers counted from 1.
    pub(crate) fn prose(&self) -> Vec<(usize, &str)> {
        let blocks = self.blocks();
        // The fences themselves belong to the blocks.
        let is_inside = |line: usize| blocks.iter().any(|b| (b.first - 1..=b.first + b.lines.len()).contains(&line));
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(line, _)| !is_inside(*line)).collect()
    }
}

impl Block<'_> {
    /// The file that the block is written to.
    pub(crate) fn title(&self) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix("title="))
    }

    /// Whether the block says of itself that it is wrong.
    pub(crate) fn is_wrong(&self) -> bool {
        self.words.contains(&"wrong")
    }

    pub(crate) fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}

/// The back quotes that a line begins with, when it opens a block.
fn fence(line: &str) -> Option<&str> {
    let end = line.find(|c| c != '`').unwrap_or(line.len());
    (end >= 3).then(|| &line[..end])
}

/// The folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project has a folder")
}

/// All pages: those at the root and those below `docs`.
pub(crate) fn pages() -> Vec<Page> {
    let root = root();
    let mut paths: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "DEPENDENCIES.md"]
        .iter()
        .map(|name| root.join(name))
        .collect();
    collect(&root.join("docs"), &mut paths);
    paths.sort();
    let name = |path: &Path| path.strip_prefix(&root).expect("a page is below the root").display().to_string();
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    paths.iter().map(|path| Page { name: name(path), text: read(path), path: path.clone() }).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
}
