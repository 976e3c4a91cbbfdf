//! The names of the built-in functions, what they take, and what stands in the documentation.

use value::Value;

use super::{compare, escape, index, text};
use crate::exec::{Job, Val};
use crate::function::{CallError, Param};
use crate::go::Type;
use crate::limits::Budget;
use crate::parse::NodeId;

/// A function that every template has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Builtin {
    And,
    Call,
    Eq,
    Ge,
    Gt,
    Html,
    Index,
    Js,
    Le,
    Len,
    Lt,
    Ne,
    Not,
    Or,
    Print,
    Printf,
    Println,
    Slice,
    Urlquery,
}

/// What a built-in function may use beside its arguments.
pub(crate) struct Context<'c, 'r> {
    pub(crate) budget: &'c mut Budget,
    pub(crate) job: &'c Job<'r>,
    /// The first argument as it is written.
    pub(crate) first: Option<NodeId>,
}

/// All of them.
pub(crate) const ALL: [Builtin; 19] = [
    Builtin::And,
    Builtin::Call,
    Builtin::Eq,
    Builtin::Ge,
    Builtin::Gt,
    Builtin::Html,
    Builtin::Index,
    Builtin::Js,
    Builtin::Le,
    Builtin::Len,
    Builtin::Lt,
    Builtin::Ne,
    Builtin::Not,
    Builtin::Or,
    Builtin::Print,
    Builtin::Printf,
    Builtin::Println,
    Builtin::Slice,
    Builtin::Urlquery,
];

const fn param(name: &'static str, of: Type) -> Param {
    Param::new(name, of)
}

const VALUE: &[Param] = &[param("value", Type::Reflect)];
const VALUES: &[Param] = &[param("values", Type::Any)];
const TWO: &[Param] = &[param("left", Type::Reflect), param("right", Type::Reflect)];
const FIRST_AND_REST: &[Param] = &[param("first", Type::Reflect), param("rest", Type::Reflect)];
const INDEXED: &[Param] = &[param("value", Type::Reflect), param("indexes", Type::Reflect)];
const CALLED: &[Param] = &[param("function", Type::Reflect), param("arguments", Type::Reflect)];
const FORMATTED: &[Param] = &[param("format", Type::String), param("values", Type::Any)];

impl Builtin {
    /// The function with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "and" => Self::And,
            "call" => Self::Call,
            "eq" => Self::Eq,
            "ge" => Self::Ge,
            "gt" => Self::Gt,
            "html" => Self::Html,
            "index" => Self::Index,
            "js" => Self::Js,
            "le" => Self::Le,
            "len" => Self::Len,
            "lt" => Self::Lt,
            "ne" => Self::Ne,
            "not" => Self::Not,
            "or" => Self::Or,
            "print" => Self::Print,
            "printf" => Self::Printf,
            "println" => Self::Println,
            "slice" => Self::Slice,
            "urlquery" => Self::Urlquery,
            _ => return None,
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Call => "call",
            Self::Eq => "eq",
            Self::Ge => "ge",
            Self::Gt => "gt",
            Self::Html => "html",
            Self::Index => "index",
            Self::Js => "js",
            Self::Le => "le",
            Self::Len => "len",
            Self::Lt => "lt",
            Self::Ne => "ne",
            Self::Not => "not",
            Self::Or => "or",
            Self::Print => "print",
            Self::Printf => "printf",
            Self::Println => "println",
            Self::Slice => "slice",
            Self::Urlquery => "urlquery",
        }
    }

    pub(crate) fn params(self) -> &'static [Param] {
        match self {
            Self::And | Self::Or | Self::Eq => FIRST_AND_REST,
            Self::Call => CALLED,
            Self::Ge | Self::Gt | Self::Le | Self::Lt | Self::Ne => TWO,
            Self::Html | Self::Js | Self::Print | Self::Println | Self::Urlquery => VALUES,
            Self::Index | Self::Slice => INDEXED,
            Self::Len | Self::Not => VALUE,
            Self::Printf => FORMATTED,
        }
    }

    pub(crate) fn is_variadic(self) -> bool {
        !matches!(self, Self::Ge | Self::Gt | Self::Le | Self::Lt | Self::Ne | Self::Len | Self::Not)
    }

    /// Whether it makes text of its arguments, which then must not change under it.
    pub(crate) fn writes_text(self) -> bool {
        matches!(self, Self::Html | Self::Js | Self::Print | Self::Printf | Self::Println | Self::Urlquery)
    }

    fn compares(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// Calls it. `and` and `or` are compiled into jumps and never called.
    pub(crate) fn call<'r>(self, args: &[Val<'r>], context: &mut Context<'_, '_>) -> Result<Val<'r>, CallError> {
        if self.compares() {
            charge_texts(args, context.budget)?;
        }
        match self {
            Self::And | Self::Or => Err(CallError::new("it is evaluated where it stands")),
            Self::Call => Err(index::call(&args[0], context)),
            Self::Eq => compare::equal_any(&args[0], &args[1..]).map(truth),
            Self::Ne => compare::equal_any(&args[0], &args[1..]).map(|equal| truth(!equal)),
            Self::Lt => compare::less(&args[0], &args[1]).map(truth),
            Self::Le => compare::less_or_equal(&args[0], &args[1]).map(truth),
            Self::Gt => compare::less_or_equal(&args[0], &args[1]).map(|less| truth(!less)),
            Self::Ge => compare::less(&args[0], &args[1]).map(|less| truth(!less)),
            Self::Index => index::index(&args[0], &args[1..]),
            Self::Slice => index::slice(&args[0], &args[1..], context.budget),
            Self::Len => index::length(&args[0]),
            Self::Not => Ok(truth(!args[0].get().is_some_and(crate::go::is_true))),
            Self::Print => text::print(args, context),
            Self::Printf => text::printf(&args[0], &args[1..], context),
            Self::Println => text::println(args, context),
            Self::Html => text::escaped(args, context, escape::html),
            Self::Js => text::escaped(args, context, escape::js),
            Self::Urlquery => text::escaped(args, context, escape::urlquery),
        }
    }
}

/// Comparing long texts is more than one step.
fn charge_texts(args: &[Val<'_>], budget: &mut Budget) -> Result<(), CallError> {
    let bytes: usize = args.iter().filter_map(|arg| arg.get().and_then(Value::as_text_bytes)).map(<[u8]>::len).sum();
    if bytes < 4_096 {
        return Ok(());
    }
    budget.charge_steps(bytes / 64).map_err(|limit| CallError::limit(limit.to_string()))
}

fn truth<'r>(value: bool) -> Val<'r> {
    Val::concrete(Value::Bool(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_found_by_their_names() {
        assert!(ALL.into_iter().all(|builtin| Builtin::named(builtin.name()) == Some(builtin)));
    }
}
