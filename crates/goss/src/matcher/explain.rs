//! How a disagreement is told. The parts are looked at again, which only a failure has to pay for.

use super::convert::{Conversion, Failed};
use super::shown::{json, written};
use super::test::{elements, pairing};
use super::tree::Matcher;
use value::{Escape, Value};

/// What a failed result says; every part is JSON already, and whole.
#[derive(Debug, Default)]
pub(crate) struct Finding {
    pub(crate) actual: String,
    pub(crate) message: String,
    pub(crate) expected: String,
    /// Expectations without an element.
    pub(crate) missing: Option<String>,
    /// Elements that nobody expects.
    pub(crate) extra: Option<String>,
    /// The conversions that changed the value.
    pub(crate) chain: Vec<Value>,
    /// The value before them.
    pub(crate) raw: String,
}

/// What is told of a matcher: why it does not hold, or that it does and should not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Fails,
    Holds,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Fails => Self::Holds,
            Self::Holds => Self::Fails,
        }
    }
}

impl Matcher {
    /// Why the value is not as expected.
    pub(crate) fn explain(&self, actual: &Value) -> Finding {
        self.tell(actual, Side::Fails)
    }

    fn tell(&self, actual: &Value, side: Side) -> Finding {
        match self {
            Self::Convert(..) => self.tell_converted(actual, side),
            Self::Not(inner) => inner.tell(actual, side.other()),
            Self::And(parts) if side == Side::Fails => match first(parts, actual, false) {
                Some(part) => part.tell(actual, side),
                None => self.plain(actual, side),
            },
            Self::Or(parts) if side == Side::Holds => match first(parts, actual, true) {
                Some(part) => part.tell(actual, side),
                None => self.plain(actual, side),
            },
            Self::Elements(wanted) | Self::ConsistOf(wanted) if side == Side::Fails => self.tell_pairs(wanted, actual),
            Self::Patterns(patterns) if side == Side::Fails => {
                let missing = super::shown::bytes_of(actual).and_then(|text| patterns.missing_in(text).ok().flatten());
                Finding { missing: missing.and_then(|missing| missing.shown()), ..self.plain(actual, side) }
            }
            _ => self.plain(actual, side),
        }
    }

    fn plain(&self, actual: &Value, side: Side) -> Finding {
        let not = if side == Side::Holds { "not " } else { "" };
        let message = format!("{not}{}", self.message());
        Finding { actual: json(actual), message, expected: self.expected(), ..Finding::default() }
    }

    /// Conversions that follow each other are one chain; those further in do not show.
    fn tell_converted(&self, actual: &Value, side: Side) -> Finding {
        let (mut matcher, mut value, mut chain) = (self, actual.clone(), Vec::new());
        while let Self::Convert(conversion, inner) = matcher {
            matcher = inner;
            match conversion.apply(&value) {
                Ok(converted) => {
                    chain.extend(entry(conversion, &value, &converted));
                    value = converted;
                }
                Err(Failed { rest, .. }) => {
                    chain.extend(entry(conversion, &value, &rest));
                    let plain = matcher.plain(&Value::Null, side);
                    return Finding { chain, raw: json(actual), ..plain };
                }
            }
        }
        Finding { chain, raw: json(actual), ..matcher.tell(&value, side) }
    }

    fn tell_pairs(&self, wanted: &[Self], actual: &Value) -> Finding {
        let plain = self.plain(actual, Side::Fails);
        let is_exact = matches!(self, Self::ConsistOf(_));
        let (Ok(values), Ok(pairs)) = (elements("", actual), pairing("", wanted, actual)) else { return plain };
        let missing: Vec<String> = pairs.missing.iter().map(|at| wanted[*at].shown_json()).collect();
        let extra: Vec<String> = pairs.extra.iter().map(|at| written(values[*at], Escape::Plain)).collect();
        let shown = |items: Vec<String>| (!items.is_empty()).then(|| format!("[{}]", items.join(",")));
        Finding { missing: shown(missing), extra: shown(extra).filter(|_| is_exact), ..plain }
    }

    fn message(&self) -> String {
        match self {
            Self::Equal(_) => "to equal",
            Self::Compare(comparison, _) => return format!("to be numerically {}", comparison.name()),
            Self::Prefix(_) => "to have prefix",
            Self::Suffix(_) => "to have suffix",
            Self::Substring(_) => "to contain substring",
            Self::Regexp(..) => "to match regular expression",
            Self::Length(_) => "to have length",
            Self::Patterns(_) => "to have patterns",
            Self::Key(_) => "to have key matching",
            Self::Element(_) => "to contain element matching",
            Self::Elements(_) => "to contain elements matching",
            Self::ConsistOf(_) => "to consist of",
            Self::And(_) => "to satisfy all of these matchers",
            Self::Or(_) => "to satisfy at least one of these matchers",
            Self::Semver(..) => "to satisfy semver constraint",
            Self::Convert(_, inner) | Self::Not(inner) => return inner.message(),
        }
        .to_owned()
    }

    /// What is expected, without the name of the matcher.
    fn expected(&self) -> String {
        match self {
            Self::Equal(expected) | Self::Compare(_, expected) => written(expected, Escape::Plain),
            Self::Prefix(text)
            | Self::Suffix(text)
            | Self::Substring(text)
            | Self::Regexp(text, _)
            | Self::Semver(text, _) => quoted(text),
            Self::Length(length) => length.to_string(),
            Self::Patterns(patterns) => written(patterns.given(), Escape::Plain),
            Self::Key(inner) | Self::Element(inner) | Self::Convert(_, inner) | Self::Not(inner) => inner.shown_json(),
            Self::Elements(parts) | Self::ConsistOf(parts) | Self::And(parts) | Self::Or(parts) => {
                listed(parts, Self::shown_json)
            }
        }
    }

    /// The matcher as a part of what is shown: a constraint of versions is easier to read there than further in.
    fn shown_json(&self) -> String {
        match self {
            Self::Semver(text, _) => format!("{{\"semver-constraint\":{}}}", quoted(text)),
            _ => self.to_json(),
        }
    }

    /// The matcher inside of another one.
    fn to_json(&self) -> String {
        let named = |name: &str, argument: String| format!("{{\"{name}\":{argument}}}");
        match self {
            Self::Convert(_, inner) => inner.to_json(),
            Self::Equal(expected) => written(expected, Escape::Html),
            Self::Compare(comparison, expected) => named(comparison.name(), written(expected, Escape::Html)),
            Self::Prefix(text) => named("have-prefix", escaped(text)),
            Self::Suffix(text) => named("have-suffix", escaped(text)),
            Self::Substring(text) => named("contain-substring", escaped(text)),
            Self::Regexp(text, _) => named("match-regexp", escaped(text)),
            Self::Semver(text, _) => named("semver-constraint", escaped(text)),
            Self::Length(length) => named("have-len", length.to_string()),
            Self::Patterns(patterns) => named("have-patterns", written(patterns.given(), Escape::Html)),
            Self::Key(inner) => named("have-key", inner.to_json()),
            Self::Element(inner) => named("contain-element", inner.to_json()),
            Self::Elements(parts) => named("contain-elements", listed(parts, Self::to_json)),
            Self::ConsistOf(parts) => named("consist-of", listed(parts, Self::to_json)),
            Self::And(parts) => match parts.as_slice() {
                [part] => part.to_json(),
                _ => named("and", listed(parts, Self::to_json)),
            },
            Self::Or(parts) => named("or", listed(parts, Self::to_json)),
            Self::Not(inner) => named("not", inner.to_json()),
        }
    }
}

fn first<'m>(parts: &'m [Matcher], actual: &Value, wanted: bool) -> Option<&'m Matcher> {
    parts.iter().find(|part| part.test(actual).map_or(!wanted, |holds| holds == wanted))
}

/// A conversion shows when it made something else of the value.
fn entry(conversion: &Conversion, before: &Value, after: &Value) -> Option<Value> {
    (before.type_name() != after.type_name() || before != after).then(|| conversion.to_value())
}

fn quoted(text: &str) -> String {
    written(&Value::string(text), Escape::Plain)
}

fn escaped(text: &str) -> String {
    written(&Value::string(text), Escape::Html)
}

/// Without parts there is not even an empty list.
fn listed(parts: &[Matcher], json: fn(&Matcher) -> String) -> String {
    if parts.is_empty() {
        return "null".to_owned();
    }
    let parts: Vec<String> = parts.iter().map(json).collect();
    format!("[{}]", parts.join(","))
}
