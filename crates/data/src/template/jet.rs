//! Jet templates with the variables and functions of manifests.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ::jet::{
    CallReference, Cause, Input, Limits, Object, Options, ParseError, RenderError, SourceMap, Template, Variables,
};
use diagnostics::SecretKind;
use value::{Map, Unknown, Value};

use super::environment::Environment;
use super::error::Flaw;
use super::functions::{jet_arities, nested_jet_functions};
use super::opaque::GoFunction;
use super::output::MAX_OUTPUT;
use super::session::Session;

/// The marks that manifests use in Jet templates.
pub const JET_DELIMITERS: (&str, &str) = ("[[", "]]");

/// A Jet template that makes a document has no output.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JetError {
    /// It cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// It fails when it runs.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl JetError {
    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Parse(_) => None,
            Self::Render(error) => error.help(),
        }
    }

    /// What is wrong, in a template with this name: Jet makes an absolute path of it.
    pub(super) fn in_template(&self, name: &str) -> String {
        let (place, problem) = match self {
            Self::Parse(error) => (&error.place, error.problem.to_string()),
            Self::Render(error) => (error.place(), error.cause().to_string()),
        };
        format!("{name}:{}:{}: {problem}", place.line, place.column)
    }

    /// Why the output is not known yet, when that is all that is wrong.
    pub fn unknown(&self) -> Option<Unknown> {
        match self {
            Self::Render(error) => match error.cause() {
                Cause::Unknown { reason } => Some(Unknown::new(reason.as_str())),
                _ => None,
            },
            Self::Parse(_) => None,
        }
    }
}

/// What a Jet template gave.
#[derive(Clone)]
pub struct Rendered {
    /// The output.
    pub text: Vec<u8>,
    /// Where each part of it comes from.
    pub map: SourceMap,
    /// Whether a secret went into it, and what kind.
    pub secret: Option<SecretKind>,
}

/// Renders a Jet template that makes a document, such as a list of resources. `name` is the one that errors and the map
/// have; `longest` is how many bytes may come out.
pub fn render_jet(
    environment: &Environment,
    name: &str,
    template: &[u8],
    longest: usize,
) -> Result<Rendered, JetError> {
    let session = Session::new(environment);
    let template = parse(name, template, JET_DELIMITERS)?;
    let (text, map) = with_input(&template, session.clone(), |input| {
        let limits = Limits { output: longest, ..input.limits };
        template.render_mapped(Input { limits, ..input })
    })?;
    Ok(Rendered { text, map, secret: session.secret() })
}

/// Renders a Jet template that is part of a text.
pub(super) fn render_in(
    session: Session,
    name: &str,
    template: &[u8],
    delimiters: (&str, &str),
) -> Result<Vec<u8>, JetError> {
    let template = parse(name, template, delimiters)?;
    Ok(with_input(&template, session, |input| template.render(input))?)
}

fn parse(name: &str, template: &[u8], (left, right): (&str, &str)) -> Result<Template, ParseError> {
    Template::parse(name, template, &Options::default().with_delimiters(left, right))
}

/// What is wrong with a Jet template that is part of a text, before it runs, and the bytes where it is.
pub(super) fn mistakes(template: &str, delimiters: (&str, &str)) -> Vec<(Range<usize>, Flaw)> {
    let parsed = match parse("input", template.as_bytes(), delimiters) {
        Ok(parsed) => parsed,
        Err(error) => {
            return vec![(error.place.range(), Flaw { message: error.problem.to_string(), help: error.help() })];
        }
    };
    let given: Vec<&str> = VARIABLES.into_iter().chain(jet_arities().map(|(name, _)| name)).collect();
    let undefined = parsed.undefined(&given).into_iter();
    let undefined = undefined.map(|name| (name.place.range(), Flaw { message: name.to_string(), help: name.help() }));
    let calls = parsed.references().calls.into_iter().filter(|call| !call.optional);
    let miscalls = calls.filter_map(|call| Some((call.place.range(), miscall(&call)?)));
    let mut all: Vec<_> = undefined.chain(miscalls).collect();
    all.sort_by_key(|(at, _)| at.start);
    all
}

/// Too few or too many arguments of a function of manifests.
fn miscall(call: &CallReference) -> Option<Flaw> {
    let (name, arity) = jet_arities().find(|(name, _)| *name == call.name)?;
    let message = format!("`{name}` takes {arity}, {} given", call.arguments);
    (!arity.allows(call.arguments)).then_some(Flaw { message, help: None })
}

fn with_input<T>(template: &Template, session: Session, render: impl FnOnce(Input<'_>) -> T) -> T {
    let limits = limits(&session);
    let given = Arc::new(Given { facts: OnceLock::new(), groups: groups(template), session: session.clone() });
    let context = ::jet::object(Arc::clone(&given) as _);
    let functions = nested_jet_functions(session);
    render(Input { variables: &*given, context: Some(&context), functions: &functions, limits })
}

/// Templates inside of each other share one stack, and what a text may use.
fn limits(session: &Session) -> Limits {
    let (limits, around) = (Limits::default(), session.depth().saturating_sub(1));
    Limits {
        depth: (limits.depth >> session.depth().min(8)).max(24),
        output: MAX_OUTPUT >> around,
        memory: usize::try_from(session.allowance().left(around)).unwrap_or(usize::MAX),
        ..limits
    }
}

/// The variables of a template.
const VARIABLES: [&str; 6] = ["Data", "Environ", "Facts", "data", "environ", "facts"];

/// What a template is given: its variables, and the same as fields of `.`.
struct Given {
    session: Session,
    /// The facts that it can see; all of them without a list.
    groups: Option<BTreeSet<String>>,
    facts: OnceLock<Value>,
}

impl Given {
    /// One and the same map under all its names, so that a change through one of them shows in the others.
    fn facts(&self) -> Value {
        self.facts.get_or_init(|| self.gather().into()).clone()
    }

    fn gather(&self) -> Map {
        let Some(groups) = &self.groups else { return self.session.all_facts() };
        let facts = self.session.environment().facts();
        groups.iter().filter_map(|name| Some((name.as_str(), facts.group(name)?))).collect()
    }
}

impl Variables for Given {
    fn get(&self, name: &str) -> Option<Value> {
        match name {
            "facts" | "Facts" => Some(self.facts()),
            "data" | "Data" => Some(self.session.data::<&str>(&[]).clone()),
            "environ" | "Environ" => Some(self.session.environ(None).clone()),
            _ => None,
        }
    }

    fn names(&self) -> Vec<String> {
        VARIABLES.map(str::to_owned).to_vec()
    }
}

impl Object for Given {
    fn type_name(&self) -> &'static str {
        "templates.Env"
    }

    fn member(&self, name: &str) -> Option<Value> {
        Some(match name {
            "Facts" | "Data" | "Environ" => self.get(name)?,
            "WorkingDir" => self.session.environment().directory().display().to_string().into(),
            "DefaultOnMissing" | "RestrictFunctions" => self.session.environment().is_restricted().into(),
            "KVGetFunc" | "RegistrationsFunc" => Value::opaque(GoFunction),
            _ => return None,
        })
    }

    fn plain(&self) -> Value {
        ["Facts", "Data", "Environ"]
            .into_iter()
            .filter_map(|name| Some((name, self.get(name)?)))
            .collect::<Map>()
            .into()
    }
}

/// The facts that a template can see, when that is certain: all are asked for by their names.
fn groups(template: &Template) -> Option<BTreeSet<String>> {
    let references = template.references();
    let dumps = references.calls.iter().any(|call| call.name == "dump");
    let uses_context = references.whole_context || !references.context.is_empty();
    let whole = uses_context || !references.templates.is_empty() || dumps;
    let facts = references.variables.iter().filter(|reference| matches!(reference.path[0].as_str(), "facts" | "Facts"));
    let mut names = BTreeSet::new();
    for reference in facts {
        if whole || reference.assigned {
            return None;
        }
        names.insert(reference.path.get(1)?.clone());
    }
    // Without a mention by name, only the context can lead to facts, and that has to have them all.
    (!names.is_empty()).then_some(names)
}
