//! Operations.

use std::sync::Arc;

use value::Value;

use crate::cel::check::Message;
use crate::cel::library::{Cost, Declared, Patterns};
use crate::cel::syntax::{Operator, Place};

/// An operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpId(pub(super) u32);

/// Several operations that stand one after the other in the list of children.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ops {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// One step of an expression.
pub(crate) enum Op {
    Constant(Value),
    /// A constant that was computed once, at the cost that computing it has every time.
    Folded {
        value: Value,
        cost: u64,
    },
    Attribute(Attribute),
    /// Whether the last step of an attribute is there.
    Has(Attribute),
    And(OpId, OpId),
    Or(OpId, OpId),
    Conditional {
        condition: OpId,
        yes: OpId,
        no: OpId,
    },
    Not(OpId),
    Negate(OpId),
    Equal {
        left: OpId,
        right: OpId,
        negate: bool,
    },
    Binary {
        operator: Operator,
        left: OpId,
        right: OpId,
        cost: Cost,
    },
    Call(Box<Call>),
    /// An optional, or another one when it has no value.
    OptionalOr(OpId, OpId),
    /// The value of an optional, or another value.
    OptionalOrValue(OpId, OpId),
    List {
        items: Ops,
        optional: Option<Box<[bool]>>,
    },
    /// Keys and values in turn.
    Map {
        entries: Ops,
        optional: Option<Box<[bool]>>,
    },
    Message(Box<MessageOp>),
    Loop(Box<Loop>),
    /// A name for a value that is computed when it is first needed.
    Bind {
        slot: u32,
        value: OpId,
        body: OpId,
    },
}

/// A variable, or a computed value, with fields and indexes.
pub(crate) struct Attribute {
    pub(crate) root: Root,
    pub(super) qualifiers: (u32, u32),
    /// Whether all qualifiers are constants.
    pub(crate) fixed: bool,
}

/// Where an attribute begins.
#[derive(Debug, Clone)]
pub(crate) enum Root {
    /// A variable from outside.
    Variable(Arc<str>),
    /// The item of a loop or the value of a name.
    Slot(u32),
    /// A value that is computed. A condition has no cost of its own.
    Operand { op: OpId, free: bool },
}

/// A field or an index.
pub(crate) struct Qualifier {
    pub(crate) key: Key,
    pub(crate) optional: bool,
    pub(crate) place: Place,
}

/// What a field or an index is.
pub(crate) enum Key {
    Field(Arc<str>),
    Constant(Value),
    Computed(OpId),
}

/// A call of a function.
pub(crate) struct Call {
    pub(crate) function: Arc<Declared>,
    /// The overload, if the types left only one.
    pub(crate) overload: Option<usize>,
    pub(crate) arguments: Ops,
    /// Whether all arguments are computed even after one has failed.
    pub(crate) eager: bool,
}

/// A well-known message.
pub(crate) struct MessageOp {
    pub(crate) message: Message,
    pub(crate) name: Box<str>,
    pub(crate) fields: Vec<(Box<str>, OpId, bool)>,
}

/// A loop over a list or the keys of a map.
pub(crate) struct Loop {
    pub(crate) range: OpId,
    pub(crate) slot: u32,
    pub(crate) kind: LoopKind,
}

/// What a loop computes.
pub(crate) enum LoopKind {
    All(OpId),
    Exists(OpId),
    ExistsOne(OpId),
    Map { filter: Option<OpId>, transform: OpId },
    Filter(OpId),
}

/// All operations of an expression.
pub(crate) struct Plan {
    pub(super) ops: Vec<Op>,
    pub(super) places: Vec<Place>,
    pub(super) children: Vec<OpId>,
    pub(super) qualifiers: Vec<Qualifier>,
    pub(crate) root: OpId,
    /// Regular expressions that stand in the text.
    pub(crate) patterns: Patterns,
    /// How many loops and names for values there are.
    pub(crate) slots: u32,
}

impl Plan {
    pub(crate) fn op(&self, id: OpId) -> &Op {
        &self.ops[id.0 as usize]
    }

    /// The variables from outside that it names; one that is named twice comes twice.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.ops.iter().filter_map(|op| match op {
            Op::Attribute(Attribute { root: Root::Variable(name), .. })
            | Op::Has(Attribute { root: Root::Variable(name), .. }) => Some(&**name),
            _ => None,
        })
    }

    pub(crate) fn place(&self, id: OpId) -> Place {
        self.places[id.0 as usize]
    }

    pub(crate) fn ops(&self, ops: Ops) -> &[OpId] {
        &self.children[ops.start as usize..(ops.start + ops.len) as usize]
    }

    pub(crate) fn qualifiers(&self, attribute: &Attribute) -> &[Qualifier] {
        let (start, len) = attribute.qualifiers;
        &self.qualifiers[start as usize..(start + len) as usize]
    }
}
