//! The bridges between the two kinds of documents, and from a solution to others. They are thin: each domain does its own
//! work, and neither knows the other.

mod data;
mod manifest;
mod parameters;
mod solution;

pub(crate) use data::{Need, solution_data};
pub(crate) use parameters::strange_parameters;

use ::solution::{ResolveOptions, Session};
use diagnostics::{Diagnostics, Redactor, Renderer, Sources};
use providers::{Overwrite, RegisterError, Registry, built_in};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

/// Providers of a run, with those that run documents themselves.
pub(crate) fn registry() -> Result<(Registry, Home), RegisterError> {
    let mut registry = built_in()?;
    let home = Home::default();
    registry.register(Box::new(solution::SolutionProvider(home.clone())), Overwrite::Never)?;
    registry.register(Box::new(manifest::ManifestProvider), Overwrite::Never)?;
    Ok((registry, home))
}

/// The run that calls come from. It is set when everything of the run is there, the registry included.
#[derive(Clone, Default)]
pub(crate) struct Home(Arc<OnceLock<Host>>);

/// What a run hands on to the documents that it runs.
struct Host {
    session: Weak<Session>,
    resolving: ResolveOptions,
    acting: Acting,
}

/// How actions are run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Acting {
    /// How long one may take that does not say it itself.
    pub(crate) timeout: Duration,
    /// How many run at once; 0 is as many as there are.
    pub(crate) at_once: usize,
}

impl Default for Acting {
    fn default() -> Self {
        Self { timeout: Duration::from_mins(5), at_once: 0 }
    }
}

impl Home {
    /// Calls come from this run.
    pub(crate) fn settle(&self, session: &Arc<Session>, resolving: &ResolveOptions, acting: Acting) {
        let host = Host { session: Arc::downgrade(session), resolving: resolving.clone(), acting };
        // A run is set up once; nobody settles twice.
        drop(self.0.set(host));
    }

    fn host(&self) -> Option<(&Host, Arc<Session>)> {
        let host = self.0.get()?;
        Some((host, host.session.upgrade()?))
    }
}

/// Problems in one line.
fn said(problems: &Diagnostics, sources: &Sources, redactor: &Redactor) -> String {
    let renderer = Renderer::new(sources, redactor.clone());
    problems.iter().map(|problem| renderer.line(problem)).collect::<Vec<_>>().join("; ")
}
