//! A text whose expressions are compiled, ready to be worked out any number of times.

use std::sync::Arc;

use diagnostics::SecretKind;
use expr::exprlang::Program;
use value::{Extent, Unknown, Value};

use super::environment::Environment;
use super::error::{Cause, TextError};
use super::output::{MAX_OUTPUT, Output};
use super::references::{self, Reference};
use super::scan::Expression;
use super::scope::Scope;
use super::session::Session;
use super::text::{Piece, pieces};

/// How large a value may be that comes out of an expression. Parts are shared: a few lists inside of each other can be
/// more than anybody can walk over.
const LARGEST: Extent = Extent { nodes: 4_000_000, bytes: MAX_OUTPUT, depth: 512 };

/// A text with compiled expressions. Cheap to clone. What comes out of an expression is never looked at for expressions.
#[derive(Debug, Clone)]
pub struct Template(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    source: Arc<str>,
    parts: Vec<Part>,
}

/// One expression.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) expression: Expression,
    pub(super) program: Program,
}

/// What a text became.
#[derive(Debug, Clone, PartialEq)]
pub struct Expanded {
    /// The value: in string mode a text, bytes that are no text ([`value::RawText`]), or unknown with the reasons.
    pub value: Value,
    /// Whether a secret went into it, and what kind.
    pub secret: Option<SecretKind>,
}

/// What a text became, and whether it says something: an entry of a hierarchy.
#[derive(Debug, Clone, PartialEq)]
pub struct Matched {
    /// The text.
    pub expanded: Expanded,
    /// Whether one of its expressions gave more than nothing; of a text without expressions, whether it is not empty.
    pub matched: bool,
}

impl Template {
    pub(super) fn new(source: Arc<str>, parts: Vec<Part>) -> Self {
        Self(Arc::new(Inner { source, parts }))
    }

    /// The text as it is written.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The expressions, from left to right.
    pub fn expressions(&self) -> impl ExactSizeIterator<Item = &Expression> {
        self.0.parts.iter().map(|part| &part.expression)
    }

    /// String mode: each expression becomes the text that Go prints for its value.
    pub fn text(&self, environment: &Environment) -> Result<Expanded, TextError> {
        let session = Session::new(environment);
        let value = self.joined(&session, |_| {})?;
        Ok(Expanded { value, secret: session.secret() })
    }

    /// Typed mode: a text that is one expression, blanks around it aside, becomes its value; every other a text.
    pub fn value(&self, environment: &Environment) -> Result<Expanded, TextError> {
        let session = Session::new(environment);
        let value = self.value_in(&session)?;
        Ok(Expanded { value, secret: session.secret() })
    }

    /// String mode, and whether the text says something.
    pub fn matched(&self, environment: &Environment) -> Result<Matched, TextError> {
        let session = Session::new(environment);
        let mut matched = self.0.parts.is_empty() && !self.0.source.is_empty();
        let value = self.joined(&session, |value| matched |= !is_nothing(value))?;
        Ok(Matched { expanded: Expanded { value, secret: session.secret() }, matched })
    }

    /// What its expressions refer to, from left to right.
    pub fn references(&self, scope: &Scope) -> Vec<Reference> {
        let codes = self.0.parts.iter().map(|part| &part.expression.code);
        codes.flat_map(|code| references::of(&self.0.source, code, scope)).collect()
    }

    pub(super) fn value_in(&self, session: &Session) -> Result<Value, TextError> {
        match &self.0.parts[..] {
            [part] if self.0.source.trim().len() == part.expression.whole.len() => self.run(part, session),
            _ => self.joined(session, |_| {}),
        }
    }

    fn run(&self, part: &Part, session: &Session) -> Result<Value, TextError> {
        let code = &part.expression.code;
        let value = part.program.run(session, &session.budget());
        let value = value.map_err(|error| TextError::run(&self.0.source, code, error))?;
        match value.extent_within(LARGEST) {
            Ok(_) => Ok(value),
            Err(error) => Err(TextError { at: code.clone(), expression: code.clone(), cause: Cause::Size(error) }),
        }
    }

    fn joined(&self, session: &Session, mut see: impl FnMut(&Value)) -> Result<Value, TextError> {
        let inner = &*self.0;
        let mut output = Output::new(inner.source.len());
        let mut unknowns = Vec::new();
        let mut parts = inner.parts.iter();
        for piece in pieces(&inner.source, &inner.parts, |part| &part.expression) {
            let expression = match piece {
                Piece::Literal(literal) => {
                    output.literal(literal);
                    continue;
                }
                Piece::Expression(expression) => expression,
            };
            let value = self.run(parts.next().expect("each expression is a part"), session)?;
            see(&value);
            collect_unknowns(&value, &mut unknowns);
            output.value(&value).map_err(|_| TextError {
                at: expression.code.clone(),
                expression: expression.code.clone(),
                cause: Cause::Length,
            })?;
        }
        Ok(match Unknown::combine(&unknowns) {
            Some(unknown) => unknown.into(),
            None => Value::text(output.into_bytes()),
        })
    }
}

/// Nothing, as the original counts it.
fn is_nothing(value: &Value) -> bool {
    value.is_null() || value.as_str() == Some("")
}

/// What is not known yet, anywhere inside.
fn collect_unknowns(value: &Value, unknowns: &mut Vec<Unknown>) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Unknown(unknown) => unknowns.push(unknown.clone()),
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => open.extend(map.values()),
            _ => {}
        }
    }
}
