//! Resources that are completed when their step is reached.

use super::text::{Mode, Resolver};
use super::walk::{Waiting, put};
use diagnostics::{Diagnostics, Severity};
use document::decode::Decoder;
use document::{Kind, Node};
use engine::{Context, Resource, TypeDef};
use std::borrow::Cow;
use value::{Unknown, Value};

/// What is left to be done for a resource whose texts may read what earlier steps make.
pub(crate) struct Late {
    pub(crate) definition: &'static TypeDef,
    pub(crate) body: Node<'static>,
    pub(crate) waiting: Vec<Waiting>,
}

/// Why a resource could not be completed.
pub(crate) enum LateError {
    /// It is wrong.
    Failed(String),
    /// In a rehearsal: it depends on what is not known yet.
    Unknown(Unknown),
}

impl Late {
    /// The resource as it counts now.
    pub(crate) fn complete(
        &self,
        resolver: Resolver<'_>,
        context: &Context<'_>,
    ) -> Result<Box<dyn Resource>, LateError> {
        let mut body = self.body.clone();
        let (mut problems, mut unknown) = (Diagnostics::new(), Vec::new());
        for Waiting { path, template } in &self.waiting {
            let Some(node) = at(&mut body, path) else { continue };
            match resolver.resolve(template, Mode::Text, node, &mut problems) {
                Some(Value::Unknown(reason)) => unknown.push(reason),
                Some(value) => put(node, &value),
                None => {}
            }
        }
        if let Some(reason) = Unknown::combine(&unknown).filter(|_| problems.is_empty()) {
            return Err(LateError::Unknown(reason));
        }
        let mut decoder = Decoder::new(resolver.sources);
        let resource = if problems.is_empty() { (self.definition.decode)(&body, &mut decoder, context) } else { None };
        problems.append(decoder.finish());
        resource.ok_or_else(|| LateError::Failed(Self::words(&problems, &resolver)))
    }

    /// All errors on one line, each with its place.
    fn words(problems: &Diagnostics, resolver: &Resolver<'_>) -> String {
        let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).map(|problem| {
            let help = problem.help.as_ref().map(|help| format!(", {help}")).unwrap_or_default();
            let place = problem.span().map(|span| format!(" ({})", resolver.sources.place(span))).unwrap_or_default();
            format!("{}{help}{place}", problem.message)
        });
        errors.collect::<Vec<_>>().join("; ")
    }
}

/// The node that a way leads to.
fn at<'n, 'a>(node: &'n mut Node<'a>, path: &[usize]) -> Option<&'n mut Node<'a>> {
    let Some((first, rest)) = path.split_first() else { return Some(node) };
    let next = match &mut node.kind {
        Kind::List(items) => items.get_mut(*first)?,
        Kind::Map(entries) => &mut entries.get_mut(*first)?.value,
        _ => return None,
    };
    at(next, rest)
}

/// The body with what can stand there for the time being.
pub(crate) fn with_placeholders(body: &Node<'_>, placeholders: &[(Vec<usize>, Cow<'static, str>)]) -> Node<'static> {
    let mut body = body.clone().into_owned();
    for (path, placeholder) in placeholders {
        if let Some(node) = at(&mut body, path) {
            node.kind = Kind::String(placeholder.clone());
        }
    }
    body
}
