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
    Operator(Operator),
    Jump(When, u32),
    List(u32),
    Map(u32),
    Call(Call),
    Loop(Turn),
    /// The result has to be a bool; nil is false.
    ToBool,
}

/// Takes one value or two, and gives one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Operator {
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
}

/// When a jump is taken. All but the first look at the value on top and leave it there.
#[derive(Debug, Clone, Copy)]
pub(crate) enum When {
    Always,
    True,
    False,
    Nil,
    NotNil,
}

/// Takes arguments, and gives what was called for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Call {
    Builtin { function: Function, arguments: u32 },
    Function { function: u32, arguments: u32 },
    Method { name: u32, arguments: u32 },
    Value { arguments: u32 },
}

/// What loops are made of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Turn {
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
}

impl Op {
    /// Puts the positions of labels in the place of their numbers.
    pub(super) fn resolve(&mut self, labels: &[u32]) {
        if let Self::Jump(_, to) | Self::Loop(Turn::SkipUnless(to) | Turn::Collect(to) | Turn::Advance(to)) = self {
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
