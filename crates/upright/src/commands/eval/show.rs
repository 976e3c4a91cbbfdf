//! How results and mistakes are shown.

use std::ops::Range;

use diagnostics::{Code, Diagnostic, Diagnostics, Redactor, Span};
use document::write::{Fidelity, Order, YamlStyle, to_yaml};
use value::{Escape, Extent, JsonStyle, KeyOrder, Map, Value};

use super::input::{Input, InputError};
use crate::console;
use crate::exit::Exit;
use crate::limits;

/// In which form a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The value itself.
    Auto,
    Json,
    Yaml,
}

impl Form {
    pub(super) fn of(matches: &clap::ArgMatches) -> Self {
        match matches.get_one::<String>("output").map(String::as_str) {
            Some("json") => Self::Json,
            Some("yaml") => Self::Yaml,
            _ => Self::Auto,
        }
    }
}

/// What an expression gave.
pub(super) struct Answer {
    pub(super) value: Value,
    /// Its type, as the language calls it.
    pub(super) type_name: String,
}

impl Answer {
    /// What a template gave: text, or bytes that are none, which records show in Base64.
    pub(super) fn of_template(rendered: Vec<u8>) -> Self {
        match String::from_utf8(rendered) {
            Ok(text) => Self { value: text.into(), type_name: "string".to_owned() },
            Err(error) => Self { value: Value::bytes(error.into_bytes()), type_name: "bytes".to_owned() },
        }
    }
}

/// What a result may be to be printed: parts of it can be shared, so that its text is far larger than its memory.
const PRINTED: Extent = Extent { nodes: 10_000_000, bytes: 256 << 20, depth: value::MAX_DEPTH };

/// How long the text of a result may be, with its indentation.
const MAX_TEXT: usize = 1 << 30;

/// What an expression gave is refused when it is too large to be printed.
pub(super) fn printable(value: &Value, code: &'static Code) -> Result<(), Mistake> {
    value.extent_within(PRINTED).map(drop).map_err(|error| {
        let message = format!("the result cannot be printed: {error}");
        Mistake::new(code, Exit::Failed, Point { message, place: None, help: None })
    })
}

/// What is wrong with an expression, or went wrong.
pub(super) struct Mistake {
    pub(super) code: &'static Code,
    pub(super) points: Vec<Point>,
    pub(super) exit: Exit,
}

/// One thing that is wrong, and where in the text.
pub(super) struct Point {
    pub(super) message: String,
    pub(super) place: Option<Range<usize>>,
    pub(super) help: Option<String>,
}

impl Mistake {
    pub(super) fn new(code: &'static Code, exit: Exit, point: Point) -> Self {
        Self { code, points: vec![point], exit }
    }

    /// Shows it with a caret under each place.
    pub(super) fn show(&self, input: &Input, redactor: &Redactor) -> Exit {
        let mut problems = Diagnostics::new();
        for point in &self.points {
            let problem = Diagnostic::error(self.code, point.message.as_str()).help(point.help.clone());
            problems.push(match point.span(input) {
                Some(span) => problem.at(span, "here"),
                None => problem,
            });
        }
        console::show(&problems, &input.sources, redactor);
        self.exit
    }

    /// All messages in one line, each with its place.
    pub(super) fn text(&self, input: &Input) -> String {
        self.points.iter().map(|point| point.text(input)).collect::<Vec<_>>().join("; ")
    }
}

impl Point {
    fn span(&self, input: &Input) -> Option<Span> {
        let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        self.place.as_ref().map(|place| Span::new(input.file, at(place.start), at(place.end)))
    }

    fn text(&self, input: &Input) -> String {
        let help = self.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
        match self.span(input).map(|span| input.sources.position(span)) {
            Some(place) => format!("{}:{}: {}{help}", place.line, place.column, self.message),
            None => format!("{}{help}", self.message),
        }
    }
}

/// Says why the input could not be read.
pub(crate) fn unreadable(error: InputError, redactor: &Redactor) -> Exit {
    match error {
        InputError::Data(problems, sources) => {
            console::show(&limits::name_flags(problems), &sources, redactor);
            Exit::Invalid
        }
        error => {
            console::error(&error.to_string(), redactor);
            match error {
                InputError::File(error) if error.is_not_found() => Exit::NotFound,
                InputError::File(error) if error.is_permission_denied() => Exit::Denied,
                InputError::Variable { .. }
                | InputError::Name { .. }
                | InputError::NoMembers { .. }
                | InputError::OneStdin { .. } => Exit::Usage,
                _ => Exit::Invalid,
            }
        }
    }
}

/// Prints a result.
pub(super) fn answer(answer: &Answer, expression: &str, form: Form, redactor: &Redactor) -> Exit {
    let record = || {
        let kind = Value::from(answer.type_name.as_str());
        let entries = [("expression", expression.into()), ("result", answer.value.clone()), ("type", kind)];
        Value::from(Map::from_iter(entries))
    };
    let text = match (form, &answer.value) {
        (Form::Auto, Value::String(text)) => Ok(text.to_string()),
        (Form::Auto, Value::Null | Value::List(_) | Value::Map(_)) => json(&answer.value),
        (Form::Auto, value) => Ok(value.to_string()),
        (Form::Json, _) => json(&record()),
        (Form::Yaml, _) => yaml(&record()),
    };
    finish(text, redactor)
}

/// Prints a record as JSON or YAML.
pub(super) fn record(value: &Value, form: Form, redactor: &Redactor) -> Exit {
    finish(if form == Form::Yaml { yaml(value) } else { json(value) }, redactor)
}

fn finish(text: Result<String, String>, redactor: &Redactor) -> Exit {
    match text {
        Ok(text) if text.ends_with('\n') => console::print(&text),
        Ok(text) => console::print(&(text + "\n")),
        Err(error) => {
            console::error(&error, redactor);
            Exit::Failed
        }
    }
}

fn json(value: &Value) -> Result<String, String> {
    let style = JsonStyle { escape: Escape::Plain, keys: KeyOrder::Keep, indent: Some("  ") };
    value.to_json_within(style, MAX_TEXT).map_err(|error| error.to_string())
}

fn yaml(value: &Value) -> Result<String, String> {
    let extent = value.extent_within(Extent::MAX).map_err(|error| error.to_string())?;
    if extent.nodes.saturating_mul(2 * extent.depth).saturating_add(extent.bytes) > MAX_TEXT {
        return Err(format!("YAML of the result is longer than {MAX_TEXT} bytes"));
    }
    let style = YamlStyle { indent: 2, order: Order::Keep, fidelity: Fidelity::Meaning };
    to_yaml(value, &style).map_err(|error| error.to_string())
}

/// Prints the text of a template exactly as it was rendered.
pub(super) fn rendered(value: &Value) -> Exit {
    match value {
        Value::Bytes(bytes) => console::print_bytes(bytes),
        value => console::print_bytes(value.to_string().as_bytes()),
    }
}

/// Prints names, one a line.
pub(super) fn names(names: &[String], form: Form, redactor: &Redactor) -> Exit {
    match form {
        Form::Auto => console::print(&names.iter().map(|name| name.clone() + "\n").collect::<String>()),
        form => record(&names.iter().map(|name| Value::from(name.as_str())).collect(), form, redactor),
    }
}
