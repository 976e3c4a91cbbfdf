//! Orders of neighbours that are carried out in one go. When that fails they are tried one by one, so that each package
//! has its own error.

use super::order::Order;
use super::packages::Packages;
use super::properties::Ensure;
use super::state::State;
use super::version::Scheme;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use system::{Disturbance, Observation, Observations};

/// What was announced and not done yet.
#[derive(Default)]
pub(super) struct Batches {
    groups: Mutex<Vec<Group>>,
}

/// Orders for one command.
struct Group {
    scheme: Scheme,
    members: Vec<Member>,
    /// What is as the manifest wants it and stands between members.
    between: Vec<Promise>,
    /// The same behind the last member so far.
    behind: Vec<Promise>,
    outcome: Outcome,
}

/// A package, and what the manifest wants of it.
pub(super) type Promise = (String, Ensure);

struct Member {
    order: Order,
    before: State,
    turn: Turn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// It is still to come.
    Ahead,
    /// It came, and what the command for all left is what is there.
    Came,
    /// It came, and something else was done.
    Past,
}

enum Outcome {
    /// Nobody has tried yet.
    Open,
    /// The command did it; these packages are there since.
    Done(Arc<Packages>),
    /// The command did it, and another one has run since.
    Overtaken,
    /// The command would not do what the manifest wants, and everybody is on its own.
    SetAside,
    /// The command failed and may have left these packages; everybody is on its own.
    FellApart(Option<Arc<Packages>>),
    /// Somebody holds the lock for too long; nobody has to wait for it again.
    Locked { holder: String, waited: Duration },
}

/// What an order meets when its turn comes.
pub(super) enum Claim {
    /// It is carried out by itself.
    Alone,
    /// It is the first of these, which are carried out together unless that undoes what stands between them.
    First { orders: Vec<Order>, between: Vec<Promise> },
    /// It is done.
    Done,
    /// It was done, and may have been undone since.
    Overtaken,
    /// It would have to wait for too long.
    Locked { holder: String, waited: Duration },
}

/// Neither acts of others nor our own change what was announced.
impl Observation for Batches {
    fn survives(&self, _by: &Disturbance<'_>) -> bool {
        true
    }
}

impl Batches {
    pub(super) fn of(observations: &Observations) -> Arc<Self> {
        match observations.get(|| Ok::<_, std::convert::Infallible>(Self::default())) {
            Ok(batches) => batches,
            Err(never) => match never {},
        }
    }

    fn groups(&self) -> MutexGuard<'_, Vec<Group>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an order to the last group when it fits, or begins a new one. A package that is in a group already waits for
    /// its turn: what it needs depends on what comes before.
    pub(super) fn announce(&self, order: Order, before: &State, fits: impl Fn(&Order, &Order) -> bool) {
        let mut groups = self.groups();
        // Who had its turn does not come again.
        groups.retain(|group| group.members.iter().any(|member| member.turn == Turn::Ahead));
        let is_known = |group: &Group| group.members.iter().any(|member| member.order.name == order.name);
        if groups.iter().any(is_known) {
            return;
        }
        let scheme = before.scheme;
        let member = Member { before: before.clone(), turn: Turn::Ahead, order };
        let accepts = |group: &&mut Group| {
            let is_open = matches!(group.outcome, Outcome::Open) && group.scheme == scheme;
            is_open && group.members.iter().all(|other| fits(&other.order, &member.order))
        };
        match groups.last_mut().filter(accepts) {
            Some(group) => group.join(member),
            None => groups.push(Group::of(member, scheme)),
        }
    }

    /// Notes a package behind the last member of a group that is as the manifest wants it.
    pub(super) fn announce_kept(&self, promise: Promise, scheme: Scheme) {
        let mut groups = self.groups();
        let last = groups.last_mut().filter(|group| matches!(group.outcome, Outcome::Open) && group.scheme == scheme);
        if let Some(group) = last {
            group.behind.push(promise);
        }
    }

    /// A command is run: what others left may be so no longer.
    pub(super) fn overtake(&self) {
        for group in self.groups().iter_mut().filter(|group| matches!(group.outcome, Outcome::Done(_))) {
            group.outcome = Outcome::Overtaken;
        }
    }

    /// What a package was before its batch changed it, until its turn has come. What another package has brought or taken
    /// along is what it is.
    pub(super) fn before(&self, name: &str, scheme: Scheme) -> Option<State> {
        let groups = self.groups();
        let group = groups.iter().find(|group| group.scheme == scheme && group.has(name))?;
        let member = group.members.iter().find(|member| member.order.name == name && member.turn == Turn::Ahead)?;
        let is_changed = |packages: &Packages| packages.find(name) != member.before.packages;
        let counts = match &group.outcome {
            Outcome::Open | Outcome::SetAside => false,
            Outcome::FellApart(packages) => packages.as_deref().is_none_or(is_changed),
            Outcome::Done(_) | Outcome::Overtaken | Outcome::Locked { .. } => true,
        };
        counts.then(|| member.before.clone())
    }

    /// What is there after a batch that was carried out, for a member whose turn has just come.
    pub(super) fn after(&self, name: &str, scheme: Scheme) -> Option<Arc<Packages>> {
        let groups = self.groups();
        let group = groups.iter().find(|group| group.scheme == scheme && group.has(name))?;
        group.members.iter().find(|member| member.order.name == name && member.turn == Turn::Came)?;
        match &group.outcome {
            Outcome::Done(packages) => Some(Arc::clone(packages)),
            Outcome::Open | Outcome::Overtaken | Outcome::SetAside | Outcome::FellApart(_) | Outcome::Locked { .. } => {
                None
            }
        }
    }

    /// The turn of an order has come.
    pub(super) fn claim(&self, order: &Order, scheme: Scheme) -> Claim {
        let mut groups = self.groups();
        let group = groups.iter_mut().find(|group| group.scheme == scheme && group.has(&order.name));
        let Some(group) = group else { return Claim::Alone };
        let Some(member) = group.members.iter_mut().find(|member| member.order.name == order.name) else {
            return Claim::Alone;
        };
        let is_the_one = member.turn == Turn::Ahead && member.order == *order;
        member.turn = if is_the_one { Turn::Came } else { Turn::Past };
        match &group.outcome {
            Outcome::Open if is_the_one && group.members.len() > 1 => {
                let orders = group.members.iter().map(|member| member.order.clone()).collect();
                Claim::First { orders, between: group.between.clone() }
            }
            Outcome::Done(_) if is_the_one => Claim::Done,
            Outcome::Overtaken if is_the_one => Claim::Overtaken,
            Outcome::Locked { holder, waited } => Claim::Locked { holder: holder.clone(), waited: *waited },
            Outcome::Open | Outcome::Done(_) | Outcome::Overtaken | Outcome::SetAside | Outcome::FellApart(_) => {
                Claim::Alone
            }
        }
    }

    /// The command for a group was not run.
    pub(super) fn set_aside(&self, name: &str, scheme: Scheme) {
        self.end(name, scheme, Outcome::SetAside);
    }

    /// The command for a group did all of it, and left these packages.
    pub(super) fn done(&self, name: &str, scheme: Scheme, packages: Arc<Packages>) {
        self.end(name, scheme, Outcome::Done(packages));
    }

    /// The command for a group did not do all of it; what it left is not known where that cannot be asked.
    pub(super) fn failed(&self, name: &str, scheme: Scheme, packages: Option<Arc<Packages>>) {
        self.end(name, scheme, Outcome::FellApart(packages));
    }

    /// The command for a group waited in vain.
    pub(super) fn lock_out(&self, name: &str, scheme: Scheme, holder: &str, waited: Duration) {
        self.end(name, scheme, Outcome::Locked { holder: holder.to_owned(), waited });
    }

    fn end(&self, name: &str, scheme: Scheme, outcome: Outcome) {
        let mut groups = self.groups();
        if let Some(group) = groups.iter_mut().find(|group| group.scheme == scheme && group.has(name)) {
            group.outcome = outcome;
        }
    }
}

impl Group {
    fn of(member: Member, scheme: Scheme) -> Self {
        let (between, behind) = (Vec::new(), Vec::new());
        Self { scheme, members: vec![member], between, behind, outcome: Outcome::Open }
    }

    fn join(&mut self, member: Member) {
        self.members.push(member);
        self.between.append(&mut self.behind);
    }

    fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.order.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::change::Deed;
    use crate::package::packages::{Condition, Package};

    fn order(name: &str, deed: Deed) -> Order {
        Order { name: name.to_owned(), deed, version: None }
    }

    fn state() -> State {
        State {
            provider: "apt",
            scheme: Scheme::Debian,
            packages: Vec::new(),
            unfinished: None,
            offered: None,
            gone: Vec::new(),
        }
    }

    fn announced(orders: &[Order]) -> Batches {
        let batches = Batches::default();
        for order in orders {
            batches.announce(order.clone(), &state(), |one, other| one.deed == other.deed);
        }
        batches
    }

    fn packages() -> Arc<Packages> {
        Arc::new(Packages::new(Scheme::Debian, []))
    }

    #[test]
    fn the_first_does_it_for_all() {
        let orders = ["a", "b", "c"].map(|name| order(name, Deed::Install));
        let batches = announced(&orders);
        assert!(batches.before("b", Scheme::Debian).is_none());
        let Claim::First { orders: together, .. } = batches.claim(&orders[0], Scheme::Debian) else {
            panic!("it is the first")
        };
        assert_eq!(together, orders);
        batches.done("a", Scheme::Debian, packages());
        assert!(batches.before("b", Scheme::Debian).is_some() && batches.before("b", Scheme::Rpm).is_none());
        assert!(batches.after("a", Scheme::Debian).is_some() && batches.after("b", Scheme::Debian).is_none());
        assert!(matches!(batches.claim(&orders[1], Scheme::Debian), Claim::Done));
        assert!(batches.before("b", Scheme::Debian).is_none() && batches.before("c", Scheme::Debian).is_some());
    }

    #[test]
    fn what_fell_apart_is_done_singly() {
        let orders = ["a", "b"].map(|name| order(name, Deed::Install));
        let batches = announced(&orders);
        assert!(matches!(batches.claim(&orders[0], Scheme::Debian), Claim::First { .. }));
        batches.failed("a", Scheme::Debian, None);
        assert!(batches.before("b", Scheme::Debian).is_some());
        assert!(matches!(batches.claim(&orders[1], Scheme::Debian), Claim::Alone));
        assert!(batches.after("a", Scheme::Debian).is_none());
    }

    #[test]
    fn only_what_a_failed_command_changed_is_what_it_was_before() {
        let orders = ["a", "b", "c"].map(|name| order(name, Deed::Install));
        let came = Package {
            name: "b".to_owned(),
            architecture: "all".to_owned(),
            version: "1".to_owned(),
            condition: Condition::Installed,
            is_held: false,
        };
        let batches = announced(&orders);
        batches.claim(&orders[0], Scheme::Debian);
        batches.failed("a", Scheme::Debian, Some(Arc::new(Packages::new(Scheme::Debian, [came]))));
        assert!(batches.before("b", Scheme::Debian).is_some() && batches.before("c", Scheme::Debian).is_none());
        let batches = announced(&orders);
        batches.claim(&orders[0], Scheme::Debian);
        batches.set_aside("a", Scheme::Debian);
        assert!(batches.before("b", Scheme::Debian).is_none());
    }

    #[test]
    fn what_stands_behind_all_members_is_not_between_them() {
        let batches = Batches::default();
        let fits = |_: &Order, _: &Order| true;
        let kept = |name: &str| batches.announce_kept((name.to_owned(), Ensure::Absent), Scheme::Debian);
        let orders = ["a", "b"].map(|name| order(name, Deed::Install));
        kept("ahead");
        batches.announce(orders[0].clone(), &state(), fits);
        kept("exim");
        batches.announce(orders[1].clone(), &state(), fits);
        kept("behind");
        let Claim::First { between, .. } = batches.claim(&orders[0], Scheme::Debian) else { panic!("it is the first") };
        assert_eq!(between, [("exim".to_owned(), Ensure::Absent)]);
    }

    #[test]
    fn what_a_batch_left_is_not_believed_after_another_command() {
        let orders = ["a", "b"].map(|name| order(name, Deed::Install));
        let batches = announced(&orders);
        batches.claim(&orders[0], Scheme::Debian);
        batches.done("a", Scheme::Debian, packages());
        batches.overtake();
        assert!(matches!(batches.claim(&orders[1], Scheme::Debian), Claim::Overtaken));
        assert!(batches.after("b", Scheme::Debian).is_none());
    }

    #[test]
    fn who_waited_in_vain_is_not_followed_by_others() {
        let orders = ["a", "b"].map(|name| order(name, Deed::Install));
        let batches = announced(&orders);
        assert!(matches!(batches.claim(&orders[0], Scheme::Debian), Claim::First { .. }));
        batches.lock_out("a", Scheme::Debian, "somebody", Duration::from_secs(9));
        assert!(matches!(batches.claim(&orders[1], Scheme::Debian), Claim::Locked { .. }));
    }

    #[test]
    fn only_neighbours_that_fit_are_together() {
        let orders = [order("a", Deed::Install), order("b", Deed::Remove), order("c", Deed::Install)];
        let batches = announced(&orders);
        for order in &orders {
            assert!(matches!(batches.claim(order, Scheme::Debian), Claim::Alone));
        }
    }

    #[test]
    fn a_package_that_comes_again_is_on_its_own() {
        let orders = [order("a", Deed::Install), order("b", Deed::Install), order("a", Deed::Remove)];
        let batches = announced(&orders);
        assert!(
            matches!(batches.claim(&orders[0], Scheme::Debian), Claim::First { orders: both, .. } if both.len() == 2)
        );
        batches.done("a", Scheme::Debian, packages());
        assert!(matches!(batches.claim(&orders[1], Scheme::Debian), Claim::Done));
        assert!(matches!(batches.claim(&orders[2], Scheme::Debian), Claim::Alone));
        assert!(batches.after("a", Scheme::Debian).is_none());
    }
}
