//! `print`, `printf`, `println`, and what the escaping functions have in common with them.

use gostd::TooLong;
use gostd::fmt::{Arg, Argument, sprint_within, sprintf_within, sprintln_within};
use value::Value;

use super::table::Context;
use crate::exec::Val;
use crate::function::CallError;
use crate::go::Nil;
use crate::limits::Budget;

static NULL: Value = Value::Null;

/// A value as Go's formatting sees it: nils have their type.
pub(crate) fn argument(value: &Value) -> Arg<'_> {
    match value {
        Value::Opaque(opaque) if Nil::of(value).is_some() => Arg::typed(&NULL, opaque.type_name()),
        value => Arg::new(value),
    }
}

impl Argument for Val<'_> {
    fn as_arg(&self) -> Arg<'_> {
        self.get().map_or(Arg::new(&NULL), argument)
    }
}

pub(super) fn print<'r>(args: &[Val<'r>], context: &mut Context<'_, '_>) -> Result<Val<'r>, CallError> {
    finish(sprint_within(context.budget.memory(), args), context.budget)
}

pub(super) fn println<'r>(args: &[Val<'r>], context: &mut Context<'_, '_>) -> Result<Val<'r>, CallError> {
    finish(sprintln_within(context.budget.memory(), args), context.budget)
}

pub(super) fn printf<'r>(
    format: &Val<'r>,
    args: &[Val<'r>],
    context: &mut Context<'_, '_>,
) -> Result<Val<'r>, CallError> {
    let format = format.get().and_then(Value::as_text_bytes).unwrap_or_default();
    finish(sprintf_within(context.budget.memory(), format, args), context.budget)
}

fn finish<'r>(text: Result<Vec<u8>, TooLong>, budget: &mut Budget) -> Result<Val<'r>, CallError> {
    let charged = match &text {
        Ok(text) => budget.charge_memory(text.len()),
        Err(_) => Err(budget.memory_limit()),
    };
    charged.map_err(|limit| CallError::limit(limit.to_string()))?;
    Ok(Val::concrete(Value::text(text.unwrap_or_default())))
}

/// The text of the arguments, escaped. A nil is `<no value>` here, as it is when it is printed.
pub(super) fn escaped<'r>(
    args: &[Val<'r>],
    context: &mut Context<'_, '_>,
    escape: fn(&[u8]) -> Vec<u8>,
) -> Result<Val<'r>, CallError> {
    if let [only] = args
        && let Some(text) = only.get().and_then(Value::as_text_bytes)
    {
        return finish(Ok(escape(text)), context.budget);
    }
    let none = Value::from("<no value>");
    let shown: Vec<_> = args.iter().map(|arg| arg.present().map_or(Arg::new(&none), argument)).collect();
    let text = sprint_within(context.budget.memory(), &shown);
    finish(text.map(|text| escape(&text)), context.budget)
}
