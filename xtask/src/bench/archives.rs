//! Archives: extraction beside `tar`.

use super::cases::{MODE, Program};
use crate::Failure;
use crate::failure::At;
use crate::scratch::Scratch;
use crate::tree::Tree;
use std::fs;
use std::path::Path;
use std::process::Command;

/// An archive that is there and known by its checksum is extracted; nobody asks a server. `tar -x` of the same archive
/// beside it.
pub(super) fn extract(files: usize, binary: &Path, scratch: &Scratch) -> Result<Vec<Program>, Failure> {
    let room = scratch.path().join(format!("extract-{files}"));
    let source = Tree::new(&room.join("tree"), files, MODE);
    source.write()?;
    let archive = room.join("a.tar.gz");
    run(Command::new("tar").arg("-C").arg(&room).arg("-czf").arg(&archive).arg("tree"))?;
    let ours = Tree::new(&room.join("ours/tree"), files, MODE);
    let theirs = Tree::new(&room.join("theirs/tree"), files, MODE);
    for parent in [room.join("ours"), room.join("theirs")] {
        fs::create_dir_all(&parent).at(&parent)?;
    }
    let manifest = room.join("site.yaml");
    fs::write(&manifest, text(&archive, &room.join("ours"), &ours)?).at(&manifest)?;
    let words = vec![binary.into(), "apply".into(), manifest.into()];
    let folder = room.clone();
    let tar = ["tar".into(), "-C".into(), room.join("theirs").into(), "-xzf".into(), archive.into()];
    Ok(vec![
        Program { name: "upright", words, folder: folder.clone(), tree: Some(ours) },
        Program { name: "tar -x", words: tar.to_vec(), folder, tree: Some(theirs) },
    ])
}

fn text(archive: &Path, parent: &Path, tree: &Tree) -> Result<String, Failure> {
    let sum = run(Command::new("sha256sum").arg(archive))?;
    let sum = sum.split(' ').next().unwrap_or_default();
    let (archive, parent, creates) = (archive.display(), parent.display(), tree.root.display());
    let ids = run(Command::new("sh").args(["-c", "echo $(id -u) $(id -g)"]))?;
    let (uid, gid) = ids.trim().split_once(' ').unwrap_or(("0", "0"));
    Ok(format!(
        "ccm:\n  resources:\n    - archive:\n        - {archive}:\n            ensure: present\n            \
         url: http://127.0.0.1:1/a.tar.gz\n            checksum: {sum}\n            extract_parent: {parent}\n            \
         creates: {creates}\n            owner: \"{uid}\"\n            group: \"{gid}\"\n"
    ))
}

/// What a program prints.
fn run(command: &mut Command) -> Result<String, Failure> {
    let output = command.output().map_err(|error| Failure::not_done(format!("{command:?}: {error}")))?;
    if !output.status.success() {
        return Err(Failure::not_done(format!("{command:?} failed")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
