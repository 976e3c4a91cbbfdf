//! Templates that are written down as arguments of `template` and `jet`. Their mistakes show before anything runs; a file
//! that is named there is left until then, since an earlier step may write it.

use std::ops::Range;

use expr::exprlang::{Argument, CallSite};

use super::error::{Cause, TextError};
use super::functions::names_a_file;
use super::jet::{self, JET_DELIMITERS};
use super::references::Reference;
use super::scope::Scope;
use super::text::{Text, position};

/// A template in a text.
struct Literal<'c> {
    template: &'c str,
    /// The literal, as bytes of the text around it.
    at: Range<usize>,
    /// The expression that it is in.
    expression: Range<usize>,
    /// Where the template begins, when it is written as it is, without escapes.
    verbatim: Option<usize>,
}

/// What is wrong with the template that a call in the expression in `code` of a text is given.
pub(super) fn mistakes(source: &str, code: &Range<usize>, call: &CallSite, scope: &Scope) -> Vec<TextError> {
    let Some(literal) = Literal::new(source, code, call) else { return Vec::new() };
    match &*call.name {
        "template" => literal.mistakes_of_text(scope),
        _ => delimiters(call).map(|delimiters| literal.mistakes_of_jet(delimiters)).unwrap_or_default(),
    }
}

/// What the text that a call of `template` is given refers to.
pub(super) fn references(source: &str, code: &Range<usize>, call: &CallSite, scope: &Scope) -> Vec<Reference> {
    let literal = Literal::new(source, code, call).filter(|_| &*call.name == "template");
    let Some(literal) = literal else { return Vec::new() };
    let Ok(template) = Text::parse(literal.template).compile(scope) else { return Vec::new() };
    let inner = template.references(scope).into_iter();
    inner
        .map(|reference| Reference {
            at: literal.place(&reference.at),
            conditional: reference.conditional || call.conditional,
            ..reference
        })
        .collect()
}

/// The delimiters that a call of `jet` uses, when they are written down.
fn delimiters(call: &CallSite) -> Option<(&str, &str)> {
    match &call.arguments[..] {
        [_] => Some(JET_DELIMITERS),
        [_, left, right] => Some((written(left)?, written(right)?)),
        _ => None,
    }
}

fn written(argument: &Argument) -> Option<&str> {
    argument.literal.as_ref()?.as_str()
}

impl<'c> Literal<'c> {
    fn new(source: &str, code: &Range<usize>, call: &'c CallSite) -> Option<Self> {
        let argument = call.arguments.first().filter(|_| matches!(&*call.name, "template" | "jet"))?;
        let template = written(argument).filter(|text| !names_a_file(&call.name, text))?;
        let place = argument.place.range();
        let at = code.start + place.start..code.start + place.end;
        // One quote on each side.
        let body = at.start + 1..at.end.saturating_sub(1);
        let verbatim = (source.get(body.clone()) == Some(template)).then_some(body.start);
        Some(Self { template, at, expression: code.clone(), verbatim })
    }

    fn mistakes_of_text(&self, scope: &Scope) -> Vec<TextError> {
        let text = Text::parse(self.template);
        let mut wrong = text.compile(scope).err().unwrap_or_default();
        wrong.extend(text.miscalls(scope));
        wrong.into_iter().map(|error| self.mistake(&error.at, &error.expression, error.cause)).collect()
    }

    fn mistakes_of_jet(&self, delimiters: (&str, &str)) -> Vec<TextError> {
        let wrong = jet::mistakes(self.template, delimiters).into_iter();
        wrong
            .map(|(at, flaw)| self.mistake(&self.characters(at), &(0..self.template.len()), Cause::Jet(flaw)))
            .collect()
    }

    /// A mistake in the template as one of the text around it.
    fn mistake(&self, at: &Range<usize>, expression: &Range<usize>, cause: Cause) -> TextError {
        if self.verbatim.is_some() {
            return TextError { at: self.place(at), expression: self.place(expression), cause };
        }
        let (line, column) = position(self.template, at.start);
        let cause = Cause::Within { line, column, cause: Box::new(cause) };
        TextError { at: self.at.clone(), expression: self.expression.clone(), cause }
    }

    /// A place in the template as one in the text around it: the whole literal when it is written with escapes.
    fn place(&self, at: &Range<usize>) -> Range<usize> {
        self.verbatim.map_or_else(|| self.at.clone(), |start| start + at.start..start + at.end)
    }

    /// Bytes of the template as whole characters. None of them, at its end, become the last one, so that there is something
    /// to point at.
    fn characters(&self, at: Range<usize>) -> Range<usize> {
        let text = self.template;
        let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
        let start = (0..=at.start.min(last)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let end = (at.end.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        start..end.max(start)
    }
}
