//! What can be wrong with the text of a template.

use std::sync::Arc;

use crate::error::{of_context, of_expected};
use crate::lex::LexProblem;
use crate::source::Place;

/// A template that cannot be parsed, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ParseError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Box<ParseProblem>,
    /// The line that Jet names, which is that of the last token it has seen.
    pub(crate) line: u32,
    /// What was being parsed and what was expected when the text could not be read further.
    pub(crate) expecting: Option<(&'static str, &'static str)>,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseProblem {
    /// Something stands where something else has to be.
    #[error("unexpected {} in {}, expected {}", described(found, *keyword), of_context(context), of_expected(expected))]
    Unexpected {
        /// What is there.
        found: String,
        /// Whether that is a keyword.
        keyword: bool,
        /// The construct around it.
        context: &'static str,
        /// What has to be there.
        expected: &'static str,
    },
    /// `extends` or `import` after something else.
    #[error("`{keyword}` has to be at the beginning of the template")]
    TooLate {
        /// The keyword.
        keyword: String,
        /// The construct around it.
        context: &'static str,
    },
    /// `end`, `else` or `content` that belongs to nothing.
    #[error("`{keyword}` without a construct that it belongs to")]
    Stray {
        /// The keyword.
        keyword: &'static str,
    },
    /// The text ends before a construct does.
    #[error("the template ends inside of a construct, `end` is missing")]
    MissingEnd,
    /// A comment without an end.
    #[error("the comment has no end")]
    UnclosedComment,
    /// An action without an end.
    #[error("the action has no end")]
    UnclosedAction,
    /// An action that ends inside of parentheses.
    #[error("the action ends inside of parentheses")]
    UnclosedParenthesis,
    /// A parenthesis that was never opened.
    #[error("`)` without `(`")]
    UnexpectedParenthesis,
    /// A character that no action can contain.
    #[error("{} cannot be in an action", character(*.0))]
    Unrecognized(char),
    /// A character that cannot follow a name.
    #[error("{} cannot follow a name", .0.map_or_else(|| "the end".to_owned(), character))]
    BadCharacter(Option<char>),
    /// A quote without an end.
    #[error("the {0} has no end")]
    Unterminated(&'static str),
    /// A number that goes on with letters, or that is none.
    #[error("`{text}` is not a number")]
    BadNumber {
        /// What is written.
        text: String,
        /// The words of the original.
        original: &'static str,
    },
    /// A number without fraction that is too large.
    #[error("`{0}` is too large for a number without fraction")]
    TooLargeNumber(String),
    /// Text or a character with an escape that does not exist.
    #[error("{0} is not properly quoted")]
    BadQuote(String),
    /// More than one character in single quotes.
    #[error("{0} is not one character; text is put in double quotes")]
    BadCharacterConstant(String),
    /// A second `extends`.
    #[error("a template can only extend one template")]
    ExtendsTwice,
    /// `extends` after `import`.
    #[error("`extends` has to come before `import`")]
    ExtendsAfterImport,
    /// Something that cannot be assigned to.
    #[error("`{0}` cannot be assigned to")]
    AssignTarget(String),
    /// Something that cannot be declared.
    #[error("`{0}` cannot be declared, only a plain name can")]
    DeclareTarget(String),
    /// Not as many values as targets.
    #[error("{targets} to assign to, {values} to assign")]
    AssignCount {
        /// How many targets there are.
        targets: usize,
        /// How many values there are.
        values: usize,
    },
    /// A field of a literal.
    #[error("`{0}` has no fields")]
    FieldOfLiteral(String),
    /// `_` twice in one call.
    #[error("`_` stands twice in one call")]
    TwoSlots,
    /// A `catch` with something other than a name.
    #[error("`catch` takes a name for the error")]
    CatchTarget,
    /// A template that is not there.
    #[error("there is no template `{path}`")]
    MissingTemplate {
        /// Where it was looked for.
        path: String,
    },
    /// A template that could not be read.
    #[error("template `{path}` cannot be read: {reason}")]
    UnreadableTemplate {
        /// Where it is.
        path: String,
        /// What the loader says.
        reason: String,
    },
    /// A template that cannot be parsed itself.
    #[error("{0}")]
    InTemplate(ParseError),
    /// Templates that extend or import each other.
    #[error("template `{path}` extends or imports itself")]
    Circle {
        /// The template.
        path: Arc<str>,
    },
    /// Constructs in constructs in constructs.
    #[error("nested deeper than {limit} levels")]
    TooDeep {
        /// How many levels there may be.
        limit: usize,
    },
    /// More text than a template can have.
    #[error("the template has {given} bytes, more than {limit}")]
    TooLong {
        /// How long it is.
        given: usize,
        /// How long it may be.
        limit: usize,
    },
    /// A name that has nothing after its last slash.
    #[error("`{0}` is not the name of a template")]
    BadName(String),
}

fn is_signed(text: &str) -> bool {
    text.starts_with(['+', '-']) && text[1..].starts_with(|c: char| c.is_ascii_digit())
}

fn described(found: &str, keyword: bool) -> String {
    match found {
        "" => "end".to_owned(),
        _ if keyword => format!("keyword `{found}`"),
        _ => format!("`{found}`"),
    }
}

/// A character as messages show it, with its number: some look like others.
fn character(c: char) -> String {
    let number = u32::from(c);
    if value::is_print(c) { format!("`{c}` (U+{number:04X})") } else { format!("U+{number:04X}") }
}

impl ParseError {
    /// What to do about it, where that can be said.
    pub fn help(&self) -> Option<String> {
        self.problem.help()
    }
}

impl ParseProblem {
    fn help(&self) -> Option<String> {
        let help = match self {
            Self::Unexpected { found, .. } if is_signed(found) => {
                "a sign with a blank before it and none after it begins a number; put blanks on both sides, or on none"
            }
            Self::TooLargeNumber(text) if text.trim_start_matches(['+', '-']).starts_with('0') => {
                "a zero in front makes a number octal"
            }
            Self::BadCharacterConstant(_) => "single quotes are for one character, double quotes for text",
            Self::UnclosedComment => "only text between `{*` and `*}`, or the marks that were set, is a comment",
            Self::InTemplate(error) => return error.help(),
            _ => return None,
        };
        Some(help.to_owned())
    }

    /// The problem that the scanner met.
    pub(super) fn of_text(problem: LexProblem, text: impl FnOnce() -> String) -> Self {
        match problem {
            LexProblem::UnclosedComment => Self::UnclosedComment,
            LexProblem::UnclosedParenthesis => Self::UnclosedParenthesis,
            LexProblem::UnclosedAction => Self::UnclosedAction,
            LexProblem::UnexpectedParenthesis => Self::UnexpectedParenthesis,
            LexProblem::Unrecognized(c) => Self::Unrecognized(c),
            LexProblem::BadCharacter(c) => Self::BadCharacter(c),
            LexProblem::UnterminatedCharacter => Self::Unterminated("character"),
            LexProblem::UnterminatedQuote => Self::Unterminated("text"),
            LexProblem::UnterminatedRawQuote => Self::Unterminated("raw text"),
            LexProblem::BadNumber(_) => Self::BadNumber { text: text(), original: "bad number syntax: " },
            LexProblem::Ended => Self::MissingEnd,
        }
    }
}
