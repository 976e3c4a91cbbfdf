//! What templates are compiled to: instructions for a machine with a stack of values. Names are resolved, literals are
//! values of the types that their functions want, and mistakes that can be seen in advance are instructions that raise
//! them when they are reached, as Go does.

use value::Value;

use crate::builtin::Builtin;
use crate::function::Function;
use crate::go::Type;
use crate::parse::{Name, Names, NodeId};

/// One instruction. `node` is the node that Go's message would name if something went wrong here.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    /// Writes a part of the source.
    Text {
        node: NodeId,
    },
    /// Writes the value on top.
    Print {
        node: NodeId,
    },
    /// Pushes a constant.
    Constant {
        constant: u32,
        node: NodeId,
    },
    /// Pushes the value that is no value: what `nil` is for a parameter that takes anything.
    Nothing {
        node: NodeId,
    },
    /// Is at a node.
    At {
        node: NodeId,
    },
    /// Pushes the dot.
    Dot {
        node: NodeId,
        keep: Keep,
    },
    /// Pushes a variable.
    Variable {
        slot: u32,
        node: NodeId,
        keep: Keep,
    },
    /// Pushes what a chain of fields leads to.
    Fields {
        chain: u32,
    },
    /// Finds the method at the end of a chain; its arguments follow. Jumps over them when there is nothing to look in.
    Method {
        chain: u32,
        target: u32,
    },
    /// Checks the argument on top against a parameter of that method.
    MethodArgument {
        at: u32,
    },
    /// Pushes a literal as the type of a parameter of that method.
    MethodLiteral {
        at: u32,
        node: NodeId,
    },
    /// Calls that method.
    CallMethod {
        chain: u32,
    },
    /// Checks the value on top against a type.
    Check {
        of: u32,
    },
    /// Calls a function with the values on top.
    Call {
        site: u32,
    },
    /// Forgets that the value on top came out of an interface, as the end of a command does.
    Unwrap,
    /// Ends `and` and `or` early: jumps when the value on top has this truth, drops it when not.
    ShortCircuit {
        when: bool,
        over_final: bool,
        target: u32,
    },
    /// Declares a variable with the value on top, which stays there if it is used further.
    Declare {
        slot: u32,
        used: bool,
    },
    /// Gives the value on top to a variable that is declared.
    Assign {
        slot: u32,
        used: bool,
    },
    /// Forgets variables that are declared only if a part of a pipeline is reached.
    Undeclare {
        from: u32,
        to: u32,
    },
    /// Jumps when the value on top is not true.
    If {
        target: u32,
    },
    /// Makes the value on top the dot, or jumps when it is not true.
    With {
        target: u32,
    },
    /// Goes back to the dot before.
    EndWith,
    /// Begins to loop over the value on top.
    Range {
        range: u32,
    },
    /// Begins the next iteration, or ends the loop.
    Next {
        range: u32,
    },
    /// Ends the loop.
    Break {
        range: u32,
    },
    /// Goes on with the next iteration.
    Continue {
        range: u32,
    },
    /// Checks that another template can be called.
    Deeper {
        node: NodeId,
    },
    /// Calls another template with the value on top.
    Template {
        template: u32,
    },
    /// Ends a template.
    Return,
    Jump {
        target: u32,
    },
    /// Ends with an error, at this node or where the machine is.
    Raise {
        message: u32,
        node: Option<NodeId>,
    },
}

/// Whether a value still knows that it came out of an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// As an argument: Go's messages tell such values apart.
    Interface,
    /// At the end of a command.
    Concrete,
}

/// Where a chain of fields begins.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source {
    Dot,
    Variable(u32),
    Top,
}

/// Fields of a value, the last of which may be a method with arguments.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) source: Source,
    pub(crate) names: Names,
    /// How many of the names come before the fields: the variable.
    pub(crate) skip: usize,
    /// The node to name; none when it is the one where the machine is.
    pub(crate) node: Option<NodeId>,
    /// The node to name when a method fails.
    pub(crate) calling: NodeId,
    pub(crate) keep: Keep,
    /// How many arguments are written, without one from the pipeline.
    pub(crate) written: usize,
    /// Whether the pipeline gives an argument.
    pub(crate) has_final: bool,
}

impl Chain {
    /// A chain whose last field has no arguments.
    pub(crate) fn new(source: Source, names: &Names, node: Option<NodeId>, calling: NodeId, keep: Keep) -> Self {
        let skip = usize::from(matches!(source, Source::Variable(_)));
        Self { source, names: Names::clone(names), skip, node, calling, keep, written: 0, has_final: false }
    }

    /// The fields.
    pub(crate) fn fields(&self) -> &[Name] {
        &self.names[self.skip..]
    }
}

/// A call of a function.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) callee: Callee,
    /// How many values on the stack are arguments.
    pub(crate) count: usize,
    /// The type that the value from the pipeline must have, when there is one. It lies below the other arguments.
    pub(crate) last: Option<Type>,
    /// The node to name when that value does not fit and no argument is written.
    pub(crate) at: Option<NodeId>,
    /// The node to name when the function fails.
    pub(crate) node: NodeId,
    /// The first argument that is written, for `call`, which names it.
    pub(crate) first: Option<NodeId>,
    pub(crate) keep: Keep,
}

#[derive(Debug, Clone)]
pub(crate) enum Callee {
    Builtin(Builtin),
    Function(Box<Function>),
}

/// A loop.
#[derive(Debug)]
pub(crate) struct Range {
    pub(crate) index: Option<u32>,
    pub(crate) element: Option<u32>,
    /// Whether the variables are assigned, not declared.
    pub(crate) assigns: bool,
    pub(crate) body: u32,
    pub(crate) otherwise: u32,
    pub(crate) end: u32,
}

/// A compiled template.
#[derive(Debug)]
pub(crate) struct Routine {
    /// Where its instructions begin.
    pub(crate) entry: u32,
    /// How many variables it needs, `$` included.
    pub(crate) slots: u32,
}

/// A variable that may not be declared when it is reached, and the one that its name means then.
#[derive(Debug)]
pub(crate) struct Conditional {
    pub(crate) routine: u32,
    pub(crate) slot: u32,
    pub(crate) name: Name,
    pub(crate) before: Option<u32>,
}

/// All templates of a source.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) code: Vec<Op>,
    pub(crate) chains: Vec<Chain>,
    pub(crate) sites: Vec<Site>,
    pub(crate) ranges: Vec<Range>,
    pub(crate) constants: Vec<Value>,
    pub(crate) types: Vec<Type>,
    pub(crate) messages: Vec<Box<str>>,
    /// In the order of the trees.
    pub(crate) routines: Vec<Routine>,
    pub(crate) conditionals: Vec<Conditional>,
    pub(crate) main: usize,
    /// Whether a function that is called changes maps.
    pub(crate) changes_maps: bool,
}
