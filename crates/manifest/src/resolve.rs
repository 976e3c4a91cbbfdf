//! Where expressions end: a body goes in as written and comes out as it counts.

use crate::top::not_available;
use diagnostics::{Diagnostics, Span};
use document::{Kind, Node};

/// Keys of a resource whose texts are never expressions, or are expressions without braces.
const LITERAL: &[&str] = &["require", "control"];

/// Resolves the body of a resource. There is nothing yet to resolve expressions with, so they are refused: writing them
/// to a machine as they stand would be worse.
pub(crate) fn resolve<'n, 'a>(body: &'n Node<'a>, problems: &mut Diagnostics) -> &'n Node<'a> {
    if let Kind::Map(entries) = &body.kind {
        for entry in entries.iter().filter(|e| !e.key.as_str().is_some_and(|key| LITERAL.contains(&key))) {
            refuse_expressions(&entry.value, problems);
        }
    }
    body
}

/// Reports every text below a node that holds an expression.
fn refuse_expressions(node: &Node<'_>, problems: &mut Diagnostics) {
    match &node.kind {
        Kind::String(text) => refuse_expression(text, node.span, problems),
        Kind::List(items) => items.iter().for_each(|item| refuse_expressions(item, problems)),
        Kind::Map(entries) => entries.iter().for_each(|entry| refuse_expressions(&entry.value, problems)),
        _ => {}
    }
}

/// Reports a text that holds an expression.
pub(crate) fn refuse_expression(text: &str, span: Span, problems: &mut Diagnostics) {
    if holds_expression(text) {
        let problem = not_available("an expression").at(span, "holds `{{ … }}` or `${ … }`");
        problems.push(problem.help("write the value itself".to_owned()));
    }
}

/// Whether `{{ … }}` or `${ … }` is in a text.
fn holds_expression(text: &str) -> bool {
    // Almost no text has a brace at all, and one byte is found much faster than two.
    if !text.contains('{') {
        return false;
    }
    let encloses = |open: &str, close: &str| text.split_once(open).is_some_and(|(_, rest)| rest.contains(close));
    encloses("{{", "}}") || encloses("${", "}")
}

#[cfg(test)]
mod tests {
    use super::holds_expression;

    #[test]
    fn only_what_opens_and_closes_is_an_expression() {
        for text in ["{{ a }}", "x ${HOME} y", "a {{ b\n}}"] {
            assert!(holds_expression(text), "{text}");
        }
        for text in ["", "{\"a\": {\"b\": 1}}", "}} {{", "${HOME", "$HOME", "{ { } }"] {
            assert!(!holds_expression(text), "{text}");
        }
    }
}
