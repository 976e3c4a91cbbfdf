//! Compiled expressions.

use std::sync::Arc;

use value::Value;

use super::eval::{self, Limits};
use super::failure::EvalError;
use super::plan::Plan;
use super::variables::Variables;

/// A compiled expression. It is shared between threads and runs any number of times.
#[derive(Clone)]
pub struct Program(Arc<Body>);

struct Body {
    text: Box<str>,
    plan: Plan,
    result: String,
}

impl Program {
    pub(crate) fn new(text: &str, plan: Plan, result: String) -> Self {
        Self(Arc::new(Body { text: text.into(), plan, result }))
    }

    /// The text of the expression.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The type of the result as far as it is known: `int`, `list(string)`, `dyn`.
    pub fn result_type(&self) -> &str {
        &self.0.result
    }

    /// Runs the expression with the default limits.
    pub fn evaluate(&self, variables: &dyn Variables) -> Result<Value, EvalError> {
        self.evaluate_within(variables, Limits::default())
    }

    /// Runs the expression within limits.
    pub fn evaluate_within(&self, variables: &dyn Variables, limits: Limits) -> Result<Value, EvalError> {
        self.evaluate_with_cost(variables, limits).0
    }

    /// Runs the expression within limits, and says what it has cost in the units of cel-go.
    pub fn evaluate_with_cost(&self, variables: &dyn Variables, limits: Limits) -> (Result<Value, EvalError>, u64) {
        eval::run(&self.0.plan, variables, limits)
    }
}
