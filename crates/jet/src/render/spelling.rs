//! Expressions as the original writes them in messages: normal blanks, no parentheses.

use super::runtime::Runtime;
use crate::ast::{Arguments, Command, Expr, ExprKind, Operations, Operator, Parameter};
use crate::source::Source;

impl Runtime<'_> {
    pub(super) fn spell(&self, expr: &Expr) -> String {
        spell(expr, &self.source)
    }

    /// Operands up to a number of operations.
    pub(super) fn spell_left(&self, operations: &Operations, count: usize) -> String {
        spell_operations(operations, count, &self.source)
    }

    pub(super) fn spell_command(&self, command: &Command) -> String {
        let base = self.spell(&command.base);
        match &command.arguments {
            Some(arguments) => format!("{base}({})", spell_arguments(arguments, &self.source)),
            None => base,
        }
    }
}

/// The parameters of a block.
pub(super) fn spell_parameters(parameters: &[Parameter], source: &Source) -> String {
    let all: Vec<String> = parameters
        .iter()
        .map(|parameter| {
            let value = parameter.value.as_ref().map(|value| spell(value, source));
            match (&parameter.name, value) {
                (Some(name), Some(value)) => format!("{}={value}", name.text()),
                (Some(name), None) => name.text().to_owned(),
                (None, value) => value.unwrap_or_default(),
            }
        })
        .collect();
    all.join(",")
}

fn spell(expr: &Expr, source: &Source) -> String {
    let verbatim = || String::from_utf8_lossy(source.slice(expr.at)).into_owned();
    match &expr.kind {
        ExprKind::Text(_) | ExprKind::Number(_) | ExprKind::Imaginary => verbatim(),
        ExprKind::Nil => "nil".to_owned(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Context => ".".to_owned(),
        ExprKind::Variable(name) => name.text().to_owned(),
        ExprKind::Underscore => "_".to_owned(),
        ExprKind::Field(path) => format!(".{}", path.join(".")),
        ExprKind::Chain(base, path) => {
            format!("{}.{}", spell(base, source), path.join("."))
        }
        ExprKind::Index(base, index) => format!("{}[{}]", spell(base, source), spell(index, source)),
        ExprKind::Slice(slice) => {
            let bound = |bound: &Option<Expr>| bound.as_ref().map(|bound| spell(bound, source)).unwrap_or_default();
            format!("{}[{}:{}]", spell(&slice.base, source), bound(&slice.from), bound(&slice.to))
        }
        ExprKind::Call(base, arguments) => {
            format!("{}({})", spell(base, source), spell_arguments(arguments, source))
        }
        ExprKind::Not(inner) => format!("!{}", spell(inner, source)),
        ExprKind::Sign(sign, operand) => {
            let sign = if *sign == Operator::Subtract { "-" } else { "+" };
            format!("%!s(<nil>) {sign} {}", spell(operand, source))
        }
        ExprKind::Additive(all) | ExprKind::Multiplicative(all) | ExprKind::Order(all) => {
            spell_operations(all, all.rest.len(), source)
        }
        ExprKind::Equality(all) | ExprKind::Logical(all) => spell_operations(all, all.rest.len(), source),
        ExprKind::Ternary(ternary) => {
            let mut text = String::new();
            for (condition, chosen) in &ternary.arms {
                text += &spell(condition, source);
                text.push('?');
                text += &spell(chosen, source);
                text.push(':');
            }
            text + &spell(&ternary.otherwise, source)
        }
    }
}

fn spell_arguments(arguments: &Arguments, source: &Source) -> String {
    let all: Vec<String> = arguments.items.iter().map(|item| spell(item, source)).collect();
    all.join(", ")
}

fn spell_operations(operations: &Operations, count: usize, source: &Source) -> String {
    let mut text = spell(&operations.first, source);
    for operation in &operations.rest[..count] {
        text.push(' ');
        text += &String::from_utf8_lossy(source.slice(operation.at));
        text.push(' ');
        text += &spell(&operation.operand, source);
    }
    text
}
