//! Arguments against parameters.

use super::checker::{Checker, Result};
use crate::exprlang::environment::Signature;
use crate::exprlang::error::{CompileError, Problem};
use crate::exprlang::syntax::{Arguments, Id};
use crate::exprlang::types::Nature;

/// One way to call a builtin or a method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Overload {
    pub(crate) parameters: &'static [Nature],
    pub(crate) result: Nature,
}

impl Checker<'_> {
    /// The result of the first overload that fits.
    pub(super) fn overloads(&self, id: Id, name: &str, overloads: &[Overload], arguments: Arguments) -> Result<Nature> {
        let arguments = self.tree.arguments(arguments);
        let mut mistake = None;
        for overload in overloads.iter().filter(|overload| overload.parameters.len() == arguments.len()) {
            match self.fit(name, overload.parameters.iter().copied(), arguments) {
                Ok(()) => return Ok(overload.result),
                Err(error) => mistake = mistake.or(Some(error)),
            }
        }
        match mistake {
            Some(mistake) => Err(mistake),
            None => self.wrong_count(id, name, &counts(overloads), arguments.len()),
        }
    }

    /// Arguments of a function of the environment.
    pub(super) fn signature(&self, id: Id, name: &str, of: &Signature, arguments: Arguments) -> Result<Nature> {
        let arguments = self.tree.arguments(arguments);
        let required = of.parameters.len();
        if arguments.len() < required || (of.rest.is_none() && arguments.len() > required) {
            let expected = if of.rest.is_some() { format!("at least {}", plural(required)) } else { plural(required) };
            return self.wrong_count(id, name, &expected, arguments.len());
        }
        let rest = of.rest.into_iter().cycle();
        self.fit(name, of.parameters.iter().copied().chain(rest).map(Nature::from), arguments)?;
        Ok(of.result.into())
    }

    pub(super) fn wrong_count<T>(&self, id: Id, name: &str, expected: &str, given: usize) -> Result<T> {
        let (name, expected) = (name.to_string(), expected.to_string());
        self.mistake(id, Problem::ArgumentCount { name, expected, given })
    }

    fn fit(&self, name: &str, parameters: impl Iterator<Item = Nature>, arguments: &[Id]) -> Result<()> {
        for (parameter, argument) in parameters.zip(arguments) {
            let given = self.nature(*argument);
            if !takes(parameter, given) {
                let problem = Problem::Argument { name: name.to_string(), given: given.to_string() };
                return Err(CompileError { problem, place: self.tree.place(*argument) });
            }
        }
        Ok(())
    }
}

/// Numbers fit where another width, or a float, is wanted; nil only where anything fits.
fn takes(parameter: Nature, given: Nature) -> bool {
    match given {
        Nature::Nil => matches!(parameter, Nature::Any | Nature::Zone),
        given if given.is_unknown() => true,
        given if given.is_integer() && parameter.is_number() => true,
        given => given.assignable_to(parameter),
    }
}

/// The numbers of arguments that overloads take, in words.
pub(super) fn counts(overloads: &[Overload]) -> String {
    let mut counts: Vec<_> = overloads.iter().map(|overload| overload.parameters.len()).collect();
    counts.sort_unstable();
    counts.dedup();
    match counts.as_slice() {
        [few, many] => format!("{few} or {}", plural(*many)),
        counts => plural(counts.first().copied().unwrap_or_default()),
    }
}

pub(crate) fn plural(count: usize) -> String {
    match count {
        0 => "no arguments".to_string(),
        1 => "1 argument".to_string(),
        count => format!("{count} arguments"),
    }
}
