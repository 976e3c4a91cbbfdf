//! What a resource says beside its expectations.

use std::collections::BTreeMap;
use value::{Secret, Value};

/// Settings by name; one that is not given is as its type has it: empty, zero, false.
#[derive(Default)]
pub(crate) struct Settings(BTreeMap<&'static str, Setting>);

pub(crate) enum Setting {
    Text(String),
    Secret(Secret<String>),
    Millis(i64),
    Flag(bool),
    Texts(Vec<String>),
    Anything(Value),
}

impl Settings {
    pub(crate) fn insert(&mut self, name: &'static str, setting: Setting) {
        self.0.insert(name, setting);
    }

    /// A text that is not empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.0.get(name) {
            Some(Setting::Text(text)) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A secret that is not empty.
    pub(crate) fn secret(&self, name: &str) -> Option<&Secret<String>> {
        match self.0.get(name) {
            Some(Setting::Secret(secret)) if !secret.reveal().is_empty() => Some(secret),
            _ => None,
        }
    }

    /// Milliseconds, or else these.
    pub(crate) fn millis(&self, name: &str, default: i64) -> i64 {
        match self.0.get(name) {
            Some(Setting::Millis(millis)) if *millis != 0 => *millis,
            _ => default,
        }
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(Setting::Flag(true)))
    }

    pub(crate) fn texts(&self, name: &str) -> &[String] {
        match self.0.get(name) {
            Some(Setting::Texts(texts)) => texts,
            _ => &[],
        }
    }

    pub(crate) fn anything(&self, name: &str) -> Value {
        match self.0.get(name) {
            Some(Setting::Anything(value)) => value.clone(),
            _ => Value::Null,
        }
    }
}
