//! Instructions.

use crate::exprlang::builtin::Function;
use crate::exprlang::operate::Order;

/// One instruction. Jumps hold the position of the instruction to go on with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    Nil,
    Bool(bool),
    Constant(u32),
    /// A path that begins with a variable.
    Load(u32),
    /// `$env`.
    Everything,
    /// A function used as a value, which fails.
    FunctionValue(u32),
    /// A call that cannot work, in a part that was not checked.
    WrongCall(u32),
    LoadLocal(u32),
    StoreLocal(u32),
    Pop,
    Member(u32),
    Index,
    Slice {
        from: bool,
        to: bool,
    },
    Not,
    Negate,
    Equal,
    NotEqual,
    Compare(Order),
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Range,
    In,
    InSet(u32),
    Matches,
    MatchesConstant(u32),
    Contains,
    StartsWith,
    EndsWith,
    Jump(u32),
    /// These look at the value and leave it there.
    JumpIfTrue(u32),
    JumpIfFalse(u32),
    JumpIfNil(u32),
    JumpIfNotNil(u32),
    List(u32),
    Map(u32),
    CallBuiltin {
        function: Function,
        arguments: u32,
    },
    CallFunction {
        function: u32,
        arguments: u32,
    },
    CallMethod {
        name: u32,
        arguments: u32,
    },
    CallValue {
        arguments: u32,
    },
    /// Takes what is looped over. An empty one goes on at the end of the loop.
    Begin(u32),
    Item,
    ItemIndex,
    Accumulator,
    /// Takes a bool and goes on at the position when it is false.
    SkipUnless(u32),
    /// Takes what the predicate gave. When the result is known, goes on at the end of the loop.
    Collect(u32),
    /// Goes on with the next item, or ends the loop.
    Advance(u32),
    /// The result has to be a bool; nil is false.
    ToBool,
}

impl Op {
    /// Puts the positions of labels in the place of their numbers.
    pub(super) fn resolve(&mut self, labels: &[u32]) {
        if let Self::Jump(to)
        | Self::JumpIfTrue(to)
        | Self::JumpIfFalse(to)
        | Self::JumpIfNil(to)
        | Self::JumpIfNotNil(to)
        | Self::SkipUnless(to)
        | Self::Collect(to)
        | Self::Advance(to) = self
        {
            *to = labels[*to as usize];
        }
    }
}

/// How far a loop has to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    All,
    To(i64),
}
