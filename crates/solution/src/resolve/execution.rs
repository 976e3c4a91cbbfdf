//! What `__execution` is: how the resolvers did.

use super::{Resolved, ResolverResult, Status};
use crate::dependencies::Order;
use crate::draw::{Drawing, GraphForm, draw_resolvers};
use crate::model::Resolver;
use crate::solution::Solution;
use diagnostics::Redactor;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use value::{Escape, KeyOrder, List, Map, Unknown, Value};

/// How every resolver did, and all of them together. What is said of failures has no secrets.
pub fn execution(solution: &Solution, order: &Order, resolved: &Resolved, redactor: &Redactor) -> Value {
    let mut resolvers = Map::new();
    let mut total = Duration::ZERO;
    for (number, resolver) in solution.resolvers.iter().enumerate() {
        let Some(result) = &resolved.results[number] else { continue };
        total = total.max(result.took);
        let needs: List =
            order.needs[number].iter().map(|need| Value::string(&*solution.resolvers[*need].name)).collect();
        let mut entry = Map::new();
        entry.insert("provider", first_provider(&resolver.resolver));
        let need_count = count(needs.len());
        entry.insert("dependencies", needs);
        if result.status == Status::Skipped {
            skipped(&mut entry);
        } else {
            entry.insert("dependencyCount", need_count);
            describe(result, order.phase_of(number), redactor, &mut entry);
        }
        resolvers.insert(&*resolver.name, entry);
    }
    let mut summary = Map::new();
    summary.insert("totalDuration", text(total));
    summary.insert("resolverCount", count(resolvers.len()));
    summary.insert("phaseCount", count(order.phases.len()));
    let mut all = Map::new();
    all.insert("resolvers", resolvers);
    all.insert("summary", summary);
    all.into()
}

/// The same with the graph of the resolvers, and how often each provider was used for a source.
pub fn whole_execution(solution: &Solution, order: &Order, resolved: &Resolved, redactor: &Redactor) -> Value {
    let mut all = execution(solution, order, resolved, redactor);
    if let Some(all) = all.as_map_mut() {
        all.insert("dependencyGraph", graph(solution, order));
        all.insert("providerSummary", summary(solution, resolved));
    }
    all
}

fn graph(solution: &Solution, order: &Order) -> Value {
    let text = |form: GraphForm| match draw_resolvers(solution, order, form) {
        Drawing::Text(text) => Value::from(text),
        Drawing::Data(data) => data,
    };
    let mut graph = text(GraphForm::Json);
    if let Some(graph) = graph.as_map_mut() {
        let forms = [("ascii", GraphForm::Ascii), ("dot", GraphForm::Dot), ("mermaid", GraphForm::Mermaid)];
        graph.insert("diagrams", forms.into_iter().map(|(name, form)| (name, text(form))).collect::<Map>());
    }
    graph
}

/// What is known of one provider.
#[derive(Default)]
struct Use {
    resolvers: usize,
    calls: usize,
    good: usize,
    took: Duration,
}

fn summary(solution: &Solution, resolved: &Resolved) -> Map {
    let mut providers: BTreeMap<&str, Use> = BTreeMap::new();
    for (resolver, result) in solution.resolvers.iter().zip(&resolved.results) {
        let Some(result) = result.as_ref().filter(|result| result.status != Status::Skipped) else { continue };
        let one = providers.entry(first_provider(&resolver.resolver)).or_default();
        one.resolvers += 1;
        one.calls += result.calls;
        one.good += usize::from(result.status == Status::Success);
        one.took += result.took;
    }
    let entry = |(name, one): (&str, Use)| {
        let average = one.took / u32::try_from(one.resolvers.max(1)).unwrap_or(u32::MAX);
        let entry: Map = [
            ("resolverCount", count(one.resolvers)),
            ("totalDuration", text(one.took).into()),
            ("avgDuration", text(average).into()),
            ("callCount", count(one.calls)),
            ("successCount", count(one.good)),
            ("failedCount", count(one.resolvers - one.good)),
        ]
        .into_iter()
        .collect();
        (name.to_owned(), Value::from(entry))
    };
    providers.into_iter().map(entry).collect()
}

/// The provider of the first source.
fn first_provider(resolver: &Resolver) -> &str {
    let steps = resolver.resolve.as_ref().and_then(|phase| phase.with.as_ref());
    let provider = steps.and_then(|steps| steps.first()).and_then(|step| step.provider.as_ref());
    provider.map_or("", |provider| provider.value.as_str())
}

/// What the original says of a resolver that was not to have a value.
fn skipped(entry: &mut Map) {
    entry.insert("phase", count(0));
    entry.insert("duration", "0s");
    entry.insert("status", "unknown");
}

fn describe(result: &ResolverResult, phase: usize, redactor: &Redactor, entry: &mut Map) {
    entry.insert("phase", count(phase));
    entry.insert("duration", text(result.took));
    entry.insert("status", result.status.word());
    entry.insert("providerCallCount", count(result.calls));
    let measured = || {
        let json = result.value.as_ref().and_then(|value| value.to_json(Escape::Html, KeyOrder::Keep).ok());
        json.map_or(0, |json| json.len())
    };
    entry.insert("valueSizeBytes", count(result.size.unwrap_or_else(measured)));
    let phases = result.phases.iter().map(|phase| {
        let map: Map = [("phase", phase.phase.to_owned()), ("duration", text(phase.took))].into_iter().collect();
        Value::from(map)
    });
    entry.insert("phaseMetrics", phases.collect::<List>());
    if !result.attempts.is_empty() {
        entry.insert("failedAttempts", result.attempts.iter().map(|one| attempt(one, redactor)).collect::<List>());
    }
}

fn attempt(attempt: &super::Attempt, redactor: &Redactor) -> Value {
    let map: Map = [
        ("provider", Value::string(attempt.provider.as_str())),
        ("phase", attempt.phase.into()),
        ("error", redactor.text(&attempt.error).into_owned().into()),
        ("duration", text(attempt.took).into()),
        ("onError", attempt.on_error.into()),
        ("timestamp", attempt.started.to_rfc3339().into()),
        ("sourceStep", count(attempt.step)),
    ]
    .into_iter()
    .collect();
    map.into()
}

fn count(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

fn text(duration: Duration) -> String {
    value::Duration::from(duration).to_string()
}

/// The resolvers whose values are never shown.
pub fn secret_names(solution: &Solution, resolved: &Resolved) -> BTreeSet<String> {
    let named = solution.resolvers.iter().zip(&resolved.results);
    let secret = named
        .filter(|(resolver, result)| result.as_ref().map_or(resolver.resolver.sensitive, |result| result.is_secret));
    secret.map(|(resolver, _)| resolver.name.to_string()).collect()
}

/// The values of resolvers that have one, by name: what actions see as `_`.
pub fn values(solution: &Solution, resolved: &Resolved) -> Map {
    let named = solution.resolvers.iter().zip(&resolved.results);
    let some = named.filter_map(|(resolver, result)| {
        let result = result.as_ref().filter(|result| result.status == Status::Success)?;
        Some((&*resolver.name, result.value.clone().unwrap_or_default()))
    });
    some.collect()
}

/// The same with something unknown in the place of what failed or was not reached, for those who look ahead.
pub fn values_ahead(solution: &Solution, resolved: &Resolved) -> Map {
    let mut values = values(solution, resolved);
    for (resolver, result) in solution.resolvers.iter().zip(&resolved.results) {
        let reason = match result.as_ref().map(|result| result.status) {
            Some(Status::Success | Status::Skipped) => continue,
            Some(Status::Failed) => format!("resolver \"{}\" failed", resolver.name),
            None => format!("resolver \"{}\" was not reached", resolver.name),
        };
        values.insert(&*resolver.name, Unknown::new(reason));
    }
    values
}
