//! The configuration file of the original, and the environment variables over it.

use super::config_keys;
use super::flags::NO_LOG;
use crate::console;
use diagnostics::Redactor;
use document::Options;
use engine::LogLevel;
use providers::{IdentityHandler, Settings, TokenSource};
use std::path::{Path, PathBuf};
use std::time::Duration;
use system::ReadWorld;
use value::{Map, Path as ValuePath, Value};

/// The largest configuration file.
const LARGEST: u64 = 1 << 20;

/// What the configuration says. A value that cannot be used counts as not said, with a warning.
pub(crate) struct Config<'w> {
    said: Value,
    world: &'w ReadWorld,
    redactor: &'w Redactor,
}

impl<'w> Config<'w> {
    /// The file that a flag names, or the one in the user's directory. A file that cannot be read is warned of, as in the
    /// original, unless it is not there and nobody asked for it.
    pub(crate) fn load(named: Option<&Path>, world: &'w ReadWorld, redactor: &'w Redactor) -> Self {
        let path = named
            .map(Path::to_owned)
            .or_else(|| home(world, "XDG_CONFIG_HOME", ".config").map(|home| home.join("config.yaml")));
        let said = path.map(|path| read(&path, named.is_some(), world, redactor)).unwrap_or_default();
        Self { said, world, redactor }
    }

    /// What providers have to know.
    pub(crate) fn settings(&self) -> Settings {
        let defaults = Settings::default();
        Settings {
            allow_private_addresses: self
                .flag("httpClient.allowPrivateIPs")
                .unwrap_or(defaults.allow_private_addresses),
            http_timeout: self.duration("httpClient.timeout").unwrap_or(defaults.http_timeout),
            max_response_body: self.size("httpClient.maxResponseBodySize").unwrap_or(defaults.max_response_body),
            cel_cost_limit: self.size("cel.costLimit").unwrap_or(defaults.cel_cost_limit),
            template_environment: self.flag("goTemplate.allowEnvFunctions").unwrap_or(defaults.template_environment),
            max_value_size: self.size("resolver.maxValueSize").unwrap_or(defaults.max_value_size),
            identities: self.identities(),
        }
    }

    /// The level of the log; nothing when there is none.
    pub(crate) fn log_level(&self) -> Option<LogLevel> {
        const EXPECTED: &str = "none, error, warn, info, debug, trace or a number";
        let level = |text: &str| if text == NO_LOG { Some(None) } else { LogLevel::named(text).map(Some) };
        self.parsed("logging.level", EXPECTED, level).flatten()
    }

    /// Whether `SCAFCTL_DEBUG` is set to anything but `0` and `false`.
    pub(crate) fn debugs(&self) -> bool {
        self.variable("SCAFCTL_DEBUG").is_some_and(|said| !matches!(said.as_str(), "" | "0" | "false"))
    }

    /// Whether only the keychain of the system may hold the master key.
    pub(crate) fn requires_keyring(&self) -> bool {
        self.flag("settings.requireSecureKeyring").unwrap_or(false)
    }

    /// A text.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        let text = self.variable(&variable_of(key)).or_else(|| Some(self.at(key)?.to_string()))?;
        Some(text).filter(|text| !text.is_empty())
    }

    /// A list of texts; in a variable they are between commas.
    pub(crate) fn texts(&self, key: &str) -> Vec<String> {
        if let Some(text) = self.variable(&variable_of(key)).filter(|text| !text.is_empty()) {
            return text.split(',').map(|part| part.trim().to_owned()).collect();
        }
        let list = self.at(key).and_then(Value::as_list);
        list.into_iter().flat_map(|list| list.iter()).filter_map(Value::as_str).map(ToOwned::to_owned).collect()
    }

    /// A truth value.
    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        self.parsed(key, "true or false", |text| text.parse().ok())
    }

    /// A number of bytes, units or pieces.
    pub(crate) fn size(&self, key: &str) -> Option<u64> {
        self.parsed(key, "a whole number that is not negative", |text| text.parse().ok())
    }

    /// A duration such as `30s`.
    pub(crate) fn duration(&self, key: &str) -> Option<Duration> {
        self.parsed(key, "a duration such as 30s", |text| value::Duration::parse_go(text).ok().map(Into::into))
    }

    fn parsed<T>(&self, key: &str, expected: &str, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let text = self.text(key)?;
        let parsed = parse(&text);
        if parsed.is_none() {
            self.warn(&format!("configuration `{key}`: expected {expected}, got `{text}`; the default is used"));
        }
        parsed
    }

    fn identities(&self) -> Vec<IdentityHandler> {
        let handlers = self.at("auth.handlers").and_then(|handlers| handlers.as_list().cloned()).unwrap_or_default();
        let handlers =
            handlers.iter().enumerate().filter_map(|(index, handler)| self.identity(index, handler.as_map()));
        handlers.collect()
    }

    fn identity(&self, index: usize, handler: Option<&Map>) -> Option<IdentityHandler> {
        let text =
            |key: &str| handler.and_then(|handler| handler.get(key)).and_then(Value::as_str).map(ToOwned::to_owned);
        let token = text("tokenEnv")
            .map(TokenSource::Environment)
            .or_else(|| text("tokenFile").map(|file| TokenSource::File(PathBuf::from(file))))
            .or_else(|| text("tokenSecret").map(TokenSource::Store));
        let (Some(name), Some(token)) = (text("name"), token) else {
            let expected = "`name` and one of `tokenEnv`, `tokenFile` and `tokenSecret`";
            self.warn(&format!("configuration `auth.handlers[{index}]`: expected {expected}; it is not used"));
            return None;
        };
        Some(IdentityHandler { display_name: text("displayName").unwrap_or_else(|| name.clone()), name, token })
    }

    fn at(&self, key: &str) -> Option<&Value> {
        let path = ValuePath::parse(key).ok()?;
        self.said.get(&path).ok().filter(|value| !value.is_null())
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.world.environment.var(name)?.into_string().ok()
    }

    fn warn(&self, text: &str) {
        console::warning(text, self.redactor);
    }
}

/// `httpClient.allowPrivateIPs` is `SCAFCTL_HTTPCLIENT_ALLOWPRIVATEIPS`.
fn variable_of(key: &str) -> String {
    format!("SCAFCTL_{}", key.replace('.', "_").to_uppercase())
}

/// A directory of the user for this program: of its variable, or below the home directory.
pub(crate) fn home(world: &ReadWorld, variable: &str, below_home: &str) -> Option<PathBuf> {
    let set = |name: &str| world.environment.var(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set(variable).filter(|path| path.is_absolute()).or_else(|| Some(set("HOME")?.join(below_home)))?;
    Some(base.join("scafctl"))
}

fn read(path: &Path, asked_for: bool, world: &ReadWorld, redactor: &Redactor) -> Value {
    let warn = |reason: &str| {
        console::warning(&format!("configuration {}: {reason}; defaults are used", path.display()), redactor);
    };
    let text = match world.files.read(path, LARGEST + 1) {
        Ok(bytes) if bytes.len() as u64 > LARGEST => {
            warn("it is larger than 1 MiB");
            return Value::Null;
        }
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            if asked_for || !error.is_not_found() {
                warn(&error.to_string());
            }
            return Value::Null;
        }
    };
    let mut sources = diagnostics::Sources::default();
    let file = sources.add(path.display().to_string(), text.as_str());
    match document::parse_any(&text, file, &Options::solution()) {
        Ok(node) => {
            let problems = config_keys::problems(&node);
            if !problems.is_empty() {
                console::show_warnings(&problems, &sources, redactor);
            }
            node.to_value()
        }
        Err(problems) => {
            console::show(&problems, &sources, redactor);
            warn("it is no YAML");
            Value::Null
        }
    }
}
