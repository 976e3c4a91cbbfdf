//! Which resolver needs which.

use crate::codes::{RESOLVER_CYCLE, UNKNOWN_RESOLVER};
use crate::model::{Condition, ForEach, Rule, Step};
use crate::solution::{NamedResolver, Solution};
use diagnostics::{Diagnostic, Diagnostics, Span, suggest};
use document::decode::Entries;
use engine::schedule::{Graph, GraphError};
use providers::{AnyProvider, Engines, Form, Registry};
use std::collections::{BTreeSet, HashMap};
use value::Map;

/// The order in which resolvers get their values.
#[derive(Debug)]
pub struct Order {
    /// What each resolver needs, by number, sorted by name.
    pub needs: Vec<Vec<usize>>,
    /// The numbers of the resolvers of each phase, sorted by name.
    pub phases: Vec<Vec<usize>>,
    /// The phase of each resolver, from 1.
    phase_of: Vec<usize>,
}

impl Order {
    /// The phase of a resolver, from 1.
    pub fn phase_of(&self, resolver: usize) -> usize {
        self.phase_of.get(resolver).copied().unwrap_or(0)
    }
}

/// The order of a solution's resolvers, or why there is none.
pub fn order(solution: &Solution, engines: &Engines, registry: &Registry) -> Result<Order, Diagnostics> {
    let numbers: HashMap<&str, usize> =
        solution.resolvers.iter().enumerate().map(|(at, one)| (&*one.name, at)).collect();
    let mut problems = Diagnostics::new();
    let mut needs = Vec::with_capacity(solution.resolvers.len());
    for resolver in &solution.resolvers {
        let mut scan =
            Scan { engines, registry, numbers: &numbers, resolver, found: BTreeSet::new(), problems: &mut problems };
        scan.whole();
        needs.push(scan.found.into_iter().collect::<Vec<usize>>());
    }
    // A name that is not there makes no circle, and hides none.
    if let Err(GraphError::Cycle(cycle)) = Graph::new(needs.clone()) {
        problems.push(circle(solution, &cycle));
    }
    if problems.has_errors() {
        problems.sort();
        return Err(problems);
    }
    let phases = phases(solution, &needs);
    let mut phase_of = vec![0; needs.len()];
    for (number, resolver) in phases.iter().enumerate().flat_map(|(at, all)| all.iter().map(move |one| (at, one))) {
        phase_of[*resolver] = number + 1;
    }
    Ok(Order { needs, phases, phase_of })
}

/// The resolvers that are needed for some of them, these included.
pub fn closure(order: &Order, wanted: &[usize]) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    let mut left = wanted.to_vec();
    while let Some(resolver) = left.pop() {
        if all.insert(resolver) {
            left.extend(&order.needs[resolver]);
        }
    }
    all
}

fn phases(solution: &Solution, needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut phase_of: Vec<Option<usize>> = vec![None; needs.len()];
    let mut phases: Vec<Vec<usize>> = Vec::new();
    let mut left: Vec<usize> = (0..needs.len()).collect();
    while !left.is_empty() {
        let ready = |resolver: &usize| needs[*resolver].iter().all(|need| phase_of[*need].is_some());
        let (mut phase, later): (Vec<usize>, Vec<usize>) = left.iter().partition(|resolver| ready(resolver));
        for resolver in &phase {
            phase_of[*resolver] = Some(phases.len());
        }
        phase.sort_by(|a, b| solution.resolvers[*a].name.cmp(&solution.resolvers[*b].name));
        phases.push(phase);
        left = later;
    }
    phases
}

fn circle(solution: &Solution, cycle: &[usize]) -> Diagnostic {
    let name = |number: usize| &*solution.resolvers[number].name;
    let smallest = cycle.iter().copied().min_by_key(|number| name(*number)).unwrap_or(0);
    let start = cycle.iter().position(|number| *number == smallest).unwrap_or(0);
    let around: Vec<usize> = cycle.iter().cycle().skip(start).take(cycle.len() + 1).copied().collect();
    let way: Vec<&str> = around.iter().map(|number| name(*number)).collect();
    let mut problem = Diagnostic::error(&RESOLVER_CYCLE, format!("cycle detected: {}", way.join(" -> ")));
    for pair in around.windows(2) {
        problem =
            problem.at(solution.resolvers[pair[0]].span, format!("`{}` needs `{}`", name(pair[0]), name(pair[1])));
    }
    problem.help("take one of these references away".to_owned())
}

/// Where in a resolver something stands: in its own value, or before it has one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    Within,
}

struct Scan<'a> {
    engines: &'a Engines,
    registry: &'a Registry,
    numbers: &'a HashMap<&'a str, usize>,
    resolver: &'a NamedResolver,
    found: BTreeSet<usize>,
    problems: &'a mut Diagnostics,
}

impl Scan<'_> {
    fn whole(&mut self) {
        let resolver = &self.resolver.resolver;
        for name in resolver.depends_on.iter().flatten() {
            if name.value == *self.resolver.name {
                let message = format!("resolver \"{}\" cannot depend on itself", name.value);
                self.problems.push(Diagnostic::error(&RESOLVER_CYCLE, message).at(name.span, "its own name"));
            } else {
                self.direct(&name.value, name.span, Place::Before);
            }
        }
        self.condition(resolver.when.as_ref(), Place::Before);
        if let Some(phase) = &resolver.resolve {
            self.condition(phase.when.as_ref(), Place::Before);
            self.condition(phase.until.as_ref(), Place::Before);
            phase.with.iter().flatten().for_each(|step| self.step(step, Place::Before));
        }
        if let Some(phase) = &resolver.transform {
            self.condition(phase.when.as_ref(), Place::Within);
            phase.with.iter().flatten().for_each(|step| self.step(step, Place::Within));
        }
        if let Some(phase) = &resolver.validate {
            self.condition(phase.when.as_ref(), Place::Within);
            phase.with.iter().flatten().for_each(|rule| self.rule(rule));
        }
    }

    fn step(&mut self, step: &Step, place: Place) {
        let aliases = aliases(step.for_each.as_deref());
        self.condition(step.when.as_ref(), place);
        if let Some(within) = step.for_each.as_ref().and_then(|each| each.within.as_ref()) {
            self.form(within, &[], place);
        }
        let provider = step.provider.as_ref().map_or("", |provider| provider.value.as_str());
        self.inputs(provider, step.inputs.as_ref(), &aliases, place);
    }

    fn rule(&mut self, rule: &Rule) {
        let provider = rule.provider.as_ref().map_or("", |provider| provider.value.as_str());
        self.inputs(provider, rule.inputs.as_ref(), &[], Place::Within);
        if let Some(message) = &rule.message {
            self.form(message, &[], Place::Within);
        }
    }

    fn inputs(&mut self, provider: &str, inputs: Option<&Entries<Option<Form>>>, aliases: &[&str], place: Place) {
        let given = || {
            inputs
                .into_iter()
                .flat_map(|inputs| inputs.iter())
                .filter_map(|(name, form)| Some((&name.value, form.as_ref()?)))
        };
        let literals: Map =
            given().filter_map(|(name, form)| Some((name.as_str(), form.as_literal()?.clone()))).collect();
        let provider = self.registry.get(provider).map(providers::Registered::provider);
        let extracted = provider.and_then(|provider| provider.extract_dependencies(&literals, self.engines));
        // The `_` of these is no resolver: http polls until `_.body` says something.
        let own = provider.map(AnyProvider::expressions).unwrap_or_default();
        let own: Vec<_> =
            own.iter().filter(|one| !one.sees.resolvers()).filter_map(|one| one.at.split_first()).collect();
        for (name, form) in given() {
            self.form(form, aliases, place);
            if extracted.is_none() {
                let of_input = own.iter().filter(|(input, _)| *input == name);
                let but: Vec<&[&str]> = of_input.map(|(_, way)| *way).collect();
                form.each_literal_text(&but, &mut |text| self.literal(text, aliases, place));
            }
        }
        extracted.iter().flatten().for_each(|name| self.inferred(name, aliases, place));
    }

    fn form(&mut self, form: &Form, aliases: &[&str], place: Place) {
        for reference in form.references(self.engines) {
            if reference.place.is_none() {
                self.direct(&reference.name, reference.span, place);
            } else {
                self.inferred(&reference.name, aliases, place);
            }
        }
    }

    /// Texts that look like expressions or templates are taken for them, as in the original.
    fn literal(&mut self, text: &str, aliases: &[&str], place: Place) {
        if text.contains("_.") || text.contains("_[") {
            self.expression(text, aliases, place);
        }
        if text.contains("{{") && text.contains("}}") {
            let template = self.engines.template("input", text, providers::TemplateForm::default());
            for reference in template.map(|template| template.references()).unwrap_or_default() {
                self.inferred(reference.name(), aliases, place);
            }
        }
    }

    fn condition(&mut self, condition: Option<&Condition>, place: Place) {
        if let Some(condition) = condition {
            self.expression(&condition.text, &[], place);
        }
    }

    fn expression(&mut self, text: &str, aliases: &[&str], place: Place) {
        for reference in self.engines.cel().references(text).unwrap_or_default() {
            if let Some(name) = reference.fields.first().filter(|_| reference.root == "_") {
                self.inferred(name, aliases, place);
            }
        }
    }

    /// A name that has to be a resolver.
    fn direct(&mut self, name: &str, span: Span, place: Place) {
        if self.numbers.contains_key(name) {
            return self.inferred(name, &[], place);
        }
        let message =
            format!("resolver `{}` needs `{name}`, which is no resolver of this solution", self.resolver.name);
        let help = suggest(name, self.numbers.keys().copied()).map(|known| format!("did you mean `{known}`?"));
        self.problems.push(Diagnostic::error(&UNKNOWN_RESOLVER, message).at(span, "no such resolver").help(help));
    }

    /// A name that was seen in a text; it may be something else than a resolver.
    fn inferred(&mut self, name: &str, aliases: &[&str], place: Place) {
        let Some(number) = self.numbers.get(name).copied().filter(|_| !aliases.contains(&name)) else { return };
        if place == Place::Before || name != &*self.resolver.name {
            self.found.insert(number);
        }
    }
}

fn aliases(each: Option<&ForEach>) -> Vec<&str> {
    let names = each.into_iter().flat_map(|each| [each.item.as_ref(), each.index.as_ref()]);
    names.flatten().map(|alias| alias.value.as_str()).collect()
}
