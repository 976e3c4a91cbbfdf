//! The tokens of a template.

use crate::source::At;

/// A piece of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) at: At,
}

/// What sort of piece it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// The text cannot be read further; always the last token.
    Problem(LexProblem),
    Eof,
    Text,
    LeftDelim,
    RightDelim,
    Space,
    Bool,
    /// A printable character without a meaning of its own.
    Char,
    CharConstant,
    /// `.name`.
    Field,
    Identifier,
    Number,
    Quoted,
    RawQuoted,
    Underscore,
    Pipe,
    /// `=` or `:=`.
    Assign,
    Equals,
    NotEquals,
    Greater,
    GreaterEquals,
    Less,
    LessEquals,
    Comma,
    Semicolon,
    Add,
    Minus,
    Mul,
    Div,
    Mod,
    Colon,
    Question,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    Extends,
    Import,
    Include,
    Block,
    End,
    Yield,
    Content,
    If,
    Else,
    Range,
    Try,
    Catch,
    Return,
    And,
    Or,
    Not,
    Nil,
    /// A word that is kept for later use and means nothing.
    Reserved,
}

impl TokenKind {
    /// The keyword that a word is.
    pub(super) fn keyword(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"extends" => Self::Extends,
            b"import" => Self::Import,
            b"include" => Self::Include,
            b"block" => Self::Block,
            b"end" => Self::End,
            b"yield" => Self::Yield,
            b"content" => Self::Content,
            b"if" => Self::If,
            b"else" => Self::Else,
            b"range" => Self::Range,
            b"try" => Self::Try,
            b"catch" => Self::Catch,
            b"return" => Self::Return,
            b"and" => Self::And,
            b"or" => Self::Or,
            b"not" => Self::Not,
            b"nil" => Self::Nil,
            b"msg" | b"trans" => Self::Reserved,
            _ => return None,
        })
    }

    /// Whether it is a keyword; `&&`, `||` and `!` are other spellings of some.
    pub(crate) fn is_keyword(self) -> bool {
        matches!(
            self,
            Self::Extends | Self::Import | Self::Include | Self::Block | Self::End | Self::Yield | Self::Content
        ) || matches!(self, Self::If | Self::Else | Self::Range | Self::Try | Self::Catch | Self::Return)
            || matches!(self, Self::And | Self::Or | Self::Not | Self::Nil | Self::Reserved)
    }

    /// Whether a sign right after it joins it with what follows, and does not begin a number: `n-1`, but not `) -1`.
    pub(super) fn ends_operand(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Minus
                | Self::Number
                | Self::Identifier
                | Self::Quoted
                | Self::RawQuoted
                | Self::CharConstant
                | Self::Bool
                | Self::Field
                | Self::Char
        )
    }
}

/// Why a text cannot be read further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LexProblem {
    UnclosedComment,
    UnclosedParenthesis,
    UnclosedAction,
    UnexpectedParenthesis,
    /// A character that cannot be in an action.
    Unrecognized(char),
    /// A character that cannot follow a name; `None` is the end of the text.
    BadCharacter(Option<char>),
    UnterminatedCharacter,
    UnterminatedQuote,
    UnterminatedRawQuote,
    /// Letters right after a number.
    BadNumber(At),
    /// The text was left before.
    Ended,
}
