//! Constants that are computed once.

use super::op::{Op, OpId, Plan};
use crate::cel::eval::{self, Limits};
use crate::cel::library::Body;

/// What computing a constant may take; what takes more is computed when the expression runs.
const LIMITS: Limits = Limits { cost: 2_000, steps: 2_000, memory: 64 << 10 };

impl Plan {
    /// Replaces an operation on constants by its result. One that fails stays as it is, so that it fails when it runs.
    pub(super) fn fold(&mut self, id: OpId) {
        if !self.is_foldable(id) {
            return;
        }
        if let Ok((value, cost)) = eval::constant(self, id, LIMITS) {
            self.ops[id.0 as usize] = Op::Folded { value, cost };
        }
    }

    fn is_foldable(&self, id: OpId) -> bool {
        let constant = |id: &OpId| matches!(self.op(*id), Op::Constant(_) | Op::Folded { .. });
        match self.op(id) {
            Op::List { items: all, optional: None } | Op::Map { entries: all, optional: None } => {
                self.ops(*all).iter().all(constant)
            }
            Op::Not(operand) | Op::Negate(operand) => constant(operand),
            Op::Equal { left, right, .. } | Op::Binary { left, right, .. } => constant(left) && constant(right),
            Op::Call(call) => {
                let native = |body: &Body| matches!(body, Body::Native(_));
                call.function.overloads.iter().all(|overload| native(&overload.body))
                    && self.ops(call.arguments).iter().all(constant)
            }
            _ => false,
        }
    }
}
