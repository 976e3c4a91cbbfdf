//! What a source says, with places. Chains of operators and of steps are flat, so that long ones are not deep ones.

use std::ops::Range;

/// Arguments and blocks, in the order of the source.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) blocks: Vec<Block>,
}

#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) value: Expression,
}

#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) kind: String,
    pub(crate) labels: Vec<String>,
    pub(crate) body: Body,
}

#[derive(Debug)]
pub(crate) struct Expression {
    pub(crate) place: Range<usize>,
    pub(crate) kind: Node,
}

#[derive(Debug)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    /// Its text.
    Number(String),
    /// What could not be read.
    Broken,
    Variable(String),
    /// The item of a splat.
    Item,
    /// Text; one that is nothing but an interpolation has the value of that.
    Template {
        parts: Vec<Part>,
        is_wrap: bool,
    },
    Parens(Box<Expression>),
    Steps {
        of: Box<Expression>,
        steps: Vec<Step>,
    },
    /// The value of `each` for every item.
    Splat {
        of: Box<Expression>,
        each: Box<Expression>,
    },
    Call,
    Tuple(Vec<Expression>),
    Object(Vec<(Key, Expression)>),
    For(Box<For>),
    Negate(Box<Expression>),
    Not(Box<Expression>),
    /// Operators of the same rank, from left to right.
    Binary {
        first: Box<Expression>,
        rest: Vec<(Operator, Expression)>,
    },
    Conditional(Box<[Expression; 3]>),
}

#[derive(Debug)]
pub(crate) enum Step {
    Attribute(String),
    Index(Expression),
}

/// The key of an entry of an object.
#[derive(Debug)]
pub(crate) enum Key {
    /// A name that stands for itself.
    Name(String),
    Computed(Expression),
}

#[derive(Debug)]
pub(crate) struct For {
    pub(crate) key_name: Option<String>,
    pub(crate) value_name: String,
    pub(crate) collection: Expression,
    pub(crate) key: Option<Expression>,
    pub(crate) value: Expression,
    pub(crate) condition: Option<Expression>,
    pub(crate) is_object: bool,
    pub(crate) is_grouping: bool,
}

#[derive(Debug)]
pub(crate) enum Part {
    Text(String),
    Value(Expression),
    If { condition: Expression, then: Vec<Part>, otherwise: Vec<Part> },
    For { key_name: Option<String>, value_name: String, collection: Expression, parts: Vec<Part> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl Expression {
    pub(super) fn new(kind: Node, place: Range<usize>) -> Self {
        Self { place, kind }
    }

    pub(super) fn broken(place: Range<usize>) -> Self {
        Self::new(Node::Broken, place)
    }
}
