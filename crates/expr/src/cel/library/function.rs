//! What a function is: its name, what it takes and gives, and what it does.

use std::sync::Arc;

use value::Value;

use super::cost::Cost;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type;

/// What a function does with its arguments; a method has its receiver as the first one.
pub(crate) type NativeBody = fn(&mut Budget, &[Value]) -> Result<Value, Failure>;

/// The same for functions that are handed in.
pub type SharedBody = Arc<dyn Fn(&mut Budget, &[Value]) -> Result<Value, Failure> + Send + Sync>;

/// What an overload runs.
#[derive(Clone)]
pub(crate) enum Body {
    Native(NativeBody),
    Shared(SharedBody),
}

impl Body {
    pub(crate) fn call(&self, budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
        match self {
            Self::Native(body) => body(budget, arguments),
            Self::Shared(body) => body(budget, arguments),
        }
    }
}

/// A function that is handed in: one that needs files, a clock or another language, or one of the caller's own.
#[derive(Clone)]
pub struct Function {
    /// Its name, with dots when it is in a namespace: `time.now`.
    pub name: &'static str,
    /// The heading under which the reference lists it.
    pub group: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// An expression that shows it.
    pub example: &'static str,
    /// The result of the example as an expression; empty when it differs from run to run.
    pub result: &'static str,
    /// What it takes. With several overloads that fit, the types of the arguments decide when it runs.
    pub overloads: Vec<Overload>,
}

/// One signature of a function, and what it does.
#[derive(Clone)]
pub struct Overload {
    /// A name of its own, such as `time_now`.
    pub id: &'static str,
    /// Whether it is called on its first parameter: `x.f(y)` instead of `f(x, y)`.
    pub method: bool,
    /// The types of its parameters.
    pub parameters: &'static [Type],
    /// The type of its result.
    pub result: Type,
    /// What it does.
    pub body: SharedBody,
}

/// Functions that belong together and are handed in together.
#[derive(Clone, Default)]
pub struct Library {
    /// The functions.
    pub functions: Vec<Function>,
}

/// A function of the tables in this crate.
pub(crate) struct Native {
    pub(crate) name: &'static str,
    pub(crate) group: &'static str,
    pub(crate) help: &'static str,
    pub(crate) example: &'static str,
    pub(crate) result: &'static str,
    pub(crate) overloads: &'static [NativeOverload],
}

/// One signature of a function of the tables in this crate.
#[derive(Clone, Copy)]
pub(crate) struct NativeOverload {
    pub(crate) id: &'static str,
    pub(crate) method: bool,
    pub(crate) parameters: &'static [Type],
    pub(crate) result: Type,
    pub(crate) body: NativeBody,
    pub(crate) cost: Cost,
    pub(crate) guard: Guard,
}

/// How an overload finds out whether its arguments are what it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Their types are compared with the signature.
    Signature,
    /// It sees for itself: all overloads of the function share one body.
    Own,
}

/// A function: `f(x)`.
pub(crate) const fn function(
    id: &'static str,
    parameters: &'static [Type],
    result: Type,
    body: NativeBody,
) -> NativeOverload {
    NativeOverload { id, method: false, parameters, result, body, cost: Cost::One, guard: Guard::Signature }
}

/// A method: `x.f()`.
pub(crate) const fn method(
    id: &'static str,
    parameters: &'static [Type],
    result: Type,
    body: NativeBody,
) -> NativeOverload {
    NativeOverload { id, method: true, parameters, result, body, cost: Cost::One, guard: Guard::Signature }
}

impl NativeOverload {
    /// The same at another cost.
    pub(crate) const fn cost(self, cost: Cost) -> Self {
        Self { cost, ..self }
    }

    /// The same, with a body that looks at the types of its arguments itself.
    pub(crate) const fn unguarded(self) -> Self {
        Self { guard: Guard::Own, ..self }
    }
}
