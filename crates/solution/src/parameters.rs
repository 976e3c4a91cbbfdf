//! Parameters that a solution takes.

use crate::solution::Solution;
use diagnostics::suggest;
use std::collections::BTreeSet;
use std::fmt;
use value::{Key, Map, Value};

/// A parameter that no resolver asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownParameter {
    /// Its name.
    pub name: String,
    /// Those that are asked for.
    known: Vec<String>,
}

impl UnknownParameter {
    /// What to do about it.
    pub fn help(&self) -> String {
        let known = self.known.iter().map(String::as_str);
        match suggest(&self.name, known) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("it takes {}", self.known.join(", ")),
        }
    }
}

/// The words of the original.
impl fmt::Display for UnknownParameter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "solution does not accept input \"{}\"", self.name)?;
        if let Some(name) = suggest(&self.name, self.known.iter().map(String::as_str)) {
            write!(out, " \u{2014} did you mean \"{name}\"?")?;
        }
        write!(out, " (valid inputs: {})", self.known.join(", "))
    }
}

/// The parameters that no resolver asks for; none when it is not known which are: a solution whose keys are worked out,
/// or that asks for none, takes any.
pub fn unknown_parameters(solution: &Solution, given: &Map) -> Vec<UnknownParameter> {
    if given.is_empty() {
        return Vec::new();
    }
    let mut known = BTreeSet::new();
    for resolver in &solution.resolvers {
        let resolver = &resolver.resolver;
        let sources = resolver.resolve.iter().flat_map(|phase| phase.with.iter().flatten());
        let steps = resolver.transform.iter().flat_map(|phase| phase.with.iter().flatten());
        for step in
            sources.chain(steps).filter(|step| step.provider.as_ref().is_some_and(|name| name.value == "parameter"))
        {
            let key = step.inputs.as_ref().and_then(|inputs| inputs.get("key")).and_then(Option::as_ref);
            known.extend(key.and_then(|form| form.as_literal()).and_then(Value::as_str));
        }
    }
    let names = given.keys().filter_map(Key::as_str);
    let unknown = names.filter(|name| !known.is_empty() && !known.contains(name));
    let known = || known.iter().map(|name| (*name).to_owned()).collect();
    unknown.map(|name| UnknownParameter { name: name.to_owned(), known: known() }).collect()
}
