//! The files that benchmarks and kills work on: a tree of small texts, as a manifest and as bytes on the disk.

use crate::Failure;
use crate::failure::At;
use crate::random::Random;
use nix::unistd::{Group, User, getegid, geteuid};
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

const FILES_PER_LEAF: usize = 20;
const LEAVES_PER_PARENT: usize = 5;
const LINES: usize = 8;
const LINE_BYTES: usize = 64;
const DIRECTORY_MODE: u32 = 0o755;

/// A tree of `count` files of 512 bytes, 20 in each leaf directory, 5 leaves in each parent.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    /// Every directory, the root first and parents before their children.
    pub(crate) directories: Vec<PathBuf>,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) mode: u32,
    /// User and group of the files in the manifest; those that run this when left out, as for the directories.
    pub(crate) owner: Option<(String, String)>,
    /// How often the 512 bytes are in a file.
    pub(crate) copies: usize,
}

impl Tree {
    pub(crate) fn new(root: &Path, count: usize, mode: u32) -> Self {
        let mut directories = vec![root.to_owned()];
        let mut files = Vec::with_capacity(count);
        for index in 0..count {
            let leaf = index / FILES_PER_LEAF;
            let parent = root.join(format!("parent-{:03}", leaf / LEAVES_PER_PARENT));
            let folder = parent.join(format!("leaf-{leaf:04}"));
            files.push(folder.join(format!("file-{index:05}.conf")));
            if index % (FILES_PER_LEAF * LEAVES_PER_PARENT) == 0 {
                directories.push(parent);
            }
            if index % FILES_PER_LEAF == 0 {
                directories.push(folder);
            }
        }
        Self { root: root.to_owned(), directories, files, mode, owner: None, copies: 1 }
    }

    /// The manifest that describes this tree, in list form.
    pub(crate) fn manifest(&self) -> Result<String, Failure> {
        let (user, group) = names()?;
        let mut text = String::from("ccm:\n  resources:\n    - file:\n");
        for path in &self.directories {
            resource(&mut text, path, "directory", None, DIRECTORY_MODE, (&user, &group));
        }
        let (user, group) = self.owner.as_ref().unwrap_or(&(user, group)).clone();
        text.push_str("    - file:\n");
        for (index, path) in self.files.iter().enumerate() {
            resource(&mut text, path, "present", Some(&content(index)), self.mode, (&user, &group));
        }
        Ok(text)
    }

    /// Inputs of the provider `file` that write this tree.
    pub(crate) fn entries(&self, base: &Path) -> String {
        let mut text = format!(
            "operation: write-tree\nbasePath: {}\npermissions: \"{:04o}\"\nentries:\n",
            base.display(),
            self.mode
        );
        for (index, path) in self.files.iter().enumerate() {
            let below = path.strip_prefix(&self.root).expect("files are below the root").display();
            let content = self.content(index).replace('\n', "\n      ");
            let _ = write!(text, "  - path: {below}\n    content: |\n      {}\n", content.trim_end());
        }
        text
    }

    /// Puts the tree on the disk without the program.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        self.write_each(|content| content)
    }

    /// Puts Go templates on the disk that render to this tree where `name` is `setting`: an action in each line.
    pub(crate) fn write_templates(&self) -> Result<(), Failure> {
        self.write_each(|content| content.replace("setting.", "{{ .name }}."))
    }

    fn write_each(&self, form: impl Fn(String) -> String) -> Result<(), Failure> {
        for path in &self.directories {
            fs::create_dir_all(path).at(path)?;
            set_mode(path, DIRECTORY_MODE)?;
        }
        for (index, path) in self.files.iter().enumerate() {
            fs::write(path, form(self.content(index))).at(path)?;
            set_mode(path, self.mode)?;
        }
        Ok(())
    }

    /// What the disk lacks of this tree: the first file that is missing or different.
    pub(crate) fn compare(&self) -> Result<(), Failure> {
        for (index, path) in self.files.iter().enumerate() {
            let found = fs::read(path).map_err(|error| Failure::not_done(format!("{}: {error}", path.display())))?;
            if found != self.content(index).as_bytes() {
                return Err(Failure::not_done(format!("{} has another content", path.display())));
            }
            let mode = fs::metadata(path).at(path)?.mode() & 0o7777;
            if mode != self.mode {
                return Err(Failure::not_done(format!(
                    "{} has mode {mode:04o}, not {:04o}",
                    path.display(),
                    self.mode
                )));
            }
        }
        Ok(())
    }

    fn content(&self, index: usize) -> String {
        content(index).repeat(self.copies)
    }

    /// What changes when a file is written again: inode and time of the last change, of every file.
    pub(crate) fn stamps(&self) -> Result<Vec<(u64, i64, i64)>, Failure> {
        let stamp =
            |path: &PathBuf| fs::metadata(path).at(path).map(|stat| (stat.ino(), stat.mtime(), stat.mtime_nsec()));
        self.files.iter().map(stamp).collect()
    }

    /// Spoils the content of one file in the middle, so that a program that does nothing is found out.
    pub(crate) fn damage(&self) -> Result<(), Failure> {
        let path = &self.files[self.files.len() / 2];
        fs::write(path, "spoiled").at(path)
    }
}

pub(crate) fn set_mode(path: &Path, mode: u32) -> Result<(), Failure> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).at(path)
}

/// The text of a file: 512 bytes in eight lines.
pub(crate) fn content(index: usize) -> String {
    const WORDS: &[&str] = &["anchor", "beacon", "canal", "dune", "estuary", "ferry", "gale", "inlet", "jetty", "lock"];
    let mut random = Random::new(index as u64);
    let mut text = String::with_capacity(LINES * LINE_BYTES);
    for line in 1..=LINES {
        let _ = write!(text, "setting.{index}.{line} = value");
        while text.len() < line * LINE_BYTES {
            text.push('-');
            text.push_str(random.pick::<&str>(WORDS));
        }
        text.truncate(line * LINE_BYTES - 1);
        text.push('\n');
    }
    text
}

fn resource(text: &mut String, path: &Path, ensure: &str, content: Option<&str>, mode: u32, owner: (&str, &str)) {
    let _ = write!(text, "        - \"{}\":\n            ensure: {ensure}\n", path.display());
    if let Some(content) = content {
        text.push_str("            content: |\n");
        for line in content.lines() {
            let _ = writeln!(text, "              {line}");
        }
    }
    let (owner, group) = owner;
    let _ = write!(text, "            owner: {owner}\n            group: {group}\n            mode: \"{mode:04o}\"\n");
}

/// The names of the user and the group that run this.
fn names() -> Result<(String, String), Failure> {
    let missing = |what: &str| Failure::new(format!("the {what} that runs this has no name"));
    let user = User::from_uid(geteuid()).ok().flatten().ok_or_else(|| missing("user"))?;
    let group = Group::from_gid(getegid()).ok().flatten().ok_or_else(|| missing("group"))?;
    Ok((user.name, group.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn twenty_files_in_a_leaf_and_five_leaves_in_a_parent() {
        let tree = Tree::new(Path::new("/r"), 201, 0o644);
        assert_eq!(tree.files.len(), 201);
        assert_eq!(tree.files[200], Path::new("/r/parent-002/leaf-0010/file-00200.conf"));
        assert_eq!(tree.directories.len(), 1 + 3 + 11);
        let below_known =
            |path: &PathBuf| path == &tree.root || tree.directories.iter().any(|other| path.parent() == Some(other));
        assert!(tree.directories.iter().all(below_known));
    }

    #[test]
    fn every_text_has_its_own_512_bytes() {
        for index in [0, 1, 99_999] {
            assert_eq!(content(index).len(), 512);
        }
        assert_ne!(content(0), content(1));
    }

    #[test]
    fn what_was_written_compares_equal_until_it_is_damaged() {
        let scratch = Scratch::new("tree").unwrap();
        let tree = Tree::new(&scratch.path().join("t"), 41, 0o640);
        assert!(tree.compare().is_err());
        tree.write().unwrap();
        tree.compare().unwrap();
        let stamps = tree.stamps().unwrap();
        tree.damage().unwrap();
        assert!(tree.compare().unwrap_err().to_string().ends_with("file-00020.conf has another content"));
        assert_ne!(tree.stamps().unwrap(), stamps);
    }

    #[test]
    fn the_manifest_names_every_path_once() {
        let tree = Tree::new(Path::new("/r"), 25, 0o644);
        let manifest = tree.manifest().unwrap();
        for path in tree.directories.iter().chain(&tree.files) {
            assert_eq!(manifest.matches(&format!("- \"{}\":\n", path.display())).count(), 1);
        }
    }
}
