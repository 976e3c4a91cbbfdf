//! The tree of an expression, with macros expanded: nodes in one list, which name each other by their place in it.

use std::borrow::Cow;

use value::Value;

use super::operator::Operator;
use super::place::Place;

/// A node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Id(pub(crate) u32);

/// Several nodes that stand one after the other in the list of children.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ids {
    start: u32,
    len: u32,
}

impl Ids {
    pub(crate) const NONE: Self = Self { start: 0, len: 0 };
}

/// One operation.
#[derive(Debug)]
pub(crate) enum Node<'a> {
    Literal(Value),
    /// A name; `global` when a dot stands before it.
    Ident {
        name: &'a str,
        global: bool,
    },
    /// A field; with `test` only whether it is there.
    Select {
        operand: Id,
        field: &'a str,
        test: bool,
    },
    /// An operator with its operands.
    Operator {
        operator: Operator,
        operands: Ids,
    },
    Call(Call<'a>),
    List(Vec<Item>),
    Map(Vec<Entry>),
    Message {
        name: Cow<'a, str>,
        fields: Vec<Field<'a>>,
    },
    /// A loop, or a name for a value.
    Fold(Box<Fold<'a>>),
    /// What a mistake left; it has been reported.
    Invalid,
}

/// A call of a function by its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) name: &'a str,
    /// Where the name is.
    pub(crate) at: u32,
    /// Whether a dot stands before the name.
    pub(crate) global: bool,
    pub(crate) target: Option<Id>,
    pub(crate) arguments: Ids,
}

/// An item of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Item {
    pub(crate) value: Id,
    pub(crate) optional: bool,
}

/// An entry of a map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) key: Id,
    pub(crate) value: Id,
    pub(crate) optional: bool,
}

/// A field of a message.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) name: &'a str,
    pub(crate) place: Place,
    pub(crate) value: Id,
    pub(crate) optional: bool,
}

/// What a macro over a range stands for, as cel-go expands it: the checker follows the expansion, the planner looks at
/// `kind` and knows a shorter way to the same result.
#[derive(Debug)]
pub(crate) struct Fold<'a> {
    pub(crate) kind: FoldKind,
    pub(crate) range: Id,
    /// The name for each item.
    pub(crate) variable: &'a str,
    /// The name of the result so far.
    pub(crate) accumulator: &'a str,
    pub(crate) initial: Id,
    pub(crate) condition: Id,
    pub(crate) step: Id,
    pub(crate) result: Id,
}

/// Which macro it was, and the arguments that are computed for each item.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FoldKind {
    All {
        predicate: Id,
    },
    Exists {
        predicate: Id,
    },
    ExistsOne {
        predicate: Id,
    },
    Map {
        filter: Option<Id>,
        transform: Id,
    },
    Filter {
        predicate: Id,
    },
    /// The range is empty: the accumulator is a name for a value.
    Bind,
}

/// All nodes of an expression.
#[derive(Debug)]
pub(crate) struct Ast<'a> {
    nodes: Vec<Node<'a>>,
    places: Vec<Place>,
    heights: Vec<u32>,
    children: Vec<Id>,
    pub(crate) root: Id,
}

impl<'a> Ast<'a> {
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
            places: Vec::with_capacity(nodes),
            heights: Vec::with_capacity(nodes),
            children: Vec::with_capacity(nodes),
            root: Id(0),
        }
    }

    /// Adds a node. Its height is one more than that of its highest part.
    pub(crate) fn push(&mut self, node: Node<'a>, place: Place) -> Id {
        let height = self.height_of(&node);
        let id = Id(u32::try_from(self.nodes.len()).expect("a text below its limit has fewer nodes"));
        self.nodes.push(node);
        self.places.push(place);
        self.heights.push(height);
        id
    }

    /// Keeps several children together.
    pub(crate) fn keep(&mut self, ids: &[Id]) -> Ids {
        let start = u32::try_from(self.children.len()).expect("a text below its limit has fewer nodes");
        self.children.extend_from_slice(ids);
        Ids { start, len: u32::try_from(ids.len()).expect("a text below its limit has fewer nodes") }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: Id) -> &Node<'a> {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn place(&self, id: Id) -> Place {
        self.places[id.0 as usize]
    }

    /// How many levels of nodes there are from here down.
    pub(crate) fn height(&self, id: Id) -> u32 {
        self.heights[id.0 as usize]
    }

    pub(crate) fn ids(&self, ids: Ids) -> &[Id] {
        &self.children[ids.start as usize..(ids.start + ids.len) as usize]
    }

    fn height_of(&self, node: &Node<'_>) -> u32 {
        let of = |id: &Id| self.height(*id);
        let highest = |ids: &[Id]| ids.iter().map(of).max().unwrap_or(0);
        let below = match node {
            Node::Literal(_) | Node::Ident { .. } | Node::Invalid => 0,
            Node::Select { operand, .. } => of(operand),
            Node::Operator { operands, .. } => highest(self.ids(*operands)),
            Node::Call(call) => highest(self.ids(call.arguments)).max(call.target.as_ref().map_or(0, of)),
            Node::List(items) => items.iter().map(|item| of(&item.value)).max().unwrap_or(0),
            Node::Map(entries) => entries.iter().map(|entry| of(&entry.key).max(of(&entry.value))).max().unwrap_or(0),
            Node::Message { fields, .. } => fields.iter().map(|field| of(&field.value)).max().unwrap_or(0),
            Node::Fold(fold) => highest(&[fold.range, fold.initial, fold.condition, fold.step, fold.result]),
        };
        below + 1
    }
}
