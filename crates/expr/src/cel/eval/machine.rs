//! The machine that runs a plan.

use value::{Unknown, Value};

use super::attribute::flattened;
use super::budget::{Budget, Limits};
use super::operators;
use crate::cel::failure::{EvalCause, EvalError, Failure};
use crate::cel::library::Cost;
use crate::cel::plan::{Op, OpId, Plan};
use crate::cel::syntax::Operator;
use crate::cel::values::{MapRef, Optional, equal, kind_name};
use crate::cel::variables::Variables;

/// A value, or why there is none.
pub(super) type Outcome = Result<Value, Failure>;

/// Runs a plan to its end; the cost is what it came to.
pub(crate) fn run(plan: &Plan, variables: &dyn Variables, limits: Limits) -> (Result<Value, EvalError>, u64) {
    let mut machine = Machine::new(plan, variables, limits);
    let outcome = machine.eval(plan.root);
    let result = outcome.map_err(|failure| EvalError::new(failure, plan.place(plan.root)));
    (result, machine.budget.cost())
}

/// The value and the cost of an operation that needs no variables.
pub(crate) fn constant(plan: &Plan, id: OpId, limits: Limits) -> Result<(Value, u64), Failure> {
    let mut machine = Machine::new(plan, &(), limits);
    let value = machine.eval(id)?;
    Ok((value, machine.budget.cost()))
}

/// The item of a loop, or the value of a name.
#[derive(Clone)]
pub(super) enum Slot {
    Empty,
    /// A name whose value nobody has needed yet.
    Pending(OpId),
    Known(Value),
    Failed(Failure),
}

pub(super) struct Machine<'p> {
    pub(super) plan: &'p Plan,
    pub(super) variables: &'p dyn Variables,
    pub(super) slots: Vec<Slot>,
    pub(super) budget: Budget,
}

impl<'p> Machine<'p> {
    fn new(plan: &'p Plan, variables: &'p dyn Variables, limits: Limits) -> Self {
        Self {
            plan,
            variables,
            slots: vec![Slot::Empty; plan.slots as usize],
            budget: Budget::new(limits, plan.patterns.clone()),
        }
    }

    /// Runs an operation. What fails without a place of its own, such as the end of a budget, failed here.
    pub(super) fn eval(&mut self, id: OpId) -> Outcome {
        self.operation(id).map_err(|failure| self.label(failure, id))
    }

    #[inline]
    fn operation(&mut self, id: OpId) -> Outcome {
        self.budget.step(1)?;
        let plan = self.plan;
        match plan.op(id) {
            Op::Constant(value) => Ok(value.clone()),
            Op::Folded { value, cost } => {
                self.charge(*cost)?;
                Ok(value.clone())
            }
            Op::Attribute(attribute) => {
                self.charge_attribute(attribute)?;
                self.attribute(attribute, id)
            }
            Op::Has(attribute) => {
                self.charge_attribute(attribute)?;
                self.has(attribute, id)
            }
            Op::And(left, right) => self.logic(*left, *right, false),
            Op::Or(left, right) => self.logic(*left, *right, true),
            Op::Conditional { condition, yes, no } => self.conditional(*condition, *yes, *no),
            Op::Not(operand) => self.unary(*operand, operators::not, id),
            Op::Negate(operand) => self.unary(*operand, operators::negate, id),
            Op::Equal { left, right, negate } => self.equality(*left, *right, *negate),
            Op::Binary { operator, left, right, cost } => self.binary(*operator, *left, *right, *cost, id),
            Op::Call(call) => self.call(call, id),
            Op::OptionalOr(left, right) => self.optional_or(*left, *right, id),
            Op::OptionalOrValue(left, right) => self.optional_or_value(*left, *right, id),
            Op::List { items, optional } => self.list(plan.ops(*items), optional.as_deref(), id),
            Op::Map { entries, optional } => self.map(plan.ops(*entries), optional.as_deref(), id),
            Op::Message(message) => self.message(message, id),
            Op::Loop(each) => self.each(each, id),
            Op::Bind { slot, value, body } => self.bind(*slot, *value, *body),
        }
    }

    /// A side that decides does so even when the other one fails; `decisive` is the value that decides.
    fn logic(&mut self, left: OpId, right: OpId, decisive: bool) -> Outcome {
        let mut failure: Option<Failure> = None;
        let mut unknown: Option<Unknown> = None;
        for side in [left, right] {
            match self.eval(side) {
                Ok(Value::Bool(value)) if value == decisive => return Ok(Value::Bool(decisive)),
                Ok(Value::Bool(_)) => {}
                Ok(Value::Unknown(other)) => unknown = merge(unknown.as_ref(), &other),
                Ok(given) => drop(failure.get_or_insert_with(|| self.not_bool(&given, side))),
                Err(error) if error.is_final() => return Err(error),
                Err(error) => drop(failure.get_or_insert(error)),
            }
        }
        match (unknown, failure) {
            (Some(unknown), _) => Ok(unknown.into()),
            (None, Some(failure)) => Err(failure),
            (None, None) => Ok(Value::Bool(!decisive)),
        }
    }

    fn conditional(&mut self, condition: OpId, yes: OpId, no: OpId) -> Outcome {
        let branch = match self.eval(condition)? {
            Value::Bool(true) => yes,
            Value::Bool(false) => no,
            unknown @ Value::Unknown(_) => return Ok(unknown),
            given => return Err(self.not_bool(&given, condition)),
        };
        self.eval_free(branch).map(flattened)
    }

    /// Runs an operation that is an operand of a condition or an index: an attribute itself costs nothing there.
    pub(super) fn eval_free(&mut self, id: OpId) -> Outcome {
        match self.plan.op(id) {
            Op::Attribute(attribute) => self.attribute(attribute, id),
            Op::Has(attribute) => self.has(attribute, id),
            _ => self.eval(id),
        }
    }

    fn unary(&mut self, operand: OpId, apply: fn(&Value) -> Outcome, id: OpId) -> Outcome {
        let operand = self.eval(operand);
        self.charge(1)?;
        match operand? {
            unknown @ Value::Unknown(_) => Ok(unknown),
            operand => apply(&operand).map_err(|failure| self.label(failure, id)),
        }
    }

    /// Both sides are computed, whatever comes of the first one.
    fn both(&mut self, left: OpId, right: OpId) -> Result<Result<(Value, Value), Value>, Failure> {
        let left = self.eval(left);
        if let Err(failure) = &left
            && failure.is_final()
        {
            return Err(failure.clone());
        }
        let right = self.eval(right);
        if let Err(failure) = &right
            && failure.is_final()
        {
            return Err(failure.clone());
        }
        if left.is_err() || right.is_err() {
            self.charge(1)?;
        }
        match (left?, right?) {
            (Value::Unknown(a), Value::Unknown(b)) => Ok(Err(merge(Some(&a), &b).into())),
            (unknown @ Value::Unknown(_), _) | (_, unknown @ Value::Unknown(_)) => Ok(Err(unknown)),
            sides => Ok(Ok(sides)),
        }
    }

    fn equality(&mut self, left: OpId, right: OpId, negate: bool) -> Outcome {
        let sides = match self.both(left, right)? {
            Ok((left, right)) => [left, right],
            Err(unknown) => return Ok(unknown),
        };
        let is_built = |value: &Value| matches!(value, Value::List(_) | Value::Map(_) | Value::Opaque(_));
        if sides.iter().all(is_built)
            && let Some(unknown) = Value::unknown_among(&sides)
        {
            return Ok(unknown.into());
        }
        self.pay(operators::equality_cost(&sides[0], &sides[1]), &sides)?;
        Ok(Value::Bool(equal(&mut self.budget, &sides[0], &sides[1])? != negate))
    }

    fn binary(&mut self, operator: Operator, left: OpId, right: OpId, cost: Cost, id: OpId) -> Outcome {
        let (left, right) = match self.both(left, right)? {
            Ok(sides) => sides,
            Err(unknown) => return Ok(unknown),
        };
        let sides = [left, right];
        self.pay(cost.of(&sides), &sides)?;
        let types = [kind_name(&sides[0]), kind_name(&sides[1])];
        let unknown = if operator == Operator::In { not_known_in(&sides) } else { None };
        let is_key = !matches!(sides[1], Value::List(_));
        let outcome = operators::binary(&mut self.budget, operator, sides).map_err(|failure| {
            let misfit = matches!(failure.cause(), EvalCause::NoSuchOverload { .. });
            let help = misfit.then(|| format!("the left side is `{}`, the right side is `{}`", types[0], types[1]));
            self.label(failure.with_help(help), id)
        });
        match (outcome, unknown) {
            // An item that is there is there, whatever the others are.
            (Ok(Value::Bool(found)), Some(unknown)) if !found || is_key => Ok(unknown.into()),
            (outcome, _) => outcome,
        }
    }

    fn optional_or(&mut self, left: OpId, right: OpId, id: OpId) -> Outcome {
        let left = self.eval(left)?;
        match left.as_opaque::<Optional>() {
            Some(optional) if optional.get().is_some() => Ok(left),
            Some(_) => self.eval(right),
            None if matches!(left, Value::Unknown(_)) => Ok(left),
            None => Err(self.label(Failure::no_overload(), id)),
        }
    }

    fn optional_or_value(&mut self, left: OpId, right: OpId, id: OpId) -> Outcome {
        let left = self.eval(left)?;
        match left.as_opaque::<Optional>().map(Optional::get) {
            Some(Some(value)) => Ok(value.clone()),
            Some(None) => self.eval(right),
            None if matches!(left, Value::Unknown(_)) => Ok(left),
            None => Err(self.label(Failure::no_overload(), id)),
        }
    }

    /// An operand, a condition or a predicate that is something else than a bool.
    #[cold]
    pub(super) fn not_bool(&self, given: &Value, id: OpId) -> Failure {
        let help = format!("this is `{}`, not `bool`", kind_name(given));
        self.label(Failure::no_overload().with_help(Some(help)), id)
    }

    #[cold]
    pub(super) fn label(&self, failure: Failure, id: OpId) -> Failure {
        failure.at(self.plan.place(id))
    }
}

/// What is not known of a value and of those that it is looked for among. What is under a key and not known may turn out not
/// to be there.
fn not_known_in([wanted, among]: &[Value; 2]) -> Option<Unknown> {
    let under = || MapRef::of(among)?.find(wanted)?.as_unknown().cloned();
    match among {
        Value::List(_) => Value::unknown_among([wanted, among]),
        _ => wanted.unknown().or_else(|| if Unknown::is_any() { under() } else { None }),
    }
}

/// What depends on both is unknown for both reasons.
pub(super) fn merge(a: Option<&Unknown>, b: &Unknown) -> Option<Unknown> {
    Unknown::combine(a.into_iter().chain([b]))
}
