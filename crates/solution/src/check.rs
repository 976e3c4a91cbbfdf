//! What a run would find only when it comes to it: found without running anything.

use crate::codes::{BAD_EXPRESSION, BAD_TEMPLATE, NO_SOURCE, UNKNOWN_PROVIDER, UNKNOWN_TYPE, UNKNOWN_VALUE};
use crate::dependencies::{Order, order};
use crate::load::Refused;
use crate::model::{Action, Condition, Resolver, Rule, Step};
use crate::solution::Solution;
use crate::strangers::unknown_inputs;
use crate::types::ResolverType;
use crate::workflow;
use diagnostics::{Diagnostic, Diagnostics, Severity, Sources, Span, Spanned, suggest};
use document::decode::{Entries, UNKNOWN_KEY};
use providers::{Engines, Form, FormText, Registry, TemplateForm};

/// What is wrong with a solution that could be read.
pub struct Findings {
    /// All of it, in the order of the document.
    pub problems: Diagnostics,
    /// How many resolvers and actions there are; nothing when no run would begin.
    pub size: Option<(usize, usize)>,
}

/// Looks a solution through: the order of its resolvers, its workflow, and what each of its parts says.
pub fn check(solution: &Solution, engines: &Engines, registry: &Registry) -> Findings {
    let (order, mut problems) = check_order(solution, engines, registry);
    let strangers = unknown_inputs(solution, registry).into_iter();
    strangers.for_each(|one| problems.push(Diagnostic { severity: Severity::Error, ..one }));
    problems.append(Look { solution, registry, engines, found: Diagnostics::new() }.all());
    problems.sort();
    let size = order.map(|_| (solution.resolvers.len(), solution.parts() - solution.resolvers.len()));
    Findings { problems, size }
}

/// The order of the resolvers when there is one, and what is wrong with it and with the workflow: what no run begins with.
fn check_order(solution: &Solution, engines: &Engines, registry: &Registry) -> (Option<Order>, Diagnostics) {
    let (order, mut problems) = match order(solution, engines, registry) {
        Ok(order) => (Some(order), Diagnostics::new()),
        Err(problems) => (None, problems),
    };
    if let Some(workflow) = &solution.workflow {
        problems.append(workflow::check(workflow, registry));
    }
    (order, problems)
}

impl Refused {
    /// All problems: those of the document, and what a check of the rest of it finds.
    pub fn with_check(self, engines: &Engines, registry: &Registry) -> (Findings, Sources) {
        // A run only warns of keys that mean nothing.
        let mut errors = self.problems.iter().filter(|problem| problem.severity == Severity::Error);
        let can_run = errors.all(|problem| problem.code.id == UNKNOWN_KEY.id);
        let mut size = None;
        let (problems, sources) = self.with(|solution| {
            let found = check(solution, engines, registry);
            size = found.size.filter(|_| can_run);
            found.problems
        });
        (Findings { problems, size }, sources)
    }

    /// All problems: those of the document, and what stands in the way of a run of the rest of it.
    pub fn with_order(self, engines: &Engines, registry: &Registry) -> (Diagnostics, Sources) {
        self.with(|solution| check_order(solution, engines, registry).1)
    }

    fn with(self, look: impl FnOnce(&Solution) -> Diagnostics) -> (Diagnostics, Sources) {
        let mut problems = self.problems;
        if let Some(rest) = self.rest {
            let more = look(&rest.solution).into_iter().filter(|problem| !rest.explains(problem));
            more.for_each(|problem| problems.push(problem));
            problems.sort();
        }
        (problems, self.sources)
    }
}

/// Goes through all parts.
struct Look<'a> {
    solution: &'a Solution,
    registry: &'a Registry,
    engines: &'a Engines,
    found: Diagnostics,
}

impl Look<'_> {
    fn all(mut self) -> Diagnostics {
        for one in &self.solution.resolvers {
            if one.resolver.resolve.is_none() {
                let found = Diagnostic::error(&NO_SOURCE, format!("resolver `{}` has no `resolve` block", one.name));
                self.found.push(found.at(one.span, "without a source"));
            }
            self.kind(one.resolver.kind.as_ref());
            self.resolver(&one.resolver);
        }
        let sections = self.solution.workflow.iter().flat_map(|workflow| [&workflow.actions, &workflow.finally]);
        let actions = sections.flatten().flat_map(|section| section.iter()).filter_map(|(_, action)| action.as_ref());
        actions.for_each(|action| self.action(action));
        self.found
    }

    fn resolver(&mut self, resolver: &Resolver) {
        self.condition(resolver.when.as_ref());
        if let Some(phase) = &resolver.resolve {
            self.condition(phase.when.as_ref());
            self.condition(phase.until.as_ref());
            phase.with.iter().flatten().for_each(|step| self.step(step));
        }
        if let Some(phase) = &resolver.transform {
            self.condition(phase.when.as_ref());
            phase.with.iter().flatten().for_each(|step| self.step(step));
        }
        if let Some(phase) = &resolver.validate {
            self.condition(phase.when.as_ref());
            phase.with.iter().flatten().for_each(|rule| self.rule(rule));
        }
    }

    fn step(&mut self, step: &Step) {
        self.provider(step.provider.as_ref());
        self.condition(step.when.as_ref());
        self.inputs(step.provider.as_ref(), step.inputs.as_ref());
    }

    fn rule(&mut self, rule: &Rule) {
        self.provider(rule.provider.as_ref());
        self.inputs(rule.provider.as_ref(), rule.inputs.as_ref());
        self.form(rule.message.as_ref());
    }

    fn action(&mut self, action: &Action) {
        self.condition(action.when.as_ref());
        self.condition(action.retry.as_ref().and_then(|retry| retry.retry_if.as_ref()));
        self.inputs(action.provider.as_ref(), action.inputs.as_ref());
        let list = action.for_each.as_ref().and_then(|each| each.within.as_ref());
        self.form(list);
        let inputs = action.inputs.iter().flat_map(|inputs| inputs.iter()).filter_map(|(_, form)| form.as_ref());
        inputs.chain(list).for_each(|form| self.values(form));
    }

    fn kind(&mut self, named: Option<&Spanned<String>>) {
        let Some(named) = named.filter(|named| ResolverType::named(&named.value).is_none()) else { return };
        let help = suggest(&named.value, ResolverType::ALL.map(ResolverType::name))
            .map(|known| format!("did you mean `{known}`?"));
        let problem = Diagnostic::error(&UNKNOWN_TYPE, format!("there is no type `{}`", named.value));
        self.found.push(problem.at(named.span, "no such type").help(help));
    }

    fn provider(&mut self, named: Option<&Spanned<String>>) {
        let Some(named) = named.filter(|named| self.registry.get(&named.value).is_none()) else { return };
        let help = suggest(&named.value, self.registry.names()).map(|known| format!("did you mean `{known}`?"));
        let problem = Diagnostic::error(&UNKNOWN_PROVIDER, format!("there is no provider `{}`", named.value));
        self.found.push(problem.at(named.span, "no such provider").help(help));
    }

    fn condition(&mut self, condition: Option<&Condition>) {
        if let Some(condition) = condition {
            self.expression(&condition.text, condition.span);
        }
    }

    fn inputs(&mut self, provider: Option<&Spanned<String>>, inputs: Option<&Entries<Option<Form>>>) {
        let provider = provider.and_then(|name| self.registry.get(&name.value));
        let expressions = provider.map(|one| one.provider().expressions()).unwrap_or_default();
        for (name, form) in inputs.into_iter().flat_map(|inputs| inputs.iter()) {
            self.form(form.as_ref());
            let ways =
                expressions.iter().map(|way| way.split_once('.').map_or((*way, None), |(at, key)| (at, Some(key))));
            for (_, key) in ways.filter(|(input, _)| *input == name.value) {
                form.iter().for_each(|form| self.literal_expression(form, key));
            }
        }
    }

    /// An expression that a provider takes as text: the input, or what stands at a key of it.
    fn literal_expression(&mut self, form: &Form, key: Option<&'static str>) {
        let written = form.written();
        let text = match key {
            None => written.as_str(),
            Some(key) => written.as_map().and_then(|map| map.get(key)?.as_str()),
        };
        if let Some(text) = text.filter(|text| key.is_none() || !text.is_empty()) {
            self.expression(text, key.map_or(form.span, |key| form.place(&[key.into()])));
        }
    }

    fn form(&mut self, form: Option<&Form>) {
        let Some(form) = form else { return };
        match form.as_text() {
            Some((text, FormText::Expression)) => self.expression(text, form.span),
            Some((text, FormText::Template)) => self.template(text, form.span),
            None => {}
        }
    }

    fn expression(&mut self, text: &str, span: Span) {
        let Err(error) = self.engines.cel().references(text) else { return };
        for problem in error.problems() {
            let found = Diagnostic::error(&BAD_EXPRESSION, format!("this is no expression: {problem}"));
            self.found.push(found.at(span, "here").help(problem.help()));
        }
    }

    fn template(&mut self, text: &str, span: Span) {
        if let Err(error) = self.engines.template("tmpl", text, TemplateForm::default()) {
            let found = Diagnostic::error(&BAD_TEMPLATE, format!("this is no template: {}", error.message));
            self.found.push(found.at(span, "here"));
        }
    }

    /// Resolvers that an action takes values of. Those that expressions and templates name may be asked for with `has`.
    fn values(&mut self, form: &Form) {
        for named in form.references(self.engines).into_iter().filter(|one| one.place.is_none()) {
            if self.solution.resolver(&named.name).is_none() {
                let names = self.solution.resolvers.iter().map(|one| &*one.name);
                let help = suggest(&named.name, names).map(|known| format!("did you mean `{known}`?"));
                let found = Diagnostic::error(&UNKNOWN_VALUE, format!("there is no resolver `{}`", named.name));
                self.found.push(found.at(named.span, "no such resolver").help(help));
            }
        }
    }
}
