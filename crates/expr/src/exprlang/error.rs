//! Why an expression does not compile.

use gostd::regexp::RegexpError;

use super::Place;
use super::limits::{MAX_CODE, MAX_NESTING, MAX_NODES, MAX_TEXT};

/// A mistake in an expression, found before it runs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct CompileError {
    /// What is wrong.
    pub problem: Problem,
    /// Where, in the text of the expression.
    pub place: Place,
}

impl CompileError {
    /// A pattern that is no regular expression.
    pub(crate) fn pattern(error: &RegexpError, place: Place) -> Self {
        Self { problem: Problem::Pattern { reason: reason(error) }, place }
    }

    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        match &self.problem {
            Problem::UnknownName { suggestion: Some(name), .. } => Some(format!("did you mean `{name}`?")),
            Problem::Mixed { .. } => Some("put one of them in parentheses".to_string()),
            Problem::Escape => Some("write `\\\\` for a backslash, or use a literal in backticks".to_string()),
            Problem::Braces => Some("write `{ …; … }`".to_string()),
            Problem::Key { .. } => {
                Some("a key is a name, a number, a text, or an expression in parentheses".to_string())
            }
            _ => None,
        }
    }
}

/// A mistake on its way out of the parser: small, so that a level of nesting takes little of the stack.
pub(crate) struct Mistake(Box<CompileError>);

impl Mistake {
    pub(crate) fn new(problem: Problem, place: Place) -> Self {
        Self(Box::new(CompileError { problem, place }))
    }
}

impl From<Mistake> for CompileError {
    fn from(mistake: Mistake) -> Self {
        *mistake.0
    }
}

/// What is wrong with a regular expression, without Go's opening words.
pub(crate) fn reason(error: &RegexpError) -> String {
    let words = error.to_string();
    words.strip_prefix("error parsing regexp: ").unwrap_or(&words).to_string()
}

/// What can be wrong with an expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is too long.
    #[error("expression is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// There are too many nodes.
    #[error("expression has more than {MAX_NODES} parts")]
    TooManyNodes,
    /// Something is nested too deep.
    #[error("expression is nested more than {MAX_NESTING} levels deep")]
    TooDeep,
    /// The program became too long.
    #[error("expression needs more than {MAX_CODE} instructions")]
    TooLarge,
    /// A character that no word begins with.
    #[error("unexpected character `{0}`")]
    Character(char),
    /// A text, bytes or raw literal has no end.
    #[error("literal has no end")]
    Unterminated,
    /// A comment has no end.
    #[error("comment has no end")]
    OpenComment,
    /// An escape that does not exist.
    #[error("invalid escape in literal")]
    Escape,
    /// Something that begins like a number.
    #[error("`{given}` is not a number")]
    Number {
        /// What was written.
        given: String,
    },
    /// A number that is too large.
    #[error("number `{given}` is out of range")]
    NumberRange {
        /// What was written.
        given: String,
    },
    /// A word that cannot stand there.
    #[error("unexpected {found}{}", expected.as_ref().map(|word| format!(", expected {word}")).unwrap_or_default())]
    Unexpected {
        /// What was found.
        found: String,
        /// What would be right, when that is one thing.
        expected: Option<String>,
    },
    /// `??` and another operator without parentheses.
    #[error("operator `{operator}` and `??` cannot be mixed")]
    Mixed {
        /// The other operator.
        operator: String,
    },
    /// Not the key of a map.
    #[error("unexpected {found} where the key of a map begins")]
    Key {
        /// What was found.
        found: String,
    },
    /// Several expressions as a predicate.
    #[error("a predicate of several expressions needs braces")]
    Braces,
    /// A name that is not defined.
    #[error("unknown name `{name}`")]
    UnknownName {
        /// The name.
        name: String,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// `#name` other than those that the function has.
    #[error("unknown pointer `#{name}`")]
    UnknownPointer {
        /// The name after `#`.
        name: String,
    },
    /// `let` with a name that is taken.
    #[error("cannot redeclare `{name}`")]
    Redeclared {
        /// The name.
        name: String,
    },
    /// Operands that do not go together.
    #[error("operator `{operator}` cannot take {left} and {right}")]
    Operands {
        /// The operator.
        operator: String,
        /// The type on the left.
        left: String,
        /// The type on the right.
        right: String,
    },
    /// An operand that does not go with the operator.
    #[error("operator `{operator}` cannot take {operand}")]
    Operand {
        /// The operator.
        operator: String,
        /// The type of the operand.
        operand: String,
    },
    /// The left side of `in` cannot be in the right side.
    #[error("{item} cannot be in {container}")]
    NeverIn {
        /// The type on the left.
        item: String,
        /// The type on the right.
        container: String,
    },
    /// A condition that is not a bool.
    #[error("condition is {given}, not a bool")]
    Condition {
        /// Its type.
        given: String,
    },
    /// The pattern of `matches`.
    #[error("invalid regular expression: {reason}")]
    Pattern {
        /// What is wrong with it.
        reason: String,
    },
    /// A field that a type does not have.
    #[error("{given} has no field `{name}`")]
    NoField {
        /// The type.
        given: String,
        /// The field.
        name: String,
    },
    /// A method that a type does not have.
    #[error("{given} has no method `{name}`")]
    NoMethod {
        /// The type.
        given: String,
        /// The method.
        name: String,
    },
    /// Something that cannot be indexed that way.
    #[error("{given} cannot be indexed with {index}")]
    Index {
        /// The type.
        given: String,
        /// The type of the index.
        index: String,
    },
    /// Something that cannot be sliced.
    #[error("{given} cannot be sliced")]
    Slice {
        /// The type.
        given: String,
    },
    /// A bound of a slice.
    #[error("bound of a slice is {given}, not an int")]
    SliceBound {
        /// Its type.
        given: String,
    },
    /// Something that cannot be called.
    #[error("{given} cannot be called")]
    NotCallable {
        /// Its type.
        given: String,
    },
    /// A method without a value that expressions can use.
    #[error("`{name}` returns several values and cannot be used")]
    SeveralResults {
        /// The method.
        name: String,
    },
    /// The wrong number of arguments.
    #[error("`{name}` takes {expected}, {given} given")]
    ArgumentCount {
        /// The function.
        name: String,
        /// How many there should be, in words.
        expected: String,
        /// How many there are.
        given: usize,
    },
    /// An argument of the wrong type.
    #[error("`{name}` cannot take {given}")]
    Argument {
        /// The function.
        name: String,
        /// The type of the argument.
        given: String,
    },
    /// The predicate of a function such as `filter`.
    #[error("predicate of `{name}` is {given}, not a bool")]
    Predicate {
        /// The function.
        name: String,
        /// The type of the predicate.
        given: String,
    },
    /// A predicate that is always nil.
    #[error("predicate of `{name}` has no value")]
    EmptyPredicate {
        /// The function.
        name: String,
    },
    /// A remainder of a division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A bool was asked for.
    #[error("expression is {given}, not a bool")]
    NotBool {
        /// Its type.
        given: String,
    },
}
