//! Flags of all commands around solutions.

use clap::{Arg, ArgAction, ArgMatches};
use diagnostics::suggest;
use engine::LogLevel;
use std::path::PathBuf;

/// The level at which nothing is logged.
pub(crate) const NO_LOG: &str = "none";

/// Below the flags of each of these commands.
pub(crate) const GLOBAL_HELP: &str = "Flags of all commands around solutions:\n  \
    -C, --cwd DIR              relative paths of -f, file, directory and hcl start here;\n                             \
    exec, git and debug work where the program was started\n  \
    -q, --quiet                print results and errors only\n      \
    --verbose              print more\n      \
    --config FILE          configuration; $XDG_CONFIG_HOME/scafctl/config.yaml when left out\n      \
    --log-level LEVEL      none, error, warn, info, debug, trace or a number\n      \
    --log-format FORM      console or json\n      \
    --log-file FILE        the log is added to this file instead of standard error\n  \
    -d, --debug                the same as --log-level debug\n      \
    --metrics-file FILE    metrics in the text format of Prometheus\n      \
    --otel-endpoint URL    a collector of OpenTelemetry that takes OTLP over HTTP\n      \
    --otel-insecure        speak plain HTTP to a collector named without http:// or https://";

/// The flags themselves. They can stand before or behind the command, and are listed by [`GLOBAL_HELP`].
pub(crate) fn global() -> Vec<Arg> {
    let path = |name: &'static str| Arg::new(name).long(name).value_parser(clap::value_parser!(PathBuf));
    let switch = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    let text = |name: &'static str| Arg::new(name).long(name);
    let all = vec![
        path("cwd").short('C'),
        switch("quiet").short('q'),
        switch("verbose"),
        path("config"),
        text("log-level").env("SCAFCTL_LOG_LEVEL").value_parser(log_level),
        text("log-format").env("SCAFCTL_LOG_FORMAT").value_parser(["console", "json"]),
        path("log-file").env("SCAFCTL_LOG_PATH"),
        path("metrics-file"),
        text("otel-endpoint").env("OTEL_EXPORTER_OTLP_ENDPOINT"),
        switch("otel-insecure"),
    ];
    all.into_iter().map(|arg| arg.global(true).hide(true)).collect()
}

fn log_level(given: &str) -> Result<String, String> {
    if given.is_empty() || given == NO_LOG || LogLevel::named(given).is_some() {
        return Ok(given.to_owned());
    }
    let names = [NO_LOG, "error", "warn", "info", "debug", "trace"];
    let hint = suggest(given, names).map(|name| format!(", did you mean `{name}`?")).unwrap_or_default();
    Err(format!("expected {} or a number{hint}", names.join(", ")))
}

/// What those flags say.
#[derive(Debug, Clone, Default)]
pub(crate) struct Globals {
    pub(crate) directory: Option<PathBuf>,
    pub(crate) quiet: bool,
    pub(crate) config: Option<PathBuf>,
    pub(crate) log_level: Option<String>,
    pub(crate) log_format: Option<String>,
    pub(crate) log_file: Option<PathBuf>,
    pub(crate) metrics_file: Option<PathBuf>,
    pub(crate) otel_endpoint: Option<String>,
    pub(crate) otel_insecure: bool,
    pub(crate) debug: bool,
}

impl Globals {
    pub(crate) fn of(matches: &ArgMatches) -> Self {
        let path = |name: &str| matches.get_one::<PathBuf>(name).cloned();
        let text = |name: &str| matches.get_one::<String>(name).filter(|text| !text.is_empty()).cloned();
        Self {
            directory: path("cwd"),
            quiet: matches.get_flag("quiet"),
            config: path("config"),
            log_level: text("log-level"),
            log_format: text("log-format"),
            log_file: path("log-file"),
            metrics_file: path("metrics-file"),
            otel_endpoint: text("otel-endpoint"),
            otel_insecure: matches.get_flag("otel-insecure"),
            debug: matches.get_flag("debug"),
        }
    }
}
