//! What is wanted of the store.

use crate::store::SecretName;
use crate::{Context, Fault, Inputs};
use gostd::regexp::Regexp;

pub(in super::super) enum Wish {
    /// The names, or those that match.
    List(Option<Regexp>),
    Get {
        which: Which,
        /// What it is when there is none; without it that is an error.
        instead: Option<String>,
    },
}

pub(in super::super) enum Which {
    Name(String),
    /// The first that matches.
    Pattern(Regexp),
}

impl Wish {
    pub(super) fn of(inputs: &Inputs) -> Result<Self, Fault> {
        let operation = inputs.filled("operation");
        match operation.ok_or_else(|| Fault::bare("operation is required and must be a string"))? {
            "list" => Ok(Self::List(pattern(inputs)?)),
            "get" => Ok(Self::Get { which: which(inputs)?, instead: instead(inputs) }),
            other => Err(Fault::bare(format!("unsupported operation: {other}"))),
        }
    }
}

fn which(inputs: &Inputs) -> Result<Which, Fault> {
    let required = || Fault::bare("either 'name' or 'pattern' field is required for get operation");
    match inputs.filled("name") {
        Some(name) => Ok(Which::Name(name.to_owned())),
        None => pattern(inputs)?.map(Which::Pattern).ok_or_else(required),
    }
}

fn pattern(inputs: &Inputs) -> Result<Option<Regexp>, Fault> {
    let Some(pattern) = inputs.filled("pattern") else { return Ok(None) };
    Regexp::compile(pattern).map(Some).map_err(|error| {
        let place = 0..pattern.len();
        Fault::bare(format!("invalid pattern {pattern:?}: {error}")).at("pattern", place)
    })
}

fn instead(inputs: &Inputs) -> Option<String> {
    let is_required = inputs.get("required").and_then(value::Value::as_bool).unwrap_or(true);
    (!is_required).then(|| inputs.text("fallback").unwrap_or_default().to_owned())
}

impl Which {
    /// The name to read; secrets of programs are not there for documents.
    pub(super) fn find(&self, context: &Context<'_>) -> Result<Option<String>, Fault> {
        match self {
            Self::Name(name) => {
                let name = SecretName::parse(name).map_err(|error| Fault::bare(error.to_string()))?;
                Ok((!name.is_internal()).then(|| name.to_string()))
            }
            Self::Pattern(pattern) => {
                Ok(context.run.secrets.names()?.into_iter().find(|name| pattern.is_match(name.as_str())))
            }
        }
    }

    /// That there is none.
    pub(super) fn missing(&self) -> String {
        match self {
            Self::Name(name) => format!("secret {name:?} not found"),
            Self::Pattern(pattern) => format!("no secret found matching pattern {:?}", pattern.as_str()),
        }
    }
}
