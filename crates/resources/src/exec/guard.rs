//! Commands that say whether another one runs.

use super::command::command;
use super::desired::Desired;
use super::failure::ExecFailure;
use super::obstacles::obstacles;
use super::provider::Reads;
use value::Unknown;

/// A guard: the property, and its command line.
pub(super) struct Guard<'a> {
    pub(super) name: &'static str,
    pub(super) line: &'a str,
}

impl Guard<'_> {
    /// Whether it says yes. One whose program or directory will be there, but is not there yet, cannot be asked.
    pub(super) fn asks(&self, desired: &Desired, on: &dyn Reads) -> Result<bool, ExecFailure> {
        let command = command(self.line, desired).map_err(|error| self.fails(error.into()))?;
        match on.ask(&command) {
            Ok(finished) => Ok(finished.is_success()),
            Err(error) if error.could_not_start() && obstacles(&command, "", on)?.is_empty() => {
                let reason = format!("guard `{}`: {error} yet, an earlier step would bring it", self.name);
                Err(ExecFailure::NotYet(Unknown::new(reason)))
            }
            Err(error) => Err(self.fails(ExecFailure::process(error, self.line, desired))),
        }
    }

    fn fails(&self, error: ExecFailure) -> ExecFailure {
        ExecFailure::Guard { name: self.name, error: Box::new(error) }
    }
}
