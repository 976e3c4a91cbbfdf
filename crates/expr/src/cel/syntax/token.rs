//! Words and signs.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Uint,
    Float,
    String,
    Bytes,
    Ident,
    /// A name in backticks.
    Quoted,
    True,
    False,
    Null,
    In,
    EqualEqual,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    LeftParen,
    RightParen,
    Dot,
    Comma,
    Minus,
    Not,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    End,
}

/// A token: what it is and where. The text it covers is in the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Kind {
    /// How messages call what was expected.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Int | Self::Uint | Self::Float => "a number",
            Self::String => "a string",
            Self::Bytes => "bytes",
            Self::Ident => "a name",
            Self::Quoted => "a quoted name",
            Self::True => "`true`",
            Self::False => "`false`",
            Self::Null => "`null`",
            Self::In => "`in`",
            Self::EqualEqual => "`==`",
            Self::NotEqual => "`!=`",
            Self::Less => "`<`",
            Self::LessEqual => "`<=`",
            Self::Greater => "`>`",
            Self::GreaterEqual => "`>=`",
            Self::And => "`&&`",
            Self::Or => "`||`",
            Self::LeftBracket => "`[`",
            Self::RightBracket => "`]`",
            Self::LeftBrace => "`{`",
            Self::RightBrace => "`}`",
            Self::LeftParen => "`(`",
            Self::RightParen => "`)`",
            Self::Dot => "`.`",
            Self::Comma => "`,`",
            Self::Minus => "`-`",
            Self::Not => "`!`",
            Self::Question => "`?`",
            Self::Colon => "`:`",
            Self::Plus => "`+`",
            Self::Star => "`*`",
            Self::Slash => "`/`",
            Self::Percent => "`%`",
            Self::End => "end of the expression",
        }
    }
}
