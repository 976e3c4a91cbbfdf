//! The state of a template that runs.

use std::rc::Rc;
use std::sync::Arc;

use value::Value;

use super::output::Output;
use super::resolve::Slot;
use super::scope::{Content, Scope};
use crate::ast::{Compiled, Expr};
use crate::error::{Cause, Fault, RenderError, Run};
use crate::functions::Functions;
use crate::limits::{Limit, Limits};
use crate::map::SourceMap;
use crate::set::SetInner;
use crate::source::{At, Source};
use crate::template::{Input, Template};
use crate::val::{Changes, Val};
use crate::variables::Variables;

/// Runs a template.
pub(crate) fn render(template: &Template, input: Input<'_>, mapped: bool) -> Result<(Vec<u8>, SourceMap), RenderError> {
    let compiled = &template.compiled;
    let mut runtime = Runtime::new(&template.set.inner, compiled, input, mapped);
    let root = outermost(compiled);
    runtime.source = Arc::clone(&root.source);
    runtime.list(&root.root)?;
    Ok((runtime.output.bytes, runtime.output.map.unwrap_or_default()))
}

/// The template at the end of all `extends`: its nodes run.
pub(super) fn outermost(template: &Arc<Compiled>) -> &Arc<Compiled> {
    let mut template = template;
    while let Some(extended) = &template.extends {
        template = extended;
    }
    template
}

pub(crate) struct Runtime<'r> {
    pub(super) set: &'r SetInner,
    pub(super) variables: &'r dyn Variables,
    pub(super) functions: &'r Functions,
    limits: Limits,
    pub(super) output: Output,
    pub(super) scope: Rc<Scope>,
    /// The value of `.`.
    pub(super) context: Val,
    pub(super) content: Option<Rc<Content>>,
    /// The template whose nodes run.
    pub(super) source: Arc<Source>,
    /// What was handed in, by the slot of the name.
    pub(super) slots: Vec<Slot>,
    pub(super) changes: Changes,
    steps: u64,
    memory: usize,
    depth: usize,
    /// For text on its way to the output; kept, so that not every action needs memory.
    pub(super) scratch: Vec<u8>,
    /// How many `catch` around this place can print an error.
    pub(super) catchers: usize,
}

impl<'r> Runtime<'r> {
    fn new(set: &'r SetInner, template: &Compiled, input: Input<'r>, mapped: bool) -> Self {
        Self {
            set,
            variables: input.variables,
            functions: input.functions,
            limits: input.limits,
            output: Output::new(mapped, template.source.text.len()),
            scope: Scope::outermost(template.blocks.clone()),
            context: input.context.cloned().map_or(Val::Invalid, Val::given),
            content: None,
            source: Arc::clone(&template.source),
            slots: Vec::new(),
            changes: Changes::default(),
            steps: 0,
            memory: 0,
            depth: 0,
            scratch: Vec::new(),
            catchers: 0,
        }
    }

    /// An error at a place, with the line that the original names.
    pub(super) fn fault(&self, at: At, line: u32, cause: Cause) -> Fault {
        RenderError::new(self.source.place(at), cause, Some(line))
    }

    /// An error of an expression.
    pub(super) fn fault_of(&self, expr: &Expr, cause: Cause) -> Fault {
        self.fault(expr.at, expr.line, cause)
    }

    /// An error that the original reports without a line.
    pub(super) fn bare_fault(&self, at: At, cause: Cause) -> Fault {
        RenderError::new(self.source.place(at), cause, None)
    }

    fn limit(&self, at: At, limit: Limit, allowed: u64) -> Fault {
        self.bare_fault(at, Cause::Limit { limit, allowed })
    }

    /// Counts work.
    pub(super) fn step(&mut self, at: At, count: usize) -> Run<()> {
        self.steps = self.steps.saturating_add(count as u64);
        if self.steps > self.limits.steps { Err(self.limit(at, Limit::Steps, self.limits.steps)) } else { Ok(()) }
    }

    /// Counts bytes of values, before they are built.
    pub(super) fn reserve(&mut self, at: At, bytes: usize) -> Run<()> {
        self.memory = self.memory.saturating_add(bytes);
        if self.memory > self.limits.memory {
            return Err(self.limit(at, Limit::Memory, self.limits.memory as u64));
        }
        Ok(())
    }

    /// A value would need more than there is left.
    pub(super) fn no_room(&self, at: At) -> Fault {
        self.limit(at, Limit::Memory, self.limits.memory as u64)
    }

    /// How many bytes of values may still be built.
    pub(super) fn room(&self) -> usize {
        self.limits.memory.saturating_sub(self.memory)
    }

    /// Goes one level deeper; who calls this goes back with [`Self::leave`].
    pub(super) fn enter(&mut self, at: At) -> Run<()> {
        let scopes = self.scope.depth / SCOPES_PER_LEVEL;
        if self.depth.max(scopes) >= self.limits.depth {
            return Err(self.limit(at, Limit::Depth, self.limits.depth as u64));
        }
        self.depth += 1;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Whether so many bytes more may be written.
    pub(super) fn check_output(&mut self, at: At, length: usize) -> Run<()> {
        self.step(at, 1 + length / BYTES_PER_STEP)?;
        if self.output.bytes.len() + length > self.limits.output {
            return Err(self.limit(at, Limit::Output, self.limits.output as u64));
        }
        Ok(())
    }

    /// Writes what an action gives.
    pub(super) fn write(&mut self, bytes: &[u8], at: At) -> Run<()> {
        self.check_output(at, bytes.len())?;
        self.output.write(bytes, &self.source, at, false);
        Ok(())
    }

    /// The text of a value is longer than any output may be.
    pub(super) fn too_long(&self, at: At) -> Fault {
        self.limit(at, Limit::Output, self.limits.output as u64)
    }

    /// How long the text of a value may be.
    pub(super) fn longest(&self) -> usize {
        self.limits.output
    }

    /// A value that was looked up, as it is now.
    pub(super) fn current(&self, value: Value, at: At) -> Run<Value> {
        let value = if self.changes.is_empty() { value } else { self.changes.current(value) };
        match value {
            Value::Unknown(unknown) => Err(self.bare_fault(at, Cause::Unknown { reason: unknown.reason().to_owned() })),
            value => Ok(value),
        }
    }

    pub(super) fn push_scope(&mut self) {
        let blocks = self.scope.blocks.clone();
        self.scope = Scope::inside(Rc::clone(&self.scope), blocks);
    }

    /// Goes back to the scope around the current one, whichever that is: after an error it need not be the one that was
    /// pushed last.
    pub(super) fn pop_scope(&mut self) {
        if let Some(parent) = &self.scope.parent {
            self.scope = Rc::clone(parent);
        }
    }
}

/// Errors leave scopes behind, so there can be more of them than levels.
const SCOPES_PER_LEVEL: usize = 100;

/// Copying this many bytes counts as much as one node.
const BYTES_PER_STEP: usize = 256;
