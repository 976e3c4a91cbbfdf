//! The commands that change packages.

use crate::package::change::Deed;
use crate::package::guard::Guard;
use crate::package::order::Order;
use crate::program;
use system::ReadWorld;
use system::process::Command;
use value::Unknown;

/// What dnf is called here: where there is only dnf 5 it may have no other name.
pub(in crate::package) fn program(world: &ReadWorld) -> Result<Option<&'static str>, Unknown> {
    let mut unknown = None;
    for name in ["dnf", "dnf5"] {
        match program::is_there(name, world) {
            Ok(true) => return Ok(Some(name)),
            Ok(false) => {}
            Err(why) => unknown = Some(why),
        }
    }
    unknown.map_or(Ok(None), Err)
}

/// The same where dnf has been chosen.
pub(super) fn name(world: &ReadWorld) -> &'static str {
    program(world).ok().flatten().unwrap_or("dnf")
}

/// One command for orders that go together. A lock is reported and not waited for, because we do that.
pub(super) fn of(orders: &[Order], guards: &[Guard], program: &str) -> Command {
    let deeds: Vec<&Deed> = orders.iter().map(|order| &order.deed).collect();
    let verb = match deeds[..] {
        [Deed::Remove, ..] => "remove",
        [Deed::Downgrade, ..] => "downgrade",
        [Deed::Repair { .. }, ..] => "reinstall",
        [Deed::Upgrade] if guards.is_empty() => "upgrade",
        _ => "install",
    };
    let words = [program, "-y", "--setopt=exit_on_lock=True", verb].map(str::to_owned);
    let mut guards: Vec<String> = guards.iter().filter_map(|guard| guarding(guard, verb)).collect();
    guards.dedup();
    Command::of(words.into_iter().chain(orders.iter().map(argument)).chain(guards))
}

/// What is there in a version stays when that is installed as well; other commands only know what must not come. A removal
/// takes what nothing needs any more, unless it is told not to.
fn guarding(guard: &Guard, verb: &str) -> Option<String> {
    match guard {
        Guard::There { .. } => (verb == "remove").then(|| "--setopt=clean_requirements_on_remove=False".to_owned()),
        _ if verb == "remove" => None,
        Guard::Version { name, version } if verb == "install" => Some(in_version(name, version)),
        Guard::Version { name, .. } | Guard::Absent { name } => Some(format!("--exclude={name}")),
    }
}

/// The same, answered with no. Without the network, old metadata has to do.
pub(super) fn trial(orders: &[Order], guards: &[Guard], program: &str, is_offline: bool) -> Command {
    let mut command = of(orders, guards, program);
    "--assumeno".clone_into(&mut command.words[1]);
    if is_offline {
        command.words.insert(1, "-C".to_owned());
    }
    command
}

fn argument(order: &Order) -> String {
    order.version.as_ref().map_or_else(|| order.name.clone(), |version| in_version(&order.name, version))
}

/// `name-epoch:version-release`; an architecture goes behind that.
fn in_version(name: &str, version: &str) -> String {
    let architecture = name.rsplit_once('.').filter(|(_, last)| ARCHITECTURES.contains(last));
    match architecture {
        Some((name, architecture)) if version.contains('-') => format!("{name}-{version}.{architecture}"),
        _ => format!("{name}-{version}"),
    }
}

/// Names may hold dots, so that architectures have to be known.
pub(super) const ARCHITECTURES: &[&str] = &[
    "noarch",
    "x86_64",
    "x86_64_v2",
    "i386",
    "i486",
    "i586",
    "i686",
    "aarch64",
    "armv6hl",
    "armv7hl",
    "loongarch64",
    "ppc64",
    "ppc64le",
    "s390x",
    "riscv64",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn line(orders: &[(&str, Deed, Option<&str>)]) -> String {
        let order = |(name, deed, version): &(&str, Deed, Option<&str>)| Order {
            name: (*name).to_owned(),
            deed: deed.clone(),
            version: version.map(str::to_owned),
        };
        let orders: Vec<Order> = orders.iter().map(order).collect();
        of(&orders, &[], "dnf").words.join(" ")
    }

    #[test]
    fn commands_are_those_of_dnf() {
        for (orders, expected) in [
            (vec![("a", Deed::Install, None)], "install a"),
            (vec![("a", Deed::Install, None), ("b", Deed::Upgrade, Some("0:2-1"))], "install a b-0:2-1"),
            (vec![("a", Deed::Upgrade, Some("0:2-1"))], "upgrade a-0:2-1"),
            (vec![("a", Deed::Downgrade, Some("1:1-1"))], "downgrade a-1:1-1"),
            (vec![("a.x86_64", Deed::Install, Some("0:1-1"))], "install a-0:1-1.x86_64"),
            (vec![("python3.11", Deed::Install, Some("0:1-1"))], "install python3.11-0:1-1"),
            (vec![("a", Deed::Remove, None)], "remove a"),
        ] {
            assert_eq!(line(&orders), format!("dnf -y --setopt=exit_on_lock=True {expected}"));
        }
        let removal = [Order { name: "a".to_owned(), deed: Deed::Remove, version: None }];
        let trial = |is_offline| trial(&removal, &[], "dnf", is_offline).words.join(" ");
        assert_eq!(trial(false), "dnf --assumeno --setopt=exit_on_lock=True remove a");
        assert_eq!(trial(true), "dnf -C --assumeno --setopt=exit_on_lock=True remove a");
    }

    #[test]
    fn guards_are_those_of_dnf() {
        let guards = [
            Guard::Absent { name: "exim".to_owned() },
            Guard::Version { name: "demo".to_owned(), version: "0:1.0-1".to_owned() },
            Guard::There { name: "b".to_owned() },
            Guard::There { name: "c".to_owned() },
        ];
        for (deed, expected) in [
            (Deed::Install, "install a --exclude=exim demo-0:1.0-1"),
            (Deed::Upgrade, "install a --exclude=exim demo-0:1.0-1"),
            (Deed::Downgrade, "downgrade a --exclude=exim --exclude=demo"),
            (Deed::Remove, "remove a --setopt=clean_requirements_on_remove=False"),
        ] {
            let order = Order { name: "a".to_owned(), deed, version: None };
            let words = of(&[order], &guards, "dnf").words.join(" ");
            assert_eq!(words, format!("dnf -y --setopt=exit_on_lock=True {expected}"));
        }
    }
}
