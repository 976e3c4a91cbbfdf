//! Solutions: resolvers that compute values and a workflow that does work with them, each through a named provider. This
//! crate reads them, says what is wrong with them, and runs them; it knows nothing of manifests.
#![warn(missing_docs)]

mod bundle;
mod check;
mod codes;
mod compose;
mod dependencies;
mod draw;
mod load;
pub mod model;
mod parameters;
mod resolve;
mod secrets;
mod session;
mod solution;
mod spot;
mod strangers;
mod symbols;
mod texts;
mod types;
pub mod workflow;

pub use check::{Findings, check};
pub use codes::{CODES, FAILED, UNKNOWN_INPUT};
pub use dependencies::{Order, closure, order};
pub use draw::{Drawing, GraphForm, draw_actions, draw_resolvers};
pub use load::{Origin, Refused, Strictness, load};
pub use parameters::{UnknownParameter, unknown_parameters};
pub use resolve::{
    Attempt, LeftOut, Options as ResolveOptions, PhaseTime, Resolved, ResolverError, ResolverResult, Status, execution,
    resolve, secret_names, values, values_ahead, whole_execution,
};
pub use secrets::{cover_torn, wary};
pub use session::{Reach, Session};
pub use solution::{NamedResolver, Solution};
pub use spot::Spot;
pub use strangers::{Calling, unknown_inputs};
pub use symbols::{beside, planning, planning_after};
pub use types::{ResolverType, coerce};
