//! Where expressions end: a body goes in as written and comes out as it counts. What can be known before the run is
//! worked out here; what may read what earlier steps make is compiled here and worked out when its step is reached.

mod judge;
mod late;
mod text;
mod walk;

pub(crate) use judge::Judge;
pub use judge::Judging;
pub(crate) use late::{Late, LateError, with_placeholders};
pub(crate) use text::{Mode, Resolver, explain, may_hold_expressions};
