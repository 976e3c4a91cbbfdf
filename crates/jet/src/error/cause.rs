//! The causes, in our words.

use super::words::{of_any, of_kind, of_type};
use crate::functions::{Arity, FunctionError};
use crate::limits::Limit;
use crate::parse::ParseError;

/// Why a template failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// A name that stands for nothing.
    #[error("`{name}` is not defined")]
    Undefined {
        /// The name.
        name: String,
        /// A name that was probably meant.
        similar: Option<String>,
        /// The variables of the innermost scope, as the original prints them; empty when nobody can see them.
        scope: String,
    },
    /// An assignment to a name that was not declared.
    #[error("`{name}` is not declared; `{name} := …` declares it")]
    NotDeclared {
        /// The name.
        name: String,
        /// The value that was to be assigned.
        value: String,
    },
    /// A field that is not there.
    #[error("there is no `{name}` in {}", of_type(of))]
    NoMember {
        /// The field.
        name: String,
        /// The type of what it was looked for in.
        of: String,
        /// The whole path.
        path: String,
    },
    /// A field or an index of nothing.
    #[error("there is nothing to look {} up in", .index.as_deref().map_or_else(|| "a field".to_owned(), |index| format!("`{index}`")))]
    NothingToIndex {
        /// The index, unless it is a field.
        index: Option<String>,
    },
    /// A field or an index of null.
    #[error("null has no fields")]
    NullIndexed {
        /// The index, unless it is a field.
        index: Option<String>,
    },
    /// An index of a list or text that is no number.
    #[error("{} cannot be an index of a list or of text", of_any(.of.as_deref()))]
    IndexType {
        /// The type of the index; nothing without one.
        of: Option<String>,
    },
    /// A field of a list or of text.
    #[error("lists and texts have no fields, and no `{name}`")]
    FieldOfItems {
        /// The field.
        name: String,
    },
    /// An index that is too large or negative.
    #[error("index {index} is out of range")]
    OutOfRange {
        /// The index.
        index: i64,
    },
    /// A key that no such map can have.
    #[error("{} cannot be a key of {}", of_type(of), of_type(map))]
    KeyType {
        /// The key, if it is text.
        key: String,
        /// The type of the key.
        of: String,
        /// The type of the map.
        map: String,
    },
    /// A member that an object does not have.
    #[error("{} has no member `{name}`", of_type(of))]
    NoField {
        /// The member.
        name: String,
        /// The type of the object.
        of: String,
    },
    /// An index of something that has neither fields nor items.
    #[error("{} has no fields and no items", of_type(of))]
    CannotIndex {
        /// The index, as the original prints it.
        index: String,
        /// The field, if it is one.
        field: String,
        /// The type of what was indexed.
        of: String,
    },
    /// `<` and the like with something that is no number.
    #[error("only numbers can be compared with `<`, `<=`, `>` and `>=`, and {} is none", of_type(of))]
    NotOrdered {
        /// The type of the left side.
        of: String,
    },
    /// `*`, `/` and `%` with something that is no number.
    #[error("only numbers can be multiplied and divided, and {} is none", of_type(of))]
    NotMultiplied {
        /// The type of the left side.
        of: String,
    },
    /// `/` with a zero on the right.
    #[error("division by zero")]
    DivisionByZero,
    /// `/` and `%` with whole numbers and a zero on the right.
    #[error("division of whole numbers by zero")]
    IntegerDivisionByZero,
    /// `+` and `-` with nothing on one side.
    #[error("nothing is on the {side} side")]
    AddNothing {
        /// Which side.
        side: &'static str,
    },
    /// `+` and `-` with something that is neither a number nor text.
    #[error("{} is neither a number nor text, nothing can be added to it", of_type(of))]
    NotAdded {
        /// The left side, as it is written.
        written: String,
        /// Its type.
        of: String,
        /// Whether the right side is a float.
        to_float: bool,
    },
    /// `-` with text.
    #[error("nothing can be subtracted from text")]
    MinusText,
    /// A sign before something that is no number.
    #[error("{} is no number and has no sign", of_type(of))]
    NotSigned {
        /// Its type.
        of: String,
    },
    /// Text that is no number, where one is needed.
    #[error("`{text}` is not a number")]
    NotANumber {
        /// The text.
        text: String,
        /// The Go function that reads it.
        reader: &'static str,
        /// Whether it is a number that is too large.
        out_of_range: bool,
    },
    /// Something that cannot be a number.
    #[error("{} cannot be used as a number", of_any(.of.as_deref()))]
    NotConvertible {
        /// Its type; nothing without one.
        of: Option<String>,
        /// The Go type that is needed.
        to: &'static str,
    },
    /// A call of something that is no function.
    #[error("{} is not a function", of_any(.of.as_deref()))]
    NotAFunction {
        /// The command, as it is written.
        written: String,
        /// Its type; nothing without one.
        of: Option<String>,
        /// Where it stands, which decides about the words of the original.
        position: CallPosition,
    },
    /// A command after one that has already written the output.
    #[error("`{written}` comes too late, the output is already written")]
    AfterWriter {
        /// The command, as it is written.
        written: String,
    },
    /// Too few or too many arguments for a built-in function.
    #[error("`{name}` takes {}, {given} given", Arity::exactly(*needed))]
    ArgumentCount {
        /// The function.
        name: &'static str,
        /// Its type.
        function: &'static str,
        /// How many there have to be.
        needed: usize,
        /// How many there are.
        given: usize,
    },
    /// Too few or too many arguments.
    #[error("`{name}` takes {arity}, {given} given")]
    Arity {
        /// The function.
        name: String,
        /// How many there have to be.
        arity: Arity,
        /// How many there are.
        given: usize,
    },
    /// Nothing, where an argument has to be.
    #[error("argument {} is nothing", .position + 1)]
    NoArgument {
        /// Which argument, from 0.
        position: usize,
        /// The type of the function.
        function: &'static str,
        /// Whether it is the piped value.
        piped: bool,
    },
    /// An argument of the wrong type.
    #[error("{} cannot be used as {}", of_type(of), of_type(to))]
    WrongType {
        /// Its type.
        of: String,
        /// The type that is needed.
        to: &'static str,
    },
    /// A bound of a slice that is no number.
    #[error("a bound of a slice has to be a number, and {} is none", of_kind(kind))]
    SliceBound {
        /// Its kind.
        kind: &'static str,
    },
    /// A range over something that has no items.
    #[error("{} cannot be ranged over", of_type(of))]
    NotRangeable {
        /// The value.
        value: String,
        /// Its type.
        of: String,
    },
    /// A range over nothing.
    #[error("there is nothing to range over")]
    RangeOverNothing,
    /// A range over null.
    #[error("null cannot be ranged over")]
    RangeOverNull,
    /// `ints` with nothing in between.
    #[error("the first number of `ints` has to be smaller than the second")]
    EmptyInts,
    /// A `yield` of a block that does not exist.
    #[error("there is no block `{name}`")]
    NoBlock {
        /// The block.
        name: String,
    },
    /// A parameter of a block without a value.
    #[error("parameter `{name}` has no value")]
    NoParameter {
        /// The parameter.
        name: String,
    },
    /// An `include` of something that is not a name.
    #[error("{} is not the name of a template", of_any(.of.as_deref()))]
    TemplateName {
        /// Its type; nothing without one.
        of: Option<String>,
    },
    /// A template that is not there.
    #[error("there is no template `{path}`")]
    NoTemplate {
        /// Where it was looked for.
        path: String,
        /// The words of the original around it.
        prefix: String,
    },
    /// A template that could not be read.
    #[error("template `{path}` cannot be read: {reason}")]
    UnreadableTemplate {
        /// Where it is.
        path: String,
        /// What the loader says.
        reason: String,
        /// The words of the original around it.
        prefix: String,
    },
    /// A template that could not be parsed.
    #[error("{error}")]
    BrokenTemplate {
        /// What is wrong with it.
        error: ParseError,
        /// The words of the original around it.
        prefix: String,
    },
    /// Something that is no value: `_`, `2i`.
    #[error("`{written}` has no value")]
    NoValue {
        /// As it is written.
        written: String,
    },
    /// A function that was handed in, or a built-in one, failed.
    #[error("{message}")]
    Function {
        /// What it says.
        message: String,
        /// The error itself, of a function that was handed in.
        #[source]
        error: Option<FunctionError>,
    },
    /// Something that Go cannot do with such a value.
    #[error("{message}")]
    Unsupported {
        /// What it is.
        message: String,
        /// The words of the original.
        original: String,
        /// Whether the original throws a text and not an error.
        text: bool,
    },
    /// A function where a value has to be.
    #[error("a function cannot be printed; `name()` calls it")]
    FunctionPrinted,
    /// A limit was reached.
    #[error("more than {allowed} {limit}")]
    Limit {
        /// Which one.
        limit: Limit,
        /// How much is allowed.
        allowed: u64,
    },
    /// The template uses a value that can only be known later.
    #[error("the value is not known yet: {reason}")]
    Unknown {
        /// Why not.
        reason: String,
    },
}

/// Where something that is no function was to be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallPosition {
    /// Inside of an expression.
    Expression,
    /// At the beginning of an action.
    Command,
    /// After a pipe.
    Pipe,
}

impl Cause {
    /// Whether `try` leaves it alone.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::Limit { .. } | Self::Unknown { .. })
    }

    /// What to do about it, where that can be said.
    pub(crate) fn help(&self) -> Option<String> {
        match self {
            Self::Undefined { similar: Some(similar), .. } => Some(format!("`{similar}` is defined")),
            Self::NotOrdered { of }
            | Self::NotMultiplied { of }
            | Self::NotAdded { of, .. }
            | Self::NotConvertible { of: Some(of), .. }
            | Self::WrongType { of, .. }
            | Self::KeyType { of, .. }
                if of == "interface {}" =>
            {
                Some("`range i, item := …` gives items their types, which `.` does not have".to_owned())
            }
            Self::NoMember { path, .. } => Some(format!("`isset({path})` tells whether it is there")),
            Self::AfterWriter { .. } => Some("`raw`, `safeHtml` and `safeJs` have to be the last command".to_owned()),
            _ => None,
        }
    }

    /// Whether `catch` gets a text and not an error.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Self::WrongType { .. } | Self::Unsupported { text: true, .. })
    }
}
