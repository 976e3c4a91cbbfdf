//! From a server to a file, in one stream: what is cut off goes on where it ended, when the server can do that.

use super::checksum::{Sum, Summing};
use super::desired::From;
use super::failure::ArchiveFailure;
use std::io;
use std::time::Duration;
use system::ReadWorld;
use system::files::NewFile;
use system::http::{self, Headers, HttpError, Phase, Receive, Request, Response};

/// How often in a row nothing may come before we give up.
const TRIES: u32 = 5;
/// The same for a server that nobody can connect to: it is rarely there a moment later.
const TRIES_TO_CONNECT: u32 = 3;
/// The pause before the second try; each one is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// No pause is longer, whatever the server asks for.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// The longest body: more than any disk that is filled by accident.
const LARGEST: u64 = 1 << 40;

/// Opens the file once there is something to put into it.
pub(super) type Open<'a> = dyn Fn() -> Result<Box<dyn NewFile>, ArchiveFailure> + 'a;

/// What is downloaded, and where to.
pub(super) struct Download<'a> {
    pub(super) from: &'a From,
    pub(super) checksum: Option<&'a Sum>,
    pub(super) open: &'a Open<'a>,
    pub(super) world: &'a ReadWorld,
}

impl Download<'_> {
    /// The complete file, with the right checksum, not yet in its place.
    pub(super) fn run(&self) -> Result<Box<dyn NewFile>, ArchiveFailure> {
        let mut incoming = Incoming::new(self);
        let mut idle = 0;
        loop {
            let before = incoming.received;
            let (reason, pause) = match self.world.http.receive(&self.request(&incoming), &mut incoming) {
                Ok(answer) if matches!(answer.status, 200 | 206) => return incoming.finish(self),
                Ok(answer) if answer.status == 416 && incoming.received > 0 => {
                    incoming.restart()?;
                    (answer.status_line(), None)
                }
                Ok(answer) if is_passing(answer.status) && idle + 1 < TRIES => {
                    (answer.status_line(), retry_after(&answer))
                }
                Ok(answer) => return Err(refused(&answer)),
                Err(error) => {
                    if let Some(failure) = incoming.failure.take() {
                        return Err(failure);
                    }
                    if !is_cut_off(&error) || idle + 1 >= tries(&error) && incoming.received == before {
                        return Err(error.into());
                    }
                    (error.to_string(), None)
                }
            };
            idle = if incoming.received > before { 0 } else { idle + 1 };
            let pause = pause.unwrap_or(FIRST_PAUSE * 2_u32.pow(idle)).min(LONGEST_PAUSE);
            self.tell(&reason, pause);
            if !self.world.clock.sleep(pause, &self.world.interrupt) {
                return Err(HttpError::Interrupted { url: self.from.url.to_string() }.into());
            }
        }
    }

    /// Whoever watches is told why nothing seems to happen.
    fn tell(&self, reason: &str, pause: Duration) {
        let url = &self.from.url;
        self.world.notices.at(|| format!("next try in {pause:?}"));
        self.world.notices.say(&format!("the download of `{url}` is tried again in {pause:?}: {reason}"));
    }

    fn request(&self, incoming: &Incoming<'_>) -> Request {
        let mut headers = self.from.headers.clone();
        // What is stored is what the server has, not a packed form of it.
        if headers.get("accept-encoding").is_none() {
            headers.add("Accept-Encoding", "identity");
        }
        incoming.go_on(&mut headers);
        Request {
            url: self.from.url.clone(),
            headers,
            body: Vec::new(),
            auth: self.from.auth.clone(),
            limits: http::Limits { timeout: None, max_body: LARGEST, ..http::Limits::default() },
            proxy: http::ProxyChoice::default(),
            tls: http::Tls::default(),
            guard: None,
        }
    }
}

/// Whether another try may help.
fn is_passing(status: u16) -> bool {
    matches!(status, 429 | 502 | 503 | 504)
}

/// How often in a row an error may come before we give up.
fn tries(error: &HttpError) -> u32 {
    match error {
        HttpError::Connect { .. } => TRIES_TO_CONNECT,
        _ => TRIES,
    }
}

fn retry_after(answer: &Response) -> Option<Duration> {
    answer.headers.get("retry-after")?.trim().parse().ok().map(Duration::from_secs)
}

fn is_cut_off(error: &HttpError) -> bool {
    match error {
        HttpError::Io { .. } | HttpError::Connect { .. } => true,
        // A server that takes the request and says nothing has had its time.
        HttpError::TimedOut { phase, .. } => *phase == Phase::Body,
        _ => false,
    }
}

fn refused(answer: &Response) -> ArchiveFailure {
    ArchiveFailure::new(format!("HTTP request failed with status {}: {}", answer.status, answer.status_line()))
}

/// What has come so far.
struct Incoming<'a> {
    download: &'a Download<'a>,
    file: Option<Box<dyn NewFile>>,
    summing: Option<Summing>,
    received: u64,
    /// How long all of it is.
    length: Option<u64>,
    /// What tells this version of the file from others.
    version: Option<String>,
    /// Whether the server says that it can begin in the middle.
    ranges: bool,
    /// Why it was ended from here.
    failure: Option<ArchiveFailure>,
}

impl<'a> Incoming<'a> {
    fn new(download: &'a Download<'a>) -> Self {
        Self {
            download,
            file: None,
            summing: download.checksum.map(Sum::summing),
            received: 0,
            length: None,
            version: None,
            ranges: false,
            failure: None,
        }
    }

    /// Asks for the rest. It has to be the rest of the same file: the server says so, or the checksum will.
    fn go_on(&self, headers: &mut Headers) {
        let is_sure = self.version.is_some() || self.summing.is_some() && self.ranges;
        if self.received == 0 || !is_sure {
            return;
        }
        headers.add("Range", format!("bytes={}-", self.received));
        if let Some(version) = &self.version {
            headers.add("If-Range", version.clone());
        }
    }

    fn restart(&mut self) -> Result<(), ArchiveFailure> {
        if let Some(file) = &mut self.file {
            file.restart()?;
        }
        (self.received, self.summing) = (0, self.download.checksum.map(Sum::summing));
        Ok(())
    }

    fn accept(&mut self, answer: &Response) -> Result<(), ArchiveFailure> {
        match answer.status {
            200 => {
                self.restart()?;
                let header = |name: &str| answer.headers.get(name);
                self.length = header("content-length").and_then(|length| length.parse().ok());
                self.ranges = header("accept-ranges").is_some_and(|unit| unit.eq_ignore_ascii_case("bytes"));
                self.version = version(&answer.headers);
                if answer.lost_tls() {
                    let from = &answer.url;
                    self.download.world.notices.say(&format!("a redirect led from https to {from}"));
                }
            }
            206 if self.received > 0 && begins_at(&answer.headers) == Some(self.received) => {}
            _ => return Err(refused(answer)),
        }
        if self.file.is_none() {
            self.file = Some((self.download.open)()?);
        }
        Ok(())
    }

    fn take(&mut self, piece: &[u8]) -> Result<(), ArchiveFailure> {
        if let Some(summing) = &mut self.summing {
            summing.update(piece);
        }
        if let Some(file) = &mut self.file {
            file.write(piece)?;
        }
        self.received += piece.len() as u64;
        self.download.world.notices.at(|| progress(self.received, self.length));
        Ok(())
    }

    fn finish(mut self, download: &Download<'_>) -> Result<Box<dyn NewFile>, ArchiveFailure> {
        download.world.notices.at(String::new);
        if let (Some(wanted), Some(summing)) = (download.checksum, self.summing.take()) {
            let got = summing.finish();
            if got != *wanted {
                return Err(ArchiveFailure::new(format!("checksum mismatch, expected \"{wanted}\" got \"{got}\"")));
            }
        }
        self.file.take().ok_or_else(|| ArchiveFailure::new("the server sent nothing"))
    }

    fn keep(&mut self, done: Result<(), ArchiveFailure>) -> io::Result<()> {
        done.map_err(|failure| {
            self.failure = Some(failure);
            io::Error::other("refused")
        })
    }
}

impl Receive for Incoming<'_> {
    fn begin(&mut self, answer: &Response) -> io::Result<()> {
        let done = self.accept(answer);
        self.keep(done)
    }

    fn piece(&mut self, piece: &[u8]) -> io::Result<()> {
        let done = self.take(piece);
        self.keep(done)
    }
}

/// A weak tag may stand for other bytes.
fn version(headers: &Headers) -> Option<String> {
    let tag = headers.get("etag").filter(|tag| !tag.starts_with("W/") && !tag.is_empty());
    tag.or_else(|| headers.get("last-modified")).map(str::to_owned)
}

/// Where the part of `bytes 5-9/10` begins.
fn begins_at(headers: &Headers) -> Option<u64> {
    headers.get("content-range")?.trim().strip_prefix("bytes")?.trim_start().split('-').next()?.parse().ok()
}

fn progress(received: u64, length: Option<u64>) -> String {
    let mib = |bytes: u64| bytes >> 20;
    match length {
        Some(length) => format!("{} of {} MiB", mib(received), mib(length)),
        None => format!("{} MiB", mib(received)),
    }
}
