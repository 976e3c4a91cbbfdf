//! What a run would find only when it comes to it: found without running anything.

use crate::codes::{NO_SOURCE, UNKNOWN_PROVIDER, UNKNOWN_TYPE, UNKNOWN_VALUE};
use crate::dependencies::{Order, order};
use crate::load::Refused;
use crate::model::{Action, Condition, Resolver, Rule, Step, Workflow};
use crate::solution::Solution;
use crate::strangers::unknown_inputs;
use crate::symbols::{Place, names_of_retry};
use crate::texts::Texts;
use crate::types::ResolverType;
use crate::workflow;
use diagnostics::{Diagnostic, Diagnostics, Severity, Sources, Spanned, suggest};
use document::decode::UNKNOWN_KEY;
use providers::{Engines, Form, Registry};

/// What is wrong with a solution that could be read.
pub struct Findings {
    /// All of it, in the order of the document.
    pub problems: Diagnostics,
    /// How many resolvers and actions there are; nothing when no run would begin.
    pub size: Option<(usize, usize)>,
}

/// Looks a solution through: the order of its resolvers, its workflow, and what each of its parts says.
pub fn check(solution: &Solution, engines: &Engines, registry: &Registry) -> Findings {
    check_in(solution, &solution.sources, engines, registry)
}

fn check_in(solution: &Solution, sources: &Sources, engines: &Engines, registry: &Registry) -> Findings {
    let (order, mut problems) = check_order(solution, engines, registry);
    let strangers = unknown_inputs(solution, registry).into_iter();
    strangers.for_each(|one| problems.push(Diagnostic { severity: Severity::Error, ..one }));
    let texts = Texts { solution, sources, engines, registry, found: Diagnostics::new() };
    problems.append(Look { solution, registry, engines, texts, found: Diagnostics::new() }.all());
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
        let (problems, sources) = self.with(|solution, sources| {
            let found = check_in(solution, sources, engines, registry);
            size = found.size.filter(|_| can_run);
            found.problems
        });
        (Findings { problems, size }, sources)
    }

    /// All problems: those of the document, and what stands in the way of a run of the rest of it.
    pub fn with_order(self, engines: &Engines, registry: &Registry) -> (Diagnostics, Sources) {
        self.with(|solution, _| check_order(solution, engines, registry).1)
    }

    fn with(self, look: impl FnOnce(&Solution, &Sources) -> Diagnostics) -> (Diagnostics, Sources) {
        let mut problems = self.problems;
        if let Some(rest) = self.rest {
            let more = look(&rest.solution, &self.sources).into_iter().filter(|problem| !rest.explains(problem));
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
    texts: Texts<'a>,
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
        if let Some(workflow) = &self.solution.workflow {
            self.workflow(workflow);
        }
        self.found.append(self.texts.found);
        self.found
    }

    fn resolver(&mut self, resolver: &Resolver) {
        let before = Place::resolver();
        let within = before.with_self();
        self.texts.condition(resolver.when.as_ref(), &before);
        if let Some(phase) = &resolver.resolve {
            self.texts.condition(phase.when.as_ref(), &before);
            self.texts.condition(phase.until.as_ref(), &within);
            phase.with.iter().flatten().for_each(|step| self.step(step, &before));
        }
        if let Some(phase) = &resolver.transform {
            self.texts.condition(phase.when.as_ref(), &before);
            phase.with.iter().flatten().for_each(|step| self.step(step, &within));
        }
        if let Some(phase) = &resolver.validate {
            self.texts.condition(phase.when.as_ref(), &within);
            phase.with.iter().flatten().for_each(|rule| self.rule(rule, &within));
        }
        let message = resolver.messages.as_ref().and_then(|messages| messages.error.as_ref());
        self.texts.form(message, &before.failing());
    }

    fn step(&mut self, step: &Step, place: &Place) {
        self.provider(step.provider.as_ref());
        self.texts.form(step.for_each.as_ref().and_then(|each| each.within.as_ref()), place);
        let each = place.each(step.for_each.as_deref());
        self.texts.condition(step.when.as_ref(), &each);
        self.texts.inputs(step.provider.as_ref(), step.inputs.as_ref(), &each);
    }

    fn rule(&mut self, rule: &Rule, place: &Place) {
        self.provider(rule.provider.as_ref());
        self.texts.inputs(rule.provider.as_ref(), rule.inputs.as_ref(), place);
        self.texts.form(rule.message.as_ref(), place);
    }

    fn workflow(&mut self, workflow: &Workflow) {
        let place = Place::action(workflow);
        let sections = [&workflow.actions, &workflow.finally].into_iter().flatten();
        let actions = sections.flat_map(|section| section.iter()).filter_map(|(_, action)| action.as_ref());
        actions.for_each(|action| self.action(action, &place));
    }

    fn action(&mut self, action: &Action, place: &Place) {
        let list = action.for_each.as_ref().and_then(|each| each.within.as_ref());
        self.texts.form(list, &Place::planning());
        let each = place.each(action.for_each.as_ref());
        // One that says nothing is told of by whoever reads the solution.
        let said = |condition: &&Condition| condition.says_nothing().is_none();
        self.texts.condition(action.when.as_ref().filter(said), &each);
        self.texts.inputs(action.provider.as_ref(), action.inputs.as_ref(), &each);
        if let Some(condition) = action.retry.as_ref().and_then(|retry| retry.retry_if.as_ref()).filter(said) {
            self.texts.expression(&condition.text, condition.span, &names_of_retry());
        }
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
