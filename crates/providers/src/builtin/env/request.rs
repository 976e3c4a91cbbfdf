//! The inputs of `env`, understood.

use crate::{Fault, Inputs};
use value::quote;

pub(super) const OPERATIONS: [&str; 4] = ["get", "set", "list", "unset"];

/// One of the operations.
pub(in crate::builtin) enum Request {
    Get(Get),
    Set { name: String, value: String },
    Unset { name: String },
    List { prefix: String },
}

/// What is read, and how.
pub(in crate::builtin) struct Get {
    pub(super) name: String,
    pub(super) default: Option<String>,
    /// Whether the bare value is wanted.
    pub(super) bare: bool,
    /// Whether a variable that is not set is an error.
    pub(super) must_be_set: bool,
}

impl Request {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        // The founding documents write a key and nothing else.
        let short = inputs.filled("operation").is_none() && inputs.filled("key").is_some();
        let operation = if short { "get" } else { inputs.required_text("operation")? };
        Ok(match operation {
            "get" => Self::Get(Get {
                name: name(inputs, operation)?,
                default: inputs.text("default").map(ToOwned::to_owned),
                bare: short || inputs.flag("raw"),
                must_be_set: short,
            }),
            "set" => Self::Set { name: name(inputs, operation)?, value: value(inputs)? },
            "unset" => Self::Unset { name: name(inputs, operation)? },
            "list" => Self::List { prefix: prefix(inputs)? },
            other => {
                return Err(Fault::new(format!("unsupported operation: {other}"))
                    .help(format!("operations are {}", OPERATIONS.join(", "))));
            }
        })
    }
}

fn name(inputs: &Inputs, operation: &str) -> Result<String, Fault> {
    let name = inputs.filled("name").or_else(|| inputs.filled("key"));
    let name = name.ok_or_else(|| Fault::new(format!("name is required for {operation} operation")))?;
    if name.contains(['=', '\0']) {
        return Err(Fault::new(format!("{} is not the name of an environment variable", quote(name))));
    }
    Ok(name.to_owned())
}

fn value(inputs: &Inputs) -> Result<String, Fault> {
    let value = inputs.text("value").ok_or_else(|| Fault::new("value is required for set operation"))?;
    if value.contains('\0') {
        return Err(Fault::new("the value of an environment variable cannot have a NUL in it"));
    }
    Ok(value.to_owned())
}

fn prefix(inputs: &Inputs) -> Result<String, Fault> {
    let missing = "prefix is required for list operation: the whole environment is not listed";
    inputs.filled("prefix").map(ToOwned::to_owned).ok_or_else(|| Fault::new(missing))
}
