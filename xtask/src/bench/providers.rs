//! Providers: a tree that `file` writes and one that `directory` lists, each beside an ordinary tool.

use super::cases::{MODE, Program};
use crate::Failure;
use crate::failure::At;
use crate::scratch::Scratch;
use crate::tree::Tree;
use std::fs;
use std::path::Path;

/// Entries with their content become files; `cp -r` of the result beside it.
pub(super) fn write_tree(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let room = scratch.path().join(format!("write-tree-{files}"));
    let (ours, source, copy) = (room.join("ours"), room.join("source"), room.join("copy"));
    let tree = |root: &Path| Tree::new(root, files, MODE);
    tree(&source).write()?;
    let inputs = room.join("inputs.yaml");
    fs::write(&inputs, tree(&ours).entries(&ours)).at(&inputs)?;
    let named = format!("@{}", inputs.display());
    let words = [binary.as_os_str(), "run".as_ref(), "provider".as_ref(), "file".as_ref(), named.as_ref()];
    let words = words.into_iter().chain(["--capability", "action", "-o", "quiet"].map(AsRef::as_ref));
    let cp = vec!["cp".into(), "-r".into(), source.into(), copy.clone().into()];
    Ok(vec![
        Program {
            name: "upright",
            words: words.map(ToOwned::to_owned).collect(),
            folder: room.clone(),
            tree: Some(tree(&ours)),
        },
        Program { name: "cp -r", words: cp, folder: room, tree: Some(tree(&copy)) },
    ])
}

/// A tree is listed with everything about its entries; `find` with the same facts beside it.
pub(super) fn list(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let room = scratch.path().join(format!("list-{files}"));
    let source = Tree::new(&room.join("tree"), files, MODE);
    source.write()?;
    let path = format!("path={}", source.root.display());
    let ours = ["run", "provider", "directory", "operation=list", "recursive=true", &path, "-o", "quiet"];
    let words = std::iter::once(binary.into()).chain(ours.map(Into::into)).collect();
    let find = ["find", "-printf", "%P %p %f %s %y %m %T+\\n"].map(Into::into).to_vec();
    Ok(vec![
        Program { name: "upright", words, folder: room.clone(), tree: None },
        Program { name: "find", words: find, folder: source.root.clone(), tree: None },
    ])
}
