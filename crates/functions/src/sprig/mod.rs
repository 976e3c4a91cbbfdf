//! The functions of Masterminds/sprig 3.3, a file for each family.

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

use gotmpl::{Function, FunctionSet};

use crate::Outside;

/// The families that need nothing from outside.
static FAMILIES: &[&[Function]] = &[
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
    set.extend(regex::functions());
    set.extend(dates::functions(outside));
    set.extend(random::functions(outside));
    set.extend(machine::functions(outside));
    set.extend(crypto::functions(outside));
    set
}
