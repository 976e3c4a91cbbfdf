//! The functions of Masterminds/sprig 3.3, a file for each family.

pub(crate) mod bound;
mod crypto;
mod dates;
pub(crate) mod declare;
mod defaults;
mod dicts;
mod encoding;
mod floats;
mod flow;
mod hashes;
mod json;
mod lists;
mod machine;
mod numbers;
mod paths;
mod random;
mod regex;
mod semver;
mod strings;
mod types;
mod url;

use std::sync::Arc;

use gotmpl::{Function, FunctionSet};

use self::bound::Bound;
use crate::Outside;
use crate::kept::Kept;

/// The families that need nothing from outside.
static FAMILIES: &[&[Function]] = &[
    crypto::FUNCTIONS,
    dates::FUNCTIONS,
    defaults::FUNCTIONS,
    dicts::FUNCTIONS,
    encoding::FUNCTIONS,
    floats::FUNCTIONS,
    flow::FUNCTIONS,
    hashes::FUNCTIONS,
    json::FUNCTIONS,
    lists::FUNCTIONS,
    numbers::FUNCTIONS,
    paths::FUNCTIONS,
    regex::FUNCTIONS,
    semver::FUNCTIONS,
    strings::FUNCTIONS,
    types::FUNCTIONS,
    url::FUNCTIONS,
];

/// All functions of sprig, in addition to those that the engine has built in.
pub fn sprig(outside: &Outside) -> FunctionSet {
    let mut set = FunctionSet::new();
    for family in FAMILIES {
        set.extend(*family);
    }
    set.extend(Bound::all(regex::BOUND, &Arc::new(Kept::new())));
    for family in [dates::BOUND, random::FUNCTIONS, machine::FUNCTIONS, crypto::BOUND] {
        set.extend(Bound::all(family, outside));
    }
    set
}
