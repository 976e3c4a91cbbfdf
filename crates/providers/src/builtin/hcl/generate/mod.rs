//! Writing files from data of the shape that reading gives.

mod expression;
mod json;
mod native;
mod references;
mod shape;

use super::decode::Form;
use crate::{Context, Fault, Output};
use value::{Map, Value};

pub(super) fn generate(blocks: &Map, form: Form, context: &Context<'_>) -> Result<Output, Fault> {
    context.go_on()?;
    let data = Value::from(blocks.clone());
    super::super::words::check_size(&data, context)?;
    let shape = shape::read(blocks)?;
    let text = match form {
        Form::Native => super::operations::laid_out(&native::write(&shape)?, context)?,
        Form::Json => json::write(&shape)?,
    };
    let bytes = Value::Int(i64::try_from(text.len()).unwrap_or(i64::MAX));
    let result: Map = [("hcl", text)].into_iter().collect();
    Ok(Output::of(result).with("operation", "generate").with("output_format", form.name()).with("bytes", bytes))
}
