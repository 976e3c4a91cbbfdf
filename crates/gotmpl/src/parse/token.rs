//! Tokens.

use value::quote_bytes;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Error,
    Bool,
    Char,
    CharConstant,
    Complex,
    Assign,
    Declare,
    Eof,
    Field,
    Identifier,
    LeftDelim,
    LeftParen,
    Number,
    Pipe,
    RawString,
    RightDelim,
    RightParen,
    Space,
    String,
    Text,
    Variable,
    Block,
    Break,
    Continue,
    Dot,
    Define,
    Else,
    End,
    If,
    Nil,
    Range,
    Template,
    With,
}

impl Kind {
    /// The keyword that `word` is.
    pub(super) fn keyword(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"block" => Self::Block,
            b"break" => Self::Break,
            b"continue" => Self::Continue,
            b"define" => Self::Define,
            b"else" => Self::Else,
            b"end" => Self::End,
            b"if" => Self::If,
            b"nil" => Self::Nil,
            b"range" => Self::Range,
            b"template" => Self::Template,
            b"with" => Self::With,
            _ => return None,
        })
    }

    /// Whether messages show it in angle brackets.
    fn is_word(self) -> bool {
        matches!(
            self,
            Self::Block
                | Self::Break
                | Self::Continue
                | Self::Dot
                | Self::Define
                | Self::Else
                | Self::End
                | Self::If
                | Self::Nil
                | Self::Range
                | Self::Template
                | Self::With
        )
    }
}

/// A token: what it is, where it is, and on which line it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
}

impl Token {
    /// The token as messages show it.
    pub(super) fn describe(self, source: &[u8]) -> String {
        let text = &source[self.start..self.end];
        match self.kind {
            Kind::Eof => "EOF".to_owned(),
            kind if kind.is_word() => format!("<{}>", String::from_utf8_lossy(text)),
            _ if text.len() > 10 => format!("{}...", quote_bytes(first_chars(text, 10))),
            _ => quote_bytes(text),
        }
    }
}

/// The first characters; a byte that is not UTF-8 counts as one.
fn first_chars(text: &[u8], count: usize) -> &[u8] {
    let mut end = 0;
    for _ in 0..count {
        let Some((_, length)) = super::chars::decode(&text[end..]) else { break };
        end += length;
    }
    &text[..end]
}
