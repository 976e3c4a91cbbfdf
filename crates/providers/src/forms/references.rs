//! Which resolvers a form refers to.

use super::{Form, FormKind};
use crate::{Engines, TemplateForm};
use diagnostics::Span;
use std::ops::Range;

/// A name that a form takes from the values of resolvers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormReference {
    /// The name.
    pub name: String,
    /// The form.
    pub span: Span,
    /// The place inside of the form's text; nothing when the form is the name.
    pub place: Option<Range<usize>>,
}

impl Form {
    /// The names that it refers to, in the order of the document. What does not parse refers to nothing: it fails when
    /// it is worked out.
    pub fn references(&self, engines: &Engines) -> Vec<FormReference> {
        let mut found = Vec::new();
        self.collect(engines, &mut found);
        found
    }

    fn collect(&self, engines: &Engines, found: &mut Vec<FormReference>) {
        let named = |(name, place): (String, Option<Range<usize>>)| FormReference { name, span: self.span, place };
        match &self.kind {
            FormKind::Literal(_) | FormKind::Broken(_) => {}
            FormKind::Resolver(name) => found.push(named((name.to_string(), None))),
            FormKind::Expression(text) => found.extend(of_expression(text, engines).map(named)),
            FormKind::Template(text) => found.extend(of_template(text, engines).map(named)),
            FormKind::List(items) => items.iter().for_each(|item| item.collect(engines, found)),
            FormKind::Map(entries) => entries.iter().for_each(|(_, form)| form.collect(engines, found)),
        }
    }
}

fn of_expression(text: &str, engines: &Engines) -> impl Iterator<Item = (String, Option<Range<usize>>)> + use<> {
    let references = engines.cel().references(text).unwrap_or_default().into_iter();
    references
        .filter(|one| one.root == "_")
        .filter_map(|one| Some((one.fields.first()?.clone(), Some(one.place.range()))))
}

fn of_template(text: &str, engines: &Engines) -> impl Iterator<Item = (String, Option<Range<usize>>)> + use<> {
    let template = engines.template("tmpl", text, TemplateForm::default());
    let references = template.map(|template| template.references()).unwrap_or_default().into_iter();
    references.map(|one| (one.name().to_owned(), Some(one.start as usize..one.end as usize)))
}
