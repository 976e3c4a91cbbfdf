//! Assignments, `if`, `range`, `try` and `catch`.

use super::action::{Beginning, Ending, Mark};
use super::problem::ParseProblem;
use super::stream::{Parsed, Parser};
use crate::ast::{Arm, Assignment, Catch, Expr, ExprKind, If, List, Node, Range, Targets, Try};
use crate::lex::TokenKind;
use crate::source::At;
use crate::symbols::Name;

impl Parser<'_> {
    pub(super) fn assignment_or_expression(&mut self, context: &'static str) -> Parsed<Beginning> {
        let first = self.expression(context)?;
        if !matches!(self.current.kind, TokenKind::Comma | TokenKind::Assign) {
            self.back();
            return Ok(Beginning::Expr(first));
        }
        let left = self.targets(first, context)?;
        let declares = self.source.slice(self.current.at) == b":=";
        if declares {
            self.check_declared(&left)?;
        }
        let right = self.values()?;
        let lookup = self.check_count(&left, &right, context == "range")?;
        Ok(Beginning::Assignment(Assignment { declares, lookup, left, right }))
    }

    /// What is assigned to, up to the sign.
    fn targets(&mut self, first: Expr, context: &'static str) -> Parsed<Vec<Expr>> {
        let mut left = Vec::new();
        let mut next = first;
        loop {
            if !is_target(&next.kind) {
                return Err(self.error(next.at, ParseProblem::AssignTarget(self.text(next.at))));
            }
            left.push(next);
            match self.current.kind {
                TokenKind::Assign => return Ok(left),
                TokenKind::Comma => next = self.expression(context)?,
                _ => return Err(self.unexpected(self.current, "assignment", "comma or assignment")),
            }
        }
    }

    fn check_declared(&self, left: &[Expr]) -> Parsed<()> {
        let plain = |kind: &ExprKind| matches!(kind, ExprKind::Variable(_) | ExprKind::Context | ExprKind::Underscore);
        if let Some(target) = left.iter().find(|target| !plain(&target.kind)) {
            return Err(self.error(target.at, ParseProblem::DeclareTarget(self.text(target.at))));
        }
        for target in left {
            if let ExprKind::Variable(name) = &target.kind {
                name.declare();
            }
        }
        Ok(())
    }

    /// What is assigned.
    fn values(&mut self) -> Parsed<Vec<Expr>> {
        let mut right = Vec::new();
        loop {
            right.push(self.expression("assignment")?);
            if self.current.kind != TokenKind::Comma {
                self.back();
                return Ok(right);
            }
        }
    }

    /// Whether it is `value, found = m[key]`.
    fn check_count(&self, left: &[Expr], right: &[Expr], range: bool) -> Parsed<bool> {
        let fits = if range { left.len() <= 2 && right.len() == 1 } else { left.len() == right.len() };
        if fits {
            return Ok(false);
        }
        if let ([_, _], [Expr { kind: ExprKind::Index(..), .. }], false) = (left, right, range) {
            return Ok(true);
        }
        let problem = ParseProblem::AssignCount { targets: left.len(), values: right.len() };
        Err(self.error(left[0].at.to(right[right.len() - 1].at), problem))
    }

    /// `if` with its branches; the keyword is past. Each `else if` of Jet is an `if` inside of an `else`; here they
    /// stand in one row.
    pub(super) fn if_chain(&mut self) -> Parsed<Node> {
        let mut arms = Vec::new();
        loop {
            let (arm, mark) = self.arm()?;
            arms.push(arm);
            if mark == Mark::End {
                return Ok(Node::If(Box::new(If { arms, otherwise: None })));
            }
            if self.peek() != TokenKind::If {
                let (list, _) = self.list(&[Mark::End])?;
                return Ok(Node::If(Box::new(If { arms, otherwise: Some(list) })));
            }
            self.next();
        }
    }

    fn arm(&mut self) -> Parsed<(Arm, Mark)> {
        let (assignment, condition) = match self.assignment_or_expression("if")? {
            Beginning::Expr(condition) => (None, condition),
            Beginning::Assignment(assignment) => {
                self.expect(TokenKind::Semicolon, "if", "semicolon between assignment and expression")?;
                let condition = self.expression("if")?;
                self.back();
                (Some(assignment), condition)
            }
        };
        self.expect_right_delimiter("if")?;
        let (body, mark) = self.list(&[Mark::Else, Mark::End])?;
        Ok((Arm { assignment, condition, body }, mark))
    }

    /// `range`; the keyword is past.
    pub(super) fn range(&mut self, left: At) -> Parsed<Node> {
        let line = self.line();
        let (subject, targets) = match self.assignment_or_expression("range")? {
            Beginning::Expr(subject) => (subject, Targets::None),
            Beginning::Assignment(assignment) => self.range_targets(assignment),
        };
        let right = self.expect_right_delimiter("range")?;
        let (body, mark) = self.list(&[Mark::Else, Mark::End])?;
        let otherwise = self.otherwise(mark)?;
        Ok(Node::Range(Box::new(Range { at: left.to(right.at), line, subject, targets, body, otherwise })))
    }

    fn range_targets(&self, assignment: Assignment) -> (Expr, Targets) {
        let subject = assignment.right.into_iter().next().expect("an assignment has a right side");
        if !assignment.declares {
            return (subject, Targets::Assign(assignment.left));
        }
        let names = assignment.left.into_iter().map(|target| match target.kind {
            ExprKind::Variable(name) => name,
            _ => self.surroundings.symbols.name(&self.text(target.at)),
        });
        (subject, Targets::Declare(names.collect()))
    }

    fn otherwise(&mut self, mark: Mark) -> Parsed<Option<List>> {
        if mark == Mark::End {
            return Ok(None);
        }
        self.list(&[Mark::End]).map(|(list, _)| Some(list))
    }

    /// `try`; the keyword is past.
    pub(super) fn try_catch(&mut self, left: At) -> Parsed<Node> {
        let right = self.expect_right_delimiter("try")?;
        let (body, ending) = self.list_or_catch(&[Mark::End], true)?;
        let catch = match ending {
            Ending::Catch(catch) => Some(catch),
            Ending::Mark(_) => None,
        };
        Ok(Node::Try(Box::new(Try { at: left.to(right.at), body, catch })))
    }

    /// The name for an error.
    fn caught(&mut self) -> Parsed<Name> {
        let term = self.term()?;
        let at = term.as_ref().map_or(self.current.at, |term| term.at);
        match term.map(|term| term.kind) {
            Some(ExprKind::Variable(name)) => Ok(name),
            Some(ExprKind::Context) => Ok(self.surroundings.symbols.name(".")),
            _ => Err(self.error(at, ParseProblem::CatchTarget)),
        }
    }

    /// `catch`; the keyword is past.
    pub(super) fn catch(&mut self) -> Parsed<Catch> {
        let error = if self.peek_solid() == TokenKind::RightDelim { None } else { Some(self.caught()?) };
        error.iter().for_each(Name::declare);
        self.expect_right_delimiter("catch")?;
        let (body, _) = self.list(&[Mark::End])?;
        Ok(Catch { error, body })
    }
}

fn is_target(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Field(_) | ExprKind::Chain(..) | ExprKind::Variable(_) | ExprKind::Context | ExprKind::Underscore
    )
}
