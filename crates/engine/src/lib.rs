//! How a described state is reached: the resource traits, the one harness that observes, plans, acts and proves, the
//! scheduler, and the stream of events that every output is made from. It knows neither manifests nor solutions, and it
//! is the only crate that knows whether a run is a rehearsal.
#![warn(missing_docs)]

mod bound;
mod call;
mod check;
mod common;
mod converge;
mod damaged;
mod definition;
pub mod diff;
mod event;
mod health;
mod ksuid;
mod lock;
mod masked;
mod neighbours;
mod notes;
mod plan;
mod reference;
mod registration;
mod resource;
pub mod schedule;
mod session;
mod step;
mod stream;
mod summary;
mod telemetry;
mod wire;
mod world;

pub use bound::{Announced, Resource};
pub use call::{CallEvent, LogEntry, LogLevel, SpanIds};
pub use check::{CheckFormat, HealthCheck};
pub use common::{CODES, Common, Context, Control, Place};
pub use converge::{Converged, NOW, Verdict};
pub use damaged::{Damage, parse_kept, put_aside};
pub use definition::{Argument, EnsureCommand, Example, Flag, FlagKind, Look, ProviderDef, TypeDef};
pub use event::{Event, PROTOCOL as EVENT_PROTOCOL, Standing};
pub use health::{Health, HealthResult};
pub use ksuid::{Ksuid, Ksuids};
pub use lock::{Applicant, LockError, RunLock};
pub use masked::without_secrets;
pub use neighbours::Neighbours;
pub use notes::{Debt, Note, Notes};
pub use plan::{AnyChange, Change, Diff, Obstacle, Plan, Remedy, Trigger, Verb};
pub use reference::{Reference, ReferenceError};
pub use registration::Registration;
pub use resource::{DiffOf, Failure, Identity, ResourceType, Status};
pub use session::{DirectorySession, Effect, MemorySession, Remembered, Session, SessionError};
pub use step::{Caller, StepEvent, StepKind};
pub use stream::{Happening, Hear, Listener};
pub use summary::Summary;
pub use telemetry::{CallCounts, LogForm, Metrics, Span, Trace, log_line};
pub use wire::event_shape;
pub use world::{Ahead, Rehearsal, World};
