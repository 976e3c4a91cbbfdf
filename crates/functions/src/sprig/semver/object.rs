//! A version as templates see it: what `{{ (semver "1.2.3").Major }}` calls.

use std::any::Any;

use gotmpl::go::{self, Method, Object, Type};
use gotmpl::{Call, CallError, Param};
use value::{GoType, Value};

use super::version::{Version, VersionError};
use crate::sprig::declare::{nil_dereference, text};

/// `*semver.Version`.
pub(super) const POINTER: Type = Type::Other(GoType::new("*semver.Version"));
/// `semver.Version`, which the methods give that make a version from another one.
const VALUE: Type = Type::Other(GoType::new("semver.Version"));

const NONE: &[Param] = &[];
const OTHER: &[Param] = &[Param::new("other", POINTER)];

static METHODS: &[Method] = &[
    Method { name: "Major", params: NONE, returns: Type::Uint64, call: |of, _| Ok(own(of).major.into()) },
    Method { name: "Minor", params: NONE, returns: Type::Uint64, call: |of, _| Ok(own(of).minor.into()) },
    Method { name: "Patch", params: NONE, returns: Type::Uint64, call: |of, _| Ok(own(of).patch.into()) },
    Method {
        name: "Prerelease",
        params: NONE,
        returns: Type::String,
        call: |of, _| Ok(own(of).prerelease.as_str().into()),
    },
    Method {
        name: "Metadata",
        params: NONE,
        returns: Type::String,
        call: |of, _| Ok(own(of).metadata.as_str().into()),
    },
    Method {
        name: "Original",
        params: NONE,
        returns: Type::String,
        call: |of, _| Ok(own(of).original.as_str().into()),
    },
    Method { name: "String", params: NONE, returns: Type::String, call: |of, _| Ok(own(of).to_string().into()) },
    Method {
        name: "Compare",
        params: OTHER,
        returns: Type::Int,
        call: |of, call| Ok(i64::from(own(of).compare(other(call)?) as i8).into()),
    },
    Method {
        name: "Equal",
        params: OTHER,
        returns: Type::Bool,
        call: |of, call| Ok(other(call).is_ok_and(|other| own(of).compare(other).is_eq()).into()),
    },
    Method {
        name: "LessThan",
        params: OTHER,
        returns: Type::Bool,
        call: |of, call| Ok(own(of).compare(other(call)?).is_lt().into()),
    },
    Method {
        name: "LessThanEqual",
        params: OTHER,
        returns: Type::Bool,
        call: |of, call| Ok(own(of).compare(other(call)?).is_le().into()),
    },
    Method {
        name: "GreaterThan",
        params: OTHER,
        returns: Type::Bool,
        call: |of, call| Ok(own(of).compare(other(call)?).is_gt().into()),
    },
    Method {
        name: "GreaterThanEqual",
        params: OTHER,
        returns: Type::Bool,
        call: |of, call| Ok(own(of).compare(other(call)?).is_ge().into()),
    },
    Method { name: "IncMajor", params: NONE, returns: VALUE, call: |of, _| next(own(of).next_major(), "major") },
    Method { name: "IncMinor", params: NONE, returns: VALUE, call: |of, _| next(own(of).next_minor(), "minor") },
    Method { name: "IncPatch", params: NONE, returns: VALUE, call: |of, _| next(own(of).next_patch(), "patch") },
    Method {
        name: "SetPrerelease",
        params: &[text("prerelease")],
        returns: VALUE,
        call: |of, call| changed(own(of).with_prerelease(&call.text(0))),
    },
    Method {
        name: "SetMetadata",
        params: &[text("metadata")],
        returns: VALUE,
        call: |of, call| changed(own(of).with_metadata(&call.text(0))),
    },
];

/// A version as a value: behind a pointer as `semver` gives it, or by itself as its methods do.
struct Boxed {
    version: Version,
    is_pointer: bool,
}

/// The value that `semver` gives.
pub(super) fn pointer(version: Version) -> Value {
    go::object(Boxed { version, is_pointer: true })
}

fn bare(version: Version) -> Value {
    go::object(Boxed { version, is_pointer: false })
}

fn own(value: &Value) -> &Version {
    &go::as_object::<Boxed>(value).expect("methods are called on their own type").version
}

fn other<'c>(call: &'c Call<'_>) -> Result<&'c Version, CallError> {
    go::as_object::<Boxed>(call.value(0)).map(|boxed| &boxed.version).ok_or_else(nil_dereference)
}

fn next(version: Option<Version>, part: &str) -> Result<Value, CallError> {
    version.map(bare).ok_or_else(|| CallError::new(format!("{part} version increment would overflow uint64")))
}

fn changed(version: Result<Version, VersionError>) -> Result<Value, CallError> {
    version.map(bare).map_err(|error| CallError::new(error.to_string()))
}

impl Object for Boxed {
    fn type_name(&self) -> &'static str {
        if self.is_pointer { POINTER.name() } else { VALUE.name() }
    }

    fn text(&self) -> String {
        self.version.to_string()
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other
            .as_any()
            .downcast_ref::<Self>()
            .is_some_and(|other| self.version == other.version && self.is_pointer == other.is_pointer)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn methods(&self) -> &'static [Method] {
        METHODS
    }

    fn plain(&self) -> Option<Value> {
        Some(self.version.to_string().into())
    }
}
