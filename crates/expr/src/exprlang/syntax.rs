//! The syntax tree: nodes in one list, children before their parents. Passes over it need no recursion.

use std::sync::Arc;

use super::Place;
use super::builtin::{Builtin, Loop};

/// The position of a node in the tree.
pub(crate) type Id = u32;

/// A run of ids in the tree's list of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arguments {
    start: u32,
    length: u32,
}

/// One node.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Arc<str>),
    Bytes(Arc<[u8]>),
    /// A list of literals, made by rewriting.
    Constant(value::Value),
    /// The right side of `in` that became a set, made by rewriting.
    Set(Arc<super::rewrite::Set>),
    /// A name of the environment; the place says which one.
    Name(Arc<str>),
    /// `$env`, all names of the environment.
    Everything,
    /// A name that `let` declared.
    Local {
        slot: u32,
        /// The value that it was given.
        value: Id,
    },
    Unary {
        operator: Unary,
        operand: Id,
    },
    Binary {
        operator: Binary,
        left: Id,
        right: Id,
    },
    /// Where a chain of `?.` ends when something in it is nil.
    Chain(Id),
    /// `a.name`, and `a["name"]`, which is the same.
    Member {
        base: Id,
        name: Arc<str>,
        optional: bool,
    },
    Index {
        base: Id,
        index: Id,
        optional: bool,
    },
    Slice {
        base: Id,
        from: Option<Id>,
        to: Option<Id>,
    },
    /// `a.name(…)`.
    Method {
        base: Id,
        name: Arc<str>,
        optional: bool,
        arguments: Arguments,
    },
    /// `name(…)` where the name is no builtin.
    Call {
        callee: Callee,
        arguments: Arguments,
    },
    Builtin(Call),
    Pointer {
        name: Pointer,
        /// What is looped over.
        collection: Id,
        /// The function that loops.
        owner: Loop,
    },
    Let {
        slot: u32,
        value: Id,
        body: Id,
    },
    Sequence(Arguments),
    Conditional {
        condition: Id,
        then: Id,
        otherwise: Id,
    },
    List(Arguments),
    /// Keys and values in turn.
    Map(Arguments),
}

/// A call of a builtin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Call {
    pub(crate) builtin: Builtin,
    pub(crate) arguments: Arguments,
    /// What becomes of each item that is found, made by rewriting `map(filter(…))`.
    pub(crate) map: Option<Id>,
    /// Whether finding nothing is an error, made by rewriting `filter(…)[0]`.
    pub(crate) throws: bool,
    /// How far `count` has to count, made by rewriting `count(…) > n`.
    pub(crate) threshold: Option<i64>,
}

/// What is called by name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Callee {
    /// A function, or something else, of the environment.
    Name(Arc<str>),
    /// What `let` declared.
    Local { slot: u32, value: Id },
    /// `$env`.
    Everything,
}

/// What a `#` stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pointer {
    Item,
    Index,
    Accumulator,
    /// Unknown, reported by the checker.
    Other(Arc<str>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Plus,
    Minus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    In,
    Matches,
    Contains,
    StartsWith,
    EndsWith,
    Range,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Coalesce,
}

impl Binary {
    /// How messages name it.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessEqual => "<=",
            Self::GreaterEqual => ">=",
            Self::In => "in",
            Self::Matches => "matches",
            Self::Contains => "contains",
            Self::StartsWith => "startsWith",
            Self::EndsWith => "endsWith",
            Self::Range => "..",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::Power => "**",
            Self::Coalesce => "??",
        }
    }
}

/// A syntax tree.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    places: Vec<Place>,
    /// The first node of the part that ends with a node: everything between belongs to it.
    firsts: Vec<Id>,
    arguments: Vec<Id>,
    pub(crate) root: Id,
    /// How many slots `let` needs.
    pub(crate) locals: u32,
    /// Names that `let` declared, in the order of slots, with the node of the declaration.
    pub(crate) declarations: Vec<Declaration>,
}

/// A name that `let` declared.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub(crate) name: Arc<str>,
    pub(crate) place: Place,
    /// Whether an outer `let` has the same name.
    pub(crate) shadows: bool,
}

impl Tree {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All ids, children before parents as long as nothing was rewritten.
    pub(crate) fn ids(&self) -> std::ops::Range<Id> {
        0..id(self.nodes.len())
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn place(&self, id: Id) -> Place {
        self.places[id as usize]
    }

    /// The first node of the part that ends with this node.
    pub(crate) fn first(&self, id: Id) -> Id {
        self.firsts[id as usize]
    }

    pub(crate) fn arguments(&self, arguments: Arguments) -> &[Id] {
        &self.arguments[arguments.start as usize..][..arguments.length as usize]
    }

    /// Adds a node whose part of the tree begins at `first`, or at the node itself.
    pub(crate) fn add(&mut self, node: Node, place: Place, first: Id) -> Id {
        let new = id(self.nodes.len());
        self.nodes.push(node);
        self.places.push(place);
        self.firsts.push(first.min(new));
        new
    }

    /// Adds a node that rewriting made.
    pub(crate) fn add_rewritten(&mut self, node: Node, place: Place) -> Id {
        self.add(node, place, Id::MAX)
    }

    pub(crate) fn add_arguments(&mut self, ids: &[Id]) -> Arguments {
        let start = id(self.arguments.len());
        self.arguments.extend_from_slice(ids);
        Arguments { start, length: id(ids.len()) }
    }

    /// Puts the children of a node at the end of a list.
    pub(crate) fn children(&self, id: Id, children: &mut Vec<Id>) {
        let arguments = |arguments: &Arguments| self.arguments(*arguments).iter().copied();
        match self.node(id) {
            Node::Unary { operand: child, .. } | Node::Chain(child) | Node::Member { base: child, .. } => {
                children.push(*child);
            }
            Node::Binary { left, right, .. } | Node::Index { base: left, index: right, .. } => {
                children.extend([*left, *right]);
            }
            Node::Slice { base, from, to } => children.extend([Some(*base), *from, *to].into_iter().flatten()),
            Node::Method { base, arguments: list, .. } => {
                children.push(*base);
                children.extend(arguments(list));
            }
            Node::Builtin(call) => children.extend(arguments(&call.arguments).chain(call.map)),
            Node::Call { arguments: list, .. } | Node::Sequence(list) | Node::List(list) | Node::Map(list) => {
                children.extend(arguments(list));
            }
            Node::Let { value, body, .. } => children.extend([*value, *body]),
            Node::Conditional { condition, then, otherwise } => children.extend([*condition, *then, *otherwise]),
            _ => {}
        }
    }

    /// Whether two nodes are the same apart from their children.
    pub(crate) fn same_shape(&self, a: Id, b: Id) -> bool {
        match (self.node(a), self.node(b)) {
            (Node::Unary { operator: a, .. }, Node::Unary { operator: b, .. }) => a == b,
            (Node::Binary { operator: a, .. }, Node::Binary { operator: b, .. }) => a == b,
            (Node::Member { name: a, optional: c, .. }, Node::Member { name: b, optional: d, .. })
            | (Node::Method { name: a, optional: c, .. }, Node::Method { name: b, optional: d, .. }) => {
                a == b && c == d
            }
            (Node::Index { optional: a, .. }, Node::Index { optional: b, .. }) => a == b,
            (Node::Slice { from: a, to: c, .. }, Node::Slice { from: b, to: d, .. }) => {
                a.is_some() == b.is_some() && c.is_some() == d.is_some()
            }
            (Node::Call { callee: a, .. }, Node::Call { callee: b, .. }) => a == b,
            (Node::Builtin(a), Node::Builtin(b)) => a.builtin == b.builtin,
            (Node::Pointer { name: a, .. }, Node::Pointer { name: b, .. }) => a == b,
            (Node::Let { .. }, Node::Let { .. })
            | (Node::Chain(_), Node::Chain(_))
            | (Node::Sequence(_), Node::Sequence(_))
            | (Node::Conditional { .. }, Node::Conditional { .. })
            | (Node::List(_), Node::List(_))
            | (Node::Map(_), Node::Map(_)) => true,
            (a, b) => a == b,
        }
    }

    /// Puts another node in the place of one.
    pub(crate) fn replace(&mut self, id: Id, node: Node) {
        self.nodes[id as usize] = node;
    }

    /// Puts what `other` is in the place of a node.
    pub(crate) fn replace_with(&mut self, id: Id, other: Id) {
        self.nodes[id as usize] = self.nodes[other as usize].clone();
        self.places[id as usize] = self.places[other as usize];
    }
}

impl Arguments {
    pub(crate) fn len(self) -> usize {
        self.length as usize
    }
}

fn id(position: usize) -> Id {
    u32::try_from(position).expect("the number of nodes is limited")
}
