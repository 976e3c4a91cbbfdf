//! From a scalar with its tag to a value.

use super::number::go_float;
use super::parser::Parser;
use super::scalar::Scalar;
use super::tag::{Tag, Tagged};
use super::{problem, resolve, timestamp};
use crate::{Kind, Style};
use std::borrow::Cow;
use value::base64;

impl<'a> Parser<'a, '_> {
    /// The value of a scalar. A tag that does not fit is reported, and the value is null then.
    pub(super) fn value_of(&mut self, scalar: Scalar<'a>, tag: Option<Tagged>) -> Kind<'a> {
        let Some(tagged) = tag else { return self.untagged(scalar) };
        let (start, end, found) = (scalar.start, scalar.end, scalar.text.clone());
        let value =
            if self.goccy() { self.goccy_tagged(scalar, tagged.tag) } else { self.v3_tagged(scalar, tagged.tag) };
        value.unwrap_or_else(|| self.misfit(start, end, tagged, &problem::quoted(&found)))
    }

    fn misfit(&mut self, start: usize, end: usize, tagged: Tagged, found: &str) -> Kind<'a> {
        self.report(|parser| {
            let tag = &parser.text[tagged.span.start as usize..tagged.span.end as usize];
            let at = if start == end { tagged.span } else { parser.span(start, end) };
            problem::tag_value(at, tag, found)
        });
        Kind::Null
    }

    fn untagged(&self, scalar: Scalar<'a>) -> Kind<'a> {
        match scalar.style {
            Style::Plain => resolve::plain(self.options.dialect, &scalar.text).unwrap_or(Kind::String(scalar.text)),
            _ => Kind::String(scalar.text),
        }
    }

    /// yaml.v3 reads the text as the tag says and compares.
    fn v3_tagged(&self, scalar: Scalar<'a>, tag: Tag) -> Option<Kind<'a>> {
        match tag {
            Tag::Plain => return Some(self.untagged(scalar)),
            Tag::Str | Tag::List | Tag::Map | Tag::Merge | Tag::Other => return Some(Kind::String(scalar.text)),
            Tag::Binary => return v3_binary(&scalar.text),
            _ => {}
        }
        let value =
            if scalar.text.is_empty() { Some(Kind::Null) } else { resolve::plain(self.options.dialect, &scalar.text) };
        match (tag, value?) {
            (Tag::Float, Kind::Int(value)) => Some(Kind::Float(lossy(value))),
            (Tag::Int, value @ (Kind::Int(_) | Kind::Uint(_)))
            | (Tag::Float, value @ Kind::Float(_))
            | (Tag::Bool, value @ Kind::Bool(_))
            | (Tag::Null, value @ Kind::Null)
            | (Tag::Timestamp, value @ Kind::Timestamp(_)) => Some(value),
            _ => None,
        }
    }

    fn goccy_tagged(&self, scalar: Scalar<'a>, tag: Tag) -> Option<Kind<'a>> {
        match tag {
            // An unknown tag makes a text of what follows.
            Tag::Plain | Tag::Other => Some(Kind::String(scalar.text)),
            Tag::List | Tag::Map => None,
            _ => retagged(self.untagged(scalar), tag),
        }
    }

    /// The value of a tag without a scalar behind it.
    pub(super) fn tagged_nothing(&mut self, at: usize, tagged: Tagged) -> Kind<'a> {
        let value = if self.goccy() {
            match tagged.tag {
                Tag::Plain | Tag::Other | Tag::List | Tag::Map => Some(Kind::Null),
                tag => retagged(Kind::Null, tag),
            }
        } else {
            let nothing = Scalar { text: Cow::Borrowed(""), style: Style::Plain, start: at, end: at, one_line: true };
            match tagged.tag {
                Tag::Plain => Some(Kind::Null),
                tag => self.v3_tagged(nothing, tag),
            }
        };
        value.unwrap_or_else(|| self.misfit(at, at, tagged, "nothing"))
    }

    /// A list, a map or an alias behind a tag.
    pub(super) fn tagged_node(&mut self, kind: Kind<'a>, start: usize, end: usize, tagged: Tagged) -> Kind<'a> {
        if !self.goccy() {
            return kind;
        }
        let what = match kind {
            Kind::List(_) => "a list",
            Kind::Map(_) => "a map",
            _ => "this value",
        };
        let value = match (tagged.tag, kind) {
            (Tag::Plain | Tag::Other, kind) | (Tag::List, kind @ Kind::List(_)) | (Tag::Map, kind @ Kind::Map(_)) => {
                Some(kind)
            }
            (_, Kind::List(_) | Kind::Map(_)) | (Tag::List | Tag::Map, _) => None,
            (tag, kind) => retagged(kind, tag),
        };
        value.unwrap_or_else(|| self.misfit(start, end, tagged, what))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a float is what was asked for")]
fn lossy(value: i64) -> f64 {
    value as f64
}

fn v3_binary(text: &str) -> Option<Kind<'static>> {
    let bytes = base64::decode(text.as_bytes()).ok()?;
    Some(match String::from_utf8(bytes) {
        Ok(text) => Kind::String(Cow::Owned(text)),
        Err(error) => Kind::RawText(error.into_bytes()),
    })
}

/// goccy resolves first and converts the value then; what it would quietly turn into zero is refused.
fn retagged(kind: Kind<'_>, tag: Tag) -> Option<Kind<'_>> {
    match tag {
        Tag::Str => Some(Kind::String(go_text(kind))),
        Tag::Null => Some(Kind::Null),
        Tag::Int => {
            let text = go_text(kind);
            text.parse().ok().map(Kind::Int)
        }
        Tag::Float => goccy_float(kind).map(Kind::Float),
        Tag::Bool => goccy_bool(&go_text(kind)).map(Kind::Bool),
        Tag::Binary => match kind {
            Kind::String(text) => base64::decode(text.as_bytes()).ok().map(Kind::Bytes),
            _ => None,
        },
        Tag::Timestamp => match kind {
            Kind::String(text) => timestamp::parse(&text).map(Kind::Timestamp),
            Kind::Timestamp(time) => Some(Kind::Timestamp(time)),
            _ => None,
        },
        _ => Some(kind),
    }
}

fn goccy_float(kind: Kind<'_>) -> Option<f64> {
    match kind {
        Kind::Int(value) => Some(lossy(value)),
        #[expect(clippy::cast_precision_loss, reason = "a float is what was asked for")]
        Kind::Uint(value) => Some(value as f64),
        Kind::Float(value) => Some(value),
        Kind::String(text) => super::number::float(&text),
        _ => None,
    }
}

fn goccy_bool(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "t" | "true" | "yes" => Some(true),
        "0" | "f" | "false" | "no" => Some(false),
        _ => None,
    }
}

/// A scalar as Go's `fmt.Sprint` writes it; null is empty.
pub(super) fn go_text(kind: Kind<'_>) -> Cow<'_, str> {
    match kind {
        Kind::String(text) => text,
        Kind::Null | Kind::List(_) | Kind::Map(_) => Cow::Borrowed(""),
        Kind::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
        Kind::Int(value) => Cow::Owned(value.to_string()),
        Kind::Uint(value) => Cow::Owned(value.to_string()),
        Kind::Float(value) => Cow::Owned(go_float(value)),
        Kind::Bytes(bytes) | Kind::RawText(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        Kind::Timestamp(time) => Cow::Owned(time.to_string()),
    }
}
