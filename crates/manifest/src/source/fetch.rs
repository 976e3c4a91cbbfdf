//! From a source to a manifest that is here.

use super::codes::LOST_TLS;
use super::given::Remote;
use super::{Body, Fetched, Limits, Rooms, Source, SourceError};
use archive::{Allow, Aside, Contents, EntryKind, Format, Reading, Target, survey, unpack};
use diagnostics::Diagnostic;
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::http::{self, Request, Response};

/// The name of a manifest in an archive.
const MANIFEST: &str = "manifest.yaml";

/// Permission bits that nothing from an archive gets.
const UMASK: u32 = 0o022;

impl Source {
    /// Gets the manifest here. A path is only named: whoever reads it finds out whether it is there.
    pub fn fetch(&self, world: &ReadWorld, rooms: &Rooms, limits: &Limits) -> Result<Fetched, SourceError> {
        match self {
            Self::Path(path) => Ok(self.fetched(Body::File(path.clone()))),
            Self::Http(remote) => {
                let (aside, warnings) = download(remote, world, rooms, limits)?;
                Ok(Fetched { warnings, ..self.understood(aside, world, rooms, limits)? })
            }
            Self::Object { bucket, key } => Err(SourceError::NeedsNats { bucket: bucket.clone(), key: key.clone() }),
        }
    }

    fn fetched(&self, body: Body) -> Fetched {
        Fetched { body, directory: None, shown: self.to_string(), warnings: Vec::new(), room: None }
    }

    /// What was sent is told apart by how it begins: names and content types say little.
    fn understood(
        &self,
        aside: Aside<'_>,
        world: &ReadWorld,
        rooms: &Rooms,
        limits: &Limits,
    ) -> Result<Fetched, SourceError> {
        let head = aside.head(Format::HEAD);
        if let Some(what) = Format::foreign(head) {
            return Err(SourceError::Foreign { from: self.to_string(), what });
        }
        match Format::sniff(head) {
            Some(format) => {
                let reading =
                    Reading { format, limits: &limits.archive, interrupt: &world.interrupt, allow: Allow::Plain };
                self.unpacked(aside, reading, world, rooms)
            }
            None if aside.length() > limits.text => {
                Err(SourceError::TooLarge { size: aside.length(), limit: limits.text })
            }
            None => Ok(self.fetched(Body::Text(aside.into_bytes()?))),
        }
    }

    /// Reads all of the archive before anything of it is written: what is refused leaves nothing behind.
    fn unpacked(
        &self,
        mut aside: Aside<'_>,
        reading: Reading<'_>,
        world: &ReadWorld,
        rooms: &Rooms,
    ) -> Result<Fetched, SourceError> {
        let manifest = manifest_of(&survey(&mut aside, reading)?).ok_or(SourceError::NoManifest)?;
        let room = rooms.open(world)?;
        let below = room.files().write_beneath(room.path())?;
        unpack(&mut aside, reading, Target { root: &*below, umask: UMASK })?;
        let path = room.path().join(manifest);
        let directory = path.parent().map(Path::to_owned);
        Ok(Fetched { directory, room: Some(room), ..self.fetched(Body::File(path)) })
    }
}

/// The first one in the order of the archive, however deep.
fn manifest_of(contents: &Contents) -> Option<PathBuf> {
    let mut files = contents.entries.iter().filter(|entry| entry.kind == EntryKind::File);
    files.find(|entry| entry.path.file_name().is_some_and(|name| name == MANIFEST)).map(|entry| entry.path.clone())
}

fn download<'a>(
    remote: &Remote,
    world: &'a ReadWorld,
    rooms: &'a Rooms,
    limits: &Limits,
) -> Result<(Aside<'a>, Vec<Diagnostic>), SourceError> {
    let mut aside = Aside::new(|| rooms.spool(world));
    let answer = world.http.download(&request(remote, limits), &mut aside);
    // A full disk is a problem of the disk, not of the server.
    if let Some(failure) = aside.failure() {
        return Err(failure.into());
    }
    let answer = answer?;
    if answer.status != 200 {
        return Err(SourceError::Status {
            from: remote.url.to_string(),
            status: answer.status,
            line: answer.status_line(),
        });
    }
    Ok((aside, lost_tls(&answer).into_iter().collect()))
}

fn request(remote: &Remote, limits: &Limits) -> Request {
    Request {
        url: remote.url.clone(),
        headers: http::Headers::default(),
        body: Vec::new(),
        auth: None,
        limits: http::Limits { timeout: Some(limits.timeout), max_body: limits.download, ..http::Limits::default() },
        proxy: http::ProxyChoice::default(),
        tls: http::Tls::default(),
        guard: None,
    }
}

fn lost_tls(answer: &Response) -> Option<Diagnostic> {
    let message = || format!("a redirect led from `https` to `{}`", answer.url);
    answer.lost_tls().then(|| Diagnostic::warning(&LOST_TLS, message()))
}
