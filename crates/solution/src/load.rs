//! From a text to a solution.

use crate::bundle;
use crate::codes::{BAD_NAME, EMPTY, ENVELOPE, NO_SOURCE, NULL_RESOLVER, WORKFLOW};
use crate::compose::{compose, not_composed};
use crate::model::{Condition, Resolver, Top, Workflow};
use crate::secrets::{cover_torn, register_composed, register_tree};
use crate::solution::{NamedResolver, Solution, facts};
use diagnostics::{Code, Diagnostic, Diagnostics, FileId, Redactor, Sources, Span, Spanned};
use document::decode::{Decode, Decoder, Entries, Policy};
use document::secrets::register_addresses;
use document::{Limits, Node, Options};
use providers::Registry;
use std::path::PathBuf;
use std::sync::Arc;
use system::ReadWorld;

/// Where a solution comes from.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// How it is called in messages.
    pub name: String,
    /// Where it stands, when it is a file.
    pub path: Option<PathBuf>,
}

/// What becomes of keys that mean nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// A warning: a run goes on.
    Run,
    /// An error: a check does not.
    Check,
}

/// A solution that cannot be used, and why.
pub struct Refused {
    /// The texts that the problems point into.
    pub sources: Sources,
    /// All of them.
    pub problems: Diagnostics,
    /// What is left of it without what is wrong, to look for more problems in.
    pub(crate) rest: Option<Box<Rest>>,
}

/// What could be read of a solution that cannot be used.
pub(crate) struct Rest {
    pub(crate) solution: Solution,
    /// The names of resolvers and actions with something wrong behind them.
    damaged: Vec<Span>,
}

impl Rest {
    /// Whether a problem says that something is not there which is only not readable.
    pub(crate) fn explains(&self, problem: &Diagnostic) -> bool {
        ABSENCES.iter().any(|code| problem.code.id == code.id)
            && problem.span().is_some_and(|span| self.damaged.contains(&span))
    }
}

/// Problems that may come of something that could not be read.
static ABSENCES: [&Code; 2] = [&NO_SOURCE, &WORKFLOW];

/// Reads a solution, with the files that belong to it. All its problems are found at once, and `redactor` gets to know what
/// is declared as secret.
pub fn load(
    text: &str,
    origin: &Origin,
    world: &ReadWorld,
    limits: Limits,
    strictness: Strictness,
    registry: &Registry,
    redactor: &Redactor,
) -> Result<Solution, Refused> {
    let mut sources = Sources::default();
    let file = sources.add(origin.name.as_str(), text);
    let (mut top, mut problems, mut damaged) = read((text, file), &sources, limits, strictness, (registry, redactor));
    let directory = origin.path.as_ref().and_then(|path| path.parent());
    if let (Some(top), Some(directory)) = (&mut top, directory) {
        damaged.extend(compose(top, (directory, &origin.name), world, limits, &mut sources, &mut problems));
    } else if let Some(first) = top.as_ref().and_then(|top| top.compose.as_ref()?.first()) {
        problems.push(not_composed(first.span));
    }
    register_composed(&sources, registry, redactor);
    sources.contents().for_each(|text| register_addresses(text, redactor));
    let mut decoder = Decoder::new(&sources);
    let rest = top.map(|mut top| {
        bundle::fill(&mut top);
        let written = top.spec.as_mut().and_then(|spec| spec.resolvers.take()).unwrap_or_default();
        let resolvers = named(written, &mut damaged, &mut decoder);
        let workflow = top.spec.and_then(|spec| spec.workflow);
        let conditions = workflow.iter().flat_map(Workflow::conditions);
        conditions.filter_map(Condition::says_nothing).for_each(|problem| decoder.report(problem));
        (facts(top.metadata.as_ref()), resolvers, workflow)
    });
    problems.append(decoder.finish());
    problems.sort();
    let (is_usable, path) = (!problems.has_errors(), origin.path.clone());
    let solution = |(facts, resolvers, workflow), sources, warnings| Solution {
        facts,
        resolvers,
        workflow,
        path,
        sources,
        warnings,
    };
    if !is_usable {
        cover_torn(&mut sources, registry);
    }
    match rest {
        Some(rest) if is_usable => Ok(solution(rest, sources, problems)),
        rest => {
            let rest = rest.map(|rest| solution(rest, Sources::default(), Diagnostics::new()));
            let rest = rest.map(|solution| Box::new(Rest { solution, damaged }));
            Err(Refused { sources, problems, rest })
        }
    }
}

fn read(
    (text, file): (&str, FileId),
    sources: &Sources,
    limits: Limits,
    strictness: Strictness,
    (registry, redactor): (&Registry, &Redactor),
) -> (Option<Top>, Diagnostics, Vec<Span>) {
    let options = Options { limits, ..Options::solution() };
    let root = match document::parse_any(text, file, &options) {
        Ok(root) => root,
        Err(problems) => return (None, problems, Vec::new()),
    };
    register_tree(&root, sources, registry, redactor);
    let mut decoder =
        Decoder::new(sources).salvaging().with_dialect(options.dialect).with_unknown_keys(match strictness {
            Strictness::Run => Policy::Warning,
            Strictness::Check => Policy::Error,
        });
    if root.is_null() {
        decoder.report(
            Diagnostic::error(&EMPTY, "no data provided to unmarshal solution").at(root.span, "nothing is here"),
        );
        return (None, decoder.finish(), Vec::new());
    }
    let top = Top::decode(&root, &mut decoder);
    envelope(&root, &mut decoder);
    let damaged = decoder.take_damaged();
    (top, decoder.finish(), damaged)
}

const API_VERSION: &str = "scafctl.io/v1";
const KIND: &str = "Solution";

/// What every solution has to say of itself. It is looked for in the document as it is written, whatever else is wrong.
fn envelope(root: &Node<'_>, decoder: &mut Decoder<'_>) {
    fn text<'n>(node: Option<&'n Node<'_>>) -> Option<(&'n str, Span)> {
        node.and_then(|node| Some((node.as_str()?, node.span)))
    }
    let mut must_be = |key: &str, wanted: &str| {
        if let Some((given, at)) = text(root.get(key)).filter(|(given, _)| *given != wanted) {
            let message = format!("{key} must be {wanted}");
            decoder.report(Diagnostic::error(&ENVELOPE, message).at(at, format!("it is `{given}`")));
        }
    };
    must_be("apiVersion", API_VERSION);
    must_be("kind", KIND);
    let metadata = root.get("metadata");
    let name = metadata.and_then(|metadata| metadata.get("name"));
    if name.is_none_or(|name| name.is_null() || name.as_str() == Some("")) {
        let help = "give it a name: `metadata: {name: my-solution}`".to_owned();
        let place = name.map_or_else(|| root.span.part(0, 0), |name| name.span);
        decoder.report(Diagnostic::error(&ENVELOPE, "metadata.name is required").at(place, "no name").help(help));
    }
    if let Some((_, at)) =
        text(metadata.and_then(|metadata| metadata.get("version"))).filter(|(text, _)| !is_semver(text))
    {
        let problem = Diagnostic::error(&ENVELOPE, "metadata.version must be a semantic version");
        decoder.report(problem.at(at, "no version").help("write major.minor.patch: 1.0.0".to_owned()));
    }
    let visibility = text(root.get("catalog").and_then(|catalog| catalog.get("visibility")));
    if let Some((given, at)) = visibility.filter(|(given, _)| !["public", "private", "internal"].contains(given)) {
        let message = "catalog.visibility must be public, private, or internal when set";
        decoder.report(Diagnostic::error(&ENVELOPE, message).at(at, format!("it is `{given}`")));
    }
}

/// As the original reads versions: minor and patch may be left out, a `v` may stand before.
fn is_semver(version: &str) -> bool {
    let version = version.strip_prefix('v').unwrap_or(version);
    let (core, _) = version.split_once(['-', '+']).unwrap_or((version, ""));
    let mut parts = core.split('.');
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) && part.len() < 20;
    parts.clone().count() <= 3 && parts.all(number)
}

fn named(
    written: Entries<Option<Box<Resolver>>>,
    damaged: &mut Vec<Span>,
    decoder: &mut Decoder<'_>,
) -> Vec<Arc<NamedResolver>> {
    let mut resolvers = Vec::new();
    for (name, resolver) in written.0 {
        check_name(&name, decoder);
        if resolver.is_none() && !damaged.contains(&name.span) {
            damaged.push(name.span);
            let message = format!("resolver \"{}\" has a null value — a resolve block is required", name.value);
            decoder.report(Diagnostic::error(&NULL_RESOLVER, message).at(name.span, "nothing stands behind it"));
        }
        // Others may refer to one that cannot be used.
        let resolver = resolver.unwrap_or_else(|| Box::new(Resolver::empty()));
        resolvers.push(Arc::new(NamedResolver { name: name.value.into(), span: name.span, resolver }));
    }
    resolvers
}

fn check_name(name: &Spanned<String>, decoder: &mut Decoder<'_>) {
    let message = match name.value.as_str() {
        "" => "resolver name cannot be empty".to_owned(),
        text if text.starts_with("__") => {
            format!("resolver name \"{text}\" cannot start with '__' (reserved for internal use)")
        }
        text if text.contains(char::is_whitespace) => format!("resolver name \"{text}\" cannot contain whitespace"),
        _ => return,
    };
    decoder.report(Diagnostic::error(&BAD_NAME, message).at(name.span, "this name"));
}
