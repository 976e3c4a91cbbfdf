//! What is wrong with a solution, found without running it.

use crate::bridges;
use crate::console;
use crate::exit::Exit;
use crate::solutions::config::Config;
use diagnostics::{Code, Diagnostic, Diagnostics, Redactor, Sources, Span, Spanned, suggest};
use document::Limits;
use document::decode::Entries;
use providers::{Engines, Form, FormText, Registry, TemplateForm};
use solution::model::{Action, Condition, Resolver, Rule, Step};
use solution::{Origin, ResolverType, Solution, Strictness, load, order, workflow};
use system::ReadWorld;

static UNKNOWN_PROVIDER: Code = Code::new(
    "solution::unknown-provider",
    "A resolver names a provider that there is none of. When the solution runs, a source without a provider fails and the next \
     one is tried. `upright get provider` lists all providers.",
);

static BAD_EXPRESSION: Code = Code::new(
    "solution::bad-expression",
    "A condition or an `expr` is no expression in CEL. When the solution runs, the resolver or the action that it belongs to \
     fails. `upright eval cel` tries expressions out.",
);

static BAD_TEMPLATE: Code = Code::new(
    "solution::bad-template",
    "A `tmpl` is no Go template. When the solution runs, the resolver or the action that it belongs to fails. `upright eval \
     template` tries templates out.",
);

static UNKNOWN_VALUE: Code = Code::new(
    "solution::unknown-value",
    "`rslvr` in an action names a resolver that the solution does not have. When the solution runs, it ends before the first \
     action. Names are case-sensitive.",
);

static UNKNOWN_TYPE: Code = Code::new(
    "solution::unknown-type",
    "`type` of a resolver is `string`, `int`, `float`, `bool`, `array`, `object`, `time`, `duration` or `any`. When the solution \
     runs, a resolver with another one fails.",
);

static NO_SOURCE: Code = Code::new(
    "solution::no-source",
    "A resolver has no `resolve` block, so it gets no value. When the solution runs, it fails.",
);

/// The kinds of problems that only a check finds.
pub(crate) static CODES: &[&Code] =
    &[&UNKNOWN_PROVIDER, &BAD_EXPRESSION, &BAD_TEMPLATE, &UNKNOWN_VALUE, &UNKNOWN_TYPE, &NO_SOURCE];

/// The types, for suggestions.
const TYPES: [&str; 9] = ["string", "int", "float", "bool", "array", "object", "time", "duration", "any"];

/// What a check came to.
pub(super) struct Checked {
    pub(super) problems: Diagnostics,
    pub(super) sources: Sources,
    /// How many resolvers and actions there are; nothing when the solution cannot be used.
    pub(super) size: Option<(usize, usize)>,
}

/// Finds all problems of a solution. What a run only warns of is an error here.
pub(super) fn check(text: &str, origin: &Origin, world: &ReadWorld, redactor: &Redactor) -> Result<Checked, Exit> {
    let (registry, _) = bridges::registry().map_err(|error| {
        console::error(&error.to_string(), redactor);
        Exit::Failed
    })?;
    let engines = Engines::new(world, &Config::load(None, world, redactor).settings(), None);
    let load = |strictness| load(text, origin, world, Limits::default(), strictness);
    let (solution, mut problems) = match load(Strictness::Check) {
        Ok(mut solution) => {
            let warnings = std::mem::take(&mut solution.warnings);
            (solution, warnings)
        }
        // What a run can use is looked through to the end, so that all problems are told at once.
        Err(refused) => match load(Strictness::Run) {
            Ok(solution) => (solution, refused.problems),
            Err(_) => return Ok(Checked { problems: refused.problems, sources: refused.sources, size: None }),
        },
    };
    let ordered = order(&solution, &engines, &registry);
    let can_run = ordered.is_ok();
    problems.append(ordered.err().unwrap_or_default());
    if let Some(workflow) = &solution.workflow {
        problems.append(workflow::check(workflow, &registry));
    }
    problems
        .append(Look { solution: &solution, registry: &registry, engines: &engines, found: Diagnostics::new() }.all());
    problems.sort();
    let size = can_run.then(|| (solution.resolvers.len(), actions(&solution)));
    Ok(Checked { problems, sources: solution.sources, size })
}

fn actions(solution: &Solution) -> usize {
    let sections = solution.workflow.iter().flat_map(|workflow| [&workflow.actions, &workflow.finally]);
    sections.flatten().map(|section| section.0.len()).sum()
}

/// What the run itself would find only when it comes to it.
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
        self.inputs(step.inputs.as_ref());
    }

    fn rule(&mut self, rule: &Rule) {
        self.provider(rule.provider.as_ref());
        self.inputs(rule.inputs.as_ref());
        self.form(rule.message.as_ref());
    }

    fn action(&mut self, action: &Action) {
        self.condition(action.when.as_ref());
        self.condition(action.retry.as_ref().and_then(|retry| retry.retry_if.as_ref()));
        self.inputs(action.inputs.as_ref());
        let list = action.for_each.as_ref().and_then(|each| each.within.as_ref());
        self.form(list);
        let inputs = action.inputs.iter().flat_map(|inputs| inputs.iter()).filter_map(|(_, form)| form.as_ref());
        inputs.chain(list).for_each(|form| self.values(form));
    }

    fn kind(&mut self, named: Option<&Spanned<String>>) {
        let Some(named) = named.filter(|named| ResolverType::named(&named.value).is_none()) else { return };
        let help = suggest(&named.value, TYPES).map(|known| format!("did you mean `{known}`?"));
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

    fn inputs(&mut self, inputs: Option<&Entries<Option<Form>>>) {
        let forms = inputs.into_iter().flat_map(|inputs| inputs.iter());
        forms.for_each(|(_, form)| self.form(form.as_ref()));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_one() {
        assert!(TYPES.iter().all(|name| ResolverType::named(name).is_some()));
    }
}
