//! The loop over instructions.

use std::borrow::Cow;
use std::sync::Arc;

use gostd::regexp::Regexp;
use value::{GoType, List, Map, Unknown, Value};

use super::iterate::truth;
use super::scope::Scope;
use super::slot::Slot;
use super::usage::Usage;
use crate::exprlang::code::{Call, Code, Op, Operator, Path, Turn, When};
use crate::exprlang::environment::Variables;
use crate::exprlang::error::reason;
use crate::exprlang::fault::{Fault, Result, RunError, word};
use crate::exprlang::opaque::{Everything, is_nil};
use crate::exprlang::operate::{self, compare};
use crate::exprlang::rewrite::Set;
use crate::exprlang::{Budget, Place};

pub(crate) struct Machine<'a> {
    code: &'a Code,
    pub(super) usage: Usage<'a>,
    stack: Vec<Slot<'a>>,
    locals: Vec<Slot<'a>>,
    pub(super) scopes: Vec<Scope<'a>>,
    /// The instruction that comes next.
    next: usize,
    /// Where a member in the middle of a path failed.
    failed_at: Option<Place>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(code: &'a Code, variables: &'a dyn Variables, budget: &Budget) -> Self {
        let mut locals = Vec::new();
        locals.resize(code.locals, Slot::Owned(Value::Null));
        Self {
            code,
            usage: Usage::new(budget, variables, &code.environment),
            stack: Vec::with_capacity(4),
            locals,
            scopes: Vec::new(),
            next: 0,
            failed_at: None,
        }
    }

    pub(crate) fn run(mut self) -> std::result::Result<Value, RunError> {
        while let Some(op) = self.code.ops.get(self.next) {
            self.next += 1;
            match self.step(*op) {
                Ok(()) => {}
                Err(Fault::Unknown(unknown)) => return Ok(Value::Unknown(unknown)),
                Err(fault) => {
                    let place = self.failed_at.unwrap_or(self.code.places[self.next - 1]);
                    return Err(RunError { fault, place });
                }
            }
        }
        Ok(self.pop().into_value())
    }

    fn step(&mut self, op: Op) -> Result<()> {
        let code = self.code;
        match op {
            Op::Nil => self.push(Value::Null),
            Op::Bool(truth) => self.push(truth),
            Op::Constant(at) => self.stack.push(Slot::Borrowed(&code.constants[at as usize])),
            Op::Load(at) => self.load(&code.paths[at as usize])?,
            Op::Everything => self.push(Value::opaque(Everything)),
            Op::FunctionValue(at) => {
                return Err(Fault::FunctionAsValue { name: code.names[at as usize].to_string() });
            }
            Op::WrongCall(at) => return Err(Fault::WrongCall { name: code.names[at as usize].to_string() }),
            Op::LoadLocal(slot) => self.stack.push(self.locals[slot as usize].clone()),
            Op::StoreLocal(slot) => self.locals[slot as usize] = self.pop(),
            Op::Pop => drop(self.pop()),
            Op::Member(at) => {
                let base = self.pop();
                self.stack.push(operate::member(&self.usage, base, &code.names[at as usize])?);
            }
            Op::Index => {
                let (base, index) = self.pop_two();
                self.stack.push(operate::fetch(&self.usage, base, &index)?);
            }
            Op::Slice { from, to } => self.slice(from, to)?,
            Op::Operator(operator) => self.operator(operator)?,
            Op::Jump(when, to) => self.jump(when, to)?,
            Op::List(length) => self.list(length as usize)?,
            Op::Map(length) => self.map(length as usize)?,
            Op::Call(call) => self.call(call)?,
            Op::Loop(turn) => self.turn(turn)?,
            Op::ToBool => {
                let value = self.pop();
                let truth = !value.is_null() && truth(&value)?;
                self.push(truth);
            }
        }
        Ok(())
    }

    #[inline]
    fn operator(&mut self, operator: Operator) -> Result<()> {
        match operator {
            Operator::Not => {
                let truth = truth(&self.pop())?;
                self.push(!truth);
            }
            Operator::Negate => {
                let value = operate::negate(&self.pop())?;
                self.push(value);
            }
            Operator::Equal => self.equal(false)?,
            Operator::NotEqual => self.equal(true)?,
            Operator::Compare(order) => self.binary(|a, b| compare(order, a, b))?,
            Operator::Add => self.counted(operate::add)?,
            Operator::Subtract => self.binary(operate::subtract)?,
            Operator::Multiply => self.binary(operate::multiply)?,
            Operator::Divide => self.binary(operate::divide)?,
            Operator::Remainder => self.binary(operate::remainder)?,
            Operator::Power => self.binary(operate::power)?,
            Operator::Range => self.range()?,
            Operator::In => self.counted(operate::is_in)?,
            Operator::InSet(at) => {
                let found = is_in_set(&self.code.sets[at as usize], &self.pop())?;
                self.push(found);
            }
            Operator::Matches => self.matches()?,
            Operator::MatchesConstant(at) => self.matches_constant(at as usize)?,
            Operator::Contains => self.counted(operate::contains)?,
            Operator::StartsWith => self.binary(operate::starts_with)?,
            Operator::EndsWith => self.binary(operate::ends_with)?,
        }
        Ok(())
    }

    #[inline]
    fn jump(&mut self, when: When, to: u32) -> Result<()> {
        let is_taken = match when {
            When::Always => true,
            When::True => truth(self.top())?,
            When::False => !truth(self.top())?,
            When::Nil => is_nil(self.top()),
            When::NotNil => !is_nil(self.top()),
        };
        if is_taken {
            self.next = to as usize;
        }
        Ok(())
    }

    #[inline]
    fn call(&mut self, call: Call) -> Result<()> {
        let code = self.code;
        match call {
            Call::Builtin { function, arguments } => {
                let start = self.stack.len() - arguments as usize;
                self.check_known(start)?;
                let answer = function(&mut self.usage, &self.stack[start..])?;
                self.stack.truncate(start);
                self.push(answer);
            }
            Call::Function { function, arguments } => {
                let place = code.places[self.next - 1];
                let answer = self.call_function(&code.functions[function as usize], arguments as usize, place)?;
                self.push(answer);
            }
            Call::Method { name, arguments } => {
                let answer = self.call_method(&code.names[name as usize], arguments as usize)?;
                self.stack.push(answer);
            }
            Call::Value { arguments } => return Err(self.call_value(arguments as usize)),
        }
        Ok(())
    }

    #[inline]
    fn turn(&mut self, turn: Turn) -> Result<()> {
        match turn {
            Turn::Begin(at) => {
                let looping = self.code.loops[at as usize];
                let place = self.code.places[self.next - 1];
                if !self.begin(looping, place)? {
                    self.leave(looping.end)?;
                }
            }
            Turn::Item => {
                let item = self.scope().item();
                let item = item.inspect_err(|_| self.failed_at = self.scopes.last().map(|scope| scope.place))?;
                self.stack.push(item);
            }
            Turn::ItemIndex => {
                let index = self.scope().index;
                self.push(Value::Int(i64::try_from(index).unwrap_or(i64::MAX)));
            }
            Turn::Accumulator => {
                let accumulator = self.scope().accumulator.clone();
                self.stack.push(accumulator);
            }
            Turn::SkipUnless(to) => {
                if !truth(&self.pop())? {
                    self.next = to as usize;
                }
            }
            Turn::Collect(end) => {
                let value = self.pop();
                if self.collect(value)? {
                    self.leave(end)?;
                }
            }
            Turn::Advance(top) => self.advance(top as usize)?,
        }
        Ok(())
    }

    /// Ends a loop and goes on behind it.
    fn leave(&mut self, end: u32) -> Result<()> {
        let result = self.finish()?;
        self.stack.push(result);
        self.next = end as usize;
        Ok(())
    }

    fn push(&mut self, value: impl Into<Slot<'a>>) {
        self.stack.push(value.into());
    }

    pub(super) fn pop(&mut self) -> Slot<'a> {
        self.stack.pop().expect("instructions leave what later ones take")
    }

    fn pop_two(&mut self) -> (Slot<'a>, Slot<'a>) {
        let second = self.pop();
        (self.pop(), second)
    }

    fn top(&self) -> &Value {
        self.stack.last().expect("instructions leave what later ones take")
    }

    /// The values on top, in the order in which they were put there.
    pub(super) fn take(&mut self, count: usize) -> std::vec::Drain<'_, Slot<'a>> {
        let start = self.stack.len() - count;
        self.stack.drain(start..)
    }

    fn scope(&self) -> &Scope<'a> {
        self.scopes.last().expect("pointers are used inside of loops")
    }

    /// What is made from something unknown is itself unknown.
    fn check_known(&self, start: usize) -> Result<()> {
        match Unknown::combine(self.stack[start..].iter().filter_map(|slot| slot.as_unknown())) {
            Some(unknown) => Err(Fault::Unknown(unknown)),
            None => Ok(()),
        }
    }

    fn load(&mut self, path: &'a Path) -> Result<()> {
        let (mut taken, found) = self.usage.variables.path(&path.names);
        let mut value = match found {
            Cow::Borrowed(value) => Slot::Borrowed(value),
            Cow::Owned(value) => Slot::Owned(value),
        };
        while taken < path.names.len() {
            if path.optional[taken] && is_nil(&value) {
                self.next = path.end as usize;
                break;
            }
            value = operate::member(&self.usage, value, &path.names[taken]).map_err(|fault| {
                self.failed_at = Some(path.places[taken]);
                fault.below(&path.names[..taken])
            })?;
            taken += 1;
        }
        if path.of_strings && path.names.len() == 2 && value.is_null() {
            value = Value::from("").into();
        }
        self.stack.push(value);
        Ok(())
    }

    fn slice(&mut self, from: bool, to: bool) -> Result<()> {
        let from = from.then(|| self.pop());
        let to = to.then(|| self.pop());
        let base = self.pop();
        if let Some(text) = base.as_text_bytes() {
            self.usage.text(text.len())?;
        }
        let part = operate::slice(&base, from.as_deref(), to.as_deref())?;
        self.push(part);
        Ok(())
    }

    fn equal(&mut self, negated: bool) -> Result<()> {
        let (a, b) = self.pop_two();
        let equal = operate::equal(&mut self.usage, &a, &b)?;
        self.push(equal != negated);
        Ok(())
    }

    /// An operator of two values.
    #[inline]
    fn binary<T: Into<Slot<'a>>>(&mut self, operator: impl FnOnce(&Value, &Value) -> Result<T>) -> Result<()> {
        let (a, b) = self.pop_two();
        self.push(operator(&a, &b)?);
        Ok(())
    }

    /// An operator that can take long, or build much.
    #[inline]
    fn counted<T: Into<Slot<'a>>>(
        &mut self,
        operator: impl FnOnce(&mut Usage<'a>, &Value, &Value) -> Result<T>,
    ) -> Result<()> {
        let (a, b) = self.pop_two();
        let result = operator(&mut self.usage, &a, &b)?;
        self.push(result);
        Ok(())
    }

    fn range(&mut self) -> Result<()> {
        let (a, b) = self.pop_two();
        let (from, to) = (operate::to_int(&a)?, operate::to_int(&b)?);
        let size = to.wrapping_sub(from).wrapping_add(1).max(0);
        self.usage.items(usize::try_from(size).unwrap_or(usize::MAX))?;
        let numbers: List = if size == 0 { List::new() } else { (from..=to).collect() };
        self.push(Value::from(numbers.with_type(GoType::INTS)));
        Ok(())
    }

    fn matches(&mut self) -> Result<()> {
        let (value, pattern) = self.pop_two();
        let found = if is_nil(&value) || is_nil(&pattern) {
            false
        } else {
            let pattern = pattern.as_str().ok_or_else(|| Fault::not_text(&pattern))?;
            self.usage.steps(pattern.len().saturating_mul(STEPS_PER_BYTE_OF_PATTERN))?;
            let regexp = Regexp::compile(pattern)
                .map_err(|error| Fault::Builtin(format!("invalid regular expression: {}", reason(&error))))?;
            self.is_match(&regexp, &value)?
        };
        self.push(found);
        Ok(())
    }

    fn matches_constant(&mut self, at: usize) -> Result<()> {
        let value = self.pop();
        let code = self.code;
        let found = !is_nil(&value) && self.is_match(&code.patterns[at], &value)?;
        self.push(found);
        Ok(())
    }

    fn is_match(&mut self, regexp: &Regexp, value: &Value) -> Result<bool> {
        let text = text_or_bytes(value)?;
        self.usage.steps(text.len() / BYTES_MATCHED_PER_STEP)?;
        Ok(regexp.is_match(text))
    }

    fn list(&mut self, length: usize) -> Result<()> {
        self.usage.items(length)?;
        let items: Vec<Value> = self.take(length).map(Slot::into_value).collect();
        self.push(Value::from(items));
        Ok(())
    }

    /// Of several entries with one key the first wins, as upstream fills maps from the end.
    fn map(&mut self, length: usize) -> Result<()> {
        self.usage.items(length)?;
        let start = self.stack.len() - 2 * length;
        let mut map = Map::with_capacity(length);
        let mut parts = self.stack.drain(start..);
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            let key: Arc<str> = match key.into_value() {
                Value::String(key) => key,
                other if other.as_text_bytes().is_some() => other.to_string().into(),
                other => {
                    let given = word(&other);
                    return Err(Fault::unless_unknown([&other], || Fault::Key { given }));
                }
            };
            if !map.contains_key(&*key) {
                map.insert(key, value.into_value());
            }
        }
        drop(parts);
        self.push(Value::from(map));
        Ok(())
    }

    fn advance(&mut self, top: usize) -> Result<()> {
        self.usage.steps(self.next - top)?;
        let scope = self.scopes.last_mut().expect("loops end after they began");
        if scope.advance() {
            self.next = top;
        } else {
            let result = self.finish()?;
            self.stack.push(result);
        }
        Ok(())
    }
}

/// What compiling a pattern takes, in steps for each of its bytes.
const STEPS_PER_BYTE_OF_PATTERN: usize = 100;

/// How many bytes of text a regular expression goes over in a step.
const BYTES_MATCHED_PER_STEP: usize = 8;

fn text_or_bytes(value: &Value) -> Result<&[u8]> {
    value.as_bytes().or_else(|| value.as_text_bytes()).ok_or_else(|| Fault::not_text(value))
}

/// Other kinds of values cannot be asked for; nil counts as the empty text, or as zero.
fn is_in_set(set: &Set, value: &Value) -> Result<bool> {
    match (set, value) {
        (Set::Ints(set), Value::Int(number)) => Ok(set.contains(number)),
        (Set::Texts(set), Value::String(text)) => Ok(set.contains(text)),
        (Set::Texts(set), Value::Null) => Ok(set.contains("")),
        (Set::Ints(set), Value::Null) => Ok(set.contains(&0)),
        (Set::Texts(_), value) if value.as_text_bytes().is_some() => Ok(false),
        (Set::Ints(_), value) => Err(Fault::not_number(value)),
        (Set::Texts(_), value) => Err(Fault::not_text(value)),
    }
}
