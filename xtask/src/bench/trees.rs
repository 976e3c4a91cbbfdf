//! Template trees: `upright scaffold` beside the tools that do the unavoidable part of its work.

use super::cases::{MODE, Program, copy, sums};
use crate::Failure;
use crate::scratch::Scratch;
use crate::tree::Tree;
use std::path::Path;

/// Copies of the 512 bytes in a large file: 10 KB.
const LARGE: usize = 20;

/// All files are made; `cp -r` of the result beside it.
pub(super) fn first(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let room = Room { work: "scaffold-first", files, copies: 1, binary, scratch };
    let source = room.source()?;
    let copied = copy(&room.tree("result"), room.tree("copy"), scratch.path().to_owned())?;
    Ok(vec![room.ours("upright", &source, room.tree("target")), copied])
}

/// Nothing is to be done; `sha256sum` of the result beside it, and the rendering alone: a rehearsal without a target.
pub(super) fn no_change(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let room = Room { work: "scaffold-no-change", files, copies: 1, binary, scratch };
    let (source, target) = (room.source()?, room.tree("target"));
    target.write()?;
    let mut rendering = room.ours("rendering", &source, room.tree("absent"));
    rendering.words.push("--noop".into());
    Ok(vec![room.ours("upright", &source, target), sums(room.tree("sums"))?, rendering])
}

/// All files are made, and they are more than fit into memory.
pub(super) fn large(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let room = Room { work: "scaffold-large", files, copies: LARGE, binary, scratch };
    Ok(vec![room.ours("upright", &room.source()?, room.tree("target"))])
}

struct Room<'a> {
    work: &'static str,
    files: usize,
    copies: usize,
    binary: &'a Path,
    scratch: &'a Scratch,
}

impl Room<'_> {
    fn tree(&self, name: &str) -> Tree {
        let root = self.scratch.path().join(format!("{}-{name}-{}", self.work, self.files));
        Tree { copies: self.copies, ..Tree::new(&root, self.files, MODE) }
    }

    fn source(&self) -> Result<Tree, Failure> {
        let source = self.tree("source");
        source.write_templates()?;
        Ok(source)
    }

    fn ours(&self, name: &'static str, source: &Tree, target: Tree) -> Program {
        let words = vec![
            self.binary.into(),
            "scaffold".into(),
            source.root.clone().into(),
            target.root.clone().into(),
            "--data".into(),
            r#"{"name": "setting"}"#.into(),
        ];
        Program { name, words, folder: self.scratch.path().to_owned(), tree: Some(target) }
    }
}
