//! Calls.

use value::Value;

use super::pipeline::callee;
use super::runtime::Runtime;
use crate::ast::{Arguments, Expr, ExprKind};
use crate::builtins::{Argument, Builtin, Kind, Parameter, Signature};
use crate::error::{CallPosition, Cause, Fault, RenderError, Run};
use crate::functions::{Call, Callee, Function};
use crate::source::At;
use crate::val::{Number, Val, View};

/// What gives the text of an error.
const ERROR_TEXT: Signature = Signature { name: "Error", go_type: "func() string" };

/// Converted arguments; no function takes more.
type Arguments4 = [Argument; 4];

/// The arguments of a call: those that are written, and the piped value.
pub(super) struct Given<'a> {
    written: &'a Arguments,
    piped: Option<Val>,
}

impl Given<'_> {
    /// Whether the piped value comes first, and not where `_` is.
    fn leads(&self) -> bool {
        self.piped.is_some() && !self.written.has_slot
    }

    pub(super) fn count(&self) -> usize {
        self.written.items.len() + usize::from(self.leads())
    }

    /// The expression of an argument; none for the piped value.
    pub(super) fn expr(&self, position: usize) -> Option<&Expr> {
        let position = position.checked_sub(usize::from(self.leads()))?;
        self.written.items.get(position)
    }

    pub(super) fn piped(&self) -> Option<&Val> {
        self.piped.as_ref()
    }
}

impl Runtime<'_> {
    /// A call inside of an expression. Only a name or a field can be called there.
    pub(super) fn call_expr(&mut self, expr: &Expr, base: &Expr, arguments: &Arguments) -> Run<Val> {
        if !can_be_called(&base.kind) {
            return Err(self.fault_of(base, Cause::NoValue { written: self.spell(base) }));
        }
        let value = self.eval(base)?;
        let Some(callee) = callee(&value) else {
            let written = self.spell(base);
            let of = value.is_valid().then(|| value.type_name().into_owned());
            let cause = Cause::NotAFunction { written, of, position: CallPosition::Expression };
            return Err(if value.is_valid() { self.fault_of(expr, cause) } else { self.bare_fault(expr.at, cause) });
        };
        self.call(&callee, arguments, None, expr)
    }

    /// Calls a function. `site` is what the original blames.
    pub(super) fn call(&mut self, callee: &Callee, written: &Arguments, piped: Option<Val>, site: &Expr) -> Run<Val> {
        let given = Given { written, piped };
        match callee {
            Callee::Builtin(builtin) => self.call_builtin(builtin, &given, site),
            Callee::Handed(function) => self.call_handed(function, &given, site),
            Callee::ErrorText(text) => {
                self.check_count(&ERROR_TEXT, 0, &given, site)?;
                Ok(Val::Plain(Value::String(text.clone())))
            }
            Callee::Method(receiver, method) => {
                let arguments = self.arguments(&method.signature(), method.parameters, &given, site)?;
                (method.run)(receiver, &arguments).map_err(|cause| self.bare_fault(site.at, cause))
            }
        }
    }

    fn call_builtin(&mut self, builtin: &'static Builtin, given: &Given<'_>, site: &Expr) -> Run<Val> {
        match builtin.kind {
            Kind::Plain(parameters, run) => {
                let arguments = self.arguments(&builtin.signature(), parameters, given, site)?;
                let result = run(&arguments);
                self.reserve(site.at, size(&result))?;
                Ok(result)
            }
            Kind::Growing(parameters, run) => {
                let arguments = self.arguments(&builtin.signature(), parameters, given, site)?;
                let result = run(&arguments, self.room()).map_err(|cause| self.bare_fault(site.at, cause))?;
                self.reserve(site.at, size(&result))?;
                Ok(result)
            }
            Kind::Special(special) => self.special(special, &builtin.signature(), given, site),
            // Writers write where an action begins, or after a pipe; as a value they lack where to write to.
            Kind::Writer(_) => {
                self.check_count(&builtin.signature(), 2, given, site)?;
                let first = self.argument(given, 0, site)?;
                let of = first.type_name().into_owned();
                Err(self.bare_fault(site.at, Cause::WrongType { of, to: "io.Writer" }))
            }
        }
    }

    /// The argument of a function that takes one, of any type.
    pub(super) fn only_argument(&mut self, function: &Signature, given: &Given<'_>, site: &Expr) -> Run<Value> {
        let [only, ..] = self.arguments(function, &[Parameter::Any], given, site)?;
        Ok(only.into_any())
    }

    fn check_count(&self, function: &Signature, needed: usize, given: &Given<'_>, site: &Expr) -> Run<()> {
        let count = given.count();
        if count == needed {
            return Ok(());
        }
        let Signature { name, go_type } = *function;
        Err(self.fault_of(site, Cause::ArgumentCount { name, function: go_type, needed, given: count }))
    }

    /// The value of an argument.
    pub(super) fn argument(&mut self, given: &Given<'_>, position: usize, site: &Expr) -> Run<Val> {
        match given.expr(position) {
            Some(Expr { kind: ExprKind::Underscore, at, .. }) => {
                given.piped().cloned().ok_or_else(|| self.nothing_piped(*at))
            }
            Some(expr) => self.eval(expr),
            None if position == 0 && given.leads() => Ok(given.piped().cloned().unwrap_or(Val::Invalid)),
            None => {
                debug_assert!(position >= given.count(), "all other arguments are written: {:?}", site.at);
                Ok(Val::Invalid)
            }
        }
    }

    fn nothing_piped(&self, at: At) -> Fault {
        let message = "`_` stands for a piped value, and there is none".to_owned();
        let original = "runtime error: invalid memory address or nil pointer dereference".to_owned();
        self.bare_fault(at, Cause::Unsupported { message, original, text: false })
    }

    /// The arguments as the types that a function takes.
    fn arguments(
        &mut self,
        function: &Signature,
        parameters: &[Parameter],
        given: &Given<'_>,
        site: &Expr,
    ) -> Run<Arguments4> {
        self.check_count(function, parameters.len(), given, site)?;
        let mut arguments = [const { Argument::None }; 4];
        for (position, (parameter, slot)) in parameters.iter().zip(&mut arguments).enumerate() {
            let value = self.argument(given, position, site)?;
            let at = given.expr(position).map_or(site.at, |expr| expr.at);
            if !value.is_valid() {
                let piped = position == 0 && given.leads();
                let cause = Cause::NoArgument { position, function: function.go_type, piped };
                return Err(RenderError::new(self.source.place(at), cause, Some(site.line)));
            }
            let argument = match parameter {
                Parameter::Any => Ok(Argument::Any(self.plain(&value, at)?)),
                Parameter::Text => text_argument(&value).map(Argument::Text),
                Parameter::Int(to) => int_argument(&value, to).map(Argument::Int),
                Parameter::Time => time_argument(&value),
            };
            *slot = argument.map_err(|cause| self.bare_fault(at, cause))?;
        }
        Ok(arguments)
    }

    fn call_handed(&mut self, function: &Function, given: &Given<'_>, site: &Expr) -> Run<Val> {
        let count = given.count();
        if !function.arity.allows(count) {
            let name = function.name.to_string();
            return Err(self.bare_fault(site.at, Cause::Arity { name, arity: function.arity, given: count }));
        }
        let mut arguments = Vec::with_capacity(count);
        for position in 0..count {
            let value = self.argument(given, position, site)?;
            arguments.push(self.plain(&value, site.at)?);
        }
        let call = Call { name: &function.name, arguments: &arguments, changes: &self.changes };
        match (function.body)(&call) {
            Ok(value) => {
                let value = self.current(value, site.at)?;
                Ok(Val::given(value))
            }
            Err(error) => {
                let cause = Cause::Function { message: error.to_string(), error: Some(error) };
                Err(self.bare_fault(site.at, cause))
            }
        }
    }
}

fn can_be_called(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Nil
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Number(_)
            | ExprKind::Context
            | ExprKind::Variable(_)
            | ExprKind::Field(_)
            | ExprKind::Chain(..)
    )
}

/// Text, as Go converts values into it: a whole number is the character of that number.
fn text_argument(value: &Val) -> Result<Value, Cause> {
    match value.view() {
        View::Text(text) => Ok(value.clone().into_value().unwrap_or_else(|| Value::text_part(text))),
        View::Bytes(bytes) => Ok(Value::text_part(bytes)),
        View::Number(number @ (Number::Int(_) | Number::Uint(_))) => {
            let c = match number {
                Number::Uint(number) => u32::try_from(number).ok(),
                number => u32::try_from(number.to_int()).ok(),
            };
            let c = c.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
            Ok(c.to_string().into())
        }
        // An interface is not opened.
        _ => Err(Cause::WrongType { of: value.type_name().into_owned(), to: "string" }),
    }
}

fn int_argument(value: &Val, to: &'static str) -> Result<i64, Cause> {
    match value.view() {
        View::Number(number) => Ok(number.to_int()),
        _ => Err(Cause::WrongType { of: value.type_name().into_owned(), to }),
    }
}

fn time_argument(value: &Val) -> Result<Argument, Cause> {
    match value.view() {
        View::Time(time) => Ok(Argument::Time(*time)),
        _ => Err(Cause::WrongType { of: value.type_name().into_owned(), to: "time.Time" }),
    }
}

/// How much memory a result takes.
fn size(value: &Val) -> usize {
    match value.view() {
        View::Text(text) | View::Bytes(text) => text.len(),
        View::List(list) => list.iter().map(|item| size_of::<Value>() + item.as_str().map_or(0, str::len)).sum(),
        _ => 0,
    }
}
