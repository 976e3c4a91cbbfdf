//! The keys of the configuration file. What nobody reads is most often a slip of the pen.

use diagnostics::{Code, Diagnostic, Diagnostics, suggest};
use document::{Kind, Node};

static UNKNOWN_KEY: Code = Code::new(
    "config::unknown-key",
    "The configuration file has a key that means nothing, so what it says has no effect. Most often the name is misspelt: \
     upper and lower case count, `httpClient` is not `httpclient`. The run goes on with the default for whatever was meant. \
     Keys at the top that begin with `x-` are free.",
);

pub(crate) static CODES: &[&Code] = &[&UNKNOWN_KEY];

/// A key at the top, and the keys in it.
struct Section {
    name: &'static str,
    keys: &'static [&'static str],
    /// Whether these are all. Elsewhere the original has more, and a key is only unknown when it is much like one of these.
    all: bool,
}

const SECTIONS: [Section; 15] = [
    part("version", &[]),
    part("settings", &["noColor", "quiet", "defaultCatalog", "requireSecureKeyring", "disableOfficialProviders"]),
    whole("logging", &["level", "format", "timestamps"]),
    whole("telemetry", &["endpoint", "insecure", "serviceName", "samplerType", "samplerArg"]),
    part(
        "httpClient",
        &["timeout", "retryMax", "retryWaitMin", "retryWaitMax", "allowPrivateIPs", "maxResponseBodySize", "cache"],
    ),
    part("cel", &["cacheSize", "costLimit"]),
    whole("goTemplate", &["cacheSize", "allowEnvFunctions"]),
    whole("resolver", &["timeout", "phaseTimeout", "maxConcurrency", "warnValueSize", "maxValueSize", "validateAll"]),
    whole("action", &["defaultTimeout", "gracePeriod", "maxConcurrency", "outputDir"]),
    whole("discovery", &["actionFiles"]),
    part("auth", &["handlers", "customOAuth2"]),
    part("catalogs", &[]),
    part("build", &[]),
    part("apiServer", &[]),
    part("plugins", &[]),
];

const fn part(name: &'static str, keys: &'static [&'static str]) -> Section {
    Section { name, keys, all: false }
}

const fn whole(name: &'static str, keys: &'static [&'static str]) -> Section {
    Section { name, keys, all: true }
}

/// A warning for each key that means nothing.
pub(super) fn problems(document: &Node<'_>) -> Diagnostics {
    let mut problems = Diagnostics::new();
    for (key, value) in entries(document) {
        let Some(name) = text(key).filter(|name| !name.starts_with("x-")) else { continue };
        match SECTIONS.iter().find(|section| section.name == name) {
            Some(section) => check(section, value, &mut problems),
            None => judge(key, name, "", SECTIONS.iter().map(|section| section.name), true, &mut problems),
        }
    }
    problems
}

fn check(section: &Section, value: &Node<'_>, problems: &mut Diagnostics) {
    for (key, _) in entries(value) {
        if let Some(name) = text(key).filter(|name| !section.keys.contains(name)) {
            judge(key, name, section.name, section.keys.iter().copied(), section.all, problems);
        }
    }
}

fn judge(
    key: &Node<'_>,
    name: &str,
    section: &str,
    known: impl Iterator<Item = &'static str> + Clone,
    all: bool,
    problems: &mut Diagnostics,
) {
    let meant = known.clone().find(|known| known.eq_ignore_ascii_case(name)).or_else(|| suggest(name, known.clone()));
    if meant.is_none() && !all {
        return;
    }
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if section.is_empty() => {
            format!("at the top there are {}; what begins with `x-` is free", known.collect::<Vec<_>>().join(", "))
        }
        None => format!("`{section}` has {}", known.collect::<Vec<_>>().join(", ")),
    };
    let dot = if section.is_empty() { "" } else { "." };
    let problem = Diagnostic::warning(&UNKNOWN_KEY, format!("the configuration has no key `{section}{dot}{name}`"));
    problems.push(problem.at(key.span, "it is not used").help(help));
}

fn entries<'d, 'a>(node: &'d Node<'a>) -> impl Iterator<Item = (&'d Node<'a>, &'d Node<'a>)> {
    let entries = if let Kind::Map(entries) = &node.kind { entries.as_slice() } else { &[] };
    entries.iter().map(|entry| (&entry.key, &entry.value))
}

fn text<'d>(node: &'d Node<'_>) -> Option<&'d str> {
    if let Kind::String(text) = &node.kind { Some(text) } else { None }
}
