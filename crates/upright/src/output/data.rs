//! Data as a result: YAML and JSON, as ccm writes them.

use crate::console;
use crate::exit::Exit;
use diagnostics::Redactor;
use document::write::{Fidelity, YamlStyle, to_yaml};
use serde_json::Value as Json;
use std::borrow::Cow;
use value::{Escape, KeyOrder, Value};

/// How data is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DataForm {
    Json,
    Yaml,
}

impl DataForm {
    /// YAML if a flag says so, otherwise JSON.
    pub(crate) fn yaml_if(is_yaml: bool) -> Self {
        if is_yaml { Self::Yaml } else { Self::Json }
    }

    /// The text of a value, its keys sorted.
    pub(crate) fn text(self, value: &Value) -> Result<String, String> {
        match self {
            Self::Yaml => yaml(value),
            Self::Json => {
                let json = value.to_json_pretty("  ", Escape::Plain, KeyOrder::Sorted);
                json.map(|json| json + "\n").map_err(|error| error.to_string())
            }
        }
    }

    /// The text of something that is plain data.
    pub(crate) fn text_of(self, thing: &Json) -> String {
        let json = serde_json::to_string_pretty(thing).expect("it is plain data") + "\n";
        match self {
            Self::Json => json,
            Self::Yaml => {
                let value: Value = serde_json::from_value(thing.clone()).expect("JSON is a value");
                // What is nested deeper than YAML is written can still be shown.
                yaml(&value).unwrap_or(json)
            }
        }
    }

    /// A text of this form with secrets masked.
    pub(crate) fn masked<'a>(self, text: &'a str, redactor: &Redactor) -> Cow<'a, str> {
        match self {
            Self::Json => redactor.json(text),
            Self::Yaml => redactor.text(text),
        }
    }

    /// Prints a value, with secrets masked.
    pub(crate) fn print(self, value: &Value, redactor: &Redactor) -> Exit {
        match self.text(value) {
            Ok(text) => console::print(&self.masked(&text, redactor)),
            Err(error) => {
                console::error(&error, redactor);
                Exit::Rendering
            }
        }
    }
}

fn yaml(value: &Value) -> Result<String, String> {
    to_yaml(value, &YamlStyle { indent: 2, fidelity: Fidelity::Texts, ..YamlStyle::default() })
        .map_err(|error| error.to_string())
}
