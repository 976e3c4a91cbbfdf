//! Causes of CEL.

use expr::cel::{Cause, EvalCause};

use super::{Kind, Words, told};

/// The original's words.
pub(crate) const RECORDED: Words = &[
    // What is found before the run.
    ("Syntax error", Kind::Syntax),
    ("reserved identifier", Kind::Syntax),
    ("unable to unescape", Kind::Syntax),
    ("int literal", Kind::Syntax),
    ("double literal", Kind::Syntax),
    ("invalid unicode code point", Kind::Syntax),
    ("undeclared reference", Kind::UnknownName),
    ("has() macro", Kind::Macro),
    ("argument is not an identifier", Kind::Macro),
    ("cel.bind()", Kind::Macro),
    ("math.greatest()", Kind::Macro),
    ("math.least()", Kind::Macro),
    ("invalid timestamp argument", Kind::Value),
    ("invalid duration argument", Kind::Value),
    ("invalid matches argument", Kind::Value),
    ("error during formatting", Kind::Value),
    ("could not parse formatting clause", Kind::Value),
    ("unexpected end of string", Kind::Value),
    ("supplied to string.format", Kind::Value),
    // Functions in their own words; ours use the same.
    ("already exists", Kind::Value),
    ("missing string id property", Kind::MissingKey),
    ("json.marshal: ", Kind::Value),
    ("json.unmarshal: ", Kind::Value),
    ("yaml.unmarshal: ", Kind::Value),
    ("invalid regex pattern", Kind::Value),
    ("error parsing regexp", Kind::Value),
    ("illegal base64", Kind::Value),
    ("invalid UTF-8", Kind::Value),
    ("join: invalid input", Kind::Type),
    ("non-string element", Kind::Type),
    ("non-map element", Kind::Type),
    ("elements must have the same type", Kind::Type),
    ("must not be empty", Kind::Value),
    ("negative offset", Kind::Value),
    ("must be non-negative", Kind::Value),
    ("must be less than or equal", Kind::Value),
    ("invalid substring range", Kind::Index),
    ("exceed maximum length", Kind::Limit),
    // The run.
    ("cost limit exceeded", Kind::Limit),
    ("division by zero", Kind::Division),
    ("modulus by zero", Kind::Division),
    ("overflow", Kind::Overflow),
    ("out of bounds", Kind::Index),
    ("out of range", Kind::Index),
    ("no such key", Kind::MissingKey),
    ("optional.none() dereference", Kind::MissingKey),
    ("NaN values cannot be ordered", Kind::Value),
    ("type conversion error", Kind::Value),
    // Types.
    ("overload", Kind::Type),
    ("expected type", Kind::Type),
    ("does not support field selection", Kind::Type),
    ("cannot be range of a comprehension", Kind::Type),
    ("expected iterable type", Kind::Type),
    ("unsupported index", Kind::Type),
    ("invalid qualifier", Kind::Type),
    ("unsupported conversion", Kind::Type),
    ("unhashable", Kind::Type),
    ("cannot be the key", Kind::Type),
];

/// Our cause, of a mistake that is found before the run.
pub(crate) fn of_compile(cause: &Cause) -> Option<Kind> {
    Some(match cause {
        Cause::TooLong { .. } | Cause::TooDeep { .. } | Cause::TooComplex => Kind::Limit,
        Cause::UnexpectedCharacter { .. }
        | Cause::UnterminatedString
        | Cause::BadEscape { .. }
        | Cause::BadQuotedName
        | Cause::UnexpectedToken { .. }
        | Cause::ReservedName { .. }
        | Cause::BadLiteral { .. }
        | Cause::BadCodePoint
        | Cause::UnicodeEscapeInBytes => Kind::Syntax,
        Cause::Macro { .. } => Kind::Macro,
        Cause::Undeclared { .. } => Kind::UnknownName,
        Cause::InvalidArgument { .. } => Kind::Value,
        Cause::Format { text } => return told(RECORDED, text),
        _ => Kind::Type,
    })
}

/// Our cause, of what goes wrong when it runs.
pub(crate) fn of_run(cause: &EvalCause) -> Option<Kind> {
    Some(match cause {
        EvalCause::NoSuchKey { .. } | EvalCause::NoneDereference => Kind::MissingKey,
        EvalCause::NoSuchVariable { .. } => Kind::UnknownName,
        EvalCause::IndexOutOfBounds { .. } => Kind::Index,
        EvalCause::DivisionByZero | EvalCause::ModulusByZero => Kind::Division,
        EvalCause::Overflow { .. } | EvalCause::TimestampOverflow => Kind::Overflow,
        EvalCause::NotANumber | EvalCause::Conversion { .. } => Kind::Value,
        EvalCause::CostLimit | EvalCause::Steps { .. } | EvalCause::Memory { .. } | EvalCause::TooDeep => Kind::Limit,
        // Functions fail in the original's words.
        EvalCause::Function { text } => return told(RECORDED, text),
        _ => Kind::Type,
    })
}
