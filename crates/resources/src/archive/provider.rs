//! What the type asks of a platform, and how HTTP and this machine do it.

use super::checksum::Sum;
use super::desired::{Desired, Extraction};
use super::download::Download;
use super::failure::ArchiveFailure;
use super::observe::no_directory;
use super::unfinished::Unfinished;
use crate::file::account::Account;
use crate::refusal::{We, closed_above};
use archive::{Allow, ArchiveError, Format, Limits, Owner, Ownership, Reading, extract};
use engine::Obstacle;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Read as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use system::files::{Attributes, FileError, Links, Removal, Stat};
use system::{ReadWorld, Users, WriteWorld};

/// Looking.
pub(super) trait Reads {
    /// What a path leads to.
    fn follow(&self, path: &Path) -> Result<Option<Stat>, FileError>;
    /// Whether anything is at a path, links followed.
    fn exists(&self, path: &Path) -> Result<bool, FileError>;
    /// The checksum of a file, of the kind of another one.
    fn sum(&self, path: &Path, like: &Sum) -> Result<Sum, FileError>;
    /// Whether an extraction was begun and not finished.
    fn is_unfinished(&self, desired: &Desired) -> Result<bool, FileError>;
    /// Whether this is an archive that could not be extracted.
    fn is_bad(&self, desired: &Desired, archive: &Stat) -> bool;
    /// The number of a user.
    fn user(&self, account: &Account) -> Option<u32>;
    /// The number of a group.
    fn group(&self, account: &Account) -> Option<u32>;
    /// Why nothing can be made at a path.
    fn closed(&self, path: &Path) -> Result<Option<Obstacle>, FileError>;
    /// Who we are.
    fn we(&self) -> We;
    /// The name of a user, or its number as text.
    fn user_name(&self, id: u32) -> Arc<str>;
    /// The name of a group, or its number as text.
    fn group_name(&self, id: u32) -> Arc<str>;
}

/// When an extraction began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begun {
    Now,
    /// In a run that did not come to its end.
    Before,
}

/// Changing.
pub(super) trait Verbs {
    /// Gets the archive here.
    fn download(&self, desired: &Desired) -> Result<(), ArchiveFailure>;
    /// Sets owner, group and mode of the archive.
    fn set_attributes(&self, desired: &Desired) -> Result<(), ArchiveFailure>;
    /// Notes that an extraction begins, before anything is changed; fails for what can be known to stand in its way.
    fn begin(&self, desired: &Desired, extraction: &Extraction) -> Result<Begun, ArchiveFailure>;
    /// Extracts it.
    fn extract(&self, desired: &Desired, extraction: &Extraction, begun: Begun) -> Result<(), ArchiveFailure>;
    /// Removes the archive.
    fn remove(&self, desired: &Desired) -> Result<(), ArchiveFailure>;
    /// An extraction is complete, and all that follows it.
    fn finished(&self, desired: &Desired) -> Result<(), ArchiveFailure>;
}

/// What an archive may hold: more than any that is installed, and less than a disk.
const LIMITS: Limits =
    Limits { unpacked: 64 << 30, entry: 32 << 30, entries: 1_000_000, depth: 128, name: 4096, ratio: 1000 };
/// What a download gets when nobody says otherwise.
pub(super) const MODE: u32 = 0o644;
/// What a directory gets that is made to extract into.
const DIRECTORY: u32 = 0o755;
/// What members do not get unless we are root: as `tar` has it, the usual mask, and set-uid and its like.
const UMASK: u32 = 0o7022;

struct Looking(ReadWorld);

struct Writing(WriteWorld);

pub(super) fn reads(world: &ReadWorld) -> Box<dyn Reads> {
    Box::new(Looking(world.clone()))
}

pub(super) fn verbs(world: &WriteWorld) -> Box<dyn Verbs> {
    Box::new(Writing(world.clone()))
}

fn user(users: &dyn Users, account: &Account) -> Option<u32> {
    match account {
        Account::Id(id) => Some(*id),
        Account::Name(name) => users.user_id(name),
    }
}

fn group(users: &dyn Users, account: &Account) -> Option<u32> {
    match account {
        Account::Id(id) => Some(*id),
        Account::Name(name) => users.group_id(name),
    }
}

/// The owner, group and mode that are asked for, as far as they are known.
pub(super) fn wanted(desired: &Desired, users: &dyn Users) -> Attributes {
    Attributes { uid: user(users, &desired.owner), gid: group(users, &desired.group), mode: desired.mode }
}

impl Reads for Looking {
    fn follow(&self, path: &Path) -> Result<Option<Stat>, FileError> {
        self.0.files.stat(path, Links::Follow)
    }

    fn exists(&self, path: &Path) -> Result<bool, FileError> {
        self.0.files.exists(path)
    }

    fn sum(&self, path: &Path, like: &Sum) -> Result<Sum, FileError> {
        let mut summing = like.summing();
        self.0.files.pieces(path, &mut |piece| {
            summing.update(piece);
            ControlFlow::Continue(())
        })?;
        Ok(summing.finish())
    }

    fn is_unfinished(&self, desired: &Desired) -> Result<bool, FileError> {
        Unfinished::of(desired, &self.0).is_noted(&self.0)
    }

    fn is_bad(&self, desired: &Desired, archive: &Stat) -> bool {
        Unfinished::of(desired, &self.0).is_bad(archive, &self.0)
    }

    fn user(&self, account: &Account) -> Option<u32> {
        user(&*self.0.users, account)
    }

    fn closed(&self, path: &Path) -> Result<Option<Obstacle>, FileError> {
        closed_above(path, &self.0)
    }

    fn we(&self) -> We {
        We::of(&*self.0.users)
    }

    fn group(&self, account: &Account) -> Option<u32> {
        group(&*self.0.users, account)
    }

    fn user_name(&self, id: u32) -> Arc<str> {
        self.0.users.user_name(id).unwrap_or_else(|| id.to_string().into())
    }

    fn group_name(&self, id: u32) -> Arc<str> {
        self.0.users.group_name(id).unwrap_or_else(|| id.to_string().into())
    }
}

impl Writing {
    /// Owner and group by their numbers.
    fn ids(&self, owner: &Account, of: &Account) -> Result<(u32, u32), ArchiveFailure> {
        let users = &*self.0.read.users;
        let missing = |what: &str, account: &Account| {
            ArchiveFailure::new(format!("there is no {what} `{account}` on this machine")).before_changes()
        };
        let uid = user(users, owner).ok_or_else(|| missing("user", owner))?;
        Ok((uid, group(users, of).ok_or_else(|| missing("group", of))?))
    }

    fn attributes(&self, desired: &Desired, mode: Option<u32>) -> Result<Attributes, ArchiveFailure> {
        let (uid, gid) = self.ids(&desired.owner, &desired.group)?;
        Ok(Attributes { uid: Some(uid), gid: Some(gid), mode })
    }

    /// Without a checksum the server is to blame for an archive that is none, and may have a better one by the next run.
    fn refuse(&self, desired: &Desired, failure: ArchiveFailure, fault: &Fault) -> ArchiveFailure {
        let name = desired.path.display();
        if desired.checksum.is_some() {
            return failure.with_help(&format!("{name} is what `checksum` asks for: mend `url` and `checksum`"));
        }
        match self.note_bad(desired) {
            Ok(()) => failure.with_help(match fault {
                Fault::Another(_) | Fault::Damaged => {
                    "the next run downloads it again; see that `url` leads to an archive"
                }
                Fault::Refused => "the next run downloads it again",
            }),
            Err(_) => failure.with_help(&format!("remove {name}, so that the next run downloads it again")),
        }
    }

    fn note_bad(&self, desired: &Desired) -> Result<(), FileError> {
        let Some(stat) = self.0.read.files.stat(&desired.path, Links::Follow)? else { return Ok(()) };
        Unfinished::of(desired, &self.0.read).note_bad(desired, &stat, &self.0)
    }

    fn make_parent(&self, parent: &Path) -> Result<(), FileError> {
        match self.0.read.files.stat(parent, Links::Follow)? {
            Some(_) => Ok(()),
            None => self.0.files.make_directory(parent, Attributes::mode(DIRECTORY)),
        }
    }

    /// Whose the members are: what the resource says, and else what the archive says for root, and nobody for others.
    fn owners(&self, extraction: &Extraction) -> Result<Owners<'_>, ArchiveFailure> {
        let users = &*self.0.read.users;
        let known = |account: &Option<Account>, find: fn(&dyn Users, &Account) -> Option<u32>| match account {
            None => Ok(None),
            Some(account) => match find(users, account) {
                Some(id) => Ok(Some(id)),
                None => Err(ArchiveFailure::new(format!("there is no `{account}` on this machine"))),
            },
        };
        let (uid, gid) = (known(&extraction.owner, user)?, known(&extraction.group, group)?);
        Ok(Owners { uid, gid, users, known: RefCell::default() })
    }
}

/// What is wrong with an archive that fails again, whatever happens to the disk.
enum Fault {
    /// It is none of the kind that its name promises.
    Another(String),
    /// It is damaged.
    Damaged,
    /// It holds something that is not wanted.
    Refused,
}

fn fault(error: &ArchiveError, desired: &Desired, read: &ReadWorld) -> Option<Fault> {
    Some(match error {
        ArchiveError::File(_) | ArchiveError::Read { .. } | ArchiveError::Interrupted { .. } => return None,
        ArchiveError::Gzip { .. }
        | ArchiveError::Compression { .. }
        | ArchiveError::Malformed { .. }
        | ArchiveError::Zip { .. } => match another(desired, read) {
            Some(words) => Fault::Another(words),
            // What is not wanted in a zip archive is told as a fault of the archive.
            None if desired.format == Format::Zip => Fault::Refused,
            None => Fault::Damaged,
        },
        _ => Fault::Refused,
    })
}

/// What the file is instead of the archive that its name promises.
fn another(desired: &Desired, read: &ReadWorld) -> Option<String> {
    let mut head = Vec::new();
    let file = read.files.open(&desired.path).ok()?;
    file.take(Format::HEAD as u64).read_to_end(&mut head).ok()?;
    if desired.format.can_begin(&head) {
        return None;
    }
    let what = match (Format::foreign(&head), head.as_slice()) {
        (_, []) => ", it is empty".to_owned(),
        (Some(what), _) => format!(" but {what}"),
        (None, head) => format!(", it begins with `{}`", head[..head.len().min(20)].escape_ascii()),
    };
    Some(format!("{} is no {} archive{what}", desired.path.display(), desired.format.ending()))
}

/// Whose members are. Names that this machine knows count more than numbers, as for `tar`.
struct Owners<'a> {
    uid: Option<u32>,
    gid: Option<u32>,
    users: &'a dyn Users,
    /// Archives have many members of few people.
    known: RefCell<HashMap<Owner, (u32, u32)>>,
}

impl Owners<'_> {
    fn of(&self, owner: &Owner) -> (u32, u32) {
        if let Some(ids) = self.known.borrow().get(owner) {
            return *ids;
        }
        let named =
            |name: &str, find: &dyn Fn(&str) -> Option<u32>| Some(name).filter(|name| !name.is_empty()).and_then(find);
        let uid = self.uid.or_else(|| named(&owner.user, &|name| self.users.user_id(name)));
        let gid = self.gid.or_else(|| named(&owner.group, &|name| self.users.group_id(name)));
        let ids = (uid.unwrap_or(owner.uid), gid.unwrap_or(owner.gid));
        self.known.borrow_mut().insert(owner.clone(), ids);
        ids
    }
}

impl Verbs for Writing {
    fn download(&self, desired: &Desired) -> Result<(), ArchiveFailure> {
        let open = || {
            let attributes = self.attributes(desired, Some(desired.mode.unwrap_or(MODE)))?;
            let begun = self.0.files.begin(&desired.path, attributes);
            begun.map_err(|error| if error.is_not_found() { no_directory(desired) } else { error.into() })
        };
        let (from, checksum, world) = (&desired.from, desired.checksum.as_ref(), &self.0.read);
        let file = Download { from, checksum, open: &open, world }.run();
        let placed = file.and_then(|file| Ok(file.place(None)?));
        placed.map(drop).map_err(|failure| failure.during("download failed"))
    }

    fn set_attributes(&self, desired: &Desired) -> Result<(), ArchiveFailure> {
        Ok(self.0.files.set_attributes(&desired.path, self.attributes(desired, desired.mode)?)?)
    }

    fn begin(&self, desired: &Desired, extraction: &Extraction) -> Result<Begun, ArchiveFailure> {
        self.owners(extraction)?;
        let unfinished = Unfinished::of(desired, &self.0.read);
        if unfinished.is_noted(&self.0.read)? {
            unfinished.mend(desired, &self.0);
            return Ok(Begun::Before);
        }
        unfinished.note(desired, &self.0);
        Ok(Begun::Now)
    }

    fn extract(&self, desired: &Desired, extraction: &Extraction, begun: Begun) -> Result<(), ArchiveFailure> {
        let (read, files) = (&self.0.read, &self.0.files);
        let owners = self.owners(extraction)?;
        let mut input = read.files.open(&desired.path)?;
        self.make_parent(&extraction.parent)?;
        let root = files.write_tree(&extraction.parent)?;
        let is_root = read.users.current().0 == 0;
        let is_given = owners.uid.is_some() || owners.gid.is_some();
        let who = |owner: Option<&Owner>| match owner.map(|owner| owners.of(owner)) {
            Some((uid, gid)) => (Some(uid), Some(gid)),
            None => (owners.uid, owners.gid),
        };
        let ownership =
            if is_root { Ownership::Members(&who) } else { Ownership::Given { uid: owners.uid, gid: owners.gid } };
        // Set-uid was meant for the owner that the archive names.
        let umask = if !is_root {
            UMASK
        } else if is_given {
            0o7000
        } else {
            0
        };
        let reading =
            Reading { format: desired.format, limits: &LIMITS, interrupt: &read.interrupt, allow: Allow::Links };
        let done = extract(&mut input, reading, archive::Extraction { root: &*root, ownership, umask });
        read.files.forget();
        let directories = done.map_err(|error| {
            let fault = fault(&error.error, desired, read);
            let failure = match &fault {
                Some(Fault::Another(words)) => ArchiveFailure::new(words),
                _ => error.error.into(),
            };
            let failure = failure.during("extraction failed");
            let failure = match &fault {
                Some(fault) => self.refuse(desired, failure, fault),
                None => failure,
            };
            if error.made > 0 { failure.after_changes() } else { failure }
        })?;
        if begun == Begun::Before {
            // The run that was cut off may have left something in any of them.
            for directory in
                directories.iter().map(|path| extraction.parent.join(path)).chain([extraction.parent.clone()])
            {
                let _ = files.sweep(&directory);
            }
        }
        Ok(())
    }

    fn remove(&self, desired: &Desired) -> Result<(), ArchiveFailure> {
        Ok(self.0.files.remove(&desired.path, Removal::One)?)
    }

    fn finished(&self, desired: &Desired) -> Result<(), ArchiveFailure> {
        Ok(Unfinished::of(desired, &self.0.read).clear(&self.0)?)
    }
}
