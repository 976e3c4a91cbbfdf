//! `parameter`: what the command line gave to the solution.

mod fetch;
mod typed;

use crate::{Capability, Context, Descriptor, Example, Fault, Inputs, Output, Provider, Schema};
use value::{Value, quote};

/// Gives a parameter in the type that its text suggests.
pub(super) struct Parameter;

impl Provider for Parameter {
    type Decoded = String;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: Schema::object("").with(
                "key",
                Schema::text("The name of the parameter").at_most(256).pattern(r"^[A-Za-z_][A-Za-z0-9_.\-]*$"),
            ),
            output_schemas: vec![(Capability::From, Schema::any("The value"))],
            capabilities: &[Capability::From],
            waits: true,
            category: "system",
            tags: &["parameter", "input", "command-line"],
            examples: &[Example {
                name: "A parameter or a default",
                description: "A missing parameter is an error, so that the next source of the chain is tried",
                yaml: "provider: parameter\ninputs:\n  key: env\n",
            }],
            ..Descriptor::new("parameter", "Parameter", "1.0.0", "Gives a value that the command line gave with `-r`")
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<String, Fault> {
        inputs.required_text("key").map(ToOwned::to_owned)
    }

    fn execute(&self, key: String, context: &Context<'_>) -> Result<Output, Fault> {
        if context.dry_run {
            return Ok(Output::of("[DRY-RUN] Not retrieved"));
        }
        let missing = || Fault::new(format!("parameter {} not provided", quote(&key))).help(advice(&key, context));
        let raw = context.parameters.get(key.as_str()).ok_or_else(missing)?;
        let value = match raw.as_str() {
            Some(text) => typed::value(text, context)?,
            None => raw.clone(),
        };
        let kind = type_of(&value);
        Ok(Output::of(value).with("exists", true).with("type", kind))
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn looks(&self, _inputs: &Inputs) -> bool {
        false
    }
}

/// How the parameter is given. A call by hand belongs to no solution and has none.
fn advice(key: &str, context: &Context<'_>) -> String {
    match context.solution {
        Some(_) => format!("give it with `-r {key}=VALUE`"),
        None => format!("only solutions have parameters: `upright run resolver -f FILE -r {key}=VALUE`"),
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Int(_) | Value::Uint(_) => "integer",
        Value::Float(_) => "float",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
        Value::Opaque(_) if value.as_raw_text().is_some() => "string",
        _ => "unknown",
    }
}
