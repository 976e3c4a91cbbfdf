//! The targets of a killed run: what they were, what they become, and what else lies beside them.

use crate::Failure;
use crate::failure::At;
use crate::tree::{self, Tree};
use nix::unistd::{Group, User, getegid, geteuid};
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

/// No file is created with a right to execute, whatever the mask: a target that has this mode was given it.
const NEW_MODE: u32 = 0o751;
const OLD_MODE: u32 = 0o604;
const DIRECTORY_MODE: u32 = 0o755;
/// The old texts are those of files that no tree has.
const OLD_CONTENT: usize = 1_000_000;
/// The new owner and group, where we may give files away: others than those of a file that was just created.
const NEW_OWNER: (&str, &str) = ("daemon", "games");
/// The old owner and group, where we may give files away.
const OLD_OWNER: u32 = 3;
/// What the files of others hold.
const FOREIGN: &str = "not yours\n";

/// The files of the manifest and the files of others beside them.
pub(super) struct Targets {
    pub(super) tree: Tree,
    /// Files with names like those of temporary files, which nobody may touch.
    foreign: Vec<PathBuf>,
    new: Attributes,
    old: Attributes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Attributes {
    mode: u32,
    uid: u32,
    gid: u32,
}

impl Attributes {
    /// Those of a new file, where we may give files away.
    fn given_away() -> Result<Self, Failure> {
        let (user, group) = NEW_OWNER;
        let missing = |name: &str| Failure::new(format!("this machine has no `{name}` to give files to"));
        let uid = User::from_name(user).ok().flatten().ok_or_else(|| missing(user))?.uid.as_raw();
        let gid = Group::from_name(group).ok().flatten().ok_or_else(|| missing(group))?.gid.as_raw();
        Ok(Self { mode: NEW_MODE, uid, gid })
    }
}

/// What one target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Absent,
    Old,
    New,
}

impl Targets {
    pub(super) fn new(root: &Path, count: usize) -> Result<Self, Failure> {
        let mut tree = Tree::new(root, count, NEW_MODE);
        let own = Attributes { mode: NEW_MODE, uid: geteuid().as_raw(), gid: getegid().as_raw() };
        let (new, old) = if geteuid().is_root() {
            tree.owner = Some((NEW_OWNER.0.to_owned(), NEW_OWNER.1.to_owned()));
            (Attributes::given_away()?, Attributes { mode: OLD_MODE, uid: OLD_OWNER, gid: OLD_OWNER })
        } else {
            (own, Attributes { mode: OLD_MODE, ..own })
        };
        Ok(Self { tree, foreign: Vec::new(), new, old })
    }

    /// Files of others that are there from now on, in every start but the empty one.
    pub(super) fn plant(&mut self, foreign: Vec<PathBuf>) {
        self.foreign = foreign;
    }

    pub(super) fn write_directories(&self) -> Result<(), Failure> {
        for path in &self.tree.directories {
            fs::create_dir_all(path).at(path)?;
            tree::set_mode(path, DIRECTORY_MODE)?;
        }
        self.foreign.iter().try_for_each(|path| fs::write(path, FOREIGN).at(path))
    }

    pub(super) fn write_old(&self, index: usize) -> Result<(), Failure> {
        write(&self.tree.files[index], &tree::content(index + OLD_CONTENT), self.old)
    }

    pub(super) fn write_new(&self, index: usize) -> Result<(), Failure> {
        write(&self.tree.files[index], &tree::content(index), self.new)
    }

    /// Looks at everything; a target that is neither absent nor old nor new, or a touched file of another, is the failure.
    pub(super) fn look(&self) -> Result<Seen, Failure> {
        self.tree.directories.iter().try_for_each(|path| judge_directory(path))?;
        Ok(Seen {
            files: (0..self.tree.files.len()).map(|index| self.judge(index)).collect::<Result<_, _>>()?,
            strangers: self.strangers()?,
            foreign: self
                .foreign
                .iter()
                .filter(|path| path.exists())
                .map(|path| untouched(path))
                .collect::<Result<_, _>>()?,
        })
    }

    fn judge(&self, index: usize) -> Result<State, Failure> {
        let path = &self.tree.files[index];
        let content = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::Absent),
            content => content.at(path)?,
        };
        let found = attributes(path)?;
        if content == tree::content(index).as_bytes() && found == self.new {
            Ok(State::New)
        } else if content == tree::content(index + OLD_CONTENT).as_bytes() && found == self.old {
            Ok(State::Old)
        } else {
            let bytes = content.len();
            Err(Failure::not_done(format!("{} is neither old nor new: {bytes} bytes, {found:?}", path.display())))
        }
    }

    /// What lies in the directories and is neither a target nor planted.
    fn strangers(&self) -> Result<Vec<PathBuf>, Failure> {
        let tree = &self.tree;
        let known: BTreeSet<&PathBuf> = tree.directories.iter().chain(&tree.files).chain(&self.foreign).collect();
        let mut strangers = Vec::new();
        for directory in tree.directories.iter().filter(|path| path.exists()) {
            for entry in fs::read_dir(directory).at(directory)? {
                let path = entry.at(directory)?.path();
                if !known.contains(&path) {
                    strangers.push(path);
                }
            }
        }
        strangers.sort();
        Ok(strangers)
    }
}

/// What lies on the disk at one moment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Seen {
    files: Vec<State>,
    /// What is neither a target nor planted: temporary files.
    pub(super) strangers: Vec<PathBuf>,
    /// The files of others.
    foreign: Vec<PathBuf>,
}

impl Seen {
    pub(super) fn is_all_new(&self) -> bool {
        self.files.iter().all(|state| *state == State::New)
    }

    /// After a killed run a target is as it was or new, and the files of others are there.
    pub(super) fn expect_killed_run_after(&self, before: &Self) -> Result<(), Failure> {
        let mut pairs = before.files.iter().zip(&self.files).enumerate();
        let lost = pairs.find(|(_, (before, now))| before != now && **now != State::New);
        if let Some((index, (before, now))) = lost {
            return Err(Failure::not_done(format!("file {index} was {before:?} and is {now:?}")));
        }
        self.expect_foreign_as(before)
    }

    /// After a whole run every file is new, and beside them are the files of others and nothing else.
    pub(super) fn expect_whole_run_after(&self, before: &Self) -> Result<(), Failure> {
        if let Some(index) = self.files.iter().position(|state| *state != State::New) {
            return Err(Failure::not_done(format!("a whole run left file {index} as {:?}", self.files[index])));
        }
        if let Some(path) = self.strangers.first() {
            return Err(Failure::not_done(format!("a whole run left {}", path.display())));
        }
        self.expect_foreign_as(before)
    }

    fn expect_foreign_as(&self, before: &Self) -> Result<(), Failure> {
        let gone = before.foreign.iter().find(|path| !self.foreign.contains(path));
        gone.map_or(Ok(()), |path| {
            Err(Failure::not_done(format!("{}, a file of another, was removed", path.display())))
        })
    }
}

fn untouched(path: &Path) -> Result<PathBuf, Failure> {
    let same = fs::read(path).at(path)? == FOREIGN.as_bytes();
    if same { Ok(path.to_owned()) } else { Err(Failure::not_done(format!("{} was touched", path.display()))) }
}

fn judge_directory(path: &Path) -> Result<(), Failure> {
    let Ok(stat) = fs::metadata(path) else { return Ok(()) };
    let mode = stat.mode() & 0o7777;
    let right = mode == DIRECTORY_MODE;
    if right { Ok(()) } else { Err(Failure::not_done(format!("{} has mode {mode:04o}", path.display()))) }
}

fn write(path: &Path, content: &str, attributes: Attributes) -> Result<(), Failure> {
    fs::write(path, content).at(path)?;
    chown(path, Some(attributes.uid), Some(attributes.gid)).at(path)?;
    tree::set_mode(path, attributes.mode)
}

fn attributes(path: &Path) -> Result<Attributes, Failure> {
    let stat = fs::symlink_metadata(path).at(path)?;
    Ok(Attributes { mode: stat.mode() & 0o7777, uid: stat.uid(), gid: stat.gid() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    /// Two files, one old and one new, and a foreign file beside them.
    fn targets() -> (Scratch, Targets) {
        let scratch = Scratch::new("targets").unwrap();
        let mut targets = Targets::new(&scratch.path().join("t"), 2).unwrap();
        targets.plant(vec![targets.tree.files[0].with_file_name(".similar")]);
        targets.write_directories().unwrap();
        targets.write_old(0).unwrap();
        targets.write_new(1).unwrap();
        (scratch, targets)
    }

    fn complaint(result: Result<impl std::fmt::Debug, Failure>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn old_and_new_are_told_apart() {
        let (_scratch, targets) = targets();
        let before = targets.look().unwrap();
        assert_eq!(before.files, [State::Old, State::New]);
        before.expect_killed_run_after(&before).unwrap();
        assert_eq!(complaint(before.expect_whole_run_after(&before)), "a whole run left file 0 as Old");
        targets.write_new(0).unwrap();
        targets.look().unwrap().expect_whole_run_after(&before).unwrap();
    }

    #[test]
    fn half_a_file_is_found() {
        let (_scratch, targets) = targets();
        fs::write(&targets.tree.files[1], &tree::content(1)[..100]).unwrap();
        assert!(complaint(targets.look()).contains("file-00001.conf is neither old nor new: 100 bytes"));
    }

    #[test]
    fn new_content_with_another_mode_is_found() {
        let (_scratch, targets) = targets();
        tree::set_mode(&targets.tree.files[1], OLD_MODE).unwrap();
        assert!(complaint(targets.look()).contains("file-00001.conf is neither old nor new: 512 bytes"));
    }

    #[test]
    fn new_content_with_the_owner_of_the_run_is_found() {
        let (_scratch, targets) = targets();
        if geteuid().is_root() {
            chown(&targets.tree.files[1], Some(0), None).unwrap();
            assert!(complaint(targets.look()).contains("file-00001.conf is neither old nor new: 512 bytes"));
        }
    }

    #[test]
    fn a_target_that_vanished_is_found() {
        let (_scratch, targets) = targets();
        let before = targets.look().unwrap();
        fs::remove_file(&targets.tree.files[0]).unwrap();
        let seen = targets.look().unwrap();
        assert_eq!(complaint(seen.expect_killed_run_after(&before)), "file 0 was Old and is Absent");
    }

    #[test]
    fn what_is_left_or_taken_is_found() {
        let (_scratch, targets) = targets();
        let before = targets.look().unwrap();
        targets.write_new(0).unwrap();
        fs::write(targets.tree.root.join(".temporary"), "").unwrap();
        assert!(complaint(targets.look().unwrap().expect_whole_run_after(&before)).ends_with("/.temporary"));
        fs::remove_file(targets.tree.root.join(".temporary")).unwrap();
        fs::write(&targets.foreign[0], "mine now").unwrap();
        assert!(complaint(targets.look()).ends_with("/.similar was touched"));
        fs::remove_file(&targets.foreign[0]).unwrap();
        let complaint = complaint(targets.look().unwrap().expect_whole_run_after(&before));
        assert!(complaint.ends_with("/.similar, a file of another, was removed"));
    }
}
