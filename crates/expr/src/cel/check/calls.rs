//! Operators and functions: which overloads take the arguments.

use std::sync::Arc;

use diagnostics::suggest;

use super::checker::{Checker, Use};
use crate::cel::cause::Cause;
use crate::cel::library::{Declared, MACROS, Signature};
use crate::cel::problem::Problem;
use crate::cel::syntax::{Call, Id, Ids, Operator, Place, narrow};
use crate::cel::types::Ty;

/// What overloads make of a call: the type of the result, and the overload if there is only one.
struct Resolution {
    ty: Ty,
    overload: Option<usize>,
}

impl<'e> Checker<'_, '_, 'e> {
    pub(super) fn operator(&mut self, id: Id, operator: Operator, operands: Ids) -> Ty {
        let operands = self.ast.ids(operands);
        if operator == Operator::OptionalSelect {
            let ty = self.field_type(id, operands[0], true);
            self.check(operands[1]);
            return self.types.resolve(ty);
        }
        for operand in operands {
            self.check(*operand);
        }
        if matches!(operator, Operator::And | Operator::Or) {
            return self.logic(operands);
        }
        let declared = self.registry.find(operator.name()).expect("every operator is in the table of functions");
        let Some(found) = self.resolve(id, declared, None, operands) else { return Ty::ERROR };
        let signature: Option<&'e Signature> = found.overload.map(|at| &declared.overloads[at]);
        self.uses[id.0 as usize] = Use::Overload(signature);
        found.ty
    }

    /// Both sides of a logical operator are truth values.
    fn logic(&mut self, operands: &[Id]) -> Ty {
        let mut ty = Ty::BOOL;
        for operand in operands {
            let given = self.type_of(*operand);
            if !self.types.is_assignable(given, Ty::BOOL) {
                self.mismatch(Ty::BOOL, given, self.ast.place(*operand));
                ty = Ty::ERROR;
            }
        }
        ty
    }

    pub(super) fn call(&mut self, id: Id, call: Call<'_>) -> Ty {
        let arguments = self.ast.ids(call.arguments);
        for argument in arguments {
            self.check(*argument);
        }
        let Some(target) = call.target else {
            return match self.registry.find(call.name) {
                Some(declared) => self.function(id, declared, None, arguments),
                None => self.undeclared(id, call, None),
            };
        };
        if let Some(declared) = self.namespaced(target, call.name) {
            return self.function(id, declared, None, arguments);
        }
        let namespace = self.namespace(target);
        self.check(target);
        match self.registry.find(call.name) {
            Some(declared) => self.function(id, declared, Some(target), arguments),
            None => self.undeclared(id, call, namespace),
        }
    }

    /// The function whose name is the target, a dot and the name of the method: `strings.repeat`.
    fn namespaced(&mut self, target: Id, name: &str) -> Option<&'e Arc<Declared>> {
        if !self.write_path(target) {
            return None;
        }
        self.buffer.push('.');
        self.buffer.push_str(name);
        self.registry.find(self.buffer.trim_start_matches('.'))
    }

    /// The target as a name with dots, if it is one.
    fn namespace(&mut self, target: Id) -> Option<String> {
        self.write_path(target).then(|| self.buffer.clone())
    }

    fn function(&mut self, id: Id, declared: &'e Arc<Declared>, target: Option<Id>, arguments: &[Id]) -> Ty {
        let Some(found) = self.resolve(id, declared, target, arguments) else { return Ty::ERROR };
        let method = target.is_some();
        self.uses[id.0 as usize] = Use::Function { declared, overload: found.overload, method };
        found.ty
    }

    fn undeclared(&mut self, id: Id, call: Call<'_>, namespace: Option<String>) -> Ty {
        let end = call.at + narrow(call.name.len());
        let place = Place::new(call.at, end).marked(self.ast.place(id).mark);
        let registry = self.registry;
        self.problems.push(|| {
            let name = format!("{}{}", if call.global { "." } else { "" }, call.name);
            let full = namespace.map(|namespace| format!("{namespace}.{}", call.name));
            let macros = MACROS.iter().map(|entry| entry.name);
            let similar = full.as_deref().and_then(|full| suggest(full, registry.names().chain(macros)));
            let similar = similar.or_else(|| suggest(call.name, registry.names().filter(|name| is_writable(name))));
            Problem::check(Cause::Undeclared { name }, place).suggest(similar.map(str::to_owned))
        });
        Ty::ERROR
    }

    /// Tries all overloads: those that take the arguments decide the type together.
    fn resolve(&mut self, id: Id, declared: &Declared, target: Option<Id>, arguments: &[Id]) -> Option<Resolution> {
        let given: Vec<Ty> = target.iter().chain(arguments).map(|id| self.type_of(*id)).collect();
        let mut found: Option<Resolution> = None;
        for (at, overload) in declared.overloads.iter().enumerate() {
            if overload.method != target.is_some() || overload.parameters.len() != given.len() {
                continue;
            }
            let Some(ty) = self.try_overload(overload, &given) else { continue };
            found = Some(match found {
                None => Resolution { ty, overload: Some(at) },
                Some(before) => {
                    let same = before.ty == ty || is_dyn(before.ty);
                    Resolution { ty: if same { before.ty } else { Ty::DYN }, overload: None }
                }
            });
        }
        if found.is_none() {
            self.no_overload(id, declared.name, &given, target.is_some());
        }
        found
    }

    /// The type of the result if an overload takes arguments of these types.
    fn try_overload(&mut self, overload: &Signature, given: &[Ty]) -> Option<Ty> {
        let mut params = Vec::new();
        let wanted: Vec<Ty> =
            overload.parameters.iter().map(|parameter| self.types.declare(parameter, &mut params)).collect();
        if !self.types.are_assignable(given, &wanted) {
            return None;
        }
        let result = self.types.declare(&overload.result, &mut params);
        Some(self.types.resolve(result))
    }

    fn no_overload(&mut self, id: Id, function: &str, given: &[Ty], method: bool) {
        let texts: Vec<String> = given
            .iter()
            .map(|ty| {
                let ty = self.types.close(*ty);
                self.types.text(ty)
            })
            .collect();
        let signature = match texts.split_first() {
            Some((target, arguments)) if method => format!("{target}.({})", arguments.join(", ")),
            _ => format!("({})", texts.join(", ")),
        };
        let cause = Cause::NoOverload { function: function.to_string(), signature };
        self.problem(cause, self.ast.place(id));
    }
}

fn is_dyn(ty: Ty) -> bool {
    ty == Ty::DYN || ty == Ty::ANY
}

/// Whether an expression can contain the name: operators and helpers of macros cannot be written.
fn is_writable(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.starts_with('_')
}
