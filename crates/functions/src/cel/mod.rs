//! The CEL functions that need more than their arguments: YAML, files, the clock, random numbers, somewhere to print.

mod debug;
mod files;
mod guid;
mod outside;
mod time;
mod yaml;

use expr::cel::Library;

pub use outside::{Debug, Outside};

/// The functions, which use what they are handed.
pub fn library(outside: &Outside) -> Library {
    let mut functions = debug::functions(outside);
    functions.push(files::exists(outside));
    functions.push(guid::new(outside));
    functions.extend(time::functions(outside));
    functions.extend(yaml::functions());
    Library { functions }
}
