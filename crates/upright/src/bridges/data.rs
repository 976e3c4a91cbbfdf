//! A solution as a layer of data under that of a manifest.

use super::{Acting, Home, registry, said};
use crate::solutions::config::Config;
use crate::solutions::reference::{self, NoText};
use crate::solutions::setup::shared;
use diagnostics::{Diagnostics, Redactor, Sources};
use manifest::{Asked, DataSource, Layer, NoData};
use providers::{Directories, Inputs, Registry, SolutionFacts, Writing};
use solution::{
    Order, Reach, ResolveOptions, Session, Solution, Strictness, closure, load, order, resolve, unknown_parameters,
    values, wary,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use system::ReadWorld;
use value::{Map, Unknown, Value};

/// What the data is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Something is changed after it, so all of it has to be known.
    ToAct,
    /// Somebody looks, and what cannot be known without a change may be unknown.
    ToLook,
}

/// Who works out such data for manifests.
pub(crate) fn solution_data(need: Need) -> Arc<dyn DataSource> {
    Arc::new(SolutionData { need, known: Mutex::default() })
}

/// Runs resolvers in the world that can only be looked at, each solution once.
#[derive(Debug)]
struct SolutionData {
    need: Need,
    known: Mutex<Vec<(Asked, Result<Layer, NoData>)>>,
}

impl DataSource for SolutionData {
    fn data(&self, asked: &Asked, world: &ReadWorld, redactor: &Redactor) -> Result<Layer, NoData> {
        let known = |all: &[(Asked, Result<Layer, NoData>)]| {
            all.iter().find(|(other, _)| other == asked).map(|(_, layer)| layer.clone())
        };
        if let Some(layer) = known(&self.known.lock().unwrap_or_else(PoisonError::into_inner)) {
            return layer;
        }
        let layer = Reading { asked, world, redactor, need: self.need }.worked_out();
        self.known.lock().unwrap_or_else(PoisonError::into_inner).push((asked.clone(), layer.clone()));
        layer
    }

    fn names(&self, asked: &Asked, world: &ReadWorld, redactor: &Redactor) -> Result<Layer, NoData> {
        Reading { asked, world, redactor, need: self.need }.promised()
    }
}

struct Reading<'a> {
    asked: &'a Asked,
    world: &'a ReadWorld,
    redactor: &'a Redactor,
    need: Need,
}

impl Reading<'_> {
    fn worked_out(&self) -> Result<Layer, NoData> {
        let (session, solution, order) = self.load()?;
        let wanted = self.wanted(&solution)?;
        let closed = wanted.as_ref().map(|wanted| closure(&order, &wanted.iter().copied().collect::<Vec<_>>()));
        let resolved = resolve(&session, &solution, &order, closed.as_ref(), &ResolveOptions::default());
        if let Some(error) = &resolved.error {
            let at = error.spot.as_ref().map(|spot| solution.sources.place(spot.span(&solution.sources)));
            let place = at.map(|at| format!(" (at {at})")).unwrap_or_default();
            return Err(format!("{error}{place}").into());
        }
        let layer = layer(&solution, wanted.as_ref(), &values(&solution, &resolved));
        match without_value(&solution, &layer).filter(|_| self.need == Need::ToAct) {
            Some(why) => Err(why.into()),
            None => Ok(layer),
        }
    }

    /// The names with nothing behind them yet: nothing is run.
    fn promised(&self) -> Result<Layer, NoData> {
        let (_, solution, _) = self.load()?;
        let wanted = self.wanted(&solution)?;
        let unknown = Value::from(Unknown::new(format!("after solution {} is run", self.asked.name)));
        let names = solution.resolvers.iter().map(|resolver| (&*resolver.name, unknown.clone()));
        Ok(layer(&solution, wanted.as_ref(), &names.collect()))
    }

    fn load(&self) -> Result<(Arc<Session>, Solution, Order), NoData> {
        let name = &self.asked.file.display().to_string();
        let (text, mut origin) =
            reference::of_name(name, Path::new("/"), self.world).map_err(|NoText(_, message)| message)?;
        origin.name.clone_from(&self.asked.name);
        let (registry, home) = registry().map_err(|error| error.to_string())?;
        let solution =
            load(&text, &origin, self.world, document::Limits::default(), Strictness::Run, &registry, self.redactor)
                .map_err(|refused| self.refused(&refused.problems, &refused.sources, &registry))?;
        if let Some(unknown) = unknown_parameters(&solution, &self.asked.parameters).into_iter().next() {
            return Err(NoData { why: unknown.to_string(), parameter: Some(unknown.name) });
        }
        let session = self.session(&solution, registry, &home);
        let order = order(&solution, &session.run.engines, &session.registry)
            .map_err(|problems| self.refused(&problems, &solution.sources, &session.registry))?;
        Ok((session, solution, order))
    }

    fn refused(&self, problems: &Diagnostics, sources: &Sources, registry: &Registry) -> String {
        said(problems, sources, &wary(sources, registry, self.redactor))
    }

    fn session(&self, solution: &Solution, registry: Registry, home: &Home) -> Arc<Session> {
        let config = Config::load(None, self.world, self.redactor);
        let directory = self.asked.file.parent().unwrap_or(Path::new("/"));
        let lineage = vec![self.asked.file.display().to_string()];
        let texts = self.asked.parameters.iter().filter(|(_, value)| value.as_str().is_some());
        let session = Arc::new(Session {
            registry: Arc::new(registry),
            run: Arc::new(shared(self.world, &config, "apply", false, self.redactor)),
            world: Reach::Look(self.world.clone()),
            parameters: self.asked.parameters.clone(),
            written: texts.map(|(name, value)| (name.clone(), value.clone())).collect(),
            directories: Directories::all_in(directory),
            writing: Writing::default(),
            terminal: None,
            interrupt: self.world.interrupt.clone(),
            ending: Arc::default(),
            facts: SolutionFacts { lineage, ..solution.facts.clone() },
            within: Vec::new(),
            span: None,
            hear: Arc::new(|_| {}),
        });
        home.settle(&session, &ResolveOptions::default(), Acting::default());
        session
    }

    fn wanted(&self, solution: &Solution) -> Result<Option<BTreeSet<usize>>, String> {
        if self.asked.only.is_empty() {
            return Ok(None);
        }
        let names = || solution.resolvers.iter().map(|one| &*one.name);
        let said = |name: &str| match diagnostics::suggest(name, names()) {
            Some(known) => format!("it has no resolver `{name}`; did you mean `{known}`?"),
            None => format!("it has no resolver `{name}`; it has {}", names().collect::<Vec<_>>().join(", ")),
        };
        let numbers = solution.numbers(self.asked.only.iter().map(String::as_str));
        let numbers = numbers.map_err(|unknown| unknown.into_iter().map(said).collect::<Vec<_>>().join("; "))?;
        Ok(Some(numbers.into_iter().collect()))
    }
}

/// The first resolver that would have to change something, and what to do about it.
fn without_value(solution: &Solution, layer: &Layer) -> Option<String> {
    solution.resolvers.iter().find_map(|resolver| {
        let value = layer.data.get(&*resolver.name)?.clone();
        let unknown = Inputs::new([(&*resolver.name, value)].into_iter().collect()).unknown()?;
        let place = solution.sources.place(resolver.span);
        Some(format!(
            "resolver `{}` (at {place}) would change something, or needs one that would, and those that give data may only \
             read ({unknown}); use GET, HEAD or reading of files, give the value as a parameter, or name the resolvers that are needed in \
             `solution.resolvers`",
            resolver.name
        ))
    })
}

fn layer(solution: &Solution, wanted: Option<&BTreeSet<usize>>, values: &Map) -> Layer {
    let all = solution.resolvers.iter().enumerate();
    let meant = all.filter(|(number, _)| wanted.is_none_or(|wanted| wanted.contains(number)));
    let mut layer = Layer::default();
    for (_, resolver) in meant {
        if let Some(value) = values.get(&*resolver.name) {
            layer.data.insert(&*resolver.name, value.clone());
            layer.secret.extend(resolver.resolver.sensitive.then(|| resolver.name.to_string()));
        }
    }
    layer
}
