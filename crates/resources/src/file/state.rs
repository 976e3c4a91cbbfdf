//! What was observed at a path.

use crate::refusal::We;
use engine::{Obstacle, Status};
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use system::files::{Access, Customs, Digest, Fixed};
use value::Timestamp;

/// The path and what a change of it would need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) target: Target,
    /// The number of the wanted owner; none when nobody has that name.
    pub(super) owner: Option<u32>,
    /// The number of the wanted group.
    pub(super) group: Option<u32>,
    /// What the wanted content is.
    pub(super) content: Wanted,
    /// Looked at only when something would have to be changed.
    pub(super) around: Option<Around>,
}

/// What a change would meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Around {
    pub(super) parent: Parent,
    /// Whether an earlier step takes the missing parent away for sure.
    pub(super) is_parent_taken: bool,
    /// Directories that would have to be written in and are not open.
    pub(super) closed: Vec<(String, Access)>,
    /// Whether what would be changed in place is on a file system that cannot be written.
    pub(super) read_only: bool,
    /// What keeps the thing at the path itself as it is.
    pub(super) fixed: Option<Fixed>,
    /// Who we are.
    pub(super) we: We,
    /// Who owns what is at the path itself, a link included.
    pub(super) holder: Option<Someone>,
    /// Looked at only when something seems to be forbidden.
    pub(super) customs: Option<Customs>,
}

/// An account with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Someone {
    pub(super) uid: u32,
    pub(super) name: Arc<str>,
}

/// What is at the path; links are followed, and remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    Absent {
        dangling: bool,
    },
    Directory {
        now: Now,
        is_link: bool,
        is_empty: Option<bool>,
    },
    File {
        now: Now,
        is_link: bool,
        digest: Option<Digest>,
        size: u64,
    },
    /// A device, pipe or socket.
    Other {
        is_link: bool,
    },
}

/// Owner, group and mode as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Now {
    pub(super) uid: u32,
    pub(super) gid: u32,
    pub(super) owner: Arc<str>,
    pub(super) group: Arc<str>,
    pub(super) mode: u32,
    pub(super) modified: Timestamp,
}

/// What is above the path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Parent {
    Directory,
    Missing(String),
    /// A link on the way leads nowhere.
    Dangling(String),
    /// The nearest thing that is there is no directory.
    NotADirectory(String),
}

/// The wanted content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    NotManaged,
    Digest(Digest),
    /// The source cannot be used, because.
    NoSource(Obstacle),
}

impl Status for State {
    fn ensure(&self) -> &str {
        match self.target {
            Target::Absent { .. } => "absent",
            Target::Directory { .. } => "directory",
            Target::File { .. } | Target::Other { .. } => "present",
        }
    }

    fn fields(&self, name: &str) -> Map<String, Json> {
        let mut metadata = Map::new();
        metadata.insert("name".into(), name.into());
        metadata.insert("provider".into(), "posix".into());
        match &self.target {
            Target::Directory { now, .. } => now.describe(&mut metadata),
            Target::File { now, digest, size, .. } => {
                now.describe(&mut metadata);
                metadata.insert("size".into(), json!(size));
                if let Some(digest) = digest {
                    metadata.insert("checksum".into(), digest.to_string().into());
                }
            }
            Target::Absent { .. } | Target::Other { .. } => {
                for key in ["owner", "group", "mode"] {
                    metadata.insert(key.into(), "".into());
                }
                metadata.insert("mtime".into(), "0001-01-01T00:00:00Z".into());
            }
        }
        Map::from_iter([("metadata".to_owned(), Json::Object(metadata))])
    }

    fn fields_at_a_glance(&self, name: &str) -> Map<String, Json> {
        let mut fields = self.fields(name);
        if let Some(Json::Object(metadata)) = fields.get_mut("metadata") {
            metadata.remove("checksum");
        }
        fields
    }
}

impl Now {
    fn describe(&self, metadata: &mut Map<String, Json>) {
        metadata.insert("owner".into(), (*self.owner).into());
        metadata.insert("group".into(), (*self.group).into());
        metadata.insert("mode".into(), format!("{:04o}", self.mode).into());
        metadata.insert("mtime".into(), self.modified.to_rfc3339().into());
    }
}
