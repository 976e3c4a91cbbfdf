//! The operators.

/// An operator, also those that only macros and the optional syntax use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Conditional,
    And,
    Or,
    Not,
    NotStrictlyFalse,
    Equals,
    NotEquals,
    Less,
    LessEquals,
    Greater,
    GreaterEquals,
    In,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Negate,
    Index,
    OptionalIndex,
    OptionalSelect,
}

impl Operator {
    /// The name of the function that it stands for, as messages and the table of functions have it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Conditional => "_?_:_",
            Self::And => "_&&_",
            Self::Or => "_||_",
            Self::Not => "!_",
            Self::NotStrictlyFalse => "@not_strictly_false",
            Self::Equals => "_==_",
            Self::NotEquals => "_!=_",
            Self::Less => "_<_",
            Self::LessEquals => "_<=_",
            Self::Greater => "_>_",
            Self::GreaterEquals => "_>=_",
            Self::In => "@in",
            Self::Add => "_+_",
            Self::Subtract => "_-_",
            Self::Multiply => "_*_",
            Self::Divide => "_/_",
            Self::Modulo => "_%_",
            Self::Negate => "-_",
            Self::Index => "_[_]",
            Self::OptionalIndex => "_[?_]",
            Self::OptionalSelect => "_?._",
        }
    }
}
