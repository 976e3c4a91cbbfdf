//! Semantic versions.

mod constraint;
mod object;
mod version;

use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function};
use value::Value;

use self::constraint::Constraint;
use self::version::Version;
use super::declare::text;

const GROUP: &str = "semver";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("semver", &[text("version")], object::POINTER, semver)
        .help(GROUP, "a version, with `Major`, `Minor`, `Patch`, `Prerelease`, `Metadata`, `Original`, `Compare`, …")
        .example(
            r#"{{ $v := semver "v1.2.3-beta.1" }}{{ $v }} {{ $v.Minor }} {{ $v.Prerelease }}"#,
            "1.2.3-beta.1 2 beta.1",
        ),
    Function::new("semverCompare", &[text("constraint"), text("version")], Type::Bool, semver_compare)
        .help(GROUP, "whether a version fits a constraint: `>=1.2, <2`, `~1.2`, `^1.2.3`, `1.x || 3.x`, `1.2 - 1.5`")
        .example(r#"{{ semverCompare "^1.2" "1.9.0" }} {{ semverCompare "<2 || 3.x" "2.1.0" }}"#, "true false"),
];

fn semver(call: &mut Call<'_>) -> Result<Value, CallError> {
    Ok(object::pointer(parse_version(call, 0)?))
}

fn semver_compare(call: &mut Call<'_>) -> Result<Value, CallError> {
    let constraint = Constraint::parse(&call.text(0)).map_err(|error| CallError::new(error.to_string()))?;
    Ok(constraint.accepts(&parse_version(call, 1)?).into())
}

fn parse_version(call: &Call<'_>, at: usize) -> Result<Version, CallError> {
    Version::parse(&call.text(at)).map_err(|error| CallError::new(error.to_string()))
}
