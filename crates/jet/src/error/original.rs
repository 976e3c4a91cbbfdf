//! The causes in the words of the original. A template can print them, so they are part of what has to be equal.

use value::quote;

use super::cause::{CallPosition, Cause};
use crate::parse::{ParseError, ParseProblem};

/// What Go prints for a value that is nothing.
const INVALID: &str = "<invalid reflect.Value>";

impl Cause {
    pub(super) fn original(&self) -> String {
        match self {
            Self::Undefined { name, scope, .. } => {
                let name = quote(name);
                format!(
                    "identifier {name} not available in current ({scope}) or parent scope, global, or default variables"
                )
            }
            Self::NotDeclared { name, value } => {
                let name = quote(name);
                format!("could not assign {name} = {value} because variable {name} is uninitialised")
            }
            Self::NoMember { name, of, path } => format!("there is no field or method '{name}' in {of} ({path})"),
            Self::NothingToIndex { index } => {
                let index = index.as_deref().unwrap_or(INVALID);
                format!("there is no field or method '{index}' in {INVALID} (<invalid>)")
            }
            Self::NullIndexed { index } => {
                format!("nil pointer evaluating interface {{}}.{}", index.as_deref().unwrap_or(INVALID))
            }
            Self::IndexType { of: Some(of) } => format!("cannot index slice/array/string with type {of}"),
            Self::IndexType { of: None } => "cannot index slice/array/string with nil".into(),
            Self::FieldOfItems { .. } => "cannot index slice/array/string with type string".into(),
            Self::OutOfRange { index } => format!("index out of range: {index}"),
            Self::KeyType { key, of, map } => format!("can't use {key} ({of}) as key for map of type {map}"),
            Self::NoField { name, of } => format!("can't use {name} as field name in struct type {of}"),
            Self::CannotIndex { index, field, of } => format!("can't evaluate index {index} ({field}) in type {of}"),
            Self::NotOrdered { .. } => "a non numeric value in numeric comparative expression".into(),
            Self::NotMultiplied { .. } => "a non numeric value in multiplicative expression".into(),
            Self::DivisionByZero => "division by zero".into(),
            Self::IntegerDivisionByZero => "runtime error: integer divide by zero".into(),
            Self::AddNothing { side } => format!("{side} side of additive expression is invalid value"),
            Self::NotAdded { written, of, to_float: true } => format!(
                "additive expression: left side ({written} ({of}) needs float promotion but neither int nor uint)"
            ),
            Self::NotAdded { written, of, to_float: false } => {
                format!("additive expression: left side {written} ({of}) is not a numeric value")
            }
            Self::MinusText => "minus signal is not allowed with strings".into(),
            Self::NotSigned { .. } => "runtime error: invalid memory address or nil pointer dereference".into(),
            Self::NotANumber { text, reader, out_of_range } => {
                let reason = if *out_of_range { "value out of range" } else { "invalid syntax" };
                format!("strconv.{reader}: parsing {}: {reason}", quote(text))
            }
            Self::NotConvertible { of: Some(of), to } => format!("type: {} can't be converted to {to}", quote(of)),
            Self::NotConvertible { of: None, to } => format!("invalid value can't be converted to {to}"),
            Self::NotAFunction { written, of, position } => not_a_function(written, of.as_deref(), *position),
            Self::AfterWriter { written } => {
                format!("unexpected command {written}, writer command should be the last command")
            }
            Self::ArgumentCount { function, needed, given, .. } => {
                format!("call expression: {function} needs {needed} arguments, but have {given}")
            }
            Self::Arity { name, .. } => format!("unexpected number of arguments in a call to {name}"),
            Self::NoArgument { function, piped: true, .. } => {
                format!("call expression: piped first argument for {function} is not a valid value")
            }
            Self::NoArgument { position, function, .. } => {
                format!("call expression: argument for position {position} in {function} is not a valid value")
            }
            Self::WrongType { of, to } => {
                format!("reflect.Value.Convert: value of type {of} cannot be converted to type {to}")
            }
            Self::SliceBound { kind } => format!("non numeric value in index expression kind {kind}"),
            Self::NotRangeable { value, of } => format!("value {value} (type {of}) is not rangeable"),
            Self::RangeOverNothing => "can't range over invalid value".into(),
            Self::RangeOverNull => "cannot range over nil pointer/interface (interface {})".into(),
            Self::EmptyInts => "invalid range for ints ranger: 'from' must be smaller than 'to'".into(),
            Self::NoBlock { name } => format!("unresolved block {}!", quote(name)),
            Self::NoParameter { name } => format!("missing name for block parameter '{name}'"),
            Self::TemplateName { of: None } => {
                "evaluating name of template to include: name is not a valid value".into()
            }
            Self::TemplateName { of: Some(of) } => {
                format!("evaluating name of template to include: unexpected expression type {}", quote(of))
            }
            Self::NoTemplate { path, prefix } => format!("{prefix}template {path} could not be found"),
            Self::UnreadableTemplate { reason, prefix, .. } => format!("{prefix}{reason}"),
            Self::BrokenTemplate { error, prefix } => format!("{prefix}{}", error.original()),
            Self::NoValue { written } => format!("unexpected node type {written} in unary expression evaluating"),
            Self::Function { message, .. } => message.clone(),
            Self::Unsupported { original, .. } => original.clone(),
            Self::FunctionPrinted | Self::Limit { .. } | Self::Unknown { .. } => self.to_string(),
        }
    }
}

fn not_a_function(written: &str, of: Option<&str>, position: CallPosition) -> String {
    match (position, of) {
        (CallPosition::Expression, Some(of)) => format!("node {} is not func kind {}", quote(written), quote(of)),
        (CallPosition::Expression, None) => "reflect: call of reflect.Value.Type on zero Value".into(),
        (CallPosition::Command, of) => {
            format!("command {} has arguments but is {}, not a function", quote(written), of.unwrap_or_default())
        }
        (CallPosition::Pipe, Some(of)) => format!("pipe command {} must be a function, but is {of}", quote(written)),
        (CallPosition::Pipe, None) => "base expression of command pipe node is invalid value".into(),
    }
}

impl ParseError {
    /// The text of the original.
    pub(super) fn original(&self) -> String {
        let text = self.problem.original();
        let text = match self.expecting {
            Some((context, expected)) => format!("parsing {context}: unexpected token '{text}' (expected {expected})"),
            None => text,
        };
        format!("template: {}:{}: {text}", self.place.template, self.line)
    }
}

/// A character as Go's `%#U` shows it.
fn number(c: char) -> String {
    let number = u32::from(c);
    if value::is_print(c) { format!("U+{number:04X} '{c}'") } else { format!("U+{number:04X}") }
}

impl ParseProblem {
    fn original(&self) -> String {
        match self {
            Self::Unexpected { found, keyword, context, expected } => {
                let what = if *keyword { "keyword" } else { "token" };
                format!("parsing {context}: unexpected {what} '{found}' (expected {expected})")
            }
            Self::TooLate { keyword, context } => format!(
                "parsing {context}: unexpected keyword '{keyword}' ('{keyword}' statements must be at the beginning of the template)"
            ),
            Self::Stray { keyword } => format!("unexpected {{{{{keyword}}}}}"),
            Self::MissingEnd => "unexpected EOF".into(),
            Self::UnclosedComment => "unclosed comment".into(),
            Self::UnclosedAction => "unclosed action".into(),
            Self::UnclosedParenthesis => "unclosed left parenthesis".into(),
            Self::UnexpectedParenthesis => "unexpected right paren U+0029 ')'".into(),
            Self::Unrecognized(c) => format!("unrecognized character in action: {}", number(*c)),
            Self::BadCharacter(c) => {
                format!("bad character {}", c.map_or_else(|| "U+FFFFFFFFFFFFFFFF".to_owned(), number))
            }
            Self::Unterminated("character") => "unterminated character constant".into(),
            Self::Unterminated("text") => "unterminated quoted string".into(),
            Self::Unterminated(_) => "unterminated raw quoted string".into(),
            Self::BadNumber { text, original } => format!("{original}{}", quote(text)),
            Self::TooLargeNumber(text) => format!("integer overflow: {}", quote(text)),
            Self::BadQuote(_) => "invalid syntax".into(),
            Self::BadCharacterConstant(text) => format!("malformed character constant: {text}"),
            Self::ExtendsTwice => "Unexpected extends clause: each template can only extend one template".into(),
            Self::ExtendsAfterImport => {
                "Unexpected extends clause: the 'extends' clause should come before all import clauses".into()
            }
            Self::AssignTarget(_) => "unexpected node in assign".into(),
            Self::DeclareTarget(text) => format!("unexpected node type {text} in variable declaration"),
            Self::AssignCount { .. } => "unexpected number of operands in assign on range".into(),
            Self::FieldOfLiteral(text) => format!("unexpected . after term {}", quote(text)),
            Self::TwoSlots => "found two pipe slot markers ('_') for the same function call".into(),
            Self::MissingTemplate { path } => format!("template {path} could not be found"),
            Self::InTemplate(error) => error.original(),
            other => other.to_string(),
        }
    }
}
