//! Events of several commands, one file each.

use super::{Effect, MemorySession, Remembered, Session, SessionError, report};
use crate::{EVENT_PROTOCOL, Event, Ksuid, Ksuids, Reference, Summary};
use diagnostics::Redactor;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use system::WriteWorld;
use system::files::{Attributes, Content, FileKind, Links, ReadFiles, WriteFiles};
use value::Timestamp;

/// What the original writes when a session begins.
const SESSION_START: &str = "io.choria.ccm.v1.session.start";
/// An event file is small; a larger one is not ours.
const LARGEST_EVENT: u64 = 16 * 1024 * 1024;

/// A directory with one JSON file per event, readable by its owner only. Files are written in one step and named after
/// identifiers that sort by time, also within a second.
pub struct DirectorySession {
    directory: PathBuf,
    files: Arc<dyn WriteFiles>,
    redactor: Redactor,
    known: MemorySession,
    /// When the session began.
    start: Option<Timestamp>,
    /// When each event began and how long it took.
    times: Vec<(Option<Timestamp>, Duration)>,
    summary: Summary,
    /// Files that are there and are no events of ours, with the reason.
    pub ignored: Vec<String>,
}

impl DirectorySession {
    /// Opens a store that exists, and reads what is in it.
    pub fn open(directory: &Path, world: &WriteWorld, redactor: Redactor) -> Result<Self, SessionError> {
        let read = &*world.read.files;
        let shown = || directory.display().to_string();
        match read.stat(directory, Links::Follow)?.map(|stat| stat.kind) {
            Some(FileKind::Directory) => {}
            Some(_) => return Err(SessionError::NotADirectory(shown())),
            None => return Err(SessionError::Missing(shown())),
        }
        let mut session = Self {
            directory: directory.to_owned(),
            files: world.files.clone(),
            redactor,
            known: MemorySession::default(),
            start: None,
            times: Vec::new(),
            summary: Summary::new(world.read.clock.now(), false),
            ignored: Vec::new(),
        };
        session.load(read)?;
        Ok(session)
    }

    /// Makes a store, readable by its owner only, and begins a session in it.
    pub fn create(directory: &Path, world: &WriteWorld) -> Result<(), SessionError> {
        if world.read.files.stat(directory, Links::Keep)?.is_some() {
            return Err(SessionError::Exists(directory.display().to_string()));
        }
        let private = |mode| Attributes { mode: Some(mode), ..Attributes::default() };
        world.files.make_directory(directory, private(0o700))?;
        let id = Ksuids::default().next(&*world.read.clock, &*world.read.random).to_string();
        let timestamp = world.read.clock.now().to_rfc3339();
        let start = serde_json::json!({"protocol": SESSION_START, "event_id": id, "timestamp": timestamp});
        let text = serde_json::to_string_pretty(&start)? + "\n";
        let path = directory.join(format!("{id}.event"));
        world.files.replace(&path, Content::Bytes(text.as_bytes()), private(0o600))?;
        Ok(())
    }

    /// The events that are in the store, in numbers.
    pub fn summary(&self) -> Summary {
        let mut summary = self.summary.clone();
        summary.duration = report::duration(self.start, &self.times);
        summary
    }

    /// Names sort by time, so the last one of a resource is remembered last; equal identifiers are told apart by the
    /// time stamp inside.
    fn load(&mut self, read: &dyn ReadFiles) -> Result<(), SessionError> {
        let mut events = Vec::new();
        for name in read.list(&self.directory)? {
            let Some(id) = name.to_str().and_then(|n| n.strip_suffix(".event")).and_then(Ksuid::parse) else {
                continue;
            };
            match parse(read, &self.directory.join(&name)) {
                Ok(json) => events.push(((id.seconds(), started(&json), id), json)),
                Err(reason) => self.ignored.push(format!("{}: {reason}", name.display())),
            }
        }
        // ccm: files of one second are in random order there; the time stamp knows better.
        events.sort_by_key(|(order, _)| *order);
        for ((_, _, id), json) in events {
            if !self.remember(&json) {
                self.ignored.push(format!("{id}.event: unknown event protocol"));
            }
        }
        Ok(())
    }

    /// Whether it was an event.
    fn remember(&mut self, event: &Json) -> bool {
        if text(event, "protocol") == SESSION_START {
            self.start = self.start.or_else(|| started(event));
            return true;
        }
        if text(event, "protocol") != EVENT_PROTOCOL {
            return false;
        }
        let nanos = event.get("duration").and_then(Json::as_u64).unwrap_or(0);
        self.times.push((started(event), Duration::from_nanos(nanos)));
        report::count(event, &mut self.summary);
        let flag = |key: &str| event.get(key).and_then(Json::as_bool).unwrap_or(false);
        let unmet = event.get("unmet_requirements").and_then(Json::as_array).is_some_and(|list| !list.is_empty());
        // What an earlier rehearsal would have changed refreshes nobody.
        let effect = if flag("changed") && !flag("noop") { Effect::Made } else { Effect::None };
        let remembered = Remembered { effect, failed: flag("failed"), unmet };
        for name in [text(event, "name"), text(event, "alias")].into_iter().filter(|name| !name.is_empty()) {
            self.known.remember(Reference::new(text(event, "type").to_owned(), name), remembered);
        }
        true
    }
}

impl Session for DirectorySession {
    fn record(&mut self, event: &Event<'_>) -> Result<(), SessionError> {
        let json = serde_json::to_string_pretty(event)? + "\n";
        let path = self.directory.join(format!("{}.event", event.id));
        let private = Attributes { mode: Some(0o600), ..Attributes::default() };
        self.files.replace(&path, Content::Bytes(self.redactor.json(&json).as_bytes()), private)?;
        self.known.record(event)
    }

    fn last(&self, reference: &Reference) -> Option<Remembered> {
        self.known.last(reference)
    }
}

fn parse(read: &dyn ReadFiles, path: &Path) -> Result<Json, String> {
    let bytes = read.read(path, LARGEST_EVENT).map_err(|error| error.to_string())?;
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}

fn started(event: &Json) -> Option<Timestamp> {
    text(event, "timestamp").parse().ok()
}

pub(super) fn text<'a>(event: &'a Json, key: &str) -> &'a str {
    event.get(key).and_then(Json::as_str).unwrap_or_default()
}
