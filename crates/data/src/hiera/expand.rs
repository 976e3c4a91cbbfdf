//! Expressions in the texts of a document, and where in it they stand when they are wrong.

use crate::template::{Environment, Text, TextError};
use diagnostics::{Diagnostic, Diagnostics, Span};
use value::{Unknown, Value};

/// Expands the texts of one document.
#[derive(Clone, Copy)]
pub(crate) struct Expander<'e> {
    pub(crate) environment: &'e Environment,
    /// The document, as it was read.
    pub(crate) source: &'e str,
}

/// What an entry of the order is on this machine.
pub(crate) enum Name {
    /// The name of an override.
    Is(String),
    /// Nothing that counts here.
    Nothing,
    /// Not known yet.
    Unknown(Unknown),
}

impl Expander<'_> {
    /// The value of a text, of whatever kind its expression gives when it is nothing but one.
    pub(crate) fn value(&self, text: &str, at: Span) -> Result<Value, Diagnostics> {
        let parsed = Text::parse(text);
        if parsed.is_plain() {
            return Ok(Value::string(text));
        }
        let template = parsed.compile(self.environment.scope()).map_err(|all| self.explain(text, at, all))?;
        let expanded = template.value(self.environment).map_err(|error| self.explain(text, at, [error]))?;
        Ok(expanded.value)
    }

    /// An entry of the order. It counts when it has no expressions, or when one of them gives more than nothing.
    pub(crate) fn name(&self, text: &str, at: Span) -> Result<Name, Diagnostics> {
        let template =
            Text::parse(text).compile(self.environment.scope()).map_err(|all| self.explain(text, at, all))?;
        let found = template.matched(self.environment).map_err(|error| self.explain(text, at, [error]))?;
        Ok(match found.expanded.value {
            Value::Unknown(unknown) => Name::Unknown(unknown),
            value if found.matched => Name::Is(value.to_string()),
            _ => Name::Nothing,
        })
    }

    fn explain(&self, text: &str, at: Span, errors: impl IntoIterator<Item = TextError>) -> Diagnostics {
        let mut problems = Diagnostics::new();
        for error in errors {
            let place = self.place(text, at, &error);
            let code = &text[error.expression.clone()];
            problems.push(
                Diagnostic::error(error.code(), format!("expression `{code}`: {error}"))
                    .at(place, "")
                    .help(error.help()),
            );
        }
        problems
    }

    /// Where an error is in the document. Quotes, escapes and indentation are not part of the text, so its expression is
    /// searched in what was written; when it is not found there once, the whole text is meant.
    #[expect(clippy::cast_possible_truncation, reason = "documents are limited to what spans can count")]
    fn place(&self, text: &str, at: Span, error: &TextError) -> Span {
        let code = &text[error.expression.clone()];
        let written = self.source.get(at.start as usize..at.end as usize).unwrap_or_default();
        let mut found = written.match_indices(code).map(|(start, _)| start);
        match (found.next(), found.next()) {
            (Some(start), None) if !code.is_empty() => {
                let inner = error.at.start - error.expression.start..error.at.end - error.expression.start;
                at.part((start + inner.start) as u32, (start + inner.end) as u32)
            }
            _ => at,
        }
    }
}
