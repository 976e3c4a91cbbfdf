//! Assignments.

use value::Value;

use super::access::Key;
use super::resolve::Slot;
use super::runtime::Runtime;
use crate::ast::{Assignment, Expr, ExprKind};
use crate::error::{Cause, Run, of_type};
use crate::symbols::Name;
use crate::val::{Thing, Val, with_map};

impl Runtime<'_> {
    pub(super) fn assign(&mut self, assignment: &Assignment) -> Run<()> {
        if assignment.lookup {
            let value = self.eval(&assignment.right[0])?;
            let found = Val::bool(value.is_valid());
            self.assign_one(assignment.declares, &assignment.left[0], value)?;
            return self.assign_one(assignment.declares, &assignment.left[1], found);
        }
        for (target, value) in assignment.left.iter().zip(&assignment.right) {
            let value = self.eval(value)?;
            self.assign_one(assignment.declares, target, value)?;
        }
        Ok(())
    }

    fn assign_one(&mut self, declares: bool, target: &Expr, value: Val) -> Run<()> {
        match &target.kind {
            ExprKind::Underscore => Ok(()),
            // A variable named `.` could never be read.
            ExprKind::Context if declares => Ok(()),
            ExprKind::Variable(name) if declares => {
                self.scope.declare(name, value);
                Ok(())
            }
            _ => self.set(target, value),
        }
    }

    /// Gives something that is there a value: a variable, or an entry of a map.
    pub(super) fn set(&mut self, target: &Expr, value: Val) -> Run<()> {
        match &target.kind {
            ExprKind::Variable(name) => self.set_variable(target, name, value),
            ExprKind::Context => Err(self.not_declared(target, ".", &value)),
            ExprKind::Chain(base, path) => {
                let base = self.eval(base)?;
                self.set_member(target, base, path, value)
            }
            ExprKind::Field(path) => {
                let base = self.load(self.context.clone(), target.at)?;
                self.set_member(target, base, path, value)
            }
            _ => Err(self.fault_of(target, Cause::NoValue { written: self.spell(target) })),
        }
    }

    fn set_variable(&mut self, target: &Expr, name: &Name, value: Val) -> Run<()> {
        let mut value = value;
        if name.is_declared() {
            match self.scope.set(name, value) {
                Ok(()) => return Ok(()),
                Err(unset) => value = unset,
            }
        }
        match self.slot(name) {
            Slot::Variable(old) => {
                *old = value;
                Ok(())
            }
            _ => Err(self.not_declared(target, name.text(), &value)),
        }
    }

    fn not_declared(&self, target: &Expr, name: &str, value: &Val) -> crate::error::Fault {
        let value = if self.catchers > 0 { super::print::verb_text(value) } else { String::new() };
        self.fault_of(target, Cause::NotDeclared { name: name.to_owned(), value })
    }

    fn set_member(&mut self, target: &Expr, base: Val, path: &[std::sync::Arc<str>], value: Val) -> Run<()> {
        let Some((last, before)) = path.split_last() else { return Ok(()) };
        let mut base = base;
        for name in before {
            base = self.index(&base, &Key::Name(name), target)?;
        }
        self.set_entry(target, &base, last, value)
    }

    /// Changes a map. Anything else stays as it is, also a map inside of an interface: the original does not see it.
    fn set_entry(&mut self, target: &Expr, base: &Val, key: &str, value: Val) -> Run<()> {
        let Val::Plain(base) = base else { return Ok(()) };
        if with_map(base, |_| ()).is_none() {
            return Ok(());
        }
        let base = match base {
            Value::Map(map) => self.changes.copy_of(map),
            shared => shared.clone(),
        };
        let Some(Thing::Map(shared)) = base.as_opaque() else { return Ok(()) };
        let value = value.into_value();
        self.reserve(target.at, key.len() + size_of::<(Value, Value)>())?;
        let mut map = shared.lock();
        match value {
            None => drop(map.remove(key)),
            Some(value) => {
                let element = map.go_type().element().map_or("", value::GoType::name);
                if !map.go_type().holds_anything() && value.type_name() != element {
                    return Err(self.bare_fault(target.at, not_assignable(&value, element)));
                }
                drop(map.insert(key, value));
            }
        }
        Ok(())
    }
}

fn not_assignable(value: &Value, element: &str) -> Cause {
    let of = value.type_name();
    Cause::Unsupported {
        message: format!("{} cannot be put into this map, whose values are all {}", of_type(of), of_type(element)),
        original: format!("reflect.Value.SetMapIndex: value of type {of} is not assignable to type {element}"),
        text: true,
    }
}
