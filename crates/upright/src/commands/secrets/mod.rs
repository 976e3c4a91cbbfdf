//! `upright secrets`: the secrets store from the command line. Values go to standard output when they are asked for, and
//! nowhere else.

mod arguments;
mod failed;
mod input;
mod password;
mod show;
mod transfer;

use crate::console;
use crate::exit::Exit;
use crate::output::Progress;
use crate::solutions::config::Config;
use crate::solutions::flags::Globals;
use crate::solutions::setup::Setup;
use crate::solutions::telemetry::Telemetry;
use clap::ArgMatches;
use diagnostics::{Redactor, SecretKind};
use engine::{Happening, LogEntry, LogLevel};
use failed::Failed;
use providers::store::{Existing, Kept, SecretName, Store, StoreError, StoreWriter};
use std::path::{Path, PathBuf};
use system::WriteWorld;

pub(crate) use arguments::command;

/// What every command here works with.
struct Desk<'a> {
    store: &'a Store,
    world: &'a WriteWorld,
    /// Relative paths start here.
    directory: &'a Path,
    telemetry: &'a Telemetry,
    redactor: &'a Redactor,
    matches: &'a ArgMatches,
    /// What is done: `rotate`.
    command: &'a str,
    quiet: bool,
}

/// Runs `secrets …`.
pub(super) fn run(matches: &ArgMatches, redactor: &Redactor) -> Exit {
    let Some((name, matches)) = matches.subcommand() else { return Exit::Usage };
    let globals = Globals::of(matches);
    let setup = match Setup::new(&globals, redactor) {
        Ok(setup) => setup,
        Err(exit) => return exit,
    };
    let world = &setup.world;
    let config = Config::load(globals.config.as_deref(), &world.read, redactor);
    let telemetry = &Telemetry::new(&globals, &config, world, redactor);
    let store = &setup.store(&config);
    let (directory, quiet) = (&*setup.directory, globals.quiet);
    let desk = Desk { store, world, directory, telemetry, redactor, matches, command: name, quiet };
    store.repair(world, &|level, message, fields| desk.tell(level, message, fields));
    let done = match name {
        "set" => desk.set(),
        "get" => desk.get(),
        "list" => desk.list(),
        "exists" => desk.exists(),
        "delete" => desk.delete(),
        "rotate" => desk.rotate(),
        "export" => desk.export(),
        "import" => desk.import(),
        _ => return Exit::Usage,
    };
    telemetry.finish(world);
    done.unwrap_or_else(|failed| failed.show(redactor)).unless_ended(&setup.interrupt)
}

impl Desk<'_> {
    /// Warnings of the store are shown; everything goes to the log, for those who keep one.
    fn tell(&self, level: LogLevel, message: &str, fields: &[(&str, &str)]) {
        if matches!(level, LogLevel::Error | LogLevel::Warn) {
            console::warning(message, self.redactor);
        }
        self.telemetry.hear(&Happening::Logged(&LogEntry { level, message, fields }), self.world);
    }

    /// Does something to the store, while nobody else can. Whoever looks at a terminal sees what takes so long: many
    /// secrets, or somebody else who has the store.
    fn change<T>(&self, what: impl FnOnce(&StoreWriter<'_>) -> Result<T, StoreError>) -> Result<T, Failed> {
        let mut line = self.progress();
        let tell = |level: LogLevel, message: &str, fields: &[(&str, &str)]| {
            line.clear();
            self.tell(level, message, fields);
        };
        let done = self.store.writer(self.world, &tell).and_then(|writer| what(&writer));
        line.end();
        Ok(done?)
    }

    fn progress(&self) -> Progress {
        let world = &self.world.read;
        let line = Progress::start(!self.quiet && console::can_redraw(&*world.environment), world);
        line.begin(1);
        line.step(self.command);
        line
    }

    /// The name that was typed. One that is kept for programs needs `--all`.
    fn name(&self) -> Result<SecretName, Failed> {
        let given = self.matches.get_one::<String>("name").map_or("", String::as_str);
        Ok(SecretName::parse(given).map_err(StoreError::from)?)
    }

    fn is_hidden(&self, name: &SecretName) -> bool {
        name.is_internal() && !self.matches.get_flag("all")
    }

    /// A name whose secret may be seen.
    fn visible_name(&self) -> Result<SecretName, Failed> {
        let name = self.name()?;
        if self.is_hidden(&name) { Err(StoreError::NotFound(name.to_string()).into()) } else { Ok(name) }
    }

    fn visible_names(&self) -> Result<Vec<SecretName>, Failed> {
        let names = self.store.names()?;
        Ok(names.into_iter().filter(|name| !self.is_hidden(name)).collect())
    }

    fn set(&self) -> Result<Exit, Failed> {
        let name = self.name()?;
        if self.is_hidden(&name) {
            return Err(StoreError::Internal(name.to_string()).into());
        }
        let existing = self.existing();
        if existing == Existing::Refuse && self.store.exists(&name)? {
            return Err(StoreError::Exists(name.to_string()).into());
        }
        let value = input::value(self, &name)?;
        self.redactor.register(&value, SecretKind::Declared);
        let kept = self.change(|writer| writer.set(&name, &value, existing))?;
        let word = match kept {
            Kept::Created => "Created",
            Kept::Updated => "Updated",
        };
        Ok(console::print(&format!("{word} secret {:?}\n", name.as_str())))
    }

    fn existing(&self) -> Existing {
        if self.matches.get_flag("overwrite") { Existing::Replace } else { Existing::Refuse }
    }

    fn exists(&self) -> Result<Exit, Failed> {
        let name = self.name()?;
        let is_there = !self.is_hidden(&name) && self.store.exists(&name)?;
        Ok(match console::print(&format!("{is_there}\n")) {
            Exit::Done if !is_there => Exit::Failed,
            printed => printed,
        })
    }

    fn delete(&self) -> Result<Exit, Failed> {
        let name = self.visible_name()?;
        if !self.store.exists(&name)? {
            return Err(StoreError::NotFound(name.to_string()).into());
        }
        self.confirm(&format!("Delete secret {:?}?", name.as_str()))?;
        self.change(|writer| writer.delete(&name))?;
        Ok(console::print(&format!("Deleted secret {:?}\n", name.as_str())))
    }

    fn rotate(&self) -> Result<Exit, Failed> {
        let count = self.store.names()?.len();
        let key_file = self.matches.get_one::<PathBuf>("key-file").map(|path| self.directory.join(path));
        self.confirm(&format!("Replace the master key of {}?", secrets(count)))?;
        let rotated = self.change(|writer| writer.rotate(key_file.as_deref()))?;
        let text = match (&rotated, key_file) {
            (None, _) => "There is no secret and no master key yet; nothing was rotated\n".to_owned(),
            (Some(rotated), None) => {
                format!("Rotated {}; the master key is in {}\n", secrets(rotated.secrets), rotated.key)
            }
            (Some(rotated), Some(_)) => format!(
                "Rotated {}; the master key is in {}: set SCAFCTL_SECRET_KEY to its content\n",
                secrets(rotated.secrets),
                rotated.key
            ),
        };
        let damaged = rotated.map(|rotated| rotated.damaged).unwrap_or_default();
        Ok(self.despite(
            &damaged,
            "it is as it was, and the old key is kept beside the new one for it: bring a copy of it back or delete it, and \
             rotate again",
            console::print(&text),
        ))
    }

    /// Asks, unless it was said before that nobody is to be asked.
    fn confirm(&self, question: &str) -> Result<(), Failed> {
        if self.matches.get_flag("force") {
            return Ok(());
        }
        if !system::terminal::is_interactive() {
            return Err(Failed::Usage("nobody can be asked here; `--force` goes on without asking".to_owned()));
        }
        console::complain(&format!("{question} [y/N] "));
        let answer = system::terminal::ask(&self.world.read.interrupt)?;
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => Ok(()),
            _ => Err(Failed::Declined),
        }
    }
}

/// `1 secret`, `2 secrets`.
fn secrets(count: usize) -> String {
    if count == 1 { "1 secret".to_owned() } else { format!("{count} secrets") }
}
