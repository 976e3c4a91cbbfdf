//! Scopes: variables and blocks, looked up from the innermost to the outermost.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::ast::{Block, Blocks, List};
use crate::source::Source;
use crate::symbols::Name;
use crate::val::Val;

/// One scope. A block sees the scopes of the place it is yielded from, so the chain is only known while a template runs.
pub(super) struct Scope {
    pub(super) parent: Option<Rc<Self>>,
    pub(super) variables: RefCell<Vec<(Name, Val)>>,
    pub(super) blocks: Option<Arc<Blocks>>,
    /// How many scopes are around this one.
    pub(super) depth: usize,
}

impl Scope {
    pub(super) fn outermost(blocks: Option<Arc<Blocks>>) -> Rc<Self> {
        Rc::new(Self { parent: None, variables: RefCell::default(), blocks, depth: 0 })
    }

    pub(super) fn inside(parent: Rc<Self>, blocks: Option<Arc<Blocks>>) -> Rc<Self> {
        let depth = parent.depth + 1;
        Rc::new(Self { parent: Some(parent), variables: RefCell::default(), blocks, depth })
    }

    /// This scope and those around it.
    pub(super) fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |scope| scope.parent.as_deref())
    }

    /// The value of a variable.
    pub(super) fn get(&self, name: &Name) -> Option<Val> {
        self.chain().find_map(|scope| scope.own(name))
    }

    /// What `look` finds in the value of a variable; nothing when there is no such variable.
    pub(super) fn with<R>(&self, name: &Name, look: impl FnOnce(&Val) -> R) -> Option<R> {
        for scope in self.chain() {
            if let Some((_, value)) = scope.variables.borrow().iter().find(|(own, _)| own == name) {
                return Some(look(value));
            }
        }
        None
    }

    /// The value of a variable of this very scope.
    pub(super) fn own(&self, name: &Name) -> Option<Val> {
        self.variables.borrow().iter().find(|(own, _)| own == name).map(|(_, value)| value.clone())
    }

    /// Declares a variable here.
    pub(super) fn declare(&self, name: &Name, value: Val) {
        let mut variables = self.variables.borrow_mut();
        match variables.iter_mut().find(|(own, _)| own == name) {
            Some((_, old)) => *old = value,
            None => variables.push((name.clone(), value)),
        }
    }

    /// Gives a variable that is there a value; gives the value back when there is none.
    pub(super) fn set(&self, name: &Name, value: Val) -> Result<(), Val> {
        for scope in self.chain() {
            if let Some((_, old)) = scope.variables.borrow_mut().iter_mut().find(|(own, _)| own == name) {
                *old = value;
                return Ok(());
            }
        }
        Err(value)
    }

    /// The block of a name.
    pub(super) fn block(&self, name: &Name) -> Option<Arc<Block>> {
        self.chain().find_map(|scope| scope.blocks.as_ref()?.get(&name.slot())).cloned()
    }
}

impl Drop for Scope {
    /// One after the other: a chain can be long.
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some(mut scope) = parent.and_then(|parent| Rc::try_unwrap(parent).ok()) {
            parent = scope.parent.take();
        }
    }
}

/// What `yield content` runs: nodes, in the scope and with the content of the place where they are written.
pub(super) struct Content {
    pub(super) list: Arc<List>,
    pub(super) source: Arc<Source>,
    pub(super) scope: Rc<Scope>,
    pub(super) outer: Option<Rc<Self>>,
}
