//! One call of a function: its arguments and what it may use up.

use std::borrow::Cow;

use value::{Duration, List, Map, Timestamp, Value};

use super::CallError;
use crate::go::{Dict, as_float, as_int, as_list, as_map, as_text};
use crate::limits::Budget;

/// One call of a function. The arguments have the declared types; asking for one as another type, or for one that the
/// declaration does not have, is a mistake in the function's own table and panics.
pub struct Call<'c> {
    args: &'c mut [Value],
    budget: &'c mut Budget,
}

impl<'c> Call<'c> {
    pub(crate) fn new(args: &'c mut [Value], budget: &'c mut Budget) -> Self {
        Self { args, budget }
    }

    /// How many arguments there are, variadic ones included.
    pub fn len(&self) -> usize {
        self.args.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.args.is_empty()
    }

    /// An argument.
    pub fn value(&self, at: usize) -> &Value {
        &self.args[at]
    }

    /// An argument, moved out.
    pub fn take(&mut self, at: usize) -> Value {
        std::mem::take(&mut self.args[at])
    }

    /// The arguments from `at` on: the variadic ones.
    pub fn rest(&self, at: usize) -> &[Value] {
        self.args.get(at..).unwrap_or_default()
    }

    /// A `bool`.
    pub fn bool(&self, at: usize) -> bool {
        self.value(at).as_bool().expect("the parameter is declared as bool")
    }

    /// An integer of any signed type.
    pub fn int(&self, at: usize) -> i64 {
        as_int(self.value(at)).expect("the parameter is declared as an integer")
    }

    /// A `float64`.
    pub fn float(&self, at: usize) -> f64 {
        as_float(self.value(at)).expect("the parameter is declared as float64")
    }

    /// The bytes of a `string`, which need not be UTF-8.
    pub fn bytes(&self, at: usize) -> &[u8] {
        self.value(at).as_text_bytes().expect("the parameter is declared as string")
    }

    /// A `string` as text; bytes that are not UTF-8 are replaced by U+FFFD.
    pub fn text(&self, at: usize) -> Cow<'_, str> {
        as_text(self.value(at)).expect("the parameter is declared as string")
    }

    /// The items of a slice; a nil slice has none.
    pub fn list(&self, at: usize) -> List {
        as_list(self.value(at)).expect("the parameter is declared as a slice")
    }

    /// The entries of a map, as they are now; a nil map has none.
    pub fn map(&self, at: usize) -> Map {
        as_map(self.value(at)).expect("the parameter is declared as a map")
    }

    /// A map to be changed, of a function that is declared to change maps.
    pub fn dict(&self, at: usize) -> Result<Dict, CallError> {
        Dict::of(self.value(at)).ok_or_else(|| CallError::new("assignment to entry in nil map"))
    }

    /// A `time.Time`.
    pub fn time(&self, at: usize) -> &Timestamp {
        self.value(at).as_timestamp().expect("the parameter is declared as time.Time")
    }

    /// A `time.Duration`.
    pub fn duration(&self, at: usize) -> Duration {
        self.value(at).as_duration().expect("the parameter is declared as time.Duration")
    }

    /// Takes `bytes` from the memory that a rendering may use. A function whose result is larger than its arguments asks
    /// before it builds the result: `repeat 1000000000 "x"`.
    pub fn charge(&mut self, bytes: usize) -> Result<(), CallError> {
        self.budget.charge_memory(bytes).map_err(|limit| CallError::limit(limit.to_string()))
    }

    /// Takes `steps` from the work that a rendering may do.
    pub fn work(&mut self, steps: usize) -> Result<(), CallError> {
        self.budget.charge_steps(steps).map_err(|limit| CallError::limit(limit.to_string()))
    }
}
