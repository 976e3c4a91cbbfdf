//! What can be wrong with an expression, and the words for it.

use std::fmt;

/// What can stand where an operand is expected.
pub(crate) const AN_OPERAND: &str = "a value, a name, `(`, `[`, `{`, `-` or `!`";

/// What can follow a whole expression.
pub(crate) const AN_END: &str = "an operator or the end of the expression";

/// What can follow a dot.
pub(crate) const A_FIELD: &str = "the name of a field";

/// What is wrong with an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The text is longer than an expression may be.
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The longest that is taken.
        limit: usize,
    },
    /// It is nested too deeply.
    TooDeep {
        /// The number of levels that are taken.
        limit: u32,
    },
    /// Its types are too many to be compared.
    TooComplex,
    /// A character that no token begins with.
    UnexpectedCharacter {
        /// The character.
        given: String,
    },
    /// A string that does not end.
    UnterminatedString,
    /// A backslash with something after it that has no meaning.
    BadEscape {
        /// The backslash and what follows.
        given: String,
    },
    /// A name in backticks that is empty, does not end or has other characters than letters, digits, `_`, `.`, `-`, `/` and blanks.
    BadQuotedName,
    /// A token that cannot stand here.
    UnexpectedToken {
        /// What stands here.
        found: String,
        /// What can stand here.
        expected: &'static str,
    },
    /// A word that cannot be the name of a variable or of a function.
    ReservedName {
        /// The word.
        name: String,
    },
    /// A number that does not fit into its type.
    BadLiteral {
        /// The type: `int`, `uint` or `double`.
        kind: &'static str,
    },
    /// An escape names a number that is no character.
    BadCodePoint,
    /// `\u` and `\U` name characters, of which bytes are not made.
    UnicodeEscapeInBytes,
    /// An argument that a macro cannot use.
    Macro {
        /// What the macro says of it.
        text: String,
    },
    /// A name that nothing declares.
    Undeclared {
        /// The name.
        name: String,
    },
    /// No overload of a function takes arguments of these types.
    NoOverload {
        /// The function.
        function: String,
        /// The types of the arguments: `(int, string)`, `string.(int)`.
        signature: String,
    },
    /// A field of something that has no fields.
    NoFields {
        /// The type.
        of: String,
    },
    /// A loop over something that is neither a list nor a map.
    NotARange {
        /// The type.
        of: String,
    },
    /// A value of another type than the place takes.
    TypeMismatch {
        /// The type that is needed.
        expected: String,
        /// The type that is there.
        found: String,
    },
    /// A field of a message with a value of another type.
    FieldMismatch {
        /// The field.
        field: String,
        /// The type that is needed.
        expected: String,
        /// The type that is there.
        found: String,
    },
    /// A field that a message does not have.
    UndefinedField {
        /// The field.
        field: String,
    },
    /// Braces after a type that is no message.
    NotAMessage {
        /// The type.
        name: String,
    },
    /// A literal that its function cannot convert.
    InvalidArgument {
        /// The function.
        function: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A format string that does not fit its arguments.
    Format {
        /// What is wrong with it.
        text: String,
    },
    /// A constant that cannot be an index or a key.
    InvalidQualifier {
        /// Its type.
        of: String,
    },
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, '`')
    }
}

impl Cause {
    /// The words that cel-go has for it.
    pub(crate) fn upstream(&self) -> String {
        struct Quoted<'a>(&'a Cause);
        impl fmt::Display for Quoted<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, '\'')
            }
        }
        let text = Quoted(self).to_string();
        match self {
            Self::Undeclared { .. } => format!("{text} (in container '')"),
            Self::InvalidArgument { function, .. } => format!("invalid {function} argument"),
            Self::TooDeep { .. } => "max recursion depth exceeded".to_string(),
            Self::UnicodeEscapeInBytes => "unable to unescape string".to_string(),
            Self::UnexpectedToken { found, expected } => {
                let found = if found.starts_with('`') { found.trim_matches('`') } else { "<EOF>" };
                format!("Syntax error: mismatched input '{found}' expecting {}", upstream_expected(expected))
            }
            Self::UnexpectedCharacter { given } => format!("Syntax error: token recognition error at: '{given}'"),
            Self::UnterminatedString | Self::BadEscape { .. } | Self::BadQuotedName => {
                format!("Syntax error: token recognition error: {text}")
            }
            _ => text,
        }
    }

    /// The words, with literals in these quotes.
    fn write(&self, f: &mut fmt::Formatter<'_>, q: char) -> fmt::Result {
        match self {
            Self::TooLong { length, limit } => write!(f, "expression of {length} bytes is longer than {limit}"),
            Self::TooDeep { limit } => write!(f, "expression is nested more than {limit} levels deep"),
            Self::TooComplex => f.write_str("types of the expression are too many to be checked"),
            Self::UnexpectedCharacter { given } => {
                let shown = given.chars().all(value::is_print);
                let text = if shown { given.clone() } else { given.escape_default().to_string() };
                write!(f, "unexpected character {q}{text}{q}")
            }
            Self::UnterminatedString => f.write_str("string does not end"),
            Self::BadEscape { given } => write!(f, "{q}{given}{q} is no escape sequence"),
            Self::BadQuotedName => f.write_str("quoted name does not end or has characters that it cannot have"),
            Self::UnexpectedToken { found, expected } => write!(f, "unexpected {found}, expected {expected}"),
            Self::ReservedName { name } => write!(f, "reserved identifier: {name}"),
            Self::BadLiteral { kind } => write!(f, "invalid {kind} literal"),
            Self::BadCodePoint => f.write_str("invalid unicode code point"),
            Self::UnicodeEscapeInBytes => f.write_str("unicode escape in bytes"),
            Self::Macro { text } | Self::Format { text } => f.write_str(text),
            Self::Undeclared { name } => write!(f, "undeclared reference to {q}{name}{q}"),
            Self::NoOverload { function, signature } => {
                write!(f, "found no matching overload for {q}{function}{q} applied to {q}{signature}{q}")
            }
            Self::NoFields { of } => write!(f, "type {q}{of}{q} does not support field selection"),
            Self::NotARange { of } => write!(
                f,
                "expression of type {q}{of}{q} cannot be range of a comprehension (must be list, map, or dynamic)"
            ),
            Self::TypeMismatch { expected, found } => {
                write!(f, "expected type {q}{expected}{q} but found {q}{found}{q}")
            }
            Self::FieldMismatch { field, expected, found } => {
                write!(f, "expected type of field {q}{field}{q} is {q}{expected}{q} but provided type is {q}{found}{q}")
            }
            Self::UndefinedField { field } => write!(f, "undefined field {q}{field}{q}"),
            Self::NotAMessage { name } => write!(f, "{q}{name}{q} is not a message type"),
            Self::InvalidArgument { function, reason } => write!(f, "invalid {function} argument: {reason}"),
            Self::InvalidQualifier { of } => write!(f, "invalid qualifier type: {of}"),
        }
    }
}

/// How cel-go calls what can stand somewhere.
fn upstream_expected(expected: &'static str) -> &'static str {
    match expected {
        AN_OPERAND => {
            "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
        }
        AN_END => "<EOF>",
        A_FIELD => "{IDENTIFIER, ESC_IDENTIFIER}",
        "`:`" => "':'",
        "`]`" => "']'",
        "`)`" => "')'",
        "`,` or `]`" => "{']', ','}",
        "`,` or `)`" => "{')', ','}",
        "`,` or `}`" => "{'}', ','}",
        other => other,
    }
}
