//! A unit as the service manager sees it.

use super::timespan;
use std::path::PathBuf;
use std::time::Duration;

/// What systemd says about a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) load: Load,
    pub(super) active: Activity,
    pub(super) enablement: Enablement,
    pub(super) reading: Reading,
    /// The unit file that was read.
    pub(super) file: Option<PathBuf>,
    /// The files in `unit.d` that were read; none when systemd does not get so far as to look for them.
    pub(super) additions: Option<Vec<PathBuf>>,
    /// Whether it can read its configuration again without a restart.
    pub(super) can_reload: bool,
    /// Whether something is being done to it right now.
    pub(super) has_job: bool,
    /// Counts as started as soon as there is a process.
    pub(super) is_simple: bool,
    /// Which start of it this is; empty when it was never started.
    pub(super) invocation: String,
    /// When it was started last, as systemd writes it; empty when it never was.
    pub(super) started: String,
    /// How its last run ended.
    pub(super) ending: Ending,
    /// How long it may take to start, and to stop; none without a limit.
    pub(super) start_limit: Option<Duration>,
    pub(super) stop_limit: Option<Duration>,
}

/// Whether there is a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Load {
    Loaded,
    NotFound,
    Masked,
    /// Its file cannot be used, because.
    Bad(String),
}

/// Whether systemd has read the files that are there now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Current,
    /// Its unit file, or what belongs to it, is another than the one that was read.
    Outdated,
    /// Its unit file is gone, and there is no other: nothing will be left of it when they are read again.
    Lost,
    /// A step of a rehearsal would have read all unit files again.
    Again,
}

/// What it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activity {
    Running,
    Inactive,
    Failed,
    /// Starting, with an end in sight.
    Activating,
    /// Its process has ended, and it will be started again in a while.
    Restarting,
    Deactivating,
    /// It runs and reads its configuration again.
    Reloading,
}

/// Whether it starts with the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Enablement {
    Enabled,
    /// Until the machine is started again.
    EnabledForNow,
    /// Others decide: the unit has nothing that could be enabled or disabled, or stands for one that has.
    Fixed(Fixed),
    Disabled,
    Masked,
    /// Until the machine is started again.
    MaskedForNow,
    /// It has no unit file.
    None,
    /// Its unit file cannot be used.
    Bad,
}

/// Why enabling and disabling do nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fixed {
    Static,
    Indirect,
    Generated,
    Alias,
    Transient,
}

/// How the last run of it ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Ending {
    /// In the words of systemd: `success`, `exit-code`, `timeout`.
    pub(super) result: String,
    /// How its process ended: 1 by itself, 2 and 3 by a signal.
    pub(super) code: String,
    /// The exit code, or the signal.
    pub(super) status: String,
}

/// How long is waited for a unit that has no limit of its own.
const PATIENCE: Duration = Duration::from_secs(90);

impl Unit {
    /// Whether systemd does not know what its files say now.
    pub(super) fn is_outdated(&self) -> bool {
        matches!(self.reading, Reading::Outdated | Reading::Lost)
    }

    /// Whether it runs.
    pub(super) fn runs(&self) -> bool {
        matches!(self.active, Activity::Running | Activity::Reloading)
    }

    /// Whether nothing of it runs, and nothing will by itself.
    pub(super) fn is_down(&self) -> bool {
        matches!(self.active, Activity::Inactive | Activity::Failed)
    }

    /// Whether it is on its way to another state.
    pub(super) fn is_moving(&self) -> bool {
        self.has_job || matches!(self.active, Activity::Activating | Activity::Deactivating | Activity::Reloading)
    }

    /// What it is about to do, as a part of a sentence.
    pub(super) fn doing(&self) -> &'static str {
        match self.active {
            Activity::Deactivating => "stopping",
            Activity::Reloading => "reloading",
            _ => "starting",
        }
    }

    /// How long it makes sense to wait for it.
    pub(super) fn patience(&self) -> Duration {
        let limit = if self.active == Activity::Deactivating { self.stop_limit } else { self.start_limit };
        limit.unwrap_or(PATIENCE)
    }

    /// What its last run says about why it does not run.
    pub(super) fn why(&self) -> Option<String> {
        let Ending { result, code, status } = &self.ending;
        Some(match (result.as_str(), code.as_str()) {
            ("success" | "", _) => return None,
            ("exit-code", "1") if status != "0" => format!("its process ended with exit code {status}"),
            ("exit-code", _) => "one of its commands ended with an error".to_owned(),
            ("signal" | "core-dump", "2" | "3") => format!("its process was ended by signal {status}"),
            ("timeout", _) => match self.start_limit {
                Some(limit) => format!("it took longer than {limit:?}"),
                None => "it took too long".to_owned(),
            },
            ("start-limit-hit", _) => {
                "it was started too often in a short time (`systemctl reset-failed` lets it start again)".to_owned()
            }
            (other, _) => format!("its result is `{other}`"),
        })
    }
}

impl Activity {
    /// Out of `ActiveState` and `SubState`; none for words that are not known.
    pub(super) fn of(state: &str, sub: &str) -> Option<Self> {
        Some(match (state, sub) {
            ("active", _) => Self::Running,
            ("inactive" | "maintenance", _) => Self::Inactive,
            ("failed", _) => Self::Failed,
            ("activating", "auto-restart" | "auto-restart-queued") => Self::Restarting,
            ("activating", _) => Self::Activating,
            ("deactivating", _) => Self::Deactivating,
            ("reloading" | "refreshing", _) => Self::Reloading,
            _ => return None,
        })
    }
}

impl Enablement {
    /// Out of what `systemctl is-enabled` prints.
    pub(super) fn of(word: &str) -> Self {
        match word {
            "enabled" => Self::Enabled,
            "enabled-runtime" => Self::EnabledForNow,
            "static" => Self::Fixed(Fixed::Static),
            "indirect" => Self::Fixed(Fixed::Indirect),
            "generated" => Self::Fixed(Fixed::Generated),
            "alias" => Self::Fixed(Fixed::Alias),
            "transient" => Self::Fixed(Fixed::Transient),
            "disabled" | "linked" | "linked-runtime" => Self::Disabled,
            "masked" => Self::Masked,
            "masked-runtime" => Self::MaskedForNow,
            "" => Self::None,
            _ => Self::Bad,
        }
    }

    /// Whether it is masked.
    pub(super) fn is_masked(self) -> bool {
        matches!(self, Self::Masked | Self::MaskedForNow)
    }

    /// Whether it counts as enabled.
    pub(super) fn is_enabled(self) -> bool {
        matches!(self, Self::Enabled | Self::EnabledForNow | Self::Fixed(_))
    }
}

/// A limit as systemd writes it.
pub(super) fn limit(text: &str) -> Option<Duration> {
    timespan::parse(text).filter(|limit| !limit.is_zero())
}
