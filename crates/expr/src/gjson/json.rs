//! What a path is searched in: values that are borrowed, and parts that paths and texts make.

use std::borrow::Cow;
use std::rc::Rc;

use value::{Escape, FloatFormat, JsonStyle, JsonWriteError, Key, KeyOrder, Map, Value, format_float};

use super::limit::{GjsonError, Limit, MAX_RAW, Result, STEPS_PER_ENTRY};

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

    /// How long the text is that is made anew whenever one asks what this is.
    pub(super) fn made_text(&self) -> usize {
        match self {
            Self::Value(Value::Bytes(bytes)) => bytes.len() * 2,
            Self::Value(Value::Timestamp(_) | Value::Opaque(_)) => 100,
            _ => 0,
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

    /// How many steps it takes to list its items or entries.
    pub(super) fn steps(&self) -> usize {
        match self {
            Self::Object(object) => object.entries.len() * STEPS_PER_ENTRY,
            Self::Value(Value::Map(map)) => map.len() * STEPS_PER_ENTRY,
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
    let mut writer = Writer { out: String::new(), order, limit: MAX_RAW, nodes: 0, node: 0 };
    writer.write(part)?;
    Ok(writer.out)
}

/// JSON of a part that is written on the way of a search, which pays for it: for its length and for its parts.
pub(super) fn raw_within(part: &Json<'_>, order: KeyOrder, limit: &mut Limit) -> Result<String> {
    let mut writer = Writer { out: String::new(), order, limit: limit.room(), nodes: 0, node: BYTES_PER_NODE };
    writer.write(part)?;
    limit.bytes(writer.used())?;
    Ok(writer.out)
}

/// As how many bytes a part of a value counts, beside its text.
const BYTES_PER_NODE: usize = 32;

struct Writer {
    out: String,
    order: KeyOrder,
    /// How long it may become.
    limit: usize,
    /// How many parts of values were written, and as how many bytes each of them counts.
    nodes: usize,
    node: usize,
}

impl Writer {
    fn used(&self) -> usize {
        self.nodes.saturating_mul(self.node).saturating_add(self.out.len())
    }

    fn check(&self) -> Result<()> {
        if self.used() > self.limit { Err(GjsonError::TooLarge) } else { Ok(()) }
    }

    /// The depth of parts is limited, so that of this recursion is, too.
    fn write(&mut self, part: &Json<'_>) -> Result<()> {
        match part {
            Json::Missing => {}
            Json::Value(value) => self.value(value)?,
            Json::Scalar(scalar) => self.out.push_str(&scalar.raw),
            Json::List(list) => {
                let items = list.items.iter().map(|item| (None, item));
                self.parts(('[', ']'), list.raw.as_deref(), items)?;
            }
            Json::Object(object) => {
                let entries = object.entries.iter().map(|(name, part)| (Some(name), part));
                self.parts(('{', '}'), object.raw.as_deref(), entries)?;
            }
        }
        self.nodes += 1;
        self.check()
    }

    /// The parts of a value can be shared, so that it is far larger as text.
    fn value(&mut self, value: &Value) -> Result<()> {
        self.nodes += Limit::check_value(value)?.nodes;
        self.check()?;
        let style = JsonStyle { escape: Escape::Html, keys: self.order, indent: None };
        match value.to_json_within(style, self.limit.saturating_sub(self.out.len())) {
            Ok(text) => self.out.push_str(&text),
            Err(JsonWriteError::TooLong { .. }) => return Err(GjsonError::TooLarge),
            Err(_) => self.out.push_str("null"),
        }
        Ok(())
    }

    fn parts<'j, 'a: 'j>(
        &mut self,
        (open, close): (char, char),
        written: Option<&str>,
        parts: impl Iterator<Item = (Option<&'j Name>, &'j Json<'a>)>,
    ) -> Result<()> {
        if let Some(written) = written {
            self.out.push_str(written);
            return Ok(());
        }
        self.out.push(open);
        for (position, (name, part)) in parts.enumerate() {
            if position > 0 {
                self.out.push(',');
            }
            if let Some(name) = name {
                self.out.push_str(&name.raw());
                self.out.push(':');
            }
            self.write(part)?;
        }
        self.out.push(close);
        Ok(())
    }
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
