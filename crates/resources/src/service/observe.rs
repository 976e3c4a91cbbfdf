//! From what the service manager and the disk say to a state.

use super::desired::Desired;
use super::failure::ServiceFailure;
use super::provider::Reads;
use super::state::{Collapse, State};
use super::unit::{Enablement, Load, Reading, Unit};

/// The unit as it is.
pub(super) fn observe(desired: &Desired, on: &dyn Reads) -> Result<State, ServiceFailure> {
    let unit = with_files(&desired.unit, on.unit(&desired.unit)?, on)?;
    Ok(State { unit, collapse: None })
}

/// The unit after something was done to it.
pub(super) fn observe_again(desired: &Desired, on: &dyn Reads, before: &State) -> Result<State, ServiceFailure> {
    let mut unit = on.unit_after(&desired.unit)?;
    // Its files were read again if they had to be; nothing is gained by saying it twice.
    if before.unit.is_outdated() {
        unit.reading = Reading::Current;
    }
    let journal = || on.journal(&desired.unit, &before.unit, &unit);
    let collapse = (desired.runs() && !unit.runs()).then(|| Collapse { journal: journal() });
    Ok(State { unit, collapse })
}

/// The unit under a name, whatever is wanted of it.
pub(super) fn look(unit: &str, on: &dyn Reads) -> Result<State, ServiceFailure> {
    let found = with_files(unit, on.unit_now(unit)?, on)?;
    if found.load == Load::NotFound {
        return Err(ServiceFailure::NotFound { unit: unit.to_owned() });
    }
    Ok(State { unit: found, collapse: None })
}

/// Files on the disk, or that would be there, make a unit that was not found, and another one of one that was.
fn with_files(name: &str, mut unit: Unit, on: &dyn Reads) -> Result<Unit, ServiceFailure> {
    if unit.load == Load::NotFound {
        let Some(file) = on.unit_file(name)? else { return Ok(unit) };
        (unit.load, unit.enablement) = (file.load, file.enablement);
        unit.file = Some(file.path);
        // A file that was there when systemd found nothing has to be read; one that comes is found by itself.
        let is_overlooked = !file.is_foreseen && unit.load != Load::Masked;
        unit.reading = if is_overlooked { Reading::Outdated } else { Reading::Current };
    } else if unit.reading == Reading::Current && on.would_lose_file(&unit)? {
        return with_files(name, Unit { load: Load::NotFound, enablement: Enablement::None, ..unit }, on);
    } else if unit.reading == Reading::Current && on.has_unread_files(name, &unit)? {
        unit.reading = Reading::Outdated;
    } else if unit.reading == Reading::Outdated && on.would_lose_file(&unit)? && on.unit_file(name)?.is_none() {
        unit.reading = Reading::Lost;
    }
    Ok(unit)
}
