//! Computing what is known before the run.

use value::Value;

use super::Rewriter;
use crate::exprlang::builtin::Loop;
use crate::exprlang::error::{CompileError, Problem};
use crate::exprlang::operate;
use crate::exprlang::syntax::{Arguments, Binary, Call, Id, Node, Unary};

impl Rewriter<'_> {
    /// Folds all nodes once; whether anything changed.
    pub(super) fn fold_once(&mut self) -> Result<bool, CompileError> {
        let mut changed = false;
        for id in self.tree.ids() {
            changed |= self.fold(id)?;
        }
        Ok(changed)
    }

    fn fold(&mut self, id: Id) -> Result<bool, CompileError> {
        let folded = match *self.node(id) {
            Node::Unary { operator, operand } => unary(operator, self.node(operand)),
            Node::Binary { operator: operator @ (Binary::And | Binary::Or), left, right } => {
                return Ok(self.fold_logic(id, operator, left, right));
            }
            Node::Binary { operator: Binary::Remainder, right, left }
                if self.int(right) == Some(0) && self.int(left).is_some() =>
            {
                return Err(CompileError { problem: Problem::DivisionByZero, place: self.tree.place(id) });
            }
            Node::Binary { operator, left, right } => binary(operator, self.node(left), self.node(right)),
            Node::List(items) => self.constant(items),
            Node::Builtin(call) => return Ok(self.filter_of_filter(id, call)),
            _ => None,
        };
        let Some(folded) = folded else { return Ok(false) };
        self.tree.replace(id, folded);
        Ok(true)
    }

    /// `true && x` is `x`, whatever that is; `x && false` is false without looking at `x`.
    fn fold_logic(&mut self, id: Id, operator: Binary, left: Id, right: Id) -> bool {
        let neutral = operator == Binary::And;
        match (truth(self.node(left)), truth(self.node(right))) {
            (Some(truth), _) if truth == neutral => self.tree.replace_with(id, right),
            (_, Some(truth)) if truth == neutral => self.tree.replace_with(id, left),
            (Some(_), _) | (_, Some(_)) => self.tree.replace(id, Node::Bool(!neutral)),
            (None, None) => return false,
        }
        true
    }

    /// A list of literals is the same list every time.
    fn constant(&self, items: Arguments) -> Option<Node> {
        let items = self.tree.arguments(items);
        if items.is_empty() {
            return None;
        }
        let literal = |id: &Id| match self.node(*id) {
            Node::Int(number) => Some(Value::Int(*number)),
            Node::Float(number) => Some(Value::Float(*number)),
            Node::Text(text) => Some(Value::from(text.clone())),
            Node::Bool(truth) => Some(Value::Bool(*truth)),
            _ => None,
        };
        let items: Option<Vec<Value>> = items.iter().map(literal).collect();
        items.map(|items| Node::Constant(items.into()))
    }

    /// `filter(filter(list, a), b)` becomes `filter(list, a && b)`.
    fn filter_of_filter(&mut self, id: Id, outer: Call) -> bool {
        if outer.builtin.looping() != Some(Loop::Filter) {
            return false;
        }
        let &[list, outer_predicate] = self.tree.arguments(outer.arguments) else { return false };
        let Node::Builtin(inner) = *self.node(list) else { return false };
        if inner.builtin.looping() != Some(Loop::Filter) {
            return false;
        }
        let &[list, inner_predicate] = self.tree.arguments(inner.arguments) else { return false };
        let both = Node::Binary { operator: Binary::And, left: inner_predicate, right: outer_predicate };
        let place = self.tree.place(outer_predicate);
        let both = self.add(both, place);
        let arguments = self.tree.add_arguments(&[list, both]);
        self.tree.replace(id, Node::Builtin(Call { arguments, ..outer }));
        true
    }
}

fn truth(node: &Node) -> Option<bool> {
    if let Node::Bool(truth) = node { Some(*truth) } else { None }
}

fn unary(operator: Unary, operand: &Node) -> Option<Node> {
    Some(match (operator, operand) {
        (Unary::Minus, Node::Int(number)) => Node::Int(number.wrapping_neg()),
        (Unary::Minus, Node::Float(number)) => Node::Float(-number),
        (Unary::Plus, Node::Int(number)) => Node::Int(*number),
        (Unary::Plus, Node::Float(number)) => Node::Float(*number),
        (Unary::Not, Node::Bool(truth)) => Node::Bool(!truth),
        _ => return None,
    })
}

fn binary(operator: Binary, left: &Node, right: &Node) -> Option<Node> {
    match (operator, left, right) {
        (Binary::Equal, Node::Int(a), Node::Int(b)) => Some(Node::Bool(a == b)),
        (Binary::Equal, Node::Text(a), Node::Text(b)) => Some(Node::Bool(a == b)),
        (Binary::Equal, Node::Bool(a), Node::Bool(b)) => Some(Node::Bool(a == b)),
        (Binary::Add, Node::Text(a), Node::Text(b)) => Some(Node::Text(format!("{a}{b}").into())),
        _ => arithmetic(operator, &number(left)?, &number(right)?),
    }
}

fn arithmetic(operator: Binary, left: &Value, right: &Value) -> Option<Node> {
    let result = match operator {
        Binary::Add => operate::add_numbers(left, right)?,
        Binary::Subtract => operate::subtract(left, right).ok()?,
        Binary::Multiply => operate::multiply(left, right).ok()?,
        Binary::Divide => operate::divide(left, right).ok()?,
        Binary::Power => operate::power(left, right).ok()?,
        Binary::Remainder => operate::remainder(left, right).ok()?,
        _ => return None,
    };
    match result {
        Value::Int(number) => Some(Node::Int(number)),
        Value::Float(number) => Some(Node::Float(number)),
        _ => None,
    }
}

fn number(node: &Node) -> Option<Value> {
    match node {
        Node::Int(number) => Some(Value::Int(*number)),
        Node::Float(number) => Some(Value::Float(*number)),
        _ => None,
    }
}
