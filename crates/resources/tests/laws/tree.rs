//! Everything that can be seen of a directory from outside.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Every path below a directory, the directory included, with all that a change would leave a trace in.
pub(crate) type Tree = BTreeMap<PathBuf, Seen>;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    content: Option<Vec<u8>>,
    mode: u32,
    owner: (u32, u32),
    inode: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

pub(crate) fn look(root: &Path) -> Tree {
    let mut tree = Tree::new();
    collect(root, &mut tree);
    tree
}

fn collect(path: &Path, tree: &mut Tree) {
    let stat = std::fs::symlink_metadata(path).unwrap();
    let content = stat.is_file().then(|| std::fs::read(path).unwrap());
    let seen = Seen {
        content,
        mode: stat.mode(),
        owner: (stat.uid(), stat.gid()),
        inode: stat.ino(),
        modified: (stat.mtime(), stat.mtime_nsec()),
        changed: (stat.ctime(), stat.ctime_nsec()),
    };
    tree.insert(path.to_owned(), seen);
    if stat.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), tree);
        }
    }
}
