//! Templates inside of templates.

use std::rc::Rc;
use std::sync::Arc;

use super::runtime::{Runtime, outermost};
use super::scope::Scope;
use crate::ast::{Compiled, Include};
use crate::error::{Cause, Run};
use crate::parse::ParseProblem;
use crate::path;
use crate::source::Source;
use crate::val::{Val, View};

impl Runtime<'_> {
    pub(super) fn include(&mut self, include: &Include) -> Run<Val> {
        self.step(include.at, 1)?;
        let path = self.template_name(include)?;
        let template = self.set.load(&path::resolve(&path, &self.source.name));
        let template =
            template.map_err(|problem| self.fault(include.at, include.line, cause_of(problem, String::new())))?;
        let root = Arc::clone(outermost(&template));
        let outer = self.begin_template(&template, include.context.is_some());
        let result = match &include.context {
            Some(context) => self.eval(context).and_then(|context| self.run_root(&root, Some(context))),
            None => self.run_root(&root, None),
        };
        self.end_template(outer);
        result.map_err(|fault| fault.through(self.source.place(include.at)))
    }

    fn template_name(&mut self, include: &Include) -> Run<String> {
        let name = self.eval(&include.name)?;
        let cause = match name.view() {
            View::Text(text) => return Ok(String::from_utf8_lossy(text).into_owned()),
            View::Invalid => Cause::TemplateName { of: None },
            _ => Cause::TemplateName { of: Some(name.type_name().into_owned()) },
        };
        Err(self.fault(include.name.at, include.line, cause))
    }

    /// Begins a scope for a template, with its own blocks before all others. The scope is put back, also after an error;
    /// the context only when the template is given one.
    pub(super) fn begin_template(&mut self, template: &Compiled, has_context: bool) -> Outer {
        self.scope = Scope::inside(Rc::clone(&self.scope), template.blocks.clone());
        Outer { source: Arc::clone(&self.source), context: has_context.then(|| self.context.clone()) }
    }

    pub(super) fn end_template(&mut self, outer: Outer) {
        self.source = outer.source;
        if let Some(context) = outer.context {
            self.context = context;
        }
        self.pop_scope();
    }

    pub(super) fn run_root(&mut self, root: &Compiled, context: Option<Val>) -> Run<Val> {
        if let Some(context) = context {
            self.context = context;
        }
        self.source = Arc::clone(&root.source);
        self.list(&root.root)
    }
}

/// What is put back after a template has run.
pub(super) struct Outer {
    source: Arc<Source>,
    context: Option<Val>,
}

/// Why a template cannot be run.
pub(super) fn cause_of(problem: ParseProblem, prefix: String) -> Cause {
    match problem {
        ParseProblem::MissingTemplate { path } => Cause::NoTemplate { path, prefix },
        ParseProblem::UnreadableTemplate { path, reason } => Cause::UnreadableTemplate { path, reason, prefix },
        ParseProblem::InTemplate(error) => Cause::BrokenTemplate { error, prefix },
        other => Cause::UnreadableTemplate { path: String::new(), reason: other.to_string(), prefix },
    }
}
