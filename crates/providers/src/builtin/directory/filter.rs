//! Which names are listed.

use crate::{Fault, Inputs};
use gostd::path::Glob;
use gostd::regexp::Regexp;
use std::ffi::OsStr;

/// Looks at the last name only; directories that do not pass are gone through nevertheless.
pub(super) enum Filter {
    Everything,
    Glob(Glob),
    Regex(Box<Regexp>),
}

impl Filter {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        match (inputs.filled("filterGlob"), inputs.filled("filterRegex")) {
            (Some(_), Some(_)) => Err(Fault::new("filterGlob and filterRegex are mutually exclusive")),
            (Some(pattern), None) => Glob::parse(pattern).map(Self::Glob).map_err(|error| {
                Fault::new(format!("invalid filterGlob pattern: {error}")).at("filterGlob", 0..pattern.len())
            }),
            (None, Some(pattern)) => {
                Regexp::compile(pattern).map(|regexp| Self::Regex(Box::new(regexp))).map_err(|error| {
                    Fault::new(format!("invalid filterRegex: {error}")).at("filterRegex", 0..pattern.len())
                })
            }
            (None, None) => Ok(Self::Everything),
        }
    }

    pub(super) fn passes(&self, name: &OsStr) -> bool {
        match self {
            Self::Everything => true,
            Self::Glob(glob) => glob.fits(name),
            Self::Regex(regexp) => regexp.is_match(name.as_encoded_bytes()),
        }
    }
}
