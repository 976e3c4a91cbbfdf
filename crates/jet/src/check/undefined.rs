//! Names that stand for nothing, whatever a template is given.

use std::collections::HashSet;

use crate::builtins::{ALL, Builtin};
use crate::source::Place;
use crate::template::Template;

/// A name that stands for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not defined")]
pub struct Undefined {
    /// The name.
    pub name: String,
    /// A name that was probably meant.
    pub similar: Option<String>,
    /// Where.
    pub place: Place,
}

impl Undefined {
    /// What to do about it, where that can be said.
    pub fn help(&self) -> Option<String> {
        self.similar.as_ref().map(|similar| format!("`{similar}` is defined"))
    }
}

impl Template {
    /// Names that are neither built in nor among those that the template is given, in the order of the text. A name that
    /// the template declares anywhere, or can do without anywhere, is none of them: blocks see the variables of the place
    /// that yields them, and what was asked about may be used after that.
    pub fn undefined(&self, given: &[&str]) -> Vec<Undefined> {
        let found = self.references();
        let variables = found.variables.into_iter().map(|variable| {
            let name = variable.path.into_iter().next().unwrap_or_default();
            (name, variable.place, variable.optional)
        });
        let calls = found.calls.into_iter().map(|call| (call.name, call.place, call.optional));
        let all: Vec<_> = variables.chain(calls).collect();
        let spared: HashSet<String> =
            all.iter().filter(|(.., optional)| *optional).map(|(name, ..)| name.clone()).collect();
        let is_known = |name: &str| {
            let is_declared = || self.set.inner.symbols.find(name).is_some_and(|name| name.is_declared());
            given.contains(&name) || Builtin::find(name).is_some() || spared.contains(name) || is_declared()
        };
        let unknown = all.into_iter().filter(|(name, ..)| !is_known(name));
        let mut unknown: Vec<_> = unknown.map(|(name, place, _)| undefined(name, place, given)).collect();
        unknown.sort_by_key(|undefined| undefined.place.start);
        unknown
    }
}

fn undefined(name: String, place: Place, given: &[&str]) -> Undefined {
    let names = given.iter().copied().chain(ALL.iter().map(|builtin| builtin.entry.name));
    let similar = diagnostics::suggest(&name, names).map(str::to_owned);
    // The place is that of the whole path.
    let end = place.start + u32::try_from(name.len()).unwrap_or(0);
    Undefined { similar, place: Place { end, ..place }, name }
}
