//! Template trees: a source tree is rendered with a template engine, compared with a target tree, and what differs is
//! written, with a plan in between that is known before anything is written.
//!
//! Every file of the source is a template. `_partials` directories hold what only other templates use. Templates can
//! [`render`](Tree::render) other files of the source and [`write`](Tree::write) more files into the target; all other
//! functions, and all variables, are handed in by the caller through the [`Engine`].
//!
//! A rehearsal is a type: [`Scaffold::rehearse`] takes a world that can only be looked at, and what it gives cannot be
//! applied. [`Scaffold::prepare`] does the same in a world that can be written to, and [`Prepared::apply`] goes on from
//! there without rendering anything again.
#![warn(missing_docs)]

mod apply;
mod beside;
mod codes;
mod engine;
mod engines;
mod finish;
mod foresee;
mod glob;
mod judge;
mod lexical;
mod memory;
mod options;
mod parallel;
mod plan;
mod planning;
mod post;
mod problem;
mod render;
mod roots;
mod scaffold;
mod source;
mod store;
mod survey;
mod withdraw;

pub use apply::{Applied, ApplyError};
pub use codes::CODES;
pub use engine::{CallFailure, Context, Data, Engine, Failure, Parsed, Renderer, Sight, Template, Tree};
pub use engines::{GoEngine, JetEngine};
pub use gostd::path::{GlobError, GlobProblem};
pub use memory::{Finished, Memory, NoMemory, ShortMemory};
pub use options::{Limits, Options};
pub use plan::{Plan, PlannedFile, Uncertain, Verdict};
pub use planning::{Prepared, Rehearsal};
pub use post::{Post, PostError};
pub use problem::{Exceeded, Place, Problem, ProblemKind, Problems, TemplateProblem};
pub use scaffold::Scaffold;
