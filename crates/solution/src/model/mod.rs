//! A solution as it is written. Every part knows where it stands.

mod condition;
mod period;
mod schema_value;
mod top;

pub use condition::Condition;
pub use period::{Nanoseconds, Period};
pub use schema_value::AnyValue;
pub use top::{
    Action, Backoff, ForEach, Messages, Metadata, OnError, Plugin, ResolvePhase, Resolver, Retry, Rule, SchemaMode,
    Spec, Step, Top, TransformPhase, ValidatePhase, Workflow,
};
