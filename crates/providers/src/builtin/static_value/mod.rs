//! `static`: a value as it is.

use crate::{Capability, Context, Descriptor, Example, Fault, Inputs, Output, Provider, Schema};
use value::{Unknown, Value};

/// Gives the value that it is given.
pub(super) struct Static;

impl Provider for Static {
    type Decoded = Value;

    fn descriptor(&self) -> Descriptor {
        let value = || Schema::any("The value that was given");
        Descriptor {
            schema: Schema::object("")
                .with("value", Schema::any("The value to give back; any type"))
                .require(&["value"]),
            output_schemas: vec![
                (Capability::From, value()),
                (Capability::Transform, value()),
                (Capability::Action, Schema::object("").with("success", Schema::flag("Always true"))),
            ],
            capabilities: &[Capability::From, Capability::Transform, Capability::Action],
            category: "Core",
            tags: &["static", "constant", "value"],
            examples: &[Example {
                name: "A constant",
                description: "The last source of a chain: used when nothing else gives a value",
                yaml: "provider: static\ninputs:\n  value: dev\n",
            }],
            ..Descriptor::new("static", "Static Value", "1.0.0", "Gives the value that it is given, whatever its type")
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Value, Fault> {
        inputs.into_map().remove("value").ok_or_else(|| Fault::new("missing required input: value"))
    }

    fn execute(&self, value: Value, _context: &Context<'_>) -> Result<Output, Fault> {
        Ok(Output::of(value))
    }

    /// It gives what it is given.
    fn unknown(&self, _inputs: &Inputs) -> Option<Unknown> {
        None
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn may_fail(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn is_pure(&self, _inputs: &Inputs) -> bool {
        true
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(match inputs.as_map().get("value") {
            Some(value) => format!("Would return static value: {value}"),
            None => "Would return static value".to_owned(),
        })
    }
}
