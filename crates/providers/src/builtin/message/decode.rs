//! From inputs to what is printed.

use crate::{Fault, Inputs, Terminal};
use value::{Map, Value, lossy_text};

pub(super) const TYPES: [&str; 7] = ["success", "warning", "error", "info", "debug", "plain", "raw"];
pub(super) const FORMATS: [&str; 8] = ["auto", "table", "list", "tree", "mermaid", "json", "yaml", "quiet"];

/// The longest text, in characters.
const LONGEST: usize = 8192;

/// What is printed, how and where.
pub(crate) struct Given {
    pub(super) what: What,
    pub(super) kind: &'static str,
    pub(super) label: Option<String>,
    pub(super) style: Style,
    pub(super) format: &'static str,
    pub(super) hints: Map,
    pub(super) order: Vec<String>,
    pub(super) expand: bool,
    to_stderr: bool,
    newline: bool,
}

pub(super) enum What {
    Text(String),
    /// Raw output that is not UTF-8.
    Bytes(Vec<u8>),
    Data(Value),
}

/// What stands in for the style of the type.
#[derive(Default)]
pub(super) struct Style {
    pub(super) colour: Option<String>,
    pub(super) bold: Option<bool>,
    pub(super) italic: Option<bool>,
    pub(super) icon: Option<String>,
}

impl Given {
    pub(super) fn is_raw(&self) -> bool {
        self.kind == "raw"
    }

    fn destination(&self) -> &'static str {
        if self.to_stderr { "stderr" } else { "stdout" }
    }

    pub(super) fn print(&self, text: &[u8], terminal: &dyn Terminal) {
        if self.to_stderr { terminal.err(text) } else { terminal.out(text) }
    }

    /// What is printed of raw output.
    pub(super) fn ended_bytes(&self, text: &[u8]) -> Vec<u8> {
        [text, if self.newline { b"\n" } else { b"" }].concat()
    }

    /// With a line break, or without one.
    pub(super) fn ended(&self, mut text: String) -> String {
        match (self.newline, &self.what) {
            (true, What::Text(_)) => text.push('\n'),
            (true, _) if !text.is_empty() && !text.ends_with('\n') => text.push('\n'),
            (false, What::Data(_)) if text.ends_with('\n') => {
                text.pop();
            }
            _ => {}
        }
        text
    }

    fn rehearsed_raw(&self, length: usize) -> String {
        format!("Would write raw output ({length} bytes) to {}", self.destination())
    }

    pub(super) fn rehearsed(&self) -> Map {
        let text = match &self.what {
            What::Text(text) if self.is_raw() => self.rehearsed_raw(text.len()),
            What::Bytes(text) => self.rehearsed_raw(text.len()),
            What::Text(text) => format!("Would output {} message to {}: {text}", self.kind, self.destination()),
            What::Data(_) => format!("Would render data as {}", self.format),
        };
        let mut mock = Map::new();
        mock.insert("success", true);
        mock.insert("message", format!("[dry-run] {text}"));
        mock
    }
}

pub(super) fn decode(inputs: &Inputs) -> Result<Given, Fault> {
    let kind = one_of("type", inputs.filled("type").unwrap_or("info"), &TYPES)?;
    let label = inputs.filled("label").map(str::to_owned);
    let what = what(inputs, kind)?;
    if kind == "raw" && label.is_some() {
        return Err(Fault::new("'label' is not supported with type: raw"));
    }
    let to = one_of("destination", inputs.filled("destination").unwrap_or("stdout"), &["stdout", "stderr"])?;
    let order = inputs.list("columnOrder").into_iter().flat_map(|list| list.iter());
    Ok(Given {
        what,
        kind,
        label,
        style: style(inputs),
        format: one_of("format", inputs.filled("format").unwrap_or("auto"), &FORMATS)?,
        hints: inputs.map("columnHints").cloned().unwrap_or_default(),
        order: order.map(ToString::to_string).collect(),
        expand: inputs.flag("expand"),
        to_stderr: to == "stderr",
        newline: inputs.get("newline").and_then(Value::as_bool).unwrap_or(true),
    })
}

fn what(inputs: &Inputs, kind: &str) -> Result<What, Fault> {
    match (inputs.as_map().get("data"), inputs.as_map().get("message")) {
        (Some(_), Some(_)) => Err(Fault::new("'data' and 'message' are mutually exclusive")),
        (None, None) => Err(Fault::new("either 'data' or 'message' must be provided")),
        (Some(data), None) => Ok(What::Data(data.clone())),
        (None, Some(_)) if inputs.filled("format").is_some() => Err(Fault::new("'format' requires 'data' to be set")),
        (None, Some(message)) => text(message, kind),
    }
}

fn text(message: &Value, kind: &str) -> Result<What, Fault> {
    if let Some(bytes) = message.as_raw_text().filter(|_| kind == "raw") {
        return Ok(What::Bytes(bytes.to_vec()));
    }
    // Elsewhere it stands between words that are characters.
    let text = message.as_text_bytes().filter(|text| !text.is_empty()).map(lossy_text);
    let text = text.ok_or_else(|| Fault::new("'message' must be a non-empty string"))?;
    if kind != "raw" && text.chars().count() > LONGEST {
        let text = format!("message exceeds maximum length of {LONGEST} characters (use type: raw for large output)");
        return Err(Fault::new(text));
    }
    Ok(What::Text(text.into_owned()))
}

fn style(inputs: &Inputs) -> Style {
    let Some(given) = inputs.map("style") else { return Style::default() };
    let text = |key: &str| given.get(key).filter(|value| !value.is_null()).map(ToString::to_string);
    let flag = |key: &str| given.get(key).and_then(Value::as_bool);
    Style { colour: text("color"), bold: flag("bold"), italic: flag("italic"), icon: text("icon") }
}

fn one_of(input: &str, given: &str, known: &[&'static str]) -> Result<&'static str, Fault> {
    let found = known.iter().find(|one| **one == given).copied();
    found.ok_or_else(|| Fault::new(format!("invalid {input} {given:?}: must be one of {}", known.join(", "))))
}
