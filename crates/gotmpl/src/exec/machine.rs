//! The machine: one loop over instructions, with stacks for values, variables, dots, loops and calls.

use std::io::Write;

use value::{FloatFormat, Value};

use super::error::{Failure, RenderError};
use super::loops::Loop;
use super::methods::Pending;
use super::output::Output;
use super::val::Val;
use crate::go::{self, Dict, share};
use crate::limits::{Budget, Limit, Limits};
use crate::parse::{Ast, NodeId};
use crate::program::{Keep, Op, Program};
use crate::template::MissingKey;

/// What is to be rendered.
#[derive(Clone, Copy)]
pub(crate) struct Job<'r> {
    pub(crate) name: &'r str,
    pub(crate) source: &'r [u8],
    pub(crate) ast: &'r Ast,
    pub(crate) program: &'r Program,
    pub(crate) missing_key: MissingKey,
    pub(crate) limits: Limits,
}

pub(crate) struct Machine<'r, 'w> {
    pub(super) job: Job<'r>,
    pub(super) stack: Vec<Val<'r>>,
    pub(super) variables: Vec<Val<'r>>,
    /// Where the variables of the present template begin.
    pub(super) base: usize,
    pub(super) dots: Vec<Val<'r>>,
    pub(super) loops: Vec<Loop<'r>>,
    pub(super) pending: Vec<Pending>,
    frames: Vec<Frame>,
    /// Which template is executed.
    pub(super) routine: u32,
    /// The next instruction.
    pub(super) at: usize,
    /// The node that a message would name.
    pub(super) node: NodeId,
    pub(super) output: Output<'w>,
    pub(super) budget: Budget,
    /// Arguments of the present call; kept to be used again.
    pub(super) arguments: Vec<Value>,
    pub(super) data: &'r Value,
    /// Whether anything in the data is unknown, once that is found out.
    pub(super) has_unknown: Option<bool>,
    /// Maps that were changed to hold others, which may hold each other.
    pub(super) dicts: Vec<Dict>,
}

/// What a template goes back to.
struct Frame {
    at: usize,
    routine: u32,
    base: usize,
}

impl<'r, 'w> Machine<'r, 'w> {
    pub(crate) fn new(job: Job<'r>, data: &'r Value, output: Output<'w>) -> Self {
        let routine = &job.program.routines[job.program.main];
        Self {
            job,
            stack: Vec::new(),
            variables: Vec::new(),
            base: 0,
            dots: Vec::new(),
            loops: Vec::new(),
            pending: Vec::new(),
            frames: Vec::new(),
            routine: narrow(job.program.main),
            at: routine.entry as usize,
            node: job.ast.trees()[job.program.main].root,
            output,
            budget: Budget::new(job.limits),
            arguments: Vec::new(),
            data,
            has_unknown: None,
            dicts: Vec::new(),
        }
    }

    /// Renders the template with the data as its dot.
    pub(crate) fn run(mut self) -> Result<Output<'w>, RenderError> {
        let dot = match self.data {
            Value::Null => Val::Nothing,
            data if self.job.program.changes_maps => Val::concrete(share(data.clone())),
            data => Val::Ref(data, Keep::Concrete),
        };
        let result = self.enter(dot).and_then(|()| self.execute()).and_then(|()| self.output.finish());
        for dict in self.dicts.drain(..) {
            dict.clear();
        }
        match result {
            Ok(()) => Ok(self.output),
            Err(failure) => {
                let Job { name, source, ast, .. } = self.job;
                Err(failure.at(name, source, ast, self.node, self.routine as usize))
            }
        }
    }

    /// Begins the present template: its dot, and its variables, of which `$` is the first.
    fn enter(&mut self, dot: Val<'r>) -> Result<(), Failure> {
        let slots = self.job.program.routines[self.routine as usize].slots as usize;
        self.base = self.variables.len();
        let needed = self.base + slots;
        if needed > self.job.limits.memory / size_of::<Val<'_>>() {
            return Err(Limit::Memory(self.job.limits.memory).into());
        }
        self.budget.charge_steps(slots / 16)?;
        self.variables.push(dot.clone());
        self.variables.resize(needed, Val::Undeclared);
        self.dots.push(dot);
        Ok(())
    }

    /// The one loop of the engine: a line or two for every instruction.
    fn execute(&mut self) -> Result<(), Failure> {
        loop {
            self.budget.step()?;
            let op = self.job.program.code[self.at];
            self.at += 1;
            match op {
                Op::Text { node } => self.text(node)?,
                Op::Print { node } => self.print(node)?,
                Op::Constant { constant, node } => {
                    self.node = node;
                    let constant = &self.job.program.constants[constant as usize];
                    self.stack.push(Val::Ref(constant, Keep::Concrete));
                }
                Op::Nothing { node } => {
                    self.node = node;
                    self.stack.push(Val::Nothing);
                }
                Op::At { node } => self.node = node,
                Op::Dot { node, keep } => {
                    self.node = node;
                    let dot = self.dot().clone().kept(keep);
                    self.stack.push(dot);
                }
                Op::Variable { slot, node, keep } => {
                    self.node = node;
                    let value = self.variable(slot)?.clone().kept(keep);
                    self.stack.push(value);
                }
                Op::Fields { chain } => self.fields(chain)?,
                Op::Method { chain, target } => self.find_method(chain, target)?,
                Op::MethodArgument { at } => self.check_method_argument(at)?,
                Op::MethodLiteral { at, node } => self.push_method_literal(at, node)?,
                Op::CallMethod { chain } => self.call_found_method(chain)?,
                Op::Check { of } => self.check(of)?,
                Op::Call { site } => self.call(site)?,
                Op::Unwrap => {
                    let value = self.pop().unwrapped();
                    self.stack.push(value);
                }
                Op::ShortCircuit { when, over_final, target } => self.short_circuit(when, over_final, target)?,
                Op::Declare { slot, used } => {
                    let value = self.top_or_copy(used);
                    self.variables[self.base + slot as usize] = value;
                }
                Op::Assign { slot, used } => {
                    let value = self.top_or_copy(used);
                    self.assign(slot, value)?;
                }
                Op::Undeclare { from, to } => {
                    self.variables[self.base + from as usize..self.base + to as usize].fill(Val::Undeclared);
                }
                Op::If { target } => {
                    let value = self.pop();
                    if !is_true(&value)? {
                        self.at = target as usize;
                    }
                }
                Op::With { target } => {
                    let value = self.pop();
                    if is_true(&value)? { self.dots.push(value) } else { self.at = target as usize }
                }
                Op::EndWith => drop(self.dots.pop()),
                Op::Range { range } => self.begin_loop(range)?,
                Op::Next { range } => self.next_iteration(range)?,
                Op::Break { range } => self.end_loop(range),
                Op::Continue { range } => self.continue_loop(range)?,
                Op::Deeper { node } => self.check_depth(node)?,
                Op::Template { template } => self.call_template(template)?,
                Op::Return => {
                    if self.leave() {
                        return Ok(());
                    }
                }
                Op::Jump { target } => self.at = target as usize,
                Op::Raise { message, node } => {
                    self.node = node.unwrap_or(self.node);
                    return Err(Failure::new(&*self.job.program.messages[message as usize]));
                }
            }
        }
    }

    pub(super) fn dot(&self) -> &Val<'r> {
        self.dots.last().expect("a template has a dot")
    }

    pub(super) fn pop(&mut self) -> Val<'r> {
        self.stack.pop().expect("an instruction has its operands")
    }

    /// The value on top, which stays there too when it is used further.
    fn top_or_copy(&mut self, used: bool) -> Val<'r> {
        let value = self.pop();
        if used {
            self.stack.push(value.clone());
        }
        value
    }

    fn short_circuit(&mut self, when: bool, over_final: bool, target: u32) -> Result<(), Failure> {
        let value = self.pop();
        if is_true(&value)? == when {
            if over_final {
                self.pop();
            }
            self.stack.push(value);
            self.at = target as usize;
        }
        Ok(())
    }

    fn check_depth(&mut self, node: NodeId) -> Result<(), Failure> {
        self.node = node;
        if self.frames.len() >= self.job.limits.depth {
            return Err(Limit::Depth(self.job.limits.depth).into());
        }
        Ok(())
    }

    fn call_template(&mut self, template: u32) -> Result<(), Failure> {
        let dot = self.pop();
        self.frames.push(Frame { at: self.at, routine: self.routine, base: self.base });
        self.routine = template;
        self.at = self.job.program.routines[template as usize].entry as usize;
        self.enter(dot)
    }

    /// Ends the present template; whether it was the outermost one.
    fn leave(&mut self) -> bool {
        self.variables.truncate(self.base);
        self.dots.pop();
        let Some(frame) = self.frames.pop() else { return true };
        self.at = frame.at;
        self.routine = frame.routine;
        self.base = frame.base;
        false
    }

    fn text(&mut self, node: NodeId) -> Result<(), Failure> {
        let extent = self.job.ast.node(node).extent;
        self.node = node;
        self.output.comes_from(extent, true);
        self.output.push(&self.job.source[extent.start as usize..extent.end as usize])
    }

    fn print(&mut self, node: NodeId) -> Result<(), Failure> {
        self.node = node;
        self.output.comes_from(self.job.ast.node(node).extent, false);
        let value = self.pop();
        match value.get() {
            None => self.output.push(b"<no value>"),
            Some(Value::String(text)) => self.output.push(text.as_bytes()),
            Some(Value::Int(number)) => self.print_number(format_args!("{number}")),
            Some(Value::Bool(value)) => self.output.push(if *value { b"true" } else { b"false" }),
            Some(Value::Float(number)) => {
                let text = value::format_float(*number, FloatFormat::LowerGeneral, None);
                self.output.push(text.as_bytes())
            }
            Some(Value::Unknown(unknown)) => Err(Failure::Unknown(unknown.clone())),
            Some(value) => {
                self.refuse_unknown(std::iter::once(value))?;
                self.print_other(value)
            }
        }
    }

    fn print_number(&mut self, number: std::fmt::Arguments<'_>) -> Result<(), Failure> {
        let mut text = [0; 24];
        let mut rest = &mut text[..];
        rest.write_fmt(number).map_err(Failure::Write)?;
        let length = 24 - rest.len();
        self.output.push(&text[..length])
    }

    fn print_other(&mut self, value: &Value) -> Result<(), Failure> {
        let value = self.plain(value)?;
        let text = gostd::fmt::sprint_within(self.output.room(), &[crate::builtin::argument(&value)]);
        let text = text.map_err(|_| self.output.full())?;
        self.output.push(&text)
    }

    /// A value without maps that are shared.
    pub(super) fn plain(&self, value: &Value) -> Result<Value, Failure> {
        if !self.job.program.changes_maps {
            return Ok(value.clone());
        }
        go::plain(value).map_err(|error| Failure::Limit(error.to_string()))
    }
}

fn narrow(at: usize) -> u32 {
    u32::try_from(at).expect("there are fewer templates than bytes of source")
}

/// Whether a value is true; of an unknown one that is unknown.
fn is_true(value: &Val<'_>) -> Result<bool, Failure> {
    match value.get() {
        None => Ok(false),
        Some(Value::Unknown(unknown)) => Err(Failure::Unknown(unknown.clone())),
        Some(value) => Ok(go::is_true(value)),
    }
}
