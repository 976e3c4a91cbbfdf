//! Which resolvers a form refers to.

use super::{Form, FormKind};
use crate::{Engines, TemplateForm};
use diagnostics::Span;
use std::ops::Range;
use value::{Key, Value};

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

/// What the text of a form is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormText {
    /// CEL.
    Expression,
    /// A Go template.
    Template,
}

/// A name that an expression or a template of a form takes from outside, with the fields after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormUse {
    /// `_`, `__actions`, an alias; in templates the first field of the data.
    pub root: String,
    /// The fields after it.
    pub fields: Vec<String>,
    /// The form.
    pub span: Span,
    /// The place inside of the form's text.
    pub place: Range<usize>,
}

impl Form {
    /// What its expressions and templates take from outside, in the order of the document.
    pub fn uses(&self, engines: &Engines) -> Vec<FormUse> {
        let mut found = Vec::new();
        self.collect_uses(engines, &mut found);
        found
    }

    fn collect_uses(&self, engines: &Engines, found: &mut Vec<FormUse>) {
        match &self.kind {
            FormKind::Literal(_) | FormKind::Broken(_) | FormKind::Resolver(_) => {}
            FormKind::Expression(text) => {
                for one in engines.cel().references(text).unwrap_or_default() {
                    found.push(FormUse {
                        place: one.place.range(),
                        root: one.root,
                        fields: one.fields,
                        span: self.span,
                    });
                }
            }
            FormKind::Template(text) => {
                let template = engines.template("tmpl", text.as_bytes(), TemplateForm::default());
                for one in template.map(|template| template.references()).unwrap_or_default() {
                    let fields = one.path.iter().skip(1).map(ToString::to_string).collect();
                    let place = one.start as usize..one.end as usize;
                    found.push(FormUse { root: one.name().to_owned(), fields, span: self.span, place });
                }
            }
            FormKind::List(items) => items.iter().for_each(|item| item.collect_uses(engines, found)),
            FormKind::Map(entries) => entries.iter().for_each(|(_, form)| form.collect_uses(engines, found)),
        }
    }

    /// Whether it may look at more than the names that it refers to: at all values of resolvers as a whole.
    pub fn takes_all(&self, engines: &Engines) -> bool {
        match &self.kind {
            FormKind::Literal(_) | FormKind::Broken(_) | FormKind::Resolver(_) => false,
            FormKind::Expression(text) => {
                let references = engines.cel().references(text).unwrap_or_default();
                references.iter().any(|one| one.root == "_" && one.fields.is_empty())
            }
            FormKind::Template(text) => {
                let template = engines.template("tmpl", text.as_bytes(), TemplateForm::default());
                template.is_ok_and(|template| template.uses_data_as_a_whole())
            }
            FormKind::List(items) => items.iter().any(|item| item.takes_all(engines)),
            FormKind::Map(entries) => entries.iter().any(|(_, form)| form.takes_all(engines)),
        }
    }

    /// Its text, when it is an expression or a template, and which of the two.
    pub fn as_text(&self) -> Option<(&str, FormText)> {
        match &self.kind {
            FormKind::Expression(text) => Some((text, FormText::Expression)),
            FormKind::Template(text) => Some((text, FormText::Template)),
            _ => None,
        }
    }

    /// Every expression and template in it, in the order of the document.
    pub fn each_text(&self, take: &mut dyn FnMut(&str, FormText, Span)) {
        match &self.kind {
            FormKind::Expression(text) => take(text, FormText::Expression, self.span),
            FormKind::Template(text) => take(text, FormText::Template, self.span),
            FormKind::List(items) => items.iter().for_each(|item| item.each_text(take)),
            FormKind::Map(entries) => entries.iter().for_each(|(_, form)| form.each_text(take)),
            FormKind::Literal(_) | FormKind::Resolver(_) | FormKind::Broken(_) => {}
        }
    }

    /// The names that it refers to, in the order of the document. What does not parse refers to nothing: it fails when
    /// it is worked out.
    pub fn references(&self, engines: &Engines) -> Vec<FormReference> {
        let mut found = Vec::new();
        self.collect(engines, &mut found);
        found
    }

    /// Every text that stands in it as it is, in the order of the document, but for those that some ways lead to.
    pub fn each_literal_text(&self, but: &[&[&str]], take: &mut dyn FnMut(&str)) {
        if but.iter().any(|way| way.is_empty()) {
            return;
        }
        match &self.kind {
            FormKind::Literal(value) => texts(value, but, take),
            FormKind::List(items) => items.iter().for_each(|item| item.each_literal_text(&[], take)),
            FormKind::Map(entries) => {
                for (key, form) in entries {
                    form.each_literal_text(&behind(but, key), take);
                }
            }
            FormKind::Resolver(_) | FormKind::Expression(_) | FormKind::Template(_) | FormKind::Broken(_) => {}
        }
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

/// What is left of ways behind a key that they lead through.
fn behind<'w>(ways: &[&'w [&'w str]], key: &Key) -> Vec<&'w [&'w str]> {
    let rest =
        |way: &&'w [&'w str]| way.split_first().filter(|(step, _)| key.as_str() == Some(step)).map(|(_, rest)| rest);
    ways.iter().filter_map(rest).collect()
}

/// The texts of a value; how deep it is, the reader has bounded.
fn texts(value: &Value, but: &[&[&str]], take: &mut dyn FnMut(&str)) {
    if but.iter().any(|way| way.is_empty()) {
        return;
    }
    match value {
        Value::String(text) => take(text),
        Value::List(items) => items.iter().for_each(|item| texts(item, &[], take)),
        Value::Map(map) => map.iter().for_each(|(key, item)| texts(item, &behind(but, key), take)),
        _ => {}
    }
}
