//! What is wanted of a package, checked and complete.

use super::properties::{Ensure, PackageProperties};
use diagnostics::{Code, Diagnostic, Span, suggest};
use document::decode::Decoder;

/// A package and how it should be.
pub(super) struct Desired {
    pub(super) properties: PackageProperties,
    pub(super) ensure: Ensure,
}

/// What a decision needs of it.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) name: &'a str,
    pub(super) ensure: &'a Ensure,
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
     something to a shell, and is quoted so that YAML does not make a number of it: `1.10` without quotes is 1.1.\n\n\
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
            refuse_a_word(&ensure.value, ensure.span, decoder)?;
            Some(ensure.value.clone())
        });
        name_is_right?;
        Some(Self { ensure: ensure?, properties })
    }

    pub(super) fn name(&self) -> &str {
        &self.properties.common.name.value
    }

    pub(super) fn wanted(&self) -> Wanted<'_> {
        Wanted { name: self.name(), ensure: &self.ensure }
    }
}

fn refuse_if(problem: Option<String>, code: &'static Code, at: Span, decoder: &mut Decoder<'_>) -> Option<()> {
    match problem {
        Some(problem) => decoder.refuse(Diagnostic::error(code, problem).at(at, "given here")),
        None => Some(()),
    }
}

/// A word that was meant to be a state is no version that anybody offers.
fn refuse_a_word(ensure: &Ensure, at: Span, decoder: &mut Decoder<'_>) -> Option<()> {
    let Ensure::Version(given) = ensure else { return Some(()) };
    let Some(meant) = state_meant_by(given) else { return Some(()) };
    let problem = Diagnostic::error(&ENSURE, format!("`{given}` is neither a state of a package nor a version"));
    decoder.refuse(problem.at(at, "given here").help(format!("did you mean `{meant}`?")))
}

/// The state that somebody meant who wrote a word without a digit: misspelt, or in the words of other tools.
fn state_meant_by(given: &str) -> Option<&'static str> {
    const STATES: [&str; 3] = ["present", "absent", "latest"];
    const OF_OTHER_TOOLS: [(&str, &str); 8] = [
        ("installed", "present"),
        ("held", "present"),
        ("removed", "absent"),
        ("uninstalled", "absent"),
        ("purged", "absent"),
        ("newest", "latest"),
        ("current", "latest"),
        ("upgraded", "latest"),
    ];
    if given.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let known = OF_OTHER_TOOLS.iter().find(|(word, _)| given.eq_ignore_ascii_case(word));
    known.map(|(_, state)| *state).or_else(|| suggest(given, STATES))
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

    /// One that is the same as a number is taken as it stands, as the original does.
    #[test]
    fn numbers_that_are_other_versions_are_refused() {
        let decoded = |ensure: &str| {
            let mut sources = diagnostics::Sources::new();
            let file = sources.add("site.yaml", format!("name: demo\nensure: {ensure}\n"));
            let text = sources.text(file);
            let node = document::parse(&text, file, &document::Options::manifest()).unwrap();
            let mut decoder = Decoder::new(&sources);
            let desired = <PackageProperties as document::decode::Decode>::decode(&node, &mut decoder)
                .and_then(|properties| Desired::new(properties, &mut decoder));
            let words = |problem: &Diagnostic| {
                let place = problem.span().map(|span| sources.place(span)).unwrap_or_default();
                format!("{place}: {}; {}", problem.message, problem.help.as_deref().unwrap_or_default())
            };
            let problems: Vec<String> = decoder.finish().iter().map(words).collect();
            (desired.map(|desired| desired.ensure.as_str().to_owned()), problems)
        };
        assert_eq!(
            decoded("installed").1,
            ["site.yaml:2:9: `installed` is neither a state of a package nor a version; did you mean `present`?"]
        );
        for (written, version) in [("\"1.10\"", "1.10"), ("1.5", "1.5"), ("12", "12"), ("1.2.10", "1.2.10")] {
            assert_eq!(decoded(written), (Some(version.to_owned()), Vec::new()), "{written}");
        }
        for (written, number) in [("1.10", "1.1"), ("2.0", "2"), ("1_000", "1000"), ("012", "10")] {
            let (desired, problems) = decoded(written);
            let wanted =
                format!("version `{written}` without quotes is the number {number}; quote it: `\"{written}\"`");
            assert_eq!(desired, None, "{written}");
            assert_eq!(problems, [format!("site.yaml:2:9: {wanted}")]);
        }
    }

    #[test]
    fn words_that_mean_a_state_are_no_versions() {
        for (given, meant) in [
            ("installed", "present"),
            ("Installed", "present"),
            ("presnt", "present"),
            ("PRESENT", "present"),
            ("removed", "absent"),
            ("lastest", "latest"),
        ] {
            assert_eq!(state_meant_by(given), Some(meant), "{given}");
        }
        for version in ["1.0", "latest1", "r", "snapshot", "master"] {
            assert_eq!(state_meant_by(version), None, "{version}");
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
