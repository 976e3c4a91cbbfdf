//! The decision: pure, from what is wanted and what was observed.

use super::along::Left;
use super::change::{Change, Deed};
use super::desired::Wanted;
use super::files::Owned;
use super::offer::{Available, Lists};
use super::packages::{Condition, Package};
use super::properties::Ensure;
use super::state::{Offered, State};
use super::version::Scheme;
use engine::{Obstacle, Plan};
use std::cmp::Ordering;

/// Whether a decision needs to know what can be had.
pub(super) fn asks_for_offers(ensure: &Ensure, packages: &[Package], scheme: Scheme) -> bool {
    let is_there = |wanted: &dyn Fn(&Package) -> bool| packages.iter().any(|p| p.is_there() && wanted(p));
    match ensure {
        Ensure::Absent => false,
        Ensure::Latest => true,
        Ensure::Present => !is_there(&|_| true),
        Ensure::Version(version) => !is_there(&|package| scheme.is_same(&package.version, version)),
    }
}

pub(super) fn plan(wanted: Wanted<'_>, state: &State) -> Plan<Change> {
    match wanted.ensure {
        Ensure::Absent => remove(wanted, state),
        Ensure::Present => match state.there() {
            Some(package) => repair(package, wanted, state),
            None => install(Wish::Any, wanted, state),
        },
        Ensure::Latest => match state.there() {
            Some(package) => latest(package, wanted, state),
            None => install(Wish::Any, wanted, state),
        },
        Ensure::Version(version) => match state.there_in(version) {
            Some(package) => repair(package, wanted, state),
            None => install(Wish::Version(version), wanted, state),
        },
    }
}

/// Which of the offered versions.
#[derive(Clone, Copy)]
enum Wish<'a> {
    Any,
    Version(&'a str),
}

fn change(deed: Deed, from: Option<&Package>, to: Option<&Available>, wanted: Wanted<'_>, state: &State) -> Change {
    Change {
        deed,
        from: from.map(|package| package.version.clone()),
        to: to.map(|available| available.version.clone()),
        origin: to.and_then(|available| available.origin.clone()),
        after: state.unfinished,
        requested: wanted.ensure.as_str().to_owned(),
        also_removed: Vec::new(),
        unwanted: Vec::new(),
        left: Left::Guessed,
        files: Owned::default(),
        scheme: state.scheme,
    }
}

fn remove(wanted: Wanted<'_>, state: &State) -> Plan<Change> {
    match state.there() {
        Some(package) => {
            Plan::one(change(Deed::Remove, Some(package), None, wanted, state)).unless(hold(package, wanted))
        }
        None => Plan::empty(),
    }
}

/// A package that is there in the right version may have been left halfway.
fn repair(package: &Package, wanted: Wanted<'_>, state: &State) -> Plan<Change> {
    match &package.condition {
        Condition::Broken { status, needs_unpacking } => {
            let deed = Deed::Repair { status: status.clone(), needs_unpacking: *needs_unpacking };
            Plan::one(change(deed, Some(package), None, wanted, state))
        }
        Condition::Installed | Condition::Gone { .. } => Plan::empty(),
    }
}

fn latest(package: &Package, wanted: Wanted<'_>, state: &State) -> Plan<Change> {
    let candidate = state.offered.as_ref().and_then(|offered| offered.offer.candidate.as_ref());
    match candidate {
        Some(candidate) if state.scheme.order(&package.version, &candidate.version).is_lt() => {
            Plan::one(change(Deed::Upgrade, Some(package), Some(candidate), wanted, state))
                .unless(hold(package, wanted))
        }
        // What nobody offers in a later version is the latest.
        _ => repair(package, wanted, state),
    }
}

/// Whether the latest version is the latest one depends on lists that may be others by then.
pub(super) fn in_doubt(wanted: Wanted<'_>, state: &State) -> Option<Obstacle> {
    let offered = state.offered.as_ref().filter(|_| *wanted.ensure == Ensure::Latest)?;
    let message = "whether there is a later version";
    Some(match &offered.lists {
        Lists::Fetched { .. } => Obstacle::until_a_command(message),
        lists @ (Lists::Missing { .. } | Lists::Foreseen { .. }) => {
            Obstacle::not_known(format!("{message}: {}", lists.words()))
        }
    })
}

/// Brings a version that is not there.
fn install(wish: Wish<'_>, wanted: Wanted<'_>, state: &State) -> Plan<Change> {
    let there = state.there();
    if let Wish::Version(version) = wish
        && !state.scheme.is_version(version)
    {
        return Plan::blocked(Obstacle::lasting(format!(
            "`{version}` is not a version of {} packages",
            state.provider
        )));
    }
    let found = state.offered.as_ref().and_then(|offered| offered.find(wish, state.scheme));
    let deed = match (there, wish) {
        (Some(package), Wish::Version(version)) => match direction(package, version, found, state.scheme) {
            Ordering::Greater => Deed::Downgrade,
            Ordering::Less | Ordering::Equal => Deed::Upgrade,
        },
        _ => Deed::Install,
    };
    let missing = found.is_none().then(|| not_offered(wish, wanted, state));
    // Something that is gone can be held as well.
    let held = there.or(state.packages.first()).and_then(|package| hold(package, wanted));
    let origin_counts = matches!(wish, Wish::Any);
    let mut change = change(deed, there, found, wanted, state);
    change.origin = change.origin.filter(|_| origin_counts);
    Plan::one(change).unless(missing).unless(held)
}

/// Which is the later one: what is there, or what would come. What was asked for may leave out parts that count.
fn direction(there: &Package, asked: &str, found: Option<&Available>, scheme: Scheme) -> Ordering {
    match found {
        Some(found) => scheme.order(&there.version, &found.version),
        None => scheme.compare(&there.version, asked),
    }
}

impl Offered {
    fn find(&self, wish: Wish<'_>, scheme: Scheme) -> Option<&Available> {
        match wish {
            Wish::Any => self.offer.candidate.as_ref(),
            Wish::Version(version) => {
                let find = |is: fn(Scheme, &str, &str) -> bool| {
                    self.offer.versions.iter().find(|known| is(scheme, &known.version, version))
                };
                // One that is the same for the original alone comes second.
                find(Scheme::is_equal).or_else(|| find(Scheme::is_same))
            }
        }
    }
}

fn hold(package: &Package, wanted: Wanted<'_>) -> Option<Obstacle> {
    let name = wanted.name;
    let message = || {
        let version = if package.is_there() { format!(" at {}", package.version) } else { String::new() };
        format!("package `{name}` is held{version}; `apt-mark unhold {name}` lets it change")
    };
    package.is_held.then(|| Obstacle::until_a_command(message()))
}

fn not_offered(wish: Wish<'_>, wanted: Wanted<'_>, state: &State) -> Obstacle {
    let name = wanted.name;
    let Some(offered) = &state.offered else { return Obstacle::not_known(format!("nothing is known of `{name}`")) };
    let what = match (wish, offered.offer.versions.as_slice()) {
        (_, []) if offered.offer.is_virtual => format!("`{name}` is only provided by other packages; name one of them"),
        (_, []) => format!("no source offers a package `{name}`"),
        (Wish::Any, _) => format!("no version of `{name}` may be installed (candidate is none)"),
        (Wish::Version(version), known) => {
            let known: Vec<&str> = known.iter().take(5).map(|available| available.version.as_str()).collect();
            format!("no source offers version {version} of `{name}`, only {}", known.join(", "))
        }
    };
    let message = format!("{what}; {}", offered.lists.words());
    match offered.lists {
        Lists::Missing { .. } | Lists::Foreseen { .. } => Obstacle::not_known(message),
        // dnf fetches what a new source offers by itself, and packages bring sources.
        Lists::Fetched { .. } if state.scheme == Scheme::Rpm => Obstacle::missing(message),
        Lists::Fetched { .. } => Obstacle::until_a_command(message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::desired::Desired;
    use crate::package::offer::Offer;
    use diagnostics::Sources;
    use document::decode::{Decode, Decoder};
    use document::{Options, parse};
    use std::time::Duration;

    fn desired(ensure: &str) -> Desired {
        let mut sources = Sources::new();
        let file = sources.add("site.yaml", format!("name: demo\nensure: \"{ensure}\"\n"));
        let text = sources.text(file);
        let node = parse(&text, file, &Options::manifest()).unwrap();
        let mut decoder = Decoder::new(&sources);
        let properties = crate::package::properties::PackageProperties::decode(&node, &mut decoder).unwrap();
        Desired::new(properties, &mut decoder).unwrap()
    }

    fn there(version: &str) -> Package {
        Package {
            name: "demo".to_owned(),
            architecture: "all".to_owned(),
            version: version.to_owned(),
            condition: Condition::Installed,
            is_held: false,
        }
    }

    /// The first of the offered versions is the candidate.
    fn state(scheme: Scheme, packages: &[Package], offered: &[&str]) -> State {
        let available = |version: &&str| Available { version: (*version).to_owned(), origin: Some("here".to_owned()) };
        let versions: Vec<Available> = offered.iter().map(available).collect();
        let offer = Offer { candidate: versions.first().cloned(), versions, is_virtual: false };
        let lists = Lists::Fetched { ago: Some(Duration::from_hours(3)), fetch: "fetch" };
        let offered = Some(Offered { offer, lists });
        State { provider: "apt", scheme, packages: packages.to_vec(), unfinished: None, offered, gone: Vec::new() }
    }

    /// The changes and the obstacles of a plan, in words.
    fn words(ensure: &str, state: &State) -> String {
        let plan = plan(desired(ensure).wanted(), state);
        let changes = plan.changes.iter().map(ToString::to_string);
        changes.chain(plan.obstacles.iter().map(|o| format!("but {}", o.message))).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn an_epoch_that_nobody_wrote_counts() {
        let state = state(Scheme::Rpm, &[there("2:1.0-1")], &["2:1.0-1", "0:9.0-1.el9"]);
        assert_eq!(words("9.0", &state), "downgrade 2:1.0-1 -> 0:9.0-1.el9");
        assert_eq!(words("0:9.0", &state), "downgrade 2:1.0-1 -> 0:9.0-1.el9");
    }

    #[test]
    fn every_wish_meets_every_state() {
        for (ensure, installed, expected) in [
            ("present", None, "install 2 (candidate of here)"),
            ("present", Some("1"), ""),
            ("absent", None, ""),
            ("absent", Some("1"), "remove 1"),
            ("latest", None, "install 2 (candidate of here)"),
            ("latest", Some("1"), "upgrade 1 -> 2 (candidate of here)"),
            ("latest", Some("2"), ""),
            ("latest", Some("3"), ""),
            ("1", None, "install 1"),
            ("1", Some("1"), ""),
            ("01", Some("1"), ""),
            ("1", Some("2"), "downgrade 2 -> 1"),
            ("2", Some("1"), "upgrade 1 -> 2"),
            (
                "9",
                Some("1"),
                "upgrade 1, but no source offers version 9 of `demo`, only 2, 1; the package lists are 3 hours old, `fetch` fetches new ones",
            ),
            ("a b", None, "but `a b` is not a version of apt packages"),
        ] {
            let packages: Vec<Package> = installed.map(there).into_iter().collect();
            assert_eq!(
                words(ensure, &state(Scheme::Debian, &packages, &["2", "1"])),
                expected,
                "{ensure} {installed:?}"
            );
        }
    }

    #[test]
    fn a_package_that_is_there_twice_is_judged_by_the_right_one() {
        let kernels = [there("0:5.14-1"), there("0:5.14-3")];
        let state = state(Scheme::Rpm, &kernels, &["0:5.14-3", "0:5.14-2"]);
        for (ensure, expected) in
            [("5.14-1", ""), ("5.14-3", ""), ("latest", ""), ("5.14-2", "downgrade 0:5.14-3 -> 0:5.14-2")]
        {
            assert_eq!(words(ensure, &state), expected, "{ensure}");
        }
    }

    #[test]
    fn what_is_broken_is_repaired_unless_it_goes_or_changes() {
        let condition = Condition::Broken { status: "half-configured".to_owned(), needs_unpacking: false };
        let broken = state(Scheme::Debian, &[Package { condition, ..there("1") }], &["2", "1"]);
        for (ensure, expected) in [
            ("present", "repair 1, which is half-configured"),
            ("1", "repair 1, which is half-configured"),
            ("latest", "upgrade 1 -> 2 (candidate of here)"),
            ("absent", "remove 1"),
        ] {
            assert_eq!(words(ensure, &broken), expected, "{ensure}");
        }
    }

    #[test]
    fn what_is_held_stays() {
        let held = state(Scheme::Debian, &[Package { is_held: true, ..there("1") }], &["2", "1"]);
        for (ensure, is_held) in [("present", false), ("1", false), ("latest", true), ("2", true), ("absent", true)] {
            assert_eq!(words(ensure, &held).contains("`apt-mark unhold demo`"), is_held, "{ensure}");
        }
    }

    #[test]
    fn what_is_gone_counts_as_absent() {
        let condition = Condition::Gone { status: "config-files".to_owned() };
        let gone = state(Scheme::Debian, &[Package { condition, ..there("1") }], &["2"]);
        assert_eq!(words("absent", &gone), "");
        assert_eq!(words("present", &gone), "install 2 (candidate of here)");
        assert_eq!(words("1", &gone).split(',').next(), Some("install"));
    }

    #[test]
    fn offers_are_asked_for_only_when_they_count() {
        for (ensure, installed, expected) in [
            ("present", None, true),
            ("present", Some("1"), false),
            ("absent", Some("1"), false),
            ("latest", Some("1"), true),
            ("1", Some("1"), false),
            ("2", Some("1"), true),
        ] {
            let packages: Vec<Package> = installed.map(there).into_iter().collect();
            let asks = asks_for_offers(&desired(ensure).ensure, &packages, Scheme::Debian);
            assert_eq!(asks, expected, "{ensure} {installed:?}");
        }
    }
}
