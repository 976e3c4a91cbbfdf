//! The way through a body, led by the form of its type: which texts are worked out now, which later, which never.

use super::text::{Mode, Resolver};
use data::template::Template;
use diagnostics::{Diagnostics, Span, secret_by_name};
use document::decode::{Expansion, Field, RecordShape, Shape};
use document::{Kind, Node};
use std::borrow::Cow;
use value::Value;

/// A text that is worked out when its step is reached.
pub(crate) struct Waiting {
    /// The way to it: the number of the entry or item at each level.
    pub(crate) path: Vec<usize>,
    pub(crate) template: Template,
}

/// A body whose early texts are worked out.
pub(crate) struct Walked {
    /// The texts that wait.
    pub(crate) waiting: Vec<Waiting>,
    /// Early texts that could not be worked out.
    pub(crate) open: Vec<Span>,
    /// Texts that cannot stand for themselves until then, and what stands there instead.
    pub(crate) placeholders: Vec<(Vec<usize>, Cow<'static, str>)>,
}

impl Resolver<'_> {
    /// Works out the early texts of a body in place, and collects the late ones.
    pub(crate) fn walk(&self, body: &mut Node<'_>, shape: Shape, problems: &mut Diagnostics) -> Walked {
        let walked = Walked { waiting: Vec::new(), open: Vec::new(), placeholders: Vec::new() };
        if !self.is_needed {
            return walked;
        }
        let mut walk = Walk { resolver: self, problems, path: Vec::new(), walked };
        walk.node(body, shape, Rule { expansion: Expansion::Early, placeholder: None });
        walk.walked
    }
}

/// What counts for a text.
#[derive(Clone, Copy)]
struct Rule {
    expansion: Expansion,
    placeholder: Option<&'static str>,
}

struct Walk<'w, 'r> {
    resolver: &'w Resolver<'r>,
    problems: &'w mut Diagnostics,
    path: Vec<usize>,
    walked: Walked,
}

impl Walk<'_, '_> {
    fn node(&mut self, node: &mut Node<'_>, shape: Shape, rule: Rule) {
        match (shape, &mut node.kind) {
            (Shape::Text(_) | Shape::Choice(_), Kind::String(_)) => self.text(node, Mode::Text, rule),
            (Shape::Anything, Kind::String(_)) => self.text(node, Mode::Typed, rule),
            (Shape::Anything, Kind::List(items)) => self.items(items, || Shape::Anything, rule),
            (Shape::Anything, Kind::Map(_)) => self.free(node, rule),
            (Shape::List(item), Kind::List(items)) => self.items(items, item, rule),
            (Shape::MapOf(of), Kind::Map(_)) if matches!(of(), Shape::Anything) => self.free(node, rule),
            (Shape::MapOf(of), Kind::Map(entries)) => {
                for (at, entry) in entries.iter_mut().enumerate() {
                    self.within(at, |walk| walk.node(&mut entry.value, of(), rule));
                }
            }
            (Shape::Record(_), _) if rule.expansion == Expansion::Never => {}
            (Shape::Record(record), Kind::Map(_)) => self.record(node, record),
            (Shape::OneOf(shapes), _) => {
                if let Some(shape) = shapes.iter().map(|shape| shape()).find(|shape| is_for(shape, &node.kind)) {
                    self.node(node, shape, rule);
                }
            }
            // Numbers and truth values are never expressions, and what does not fit is reported when it is decoded.
            _ => {}
        }
    }

    fn within(&mut self, at: usize, step: impl FnOnce(&mut Self)) {
        self.path.push(at);
        step(self);
        self.path.pop();
    }

    fn items(&mut self, items: &mut [Node<'_>], shape: fn() -> Shape, rule: Rule) {
        for (at, item) in items.iter_mut().enumerate() {
            self.within(at, |walk| walk.node(item, shape(), rule));
        }
    }

    fn record(&mut self, node: &mut Node<'_>, record: &'static RecordShape) {
        let Kind::Map(entries) = &mut node.kind else { return };
        for (at, entry) in entries.iter_mut().enumerate() {
            let Some(field) = entry.key.as_str().and_then(|key| record.field(key)) else { continue };
            if is_walked(field) {
                let rule = Rule { expansion: field.marks.expansion, placeholder: field.marks.placeholder };
                if field.marks.keys {
                    self.keys(&mut entry.value);
                }
                self.within(at, |walk| walk.node(&mut entry.value, field.shape(), rule));
            }
        }
    }

    /// Keys that are texts with expressions.
    fn keys(&mut self, node: &mut Node<'_>) {
        let Kind::Map(entries) = &mut node.kind else { return };
        for entry in entries {
            self.text(&mut entry.key, Mode::Text, Rule { expansion: Expansion::Early, placeholder: None });
        }
    }

    /// A map of the author's own: keys whose value turns out to be nothing are left out.
    fn free(&mut self, node: &mut Node<'_>, rule: Rule) {
        let Kind::Map(entries) = &mut node.kind else { return };
        let was_null: Vec<bool> = entries.iter().map(|entry| entry.value.is_null()).collect();
        for (at, entry) in entries.iter_mut().enumerate() {
            self.within(at, |walk| walk.node(&mut entry.value, Shape::Anything, rule));
        }
        let mut was_null = was_null.into_iter();
        entries.retain(|entry| was_null.next() == Some(true) || !entry.value.is_null());
    }

    fn text(&mut self, node: &mut Node<'_>, mode: Mode, rule: Rule) {
        if rule.expansion == Expansion::Never {
            return;
        }
        let found = self.problems.len();
        let Some(template) = self.resolver.compile(node, self.problems) else {
            self.walked.open.extend((self.problems.len() > found).then_some(node.span));
            return;
        };
        if rule.expansion == Expansion::Late {
            self.resolver.judge_template(&template, node, self.problems);
            let is_bare = template.expressions().next().is_some_and(|expression| expression.whole.start == 0);
            if let Some(placeholder) = rule.placeholder.filter(|_| is_bare) {
                self.walked.placeholders.push((self.path.clone(), Cow::Borrowed(placeholder)));
            }
            if let Some(setting) = self.secret_setting(node, &template) {
                self.walked.placeholders.push((self.path.clone(), Cow::Owned(setting)));
            }
            self.walked.waiting.push(Waiting { path: self.path.clone(), template });
            return;
        }
        if !self.resolver.is_known {
            self.walked.open.push(node.span);
            return;
        }
        match self.resolver.resolve_early(&template, mode, node, self.problems) {
            Some(value) => {
                self.resolver.judge_template(&template, node, self.problems);
                put(node, &value);
            }
            None => self.walked.open.push(node.span),
        }
    }
}

impl Walk<'_, '_> {
    /// What stands for an item `NAME={{ … }}` whose name makes the value a secret. It is the value as far as that can be
    /// known by now, because a step before this one may show it, and never the expression, which is no secret.
    fn secret_setting(&self, node: &Node<'_>, template: &Template) -> Option<String> {
        let (name, written) = node.as_str().filter(|_| self.path.len() > 1)?.split_once('=')?;
        if !secret_by_name(name, written) {
            return None;
        }
        let value = if self.resolver.is_known { self.resolver.work_out(template, Mode::Text).ok() } else { None };
        let known =
            value.as_ref().and_then(Value::as_str).filter(|text| text.len() > name.len() + 1 && !text.contains('\0'));
        Some(known.map_or_else(|| format!("{name}=…"), str::to_owned))
    }
}

/// Rules for health checks are texts of a language of their own; they are read where they are checked.
fn is_walked(field: &Field) -> bool {
    !(field.marks.expansion == Expansion::Late && matches!((field.shape)(), Shape::Anything))
}

fn is_for(shape: &Shape, kind: &Kind<'_>) -> bool {
    match kind {
        Kind::String(_) => matches!(shape, Shape::Text(_) | Shape::Choice(_) | Shape::Anything),
        Kind::List(_) => matches!(shape, Shape::List(_) | Shape::Anything),
        Kind::Map(_) => matches!(shape, Shape::MapOf(_) | Shape::Record(_) | Shape::Anything),
        _ => false,
    }
}

/// Puts a value where an expression was written.
pub(super) fn put(node: &mut Node<'_>, value: &Value) {
    match value {
        // The style stays: what is quoted was meant as text.
        Value::String(text) => node.kind = Kind::String(Cow::Owned(text.to_string())),
        value => *node = Node::from_value(value, node.span),
    }
}
