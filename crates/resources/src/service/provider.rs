//! What the type asks of a service manager.

use super::change::Change;
use super::failure::ServiceFailure;
use super::unit::Unit;
use super::unit_file::UnitFile;

/// Looking.
pub(super) trait Reads {
    /// A unit, out of what was asked for all units of the run at once. One that is on its way is waited for.
    fn unit(&self, unit: &str) -> Result<Unit, ServiceFailure>;
    /// A unit as it is right now.
    fn unit_now(&self, unit: &str) -> Result<Unit, ServiceFailure>;
    /// A unit as it is when it has arrived where it is going.
    fn unit_settled(&self, unit: &str) -> Result<Unit, ServiceFailure>;
    /// The same after something was done to it: one that counts as started at once gets a moment to fail.
    fn unit_after(&self, unit: &str) -> Result<Unit, ServiceFailure>;
    /// What a unit wrote in its last run, which is not the one that it had before.
    fn journal(&self, unit: &str, before: &Unit, is: &Unit) -> Option<String>;
    /// The file of a unit that the service manager has not heard of.
    fn unit_file(&self, unit: &str) -> Result<Option<UnitFile>, ServiceFailure>;
    /// Whether an earlier step of a rehearsal would remove the file of a unit.
    fn would_lose_file(&self, unit: &Unit) -> Result<bool, ServiceFailure>;
    /// Whether there are files of a unit that the service manager has not read, or would be in a rehearsal.
    fn has_unread_files(&self, name: &str, unit: &Unit) -> Result<bool, ServiceFailure>;
}

/// Changing.
pub(super) trait Verbs {
    /// Does one step.
    fn act(&self, change: &Change, unit: &str) -> Result<(), ServiceFailure>;
}
