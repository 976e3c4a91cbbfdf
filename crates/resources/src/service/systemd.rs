//! systemd, through `systemctl`.

use super::change::Change;
use super::failure::ServiceFailure;
use super::journal::{self, Try};
use super::provider::{Reads, Verbs};
use super::show;
use super::unit::{Activity, Enablement, Load, Unit};
use super::unit_file::{self, UnitFile};
use super::units::{Expected, Units};
use super::unread;
use engine::Change as _;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use system::process::{Command, Finished, Run};
use system::{Observations, ReadWorld, WriteWorld};

/// How long a unit that counts as started at once is given to fail.
const SETTLES_AFTER: Duration = Duration::from_millis(250);
/// One that was started anew at each of so many looks does not stay up.
const MOST_STARTS: usize = 8;
/// How long is waited before a unit is asked again, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));
/// After how long of waiting somebody should know what for.
const UNTOLD: Duration = Duration::from_secs(1);
/// How long a unit that failed has to be read to its end.
const LAST_WORDS: Duration = Duration::from_millis(100);

struct Systemd {
    world: ReadWorld,
}

struct Systemctl {
    read: Systemd,
    processes: Arc<dyn Run>,
}

pub(super) fn reads(world: &ReadWorld) -> Box<dyn Reads> {
    Box::new(Systemd { world: world.clone() })
}

pub(super) fn verbs(world: &WriteWorld) -> Box<dyn Verbs> {
    Box::new(Systemctl { read: Systemd { world: world.read.clone() }, processes: world.processes.clone() })
}

/// The units of this run.
pub(super) fn expected(observations: &Observations) -> Arc<Expected> {
    let Ok(expected) = observations.get(|| Ok::<_, Infallible>(Expected::default()));
    expected
}

impl Systemd {
    /// Asks about all units of the run in one go, unless that was done and nothing has happened since.
    fn known(&self, unit: &str) -> Result<Unit, ServiceFailure> {
        let observations = &self.world.observations;
        let all = || {
            let expected = expected(observations).with(unit);
            // One name that systemd takes offence at must not hide the others: then each one is asked for itself.
            Ok::<_, Infallible>(Units(
                self.ask(&expected).map(|units| expected.into_keys().zip(units).collect()).unwrap_or_default(),
            ))
        };
        let Ok(units) = observations.get(all);
        if let Some(known) = units.0.get(unit) {
            return Ok(known.clone());
        }
        let asked = self.unit_now(unit)?;
        observations.change(|units: &mut Units| drop(units.0.insert(unit.to_owned(), asked.clone())));
        Ok(asked)
    }

    /// Two questions at most: what the units are and do, and for some whether they start with the machine. The first answer
    /// has that too, but systemd may have worked it out long ago.
    fn ask(&self, names: &BTreeMap<String, bool>) -> Result<Vec<Unit>, ServiceFailure> {
        let mut command = Command::of(["systemctl", "show", "--no-pager", "--property", show::PROPERTIES, "--"]);
        command.words.extend(names.keys().cloned());
        command.capture = usize::MAX;
        let finished = self.world.processes.probe(&command)?;
        let first = || names.keys().next().cloned().unwrap_or_default();
        if !finished.is_success() {
            return Err(ServiceFailure::Ask { unit: first(), reason: complaint(&finished) });
        }
        let units = show::parse(&finished.stdout.text()).filter(|units| units.len() == names.len());
        let reason = "the answer of `systemctl show` is not understood".to_owned();
        let mut units = units.ok_or_else(|| ServiceFailure::Ask { unit: first(), reason })?;
        let managed =
            units.iter_mut().zip(names).filter(|(unit, (_, managed))| **managed && unit.load != Load::NotFound);
        self.ask_enablement(managed.map(|(unit, (name, _))| (name.as_str(), unit)).collect())?;
        Ok(units)
    }

    /// `is-enabled` stops at the first unit that has no unit file; the others keep what `show` said.
    fn ask_enablement(&self, mut units: Vec<(&str, &mut Unit)>) -> Result<(), ServiceFailure> {
        if units.is_empty() {
            return Ok(());
        }
        let mut command = Command::of(["systemctl", "is-enabled", "--"]);
        command.words.extend(units.iter().map(|(name, _)| (*name).to_owned()));
        let finished = self.world.processes.probe(&command)?;
        for ((_, unit), word) in units.iter_mut().zip(finished.stdout.text().lines()) {
            unit.enablement = Enablement::of(word);
        }
        Ok(())
    }

    /// Waits until a unit that is on its way has arrived, as long as the unit itself may take.
    fn settled(&self, name: &str, mut unit: Unit) -> Result<Unit, ServiceFailure> {
        let clock = &self.world.clock;
        let (mut pause, longest) = PAUSES;
        let (begin, patience) = (clock.monotonic(), unit.patience());
        let mut is_untold = true;
        while unit.is_moving() && clock.monotonic() < begin + patience {
            if is_untold && clock.monotonic() > begin + UNTOLD {
                is_untold = false;
                let line = format!("waiting up to {patience:?} for `{name}`, which is {}", unit.doing());
                self.world.notices.say(&line);
            }
            self.wait(name, pause, &unit)?;
            pause = (pause * 2).min(longest);
            unit = self.unit_now(name)?;
        }
        Ok(unit)
    }

    fn wait(&self, name: &str, pause: Duration, unit: &Unit) -> Result<(), ServiceFailure> {
        if self.world.clock.sleep(pause, &self.world.interrupt) {
            return Ok(());
        }
        Err(ServiceFailure::Interrupted { unit: name.to_owned(), doing: unit.doing() })
    }

    /// Why a verb failed that was tried since then, in the words of the unit if it has some, with both exit codes.
    fn failed(
        &self,
        change: &Change,
        name: &str,
        (since, before): (String, &str),
        finished: &Finished,
    ) -> ServiceFailure {
        let unit = self.unit_now(name).ok();
        let tries_to_run = matches!(change, Change::Start {} | Change::Refresh { .. });
        let is_down = tries_to_run && unit.as_ref().is_some_and(|unit| !unit.runs());
        let why = match &unit {
            Some(unit) if is_down => unit.why(),
            _ if change.reloads() => self.why_not_reloaded(name),
            _ => None,
        };
        let (verb, code) = (change.step(), finished.code);
        let reason = why.unwrap_or_else(|| complaint(finished));
        let of = Try { since, earlier: unit.map_or_else(String::new, |unit| other(before, &unit)) };
        let journal = if is_down || change.reloads() { self.journal_of(name, &of) } else { None };
        let reason = format!("{reason} (`systemctl {verb}` ended with exit code {code})");
        ServiceFailure::Verb { verb, unit: name.to_owned(), reason, journal }
    }

    /// How the command ended that should have made a unit reload.
    fn why_not_reloaded(&self, name: &str) -> Option<String> {
        let words = ["systemctl", "show", "--no-pager", "--property", "ExecReload", "--", name];
        let finished = self.world.processes.probe(&Command::of(words)).ok()?;
        show::why_not_reloaded(&finished.stdout.text())
    }

    fn journal_of(&self, unit: &str, of: &Try) -> Option<String> {
        // What the unit wrote last may still be in its pipe, which the journal reads when it gets to it.
        self.world.clock.sleep(LAST_WORDS, &self.world.interrupt);
        // What was read may still be on its way. Whoever may not ask for that gets what is there.
        drop(self.world.processes.probe(&Command::of(["journalctl", "--sync"])));
        let finished = self.world.processes.probe(&journal::command(unit, of)).ok()?;
        journal::lines(&finished.stdout.text(), of).filter(|_| finished.is_success())
    }
}

impl Reads for Systemd {
    fn unit(&self, unit: &str) -> Result<Unit, ServiceFailure> {
        let known = self.known(unit)?;
        if !known.is_moving() {
            return Ok(known);
        }
        let settled = self.settled(unit, known)?;
        self.world.observations.change(|units: &mut Units| drop(units.0.insert(unit.to_owned(), settled.clone())));
        Ok(settled)
    }

    fn unit_now(&self, unit: &str) -> Result<Unit, ServiceFailure> {
        let asked = self.ask(&BTreeMap::from([(unit.to_owned(), true)]))?;
        let reason = "there is no answer".to_owned();
        asked.into_iter().next().ok_or_else(|| ServiceFailure::Ask { unit: unit.to_owned(), reason })
    }

    fn unit_settled(&self, unit: &str) -> Result<Unit, ServiceFailure> {
        self.settled(unit, self.unit_now(unit)?)
    }

    fn unit_after(&self, name: &str) -> Result<Unit, ServiceFailure> {
        let mut unit = self.unit_settled(name)?;
        for _ in 0..MOST_STARTS {
            if !(unit.is_simple && unit.runs()) {
                return Ok(unit);
            }
            self.wait(name, SETTLES_AFTER, &unit)?;
            let now = self.unit_settled(name)?;
            if now.invocation == unit.invocation {
                return Ok(now);
            }
            // It has died since, and somebody has started it again.
            unit = now;
        }
        Ok(Unit { active: Activity::Restarting, ..unit })
    }

    fn journal(&self, unit: &str, before: &Unit, is: &Unit) -> Option<String> {
        let earlier = other(&before.invocation, is);
        self.journal_of(unit, &Try { since: is.started.clone(), earlier })
    }

    fn unit_file(&self, unit: &str) -> Result<Option<UnitFile>, ServiceFailure> {
        unit_file::find(unit, &*self.world.files)
    }

    fn would_lose_file(&self, unit: &Unit) -> Result<bool, ServiceFailure> {
        unread::is_removed(unit, &*self.world.files)
    }

    fn has_unread_files(&self, name: &str, unit: &Unit) -> Result<bool, ServiceFailure> {
        unread::is_there(name, unit, &*self.world.files)
    }
}

impl Systemctl {
    /// What was asked for all units at once may be old by now, and a unit that is started from old files is started for
    /// nothing. One that cannot be asked about fails by itself.
    fn is_outdated(&self, name: &str, unit: &Unit) -> bool {
        unit.is_outdated() || self.read.has_unread_files(name, unit).unwrap_or(false)
    }
}

impl Verbs for Systemctl {
    fn act(&self, change: &Change, unit: &str) -> Result<(), ServiceFailure> {
        let tries_to_run = matches!(change, Change::Start {} | Change::Refresh { .. });
        let before = if tries_to_run { self.read.unit_now(unit).ok() } else { None };
        if before.as_ref().is_some_and(|before| self.is_outdated(unit, before)) {
            self.act(&Change::Reread {}, unit)?;
        }
        let mut words = vec!["systemctl", "--no-ask-password", change.step()];
        match change {
            Change::Reread {} => {}
            Change::Disable { for_now: true } => words.extend(["--runtime", "--", unit]),
            _ => words.extend(["--", unit]),
        }
        let since = journal::now(&*self.read.world.clock);
        let finished = self.processes.run(&Command::of(words), None)?;
        if finished.is_success() {
            return Ok(());
        }
        let earlier = before.as_ref().map_or("", |before| before.invocation.as_str());
        Err(self.read.failed(change, unit, (since, earlier), &finished))
    }
}

/// The start of a unit before this one; empty when it was not started since then.
fn other(before: &str, unit: &Unit) -> String {
    if before == unit.invocation { String::new() } else { before.to_owned() }
}

/// The first line of what a program complained. What it only warns of is not why it failed, unless there is nothing else.
fn complaint(finished: &Finished) -> String {
    let text = finished.stderr.text();
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines().find(|line| !line.starts_with("Warning:")).or_else(|| lines().next());
    line.map_or_else(|| format!("exit code {}", finished.code), |line| line.trim_end_matches('.').to_owned())
}
