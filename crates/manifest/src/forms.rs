//! The two forms in which resources are written, brought to one: a type and a map of properties with its `name`.

use crate::apply;
use crate::codes::{DEFAULTS, ITEM, UNKNOWN_TYPE};
use crate::nodes::shown;
use diagnostics::{Diagnostic, Diagnostics, Span, suggest};
use document::decode::Shape;
use document::{Entry, Kind, Node, Style};
use engine::TypeDef;
use std::borrow::Cow;

/// Every type that a manifest can hold.
pub fn types() -> impl Iterator<Item = &'static TypeDef> {
    resources::ALL.iter().copied().chain([&apply::TYPE])
}

fn find(name: &str) -> Option<&'static TypeDef> {
    types().find(|definition| definition.name == name)
}

/// One resource as written.
pub(crate) struct Raw<'a> {
    pub(crate) definition: &'static TypeDef,
    pub(crate) body: Node<'a>,
}

/// The resources of a list.
pub(crate) struct Forms<'a> {
    /// Those that can be read, in order.
    pub(crate) raws: Vec<Raw<'a>>,
    /// The names of those whose type nobody knows.
    pub(crate) strangers: Vec<String>,
    /// The types of items in a wrong form, which may hold any name; none when that is not known either.
    pub(crate) formless: Vec<Option<&'static str>>,
}

/// All resources of the list, in order; what cannot be read is reported and left out.
pub(crate) fn expand<'a>(items: Vec<Node<'a>>, problems: &mut Diagnostics) -> Forms<'a> {
    let mut forms = Forms { raws: Vec::with_capacity(items.len()), strangers: Vec::new(), formless: Vec::new() };
    for item in items {
        let (names, kinds) = (stranger(&item), kinds(&item));
        let found = problems.len();
        if let Some((definition, body)) = one_type(item, problems) {
            bodies(definition, body, &mut forms.raws, problems);
        }
        if names.is_none() && problems.len() > found {
            forms.formless.extend(kinds);
        }
        forms.strangers.extend(names.into_iter().flatten());
    }
    forms
}

/// The types that an item may be of, as far as they are known.
fn kinds(item: &Node<'_>) -> Vec<Option<&'static str>> {
    let kind = |entry: &Entry<'_>| entry.key.as_str().and_then(find).map(|definition| definition.name);
    item.as_map().filter(|entries| !entries.is_empty()).map_or(vec![None], |entries| entries.iter().map(kind).collect())
}

/// The names in an item whose type nobody knows; none when the type is known, or the names cannot be read.
fn stranger(item: &Node<'_>) -> Option<Vec<String>> {
    let [Entry { key, value, .. }] = item.as_map()? else { return None };
    if find(key.as_str()?).is_some() {
        return None;
    }
    let of_body =
        |body: &Node<'_>| ["name", "alias"].map(|key| Some(shown(body.get(key)?).into_owned())).into_iter().flatten();
    match &value.kind {
        Kind::Map(_) => Some(of_body(value).collect()),
        Kind::List(items) => {
            let entries = items.iter().map(Node::as_map).collect::<Option<Vec<_>>>()?.concat();
            Some(
                entries
                    .iter()
                    .flat_map(|entry| of_body(&entry.value).chain([shown(&entry.key).into_owned()]))
                    .collect(),
            )
        }
        _ => None,
    }
}

/// The resources of a request: the type stands beside the body.
pub(crate) fn of_request<'a>(root: Node<'a>, problems: &mut Diagnostics) -> Vec<Raw<'a>> {
    let Kind::Map(entries) = root.kind else { return Vec::new() };
    let (mut kind, mut body) = (None, None);
    for entry in entries {
        match entry.key.as_str() {
            Some("type") => kind = Some(entry.value),
            Some("properties") => body = Some(entry.value),
            _ => {}
        }
    }
    let (Some(kind), Some(body)) = (kind, body) else { return Vec::new() };
    let mut raws = Vec::new();
    if let Some(definition) = definition(&kind, problems) {
        bodies(definition, body, &mut raws, problems);
    }
    raws
}

fn refuse(
    problems: &mut Diagnostics,
    message: impl Into<String>,
    at: Span,
    label: &str,
    help: impl Into<Option<String>>,
) {
    problems.push(Diagnostic::error(&ITEM, message).at(at, label).help(help));
}

/// The type and the body of an item.
fn one_type<'a>(item: Node<'a>, problems: &mut Diagnostics) -> Option<(&'static TypeDef, Node<'a>)> {
    let span = item.span;
    let Kind::Map(mut entries) = item.kind else {
        let message = format!("a resource is a map with its type as the key, not {}", item.kind_name());
        refuse(problems, message, span, "given here", None);
        return None;
    };
    if entries.len() > 1 {
        let is_flat = entries.iter().any(|e| e.key.as_str() == Some("type"));
        let help = if is_flat {
            "write the type as the key: `- exec: {name: …}`"
        } else {
            "begin a new list item for each type, and indent properties below their type"
        };
        let keys: Vec<_> = entries.iter().map(|e| format!("`{}`", e.key.as_str().unwrap_or("?"))).collect();
        let message = format!("an item of `resources` has one key, the type, not {}: {}", keys.len(), keys.join(", "));
        refuse(problems, message, entries[1].key.span, "one key too many", help.to_owned());
        return None;
    }
    let Some(entry) = entries.pop() else {
        refuse(problems, "an item of `resources` is empty", span, "expected a resource type as the key", None);
        return None;
    };
    Some((definition(&entry.key, problems)?, entry.value))
}

fn definition(key: &Node<'_>, problems: &mut Diagnostics) -> Option<&'static TypeDef> {
    let name = key.as_str().unwrap_or_default();
    if let Some(definition) = find(name) {
        return Some(definition);
    }
    let mut known: Vec<&str> = types().map(|d| d.name).collect();
    known.sort_unstable();
    let help = match suggest(name, known.iter().copied()) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("the types are: {}", known.join(", ")),
    };
    let message = format!("unknown resource type `{}`", shown(key));
    problems.push(Diagnostic::error(&UNKNOWN_TYPE, message).at(key.span, "not a resource type").help(help));
    None
}

fn bodies<'a>(definition: &'static TypeDef, body: Node<'a>, raws: &mut Vec<Raw<'a>>, problems: &mut Diagnostics) {
    let kind = definition.name;
    match body.kind {
        Kind::List(items) if !items.is_empty() => list_form(definition, items, raws, problems),
        Kind::List(_) => {
            refuse(problems, format!("`{kind}` has an empty list of resources"), body.span, "nothing in here", None);
        }
        Kind::Map(ref entries) => {
            if has_name(entries) {
                raws.push(Raw { definition, body });
            } else {
                refuse_nameless(kind, entries, body.span, problems);
            }
        }
        Kind::Null => {
            refuse(problems, format!("`{kind}` has no properties"), body.span, "expected a list or a map", None);
        }
        _ => {
            let message = format!(
                "`{kind}` is a list of `name: {{properties}}` or a map of properties, not {}",
                body.kind_name()
            );
            refuse(problems, message, body.span, "given here", None);
        }
    }
}

fn has_name(entries: &[Entry<'_>]) -> bool {
    entries.iter().any(|e| e.key.as_str() == Some("name"))
}

/// A map without a name is often the list form without its dashes.
fn refuse_nameless(kind: &str, entries: &[Entry<'_>], span: Span, problems: &mut Diagnostics) {
    let looks_like_names = !entries.is_empty() && entries.iter().all(|e| matches!(e.value.kind, Kind::Map(_)));
    let help = if looks_like_names {
        let name = shown(&entries[0].key);
        format!("write it as a list: `- {name}: {{…}}`")
    } else {
        "add `name`, or use the list form".to_owned()
    };
    let at = entries.first().map_or(span, |e| e.key.span);
    refuse(problems, format!("name is required: this `{kind}` has none"), at, "expected `name` among these keys", help);
}

/// A list of `name: {properties}`, where `defaults` counts for all the others.
fn list_form<'a>(
    definition: &'static TypeDef,
    items: Vec<Node<'a>>,
    raws: &mut Vec<Raw<'a>>,
    problems: &mut Diagnostics,
) {
    let mut named = Vec::with_capacity(items.len());
    let mut defaults: Option<Entry<'a>> = None;
    for item in items {
        let Some(entry) = one_name(item, definition.name, problems) else { continue };
        if entry.key.as_str() != Some("defaults") {
            named.push(entry);
        } else if let Some(first) = &defaults {
            let problem =
                Diagnostic::error(&DEFAULTS, format!("multiple `defaults` in one list of `{}`", definition.name));
            problems.push(problem.at(entry.key.span, "again here").at(first.key.span, "first here"));
        } else {
            defaults = Some(entry);
        }
    }
    let defaults = defaults.and_then(|entry| properties(entry.value, "defaults", problems)).unwrap_or_default();
    if named.iter().all(|entry| entry.value.is_null()) {
        check_unused(definition, &defaults, problems);
    }
    for entry in named {
        let name = entry.key;
        let is_null = matches!(entry.value.kind, Kind::Null);
        let span = if is_null { name.span } else { entry.value.span };
        let Some(own) = properties(entry.value, &shown(&name), problems) else { continue };
        // ccm: an item without a value loses the defaults.
        let inherited: &[Entry<'a>] = if is_null { &[] } else { &defaults };
        raws.push(Raw {
            definition,
            body: Node { span, kind: Kind::Map(with_name(name, own, inherited)), style: None },
        });
    }
}

/// Defaults that nobody inherits are decoded with nobody, so their keys are looked at here.
fn check_unused(definition: &TypeDef, defaults: &[Entry<'_>], problems: &mut Diagnostics) {
    if let Shape::Record(record) = (definition.shape)() {
        problems.append(record.unknown_keys(defaults));
    }
}

fn one_name<'a>(item: Node<'a>, kind: &str, problems: &mut Diagnostics) -> Option<Entry<'a>> {
    let span = item.span;
    match item.kind {
        Kind::Map(mut entries) if entries.len() == 1 => entries.pop(),
        Kind::Map(entries) if entries.len() > 1 => {
            let message = format!("multiple resource names found in one item of `{kind}`");
            let help = "begin a new list item for each name, and indent properties below their name".to_owned();
            refuse(problems, message, entries[1].key.span, "one key too many", help);
            None
        }
        Kind::Map(_) => {
            let message = format!("an item of `{kind}` is `name: {{properties}}`, not an empty map");
            refuse(problems, message, span, "given here", "remove it, or give it a name".to_owned());
            None
        }
        _ => {
            let message = format!("an item of `{kind}` is `name: {{properties}}`, not {}", item.kind_name());
            refuse(problems, message, span, "given here", "end the name with a colon".to_owned());
            None
        }
    }
}

fn properties<'a>(node: Node<'a>, name: &str, problems: &mut Diagnostics) -> Option<Vec<Entry<'a>>> {
    match node.kind {
        Kind::Map(entries) => Some(entries),
        Kind::Null => Some(Vec::new()),
        _ => {
            refuse(
                problems,
                format!("the properties of `{name}` are a map, not {}", node.kind_name()),
                node.span,
                "given here",
                None,
            );
            None
        }
    }
}

/// A resource's own properties over the defaults, under the name that is its key.
fn with_name<'a>(name: Node<'a>, mut own: Vec<Entry<'a>>, defaults: &[Entry<'a>]) -> Vec<Entry<'a>> {
    own.retain(|e| e.key.as_str() != Some("name"));
    own.reserve_exact(defaults.len() + 1);
    for default in defaults.iter().filter(|d| d.key.as_str() != Some("name")) {
        match own.iter_mut().find(|e| e.key.as_str() == default.key.as_str()) {
            None => own.push(default.clone()),
            // ccm: `control` is decoded over the default one, field by field; lists and other maps replace it.
            Some(entry) if default.key.as_str() == Some("control") => merge_missing(&mut entry.value, &default.value),
            Some(_) => {}
        }
    }
    let key = Node { span: name.span, kind: Kind::String(Cow::Borrowed("name")), style: Some(Style::Plain) };
    own.push(Entry { key, value: name, comment: None });
    own
}

fn merge_missing<'a>(own: &mut Node<'a>, default: &Node<'a>) {
    let (Kind::Map(own), Kind::Map(default)) = (&mut own.kind, &default.kind) else { return };
    for entry in default {
        if !own.iter().any(|e| e.key.as_str() == entry.key.as_str()) {
            own.push(entry.clone());
        }
    }
}
