//! From a document to forms.

use super::codes::{NO_TEXT, TWO_FORMS};
use super::places::Places;
use super::{Form, FormKind};
use diagnostics::Diagnostic;
use document::decode::{Decode, Decoder, Shape};
use document::{Entry, Kind, Node};
use value::{Key, Value};

/// How deep the forms of a literal may be nested.
pub(super) const DEEPEST: usize = 32;

const KEYS: [&str; 3] = ["rslvr", "expr", "tmpl"];

impl Decode for Form {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(entries) = node.as_map() else { return Some(literal(node)) };
        let forms: Vec<&Entry<'_>> =
            entries.iter().filter(|entry| form_key(entry).is_some() && !entry.value.is_null()).collect();
        match *forms.as_slice() {
            [] => Some(literal(node)),
            [entry] => outer(node, entry, decoder),
            [first, second, ..] => {
                let names = forms.iter().filter_map(|entry| form_key(entry)).collect::<Vec<_>>().join(", ");
                decoder.refuse(
                    Diagnostic::error(
                        &TWO_FORMS,
                        format!("expected exactly one of rslvr, expr, or tmpl, but found [{names}]"),
                    )
                    .at(first.key.span, "one form")
                    .at(second.key.span, "another form")
                    .help("keep the one that is meant".to_owned()),
                )
            }
        }
    }

    fn shape() -> Shape {
        Shape::Anything
    }
}

fn form_key(entry: &Entry<'_>) -> Option<&'static str> {
    let key = entry.key.as_str()?;
    KEYS.into_iter().find(|known| *known == key)
}

/// The one form of an input. Other keys beside it mean nothing, as in the original.
fn outer(node: &Node<'_>, entry: &Entry<'_>, decoder: &mut Decoder<'_>) -> Option<Form> {
    let text = match &entry.value.kind {
        Kind::String(text) => text.to_string(),
        Kind::List(_) | Kind::Map(_) | Kind::Bytes(_) | Kind::RawText(_) | Kind::Null => {
            let key = entry.key.as_str().unwrap_or_default();
            let message = format!("`{key}` takes a text, not {}", entry.value.kind_name());
            let help = "quote it if it is an expression".to_owned();
            return decoder.refuse(Diagnostic::error(&NO_TEXT, message).at(entry.value.span, "no text").help(help));
        }
        _ => entry.value.to_value().to_string(),
    };
    let kind = of_text(form_key(entry)?, &text);
    Some(Form::of(if matches!(kind, FormKind::Resolver(_)) { node.span } else { entry.value.span }, kind))
}

fn of_text(key: &str, text: &str) -> FormKind {
    match key {
        "rslvr" => FormKind::Resolver(text.into()),
        "expr" => FormKind::Expression(text.into()),
        _ => FormKind::Template(text.into()),
    }
}

/// An input without a form of its own: it knows where its keys stand.
fn literal(node: &Node<'_>) -> Form {
    Form { places: Places::of(node), ..nested(node, 0) }
}

/// A literal, with what has to be worked out inside of it. A part without anything is one value.
fn nested(node: &Node<'_>, depth: usize) -> Form {
    // Most are of that kind, and no forms are made of their parts.
    if is_plain(node, depth) {
        return Form::of(node.span, FormKind::Literal(node.to_value()));
    }
    if depth > DEEPEST {
        return Form::of(node.span, FormKind::Broken(format!("nested value ref exceeds maximum depth of {DEEPEST}")));
    }
    let kind = match &node.kind {
        Kind::List(items) => {
            let items: Vec<Form> = items.iter().map(|item| nested(item, depth + 1)).collect();
            if items.iter().all(is_literal) { FormKind::Literal(node.to_value()) } else { FormKind::List(items) }
        }
        Kind::Map(entries) => map(node, entries, depth),
        _ => FormKind::Literal(node.to_value()),
    };
    Form::of(node.span, kind)
}

fn map(node: &Node<'_>, entries: &[Entry<'_>], depth: usize) -> FormKind {
    if let [entry] = entries
        && let Some(key) = form_key(entry)
    {
        return entry.value.as_str().map_or_else(|| no_text(key, &entry.value.to_value()), |text| of_text(key, text));
    }
    let forms: Vec<(Key, Form)> =
        entries.iter().filter_map(|entry| Some((key(&entry.key)?, nested(&entry.value, depth + 1)))).collect();
    if forms.iter().all(|(_, form)| is_literal(form)) {
        FormKind::Literal(node.to_value())
    } else {
        FormKind::Map(forms)
    }
}

fn no_text(key: &str, given: &Value) -> FormKind {
    let given = if given.is_null() { "<nil>".to_owned() } else { given.type_name().to_string() };
    FormKind::Broken(format!("invalid nested value ref: {key} value must be a string, got {given}"))
}

/// Whether there is nothing to work out in it.
fn is_plain(node: &Node<'_>, depth: usize) -> bool {
    depth <= DEEPEST
        && match &node.kind {
            Kind::List(items) => items.iter().all(|item| is_plain(item, depth + 1)),
            Kind::Map(entries) => {
                let is_form = matches!(entries.as_slice(), [entry] if form_key(entry).is_some());
                !is_form && entries.iter().all(|entry| is_plain(&entry.value, depth + 1))
            }
            _ => true,
        }
}

pub(super) fn key(node: &Node<'_>) -> Option<Key> {
    node.to_value().as_key().map(value::KeyRef::to_key)
}

fn is_literal(form: &Form) -> bool {
    matches!(form.kind, FormKind::Literal(_))
}
