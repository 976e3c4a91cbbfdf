//! `debug`: shows data while a solution is written.

mod destination;

use super::{expressions, words};
use crate::show::{self, Look};
use crate::{Capability, Context, Descriptor, Embedded, Example, Fault, Inputs, Output, Provider, Schema, Sees};
use destination::Destination;
use value::{Map, Value};

/// Prints data.
pub(super) struct Debug;

/// What is printed, how and where.
pub(super) struct Given {
    data: Data,
    label: Option<String>,
    format: Format,
    destination: Destination,
    colorize: bool,
}

enum Data {
    /// What was given.
    Value(Value),
    /// What an expression gives.
    Expression(String),
    /// All that there is.
    Everything,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Yaml,
    Pretty,
}

impl Provider for Debug {
    type Decoded = Given;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: schema(),
            output_schemas: Capability::ALL.into_iter().map(|one| (one, output_schema(one))).collect(),
            capabilities: &Capability::ALL,
            category: "utility",
            tags: &["debug", "print", "inspect"],
            examples: EXAMPLES,
            ..Descriptor::new(
                "debug",
                "Debug",
                "1.0.0",
                "Shows values of resolvers, or what an expression makes of them",
            )
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Given, Fault> {
        Ok(Given {
            data: data(&inputs),
            label: inputs.filled("label").or_else(|| inputs.filled("message")).map(str::to_owned),
            format: format(&inputs)?,
            destination: Destination::decode(&inputs)?,
            colorize: inputs.flag("colorize"),
        })
    }

    fn execute(&self, given: Given, context: &Context<'_>) -> Result<Output, Fault> {
        if context.dry_run {
            return Ok(Output::of(given.rehearsed()));
        }
        let result = given.data.value(context)?;
        words::check_size(&result, context)?;
        let text = given.text(&result, false)?;
        let colour = given.colorize && context.terminal.is_some_and(|terminal| terminal.colour());
        let printed = if colour { given.text(&result, true)? } else { text.clone() };
        let Some(streamed) = given.destination.print(&printed, context)? else {
            return Ok(Output::unknown(format!("after `{}` is written", given.destination.name())));
        };
        let mut found = Map::new();
        found.insert("success", true);
        found.insert("result", result);
        found.insert("output", text);
        found.insert("destination", given.destination.name());
        Ok(Output { streamed, ..Output::of(found) })
    }

    fn may_change(&self, inputs: &Inputs) -> bool {
        inputs.get("destination").is_some_and(|to| !matches!(to.as_str(), Some("" | "stdout" | "stderr")))
    }

    fn may_fail(&self, inputs: &Inputs) -> bool {
        inputs.get("expression").is_some() || Provider::may_change(self, inputs)
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        let what = if inputs.filled("expression").is_some() { "CEL-filtered data" } else { "resolver data" };
        let (format, destination) =
            (inputs.filled("format").unwrap_or("json"), inputs.filled("destination").unwrap_or("stdout"));
        Some(format!("Would output {what} in {format} format to {destination}"))
    }

    fn expressions(&self) -> &'static [Embedded] {
        &[Embedded { at: &["expression"], sees: Sees::Step }]
    }
}

fn data(inputs: &Inputs) -> Data {
    match (inputs.filled("expression"), inputs.as_map().get("value")) {
        (_, Some(value)) => Data::Value(value.clone()),
        (Some(expression), None) => Data::Expression(expression.to_owned()),
        (None, None) => Data::Everything,
    }
}

fn format(inputs: &Inputs) -> Result<Format, Fault> {
    match inputs.filled("format").unwrap_or("json") {
        "json" => Ok(Format::Json),
        "yaml" => Ok(Format::Yaml),
        "pretty" => Ok(Format::Pretty),
        other => Err(Fault::new(format!("unsupported format: {other}"))),
    }
}

impl Data {
    fn value(&self, context: &Context<'_>) -> Result<Value, Fault> {
        context.go_on()?;
        match self {
            Self::Value(value) => Ok(value.clone()),
            Self::Everything => Ok(words::root(context).into()),
            Self::Expression(text) => {
                let variables = context.variables();
                let value = context.run.engines.evaluate(text, &variables);
                let words = "failed to evaluate expression: ";
                value.map_err(|error| expressions::fault(&error, words, "expression", text, &variables))
            }
        }
    }
}

impl Given {
    fn text(&self, value: &Value, colour: bool) -> Result<String, Fault> {
        let unshowable = |error: show::ShowError| Fault::new(format!("failed to format data: {error}"));
        let look = Look { colour, ..Look::default() };
        let text = match self.format {
            Format::Json => show::json(value, &look).map_err(unshowable)?,
            Format::Yaml => show::yaml(value).map_err(unshowable)?,
            Format::Pretty => value.to_string(),
        };
        Ok(match &self.label {
            Some(label) => format!("=== {label} ===\n{text}"),
            None => text,
        })
    }

    fn rehearsed(&self) -> Map {
        let format = match self.format {
            Format::Json => "json",
            Format::Yaml => "yaml",
            Format::Pretty => "pretty",
        };
        let expression = match &self.data {
            Data::Expression(text) => format!(", expression={}", words::cut(text, 80)),
            _ => String::new(),
        };
        let destination = self.destination.kind();
        let message = format!("Would execute debug with format={format}, destination={destination}{expression}");
        let mut mock = Map::new();
        mock.insert("success", true);
        mock.insert("result", "[DRY-RUN] Data not evaluated");
        mock.insert("output", "");
        mock.insert("destination", self.destination.name());
        mock.insert("_dryRun", true);
        mock.insert("_message", message);
        mock
    }
}

fn schema() -> Schema {
    Schema::object("")
        .with("expression", Schema::text("CEL over `_`; nothing is everything that there is").at_most(8192))
        .with("label", Schema::text("A heading").at_most(500))
        .with("format", Schema::text("How data is written").one_of(["json", "yaml", "pretty"]).defaults_to("json"))
        .with("destination", Schema::text("Where it goes").one_of(["stdout", "stderr", "file"]).defaults_to("stdout"))
        .with("file", Schema::text("The file to append to, for `file`").at_most(500))
        .with("colorize", Schema::flag("Colours in JSON, on a terminal that has them").defaults_to(false))
        .with("message", Schema::text("The same as `label`").at_most(500))
        .with("value", Schema::any("The data, instead of an expression"))
}

fn output_schema(capability: Capability) -> Schema {
    let shown = Schema::object("")
        .with("success", Schema::flag("Always true"))
        .with("result", Schema::any("The data"))
        .with("output", Schema::text("The data as it was printed"))
        .with("destination", Schema::text("Where it went: `stdout`, `stderr` or the file"));
    match capability {
        Capability::Validation => {
            shown.with("valid", Schema::flag("Not given")).with("errors", Schema::list("Not given"))
        }
        Capability::Authentication => {
            shown.with("authenticated", Schema::flag("Not given")).with("token", Schema::text("Not given"))
        }
        Capability::From | Capability::Transform | Capability::Action => shown,
    }
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "What an expression gives",
        description: "Printed with a heading, as YAML",
        yaml: "provider: debug\ninputs:\n  label: sum\n  expression: \"{'total': 1 + 2}\"\n  format: yaml\n",
    },
    Example {
        name: "A value",
        description: "`message` is the heading",
        yaml: "provider: debug\ninputs:\n  message: Current value\n  value: [1, 2]\n",
    },
];
