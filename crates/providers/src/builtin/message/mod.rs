//! `message`: words and data for the person who watches.

mod data;
mod decode;
mod line;

use super::words;
use crate::{Capability, Context, Descriptor, Example, Fault, Inputs, Output, Provider, Schema, Terminal};
use decode::{Given, What};
use value::{Map, Value, lossy_text};

/// Prints a message, or data as a table, list or tree.
pub(super) struct Message;

impl Provider for Message {
    type Decoded = Given;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: schema(),
            output_schemas: vec![(
                Capability::Action,
                Schema::object("")
                    .with("success", Schema::flag("Always true"))
                    .with("message", Schema::text("The line, without colours"))
                    .with("data", Schema::any("The data, as it was given")),
            )],
            capabilities: &[Capability::Action],
            category: "utility",
            tags: &["message", "output", "terminal"],
            examples: EXAMPLES,
            ..Descriptor::new(
                "message",
                "Message",
                "2.0.0",
                "Prints a styled message, or data as a table, a list or a tree, while a solution runs",
            )
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Given, Fault> {
        decode::decode(&inputs)
    }

    fn execute(&self, given: Given, context: &Context<'_>) -> Result<Output, Fault> {
        if context.dry_run {
            return Ok(Output::of(given.rehearsed()));
        }
        let terminal = context.terminal.map(|terminal| &**terminal);
        let terminal = terminal.filter(|terminal| given.is_raw() || !terminal.quiet());
        match &given.what {
            What::Text(text) => Ok(said(&given, text, terminal)),
            What::Bytes(text) => Ok(written(&given, text, terminal)),
            What::Data(data) => data::shown(&given, data, terminal, context),
        }
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn looks(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn may_fail(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(what_if(inputs))
    }
}

fn said(given: &Given, text: &str, terminal: Option<&dyn Terminal>) -> Output {
    if let Some(terminal) = terminal {
        let line = if terminal.colour() { line::coloured(given, text) } else { line::plain(given, text) };
        given.print(given.ended(line).as_bytes(), terminal);
    }
    let mut found = Map::new();
    found.insert("success", true);
    found.insert("message", line::plain(given, text));
    Output { streamed: terminal.is_some(), ..Output::of(found) }
}

fn written(given: &Given, text: &[u8], terminal: Option<&dyn Terminal>) -> Output {
    if let Some(terminal) = terminal {
        given.print(&given.ended_bytes(text), terminal);
    }
    let found: Map = [("success", Value::Bool(true)), ("message", Value::text_part(text))].into_iter().collect();
    Output { streamed: terminal.is_some(), ..Output::of(found) }
}

fn what_if(inputs: &Inputs) -> String {
    let to = inputs.filled("destination").unwrap_or("stdout");
    let kind = inputs.filled("type").unwrap_or("info");
    let label = inputs.filled("label").map(|label| format!(" [{label}]")).unwrap_or_default();
    if inputs.get("data").is_some() {
        let form = inputs.filled("format").unwrap_or("auto");
        let display = if inputs.get("display").is_some() { " with display schema" } else { "" };
        return format!("Would render data as {form}{display}{label}");
    }
    let message = inputs.text_bytes("message").unwrap_or_default();
    match (kind, Some(lossy_text(message)).filter(|text| !text.is_empty())) {
        ("raw", _) => format!("Would write raw output ({} bytes) to {to}", message.len()),
        (_, Some(text)) => format!("Would output {kind} message{label}: \"{}\" to {to}", shortened(&text)),
        (_, None) => format!("Would output {kind} message to {to}"),
    }
}

/// As much of a text as a sentence has room for.
fn shortened(text: &str) -> String {
    if text.chars().count() > 80 { words::cut(text, 77) } else { text.to_owned() }
}

fn schema() -> Schema {
    let style = Schema::object("What is other than the type has it: `color`, `bold`, `italic`, `icon`")
        .with("color", Schema::text("A colour, `#RRGGBB` or the number of one"))
        .with("bold", Schema::flag("Bold letters"))
        .with("italic", Schema::flag("Italic letters"))
        .with("icon", Schema::text("What stands before it; nothing is none"));
    let hint = Schema::any("")
        .with("displayName", Schema::any("The title"))
        .with("maxWidth", Schema::any("How many characters are shown"))
        .with("align", Schema::any("`right`, or left"))
        .with("hidden", Schema::any("Whether it is left out"))
        .with("priority", Schema::any("Accepted for the original's sake: all columns are shown"));
    Schema::object("")
        .with("message", Schema::text("The text; at most 8192 characters unless the type is `raw`").raw())
        .with("data", Schema::any("Data to show instead of a text"))
        .with("type", Schema::text("What sort of message").one_of(decode::TYPES).defaults_to("info"))
        .with("label", Schema::text("Stands in brackets before the text").at_most(100))
        .with("style", style)
        .with("destination", Schema::text("Where it goes").one_of(["stdout", "stderr"]).defaults_to("stdout"))
        .with("newline", Schema::flag("Whether the line ends").defaults_to(true))
        .with("format", Schema::text("How data looks; `auto` when not given").one_of(decode::FORMATS))
        .with("display", Schema::object("How data looks in a browser of data; accepted, and not used in text"))
        .with(
            "columnHints",
            Schema::object("Per column: `displayName`, `maxWidth`, `align`, `hidden`").of_values(&hint),
        )
        .with("columnOrder", Schema::list("The columns that come first").at_most(50))
        .with("expand", Schema::flag("Whether the result is the data itself"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "A message",
        description: "Types have a colour and an icon where colours can be seen",
        yaml: "provider: message\ninputs:\n  message: Deployment completed\n  type: success\n  label: deploy\n",
    },
    Example {
        name: "A style of its own",
        description: "What is given here stands in for what the type has",
        yaml: "provider: message\ninputs:\n  message: Starting\n  style:\n    color: \"#FF5733\"\n    bold: true\n    icon: \"»\"\n",
    },
    Example {
        name: "A table",
        description: "A row for each object",
        yaml: "provider: message\ninputs:\n  data:\n    - {name: web, port: 80}\n    - {name: db, port: 5432}\n  format: table\n",
    },
];
