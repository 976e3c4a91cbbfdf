//! Methods of times, durations and what they give.

mod duration;
mod time;

use value::Value;

use super::check::{Overload, plural};
use super::fault::{Fault, Result};
use super::moment::Moment;
use super::opaque::Named;
use super::reference::Entry;
use super::types::Nature;
use super::zone::ZoneValue;

/// A method: what it takes and gives, and what it does.
struct Method<R> {
    name: &'static str,
    overload: Overload,
    results: Results,
    /// How it is shown in the reference; one that cannot be used is not.
    shown: Option<Shown>,
    run: R,
}

/// What the reference says of a method.
#[derive(Debug, Clone, Copy)]
struct Shown {
    help: &'static str,
    example: &'static str,
    /// The JSON of what the example gives.
    result: &'static str,
}

/// How many values a Go method gives. Of two, the first counts; more cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Results {
    One,
    Several,
}

/// What the checker needs to know of a method.
pub(crate) struct Known {
    pub(crate) overload: Overload,
    pub(crate) results: Results,
}

/// The method of a type, if it has one of that name.
pub(crate) fn find(receiver: Nature, name: &str) -> Option<Known> {
    match receiver {
        Nature::Time => known(time::METHODS, name),
        Nature::Duration => known(duration::METHODS, name),
        Nature::Zone | Nature::Month | Nature::Weekday if name == "String" => {
            Some(Known { overload: Overload { parameters: &[], result: Nature::Text }, results: Results::One })
        }
        _ => None,
    }
}

fn known<R>(methods: &[Method<R>], name: &str) -> Option<Known> {
    let method = method(methods, name)?;
    Some(Known { overload: method.overload, results: method.results })
}

/// The methods of times and durations, as the reference shows them.
pub(crate) fn reference() -> impl Iterator<Item = Entry> {
    entries("methods of times", time::METHODS).chain(entries("methods of durations", duration::METHODS))
}

fn entries<R>(group: &'static str, methods: &'static [Method<R>]) -> impl Iterator<Item = Entry> {
    let entry = move |method: &'static Method<R>| {
        let Shown { help, example, result } = method.shown?;
        let parameters = method.overload.parameters.iter().copied().map(bare).collect::<Vec<_>>().join(", ");
        let signature = format!(".{}({parameters}) {}", method.name, bare(method.overload.result));
        Some(Entry { group, name: method.name, signature: signature.into(), help, example, result })
    };
    methods.iter().filter_map(entry)
}

/// The name of a type without its article.
fn bare(nature: Nature) -> String {
    let name = nature.to_string();
    name.trim_start_matches("an ").trim_start_matches("a ").to_owned()
}

/// Calls a method of a value; `None` when it has no such method.
pub(crate) fn call(receiver: &Value, name: &str, arguments: &[Value]) -> Option<Result<Value>> {
    if let Some(moment) = Moment::of(receiver) {
        let method = method(time::METHODS, name)?;
        return Some(method.count(arguments).and_then(|()| (method.run)(moment, arguments)));
    }
    match receiver {
        Value::Duration(span) => {
            let method = method(duration::METHODS, name)?;
            Some(method.count(arguments).and_then(|()| (method.run)(*span, arguments)))
        }
        receiver if name == "String" => {
            let text = match (receiver.as_opaque::<ZoneValue>(), receiver.as_opaque::<Named>()) {
                (Some(zone), _) => zone.0.name().into(),
                (None, Some(named)) => named.name().into(),
                (None, None) => return None,
            };
            Some(count(name, 0, arguments).map(|()| text))
        }
        _ => None,
    }
}

fn method<'m, R>(methods: &'m [Method<R>], name: &str) -> Option<&'m Method<R>> {
    methods.iter().find(|method| method.name == name)
}

impl<R> Method<R> {
    fn count(&self, arguments: &[Value]) -> Result<()> {
        count(self.name, self.overload.parameters.len(), arguments)
    }
}

fn count(name: &str, expected: usize, arguments: &[Value]) -> Result<()> {
    if arguments.len() == expected {
        return Ok(());
    }
    Err(Fault::ArgumentCount { name: name.to_string(), expected: plural(expected), given: arguments.len() })
}

/// Something that is of another type than a parameter.
fn wrong(name: &'static str, given: &Value) -> Fault {
    Fault::argument(name, given)
}
