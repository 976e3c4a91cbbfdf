//! Causes of expr-lang.

use expr::exprlang::{CompileError, Fault, Problem, RunError};

use super::{Kind, Words, told};

/// The original's words.
pub(crate) const RECORDED: Words = &[
    // Functions of manifests.
    ("missing key", Kind::MissingKey),
    ("requires a string argument", Kind::Type),
    (" must be a string", Kind::Type),
    (" requires ", Kind::ArgumentCount),
    ("function not available", Kind::Outside),
    ("failed to read file", Kind::Outside),
    // What is found before the run.
    ("a map key must be", Kind::Syntax),
    ("unexpected token", Kind::Syntax),
    ("unexpected end of expression", Kind::Syntax),
    ("unable to unescape", Kind::Syntax),
    ("invalid char escape", Kind::Syntax),
    ("literal not terminated", Kind::Syntax),
    ("unclosed comment", Kind::Syntax),
    ("unrecognized character", Kind::Syntax),
    ("bad number syntax", Kind::Syntax),
    ("invalid float literal", Kind::Syntax),
    ("invalid hex literal", Kind::Syntax),
    ("invalid integer literal", Kind::Syntax),
    ("cannot be mixed", Kind::Syntax),
    ("wrap predicate", Kind::Syntax),
    ("expected name", Kind::Syntax),
    ("unknown name", Kind::UnknownName),
    ("unknown pointer", Kind::UnknownName),
    ("cannot redeclare", Kind::Redeclared),
    ("maximum allowed nodes", Kind::Limit),
    ("memory budget exceeded", Kind::Limit),
    ("invalid number of arguments", Kind::ArgumentCount),
    ("not enough arguments", Kind::ArgumentCount),
    ("too many arguments", Kind::ArgumentCount),
    ("expected at least", Kind::Syntax),
    ("divide by zero", Kind::Division),
    // Values.
    ("index out of range", Kind::Index),
    ("reflect.Value.Slice: slice index", Kind::Value),
    ("slice index out of", Kind::Index),
    ("error parsing regexp", Kind::Value),
    ("negative shift count", Kind::Value),
    ("illegal base64", Kind::Value),
    ("invalid duration", Kind::Value),
    ("unknown unit", Kind::Value),
    ("missing unit", Kind::Value),
    ("invalid date", Kind::Value),
    ("unknown time zone", Kind::Value),
    ("invalid location name", Kind::Value),
    ("parsing time", Kind::Value),
    ("unexpected end of JSON", Kind::Value),
    ("invalid character", Kind::Value),
    ("json: unsupported type", Kind::Type),
    ("invalid pair length", Kind::Value),
    ("invalid order", Kind::Value),
    ("reduce of empty array", Kind::Value),
    ("invalid argument for repeat", Kind::Value),
    ("strconv.", Kind::Value),
    // Conversions name the type that they do not take, or the text that they cannot read.
    ("(string)", Kind::Type),
    ("(bool)", Kind::Type),
    ("(int)", Kind::Type),
    ("(<nil>)", Kind::Type),
    ("([]", Kind::Type),
    ("(map[", Kind::Type),
    ("(time.", Kind::Type),
    ("invalid operation: int(", Kind::Value),
    ("invalid operation: float(", Kind::Value),
    // Types.
    ("invalid pair", Kind::Type),
    ("invalid operation", Kind::Type),
    ("invalid argument", Kind::Type),
    ("interface conversion", Kind::Type),
    ("cannot fetch", Kind::Type),
    ("non-bool expression", Kind::Type),
    ("array elements can only", Kind::Type),
    ("cannot use", Kind::Type),
    ("predicate should return", Kind::Type),
    ("is undefined", Kind::Type),
    ("has no field", Kind::Type),
    ("has no method", Kind::Type),
    ("takes only array", Kind::Type),
    ("does not support indexing", Kind::Type),
    ("expected bool", Kind::Type),
    ("not defined on", Kind::Type),
    ("reflect", Kind::Type),
    ("unhashable", Kind::Type),
    ("non-integer slice index", Kind::Type),
    ("cannot get", Kind::Type),
    ("cannot take", Kind::Type),
    ("cannot concat", Kind::Type),
    ("cannot reverse", Kind::Type),
    ("cannot flatten", Kind::Type),
    ("cannot uniq", Kind::Type),
    ("cannot transform", Kind::Type),
    ("cannot slice", Kind::Type),
];

/// Our cause, of a mistake that is found before the run.
pub(crate) fn of_compile(error: &CompileError) -> Kind {
    match &error.problem {
        Problem::TooLong | Problem::TooManyNodes | Problem::TooDeep | Problem::TooLarge => Kind::Limit,
        Problem::Character(_)
        | Problem::Unterminated
        | Problem::OpenComment
        | Problem::Escape
        | Problem::Number { .. }
        | Problem::NumberRange { .. }
        | Problem::Unexpected { .. }
        | Problem::Mixed { .. }
        | Problem::Key { .. }
        | Problem::Braces => Kind::Syntax,
        Problem::UnknownName { .. } | Problem::UnknownPointer { .. } => Kind::UnknownName,
        Problem::Redeclared { .. } => Kind::Redeclared,
        Problem::ArgumentCount { .. } => Kind::ArgumentCount,
        Problem::DivisionByZero => Kind::Division,
        Problem::Pattern { .. } => Kind::Value,
        _ => Kind::Type,
    }
}

/// Our cause, of what goes wrong when it runs.
pub(crate) fn of_run(error: &RunError) -> Option<Kind> {
    Some(match &error.fault {
        Fault::Steps { .. } | Fault::Items { .. } | Fault::Text { .. } | Fault::Depth => Kind::Limit,
        Fault::IndexRange { .. } => Kind::Index,
        Fault::ArgumentCount { .. } => Kind::ArgumentCount,
        Fault::DivisionByZero => Kind::Division,
        Fault::Builtin(_) => Kind::Value,
        // Functions of manifests fail in the original's words.
        Fault::Function { message, .. } => return told(RECORDED, message),
        _ => Kind::Type,
    })
}
