//! The commands that change packages.

use super::dpkg::FINISH;
use crate::package::change::Deed;
use crate::package::guard::Guard;
use crate::package::order::Order;
use system::process::Command;

/// Nothing of apt asks questions.
pub(super) const ENVIRONMENT: &[(&str, &str)] =
    &[("DEBIAN_FRONTEND", "noninteractive"), ("APT_LISTBUGS_FRONTEND", "none"), ("APT_LISTCHANGES_FRONTEND", "none")];

/// Without this word, apt removes whatever is in the way.
const SPARING: &str = "--no-remove";

/// One command for orders that go together. A configuration file that somebody edited is kept, and nothing is removed but
/// what is to be removed.
pub(super) fn of(orders: &[Order], guards: &[Guard]) -> Command {
    let has = |wanted: fn(&Deed) -> bool| orders.iter().any(|order| wanted(&order.deed));
    let is_removal = has(|deed| *deed == Deed::Remove);
    let mut words: Vec<String> = if is_removal {
        ["apt-get", "-q", "-y", "remove"].map(str::to_owned).into()
    } else {
        let keep = ["apt-get", "install", "-y", "-q", "-o", "DPkg::Options::=--force-confold", SPARING];
        keep.map(str::to_owned).into()
    };
    if has(|deed| *deed == Deed::Downgrade) {
        words.push("--allow-downgrades".to_owned());
    }
    if has(|deed| matches!(deed, Deed::Repair { needs_unpacking: true, .. })) {
        words.push("--reinstall".to_owned());
    }
    words.push("--".to_owned());
    words.extend(orders.iter().map(argument));
    if !is_removal {
        words.extend(guards.iter().filter_map(guarding));
    }
    unasked(words)
}

/// The same command as the original has it: it may remove what is in its way.
pub(super) fn freed(mut command: Command) -> Command {
    command.words.retain(|word| word != SPARING);
    command
}

/// The same as a simulation, free to remove what is in its way.
pub(super) fn trial(before: &[Order], orders: &[Order], guards: &[Guard]) -> Command {
    if before.is_empty() && !orders.is_empty() {
        let mut command = freed(of(orders, guards));
        command.words.insert(1, "-s".to_owned());
        return command;
    }
    let words = ["apt-get", "-s", "install", "-y", "-q", "--allow-downgrades", "--"].map(str::to_owned).into_iter();
    let mixed = before.iter().chain(orders).map(|order| match order.deed {
        Deed::Remove => format!("{}-", order.name),
        _ => argument(order),
    });
    unasked(words.chain(mixed).chain(guards.iter().filter_map(guarding)).collect())
}

/// Finishes what a command of dpkg left that was killed, with the same answers.
pub(super) fn finish() -> Command {
    unasked(FINISH.split(' ').chain(["--force-confold"]).map(str::to_owned).collect())
}

fn unasked(words: Vec<String>) -> Command {
    let environment = ENVIRONMENT.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Command { environment: environment.collect(), ..Command::of(words) }
}

fn argument(order: &Order) -> String {
    match &order.version {
        Some(version) => format!("{}={version}", order.name),
        None => order.name.clone(),
    }
}

/// A name with this sign is removed, or does not come.
fn guarding(guard: &Guard) -> Option<String> {
    match guard {
        Guard::Absent { name } => Some(format!("{name}-")),
        Guard::Version { name, version } => Some(format!("{name}={version}")),
        Guard::There { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(orders: &[(&str, Deed, Option<&str>)]) -> String {
        let orders: Vec<Order> = orders
            .iter()
            .map(|(name, deed, version)| Order {
                name: (*name).to_owned(),
                deed: deed.clone(),
                version: version.map(str::to_owned),
            })
            .collect();
        of(&orders, &[]).words.join(" ")
    }

    #[test]
    fn commands_are_those_of_the_original_and_remove_nothing_at_first() {
        let install = "apt-get install -y -q -o DPkg::Options::=--force-confold --no-remove";
        assert_eq!(line(&[("nginx", Deed::Install, None)]), format!("{install} -- nginx"));
        let nginx = Order { name: "nginx".to_owned(), deed: Deed::Install, version: None };
        let freed = freed(of(&[nginx], &[]));
        assert_eq!(freed.words.join(" "), "apt-get install -y -q -o DPkg::Options::=--force-confold -- nginx");
        assert_eq!(
            line(&[("a", Deed::Install, None), ("b", Deed::Upgrade, Some("2.0"))]),
            format!("{install} -- a b=2.0")
        );
        assert_eq!(line(&[("a", Deed::Downgrade, Some("1"))]), format!("{install} --allow-downgrades -- a=1"));
        let repair = |needs_unpacking| Deed::Repair { status: "unpacked".to_owned(), needs_unpacking };
        assert_eq!(line(&[("a", repair(false), Some("1"))]), format!("{install} -- a=1"));
        assert_eq!(line(&[("a", repair(true), Some("1"))]), format!("{install} --reinstall -- a=1"));
        assert_eq!(line(&[("a", Deed::Remove, None)]), "apt-get -q -y remove -- a");
        let removal = [Order { name: "a".to_owned(), deed: Deed::Remove, version: None }];
        let guards = [
            Guard::Absent { name: "exim".to_owned() },
            Guard::Version { name: "demo".to_owned(), version: "1.0-1".to_owned() },
        ];
        assert_eq!(trial(&[], &removal, &guards).words.join(" "), "apt-get -s -q -y remove -- a");
        let a = [Order { name: "a".to_owned(), deed: Deed::Install, version: None }];
        let simulated = trial(&removal, &[Order { version: Some("2".to_owned()), ..a[0].clone() }], &guards);
        let mixed = "apt-get -s install -y -q --allow-downgrades -- a- a=2 exim- demo=1.0-1";
        assert_eq!(simulated.words.join(" "), mixed);
        assert_eq!(of(&a, &guards).words.join(" "), format!("{install} -- a exim- demo=1.0-1"));
        assert_eq!(finish().words.join(" "), "dpkg --configure -a --force-confold");
    }
}
