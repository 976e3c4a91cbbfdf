//! What was observed of an archive.

use super::checksum::Sum;
use engine::Status;
use serde_json::{Map, Value as Json};
use std::sync::Arc;
use value::Timestamp;

/// The file, and what came of it.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) file: Found,
    /// Whether `creates` exists.
    pub(super) creates: Option<bool>,
    /// An extraction was begun and not finished.
    pub(super) unfinished: bool,
    /// The file is one that cannot be extracted.
    pub(super) bad: bool,
    /// The number of the wanted owner; none when nobody has that name.
    pub(super) owner: Option<u32>,
    /// The number of the wanted group.
    pub(super) group: Option<u32>,
    /// Whether everything was just done.
    pub(super) done: bool,
}

/// What is at the path; links are followed.
#[derive(Debug, Clone)]
pub(super) enum Found {
    Nothing,
    File(Now),
    /// A directory, device, pipe or socket.
    Other(&'static str),
}

/// A file as it is.
#[derive(Debug, Clone)]
pub(super) struct Now {
    pub(super) uid: u32,
    pub(super) gid: u32,
    pub(super) owner: Arc<str>,
    pub(super) group: Arc<str>,
    pub(super) mode: u32,
    pub(super) size: u64,
    pub(super) modified: Timestamp,
    /// Read only when a checksum is wanted.
    pub(super) sum: Option<Sum>,
}

impl Status for State {
    fn ensure(&self) -> &'static str {
        match self.file {
            Found::Nothing => "absent",
            Found::File(_) | Found::Other(_) => "present",
        }
    }

    fn fields(&self, name: &str) -> Map<String, Json> {
        let mut metadata = Map::from_iter([("name".to_owned(), name.into()), ("provider".to_owned(), "http".into())]);
        let mut put = |key: &str, value: Json| drop(metadata.insert(key.to_owned(), value));
        match &self.file {
            Found::File(now) => {
                put("archive_exists", true.into());
                put("owner", (*now.owner).into());
                put("group", (*now.group).into());
                put("mtime", now.modified.to_rfc3339().into());
                put("size", now.size.into());
                if let Some(sum) = &now.sum {
                    put("checksum", sum.to_string().into());
                }
            }
            Found::Nothing | Found::Other(_) => {
                put("owner", "".into());
                put("group", "".into());
            }
        }
        if self.creates == Some(true) {
            put("creates_exists", true.into());
        }
        Map::from_iter([("metadata".to_owned(), Json::Object(metadata))])
    }
}
