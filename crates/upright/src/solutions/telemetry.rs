//! What a run tells to other programs: a log, metrics, a trace.

use super::config::Config;
use super::flags::Globals;
use crate::console;
use diagnostics::Redactor;
use engine::{CallCounts, Happening, LogEntry, LogForm, LogLevel, Metrics, SpanIds, Trace, log_line};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use system::WriteWorld;
use system::files::{Attributes, Content};
use system::http::{HttpError, Request};

/// How long a collector may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Hears a run, and tells of it at its end. Nothing of this fails a run.
pub(crate) struct Telemetry {
    log: Option<(LogLevel, LogForm)>,
    log_file: Option<PathBuf>,
    metrics_file: Option<PathBuf>,
    endpoint: Option<String>,
    service: String,
    redactor: Redactor,
    /// The first span of the trace.
    pub(crate) root: Option<SpanIds>,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    counts: CallCounts,
    metrics: Metrics,
    trace: Trace,
    lines: String,
}

impl Telemetry {
    pub(crate) fn new(globals: &Globals, config: &Config<'_>, world: &WriteWorld, redactor: &Redactor) -> Self {
        let text = |flag: &Option<String>, key: &str| flag.clone().or_else(|| config.text(key));
        let level = if globals.debug { Some("debug".to_owned()) } else { text(&globals.log_level, "logging.level") };
        let form = text(&globals.log_format, "logging.format").filter(|form| form == "json");
        let endpoint = text(&globals.otel_endpoint, "telemetry.endpoint");
        let insecure = globals.otel_insecure || config.flag("telemetry.insecure").unwrap_or(false);
        let sampled = config.text("telemetry.samplerType").as_deref() != Some("always_off");
        let endpoint = endpoint.filter(|_| sampled).map(|endpoint| address(&endpoint, insecure));
        Self {
            log: level
                .and_then(|level| LogLevel::named(&level))
                .map(|level| (level, form.map_or(LogForm::Console, |_| LogForm::Json))),
            log_file: globals.log_file.clone(),
            metrics_file: globals.metrics_file.clone(),
            root: endpoint.as_ref().map(|_| SpanIds::root(&*world.read.random)),
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
                heard.metrics.call(call);
                heard.trace.call(call);
            }
            Happening::Logged(entry) => self.log(entry, world),
            _ => {}
        }
    }

    fn log(&self, entry: &LogEntry<'_>, world: &WriteWorld) {
        let Some((_, form)) = self.log.filter(|(level, _)| entry.level <= *level) else { return };
        let line = log_line(entry, &world.read.clock.now(), form);
        let line = self.redactor.text(&line);
        if self.log_file.is_some() {
            self.heard().lines.push_str(&line);
        } else {
            console::complain(&line);
        }
    }

    /// The table of `--show-metrics`.
    pub(crate) fn table(&self) -> String {
        self.heard().counts.table()
    }

    /// Writes and sends what was heard.
    pub(crate) fn finish(&self, world: &WriteWorld) {
        let (metrics, lines) = {
            let heard = self.heard();
            (heard.metrics.text(), heard.lines.clone())
        };
        for (file, text) in [(&self.metrics_file, metrics), (&self.log_file, lines)] {
            if let Some(file) = file {
                let text = self.redactor.text(&text);
                if let Err(error) = world.files.replace(file, Content::Bytes(text.as_bytes()), Attributes::mode(0o644))
                {
                    console::warning(&error.to_string(), &self.redactor);
                }
            }
        }
        self.send(world);
    }

    fn send(&self, world: &WriteWorld) {
        let Some(endpoint) = &self.endpoint else { return };
        let body = {
            let heard = self.heard();
            if heard.trace.is_empty() {
                return;
            }
            heard.trace.otlp(&self.service, env!("CARGO_PKG_VERSION"))
        };
        let sent = Request::to(endpoint).and_then(|mut request| {
            request.headers.add("Content-Type", "application/x-protobuf");
            request.body = body;
            request.limits.timeout = Some(PATIENCE);
            world.http.submit("POST", &request)
        });
        let trouble = match sent {
            Ok(answer) if answer.is_success() => return,
            Ok(answer) => format!("the collector answered {}", answer.status_line()),
            Err(error) => reason(&error),
        };
        console::warning(&format!("spans were not sent to {endpoint}: {trouble}"), &self.redactor);
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
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
