//! The form of events on the wire, for the schema that other programs check them with.

use document::decode::{Decode, Shape, Value};
use document::record;

record! {
    /// What became of one resource in a run.
    pub(crate) struct EventRecord [name = "event"] {
        /// `io.choria.ccm.v1.transaction.event`.
        protocol: String,
        /// An identifier that sorts by time.
        event_id: String,
        /// When the step began.
        timestamp: String [format = "date-time"],
        /// The resource type.
        kind "type": String,
        /// The provider that did it; empty when none was chosen.
        provider: String,
        /// The name of the resource.
        name: String,
        /// Its alias.
        alias: Option<String>,
        /// The state that was asked for.
        requested_ensure: String,
        /// The state it is in; empty when that is not known.
        final_ensure: String,
        /// Nanoseconds, health checks included.
        duration: u64,
        /// The properties as they count.
        properties: Value,
        /// What was observed; null when nothing was.
        status: Value,
        /// What would have been done, in the words of the original.
        noop_message: Option<String>,
        /// The child manifests that it stands in, the outermost one first.
        within: Option<Vec<String>>,
        /// What its health checks said.
        health_check: Option<Vec<HealthRecord>>,
        /// The run only asked health checks.
        health_check_only: Option<bool>,
        /// Everything that is wrong.
        error: Vec<String>,
        /// Something was changed, or would be.
        changed: bool,
        /// A subscription was the reason.
        refreshed: bool,
        /// The resource is not in its state, or not healthy.
        failed: bool,
        /// It was not looked at.
        skipped: bool,
        /// This was a rehearsal.
        noop: bool,
        /// Requirements that were not met.
        unmet_requirements: Vec<String>,
        /// What was done, or would be, as data.
        plan: Vec<Value>,
        /// What a command printed and somebody should see.
        output: Option<String>,
        /// What only the run itself will show.
        unknown: Vec<String>,
    }
}

record! {
    /// The answer of one health check.
    pub(crate) struct HealthRecord [name = "health check result"] {
        /// 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN.
        status: u8 [max = 3],
        /// How often it was tried.
        tries: u32,
        /// What it printed. The key begins with a capital, as the original has it.
        output "Output": String,
    }
}

/// The form of an event.
pub fn event_shape() -> Shape {
    EventRecord::shape()
}
