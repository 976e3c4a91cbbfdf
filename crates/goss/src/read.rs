//! From a document to rules: sections, resources, attributes, with the types that Go's decoder would want.

use crate::codes::{EMPTY_RESOURCE, EXPECTATION, OLD_SPELLING, SHAPE, UNKNOWN_ATTRIBUTE, UNKNOWN_SECTION};
use crate::definition::{ALL, AttributeKind, COMMON, GOSSFILE, Shape, TypeDef, sections};
use crate::include::Include;
use crate::resource::{Expectation, Resource, Test};
use crate::rules::Rules;
use crate::settings::{Setting, Settings};
use diagnostics::{Diagnostic, Diagnostics, Span, suggest};
use document::{Entry, Kind, Node};
use std::sync::Arc;
use value::{List, Map, Secret, Value};

/// What can be said about a file to include.
const INCLUDE: &[(&str, Shape)] = &[("file", Shape::Text)];

pub(crate) fn rules(node: &Node<'_>, text: &str) -> Result<Rules, Diagnostics> {
    let mut reader = Reader { text, rules: Rules::default(), problems: Diagnostics::new() };
    reader.document(node);
    let Reader { rules, mut problems, .. } = reader;
    if problems.is_empty() {
        return Ok(rules);
    }
    problems.append(rules.warnings);
    problems.sort();
    Err(problems)
}

struct Reader<'t> {
    text: &'t str,
    rules: Rules,
    problems: Diagnostics,
}

impl Reader<'_> {
    fn document(&mut self, node: &Node<'_>) {
        match &node.kind {
            Kind::Null => {}
            Kind::Map(entries) => entries.iter().for_each(|entry| self.section(entry)),
            _ => self.wrong(node, "the rules", "a map of sections"),
        }
    }

    fn section(&mut self, entry: &Entry<'_>) {
        let Some(name) = self.key(&entry.key) else { return };
        if let Some(def) = ALL.iter().find(|def| def.section == name) {
            self.resources(def.section, &entry.value, |reader, key, node| reader.resource(def, key, node));
        } else if name == GOSSFILE {
            self.resources(GOSSFILE, &entry.value, Self::include);
        } else if let Some(problem) = unknown_section(&name, entry.key.span) {
            self.rules.warnings.push(problem);
        }
    }

    fn resources(
        &mut self,
        section: &str,
        node: &Node<'_>,
        mut read: impl FnMut(&mut Self, (String, Span), &[Entry<'_>]),
    ) {
        let entries = match &node.kind {
            Kind::Null => return,
            Kind::Map(entries) => entries,
            _ => return self.wrong(node, &format!("section `{section}`"), "a map of resources"),
        };
        for Entry { key, value, .. } in entries {
            // Upstream's decoder loses what has no key at all.
            let Some(id) = self.key(key) else { continue };
            match &value.kind {
                Kind::Map(attributes) => read(self, (id, key.span), attributes),
                Kind::Null => self.problems.push(empty(section, &id, key.span)),
                _ => self.wrong(value, &format!("`{section}: {id}`"), "a map of attributes"),
            }
        }
    }

    fn resource(&mut self, def: &'static TypeDef, (key, at): (String, Span), entries: &[Entry<'_>]) {
        let shapes: Vec<_> = def.settings.iter().chain(COMMON).copied().collect();
        let names: Vec<&str> = def
            .attributes
            .iter()
            .flat_map(|attribute| [Some(attribute.name), attribute.alias])
            .flatten()
            .chain(shapes.iter().map(|(name, _)| *name))
            .collect();
        let settings = self.settings(entries, &shapes, &names, &format!("{}: {key}", def.section));
        let mut expectations = Vec::with_capacity(entries.len());
        for attribute in def.attributes {
            let find = |name: &str| entries.iter().find(|entry| entry.key.as_str() == Some(name));
            let own = find(attribute.name).filter(|entry| !entry.value.is_null());
            let entry = own.or_else(|| find(attribute.alias?));
            // Content that is read as from a file is lines too.
            let kind = if settings.flag("as-reader") { AttributeKind::Lines } else { attribute.kind };
            let given = entry.map(|entry| plain(&entry.value));
            let Some(expectation) = Expectation::of(attribute, kind, given) else { continue };
            if let Some(entry) = entry {
                self.warn(&expectation, entry, attribute.name);
            }
            expectations.push(expectation);
        }
        self.rules.resources.push(Arc::new(Resource { def, key, settings, expectations, at }));
    }

    fn warn(&mut self, expectation: &Expectation, entry: &Entry<'_>, name: &str) {
        if let Test::Mistake(mistake) = &expectation.test {
            let warning = Diagnostic::warning(&EXPECTATION, format!("`{name}` can never be met: {mistake}"));
            self.rules.warnings.push(warning.at(entry.value.span, "given here"));
        }
        let newer = match entry.key.as_str() {
            Some("contains") => Some("contents"),
            Some("resolveable") => Some("resolvable"),
            _ => None,
        };
        if let Some(newer) = newer {
            let warning = Diagnostic::warning(&OLD_SPELLING, format!("`{newer}` is the newer name"));
            self.rules.warnings.push(warning.at(entry.key.span, "given here"));
        }
    }

    fn include(&mut self, (key, at): (String, Span), entries: &[Entry<'_>]) {
        let shapes: Vec<_> = INCLUDE.iter().chain(COMMON).copied().collect();
        let names: Vec<&str> = shapes.iter().map(|(name, _)| *name).collect();
        let settings = self.settings(entries, &shapes, &names, &format!("{GOSSFILE}: {key}"));
        if !settings.flag("skip") {
            let pattern = settings.text("file").unwrap_or(&key).to_owned();
            self.rules.includes.push(Include { key, pattern, at });
        }
    }

    fn settings(
        &mut self,
        entries: &[Entry<'_>],
        shapes: &[(&'static str, Shape)],
        names: &[&str],
        owner: &str,
    ) -> Settings {
        let mut settings = Settings::default();
        for Entry { key, value, .. } in entries {
            let given = self.key(key).unwrap_or_default();
            if let Some((name, shape)) = shapes.iter().find(|(name, _)| *name == given) {
                if let Some(setting) = self.setting(name, *shape, value) {
                    settings.insert(name, setting);
                }
            } else if !names.contains(&given.as_str()) {
                self.problems.push(unknown_attribute(owner, &given, names, key.span));
            }
        }
        settings
    }

    fn setting(&mut self, name: &str, shape: Shape, node: &Node<'_>) -> Option<Setting> {
        if node.is_null() {
            return None;
        }
        let read = match shape {
            Shape::Text => self.scalar(node).map(Setting::Text),
            Shape::Secret => self.scalar(node).map(|text| Setting::Secret(Secret::new(text))),
            Shape::Millis => millis(node).map(Setting::Millis),
            Shape::Flag => flag(node).map(Setting::Flag),
            Shape::Fields => node.as_list().and_then(|items| self.texts(items)).map(Setting::Texts),
            Shape::Map => node.as_map().map(|_| Setting::Flag(true)),
            Shape::Anything => Some(Setting::Anything(plain(node))),
        };
        match (&read, shape) {
            (Some(_), _) => {}
            // What is given instead may be a secret.
            (None, Shape::Secret | Shape::Fields) => self.shape(node, &format!("`{name}` has to be {}", wanted(shape))),
            (None, _) => self.wrong(node, &format!("`{name}`"), wanted(shape)),
        }
        read
    }

    fn texts(&self, items: &[Node<'_>]) -> Option<Vec<String>> {
        items.iter().map(|item| if item.is_null() { Some(String::new()) } else { self.scalar(item) }).collect()
    }

    /// A key as text; none for one that is null.
    fn key(&self, node: &Node<'_>) -> Option<String> {
        if node.is_null() { None } else { self.scalar(node) }
    }

    /// A scalar as it is written, whatever it means.
    fn scalar(&self, node: &Node<'_>) -> Option<String> {
        match &node.kind {
            Kind::String(text) => Some(text.clone().into_owned()),
            Kind::Bytes(bytes) | Kind::RawText(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Kind::List(_) | Kind::Map(_) | Kind::Null => None,
            _ => Some(self.written(node.span).unwrap_or_else(|| node.to_value().to_string())),
        }
    }

    fn written(&self, span: Span) -> Option<String> {
        let text = self.text.get(usize::try_from(span.start).ok()?..usize::try_from(span.end).ok()?)?;
        (!text.is_empty() && !text.contains(char::is_whitespace)).then(|| text.to_owned())
    }

    fn wrong(&mut self, node: &Node<'_>, what: &str, wanted: &str) {
        self.shape(node, &format!("{what} has to be {wanted}, not {}", node.kind_name()));
    }

    fn shape(&mut self, node: &Node<'_>, message: &str) {
        self.problems.push(Diagnostic::error(&SHAPE, message).at(node.span, "given here"));
    }
}

fn wanted(shape: Shape) -> &'static str {
    match shape {
        Shape::Text | Shape::Secret => "text",
        Shape::Millis => "a number of milliseconds",
        Shape::Flag => "`true` or `false`",
        Shape::Fields => "a list of texts",
        Shape::Map => "a map",
        Shape::Anything => "anything",
    }
}

/// A number; what follows the point is cut off.
fn millis(node: &Node<'_>) -> Option<i64> {
    match node.kind {
        Kind::Int(millis) => Some(millis),
        #[expect(clippy::cast_possible_truncation, reason = "the fraction is cut off, and too much is too much")]
        Kind::Float(millis) if millis.is_finite() && millis.abs() < 9.0e18 => Some(millis as i64),
        _ => None,
    }
}

/// A truth value, or one of the words that YAML 1.1 had for it.
fn flag(node: &Node<'_>) -> Option<bool> {
    match &node.kind {
        Kind::Bool(flag) => Some(*flag),
        Kind::String(text) => match text.as_ref() {
            "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
            "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a node; binary data is text.
fn plain(node: &Node<'_>) -> Value {
    texts(node.to_value())
}

fn texts(value: Value) -> Value {
    match value {
        Value::Bytes(bytes) => crate::matcher::text_of_bytes(&bytes),
        Value::Opaque(_) if let Some(bytes) = value.as_raw_text() => Value::bytes(bytes),
        Value::List(list) => Value::List(list.iter().cloned().map(texts).collect::<List>()),
        Value::Map(map) => {
            Value::Map(map.iter().map(|(key, value)| (key.clone(), texts(value.clone()))).collect::<Map>())
        }
        other => other,
    }
}

/// What is probably not meant about the name of a section.
pub(crate) fn unknown_section(name: &str, at: Span) -> Option<Diagnostic> {
    if name.starts_with("x-") || sections().any(|section| section == name) {
        return None;
    }
    let help = match suggest(name, sections()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "names that begin with `x-` are free".to_owned(),
    };
    let message = format!("nothing in `{name}` is checked: there is no such section");
    Some(Diagnostic::warning(&UNKNOWN_SECTION, message).at(at, "unknown section").help(help))
}

fn unknown_attribute(owner: &str, name: &str, names: &[&str], at: Span) -> Diagnostic {
    let help = suggest(name, names.iter().copied()).map(|meant| format!("did you mean `{meant}`?"));
    Diagnostic::error(&UNKNOWN_ATTRIBUTE, format!("`{owner}` has no attribute `{name}`"))
        .at(at, "unknown attribute")
        .help(help)
}

fn empty(section: &str, id: &str, at: Span) -> Diagnostic {
    Diagnostic::error(&EMPTY_RESOURCE, format!("`{section}: {id}` has no attributes")).at(at, "nothing is given for it")
}
