//! Where what outlives a run is kept, and the lock that is in there.

use crate::console;
use crate::exit::Exit;
use clap::{Arg, ArgMatches, value_parser};
use diagnostics::Redactor;
use engine::{Applicant, LockError, RunLock};
use std::path::PathBuf;
use std::time::Duration;
use system::{ReadWorld, WriteWorld};

/// Where root keeps it.
const SHARED: &str = "/var/lib/upright";

/// The flags of everything that changes things.
pub(crate) fn flags() -> Vec<Arg> {
    vec![
        Arg::new("state-dir")
            .long("state-dir")
            .value_name("DIR")
            .value_parser(value_parser!(PathBuf))
            .value_hint(clap::ValueHint::DirPath)
            .help("Where refreshes that are owed are kept, and the lock; /var/lib/upright for root"),
        Arg::new("wait")
            .long("wait")
            .value_name("TIME")
            .default_value("30s")
            .value_parser(time)
            .help("How long to wait for another run to end"),
    ]
}

fn time(given: &str) -> Result<Duration, String> {
    let nanos = value::Duration::parse(given).map_err(|error| error.to_string())?.as_nanos();
    u64::try_from(nanos).map(Duration::from_nanos).map_err(|_| "a time cannot be negative".to_owned())
}

/// How long a run waits for another one.
pub(crate) fn patience(matches: &ArgMatches) -> Duration {
    matches.try_get_one::<Duration>("wait").ok().flatten().copied().unwrap_or_default()
}

/// The directory that was typed, or set, or the one of the user.
pub(crate) fn directory(matches: &ArgMatches, world: &ReadWorld) -> Option<PathBuf> {
    let typed = matches.try_get_one::<PathBuf>("state-dir").ok().flatten().cloned();
    typed.filter(|path| !path.as_os_str().is_empty()).or_else(|| of_user(world))
}

/// The directory that is set, or the one of the user.
pub(crate) fn of_user(world: &ReadWorld) -> Option<PathBuf> {
    let set = world.environment.var("UPRIGHT_STATE_DIR").map(PathBuf::from);
    set.filter(|path| !path.as_os_str().is_empty()).or_else(|| own(world))
}

/// Who holds the lock, for those who wait.
pub(crate) fn words(source: &str, world: &WriteWorld) -> String {
    let since = world.read.clock.now().to_rfc3339();
    format!("{source}, process {}, since {since}", std::process::id())
}

/// Root has one for the machine, everybody else one at home.
fn own(world: &ReadWorld) -> Option<PathBuf> {
    if world.users.current().0 == 0 {
        return Some(PathBuf::from(SHARED));
    }
    let absolute = |name: &str| world.environment.var(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || absolute("HOME").map(|home| home.join(".local/state"));
    absolute("XDG_STATE_HOME").or_else(home).map(|state| state.join("upright"))
}

/// Refuses variables of the environment that a run cannot go by.
pub(crate) fn check_variables(world: &ReadWorld, redactor: &Redactor) -> Result<(), Exit> {
    resources::check_variables(&*world.environment).map_err(|error| {
        console::error(&error.to_string(), redactor);
        Exit::Configuration
    })
}

/// Takes the lock of the machine for a run that changes things.
pub(crate) fn lock(source: &str, patience: Duration, world: &WriteWorld, redactor: &Redactor) -> Result<RunLock, Exit> {
    let words = words(source, world);
    let applicant = Applicant { words: &words, patience };
    let tell = &mut |text: &str| console::complain(&format!("warning: {}\n", redactor.text(text)));
    RunLock::take(world, &applicant, tell).map_err(|error| {
        console::error(&error.to_string(), redactor);
        if let (LockError::Interrupted(_), Some(signal)) = (&error, world.read.interrupt.signalled()) {
            return signal.into();
        }
        console::complain("help: wait longer with `--wait TIME`\n");
        Exit::TimedOut
    })
}
