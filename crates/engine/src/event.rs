//! What became of one resource: the one record that every output is made from.

use crate::masked::{mask, without_secrets};
use crate::{Converged, HealthResult, Ksuid, NOW, Reference, Resource, Verdict};
use diagnostics::Redactor;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::time::Duration;
use value::{Timestamp, Value};

/// The protocol of the event on the wire, kept from the original.
pub const PROTOCOL: &str = "io.choria.ccm.v1.transaction.event";

/// The end of one step. It borrows the resource, so that nothing is copied for outputs that do not ask.
pub struct Event<'a> {
    /// Sortable identifier.
    pub id: Ksuid,
    /// When the step began.
    pub started: Timestamp,
    /// How long it took.
    pub duration: Duration,
    /// Which resource.
    pub resource: &'a dyn Resource,
    /// What became of it.
    pub standing: Standing,
    /// Whether this was a rehearsal.
    pub rehearsal: bool,
    /// Whether the run only asks health checks.
    pub monitoring: bool,
    /// What its health checks said.
    pub health: Vec<HealthResult>,
    /// The child manifests that it stands in, the outermost one first.
    pub within: &'a [String],
    /// Masks what it tells, text by text: behind a prefix, in quotes or cut short a secret would not be found.
    pub redactor: &'a Redactor,
}

/// What became of a step.
pub enum Standing {
    /// The harness ran.
    Converged(Box<Converged>),
    /// Requirements were not met.
    Unmet(Vec<Reference>),
    /// A control expression said no.
    Skipped {
        /// Whether it may say something else when a run comes to it.
        in_doubt: bool,
    },
    /// Only its health checks were asked.
    Checked,
}

impl From<Converged> for Standing {
    fn from(converged: Converged) -> Self {
        Self::Converged(Box::new(converged))
    }
}

impl Event<'_> {
    /// Type and name.
    pub fn reference(&self) -> &Reference {
        &self.resource.identity().reference
    }

    /// What the harness said, when it ran.
    pub fn converged(&self) -> Option<&Converged> {
        match &self.standing {
            Standing::Converged(converged) => Some(&**converged),
            Standing::Unmet(_) | Standing::Skipped { .. } | Standing::Checked => None,
        }
    }

    /// Whether something was changed, or would be.
    pub fn changed(&self) -> bool {
        self.converged().is_some_and(|c| match c.verdict {
            Verdict::Stable => false,
            Verdict::Changed { .. } | Verdict::WouldChange { .. } => true,
            Verdict::Failed { changed, .. } => changed,
        })
    }

    /// Whether a subscription caused it.
    pub fn refreshed(&self) -> bool {
        self.converged().is_some_and(|c| match c.verdict {
            Verdict::Changed { refreshed } | Verdict::WouldChange { refreshed } => refreshed,
            Verdict::Stable | Verdict::Failed { .. } => false,
        })
    }

    /// Whether the resource is not in its state.
    pub fn failed(&self) -> bool {
        self.fault().is_some() || self.health.iter().any(|health| health.error().is_some())
    }

    /// Whether nothing was tried.
    pub fn skipped(&self) -> bool {
        matches!(self.standing, Standing::Unmet(_) | Standing::Skipped { .. })
    }

    /// Whether what is foreseen of it may turn out otherwise.
    pub fn is_in_doubt(&self) -> bool {
        match &self.standing {
            Standing::Converged(converged) => converged.is_in_doubt(),
            Standing::Skipped { in_doubt } => *in_doubt,
            Standing::Unmet(_) | Standing::Checked => false,
        }
    }

    /// Everything that is wrong with it: why its state was not reached, and what its health checks say.
    pub fn errors(&self) -> Vec<Cow<'_, str>> {
        let unhealthy = self.health.iter().filter_map(HealthResult::error);
        let unhealthy = unhealthy.map(|error| Cow::Owned(self.redactor.text(&error).into_owned()));
        self.error().into_iter().chain(unhealthy).collect()
    }

    /// What can only be known later.
    pub fn unknown(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let converged = self.converged().map_or(&[][..], |converged| &converged.unknown);
        let excuses = self.health.iter().filter_map(|health| health.excuse.as_deref());
        converged.iter().map(String::as_str).chain(excuses).map(|reason| self.redactor.text(reason))
    }

    /// Why its state was not reached.
    pub fn error(&self) -> Option<Cow<'_, str>> {
        self.fault().map(|error| self.redactor.text(error))
    }

    fn fault(&self) -> Option<&str> {
        match &self.converged()?.verdict {
            Verdict::Failed { error, .. } => Some(error),
            Verdict::Stable | Verdict::Changed { .. } | Verdict::WouldChange { .. } => None,
        }
    }

    /// What a command printed and somebody should see: the author asked for it, or it explains a failure.
    pub fn output(&self) -> Option<Cow<'_, str>> {
        let converged = self.converged()?;
        let output = match &converged.verdict {
            Verdict::Failed { output, .. } => output.as_deref(),
            _ => converged.status.as_deref()?.output(),
        };
        output.map(|output| self.redactor.text(output))
    }

    /// The originals' sentence, in a rehearsal that would change something.
    fn noop_message(&self) -> Option<Cow<'_, str>> {
        let message = self.converged().map(|c| c.noop_message.as_str()).filter(|message| !message.is_empty())?;
        Some(self.redactor.text(message))
    }

    /// The properties as they are in force.
    fn properties(&self) -> Option<Value> {
        let properties = self.resource.properties();
        if self.redactor.has_secrets() {
            properties.map(|all| without_secrets(&all, self.redactor))
        } else {
            properties
        }
    }

    /// What the health checks said.
    fn answers(&self) -> Vec<HealthResult> {
        let masked = |answer: &HealthResult| {
            let output = self.redactor.text(&answer.output).into_owned();
            HealthResult { output, ..answer.clone() }
        };
        self.health.iter().map(masked).collect()
    }

    /// Whether somebody ended the run while it ran.
    pub fn interrupted(&self) -> bool {
        self.converged().is_some_and(|c| matches!(c.verdict, Verdict::Failed { interrupted: true, .. }))
    }

    /// The requirements that were not met.
    pub fn unmet(&self) -> &[Reference] {
        match &self.standing {
            Standing::Unmet(references) => references,
            Standing::Converged(_) | Standing::Skipped { .. } | Standing::Checked => &[],
        }
    }

    /// Whether the event is marked as a rehearsal: one that was skipped, or that failed before it was known what to do, is
    /// not, as the originals have it.
    fn noop(&self) -> bool {
        let is_known = |converged: &Converged| self.fault().is_none() || !converged.noop_message.is_empty();
        self.rehearsal && self.converged().is_some_and(is_known)
    }

    fn status(&self) -> Json {
        let Some(status) = self.converged().and_then(|c| c.status.as_deref()) else { return Json::Null };
        let reference = self.reference();
        let mut fields = Map::new();
        fields.insert("timestamp".into(), self.started.to_rfc3339().into());
        fields.insert("protocol".into(), format!("io.choria.ccm.v1.resource.{}.state", reference.kind).into());
        fields.insert("type".into(), reference.kind.clone().into());
        fields.insert("name".into(), reference.name.clone().into());
        fields.insert("ensure".into(), status.ensure().into());
        fields.insert("changed".into(), self.changed().into());
        fields.insert("refreshed".into(), self.refreshed().into());
        let is_stable = !self.changed() || (!self.rehearsal && status.is_stable_after_change());
        fields.insert("stable".into(), is_stable.into());
        fields.insert("noop".into(), self.noop().into());
        if let Some(message) = self.noop_message() {
            fields.insert("noop_message".into(), message.into());
        }
        fields.extend(status.fields(&reference.name));
        let mut status = Json::Object(fields);
        mask(&mut status, self.redactor);
        status
    }

    /// The changes as data; the diff stands with them.
    fn plan(&self) -> Vec<Json> {
        let Some(converged) = self.converged() else { return Vec::new() };
        let mut changes: Vec<Json> = converged.plan.iter().map(|change| change.data()).collect();
        for change in &mut changes {
            mask(change, self.redactor);
        }
        if let (Some(diff), Some(Json::Object(first))) = (&converged.diff, changes.first_mut()) {
            first.insert("diff".into(), diff.text.clone().into());
        }
        changes
    }
}

impl Serialize for Event<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (reference, converged) = (self.reference(), self.converged());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("protocol", PROTOCOL)?;
        map.serialize_entry("event_id", &self.id.to_string())?;
        map.serialize_entry("timestamp", &self.started.to_rfc3339())?;
        map.serialize_entry("type", &reference.kind)?;
        map.serialize_entry("provider", converged.map_or("", |c| c.provider))?;
        map.serialize_entry("name", &reference.name)?;
        if let Some(alias) = self.resource.common().alias() {
            map.serialize_entry("alias", alias)?;
        }
        map.serialize_entry("requested_ensure", self.resource.ensure())?;
        map.serialize_entry("final_ensure", converged.and_then(|c| c.status.as_deref()).map_or("", |s| s.ensure()))?;
        map.serialize_entry("duration", &u64::try_from(self.duration.as_nanos()).unwrap_or(u64::MAX))?;
        map.serialize_entry("properties", &self.properties())?;
        map.serialize_entry("status", &self.status())?;
        if let Some(message) = self.noop_message() {
            map.serialize_entry("noop_message", &message)?;
        }
        if !self.within.is_empty() {
            map.serialize_entry("within", self.within)?;
        }
        if !self.health.is_empty() {
            map.serialize_entry("health_check", &self.answers())?;
        }
        if self.monitoring {
            map.serialize_entry("health_check_only", &true)?;
        }
        map.serialize_entry("error", &self.errors())?;
        map.serialize_entry("changed", &self.changed())?;
        map.serialize_entry("refreshed", &self.refreshed())?;
        map.serialize_entry("failed", &self.failed())?;
        map.serialize_entry("skipped", &self.skipped())?;
        map.serialize_entry("noop", &self.noop())?;
        map.serialize_entry("unmet_requirements", &self.unmet().iter().map(ToString::to_string).collect::<Vec<_>>())?;
        map.serialize_entry("plan", &self.plan())?;
        if let Some(output) = self.output() {
            map.serialize_entry("output", &output)?;
        }
        map.serialize_entry("unknown", &self.unknown().collect::<Vec<_>>())?;
        if let Standing::Skipped { in_doubt: true } = self.standing {
            map.serialize_entry("notes", &[NOW])?;
        }
        if let Some(converged) = converged.filter(|converged| !converged.notes.is_empty()) {
            map.serialize_entry("notes", &converged.notes)?;
        }
        map.end()
    }
}
