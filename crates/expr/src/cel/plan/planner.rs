//! From a checked tree to operations.

use std::sync::Arc;

use value::Value;

use super::op::{Attribute, Call, Key, Loop, LoopKind, MessageOp, Op, OpId, Ops, Plan, Qualifier, Root};
use crate::cel::cause::Cause;
use crate::cel::check::{Checked, Message, Use};
use crate::cel::library::{Cost, Guard, Patterns, pattern_argument};
use crate::cel::problem::{CompileError, Problem, Problems};
use crate::cel::syntax::{self, Entry, Fold, FoldKind, Id, Item, Node, Operator, Place};
use crate::cel::values::type_name;

/// Makes a plan of a tree that was checked.
pub(crate) fn plan(checked: &Checked<'_, '_>) -> Result<Plan, CompileError> {
    let count = checked.ast.len();
    let plan = Plan {
        ops: Vec::with_capacity(count),
        places: Vec::with_capacity(count),
        children: Vec::with_capacity(count),
        qualifiers: Vec::new(),
        root: OpId(0),
        patterns: Patterns::default(),
        slots: checked.slots,
    };
    let mut planner = Planner { checked, plan, done: vec![None; count], problems: Problems::default() };
    let root = planner.node(checked.ast.root);
    if !planner.problems.is_empty() {
        return Err(planner.problems.into());
    }
    planner.plan.root = root;
    Ok(planner.plan)
}

struct Planner<'c, 'a, 'e> {
    checked: &'c Checked<'a, 'e>,
    plan: Plan,
    /// What was made of the nodes; those that two parents share are planned once.
    done: Vec<Option<OpId>>,
    problems: Problems,
}

impl<'e> Planner<'_, '_, 'e> {
    fn node(&mut self, id: Id) -> OpId {
        if let Some(done) = self.done[id.0 as usize] {
            return done;
        }
        let op = self.make(id);
        let place = self.checked.ast.place(id);
        let op = self.push(op, place);
        self.plan.fold(op);
        self.done[id.0 as usize] = Some(op);
        op
    }

    fn push(&mut self, op: Op, place: Place) -> OpId {
        let id = OpId(syntax::narrow(self.plan.ops.len()));
        self.plan.ops.push(op);
        self.plan.places.push(place);
        id
    }

    fn keep(&mut self, ops: &[OpId]) -> Ops {
        let start = syntax::narrow(self.plan.children.len());
        self.plan.children.extend_from_slice(ops);
        Ops { start, len: syntax::narrow(ops.len()) }
    }

    fn used(&self, id: Id) -> &Use<'e> {
        &self.checked.uses[id.0 as usize]
    }

    fn make(&mut self, id: Id) -> Op {
        let checked = self.checked;
        if let Use::Constant(value) = self.used(id) {
            return Op::Constant(value.clone());
        }
        match checked.ast.node(id) {
            Node::Literal(value) => Op::Constant(value.clone()),
            Node::Select { operand, field, test: true } => {
                let place = checked.ast.place(id);
                let key = Key::Field((*field).into());
                Op::Has(self.attribute(*operand, Some(Qualifier { key, optional: false, place })))
            }
            Node::Ident { .. } | Node::Select { .. } => Op::Attribute(self.attribute(id, None)),
            Node::Operator { operator, operands } => self.operator(id, *operator, checked.ast.ids(*operands)),
            Node::Call(call) => self.call(id, *call),
            Node::List(items) => self.list(items),
            Node::Map(entries) => self.map(entries),
            Node::Message { name, fields } => self.message(name, fields),
            Node::Fold(fold) => self.fold(id, fold),
            Node::Invalid => Op::Constant(Value::Null),
        }
    }

    fn operator(&mut self, id: Id, operator: Operator, operands: &[Id]) -> Op {
        match operator {
            Operator::Index | Operator::OptionalIndex | Operator::OptionalSelect => {
                return Op::Attribute(self.attribute(id, None));
            }
            _ => {}
        }
        let ops: Vec<OpId> = operands.iter().map(|operand| self.node(*operand)).collect();
        match (operator, &ops[..]) {
            (Operator::And, [left, right]) => Op::And(*left, *right),
            (Operator::Or, [left, right]) => Op::Or(*left, *right),
            (Operator::Conditional, [condition, yes, no]) => {
                Op::Conditional { condition: *condition, yes: *yes, no: *no }
            }
            (Operator::Not, [operand]) => Op::Not(*operand),
            (Operator::Negate, [operand]) => Op::Negate(*operand),
            (Operator::Equals | Operator::NotEquals, [left, right]) => {
                Op::Equal { left: *left, right: *right, negate: operator == Operator::NotEquals }
            }
            (_, [left, right]) => {
                let cost = match self.used(id) {
                    Use::Overload(Some(signature)) => signature.cost,
                    _ => Cost::One,
                };
                Op::Binary { operator, left: *left, right: *right, cost }
            }
            // Only the expansion of loops has other operators, and loops are planned as a whole.
            _ => Op::Constant(Value::Null),
        }
    }

    fn call(&mut self, id: Id, call: syntax::Call<'_>) -> Op {
        let Use::Function { declared, overload, method } = self.used(id).clone() else {
            return Op::Constant(Value::Null);
        };
        let target = call.target.filter(|_| method);
        let nodes: Vec<Id> = target.iter().chain(self.checked.ast.ids(call.arguments)).copied().collect();
        let arguments: Vec<OpId> = nodes.iter().map(|node| self.node(*node)).collect();
        match (declared.name, &arguments[..]) {
            ("or", [left, right]) => return Op::OptionalOr(*left, *right),
            ("orValue", [left, right]) => return Op::OptionalOrValue(*left, *right),
            _ => {}
        }
        if let Some(at) = pattern_argument(declared.name)
            && let Some(Op::Constant(Value::String(pattern))) = arguments.get(at).map(|op| self.plan.op(*op))
        {
            let pattern = Arc::clone(pattern);
            self.plan.patterns.plan(&pattern);
        }
        let one_body =
            declared.overloads.len() == 1 || declared.overloads.iter().all(|other| other.guard == Guard::Own);
        let eager = arguments.len() == 2 && (overload.is_some() || one_body);
        let arguments = self.keep(&arguments);
        Op::Call(Box::new(Call { function: Arc::clone(declared), overload, arguments, eager }))
    }

    fn list(&mut self, items: &[Item]) -> Op {
        let ops: Vec<OpId> = items.iter().map(|item| self.node(item.value)).collect();
        let optional = flags(items.iter().map(|item| item.optional));
        Op::List { items: self.keep(&ops), optional }
    }

    fn map(&mut self, entries: &[Entry]) -> Op {
        let ops: Vec<OpId> =
            entries.iter().flat_map(|entry| [entry.key, entry.value]).map(|node| self.node(node)).collect();
        let optional = flags(entries.iter().map(|entry| entry.optional));
        Op::Map { entries: self.keep(&ops), optional }
    }

    fn message(&mut self, name: &str, fields: &[syntax::Field<'_>]) -> Op {
        let name = name.trim_start_matches('.');
        let message = Message::find(name).expect("the checker knows the message");
        let fields = fields.iter().map(|field| (field.name.into(), self.node(field.value), field.optional)).collect();
        Op::Message(Box::new(MessageOp { message, name: name.into(), fields }))
    }

    fn fold(&mut self, id: Id, fold: &Fold<'_>) -> Op {
        let Use::Fold(slot) = *self.used(id) else { return Op::Constant(Value::Null) };
        let kind = match fold.kind {
            FoldKind::Bind => {
                let (value, body) = (self.node(fold.initial), self.node(fold.result));
                return Op::Bind { slot, value, body };
            }
            FoldKind::All { predicate } => LoopKind::All(self.node(predicate)),
            FoldKind::Exists { predicate } => LoopKind::Exists(self.node(predicate)),
            FoldKind::ExistsOne { predicate } => LoopKind::ExistsOne(self.node(predicate)),
            FoldKind::Filter { predicate } => LoopKind::Filter(self.node(predicate)),
            FoldKind::Map { filter, transform } => {
                LoopKind::Map { filter: filter.map(|filter| self.node(filter)), transform: self.node(transform) }
            }
        };
        Op::Loop(Box::new(Loop { range: self.node(fold.range), slot, kind }))
    }

    /// A chain of fields and indexes, down to where it begins; `last` comes after all of them.
    fn attribute(&mut self, id: Id, last: Option<Qualifier>) -> Attribute {
        let mut qualifiers: Vec<Qualifier> = last.into_iter().collect();
        let mut at = id;
        while let Some((operand, qualifier)) = self.qualifier(at) {
            qualifiers.push(qualifier);
            at = operand;
        }
        let root = self.root(at);
        let fixed = !qualifiers.iter().any(|qualifier| matches!(qualifier.key, Key::Computed(_)));
        let start = syntax::narrow(self.plan.qualifiers.len());
        let len = syntax::narrow(qualifiers.len());
        self.plan.qualifiers.extend(qualifiers.into_iter().rev());
        Attribute { root, qualifiers: (start, len), fixed }
    }

    /// The last field or index of a chain, and what stands before it.
    fn qualifier(&mut self, id: Id) -> Option<(Id, Qualifier)> {
        let checked = self.checked;
        if matches!(self.used(id), Use::Constant(_)) {
            return None;
        }
        let place = checked.ast.place(id);
        let place = Place { start: place.mark, ..place };
        match checked.ast.node(id) {
            Node::Select { operand, field, test: false } => {
                Some((*operand, Qualifier { key: Key::Field((*field).into()), optional: false, place }))
            }
            Node::Operator { operator, operands } => {
                let optional = match operator {
                    Operator::Index => false,
                    Operator::OptionalIndex | Operator::OptionalSelect => true,
                    _ => return None,
                };
                let operands = checked.ast.ids(*operands);
                let key = self.key(operands[1]);
                Some((operands[0], Qualifier { key, optional, place }))
            }
            _ => None,
        }
    }

    fn key(&mut self, id: Id) -> Key {
        let checked = self.checked;
        let ((Use::Constant(constant), _) | (_, Node::Literal(constant))) = (self.used(id), checked.ast.node(id))
        else {
            return Key::Computed(self.node(id));
        };
        match constant {
            Value::String(text) => Key::Field(Arc::clone(text)),
            Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Float(_) => Key::Constant(constant.clone()),
            _ => {
                let cause = Cause::InvalidQualifier { of: type_name(constant).to_string() };
                self.problems.push(|| Problem::check(cause, checked.ast.place(id)));
                Key::Constant(Value::Null)
            }
        }
    }

    fn root(&mut self, id: Id) -> Root {
        match (self.used(id), self.checked.ast.node(id)) {
            (Use::Local(slot), _) => Root::Slot(*slot),
            (Use::Variable, Node::Ident { name, .. }) => Root::Variable((*name).into()),
            _ => {
                let op = self.node(id);
                Root::Operand { op, free: matches!(self.plan.op(op), Op::Conditional { .. }) }
            }
        }
    }
}

/// The flags, if any of them is set.
fn flags(flags: impl Iterator<Item = bool>) -> Option<Box<[bool]>> {
    let flags: Box<[bool]> = flags.collect();
    flags.contains(&true).then_some(flags)
}
