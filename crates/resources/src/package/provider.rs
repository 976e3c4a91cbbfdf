//! What the type asks of a platform.

use super::along::Along;
use super::failure::PackageFailure;
use super::offer::{Lists, Offer};
use super::order::Order;
use super::packages::Package;
use super::properties::Ensure;
use super::state::State;
use super::version::Scheme;
use std::path::PathBuf;

/// Looking.
pub(super) trait Reads {
    /// The word in `provider:`.
    fn name(&self) -> &'static str;
    /// Whether it is the one that is chosen on this machine when nobody names one.
    fn is_preferred(&self) -> bool;
    /// Whose versions these are.
    fn scheme(&self) -> Scheme;
    /// What the database knows under a name.
    fn find(&self, name: &str) -> Result<Vec<Package>, PackageFailure>;
    /// The files of packages that are there.
    fn files(&self, names: &[String]) -> Result<Vec<PathBuf>, PackageFailure>;
    /// The command that has to finish what was interrupted before anything else can be done.
    fn unfinished(&self) -> Result<Option<&'static str>, PackageFailure>;
    /// What can be had under a name.
    fn offer(&self, name: &str) -> Result<(Offer, Lists), PackageFailure>;
    /// What would come of an order, tried without changing anything.
    fn trial(&self, order: &Order) -> Result<Along, PackageFailure>;
    /// What a package was before its neighbours were done with it in one go, when its own turn has not come yet.
    fn before_batch(&self, name: &str) -> Option<State>;
    /// What a package is after it was done in one go with its neighbours.
    fn after_batch(&self, name: &str) -> Option<Vec<Package>>;
}

/// Changing.
pub(super) trait Verbs {
    /// Notes an order that can be carried out with those of its neighbours.
    fn announce(&self, order: Order, state: &State);
    /// Notes a package that is as the manifest wants it, so that an order behind it that is carried out early keeps it so.
    fn announce_kept(&self, name: &str, ensure: &Ensure);
    /// Carries out an order, unless that was done together with others already. The names are those of
    /// packages that were removed along with it.
    fn carry_out(&self, order: &Order) -> Result<Vec<String>, PackageFailure>;
}
