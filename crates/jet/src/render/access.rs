//! Fields and indexes.

use value::{KeyRef, List, Map, Value};

use super::runtime::Runtime;
use crate::ast::Expr;
use crate::builtins::member;
use crate::error::{Cause, Run, of_type};
use crate::val::{Number, Val, View, with_map};

/// What is looked up.
pub(super) enum Key<'a> {
    /// A field.
    Name(&'a str),
    /// What stands in brackets.
    Index(&'a Val),
}

impl Key<'_> {
    /// The text, if it is one.
    fn text(&self) -> Option<&[u8]> {
        match self {
            Self::Name(name) => Some(name.as_bytes()),
            Self::Index(index) => match index.view() {
                View::Text(text) => Some(text),
                _ => None,
            },
        }
    }

    /// What Go's `%s` prints for an index that is not a field.
    fn printed(&self) -> Option<String> {
        let Self::Index(index) = self else { return None };
        Some(super::print::text_of("%s", index))
    }

    fn type_name(&self) -> String {
        match self {
            Self::Name(_) => "string".to_owned(),
            Self::Index(index) => index.type_name().into_owned(),
        }
    }
}

impl Runtime<'_> {
    pub(super) fn index_expr(&mut self, expr: &Expr, base: &Expr, index: &Expr) -> Run<Val> {
        let base = self.eval(base)?;
        let index = self.eval(index)?;
        self.index(&base, &Key::Index(&index), expr)
    }

    /// A member of a value: a function of it, an item, a field, or what is under a key. Nothing when a map does not have
    /// the key.
    pub(super) fn index(&mut self, base: &Val, key: &Key<'_>, expr: &Expr) -> Run<Val> {
        match base {
            Val::Invalid => Err(self.fault_of(expr, Cause::NothingToIndex { index: key.printed() })),
            Val::Any(Value::Null) => Err(self.fault_of(expr, Cause::NullIndexed { index: key.printed() })),
            Val::Any(value) | Val::Plain(value) => self.index_value(value, key, expr),
            _ => Err(self.cannot_index(base, key, expr)),
        }
    }

    fn index_value(&mut self, value: &Value, key: &Key<'_>, expr: &Expr) -> Run<Val> {
        if let Value::Map(map) = value
            && let Key::Name(name) = key
        {
            let found = map.field(name).cloned();
            return self.item(found, map.go_type().holds_anything(), expr);
        }
        if let Some(name) = key.text()
            && let Some(found) = member(value, &String::from_utf8_lossy(name))
        {
            return self.load(found, expr.at);
        }
        match View::of(value) {
            View::List(list) => self.list_item(list, key, expr),
            View::Text(text) | View::Bytes(text) => {
                let at = self.position(key, text.len(), expr)?;
                Ok(Val::Uint8(text[at]))
            }
            View::Map(map) => self.map_item(map, key, expr),
            View::Object(_) | View::Time(_) | View::Error(_) | View::Ints(..) => {
                Err(self.fault_of(expr, no_field(value, key)))
            }
            _ => Err(self.cannot_index(&Val::Plain(value.clone()), key, expr)),
        }
    }

    fn cannot_index(&self, base: &Val, key: &Key<'_>, expr: &Expr) -> crate::error::Fault {
        let index = key.printed().unwrap_or_else(|| "<invalid reflect.Value>".to_owned());
        let field = key.text().map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
        self.fault_of(expr, Cause::CannotIndex { index, field, of: base.type_name().into_owned() })
    }

    /// What was found: an interface is opened, unless it holds null.
    fn item(&self, found: Option<Value>, of_any_type: bool, expr: &Expr) -> Run<Val> {
        let Some(found) = found else { return Ok(Val::Invalid) };
        let found = self.current(found, expr.at)?;
        Ok(if of_any_type { Val::item(found) } else { Val::Plain(found) })
    }

    fn list_item(&self, list: &List, key: &Key<'_>, expr: &Expr) -> Run<Val> {
        let at = self.position(key, list.len(), expr)?;
        self.item(Some(list[at].clone()), list.go_type().holds_anything(), expr)
    }

    /// A number that is an index of something with `length` items.
    fn position(&self, key: &Key<'_>, length: usize, expr: &Expr) -> Run<usize> {
        let index = match key {
            Key::Index(index) => index,
            Key::Name(name) => {
                return Err(self.fault_of(expr, Cause::FieldOfItems { name: (*name).to_owned() }));
            }
        };
        let cause = match index.view() {
            View::Number(number) => {
                let index = number.to_int();
                let fitting = usize::try_from(index).ok().filter(|at| *at < length);
                return fitting.ok_or_else(|| self.fault_of(expr, Cause::OutOfRange { index }));
            }
            View::Invalid => Cause::IndexType { of: None },
            _ => Cause::IndexType { of: Some(index.type_name().into_owned()) },
        };
        Err(self.fault_of(expr, cause))
    }

    fn map_item(&self, map: &Value, key: &Key<'_>, expr: &Expr) -> Run<Val> {
        let (of_any_type, by_text) = with_map(map, |map| {
            let go_type = map.go_type();
            (go_type.holds_anything(), go_type.name().starts_with("map[string]"))
        })
        .expect("it was seen to be a map");
        let found = match (key, by_text) {
            (Key::Name(name), _) => find(map, KeyRef::String(name)),
            (Key::Index(index), true) => self.text_key(map, key, index, expr)?,
            (Key::Index(index), false) => self.any_key(map, index, expr)?,
        };
        self.item(found, of_any_type, expr)
    }

    /// What is under a key of a map whose keys are texts.
    fn text_key(&self, map: &Value, key: &Key<'_>, index: &Val, expr: &Expr) -> Run<Option<Value>> {
        match index.view() {
            View::Text(text) => Ok(std::str::from_utf8(text).ok().and_then(|text| find(map, KeyRef::String(text)))),
            View::Invalid => Err(self.bare_fault(expr.at, zero_value("Type", "a key has to be text"))),
            View::Number(Number::Int(_) | Number::Uint(_)) | View::Bytes(_) => {
                let of = key.type_name();
                let original = format!("reflect.Value.MapIndex: value of type {of} is not assignable to type string");
                let message = format!("{} cannot be a key of a map whose keys are texts", of_type(&of));
                Err(self.bare_fault(expr.at, Cause::Unsupported { message, original, text: true }))
            }
            _ => {
                let cause = Cause::KeyType { key: String::new(), of: key.type_name(), map: map.type_name().to_owned() };
                Err(self.fault_of(expr, cause))
            }
        }
    }

    /// What is under a key of a map whose keys can be of several types.
    fn any_key(&self, map: &Value, index: &Val, expr: &Expr) -> Run<Option<Value>> {
        let Some(index) = index.clone().into_value() else {
            return Err(self.bare_fault(expr.at, zero_value("Type", "nothing cannot be a key")));
        };
        Ok(index.as_key().and_then(|key| find(map, key)))
    }
}

fn find(map: &Value, key: KeyRef<'_>) -> Option<Value> {
    let found = |map: &Map| match key {
        KeyRef::String(name) => map.field(name).cloned(),
        key => map.get(key).cloned(),
    };
    with_map(map, found).flatten()
}

/// What Go says about a struct that does not have a field.
fn no_field(value: &Value, key: &Key<'_>) -> Cause {
    let of = value.type_name().trim_start_matches('*').to_owned();
    match key.text() {
        Some(name @ (b"wall" | b"ext" | b"loc")) if matches!(value, Value::Timestamp(_)) => Cause::Unsupported {
            message: format!("{} keeps `{}` to itself", of_type(&of), String::from_utf8_lossy(name)),
            original: format!("{} is an unexported field of struct type {of}", String::from_utf8_lossy(name)),
            text: false,
        },
        Some(name) => Cause::NoField { name: String::from_utf8_lossy(name).into_owned(), of },
        None => {
            let (index, kind) = (key.printed().unwrap_or_default(), key.type_name());
            let original = format!("can't use {index} ({kind}, not string) as field name in struct type {of}");
            Cause::Unsupported {
                message: format!("{} cannot be the name of a member", of_type(&kind)),
                original,
                text: false,
            }
        }
    }
}

/// What Go says when something is done with nothing.
pub(super) fn zero_value(method: &str, message: &str) -> Cause {
    Cause::Unsupported {
        message: message.to_owned(),
        original: format!("reflect: call of reflect.Value.{method} on zero Value"),
        text: false,
    }
}
