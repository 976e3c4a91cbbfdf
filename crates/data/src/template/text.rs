//! A text with expressions in it, as it is written.

use std::ops::Range;
use std::sync::Arc;

use super::compiled::{Part, Template};
use super::error::{Cause, TextError};
use super::references;
use super::scan::{self, Expression, Found};
use super::scope::Scope;

/// A text and the expressions in it. A text without expressions costs one search for their marks.
///
/// ```
/// use data::template::{Piece, Text};
///
/// let text = Text::parse("port {{ Data.port }}");
/// let pieces: Vec<_> = text.pieces().collect();
/// assert!(matches!(&pieces[..], [Piece::Literal("port "), Piece::Expression(at)] if &text.source()[at.code.clone()] == "Data.port"));
/// ```
#[derive(Debug)]
pub struct Text<'s> {
    source: &'s str,
    found: Found,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Text that stands for itself; never empty.
    Literal(&'t str),
    /// An expression.
    Expression(&'t Expression),
}

impl<'s> Text<'s> {
    /// Finds the expressions. This cannot fail: what has no end is text.
    pub fn parse(source: &'s str) -> Self {
        Self { source, found: scan::scan(source) }
    }

    /// The text itself.
    pub fn source(&self) -> &'s str {
        self.source
    }

    /// Whether it has no expressions, so that it stands for itself.
    pub fn is_plain(&self) -> bool {
        self.found.expressions.is_empty() && self.found.given_up.is_none()
    }

    /// The expressions, from left to right.
    pub fn expressions(&self) -> &[Expression] {
        &self.found.expressions
    }

    /// All parts from left to right; together they are the text.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        pieces(self.source, &self.found.expressions, |expression| expression)
    }

    /// Calls of functions of manifests that would fail when it runs: with too few or too many arguments, or with a template
    /// that is written down there and is wrong.
    pub fn miscalls(&self, scope: &Scope) -> Vec<TextError> {
        let codes = self.found.expressions.iter().map(|expression| &expression.code);
        codes.flat_map(|code| references::miscalls(self.source, code, scope)).collect()
    }

    /// Compiles all expressions. When some are wrong, all their problems are given.
    pub fn compile(&self, scope: &Scope) -> Result<Template, Vec<TextError>> {
        let mut problems = Vec::new();
        if let Some(at) = &self.found.given_up {
            problems.push(TextError { at: at.clone(), expression: at.clone(), cause: Cause::Openers });
        }
        let mut parts = Vec::with_capacity(self.found.expressions.len());
        for expression in &self.found.expressions {
            match scope.compile(&self.source[expression.code.clone()]) {
                Ok(program) => parts.push(Part { expression: expression.clone(), program }),
                Err(error) => problems.extend(references::mistakes(self.source, &expression.code, scope, error)),
            }
        }
        if problems.is_empty() { Ok(Template::new(Arc::from(self.source), parts)) } else { Err(problems) }
    }
}

/// Line and column of a byte, from 1.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Expressions and what is between them.
pub(super) fn pieces<'t, E>(
    source: &'t str,
    expressions: &'t [E],
    place: impl Fn(&'t E) -> &'t Expression + 't,
) -> impl Iterator<Item = Piece<'t>> {
    let literal = move |range: Range<usize>| Some(Piece::Literal(&source[range])).filter(|_| !source.is_empty());
    let mut next = 0;
    let mut ends = 0;
    std::iter::from_fn(move || match expressions.get(next) {
        Some(expression) => {
            let expression = place(expression);
            if ends < expression.whole.start {
                let range = ends..expression.whole.start;
                ends = range.end;
                return literal(range);
            }
            (next, ends) = (next + 1, expression.whole.end);
            Some(Piece::Expression(expression))
        }
        None if ends < source.len() => literal(std::mem::replace(&mut ends, source.len())..source.len()),
        None => None,
    })
}
