//! Whether a text that happens to be an expression is meant as one.

use super::super::syntax::{Expression, Key, Node, Part, Step};

/// What references begin with.
pub(super) const ROOTS: [&str; 8] = ["var", "local", "module", "data", "each", "self", "count", "path"];

/// Whether an expression refers to something of Terraform, and to nothing else.
pub(super) fn refers(expression: &Expression) -> bool {
    let mut seen = Seen::default();
    seen.look(expression);
    seen.references > 0 && !seen.is_prose
}

/// What was seen in an expression.
#[derive(Default)]
struct Seen {
    references: usize,
    /// A word that means nothing to Terraform.
    is_prose: bool,
}

impl Seen {
    /// How deep expressions can be is bounded by the parser.
    fn look(&mut self, expression: &Expression) {
        match &expression.kind {
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Item => {}
            Node::Broken | Node::Variable(_) => self.is_prose = true,
            // Loops have names of their own.
            Node::Call | Node::For(_) => self.references += 1,
            Node::Template { parts, .. } => parts.iter().for_each(|part| self.part(part)),
            Node::Parens(inner) | Node::Negate(inner) | Node::Not(inner) => self.look(inner),
            Node::Steps { of, steps } => self.steps(of, steps),
            Node::Splat { of, .. } => self.splat(of),
            Node::Tuple(items) => items.iter().for_each(|item| self.look(item)),
            Node::Object(entries) => entries.iter().for_each(|(key, value)| {
                if let Key::Computed(key) = key {
                    self.look(key);
                }
                self.look(value);
            }),
            Node::Binary { first, rest } => {
                self.look(first);
                for (_, operand) in rest {
                    self.look(operand);
                }
            }
            Node::Conditional(parts) => parts.iter().for_each(|part| self.look(part)),
        }
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Text(_) => {}
            Part::Value(_) | Part::If { .. } | Part::For { .. } => self.references += 1,
        }
    }

    /// `var.x`, `aws_vpc.main.id`, `port.value`. Types of resources have an underscore, which hosts and files that begin
    /// something of three parts have not.
    fn steps(&mut self, of: &Expression, steps: &[Step]) {
        let Node::Variable(root) = &of.kind else { return self.look(of) };
        let first = match steps.first() {
            Some(Step::Attribute(name)) => name.as_str(),
            _ => "",
        };
        let is_resource = root.contains('_') && steps.len() >= 2;
        if ROOTS.contains(&root.as_str()) || is_resource || first == "value" {
            self.references += 1;
        } else {
            self.is_prose = true;
        }
    }

    fn splat(&mut self, of: &Expression) {
        let root = match &of.kind {
            Node::Steps { of, .. } => of,
            _ => of,
        };
        match &root.kind {
            Node::Variable(root) if ROOTS.contains(&root.as_str()) || root.contains('_') => self.references += 1,
            _ => self.is_prose = true,
        }
    }
}
