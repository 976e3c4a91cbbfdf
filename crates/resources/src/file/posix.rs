//! Files as every Unix has them.

use super::account::Account;
use super::provider::{Reads, Verbs};
use crate::refusal::We;
use std::path::Path;
use std::sync::Arc;
use system::files::{
    Access, Attributes, Content, Customs, Digest, FileError, Fixed, Links, Placed, ReadFiles, Removal, Stat, WriteFiles,
};
use system::{ReadWorld, Users, WriteWorld};

pub(super) struct Posix {
    files: Arc<dyn ReadFiles>,
    users: Arc<dyn Users>,
}

pub(super) struct PosixVerbs {
    files: Arc<dyn WriteFiles>,
}

pub(super) fn reads(world: &ReadWorld) -> Box<dyn Reads> {
    Box::new(Posix { files: world.files.clone(), users: world.users.clone() })
}

pub(super) fn verbs(world: &WriteWorld) -> Box<dyn Verbs> {
    Box::new(PosixVerbs { files: world.files.clone() })
}

impl Reads for Posix {
    fn stat(&self, path: &Path) -> Result<Option<Stat>, FileError> {
        self.files.stat(path, Links::Keep)
    }

    fn follow(&self, path: &Path) -> Result<Option<Stat>, FileError> {
        self.files.stat(path, Links::Follow)
    }

    fn access(&self, directory: &Path) -> Result<Access, FileError> {
        self.files.access(directory)
    }

    fn is_taken_away(&self, path: &Path) -> bool {
        self.files.is_taken_away(path)
    }

    fn is_read_only(&self, directory: &Path) -> Result<bool, FileError> {
        self.files.is_read_only(directory)
    }

    fn customs(&self, path: &Path) -> Result<Option<Customs>, FileError> {
        self.files.customs(path)
    }

    fn fixed(&self, path: &Path) -> Option<Fixed> {
        self.files.fixed(path)
    }

    fn we(&self) -> We {
        We::of(&*self.users)
    }

    fn digest(&self, path: &Path, size: u64) -> Result<Digest, FileError> {
        self.files.digest_of_size(path, size)
    }

    fn content(&self, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
        self.files.read(path, limit)
    }

    fn is_empty(&self, directory: &Path) -> Result<bool, FileError> {
        Ok(self.files.list(directory)?.is_empty())
    }

    fn user(&self, account: &Account) -> Option<u32> {
        match account {
            Account::Id(id) => Some(*id),
            Account::Name(name) => self.users.user_id(name),
        }
    }

    fn group(&self, account: &Account) -> Option<u32> {
        match account {
            Account::Id(id) => Some(*id),
            Account::Name(name) => self.users.group_id(name),
        }
    }

    fn user_name(&self, id: u32) -> Arc<str> {
        self.users.user_name(id).unwrap_or_else(|| id.to_string().into())
    }

    fn group_name(&self, id: u32) -> Arc<str> {
        self.users.group_name(id).unwrap_or_else(|| id.to_string().into())
    }
}

impl Verbs for PosixVerbs {
    fn store(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError> {
        self.files.replace(path, content, attributes)
    }

    fn create(&self, path: &Path, content: Content<'_>, attributes: Attributes) -> Result<Placed, FileError> {
        self.files.create(path, content, attributes)
    }

    fn set_attributes(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.files.set_attributes(path, attributes)
    }

    fn make_directory(&self, path: &Path, attributes: Attributes) -> Result<(), FileError> {
        self.files.make_directory(path, attributes)
    }

    fn remove(&self, path: &Path, removal: Removal) -> Result<(), FileError> {
        self.files.remove(path, removal)
    }
}
