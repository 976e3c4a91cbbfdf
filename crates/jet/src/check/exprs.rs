//! What expressions refer to.

use value::Value;

use super::walk::Walk;
use super::{CallReference, Reference, TemplateReference, TemplateUse};
use crate::ast::{Arguments, Expr, ExprKind};
use crate::source::At;

/// Where a path begins.
enum Root {
    Variable,
    Context,
}

impl Walk<'_> {
    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        if self.path(expr, false) {
            return;
        }
        match &expr.kind {
            ExprKind::Chain(base, _) | ExprKind::Not(base) | ExprKind::Sign(_, base) => self.expr(base),
            ExprKind::Index(base, index) => self.exprs([&**base, index]),
            ExprKind::Slice(slice) => self.exprs(std::iter::once(&slice.base).chain(&slice.from).chain(&slice.to)),
            ExprKind::Call(base, arguments) => self.call(base, arguments, 0),
            ExprKind::Additive(all) | ExprKind::Multiplicative(all) | ExprKind::Order(all) => {
                self.exprs(std::iter::once(&all.first).chain(all.rest.iter().map(|operation| &operation.operand)));
            }
            ExprKind::Equality(all) | ExprKind::Logical(all) => {
                self.exprs(std::iter::once(&all.first).chain(all.rest.iter().map(|operation| &operation.operand)));
            }
            ExprKind::Ternary(ternary) => {
                self.exprs(ternary.arms.iter().flat_map(|(condition, chosen)| [condition, chosen]));
                self.expr(&ternary.otherwise);
            }
            _ => {}
        }
    }

    /// What is assigned to.
    pub(super) fn targets(&mut self, targets: &[Expr]) {
        for target in targets {
            if !self.path(target, true) {
                self.expr(target);
            }
        }
    }

    /// Takes note of a variable or a field with what follows it; whether it is one.
    fn path(&mut self, expr: &Expr, assigned: bool) -> bool {
        let Some((root, path, rest)) = path(expr) else { return false };
        self.exprs(rest);
        let place = self.source.place(expr.at);
        let reference = Reference { path, place, optional: self.optional > 0, assigned };
        match root {
            Root::Variable if self.is_own(expr) => {}
            Root::Variable => self.found.variables.push(reference),
            Root::Context if self.own_context > 0 => {}
            Root::Context if reference.path.is_empty() => self.found.whole_context = true,
            Root::Context => self.found.context.push(reference),
        }
        true
    }

    /// Whether a path begins with a name that the template has declared.
    fn is_own(&self, expr: &Expr) -> bool {
        let mut expr = expr;
        loop {
            match &expr.kind {
                ExprKind::Variable(name) => return self.names.contain(name),
                ExprKind::Chain(base, _) | ExprKind::Index(base, _) => expr = base,
                _ => return false,
            }
        }
    }

    pub(super) fn call(&mut self, base: &Expr, arguments: &Arguments, piped: usize) {
        let piped = if arguments.has_slot { 0 } else { piped };
        let asks = matches!(&base.kind, ExprKind::Variable(name) if name.text() == "isset");
        self.callee(base, arguments.items.len() + piped);
        self.used_template(base, arguments);
        self.optional += usize::from(asks);
        self.exprs(&arguments.items);
        self.optional -= usize::from(asks);
    }

    /// What is called: a function by its name, or a member of something.
    pub(super) fn callee(&mut self, base: &Expr, arguments: usize) {
        match &base.kind {
            ExprKind::Variable(name) if !self.names.contain(name) => {
                let place = self.source.place(base.at);
                let (name, optional) = (name.text().to_owned(), self.optional > 0);
                self.found.calls.push(CallReference { name, arguments, place, optional });
            }
            _ => self.expr(base),
        }
    }

    fn used_template(&mut self, base: &Expr, arguments: &Arguments) {
        let ExprKind::Variable(name) = &base.kind else { return };
        let by = match name.text() {
            "includeIfExists" => TemplateUse::IncludeIfExists,
            "exec" => TemplateUse::Exec,
            _ => return,
        };
        if !self.names.contain(name) {
            self.template(arguments.items.first(), by, base.at);
        }
    }

    pub(super) fn template(&mut self, name: Option<&Expr>, by: TemplateUse, at: At) {
        let name = name.and_then(|name| match &name.kind {
            ExprKind::Text(text) => text.as_str().map(str::to_owned),
            _ => None,
        });
        self.found.templates.push(TemplateReference { name, by, place: self.source.place(at) });
    }
}

/// The root of a path, its parts, and expressions on the way that have to be looked at themselves. An index that is only
/// known while the template runs ends the path.
fn path(expr: &Expr) -> Option<(Root, Vec<String>, Vec<&Expr>)> {
    match &expr.kind {
        ExprKind::Variable(name) => Some((Root::Variable, vec![name.text().to_owned()], Vec::new())),
        ExprKind::Context => Some((Root::Context, Vec::new(), Vec::new())),
        ExprKind::Field(fields) => Some((Root::Context, fields.iter().map(ToString::to_string).collect(), Vec::new())),
        ExprKind::Chain(base, fields) => {
            let (root, mut parts, rest) = path(base)?;
            if is_static(base) {
                parts.extend(fields.iter().map(ToString::to_string));
            }
            Some((root, parts, rest))
        }
        ExprKind::Index(base, index) => {
            let (root, mut parts, mut rest) = path(base)?;
            match &index.kind {
                ExprKind::Text(Value::String(key)) if is_static(base) => parts.push(key.to_string()),
                _ => rest.push(index),
            }
            Some((root, parts, rest))
        }
        _ => None,
    }
}

/// Whether all indexes of a path are known.
fn is_static(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Chain(base, _) => is_static(base),
        ExprKind::Index(base, index) => matches!(index.kind, ExprKind::Text(Value::String(_))) && is_static(base),
        _ => true,
    }
}
