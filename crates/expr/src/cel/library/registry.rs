//! All functions of an environment by name.

use std::collections::HashMap;
use std::sync::Arc;

use super::cost::Cost;
use super::function::{Body, Function, Guard, Library, Native, NativeOverload};
use crate::cel::types::Type;

/// A function as the checker and the planner see it.
#[derive(Clone)]
pub(crate) struct Declared {
    pub(crate) name: &'static str,
    pub(crate) overloads: Vec<Signature>,
}

/// One signature with what it runs.
#[derive(Clone)]
pub(crate) struct Signature {
    pub(crate) id: &'static str,
    pub(crate) method: bool,
    pub(crate) parameters: &'static [Type],
    pub(crate) result: Type,
    pub(crate) body: Body,
    pub(crate) cost: Cost,
    pub(crate) guard: Guard,
}

/// Functions by name.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    functions: Vec<Arc<Declared>>,
    names: HashMap<&'static str, usize>,
}

impl Registry {
    /// Adds the functions of a table.
    pub(crate) fn add_natives(&mut self, natives: &[Native]) {
        for native in natives {
            let overloads = native.overloads.iter().map(Signature::native);
            self.declare(native.name, overloads);
        }
    }

    /// Adds functions that are handed in.
    pub(crate) fn add_library(&mut self, library: &Library) {
        for function in &library.functions {
            self.declare(function.name, signatures(function));
        }
    }

    /// Adds overloads; one with an id that is there already replaces it.
    fn declare(&mut self, name: &'static str, overloads: impl Iterator<Item = Signature>) {
        let at = *self.names.entry(name).or_insert_with(|| {
            self.functions.push(Arc::new(Declared { name, overloads: Vec::new() }));
            self.functions.len() - 1
        });
        let function = Arc::make_mut(&mut self.functions[at]);
        for overload in overloads {
            match function.overloads.iter_mut().find(|other| other.id == overload.id) {
                Some(other) => *other = overload,
                None => function.overloads.push(overload),
            }
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Arc<Declared>> {
        self.names.get(name).map(|at| &self.functions[*at])
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.functions.iter().map(|function| function.name)
    }

    #[cfg(test)]
    pub(crate) fn all(&self) -> &[Arc<Declared>] {
        &self.functions
    }
}

impl Signature {
    fn native(native: &NativeOverload) -> Self {
        Self {
            id: native.id,
            method: native.method,
            parameters: native.parameters,
            result: native.result,
            body: Body::Native(native.body),
            cost: native.cost,
            guard: native.guard,
        }
    }
}

fn signatures(function: &Function) -> impl Iterator<Item = Signature> {
    function.overloads.iter().map(|overload| Signature {
        id: overload.id,
        method: overload.method,
        parameters: overload.parameters,
        result: overload.result,
        body: Body::Shared(overload.body.clone()),
        cost: Cost::One,
        guard: Guard::Signature,
    })
}
