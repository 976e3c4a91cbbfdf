//! From inputs to what is to be done.

use super::super::words;
use crate::coerce::coerce;
use crate::{Fault, Inputs, SchemaType};
use value::Map;

/// What is to be done.
pub(crate) struct Given {
    pub(super) work: Work,
}

pub(super) enum Work {
    Read { operation: Operation, from: Origin },
    Generate { blocks: Map, form: Form },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Parse,
    Format,
    Validate,
}

/// Where sources come from.
pub(super) enum Origin {
    Content(String),
    File(String),
    Files(Vec<String>),
    Directory(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Native,
    Json,
}

impl Operation {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Format => "format",
            Self::Validate => "validate",
        }
    }
}

impl Form {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Native => "hcl",
            Self::Json => "json",
        }
    }
}

pub(super) fn decode(inputs: &Inputs) -> Result<Given, Fault> {
    let operation = match inputs.filled("operation").unwrap_or("parse") {
        "parse" => Operation::Parse,
        "format" => Operation::Format,
        "validate" => Operation::Validate,
        "generate" => return generate(inputs),
        other => return Err(Fault::new(format!("unsupported operation: {other}"))),
    };
    Ok(Given { work: Work::Read { operation, from: origin(inputs)? } })
}

fn generate(inputs: &Inputs) -> Result<Given, Fault> {
    let no_map = || Fault::new("'blocks' input is required for the generate operation and must be a map");
    let blocks = words::object(inputs, "blocks").map_err(|_| no_map())?.ok_or_else(no_map)?;
    let form = match inputs.filled("output_format").unwrap_or("hcl") {
        "hcl" => Form::Native,
        "json" => Form::Json,
        other => return Err(Fault::new(format!("unsupported output_format: {other}"))),
    };
    Ok(Given { work: Work::Generate { blocks, form } })
}

fn origin(inputs: &Inputs) -> Result<Origin, Fault> {
    let text = |name: &str| inputs.filled(name).map(str::to_owned);
    let all = [
        text("content").map(Origin::Content),
        text("path").map(Origin::File),
        paths(inputs)?.map(Origin::Files),
        text("dir").map(Origin::Directory),
    ];
    let mut given = all.into_iter().flatten();
    match (given.next(), given.next()) {
        (Some(one), None) => Ok(one),
        (Some(_), Some(_)) => Err(Fault::new("'content', 'path', 'paths', and 'dir' are mutually exclusive")),
        (None, _) => Err(Fault::new("one of 'content', 'path', 'paths', or 'dir' must be provided")),
    }
}

fn paths(inputs: &Inputs) -> Result<Option<Vec<String>>, Fault> {
    let Some(given) = inputs.get("paths") else { return Ok(None) };
    let odd = |what: &str| Fault::new(format!("paths must be a list of paths, got {what}"));
    let list = coerce(given.clone(), SchemaType::Array).map_err(|_| odd(given.type_name()))?;
    let items = list.as_list().into_iter().flat_map(|list| list.iter());
    let paths: Vec<String> = items
        .map(|path| path.as_str().map(str::to_owned).ok_or_else(|| odd(path.type_name())))
        .collect::<Result<_, _>>()?;
    Ok((!paths.is_empty()).then_some(paths))
}
