//! Matching the keys of a map with the fields of a record.

use super::codes::{DUPLICATE_KEY, MISSING_KEY, UNKNOWN_KEY};
use super::decoder::{Decode, Decoder};
use super::shape::{Field, RecordShape, Shape};
use super::text::key_text;
use crate::yaml::quoted;
use crate::{Entry, Kind, Node};
use diagnostics::{Diagnostic, Diagnostics, Severity, Span};

/// A type that is a map with known keys; implemented by [`record!`](crate::record).
pub trait Record: Decode {
    /// Its keys and rules.
    const RECORD: &'static RecordShape;
}

/// The entries of a map, in the order of the record's fields.
#[derive(Debug)]
pub struct Fields<'n, 'a, const N: usize> {
    node: &'n Node<'a>,
    /// Where a missing key is reported.
    place: Span,
    record: &'static RecordShape,
    slots: [Option<&'n Entry<'a>>; N],
    next: usize,
    /// Whether keys were refused that the record does not have: they may be misspelt ones of it.
    has_foreign: bool,
}

impl Decoder<'_> {
    /// Matches a map with the `N` fields of a record and reports the keys that it does not have.
    pub fn open<'n, 'a, const N: usize>(
        &mut self,
        node: &'n Node<'a>,
        record: &'static RecordShape,
    ) -> Option<Fields<'n, 'a, N>> {
        let is_part = std::mem::take(&mut self.is_part);
        let entries = match &node.kind {
            Kind::Map(entries) => entries.as_slice(),
            // A document without content is a map without keys.
            Kind::Null if node.style.is_none() => &[],
            _ => return self.wrong_type(node, &Shape::Record(record)),
        };
        let (mut slots, before) = ([None; N], self.error_count());
        for entry in entries {
            match slot_of(entry, record) {
                Some(at) => self.fill(&mut slots[at], entry),
                None if is_part => {}
                None => self.check_foreign(entry, record),
            }
        }
        let has_foreign = self.error_count() > before;
        Some(Fields { node, place: self.place_of(node), record, slots, next: 0, has_foreign })
    }

    fn fill<'n, 'a>(&mut self, slot: &mut Option<&'n Entry<'a>>, entry: &'n Entry<'a>) {
        let Some(first) = slot.replace(entry) else { return };
        let message = format!("key {} is given twice", quoted(&key_text(&entry.key)));
        let problem = Diagnostic::error(&DUPLICATE_KEY, message).at(entry.key.span, "given again here");
        self.report(problem.at(first.key.span, "first given here"));
    }

    /// Looks at a key that is not one of the record's own fields.
    fn check_foreign(&mut self, entry: &Entry<'_>, record: &'static RecordShape) {
        if let Some(problem) = record.foreign(entry, self.unknown_key_severity()) {
            self.report(problem);
        }
    }
}

impl RecordShape {
    /// The problems of keys that this record does not have, for entries that nobody decodes.
    pub fn unknown_keys(&'static self, entries: &[Entry<'_>]) -> Diagnostics {
        let mut problems = Diagnostics::new();
        entries.iter().filter_map(|entry| self.foreign(entry, Severity::Error)).for_each(|p| problems.push(p));
        problems
    }

    fn foreign(&'static self, entry: &Entry<'_>, severity: Severity) -> Option<Diagnostic> {
        let key = key_text(&entry.key);
        let is_extension = self.marks.extensions && key.starts_with("x-");
        if is_extension || self.field(&key).is_some() {
            return None;
        }
        let mut problem = Diagnostic::error(&UNKNOWN_KEY, format!("unknown key {}", quoted(&key)));
        problem.severity = severity;
        let label = if severity == Severity::Error { "not a key of this map" } else { "this is ignored" };
        Some(problem.at(entry.key.span, label).help(advice(&key, self)))
    }
}

impl<'n, 'a, const N: usize> Fields<'n, 'a, N> {
    /// Decodes the next field; one that was left out is reported unless its type is optional, and may leave a hole. So
    /// may one whose key is misspelt, which was reported.
    pub fn take<T: Decode>(&mut self, decoder: &mut Decoder<'_>) -> Option<T> {
        let (field, entry) = self.advance::<T>();
        match entry {
            Some(entry) => decode_field(field, entry, decoder),
            None if self.has_foreign && self.is_misspelt(field) => T::hole().or_else(T::absent),
            None => T::absent().or_else(|| self.missing(field, decoder)).or_else(T::hole),
        }
    }

    /// Decodes the next field; one that was left out has a default, and so has one that is left out while salvaging.
    pub fn take_or<T: Decode>(&mut self, decoder: &mut Decoder<'_>, default: impl FnOnce() -> T) -> Option<T> {
        let (field, entry) = self.advance::<T>();
        match entry {
            Some(entry) => {
                let value = decode_field(field, entry, decoder);
                value.or_else(|| decoder.salvages.then(default))
            }
            None => Some(default()),
        }
    }

    /// Decodes a record whose keys stand at the same level.
    pub fn part<T: Record>(&self, decoder: &mut Decoder<'_>) -> Option<T> {
        decoder.is_part = true;
        T::decode(self.node, decoder)
    }

    /// The next field and its entry; a key without a value counts as left out.
    fn advance<T: Decode>(&mut self) -> (&'static Field, Option<&'n Entry<'a>>) {
        let at = self.next;
        self.next += 1;
        let entry = self.slots[at].filter(|entry| T::TAKES_NULL || entry.value.kind != Kind::Null);
        (&self.record.fields[at], entry)
    }

    fn missing<T>(&self, field: &Field, decoder: &mut Decoder<'_>) -> Option<T> {
        let message = format!("missing key `{}`", field.key);
        let empty = self.node_without_value(field);
        let problem = match empty {
            Some(key) => Diagnostic::error(&MISSING_KEY, message).at(key, "this has no value"),
            None => Diagnostic::error(&MISSING_KEY, message).at(self.place, "it belongs in here"),
        };
        decoder.refuse(problem.help(format!("`{}` takes {}", field.key, field.shape().singular())))
    }

    /// Whether a key that nobody knows was probably meant for a field: that was reported with the right spelling.
    fn is_misspelt(&self, field: &Field) -> bool {
        let entries = self.node.as_map().unwrap_or_default().iter();
        let mut unknown = entries.map(|entry| key_text(&entry.key)).filter(|key| self.record.field(key).is_none());
        unknown.any(|key| meant(&key, self.record) == Some(field.key))
    }

    /// The key of a field that is there and has no value.
    fn node_without_value(&self, field: &Field) -> Option<Span> {
        self.slots.iter().flatten().find(|entry| key_text(&entry.key) == field.key).map(|entry| entry.key.span)
    }
}

/// Decodes a value and holds it against the rules of its field.
fn decode_field<T: Decode>(field: &Field, entry: &Entry<'_>, decoder: &mut Decoder<'_>) -> Option<T> {
    let is_secret_around = decoder.is_secret;
    decoder.is_secret |= field.marks.secret;
    let value = bounded(field, entry, decoder);
    decoder.is_secret = is_secret_around;
    value
}

fn bounded<T: Decode>(field: &Field, entry: &Entry<'_>, decoder: &mut Decoder<'_>) -> Option<T> {
    let value = decoder.entry(entry)?;
    if field.marks.filled && entry.value.as_str().is_some_and(|text| text.trim().is_empty()) {
        let problem = Diagnostic::error(&MISSING_KEY, format!("{} is required: this one is blank", field.key));
        return decoder.refuse(problem.at(entry.value.span, "nothing but blanks"));
    }
    match out_of_bounds(field, &entry.value) {
        Some((min, max)) => decoder.out_of_range(&entry.value, min, max),
        None => Some(value),
    }
}

/// The bounds of a field when a number is outside of them.
fn out_of_bounds(field: &Field, node: &Node<'_>) -> Option<(i128, i128)> {
    if field.marks.min.is_none() && field.marks.max.is_none() {
        return None;
    }
    let number = match node.kind {
        Kind::Int(number) => i128::from(number),
        Kind::Uint(number) => i128::from(number),
        _ => return None,
    };
    let Shape::Integer { min, max } = field.shape() else { return None };
    (!(min..=max).contains(&number)).then_some((min, max))
}

fn slot_of(entry: &Entry<'_>, record: &RecordShape) -> Option<usize> {
    let position = |key: &str| record.fields.iter().position(|field| field.key == key);
    match &entry.key.kind {
        Kind::String(key) => position(key),
        _ => position(&key_text(&entry.key)),
    }
}

/// What to do about an unknown key: a hint of the record, the key that was probably meant, or all that there are.
fn advice(key: &str, record: &'static RecordShape) -> Option<String> {
    hint(key, record)
        .or_else(|| meant(key, record).map(|meant| format!("did you mean `{meant}`?")).or_else(|| known_keys(record)))
}

/// The key that was probably meant.
fn meant(key: &str, record: &RecordShape) -> Option<&'static str> {
    mistaken_for(key, record).or_else(|| diagnostics::suggest(key, keys(record)))
}

fn hint(key: &str, record: &RecordShape) -> Option<String> {
    let own = record.marks.hints.iter().find(|(wrong, _)| *wrong == key).map(|(_, advice)| (*advice).to_owned());
    own.or_else(|| record.parts.iter().find_map(|part| hint(key, part)))
}

fn mistaken_for(key: &str, record: &RecordShape) -> Option<&'static str> {
    record.all_fields().find(|field| field.marks.mistaken.contains(&key)).map(|field| field.key)
}

fn keys(record: &RecordShape) -> impl Iterator<Item = &'static str> + use<> {
    record.all_fields().map(|field| field.key)
}

fn known_keys(record: &RecordShape) -> Option<String> {
    let keys: Vec<String> = keys(record).map(|key| format!("`{key}`")).collect();
    if keys.is_empty() { None } else { Some(format!("possible keys are {}", keys.join(", "))) }
}
