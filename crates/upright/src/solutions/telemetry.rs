//! What a run tells to other programs: a log, metrics, a trace.

use super::config::Config;
use super::flags::Globals;
use crate::console;
use diagnostics::Redactor;
use engine::{CallCounts, Happening, LogEntry, LogForm, LogLevel, Metrics, SpanIds, Trace, log_line};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use system::WriteWorld;
use system::files::Attributes;
use system::http::{Credentials, HttpError, Request, redacted};
use value::Timestamp;

/// How long a collector may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Hears a run, and tells of it at its end. Nothing of this fails a run.
pub(crate) struct Telemetry {
    log: Option<(LogLevel, LogForm)>,
    /// Where the log goes instead of standard error.
    log_file: Option<Mutex<Box<dyn Write + Send>>>,
    metrics_file: Option<PathBuf>,
    endpoint: Option<String>,
    service: String,
    redactor: Redactor,
    /// The first span of the trace.
    pub(crate) root: Option<SpanIds>,
    /// When the run began, by both clocks.
    begun: (Timestamp, Duration),
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    counts: CallCounts,
    metrics: Metrics,
    trace: Trace,
}

impl Telemetry {
    pub(crate) fn new(globals: &Globals, config: &Config<'_>, world: &WriteWorld, redactor: &Redactor) -> Self {
        let text = |flag: &Option<String>, key: &str| flag.clone().or_else(|| config.text(key));
        let level = if globals.debug || config.debugs() { Some(LogLevel::Debug) } else { level(globals, config) };
        let form = text(&globals.log_format, "logging.format").filter(|form| form == "json");
        let endpoint = text(&globals.otel_endpoint, "telemetry.endpoint");
        let insecure = globals.otel_insecure || config.flag("telemetry.insecure").unwrap_or(false);
        let sampled = config.text("telemetry.samplerType").as_deref() != Some("always_off");
        let endpoint = endpoint.filter(|_| sampled).map(|endpoint| address(&endpoint, insecure));
        if let Some(endpoint) = &endpoint {
            Credentials::of(endpoint).register(redactor);
        }
        Self {
            log: level.map(|level| (level, form.map_or(LogForm::Console, |_| LogForm::Json))),
            log_file: globals
                .log_file
                .as_deref()
                .filter(|_| level.is_some())
                .and_then(|file| open(file, world, redactor)),
            metrics_file: globals.metrics_file.clone(),
            root: endpoint.as_ref().map(|_| SpanIds::root(&*world.read.random)),
            begun: (world.read.clock.now(), world.read.clock.monotonic()),
            endpoint,
            service: config.text("telemetry.serviceName").unwrap_or_else(|| "scafctl".to_owned()),
            redactor: redactor.masking("***REDACTED***"),
            heard: Mutex::default(),
        }
    }

    /// Takes part in a run.
    pub(crate) fn hear(&self, happening: &Happening<'_>, world: &WriteWorld) {
        match happening {
            Happening::Called(call) => {
                let mut heard = self.heard();
                heard.counts.count(call);
                heard.trace.call(call);
                if self.metrics_file.is_some() {
                    heard.metrics.call(call);
                }
            }
            Happening::Stepped(step) => {
                let mut heard = self.heard();
                heard.trace.step(step);
                if self.metrics_file.is_some() {
                    heard.metrics.step(step);
                }
            }
            Happening::Logged(entry) => self.log(entry, world),
            _ => {}
        }
    }

    fn log(&self, entry: &LogEntry<'_>, world: &WriteWorld) {
        let Some((_, form)) = self.log.filter(|(level, _)| entry.level <= *level) else { return };
        // Masked before it stands in quotes, and the line once more for what spans several texts.
        let fields: Vec<_> = entry.fields.iter().map(|(name, value)| (*name, self.redactor.text(value))).collect();
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, &**value)).collect();
        let entry = LogEntry { message: &self.redactor.text(entry.message), fields: &fields, ..*entry };
        let line = log_line(&entry, &world.read.clock.now(), form);
        let line = match form {
            LogForm::Json => self.redactor.json(&line),
            LogForm::Console => self.redactor.text(&line),
        };
        let Some(file) = &self.log_file else { return console::complain(&line) };
        // A line is written as it comes, so that a run that is killed leaves its log behind. A disk that is full fails no run.
        drop(file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes()));
    }

    /// The table of `--show-metrics`.
    pub(crate) fn table(&self) -> String {
        self.heard().counts.table()
    }

    /// Writes and sends what was heard.
    pub(crate) fn finish(&self, world: &WriteWorld) {
        if let Some(file) = &self.metrics_file {
            let text = self.heard().metrics.text();
            let text = self.redactor.text(&text);
            if let Err(error) = world.deliver(file, text.as_bytes(), Attributes::mode(0o644)) {
                console::warning(&error.to_string(), &self.redactor);
            }
        }
        self.send(world);
    }

    fn send(&self, world: &WriteWorld) {
        let (Some(endpoint), Some(root)) = (&self.endpoint, self.root) else { return };
        let body = {
            let mut heard = self.heard();
            if heard.trace.is_empty() {
                return;
            }
            let (started, since) = self.begun;
            heard.trace.run(root, started, world.read.clock.monotonic().saturating_sub(since));
            heard.trace.otlp(&self.service, env!("CARGO_PKG_VERSION"), &self.redactor)
        };
        let sent = Request::to(endpoint).and_then(|mut request| {
            request.headers.add("Content-Type", "application/x-protobuf");
            request.body = body;
            request.limits.timeout = Some(PATIENCE);
            // Elsewhere the spans would not arrive: what follows a redirect is most often a GET.
            request.limits.max_redirects = 0;
            world.http.submit("POST", &request)
        });
        let trouble = match sent {
            Ok(answer) if answer.is_success() => return,
            Ok(answer) => format!("the collector answered {}", answer.status_line()),
            Err(error) => reason(&error),
        };
        let shown = if self.redactor.reveals() { endpoint.clone() } else { redacted(endpoint) };
        console::warning(&format!("spans were not sent to {shown}: {trouble}"), &self.redactor);
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the flag says, else the configuration.
fn level(globals: &Globals, config: &Config<'_>) -> Option<LogLevel> {
    match &globals.log_level {
        Some(said) => LogLevel::named(said),
        None => config.log_level(),
    }
}

/// A log that cannot be written goes to standard error, and it is said why.
fn open(file: &Path, world: &WriteWorld, redactor: &Redactor) -> Option<Mutex<Box<dyn Write + Send>>> {
    match world.files.append(file, 0o644) {
        Ok(file) => Some(Mutex::new(file)),
        Err(error) => {
            console::warning(&format!("{error}; the log goes to standard error"), redactor);
            None
        }
    }
}

/// Where a collector takes spans.
fn address(endpoint: &str, insecure: bool) -> String {
    let scheme = if insecure { "http://" } else { "https://" };
    let scheme = if endpoint.contains("://") { "" } else { scheme };
    let endpoint = endpoint.trim_end_matches('/');
    let path = if endpoint.ends_with("/v1/traces") { "" } else { "/v1/traces" };
    format!("{scheme}{endpoint}{path}")
}

/// A server that speaks only gRPC does not understand HTTP/1.1, and hangs up or answers with frames of HTTP/2.
fn reason(error: &HttpError) -> String {
    let hint = match error {
        HttpError::Io { .. } => "; it may speak gRPC only: name the port for OTLP over HTTP, most often 4318",
        _ => "",
    };
    format!("{error}{hint}")
}
