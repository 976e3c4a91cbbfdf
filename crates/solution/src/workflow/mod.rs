//! What a solution does: actions in the order that their needs allow, and those that come after them whatever happened.

mod ahead;
mod attempt;
mod check;
mod dry;
mod ending;
mod given;
mod graph;
mod lost;
mod plan;
mod races;
mod render;
mod result;
mod run;
mod veil;

pub use check::check;
pub use dry::{DryRun, told_value};
pub use ending::Ending;
pub use graph::Phases;
pub(crate) use graph::by_element;
pub use plan::{Plan, PlanError, PlannedAction, PlannedInput, Section, When, aliases, plan};
pub use render::render;
pub use result::{ActionResult, ActionStatus, FinalStatus, SkipReason};
pub use run::{ActionOptions, Done, Streams, run};
