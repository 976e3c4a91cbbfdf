//! Views of the stream for other programs: metrics for Prometheus, spans for OpenTelemetry, lines for a log. They are made
//! from what happened and touch nothing; whoever holds them writes or sends what they give.

mod calls;
mod log;
mod metrics;
mod protobuf;
mod trace;

pub use calls::CallCounts;
pub use log::{LogForm, log_line};
pub use metrics::Metrics;
pub use trace::{Span, Trace};
