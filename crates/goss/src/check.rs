//! The check of a suite: every resource in order, until all are done or the time is over.

use crate::judge::judge;
use crate::report::{CheckResult, Outcome, Report};
use crate::resource::Resource;
use crate::rules::Suite;
use crate::scene::Scene;
use crate::secrets;
use diagnostics::Redactor;
use std::time::Duration;
use system::{ReadWorld, Signal};

/// Why a check ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It took longer than it may.
    #[error("the check was not finished within {after:?}")]
    TimedOut {
        /// The limit.
        after: Duration,
    },
    /// Somebody wants us to stop.
    #[error("the check was ended by {signal}")]
    Interrupted {
        /// How we were told.
        signal: Signal,
    },
}

impl Suite {
    /// Looks at everything that is expected. `timeout` is for all of it: commands that still run then are killed with their
    /// children. The redactor gets to know the secrets of the rules, and masks results while their texts are whole.
    pub fn check(
        &self,
        world: &ReadWorld,
        timeout: Option<Duration>,
        redactor: &Redactor,
    ) -> Result<Report, CheckError> {
        let scene = Scene::new(world, timeout);
        let start = world.clock.monotonic();
        self.resources.values().for_each(|resource| secrets::register(resource, redactor));
        let mut results = Vec::new();
        for resource in self.resources.values() {
            check_resource(resource, &scene, redactor, &mut results)?;
        }
        let duration = if results.is_empty() { Duration::ZERO } else { world.clock.monotonic().saturating_sub(start) };
        Ok(Report { results, duration })
    }
}

fn check_resource(
    resource: &Resource,
    scene: &Scene<'_>,
    redactor: &Redactor,
    results: &mut Vec<CheckResult>,
) -> Result<(), CheckError> {
    let (mut subject, id) = ((resource.def.subject)(resource, scene), resource.id());
    let mut skips = resource.is_skipped();
    for (index, expectation) in resource.expectations.iter().enumerate() {
        let judged = if skips { None } else { Some(judge(expectation, subject.as_mut(), redactor)) };
        if let Some(error) = scene.halted().filter(|_| !skips) {
            return Err(error);
        }
        if index == 0 && resource.def.is_gated {
            skips |= judged.as_ref().is_some_and(|judged| judged.closes);
        }
        let (outcome, text) =
            judged.map_or((Outcome::Skipped, "skipped".to_owned()), |judged| (judged.outcome, judged.text));
        let (kind, property) = (resource.def.name, expectation.attribute.property);
        let line = format!("{kind}: {id}: {property}: {text}");
        let (id, line) = (redactor.text(&id).into_owned(), redactor.text(&line).into_owned());
        results.push(CheckResult { kind, id, property, outcome, line });
    }
    Ok(())
}
