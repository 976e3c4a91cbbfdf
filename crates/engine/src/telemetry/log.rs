//! Lines of a log.

use crate::{LogEntry, LogLevel};
use value::{Escape, KeyOrder, Map, Timestamp};

/// How lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogForm {
    /// For people.
    Console,
    /// For programs: an object a line.
    Json,
}

/// One line, with its line break.
pub fn log_line(entry: &LogEntry<'_>, time: &Timestamp, form: LogForm) -> String {
    match form {
        LogForm::Console => {
            let fields: Vec<String> =
                entry.fields.iter().map(|(name, value)| format!(" {name}={}", quoted(value))).collect();
            let fields = fields.concat();
            format!("{}\t{}\t{}{fields}\n", time.to_rfc3339(), entry.level.name().to_uppercase(), entry.message)
        }
        LogForm::Json => {
            let time = time.to_rfc3339();
            let head = [("level", entry.level.name()), ("timestamp", &*time), ("message", entry.message)];
            let map: Map = head.into_iter().chain(entry.fields.iter().copied()).collect();
            let json = value::Value::from(map).to_json(Escape::Plain, KeyOrder::Keep);
            json.unwrap_or_default() + "\n"
        }
    }
}

/// Text with blanks or line breaks stands in quotes.
fn quoted(value: &str) -> String {
    let plain = !value.is_empty() && value.chars().all(|c| !c.is_whitespace() && !c.is_control() && c != '"');
    if plain { value.to_owned() } else { value::quote(value) }
}

impl LogLevel {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
            Self::Trace => "trace",
        }
    }

    /// The level of this name, or of this number: the numbers of the original, where 0 is `info`.
    pub fn named(name: &str) -> Option<Self> {
        let by_name = [Self::Error, Self::Warn, Self::Info, Self::Debug, Self::Trace];
        let found = by_name.into_iter().find(|level| level.name() == name);
        found.or_else(|| match name.parse::<u32>() {
            Ok(0) => Some(Self::Info),
            Ok(1) => Some(Self::Debug),
            Ok(_) => Some(Self::Trace),
            Err(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_for_people_or_for_programs() {
        let fields = [("provider", "http"), ("error", "no \"such\" host")];
        let entry = LogEntry { level: LogLevel::Error, message: "provider failed", fields: &fields };
        let lines = [LogForm::Console, LogForm::Json].map(|form| log_line(&entry, &Timestamp::UNIX_EPOCH, form));
        insta::assert_snapshot!(lines.concat());
    }

    #[test]
    fn levels_have_names_and_numbers() {
        assert_eq!(LogLevel::named("warn"), Some(LogLevel::Warn));
        assert_eq!(LogLevel::named("1"), Some(LogLevel::Debug));
        assert_eq!(LogLevel::named("7"), Some(LogLevel::Trace));
        assert_eq!(LogLevel::named("none"), None);
    }
}
