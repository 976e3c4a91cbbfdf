//! What the manifest says of packages, and orders for others would undo.

use super::guard::Guard;
use super::kept;
use super::order::Order;
use super::packages::{Package, Packages};
use super::properties::Ensure;
use super::version::Scheme;
use system::Observations;

/// Something that the manifest says and that would be so no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Harm {
    /// It goes, and the manifest wants it to be there.
    Lost { name: String },
    /// It comes, and the manifest wants it to be absent.
    Comes { name: String },
    /// It changes, and the manifest wants the version that was there.
    Changes { name: String, kept: String, to: String },
}

/// Whether something would happen, or has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    Ahead,
    Past,
}

/// What orders do to the manifest when these packages become those.
pub(super) fn of(orders: &[Order], before: &Packages, after: &Packages, observations: &Observations) -> Vec<Harm> {
    let is_gone = |name: &String| there(name, after).is_empty();
    let lost = at_stake(orders, before, observations).into_iter().filter(is_gone).map(|name| Harm::Lost { name });
    lost.chain(broken(&kept::promises(observations), orders, before, after)).collect()
}

/// The promises that orders do not keep.
pub(super) fn broken(
    promises: &[(String, Ensure)],
    orders: &[Order],
    before: &Packages,
    after: &Packages,
) -> Vec<Harm> {
    let unasked = promises.iter().filter(|(name, _)| !is_asked(name, orders, before, after));
    unasked.filter_map(|(name, ensure)| undone(name, ensure, before, after)).collect()
}

/// The packages that the manifest wants and that are there now, besides those that orders are about: what could be lost.
pub(super) fn at_stake(orders: &[Order], packages: &Packages, observations: &Observations) -> Vec<String> {
    let is_asked = |name: &String| orders.iter().any(|order| order.name == *name);
    let is_there = |name: &String| !there(name, packages).is_empty();
    kept::wanted(observations).into_iter().filter(|name| !is_asked(name) && is_there(name)).collect()
}

/// How what the manifest says of a package was so, and is no longer.
fn undone(name: &str, ensure: &Ensure, before: &Packages, after: &Packages) -> Option<Harm> {
    let (was, is) = (there(name, before), there(name, after));
    let changes = |kept: &Package, to: &Package| Harm::Changes {
        name: name.to_owned(),
        kept: kept.version.clone(),
        to: to.version.clone(),
    };
    match ensure {
        Ensure::Absent => (was.is_empty() && !is.is_empty()).then(|| Harm::Comes { name: name.to_owned() }),
        Ensure::Version(version) => {
            let kept = in_version(&was, version, before.scheme())?;
            let to = is.first().filter(|_| in_version(&is, version, after.scheme()).is_none())?;
            Some(changes(kept, to))
        }
        Ensure::Latest => {
            let (kept, to) = (newest(&was, before.scheme())?, newest(&is, after.scheme())?);
            before.scheme().order(&to.version, &kept.version).is_lt().then(|| changes(kept, to))
        }
        Ensure::Present => None,
    }
}

/// Whether a package that orders are not about is older then.
pub(super) fn is_taken_back(orders: &[Order], before: &Packages, after: &Packages) -> bool {
    let scheme = before.scheme();
    let is_older = |name: &&str| {
        let (was, is) = (there(name, before), there(name, after));
        let versions = newest(&was, scheme).zip(newest(&is, scheme));
        versions.is_some_and(|(was, is)| scheme.order(&is.version, &was.version).is_lt())
    };
    before.names().into_iter().filter(is_older).any(|name| !is_asked(name, orders, before, after))
}

fn newest(packages: &[Package], scheme: Scheme) -> Option<&Package> {
    packages.iter().max_by(|one, other| scheme.order(&one.version, &other.version))
}

pub(super) fn there(name: &str, packages: &Packages) -> Vec<Package> {
    packages.find(name).into_iter().filter(Package::is_there).collect()
}

fn in_version<'a>(packages: &'a [Package], version: &str, scheme: Scheme) -> Option<&'a Package> {
    packages.iter().find(|package| scheme.is_same(&package.version, version))
}

/// Whether orders are about a package, whatever they call it.
pub(super) fn is_asked(name: &str, orders: &[Order], before: &Packages, after: &Packages) -> bool {
    let known = |name: &str| [before.find(name), after.find(name)].concat();
    let is_same = |one: &Package, other: &Package| one.name == other.name && one.architecture == other.architecture;
    let named = known(name);
    let is_about = |order: &Order| known(&order.name).iter().any(|one| named.iter().any(|other| is_same(one, other)));
    orders.iter().any(|order| order.name == name || is_about(order))
}

/// The guards that may keep all of that from happening; none when there is no guard against one.
pub(super) fn guards(harms: &[Harm], guards_losses: bool) -> Vec<Guard> {
    let guard = |harm: &Harm| match harm.clone() {
        Harm::Lost { name } => guards_losses.then_some(Guard::There { name }),
        Harm::Comes { name } => Some(Guard::Absent { name }),
        Harm::Changes { name, kept, .. } => Some(Guard::Version { name, version: kept }),
    };
    harms.iter().map(guard).collect::<Option<Vec<Guard>>>().unwrap_or_default()
}

/// Why what the manifest says keeps something from being done, or what has become of it.
pub(super) fn words(harms: &[Harm], tense: Tense) -> String {
    let verb = |plain: &str, past: &str| match tense {
        Tense::Ahead => format!("would {plain}"),
        Tense::Past => past.to_owned(),
    };
    let lost: Vec<&str> = harms.iter().filter_map(Harm::lost).collect();
    let lost = (!lost.is_empty())
        .then(|| format!("it {} {}, and the manifest wants both", verb("remove", "removed"), lost.join(", ")));
    let other = harms.iter().filter_map(|harm| match harm {
        Harm::Lost { .. } => None,
        Harm::Comes { name } => {
            Some(format!("it {} {name}, and the manifest wants that absent", verb("install", "installed")))
        }
        Harm::Changes { name, kept, to } => Some(format!(
            "it {} {name} from {kept} to {to}, and the manifest wants that version to stay",
            verb("change", "changed")
        )),
    });
    lost.into_iter().chain(other).chain(["leave one out".to_owned()]).collect::<Vec<_>>().join("; ")
}

impl Harm {
    fn lost(&self) -> Option<&str> {
        match self {
            Self::Lost { name } => Some(name),
            Self::Comes { .. } | Self::Changes { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harms_are_said_with_what_to_do() {
        let name = |name: &str| name.to_owned();
        let lost = |lost| Harm::Lost { name: name(lost) };
        let changes = Harm::Changes { name: name("demo"), kept: name("1.0-1"), to: name("2.0-1") };
        for (harms, tense, expected) in [
            (
                vec![lost("a"), lost("b")],
                Tense::Ahead,
                "it would remove a, b, and the manifest wants both; leave one out",
            ),
            (
                vec![Harm::Comes { name: name("exim") }],
                Tense::Past,
                "it installed exim, and the manifest wants that absent; leave one out",
            ),
            (
                vec![changes],
                Tense::Ahead,
                "it would change demo from 1.0-1 to 2.0-1, and the manifest wants that version to stay; leave one out",
            ),
        ] {
            assert_eq!(words(&harms, tense), expected);
        }
    }

    #[test]
    fn not_every_manager_guards_against_a_loss() {
        let comes = Harm::Comes { name: "exim".to_owned() };
        let exim = Guard::Absent { name: "exim".to_owned() };
        assert_eq!(guards(std::slice::from_ref(&comes), false), std::slice::from_ref(&exim));
        let harms = [comes, Harm::Lost { name: "a".to_owned() }];
        assert_eq!(guards(&harms, false), []);
        assert_eq!(guards(&harms, true), [exim, Guard::There { name: "a".to_owned() }]);
    }
}
