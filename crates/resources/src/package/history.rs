//! What earlier steps of a rehearsal leave, told to a trial: the orders that lead there from the machine as it is.

use super::change::Deed;
use super::harm::there;
use super::order::Order;
use super::packages::{Package, Packages};
use super::version::Scheme;

/// How closely what earlier steps leave is asked for. A package manager may change again what nobody named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Each package in its version.
    Exact,
    /// Each package, in any version.
    Named,
    /// What came, in any version; what went may come back.
    Came,
}

/// The orders that make the machine what is foreseen, but for the packages that these orders are about.
pub(super) fn of(packages: &Packages, besides: &[Order], likeness: Likeness) -> Vec<Order> {
    let now = packages.now();
    let about: Vec<Package> = besides.iter().flat_map(|order| both(&order.name, now, packages)).collect();
    let names = now.names().union(&packages.names()).map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let changed = names.iter().flat_map(|name| changes(name, now, packages));
    let others = changed.filter(|(package, _)| !about.iter().any(|own| is_twin(own, package)));
    others.filter_map(|(package, deed)| ordered(&package, deed, packages, likeness)).collect()
}

/// An order as it has to be given on the machine as it is now.
pub(super) fn rebased(order: &Order, now: &Packages) -> Order {
    let Some(version) = order.version.as_ref().filter(|_| order.brings_a_version()) else { return order.clone() };
    let deed = there(&order.name, now).first().map_or(Deed::Install, |was| towards(was, version, now.scheme()));
    Order { deed, ..order.clone() }
}

fn both(name: &str, now: &Packages, packages: &Packages) -> Vec<Package> {
    [there(name, now), there(name, packages)].concat()
}

fn is_twin(one: &Package, other: &Package) -> bool {
    one.name == other.name && one.architecture == other.architecture
}

fn towards(was: &Package, version: &str, scheme: Scheme) -> Deed {
    if scheme.order(&was.version, version).is_gt() { Deed::Downgrade } else { Deed::Upgrade }
}

/// What becomes of the packages of a name.
fn changes(name: &str, now: &Packages, packages: &Packages) -> Vec<(Package, Deed)> {
    let (was, is) = (now.called(name), packages.called(name));
    let came =
        is.iter().filter(|package| !was.iter().any(|was| is_twin(was, package) && was.version == package.version));
    let came = came.map(|package| {
        let replaced = was.iter().find(|was| is_twin(was, package) && !is.contains(was));
        let deed = replaced.map_or(Deed::Install, |was| towards(was, &package.version, now.scheme()));
        ((*package).clone(), deed)
    });
    let went = was.iter().filter(|package| !is.iter().any(|is| is_twin(is, package)));
    came.chain(went.map(|package| ((*package).clone(), Deed::Remove))).collect()
}

fn ordered(package: &Package, deed: Deed, packages: &Packages, likeness: Likeness) -> Option<Order> {
    let version = match (&deed, likeness) {
        // By its name alone nothing goes back.
        (Deed::Remove, Likeness::Came) | (Deed::Downgrade, Likeness::Named | Likeness::Came) => return None,
        (Deed::Remove, _) | (_, Likeness::Named | Likeness::Came) => None,
        (_, Likeness::Exact) => Some(package.version.clone()),
    };
    Some(Order { name: packages.label(package), deed, version })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::packages::Condition;

    fn package(name: &str, version: &str) -> Package {
        Package {
            name: name.to_owned(),
            architecture: "all".to_owned(),
            version: version.to_owned(),
            condition: Condition::Installed,
            is_held: false,
        }
    }

    fn lines(packages: &Packages, besides: &[Order], likeness: Likeness) -> Vec<String> {
        let line = |order: Order| {
            let version = order.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
            format!("{} {}{version}", order.verb(), order.name)
        };
        of(packages, besides, likeness).into_iter().map(line).collect()
    }

    #[test]
    fn orders_lead_from_the_machine_to_what_is_foreseen() {
        let now = [package("back", "2"), package("gone", "1"), package("same", "1"), package("up", "1")];
        let then = [package("back", "1"), package("new", "1"), package("same", "1"), package("up", "2")];
        let mut packages = Packages::new(Scheme::Debian, now);
        assert!(of(&packages, &[], Likeness::Exact).is_empty());
        packages.foresee(&Packages::new(Scheme::Debian, then));
        let exact = lines(&packages, &[], Likeness::Exact);
        assert_eq!(exact, ["downgrade back 1", "remove gone", "install new 1", "upgrade up 2"]);
        assert_eq!(lines(&packages, &[], Likeness::Named), ["remove gone", "install new", "upgrade up"]);
        assert_eq!(lines(&packages, &[], Likeness::Came), ["install new", "upgrade up"]);
        let own = |name: &str| Order { name: name.to_owned(), deed: Deed::Remove, version: None };
        assert_eq!(lines(&packages, &["back", "new", "gone"].map(own), Likeness::Exact), ["upgrade up 2"]);
    }

    #[test]
    fn an_order_for_what_is_foreseen_is_given_to_the_machine_as_it_is() {
        let now = Packages::new(Scheme::Debian, [package("demo", "2")]);
        let order = |name: &str, version: &str| {
            let order = Order { name: name.to_owned(), deed: Deed::Downgrade, version: Some(version.to_owned()) };
            rebased(&order, &now).deed
        };
        assert_eq!((order("demo", "1"), order("demo", "3")), (Deed::Downgrade, Deed::Upgrade));
        assert_eq!(order("new", "1"), Deed::Install);
    }
}
