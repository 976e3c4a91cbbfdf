//! `upright session new|report`: a store of events for several commands.

use super::running::real_world;
use crate::arguments::session_flag;
use crate::console;
use crate::exit::Exit;
use crate::output::session_report;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use diagnostics::Redactor;
use engine::{DirectorySession, SessionError};
use std::path::{Path, PathBuf};
use system::WriteWorld;
use system::files::Removal;

/// `upright session …`.
pub(crate) fn command() -> Command {
    Command::new("session").about("Keeps what several commands did, so that they can refer to each other").defer(
        |command| {
            command
                .after_help(
                    "Example:\n  eval $(upright session new)\n  upright ensure file /etc/motd --content hi\n  \
             upright ensure exec reload --subscribe file#/etc/motd\n  upright session report --remove",
                )
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("new")
                        .aliases(["start", "create"])
                        .about("Makes a store, and prints the variable that commands read")
                        .arg(
                            Arg::new("directory")
                                .long("directory")
                                .value_name("DIR")
                                .value_parser(value_parser!(PathBuf))
                                .value_hint(clap::ValueHint::DirPath)
                                .help("Where; in the temporary directory when left out"),
                        ),
                )
                .subcommand(
                    Command::new("report").about("Shows a session in numbers").arg(session_flag()).arg(
                        Arg::new("remove")
                            .long("remove")
                            .action(ArgAction::SetTrue)
                            .help("Remove the store afterwards, when it is in the temporary directory"),
                    ),
                )
        },
    )
}

/// Runs `session …`.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let world = real_world(redactor);
    match matches.subcommand() {
        Some(("new", matches)) => new(matches.get_one::<PathBuf>("directory"), &world, redactor),
        Some(("report", matches)) => report(matches, &world, redactor),
        _ => Exit::Usage,
    }
}

fn new(directory: Option<&PathBuf>, world: &WriteWorld, redactor: &Redactor) -> Exit {
    let here = world.read.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
    let directory = directory.map_or_else(|| fresh(world), |given| here.join(given));
    match DirectorySession::create(&directory, world) {
        Ok(()) => console::print(&format!("export CCM_SESSION_STORE={}\n", for_a_shell(&directory))),
        Err(error) => {
            console::error(&error.to_string(), redactor);
            exit(&error)
        }
    }
}

/// A path as one word of a shell, which `eval` gets to see.
fn for_a_shell(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | ',' | '@' | ':' | '%');
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// A name in the temporary directory that nobody has.
fn fresh(world: &WriteWorld) -> PathBuf {
    let mut bytes = [0; 8];
    world.read.random.fill(&mut bytes);
    temporary(world).join(format!("ccm-session-{:016x}", u64::from_ne_bytes(bytes)))
}

fn temporary(world: &WriteWorld) -> PathBuf {
    let given = world.read.environment.var("TMPDIR").filter(|path| !path.is_empty());
    given.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from)
}

fn report(matches: &ArgMatches, world: &WriteWorld, redactor: &Redactor) -> Exit {
    let Some(directory) = matches.get_one::<String>("session").filter(|directory| !directory.is_empty()) else {
        console::error("no session store specified: add `--session DIR`, or set CCM_SESSION_STORE", redactor);
        return Exit::Usage;
    };
    let directory = Path::new(directory);
    let session = match DirectorySession::open(directory, world, redactor.clone()) {
        Ok(session) => session,
        Err(error) => {
            console::error(&error.to_string(), redactor);
            return exit(&error);
        }
    };
    complain_of_ignored(&session, directory, redactor);
    let printed = console::print(&session_report(&session.summary()));
    if matches.get_flag("remove") { remove(directory, world, redactor).unwrap_or(printed) } else { printed }
}

/// What is no event is not counted, and stays until somebody removes it.
pub(super) fn complain_of_ignored(session: &DirectorySession, directory: &Path, redactor: &Redactor) {
    for ignored in &session.ignored {
        let store = directory.display();
        console::warning(&format!("session store {store}: {ignored}; remove it, as it does not count"), redactor);
    }
}

/// Removes a store. One that is elsewhere than in the temporary directory is somebody's own.
fn remove(directory: &Path, world: &WriteWorld, redactor: &Redactor) -> Option<Exit> {
    let temporary = temporary(world);
    let is_ours = directory.starts_with(&temporary)
        && directory != temporary
        && !directory.components().any(|part| part == std::path::Component::ParentDir);
    if !is_ours {
        let message = format!("`{}` is not in {}, and stays", directory.display(), temporary.display());
        console::complain(&format!("warning: {message}\n"));
        return None;
    }
    let error = world.files.remove(directory, Removal::Tree).err()?;
    console::error(&error.to_string(), redactor);
    Some(Exit::Failed)
}

pub(super) fn exit(error: &SessionError) -> Exit {
    match error {
        SessionError::Missing(_) => Exit::NotFound,
        SessionError::NotADirectory(_) | SessionError::Exists(_) => Exit::Usage,
        SessionError::File(error) if error.is_permission_denied() => Exit::Denied,
        _ => Exit::Failed,
    }
}
