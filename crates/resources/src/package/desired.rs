//! What is wanted of a package, checked and complete.

use super::properties::{Ensure, PackageProperties};
use diagnostics::{Code, Diagnostic, Span};
use document::decode::Decoder;

/// A package and how it should be.
pub(super) struct Desired {
    pub(super) properties: PackageProperties,
    pub(super) ensure: Ensure,
}

pub(super) static NAME: Code = Code::new(
    "package::name",
    "The name of a `package` is the one that the package manager knows: letters, digits and `.`, `_`, `+`, `:`, `~`, `-`, \
     and no `-` at the beginning, where it would be an option. With apt, `name:architecture` is a package of another \
     architecture; with dnf that is `name.architecture`.",
);

pub(super) static ENSURE: Code = Code::new(
    "package::ensure",
    "`ensure` of a `package` is `present`, `absent`, `latest` or a version. A version has none of the signs that mean \
     something to a shell, and is quoted so that YAML does not make a number of it.\n\n\
     ```yaml\n- package:\n    - nginx: {ensure: \"1.22.1-9\"}\n```",
);

/// The problems that this type finds.
pub(super) const CODES: &[&Code] = &[&NAME, &ENSURE];

/// What a shell would interpret.
const DANGEROUS: &[char] = &[
    ';', '&', '|', '$', '`', '(', ')', '[', ']', '{', '}', '<', '>', '*', '?', '\'', '"', '\\', '!', '\n', '\t', '\r',
    '\0',
];

impl Desired {
    /// Checks name and version, so that both problems are reported.
    pub(super) fn new(properties: PackageProperties, decoder: &mut Decoder<'_>) -> Option<Self> {
        let name = &properties.common.name;
        let name_is_right = refuse_if(problem_of_name(&name.value), &NAME, name.span, decoder);
        let ensure = properties.ensure.get().and_then(|ensure| {
            refuse_if(problem_of_ensure(&ensure.value), &ENSURE, ensure.span, decoder)?;
            Some(ensure.value.clone())
        });
        name_is_right?;
        Some(Self { ensure: ensure?, properties })
    }

    pub(super) fn name(&self) -> &str {
        &self.properties.common.name.value
    }
}

fn refuse_if(problem: Option<String>, code: &'static Code, at: Span, decoder: &mut Decoder<'_>) -> Option<()> {
    match problem {
        Some(problem) => decoder.refuse(Diagnostic::error(code, problem).at(at, "given here")),
        None => Some(()),
    }
}

fn problem_of_name(name: &str) -> Option<String> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._+:~-".contains(c);
    if name.contains(DANGEROUS) {
        Some(format!("package name contains dangerous characters: `{name}`"))
    } else if !name.chars().all(is_allowed) || name.is_empty() {
        Some(format!("package name contains invalid characters: `{name}` (allowed: alphanumeric, `._+:~-`)"))
    } else if name.starts_with('-') {
        Some(format!("package name begins with `-`: `{name}` would be an option of the package manager"))
    } else {
        None
    }
}

fn problem_of_ensure(ensure: &Ensure) -> Option<String> {
    let version = ensure.as_str();
    if version.is_empty() {
        Some("ensure is required".to_owned())
    } else if version.contains(DANGEROUS) {
        Some(format!("package version/ensure contains dangerous characters: `{version}`"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_packages() {
        for name in ["nginx", "libc6:i386", "g++", "libstdc++-12-dev", "python3.11", "a~b", "7zip"] {
            assert_eq!(problem_of_name(name), None, "{name}");
        }
        for (name, problem) in [
            ("bad;name", "dangerous"),
            ("a\nb", "dangerous"),
            ("a\0b", "dangerous"),
            ("a b", "invalid"),
            ("a/b", "invalid"),
            ("a=1", "invalid"),
            ("", "invalid"),
            ("é", "invalid"),
            ("-y", "begins with `-`"),
            ("--purge", "begins with `-`"),
        ] {
            let found = problem_of_name(name).unwrap_or_default();
            assert!(found.contains(problem), "{name}: {found}");
        }
    }

    #[test]
    fn versions_hold_nothing_for_a_shell() {
        for version in ["1.0", "1:2.0-1~bpo12+1", "a b", "-1"] {
            assert_eq!(problem_of_ensure(&Ensure::Version(version.to_owned())), None, "{version}");
        }
        for version in ["1.0;rm", "$(x)", "1.0\n"] {
            assert!(problem_of_ensure(&Ensure::Version(version.to_owned())).is_some(), "{version}");
        }
        assert_eq!(problem_of_ensure(&Ensure::Version(String::new())).as_deref(), Some("ensure is required"));
        assert_eq!(problem_of_ensure(&Ensure::Latest), None);
    }
}
