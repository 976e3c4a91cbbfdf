//! The smallest pieces of HCL.

use std::ops::Range;

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Identifier,
    Number,
    /// A comment; one that goes to the end of its line has the line break in it.
    Comment,
    Newline,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    OpenParen,
    CloseParen,
    OpenQuote,
    CloseQuote,
    OpenHeredoc,
    CloseHeredoc,
    /// Text between quotes, with escapes.
    QuotedText,
    /// Text of a heredoc.
    HeredocText,
    /// A line break between quotes, where none may be.
    QuotedNewline,
    /// `${` or `${~`
    Interpolation,
    /// `%{` or `%{~`
    Directive,
    /// `}` or `~}` that ends one of the two.
    SequenceEnd,
    Equal,
    EqualEqual,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    Not,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Question,
    Colon,
    DoubleColon,
    Comma,
    Dot,
    Ellipsis,
    FatArrow,
    BitAnd,
    BitOr,
    BitXor,
    BitNot,
    Backtick,
    Apostrophe,
    Semicolon,
    /// What has no place in the language.
    Invalid,
    End,
}

impl Kind {
    /// What a bracket, a quote or a sequence is closed or opened by.
    pub(super) fn opposite(self) -> Option<Self> {
        Some(match self {
            Self::OpenBrace => Self::CloseBrace,
            Self::CloseBrace => Self::OpenBrace,
            Self::OpenBracket => Self::CloseBracket,
            Self::CloseBracket => Self::OpenBracket,
            Self::OpenParen => Self::CloseParen,
            Self::CloseParen => Self::OpenParen,
            Self::OpenQuote => Self::CloseQuote,
            Self::CloseQuote => Self::OpenQuote,
            Self::OpenHeredoc => Self::CloseHeredoc,
            Self::CloseHeredoc => Self::OpenHeredoc,
            Self::Interpolation | Self::Directive => Self::SequenceEnd,
            Self::SequenceEnd => Self::Interpolation,
            _ => return None,
        })
    }

    /// One for what opens a bracket, minus one for what closes one; quotes do not count.
    pub(super) fn nesting(self) -> i64 {
        match self {
            Self::OpenBrace | Self::OpenBracket | Self::OpenParen | Self::Interpolation | Self::Directive => 1,
            Self::CloseBrace | Self::CloseBracket | Self::CloseParen | Self::SequenceEnd => -1,
            _ => 0,
        }
    }
}

/// A piece and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(super) kind: Kind,
    start: u32,
    end: u32,
}

impl Token {
    /// Sources are shorter than four gigabytes: inputs and files are limited to ten megabytes.
    pub(super) fn new(kind: Kind, place: Range<usize>) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { kind, start: offset(place.start), end: offset(place.end) }
    }

    pub(super) fn place(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn text(self, source: &str) -> &str {
        source.get(self.place()).unwrap_or_default()
    }
}
