//! A run in numbers.

use crate::schedule::Standstill;
use crate::{Event, Reference};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use value::Timestamp;

/// How many resources ended how.
#[derive(Debug, Clone)]
pub struct Summary {
    /// When the run began.
    pub started: Timestamp,
    /// How long it took, the last resource included.
    pub duration: Duration,
    /// Whether this was a rehearsal.
    pub rehearsal: bool,
    /// Why the run ended before its last step.
    pub cut_short: Option<Standstill>,
    /// Events.
    pub total: usize,
    /// Different resources, by the hash of their reference: two of them never meet in 64 bits in practice.
    unique: HashSet<u64>,
    hasher: RandomState,
    /// Were right already.
    pub stable: usize,
    /// Were changed, or would be.
    pub changed: usize,
    /// Those of them that were only rehearsed, in a run that changes things.
    pub foreseen: usize,
    /// Are not in their state.
    pub failed: usize,
    /// Were not tried.
    pub skipped: usize,
    /// Were changed because of a subscription.
    pub refreshed: usize,
    /// Requirements that were not met.
    pub unmet: usize,
    /// Failed events.
    pub errors: usize,
    /// Steps of a rehearsal whose outcome can only be known later.
    pub unknown: usize,
    /// Resources that have health checks.
    pub checked: usize,
    /// Health checks by their answer: OK, WARNING, CRITICAL, UNKNOWN.
    pub health: [usize; 4],
}

impl Summary {
    /// Nothing happened yet.
    pub fn new(started: Timestamp, rehearsal: bool) -> Self {
        Self {
            started,
            duration: Duration::ZERO,
            rehearsal,
            cut_short: None,
            total: 0,
            unique: HashSet::new(),
            hasher: RandomState::new(),
            stable: 0,
            changed: 0,
            foreseen: 0,
            failed: 0,
            skipped: 0,
            refreshed: 0,
            unmet: 0,
            errors: 0,
            unknown: 0,
            checked: 0,
            health: [0; 4],
        }
    }
}

impl Summary {
    /// Remembers that there was something about a resource.
    pub(crate) fn know(&mut self, kind: &str, name: &str) {
        let reference = Reference::new(kind.to_owned(), name);
        self.unique.insert(self.hasher.hash_one(&reference));
    }

    /// How many different resources there were.
    pub fn unique(&self) -> usize {
        self.unique.len()
    }

    /// Counts an event.
    pub fn count(&mut self, event: &Event<'_>) {
        self.total += 1;
        self.unique.insert(self.hasher.hash_one(event.reference()));
        match event {
            e if e.failed() => self.failed += 1,
            e if e.skipped() => self.skipped += 1,
            e if e.changed() => {
                self.changed += 1;
                self.foreseen += usize::from(e.rehearsal && !self.rehearsal);
            }
            _ => self.stable += 1,
        }
        self.errors += usize::from(event.failed());
        self.refreshed += usize::from(event.refreshed());
        self.unmet += event.unmet().len();
        self.unknown += usize::from(event.unknown().next().is_some());
        self.checked += usize::from(!event.health.is_empty());
        for health in &event.health {
            self.health[usize::from(health.status.number())] += 1;
        }
    }

    fn ended(&self) -> Timestamp {
        let nanos = i64::try_from(self.duration.as_nanos()).unwrap_or(i64::MAX);
        self.started.checked_add(value::Duration::from_nanos(nanos)).unwrap_or(self.started)
    }
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nanos = u64::try_from(self.duration.as_nanos()).unwrap_or(u64::MAX);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("start_time", &self.started.to_rfc3339())?;
        map.serialize_entry("end_time", &self.ended().to_rfc3339())?;
        map.serialize_entry("total_duration", &nanos)?;
        map.serialize_entry("total_resources", &self.total)?;
        map.serialize_entry("unique_resources", &self.unique.len())?;
        map.serialize_entry("changed_resources", &self.changed)?;
        map.serialize_entry("failed_resources", &self.failed)?;
        map.serialize_entry("skipped_resources", &self.skipped)?;
        map.serialize_entry("stable_resources", &self.stable)?;
        map.serialize_entry("refreshed_count", &self.refreshed)?;
        map.serialize_entry("requirements_unmet_count", &self.unmet)?;
        map.serialize_entry("health_checked_count", &self.checked)?;
        let answers = ["ok", "warning", "critical", "unknown"];
        for (word, count) in answers.iter().zip(self.health) {
            map.serialize_entry(&format!("health_check_{word}_count"), &count)?;
        }
        map.serialize_entry("total_errors", &self.errors)?;
        map.serialize_entry("unknown_count", &self.unknown)?;
        map.serialize_entry("noop", &self.rehearsal)?;
        if let Some(reason) = self.cut_short {
            map.serialize_entry("cut_short", reason.word())?;
        }
        map.end()
    }
}
