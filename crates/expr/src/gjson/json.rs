//! What a path is searched in: values that are borrowed, and parts that paths and texts make.

use std::borrow::Cow;
use std::rc::Rc;

use value::{Escape, FloatFormat, JsonStyle, JsonWriteError, Key, KeyOrder, Map, Value, format_float};

use super::limit::{GjsonError, Limit, MAX_RAW, Result};

/// A part of a document.
#[derive(Clone)]
pub(super) enum Json<'a> {
    /// Nothing is there.
    Missing,
    Value(&'a Value),
    Scalar(Rc<Scalar>),
    List(Rc<ListPart<'a>>),
    Object(Rc<ObjectPart<'a>>),
}

/// A scalar that is no value of the document.
pub(super) struct Scalar {
    pub(super) kind: ScalarKind,
    /// As it is written.
    pub(super) raw: Box<str>,
}

#[derive(Clone, PartialEq)]
pub(super) enum ScalarKind {
    Null,
    Bool(bool),
    Number(f64),
    Text(Box<str>),
}

pub(super) struct ListPart<'a> {
    items: Vec<Json<'a>>,
    /// As it is written, when that is known.
    raw: Option<Box<str>>,
    extent: Extent,
}

pub(super) struct ObjectPart<'a> {
    entries: Vec<(Name, Json<'a>)>,
    raw: Option<Box<str>>,
    extent: Extent,
}

/// How large a part is that a path made. Parts are shared, so a short path can make one that is large when it is written
/// out.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    pub(super) depth: usize,
    pub(super) size: usize,
}

impl Extent {
    fn around<'j, 'a: 'j>(parts: impl Iterator<Item = &'j Json<'a>>) -> Self {
        let inner = parts.fold(Self::default(), |sum, part| {
            let Self { depth, size } = part.extent();
            Self { depth: sum.depth.max(depth), size: sum.size.saturating_add(size) }
        });
        Self { depth: inner.depth + 1, size: inner.size.saturating_add(1) }
    }
}

/// A key: what it is, and how it is written.
#[derive(Clone)]
pub(super) struct Name {
    pub(super) text: Rc<str>,
    raw: Option<Rc<str>>,
}

impl Name {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.into(), raw: None }
    }

    /// A key with the way it was written.
    pub(super) fn written(text: &str, raw: &str) -> Self {
        Self { text: text.into(), raw: Some(raw.into()) }
    }

    pub(super) fn raw(&self) -> Cow<'_, str> {
        match &self.raw {
            Some(raw) => Cow::Borrowed(raw),
            None => Cow::Owned(quoted(&self.text)),
        }
    }
}

/// What a part is, for queries and results.
pub(super) enum Kind<'j> {
    Missing,
    Null,
    Bool(bool),
    Number(f64),
    Text(Cow<'j, str>),
    List,
    Object,
    Unknown(&'j value::Unknown),
}

impl<'a> Json<'a> {
    pub(super) fn list(items: Vec<Self>) -> Self {
        Self::written_list(items, None)
    }

    /// A list with the way it was written.
    pub(super) fn written_list(items: Vec<Self>, raw: Option<&str>) -> Self {
        let extent = Extent::around(items.iter());
        Self::List(Rc::new(ListPart { items, raw: raw.map(Into::into), extent }))
    }

    pub(super) fn object(entries: Vec<(Name, Self)>) -> Self {
        Self::written_object(entries, None)
    }

    /// An object with the way it was written.
    pub(super) fn written_object(entries: Vec<(Name, Self)>, raw: Option<&str>) -> Self {
        let extent = Extent::around(entries.iter().map(|(_, part)| part));
        Self::Object(Rc::new(ObjectPart { entries, raw: raw.map(Into::into), extent }))
    }

    pub(super) fn extent(&self) -> Extent {
        match self {
            Self::List(list) => list.extent,
            Self::Object(object) => object.extent,
            _ => Extent { depth: 0, size: 1 },
        }
    }

    pub(super) fn scalar(kind: ScalarKind, raw: impl Into<Box<str>>) -> Self {
        Self::Scalar(Rc::new(Scalar { kind, raw: raw.into() }))
    }

    /// A text that was made.
    pub(super) fn text(text: &str) -> Self {
        Self::scalar(ScalarKind::Text(text.into()), quoted(text))
    }

    /// A number that was counted.
    #[expect(clippy::cast_precision_loss, reason = "documents are not that large")]
    pub(super) fn count(count: usize) -> Self {
        Self::scalar(ScalarKind::Number(count as f64), count.to_string())
    }

    pub(super) fn exists(&self) -> bool {
        !matches!(self, Self::Missing)
    }

    pub(super) fn kind(&self) -> Kind<'_> {
        match self {
            Self::Missing => Kind::Missing,
            Self::List(_) => Kind::List,
            Self::Object(_) => Kind::Object,
            Self::Scalar(scalar) => match &scalar.kind {
                ScalarKind::Null => Kind::Null,
                ScalarKind::Bool(truth) => Kind::Bool(*truth),
                ScalarKind::Number(number) => Kind::Number(*number),
                ScalarKind::Text(text) => Kind::Text(Cow::Borrowed(text)),
            },
            Self::Value(value) => value_kind(value),
        }
    }

    /// How many items a list has.
    pub(super) fn list_length(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.items.len()),
            Self::Value(Value::List(list)) => Some(list.len()),
            _ => None,
        }
    }

    /// How many items or entries it has.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Object(object) => object.entries.len(),
            Self::Value(Value::Map(map)) => map.len(),
            part => part.list_length().unwrap_or_default(),
        }
    }

    /// An item of a list.
    pub(super) fn item(&self, at: usize) -> Self {
        match self {
            Self::List(list) => list.items.get(at).cloned().unwrap_or(Self::Missing),
            Self::Value(Value::List(list)) => list.get(at).map_or(Self::Missing, Self::Value),
            _ => Self::Missing,
        }
    }

    /// All items of a list.
    pub(super) fn items(&self) -> Option<Vec<Self>> {
        self.list_length().map(|length| (0..length).map(|at| self.item(at)).collect())
    }

    /// All entries of an object.
    pub(super) fn entries(&self, order: KeyOrder) -> Option<Vec<(Name, Self)>> {
        match self {
            Self::Object(object) => Some(object.entries.clone()),
            Self::Value(Value::Map(map)) => {
                let entry = |(key, value): (&Key, &'a Value)| (Name::new(&key.to_string()), Self::Value(value));
                Some(match order {
                    KeyOrder::Keep => map.iter().map(entry).collect(),
                    KeyOrder::Sorted => sorted(map).into_iter().map(entry).collect(),
                })
            }
            _ => None,
        }
    }

    /// The part as a value.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Self::Missing => Value::Null,
            Self::Value(value) => (*value).clone(),
            Self::Scalar(scalar) => match &scalar.kind {
                ScalarKind::Null => Value::Null,
                ScalarKind::Bool(truth) => (*truth).into(),
                ScalarKind::Number(number) => match scalar.raw.parse::<i64>() {
                    Ok(integer) => integer.into(),
                    Err(_) => (*number).into(),
                },
                ScalarKind::Text(text) => (&**text).into(),
            },
            Self::List(list) => list.items.iter().map(Self::to_value).collect(),
            Self::Object(object) => {
                let mut map = Map::new();
                for (name, part) in &object.entries {
                    // Of several entries with one key the first counts.
                    if !map.contains_key(&*name.text) {
                        map.insert(&*name.text, part.to_value());
                    }
                }
                map.into()
            }
        }
    }
}

/// The entries in the order in which Go writes them as JSON: by the text of the key.
fn sorted(map: &Map) -> Vec<(&Key, &Value)> {
    let mut entries: Vec<_> = map.iter().collect();
    if entries.iter().all(|(key, _)| key.as_str().is_some()) {
        entries.sort_unstable_by_key(|(key, _)| key.as_str());
    } else {
        entries.sort_by_cached_key(|(key, _)| key.to_string());
    }
    entries
}

fn value_kind(value: &Value) -> Kind<'_> {
    match value {
        Value::Null => Kind::Null,
        Value::Bool(truth) => Kind::Bool(*truth),
        Value::Int(_) | Value::Uint(_) | Value::Float(_) => {
            Kind::Number(value.as_number().map_or(0.0, value::Number::to_f64))
        }
        #[expect(clippy::cast_precision_loss, reason = "JSON numbers are floats upstream")]
        Value::Duration(span) => Kind::Number(span.as_nanos() as f64),
        Value::String(text) => Kind::Text(Cow::Borrowed(text)),
        Value::List(_) => Kind::List,
        Value::Map(_) => Kind::Object,
        Value::Unknown(unknown) => Kind::Unknown(unknown),
        Value::Bytes(_) | Value::Timestamp(_) | Value::Opaque(_) => {
            plain_text(value).map_or(Kind::Null, |text| Kind::Text(text.into()))
        }
    }
}

/// The text that stands for a scalar in JSON.
fn plain_text(value: &Value) -> Option<String> {
    let style = JsonStyle { escape: Escape::Plain, keys: KeyOrder::Sorted, indent: None };
    let json = value.to_json_within(style, MAX_RAW).ok()?;
    match Value::from_json(&json).ok()? {
        Value::String(text) => Some(text.to_string()),
        other => Some(other.to_string()),
    }
}

/// JSON of a part, as it is written where that is known, otherwise on one line.
pub(super) fn raw(part: &Json<'_>, order: KeyOrder) -> Result<String> {
    let mut out = String::new();
    write(&mut out, part, order)?;
    Ok(out)
}

/// The depth of parts is limited, so that of this recursion is, too.
fn write(out: &mut String, part: &Json<'_>, order: KeyOrder) -> Result<()> {
    match part {
        Json::Missing => {}
        Json::Value(value) => out.push_str(&value_text(value, order, MAX_RAW - out.len())?),
        Json::Scalar(scalar) => out.push_str(&scalar.raw),
        Json::List(list) => {
            let items = list.items.iter().map(|item| (None, item));
            write_parts(out, ('[', ']'), list.raw.as_deref(), items, order)?;
        }
        Json::Object(object) => {
            let entries = object.entries.iter().map(|(name, part)| (Some(name), part));
            write_parts(out, ('{', '}'), object.raw.as_deref(), entries, order)?;
        }
    }
    if out.len() > MAX_RAW { Err(GjsonError::TooLarge) } else { Ok(()) }
}

/// JSON of a value that is not longer than `limit` bytes: its parts can be shared, so that it is far larger as text.
fn value_text(value: &Value, order: KeyOrder, limit: usize) -> Result<String> {
    Limit::check_value(value)?;
    match value.to_json_within(JsonStyle { escape: Escape::Html, keys: order, indent: None }, limit) {
        Ok(text) => Ok(text),
        Err(JsonWriteError::TooLong { .. }) => Err(GjsonError::TooLarge),
        Err(_) => Ok("null".to_owned()),
    }
}

fn write_parts<'j, 'a: 'j>(
    out: &mut String,
    (open, close): (char, char),
    written: Option<&str>,
    parts: impl Iterator<Item = (Option<&'j Name>, &'j Json<'a>)>,
    order: KeyOrder,
) -> Result<()> {
    if let Some(written) = written {
        out.push_str(written);
        return Ok(());
    }
    out.push(open);
    for (position, (name, part)) in parts.enumerate() {
        if position > 0 {
            out.push(',');
        }
        if let Some(name) = name {
            out.push_str(&name.raw());
            out.push(':');
        }
        write(out, part, order)?;
    }
    out.push(close);
    Ok(())
}

/// A text as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_json(Escape::Html, KeyOrder::Sorted).expect("a text can be written as JSON")
}

/// What upstream prints for a number: as it is written when that is only digits, otherwise without an exponent.
pub(super) fn number_text(raw: &str, number: f64) -> String {
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    if !raw.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return raw.to_string();
    }
    format_float(number, FloatFormat::Plain, None)
}
