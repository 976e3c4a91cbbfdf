//! What an expression does, in the order in which it does it: a tree that was checked, with all names resolved.

mod fold;
mod op;
mod planner;

pub(crate) use op::{Attribute, Call, Key, Loop, LoopKind, MessageOp, Op, OpId, Plan, Qualifier, Root};
pub(crate) use planner::plan;
