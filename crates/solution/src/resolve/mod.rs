//! From resolvers to values: phase after phase, each resolver through its sources, steps and rules.

mod call;
mod each;
mod error;
mod execution;
mod one;
mod result;
mod run;

pub use call::LeftOut;
pub use error::ResolverError;
pub use execution::{execution, secret_names, values, values_ahead, whole_execution};
pub use result::{Attempt, PhaseTime, ResolverResult, Status};
pub use run::{Options, Resolved, resolve};
