//! What a parsed template consists of. Chains of operators and of `else if` are flat, so that their length costs no stack;
//! everything else is nested at most as deep as the parser allows.

use std::collections::HashMap;
use std::sync::Arc;

use crate::source::{At, Source};
use crate::symbols::Name;
use value::Value;

/// The blocks that a template brings, its own and those of the templates it extends and imports, by the slot of the name.
pub(crate) type Blocks = HashMap<usize, Arc<Block>>;

/// A template that is ready to run.
pub(crate) struct Compiled {
    pub(crate) source: Arc<Source>,
    pub(crate) root: List,
    pub(crate) extends: Option<Arc<Self>>,
    /// What it extends and imports, in the order of the text.
    pub(crate) uses: Vec<(At, Arc<Self>)>,
    /// Nothing when there are none: then those of the caller count.
    pub(crate) blocks: Option<Arc<Blocks>>,
}

/// Nodes in the order of the text.
pub(crate) struct List {
    pub(crate) nodes: Vec<Node>,
}

impl List {
    /// Where it begins.
    pub(crate) fn at(&self) -> At {
        self.nodes.first().map_or(At { start: 0, end: 0 }, Node::at)
    }
}

/// One piece of a list.
pub(crate) enum Node {
    Text(At),
    Action(Box<Action>),
    If(Box<If>),
    Range(Box<Range>),
    Try(Box<Try>),
    Yield(Box<Yield>),
    YieldContent(Box<YieldContent>),
    Block(Arc<Block>),
    Include(Box<Include>),
    Return(Box<Expr>),
}

impl Node {
    /// Where it is; of a construct, where its beginning is.
    pub(crate) fn at(&self) -> At {
        match self {
            Self::Text(at) => *at,
            Self::Action(action) => action.at,
            Self::If(chain) => chain.arms[0].condition.at,
            Self::Range(range) => range.at,
            Self::Try(attempt) => attempt.at,
            Self::Yield(call) => call.at,
            Self::YieldContent(call) => call.at,
            Self::Block(block) => block.at,
            Self::Include(include) => include.at,
            Self::Return(value) => value.at,
        }
    }
}

/// `{{ x := 1; x | f }}`: an assignment, an output, or both.
pub(crate) struct Action {
    pub(crate) at: At,
    pub(crate) assignment: Option<Box<Assignment>>,
    pub(crate) output: Option<Pipeline>,
}

/// `a, b := c, d` and `a = b`.
pub(crate) struct Assignment {
    pub(crate) declares: bool,
    /// `value, found := m[key]`.
    pub(crate) lookup: bool,
    pub(crate) left: Vec<Expr>,
    pub(crate) right: Vec<Expr>,
}

/// Commands, each fed with the result of the one before.
pub(crate) struct Pipeline {
    pub(crate) first: Command,
    pub(crate) rest: Vec<Command>,
}

/// A function with its arguments, or any expression without.
pub(crate) struct Command {
    pub(crate) base: Expr,
    /// None when the command is not called, which is different from a call without arguments.
    pub(crate) arguments: Option<Arguments>,
}

/// The arguments of a call.
pub(crate) struct Arguments {
    pub(crate) items: Vec<Expr>,
    /// Whether one of them is `_`, the place of the piped value.
    pub(crate) has_slot: bool,
}

/// `if`, with all its `else if`.
pub(crate) struct If {
    pub(crate) arms: Vec<Arm>,
    pub(crate) otherwise: Option<List>,
}

/// One condition and what it guards.
pub(crate) struct Arm {
    pub(crate) assignment: Option<Assignment>,
    pub(crate) condition: Expr,
    pub(crate) body: List,
}

/// `range`.
pub(crate) struct Range {
    pub(crate) at: At,
    pub(crate) line: u32,
    pub(crate) subject: Expr,
    pub(crate) targets: Targets,
    pub(crate) body: List,
    pub(crate) otherwise: Option<List>,
}

/// Where the key and the value of a range go.
pub(crate) enum Targets {
    /// The value is the context.
    None,
    /// One name gets the key, the value is the context; two get key and value. `_` is a name that
    /// nobody can read.
    Declare(Vec<Name>),
    /// The same with variables or fields that are there already.
    Assign(Vec<Expr>),
}

/// `try` and its `catch`.
pub(crate) struct Try {
    pub(crate) at: At,
    pub(crate) body: List,
    pub(crate) catch: Option<Catch>,
}

/// What is done about an error.
pub(crate) struct Catch {
    pub(crate) error: Option<Name>,
    pub(crate) body: List,
}

/// A block: run where it stands, and wherever it is yielded.
pub(crate) struct Block {
    pub(crate) source: Arc<Source>,
    pub(crate) at: At,
    pub(crate) line: u32,
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) context: Option<Expr>,
    pub(crate) body: List,
    pub(crate) content: Option<Arc<List>>,
}

/// A parameter of a block, or what a `yield` gives for one.
pub(crate) struct Parameter {
    pub(crate) name: Option<Name>,
    pub(crate) value: Option<Expr>,
}

/// `yield name(…)`.
pub(crate) struct Yield {
    pub(crate) at: At,
    pub(crate) line: u32,
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) context: Option<Expr>,
    pub(crate) content: Option<Arc<List>>,
}

/// `yield content`.
pub(crate) struct YieldContent {
    pub(crate) at: At,
    pub(crate) context: Option<Expr>,
}

/// `include`.
pub(crate) struct Include {
    pub(crate) at: At,
    pub(crate) line: u32,
    pub(crate) name: Expr,
    pub(crate) context: Option<Expr>,
}

/// An expression, where it stands, and the line that Jet names in its messages, which templates can print.
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) at: At,
    pub(crate) line: u32,
    /// How many levels of expressions it consists of.
    pub(crate) height: u16,
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, at: At, line: u32) -> Self {
        let height = kind.inner_height().saturating_add(1);
        Self { kind, at, line, height }
    }
}

/// The sorts of expressions.
pub(crate) enum ExprKind {
    Nil,
    Bool(bool),
    /// The value, and where it is written.
    Text(Value),
    Number(f64),
    /// `2i`: it is read, and cannot be used.
    Imaginary,
    /// `.`.
    Context,
    Variable(Name),
    Underscore,
    /// `.a.b`.
    Field(Vec<Arc<str>>),
    /// `x.a.b`.
    Chain(Box<Expr>, Vec<Arc<str>>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Slice>),
    Call(Box<Expr>, Arguments),
    Not(Box<Expr>),
    Sign(Operator, Box<Expr>),
    /// `a + b - c`: the first operand, and the others with what joins them.
    Additive(Box<Operations>),
    Multiplicative(Box<Operations>),
    Order(Box<Operations>),
    Equality(Box<Operations>),
    Logical(Box<Operations>),
    Ternary(Box<Ternary>),
}

impl ExprKind {
    /// The height of the highest part.
    fn inner_height(&self) -> u16 {
        match self {
            Self::Nil
            | Self::Bool(_)
            | Self::Text(_)
            | Self::Number(_)
            | Self::Imaginary
            | Self::Context
            | Self::Variable(_)
            | Self::Underscore
            | Self::Field(_) => 0,
            Self::Chain(base, _) | Self::Not(base) | Self::Sign(_, base) => base.height,
            Self::Index(base, index) => base.height.max(index.height),
            Self::Slice(slice) => {
                highest([Some(&slice.base), slice.from.as_ref(), slice.to.as_ref()].into_iter().flatten())
            }
            Self::Call(base, arguments) => base.height.max(highest(&arguments.items)),
            Self::Additive(all)
            | Self::Multiplicative(all)
            | Self::Order(all)
            | Self::Equality(all)
            | Self::Logical(all) => all.height(),
            Self::Ternary(ternary) => {
                let arms = ternary.arms.iter().flat_map(|(condition, value)| [condition, value]);
                ternary.otherwise.height.max(highest(arms))
            }
        }
    }
}

fn highest<'a>(parts: impl IntoIterator<Item = &'a Expr>) -> u16 {
    parts.into_iter().map(|part| part.height).max().unwrap_or(0)
}

impl Operations {
    /// From the first operand to the last.
    pub(crate) fn at(&self) -> At {
        self.rest.last().map_or(self.first.at, |last| self.first.at.to(last.operand.at))
    }

    fn height(&self) -> u16 {
        self.first.height.max(highest(self.rest.iter().map(|operation| &operation.operand)))
    }
}

/// `base[from:to]`.
pub(crate) struct Slice {
    pub(crate) base: Expr,
    pub(crate) from: Option<Expr>,
    pub(crate) to: Option<Expr>,
}

/// `a ? b : c ? d : e`.
pub(crate) struct Ternary {
    pub(crate) arms: Vec<(Expr, Expr)>,
    pub(crate) otherwise: Expr,
}

/// Operands joined from left to right.
pub(crate) struct Operations {
    pub(crate) first: Expr,
    pub(crate) rest: Vec<Operation>,
}

/// An operator and what is to its right.
pub(crate) struct Operation {
    pub(crate) operator: Operator,
    pub(crate) operand: Expr,
    /// The line that Jet gives to everything up to here.
    pub(crate) line: u32,
    /// Where the operator is written.
    pub(crate) at: At,
}

/// What joins two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Greater,
    GreaterEquals,
    Less,
    LessEquals,
    Equals,
    NotEquals,
    And,
    Or,
}
