//! The decision: pure, from what is wanted and what was observed.

use super::change::{Because, Change};
use super::desired::Desired;
use super::properties::Ensure;
use super::state::{Found, Now, State};
use engine::{Obstacle, Plan};

pub(super) fn plan(desired: &Desired, state: &State) -> Plan<Change> {
    if let Found::Other(what) = state.file {
        let name = desired.path.display();
        return Plan::blocked(Obstacle::lasting(format!("{name} is {what}; cannot manage it as an archive")));
    }
    match desired.ensure {
        Ensure::Absent if matches!(state.file, Found::Nothing) => Plan::empty(),
        Ensure::Absent => Plan::one(Change::Remove {}),
        Ensure::Present => present(desired, state),
    }
}

fn present(desired: &Desired, state: &State) -> Plan<Change> {
    let wrong = Wrong::of(desired, state);
    if wrong.is_nothing() {
        return Plan::empty();
    }
    let download = wrong.download(desired, state);
    let attributes = if download.is_none() { wrong.attributes } else { Vec::new() };
    let why_extract = match (&download, &wrong.creates, state.unfinished) {
        (Some(_), ..) => Some(String::new()),
        (None, _, true) => Some("it was not finished".to_owned()),
        (None, Some(creates), false) => Some(creates.clone()),
        (None, None, false) => None,
    };
    let extract = desired.extraction.as_ref().and(why_extract).map(Because);
    let cleanup = desired.cleanup && extract.is_some();
    let plan = Plan::one(Change::Bring { download, attributes, extract, cleanup });
    match wrong.creates.filter(|_| state.done) {
        // It was just extracted, and would not bring it the next time either.
        Some(creates) => plan.unless([Obstacle::lasting(creates)]),
        None => plan,
    }
}

/// What is not as it should be, each in words.
struct Wrong {
    missing: bool,
    unfinished: bool,
    creates: Option<String>,
    checksum: Option<String>,
    /// Owner and group, by which the originals tell that an archive is another.
    owners: bool,
    attributes: Vec<String>,
}

impl Wrong {
    fn of(desired: &Desired, state: &State) -> Self {
        let creates = desired.creates.as_ref().filter(|_| state.creates == Some(false));
        let now = match &state.file {
            Found::File(now) => Some(now),
            _ => None,
        };
        let owners = now.map(|now| owners(desired, state, now)).unwrap_or_default();
        let is_owner = !owners.is_empty();
        let mode = now.and_then(|now| mode(desired, now));
        Self {
            missing: now.is_none() && !desired.cleanup,
            unfinished: state.unfinished && desired.extraction.is_some(),
            creates: creates.map(|path| format!("creates path missing: {}", path.display())),
            checksum: now.and_then(|now| checksum(desired, now)),
            owners: is_owner,
            attributes: owners.into_iter().chain(mode).collect(),
        }
    }

    fn is_nothing(&self) -> bool {
        let is_right = !self.missing && !self.unfinished && self.creates.is_none();
        is_right && self.checksum.is_none() && self.attributes.is_empty()
    }

    /// An archive that is there and known to be the right one is not downloaded again. One that nobody can vouch for is, as
    /// upstream has it, unless only its mode is wrong, or the last run was cut off after its download. Nor is one of any use
    /// that could not be extracted.
    fn download(&self, desired: &Desired, state: &State) -> Option<Because> {
        let Found::File(_) = &state.file else { return Some(Because(String::new())) };
        let is_known = desired.checksum.is_some() && self.checksum.is_none();
        let reason = if let Some(checksum) = &self.checksum {
            checksum.clone()
        } else if is_known {
            return None;
        } else if state.bad && self.unfinished {
            "the last one could not be extracted".to_owned()
        } else if state.unfinished && !self.owners {
            return None;
        } else if self.owners {
            self.attributes.join(", ")
        } else if let Some(creates) = &self.creates {
            creates.clone()
        } else {
            return None;
        };
        Some(Because(reason))
    }
}

fn owners(desired: &Desired, state: &State, now: &Now) -> Vec<String> {
    let drift = |what: &str, from: &str, to: &dyn std::fmt::Display| format!("{what} {from} -> {to}");
    let owner = (state.owner != Some(now.uid)).then(|| drift("owner", &now.owner, &desired.owner));
    let group = (state.group != Some(now.gid)).then(|| drift("group", &now.group, &desired.group));
    owner.into_iter().chain(group).collect()
}

fn mode(desired: &Desired, now: &Now) -> Option<String> {
    let wanted = desired.mode.filter(|mode| *mode != now.mode & 0o777)?;
    Some(format!("mode {:04o} -> {wanted:04o}", now.mode))
}

fn checksum(desired: &Desired, now: &Now) -> Option<String> {
    let wanted = desired.checksum.as_ref().filter(|wanted| now.sum.as_ref() != Some(wanted))?;
    let found = now.sum.as_ref().map(ToString::to_string).unwrap_or_default();
    Some(format!("checksum mismatch: state={found} requested={wanted}"))
}
