//! The commands that change packages.

use crate::package::change::Deed;
use crate::package::guard::Guard;
use crate::package::order::Order;
use crate::program;
use std::path::Path;
use system::ReadWorld;
use system::files::Links;
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
        [deed] if *deed != Deed::Upgrade || guards.is_empty() => verb(deed),
        [deed @ (Deed::Remove | Deed::Downgrade | Deed::Repair { .. }), ..] => verb(deed),
        _ => "install",
    };
    let words = [program, "-y", "--setopt=exit_on_lock=True", verb].map(str::to_owned);
    let mut guards: Vec<String> = guards.iter().filter_map(|guard| guarding(guard, verb)).collect();
    guards.dedup();
    Command::of(words.into_iter().chain(orders.iter().map(argument)).chain(guards))
}

fn verb(deed: &Deed) -> &'static str {
    match deed {
        Deed::Remove => "remove",
        Deed::Downgrade => "downgrade",
        Deed::Repair { .. } => "reinstall",
        Deed::Upgrade => "upgrade",
        Deed::Install => "install",
    }
}

/// Whether what nothing needs any more goes with what is removed. All that earlier steps have removed is named.
const KEEPING: &str = "--setopt=clean_requirements_on_remove=False";

/// What is there in a version stays when that is installed as well; other commands only know what must not come. A removal
/// takes what nothing needs any more, unless it is told not to.
fn guarding(guard: &Guard, verb: &str) -> Option<String> {
    match guard {
        Guard::There { .. } => (verb == "remove").then(|| KEEPING.to_owned()),
        _ if verb == "remove" => None,
        Guard::Version { name, version } if verb == "install" => Some(in_version(name, version)),
        Guard::Version { name, .. } | Guard::Absent { name } => Some(format!("--exclude={name}")),
    }
}

/// The same, answered with no. Without the network, old metadata has to do.
pub(super) fn trial(before: &[Order], orders: &[Order], guards: &[Guard], world: &ReadWorld) -> Command {
    let program = name(world);
    let mut command = match (before, orders) {
        ([], [_, ..]) => of(orders, guards, program),
        _ => mixed(before, orders, guards, program, is_five(program, world)),
    };
    "--assumeno".clone_into(&mut command.words[1]);
    if world.offline {
        command.words.insert(1, "-C".to_owned());
    }
    command
}

/// Orders of any kind in one transaction: dnf 5 takes them as words, dnf 4 as lines. A removal takes what needs the package
/// with it. What earlier steps removed is named, and nothing else goes with that.
fn mixed(before: &[Order], orders: &[Order], guards: &[Guard], program: &str, is_five: bool) -> Command {
    let is_removal = orders.iter().all(|order| order.deed == Deed::Remove);
    let mut options = if is_removal { Vec::new() } else { vec![KEEPING.to_owned()] };
    let erasing = is_removal.then(|| "--allowerasing".to_owned());
    let mut orders = [before, orders].concat();
    for guard in guards {
        match guard {
            Guard::There { .. } => options.push(KEEPING.to_owned()),
            Guard::Absent { name } => options.push(format!("--exclude={name}")),
            Guard::Version { name, version } => {
                orders.push(Order { name: name.clone(), deed: Deed::Install, version: Some(version.clone()) });
            }
        }
    }
    options.sort();
    options.dedup();
    let steps = orders.iter().map(|order| (verb(&order.deed), argument(order)));
    let head = [program, "-y", "--setopt=exit_on_lock=True"].map(str::to_owned).into_iter().chain(options);
    if is_five {
        let steps = steps.flat_map(|(verb, argument)| [format!("--action={verb}"), argument]);
        return Command::of(head.chain(["do".to_owned()]).chain(erasing).chain(steps));
    }
    let lines: Vec<String> = steps.map(|(verb, argument)| format!("{verb} {argument}\n")).collect();
    Command {
        stdin: (lines.concat() + "run\n").into_bytes(),
        ..Command::of(head.chain(["shell".to_owned()]).chain(erasing))
    }
}

/// Whether it is dnf 5, under whatever name.
fn is_five(program: &str, world: &ReadWorld) -> bool {
    let identity = |path: &str| Some(world.files.stat(Path::new(path), Links::Follow).ok()??.identity);
    program == "dnf5" || identity("/usr/bin/dnf").is_some_and(|one| identity("/usr/bin/dnf5") == Some(one))
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
pub(in crate::package) const ARCHITECTURES: &[&str] = &[
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
        let world = system::FakeWorld::new().read();
        let trial = |offline| trial(&[], &removal, &[], &ReadWorld { offline, ..world.clone() }).words.join(" ");
        assert_eq!(trial(false), "dnf --assumeno --setopt=exit_on_lock=True remove a");
        assert_eq!(trial(true), "dnf -C --assumeno --setopt=exit_on_lock=True remove a");
    }

    #[test]
    fn orders_of_any_kind_are_tried_in_one() {
        let order = |name: &str, deed, version: Option<&str>| Order {
            name: name.to_owned(),
            deed,
            version: version.map(str::to_owned),
        };
        let orders = [order("a", Deed::Remove, None), order("b.noarch", Deed::Downgrade, Some("0:1-1"))];
        let guards = [
            Guard::Absent { name: "exim".to_owned() },
            Guard::Version { name: "demo".to_owned(), version: "0:1.0-1".to_owned() },
        ];
        let five = mixed(&orders[..1], &orders[1..], &guards, "dnf5", true).words.join(" ");
        assert_eq!(
            five,
            "dnf5 -y --setopt=exit_on_lock=True --exclude=exim --setopt=clean_requirements_on_remove=False do --action=remove a --action=downgrade \
             b-0:1-1.noarch --action=install demo-0:1.0-1"
        );
        let four = mixed(&orders[1..], &orders[..1], &guards, "dnf", false);
        assert_eq!(four.words.join(" "), "dnf -y --setopt=exit_on_lock=True --exclude=exim shell --allowerasing");
        let lines = "downgrade b-0:1-1.noarch\nremove a\ninstall demo-0:1.0-1\nrun\n";
        assert_eq!(String::from_utf8_lossy(&four.stdin), lines);
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
