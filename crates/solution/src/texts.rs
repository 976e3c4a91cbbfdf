//! Expressions and templates of a solution, looked at where they stand: parsed, and expressions checked with the names
//! and types that a run has there.

use crate::codes::{BAD_EXPRESSION, BAD_TEMPLATE};
use crate::model::Condition;
use crate::solution::Solution;
use crate::symbols::{Place, known_in};
use diagnostics::{Diagnostic, Diagnostics, Sources, Span, Spanned, suggest};
use document::decode::Entries;
use document::locate;
use expr::cel::{Cause, Phase, Problem};
use providers::{AnyProvider, Engines, Form, FormText, Inputs, Names, Registry, TemplateForm};
use std::ops::Range;
use value::{Map, Unknown, Value};

/// Takes texts, and keeps what is wrong with them.
pub(crate) struct Texts<'a> {
    pub(crate) solution: &'a Solution,
    pub(crate) sources: &'a Sources,
    pub(crate) engines: &'a Engines,
    pub(crate) registry: &'a Registry,
    pub(crate) found: Diagnostics,
}

impl Texts<'_> {
    pub(crate) fn condition(&mut self, condition: Option<&Condition>, place: &Place) {
        if let Some(condition) = condition {
            self.expression(&condition.text, condition.span, &place.names());
        }
    }

    pub(crate) fn form(&mut self, form: Option<&Form>, place: &Place) {
        let Some(form) = form else { return };
        let names = place.names();
        form.each_text(&mut |text, kind, span| match kind {
            FormText::Expression => self.expression(text, span, &names),
            FormText::Template => self.template(text, span),
        });
    }

    /// Inputs, with those texts in them that the provider takes for expressions and templates.
    pub(crate) fn inputs(
        &mut self,
        provider: Option<&Spanned<String>>,
        inputs: Option<&Entries<Option<Form>>>,
        place: &Place,
    ) {
        let Some(inputs) = inputs else { return };
        inputs.iter().for_each(|(_, form)| self.form(form.as_ref(), place));
        if let Some(provider) = provider.and_then(|name| self.registry.get(&name.value)) {
            self.embedded(provider.provider(), inputs, place);
        }
    }

    fn embedded(&mut self, provider: &dyn AnyProvider, inputs: &Entries<Option<Form>>, place: &Place) {
        let form = |name: &str| inputs.get(name).and_then(Option::as_ref);
        for one in provider.expressions() {
            let Some((input, way)) = one.at.split_first() else { continue };
            if let Some((text, span)) = form(input).and_then(|form| form.text_at(way)) {
                let names = one.sees.names(&place.names(), inputs);
                self.expression(text, span, &names);
            }
        }
        for bad in provider.bad_templates(&known(inputs), self.engines) {
            if let Some(form) = form(bad.input) {
                self.no_template(&bad.text, form.span, bad.place, &bad.message);
            }
        }
    }

    pub(crate) fn expression(&mut self, text: &str, span: Span, names: &Names) {
        let Err(error) = self.engines.check(text, names) else { return };
        for problem in error.problems() {
            let words = match problem.phase {
                Phase::Parse => "this is no expression",
                Phase::Check | Phase::Evaluate => "this expression cannot be evaluated",
            };
            let found = Diagnostic::error(&BAD_EXPRESSION, format!("{words}: {problem}"));
            let at = locate(text, span, problem.place.range(), self.sources);
            self.found.push(found.at(at, "here").help(self.help(problem, text, names)));
        }
    }

    /// What to do about it. A name that is known elsewhere is not misspelt.
    fn help(&self, problem: &Problem, text: &str, names: &Names) -> Option<String> {
        let Cause::Undeclared { name } = &problem.cause else { return problem.help() };
        let is_called = text.get(problem.place.range().end..).is_some_and(|rest| rest.trim_start().starts_with('('));
        if is_called {
            return problem.help().or_else(|| Some("`upright get cel-functions` lists all functions".to_owned()));
        }
        if let Some(place) = known_in(name) {
            return Some(format!("`{name}` is known in {place}"));
        }
        if self.solution.resolver(name).is_some() && names.known.contains("_") {
            return Some(format!("did you mean `_.{name}`?"));
        }
        let known = names.known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        problem.help().or_else(|| Some(format!("the names that can be used here are {known}")))
    }

    fn template(&mut self, text: &str, span: Span) {
        match self.engines.template("tmpl", text, TemplateForm::default()) {
            Ok(template) => {
                for one in template.references().iter().filter(|one| one.name() == "_") {
                    let place = one.start as usize..one.end as usize;
                    self.underscore(text, span, place, one.path.get(1).map(|name| &**name));
                }
            }
            Err(error) => self.no_template(text, span, error.start as usize..error.end as usize, &error.message),
        }
    }

    /// In expressions the values of resolvers are below `_`, in templates they are the data itself.
    fn underscore(&mut self, text: &str, span: Span, place: Range<usize>, resolver: Option<&str>) {
        let found = Diagnostic::error(&BAD_TEMPLATE, "templates have no `_`: each resolver is a field of their data");
        let at = locate(text, span, place, self.sources);
        self.found.push(found.at(at, "here").help(resolver.map(|name| format!("write `.{name}`"))));
    }

    fn no_template(&mut self, text: &str, span: Span, place: Range<usize>, message: &str) {
        let function = text.get(place.clone()).filter(|_| message.starts_with("function "));
        let similar = function.and_then(|name| suggest(name, self.engines.function_names()));
        let found = Diagnostic::error(&BAD_TEMPLATE, format!("this is no template: {message}"));
        let at = locate(text, span, place, self.sources);
        self.found.push(found.at(at, "here").help(similar.map(|name| format!("did you mean `{name}`?"))));
    }
}

/// The inputs as far as they are known before anything runs.
fn known(inputs: &Entries<Option<Form>>) -> Inputs {
    let value = |form: &Form| {
        let later = || Value::from(Unknown::new("it is worked out when the solution runs".to_owned()));
        form.as_literal().cloned().unwrap_or_else(later)
    };
    let known = inputs.iter().filter_map(|(name, form)| Some((name.value.as_str(), value(form.as_ref()?))));
    Inputs::new(known.collect::<Map>())
}
