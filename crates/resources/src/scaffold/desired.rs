//! What is wanted of a tree, checked and complete.

use super::properties::{Engine, Ensure, ScaffoldProperties};
use crate::path;
use data::template::{Environment, Reach, Scope};
use diagnostics::{Code, Diagnostic, Spanned};
use document::decode::Decoder;
use engine::Context;
use scaffold::{Options, Post};
use std::path::PathBuf;
use std::sync::Arc;
use value::Map;

/// A tree and where it should be.
pub(super) struct Desired {
    pub(super) properties: ScaffoldProperties,
    pub(super) ensure: Ensure,
    pub(super) engine: Engine,
    pub(super) source: PathBuf,
    pub(super) target: PathBuf,
    pub(super) options: Options,
    /// What templates see, with the data of the resource; its files are those before the run.
    pub(super) environment: Environment,
}

pub(super) static TARGET: Code = Code::new(
    "scaffold::target",
    "The name of a `scaffold` is the directory that the templates are rendered into: absolute, and written the one way \
     that has no double slashes, no `.` or `..` parts and no slash at the end.",
);

pub(super) static SOURCE: Code = Code::new(
    "scaffold::source",
    "A `scaffold` needs a `source`: a directory with templates, relative to the directory of the manifest or absolute. \
     Templates are not fetched from servers: an `archive` brings them here first.",
);

pub(super) static POST: Code = Code::new(
    "scaffold::post-entry",
    "`post` is a list of patterns and commands. A pattern is for the last name of a file, as a shell has it. A command is \
     split as a shell does it, and run without one.\n\n```yaml\npost:\n  - \"*.go\": gofmt -w {}\n```",
);

/// The problems that this type finds.
pub(super) const CODES: &[&Code] = &[&TARGET, &SOURCE, &POST];

impl Desired {
    /// Checks every property, so that all problems are reported at once.
    pub(super) fn new(
        properties: ScaffoldProperties,
        context: &Context<'_>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        let ensure = properties.ensure.get().map(|ensure| ensure.value);
        let target = path::absolute(&properties.common.name, "name", &TARGET, decoder);
        let source = source(&properties, context, decoder);
        let (engine, options) = (properties.engine.get().copied(), options(&properties));
        let environment = environment(&properties, context);
        Some(Self {
            ensure: ensure?,
            engine: engine?,
            source: source?,
            target: target?,
            options: options?,
            environment,
            properties,
        })
    }
}

fn source(properties: &ScaffoldProperties, context: &Context<'_>, decoder: &mut Decoder<'_>) -> Option<PathBuf> {
    let given = match &properties.source {
        Some(source) => Some(source.get()?),
        None => None,
    };
    let Some(Spanned { value, span }) = given.filter(|source| !source.value.is_empty()) else {
        let at = given.map_or(properties.common.name.span, |source| source.span);
        let problem = Diagnostic::error(&SOURCE, "source cannot be empty").at(at, "has no source");
        return decoder.refuse(problem.help("add `source:` with the directory of the templates".to_owned()));
    };
    if let Some((scheme, _)) = value.split_once("://") {
        let problem = Diagnostic::error(&SOURCE, format!("source cannot be an address: `{scheme}://…`"));
        let help = "fetch the templates with an `archive` first, and name the directory that it extracts".to_owned();
        return decoder.refuse(problem.at(*span, "given here").help(help));
    }
    Some(context.directory.join(value))
}

fn options(properties: &ScaffoldProperties) -> Option<Options> {
    let steps = properties.post.get()?.iter().flat_map(|step| step.0.iter());
    Some(Options {
        skip_empty: properties.skip_empty,
        purge: properties.purge,
        preserve_modes: properties.preserve_modes,
        copy_only: properties.copy_only.iter().map(|glob| glob.value.clone()).collect(),
        post: steps.map(|(pattern, command)| Post::new(&*pattern.value, &*command.value)).collect(),
        ..Options::default()
    })
}

/// Data of the resource takes the place of all other data.
fn environment(properties: &ScaffoldProperties, context: &Context<'_>) -> Environment {
    let nothing = || Environment::new(Scope::new(Reach::All), Arc::new(Map::new()));
    let environment = context.environment.cloned().unwrap_or_else(nothing);
    match properties.data.as_ref().filter(|data| !data.is_empty()) {
        Some(data) => environment.with_data(data.clone()),
        None => environment,
    }
}
