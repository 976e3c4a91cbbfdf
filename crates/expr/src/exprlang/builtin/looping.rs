//! Builtins that loop over a list with a predicate.

/// Which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loop {
    All,
    None,
    Any,
    One,
    Filter,
    Map,
    Count,
    Sum,
    Find,
    FindIndex,
    FindLast,
    FindLastIndex,
    GroupBy,
    SortBy,
    Reduce,
}

/// What stands at a position among the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Argument {
    Expression,
    OptionalExpression,
    Predicate,
    OptionalPredicate,
}

impl Argument {
    pub(crate) fn is_optional(self) -> bool {
        matches!(self, Self::OptionalExpression | Self::OptionalPredicate)
    }
}

impl Loop {
    /// The arguments that it takes.
    pub(crate) fn arguments(self) -> &'static [Argument] {
        match self {
            Self::Count | Self::Sum => &[Argument::Expression, Argument::OptionalPredicate],
            Self::SortBy | Self::Reduce => &[Argument::Expression, Argument::Predicate, Argument::OptionalExpression],
            _ => &[Argument::Expression, Argument::Predicate],
        }
    }

    /// Whether its predicate has to be true or false.
    pub(crate) fn wants_bool(self) -> bool {
        !matches!(self, Self::Map | Self::Sum | Self::GroupBy | Self::SortBy | Self::Reduce)
    }

    /// Whether `#index` is known in its predicate.
    pub(crate) fn has_index(self) -> bool {
        matches!(self, Self::Map | Self::Reduce)
    }

    /// Whether `#acc` is known in its predicate.
    pub(crate) fn has_accumulator(self) -> bool {
        self == Self::Reduce
    }

    /// Whether it begins with the last item.
    pub(crate) fn is_backwards(self) -> bool {
        matches!(self, Self::FindLast | Self::FindLastIndex)
    }
}
