//! What the parser makes: nodes in one flat store, so that no depth of nesting needs a deep stack to be walked or
//! dropped.

use std::collections::HashMap;
use std::sync::Arc;

use value::Value;

use super::number::Number;

/// A node in its [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeId(u32);

/// A part of the source: its first byte and the one past its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

#[derive(Debug)]
pub(crate) struct Node {
    /// The byte that Go's messages count line and column of; not always the first one.
    pub(crate) position: u32,
    /// What is written for it.
    pub(crate) extent: Extent,
    pub(crate) kind: NodeKind,
}

#[derive(Debug)]
pub(crate) enum NodeKind {
    Text,
    Action(NodeId),
    If(Branch),
    With(Branch),
    Range(Branch),
    Template(TemplateName, Option<NodeId>),
    Break,
    Continue,
    List(Box<[NodeId]>),
    Pipe(Pipe),
    Command(Box<[NodeId]>),
    Identifier(Name),
    /// The variable with its dollar sign, then fields.
    Variable(Names),
    Field(Names),
    /// Fields of a parenthesised pipeline or of what a function gives.
    Chain(NodeId, Names),
    Dot,
    Nil,
    Bool(bool),
    Number(Box<Number>),
    String(Value),
}

/// A name, stored once for all places that have it.
pub(crate) type Name = Arc<str>;

/// Names of fields, shared with the instructions that look them up.
pub(crate) type Names = Arc<[Name]>;

/// The name of a template; text that need not be UTF-8.
pub(crate) type TemplateName = Box<[u8]>;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Branch {
    pub(crate) pipe: NodeId,
    pub(crate) list: NodeId,
    pub(crate) otherwise: Option<NodeId>,
}

#[derive(Debug)]
pub(crate) struct Pipe {
    /// Whether the variables are assigned, not declared.
    pub(crate) assigns: bool,
    /// Nodes of kind [`NodeKind::Variable`].
    pub(crate) variables: Box<[NodeId]>,
    pub(crate) commands: Box<[NodeId]>,
}

/// A template: its name and its list.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) name: TemplateName,
    pub(crate) root: NodeId,
}

/// All nodes of one source.
#[derive(Debug, Default)]
pub(crate) struct Ast {
    nodes: Vec<Node>,
    trees: Vec<Tree>,
    names: HashMap<TemplateName, usize>,
    /// The template that the source itself is.
    pub(crate) outermost: usize,
    /// Whether a pipeline in parentheses declares or assigns variables; rare, and it costs.
    pub(crate) has_inner_variables: bool,
}

impl Ast {
    pub(crate) fn add(&mut self, position: u32, extent: Extent, kind: NodeKind) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("sources are shorter than four gigabytes");
        self.nodes.push(Node { position, extent, kind });
        NodeId(id)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn kind(&self, id: NodeId) -> &NodeKind {
        &self.node(id).kind
    }

    pub(crate) fn pipe(&self, id: NodeId) -> &Pipe {
        match self.kind(id) {
            NodeKind::Pipe(pipe) => pipe,
            _ => unreachable!("only pipelines are stored where a pipeline is expected"),
        }
    }

    /// The words of a command.
    pub(crate) fn command(&self, id: NodeId) -> &[NodeId] {
        match self.kind(id) {
            NodeKind::Command(words) => words,
            _ => unreachable!("pipelines consist of commands"),
        }
    }

    /// The nodes of a list.
    pub(crate) fn list(&self, id: NodeId) -> &[NodeId] {
        match self.kind(id) {
            NodeKind::List(nodes) => nodes,
            _ => unreachable!("only lists are stored where a list is expected"),
        }
    }

    /// The variable that a pipeline declares or assigns.
    pub(crate) fn variable(&self, id: NodeId) -> &Name {
        match self.kind(id) {
            NodeKind::Variable(names) => &names[0],
            _ => unreachable!("pipelines declare variables"),
        }
    }

    /// The templates in the order in which they were defined.
    pub(crate) fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// The template with this name.
    pub(crate) fn tree(&self, name: &[u8]) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Adds a template, or replaces the one with its name.
    pub(super) fn define(&mut self, name: TemplateName, root: NodeId) {
        if let Some(at) = self.tree(&name) {
            self.trees[at].root = root;
        } else {
            self.names.insert(name.clone(), self.trees.len());
            self.trees.push(Tree { name, root });
        }
    }
}

impl Extent {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        let narrow = |at| u32::try_from(at).expect("sources are shorter than four gigabytes");
        Self { start: narrow(start), end: narrow(end) }
    }

    pub(crate) fn to(self, end: Self) -> Self {
        Self { start: self.start.min(end.start), end: self.end.max(end.end) }
    }
}

/// Whether there is nothing but blanks: such a definition can be replaced.
pub(super) fn is_empty(ast: &Ast, source: &[u8], root: NodeId) -> bool {
    ast.list(root).iter().all(|id| {
        let node = ast.node(*id);
        let text = &source[node.extent.start as usize..node.extent.end as usize];
        matches!(node.kind, NodeKind::Text) && String::from_utf8_lossy(text).trim().is_empty()
    })
}
