//! What is different from one package manager to the next: questions, commands, and how answers read.

use super::failure::PackageFailure;
use super::guard::Guard;
use super::offer::Offers;
use super::order::Order;
use super::packages::{Package, Packages};
use super::tried::Tried;
use super::version::Scheme;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::process::{Command, Finished};

/// A package manager. Knows nothing of `ensure`, rehearsals or events.
pub(super) trait Manager: Send + Sync + 'static {
    /// The word in `provider:`.
    fn name(&self) -> &'static str;

    fn scheme(&self) -> Scheme;

    /// All packages of the machine, in one question.
    fn packages(&self, world: &ReadWorld) -> Result<Packages, PackageFailure>;

    /// The files of these packages by their names, in one question.
    fn files(&self, packages: &[Package], world: &ReadWorld) -> Result<HashMap<String, Vec<PathBuf>>, PackageFailure>;

    /// What can be had of these, in one question.
    fn offers(&self, names: &[String], packages: &Packages, world: &ReadWorld) -> Result<Offers, PackageFailure>;

    /// A file that a step of this rehearsal would write, and that may change what can be had.
    fn foreseen_source(&self, world: &ReadWorld) -> Option<String>;

    /// Whether two orders can be carried out by one command.
    fn go_together(&self, one: &Order, other: &Order) -> bool;

    /// The command that carries out orders that go together. It leaves alone what guards stand for; one that removes
    /// packages brings none, and takes no guards but those against a loss.
    fn command(&self, orders: &[Order], guards: &[Guard], world: &ReadWorld) -> Command;

    /// Who holds a lock that a command would wait for without an end.
    fn busy(&self, _world: &ReadWorld) -> Option<String> {
        None
    }

    /// Who holds the lock, when that is why a command failed.
    fn held_by(&self, finished: &Finished) -> Option<String>;

    /// The packages that a command would have had to remove, and did not.
    fn spared(&self, _finished: &Finished) -> Vec<String> {
        Vec::new()
    }

    /// The same command, free to remove what is in its way.
    fn freed(&self, command: Command) -> Command {
        command
    }

    /// Whether the command for these orders removes what is in its way, or needs what goes, without being asked again.
    fn spares_nothing(&self, orders: &[Order]) -> bool;

    /// Whether the command for these orders can leave what was only there for others, and goes with them otherwise.
    fn guards_losses(&self, _orders: &[Order]) -> bool {
        false
    }

    /// A command that says what would come of orders after those before, and changes nothing.
    fn trial(&self, before: &[Order], orders: &[Order], guards: &[Guard], world: &ReadWorld) -> Command;

    /// Whether it looks for any way to carry out all of a command: it goes back to older versions of packages that nobody
    /// named, and when it is also to bring something, it would rather do that than remove them.
    fn finds_ways(&self) -> bool {
        false
    }

    /// What such a command says; nothing when it does not know what would come.
    fn tried(&self, finished: &Finished) -> Option<Tried>;

    /// Whether such a command says that the packages do not go together.
    fn does_not_resolve(&self, finished: &Finished) -> bool;

    /// Whether it brings another package in the place of one that is asked for.
    fn replaces(&self) -> bool {
        false
    }

    /// The packages that are there, or can be had, and take the place of one that cannot be.
    fn replaced_by(&self, _name: &str, _world: &ReadWorld) -> Vec<String> {
        Vec::new()
    }

    /// What has to be run before a command that failed can be tried again.
    fn first_aid(&self, _finished: &Finished) -> Option<Command> {
        None
    }

    /// What a failed command says about the reason, in one line.
    fn reason(&self, finished: &Finished) -> String;
}

/// Places whose content decides what a package manager answers.
pub(super) const PLACES: &[&str] = &[
    "/etc/apt",
    "/etc/dnf",
    "/etc/dpkg",
    "/etc/pki/rpm-gpg",
    "/etc/rpm",
    "/etc/yum",
    "/etc/yum.conf",
    "/etc/yum.repos.d",
    "/usr/lib/sysimage/rpm",
    "/var/cache/apt",
    "/var/cache/dnf",
    "/var/cache/libdnf5",
    "/var/lib/apt",
    "/var/lib/dpkg",
    "/var/lib/rpm",
];

/// Whether something that was done at a place can change those answers.
pub(super) fn is_touched(by: &system::Disturbance<'_>) -> bool {
    PLACES.iter().any(|place| by.reaches(Path::new(place)))
}
