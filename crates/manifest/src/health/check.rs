//! One check, tried until it is content or has no tries left.

use super::command;
use super::rules::RuleText;
use crate::resolve::Resolver;
use diagnostics::Diagnostics;
use document::Node;
use document::decode::{Lenient, Period};
use engine::{Common, Health, HealthCheck, HealthResult};
use std::time::Duration;
use system::ReadWorld;

/// How long to wait between two tries.
const SLEEP: Duration = Duration::from_secs(1);

/// A check that can be run.
pub(crate) struct Check {
    name: String,
    asks: Asks,
    tries: u32,
    sleep: Duration,
    timeout: Option<Duration>,
}

enum Asks {
    Command(String),
    Rules(RuleText),
}

/// Whether a bad answer is asked for again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// As often as the check says.
    AsGiven,
    /// Never: it is known that the answer does not count.
    None,
}

/// The answer of one try.
pub(super) struct Try {
    pub(super) status: Health,
    pub(super) output: String,
    /// Why it could not run; then it is not tried again.
    pub(super) broken: Option<String>,
}

impl Try {
    pub(super) fn broken(reason: String) -> Self {
        Self { status: Health::Unknown, output: reason.clone(), broken: Some(reason) }
    }
}

impl Check {
    /// The checks of a resource; expressions in rules that are wrong are reported.
    pub(crate) fn all(
        body: &Node<'_>,
        common: &Common,
        resolver: Resolver<'_>,
        problems: &mut Diagnostics,
    ) -> Vec<Self> {
        let nodes = body.get("health_checks").and_then(Node::as_list).unwrap_or_default();
        let checks = common.health_checks.iter().zip(nodes);
        checks.filter_map(|(check, node)| Self::new(&check.value, node, resolver, problems)).collect()
    }

    fn new(check: &HealthCheck, node: &Node<'_>, resolver: Resolver<'_>, problems: &mut Diagnostics) -> Option<Self> {
        let (asks, called) = match (&check.command, node.get("goss_rules")) {
            // What is left of a secret that holds a slash would not be recognised any more.
            (Some(command), _) => {
                let called = last_part(&resolver.redactor.text(&command.value)).to_owned();
                (Asks::Command(command.value.clone()), called)
            }
            (None, Some(rules)) => (Asks::Rules(RuleText::new(rules, resolver, problems)?), "goss".to_owned()),
            (None, None) => return None,
        };
        Some(Self {
            name: check.name.clone().filter(|name| !name.is_empty()).unwrap_or(called),
            asks,
            // ccm: zero tries are one.
            tries: check.tries.as_ref().map_or(1, |tries| u32::try_from(tries.value).unwrap_or(u32::MAX).max(1)),
            sleep: time(check.try_sleep).unwrap_or(SLEEP),
            timeout: time(check.timeout).filter(|time| !time.is_zero()),
        })
    }

    /// Asks until the answer is OK or there are no tries left.
    pub(crate) fn run(&self, patience: Patience, world: &ReadWorld, resolver: Resolver<'_>) -> HealthResult {
        let most = if patience == Patience::None { 1 } else { self.tries };
        let mut tries = 1;
        loop {
            let answer = match &self.asks {
                Asks::Command(line) => command::ask(line, self.timeout, world),
                Asks::Rules(rules) => rules.ask(self.timeout, world, resolver),
            };
            let is_last = answer.status == Health::Ok || answer.broken.is_some() || tries >= most;
            if is_last || !world.clock.sleep(self.sleep, &world.interrupt) {
                let Try { status, output, broken } = answer;
                return HealthResult { name: self.name.clone(), status, tries, output, broken, excuse: None };
            }
            tries += 1;
        }
    }
}

fn time(given: Option<Lenient<Period>>) -> Option<Duration> {
    given.and_then(|time| time.get().map(|time| time.0))
}

// ccm: the name is what follows the last slash of the whole line.
fn last_part(line: &str) -> &str {
    line.trim_end_matches('/').rsplit('/').next().unwrap_or(line)
}
