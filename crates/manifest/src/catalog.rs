//! A manifest that can be run: typed, checked, in order.

use crate::codes::{NO_RESOURCES, SAME_PATH, SECRET_NAME, TOO_MANY};
use crate::family::Distant;
use crate::forms::{self, Forms, Raw};
use crate::load::Options;
use crate::references::Lost;
use crate::resolve::{Judge, Resolver};
use crate::step::Step;
use crate::top::Top;
use data::hiera::Secrets;
use data::template::Environment;
use diagnostics::{Diagnostic, Diagnostics, Redactor, Sources, Span, Spanned};
use document::Node;
use document::decode::Decoder;
use engine::{Context, Reference, Resource};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use system::ReadWorld;
use value::Map;

/// More threads than this do not pay for decoding. The cores are not counted: asking for them takes longer than a thread
/// that is not needed.
const MOST_THREADS: usize = 4;
/// A thread, with the memory of its own that it takes, is worth its start from this many resources on.
const SMALLEST_SHARE: usize = 1500;

/// What to do about a name with a secret in it: every output shows names.
const SECRET_HELP: &str = "give it a name without the secret, and the secret by a property, such as `content` of a `file` or \
                           `environment` of an `exec`";

/// The steps of a manifest, in the order in which they run, and what those need that are completed on the way.
pub struct Catalog {
    /// What the manifest says about the run.
    pub header: Header,
    /// The steps.
    pub steps: Vec<Step>,
    /// What expressions are worked out with.
    pub(crate) scene: Scene,
    /// Who subscribes in the children; a child that is read when its step is reached does not know.
    pub(crate) distant: Vec<Distant>,
}

/// What expressions of a manifest are worked out with.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) environment: Environment,
    pub(crate) sources: Sources,
    pub(crate) redactor: Redactor,
    /// The directory that relative paths start from.
    pub(crate) directory: PathBuf,
    /// Which data must not be shown.
    pub(crate) secrets: Secrets,
    /// Whether data and facts could be read: otherwise nothing is worked out.
    pub(crate) is_known: bool,
    /// Who says what nobody has; none in a run.
    pub(crate) judge: Option<Arc<Judge>>,
    /// Whether the document may hold expressions at all.
    pub(crate) is_needed: bool,
    /// How many bytes of text came out of expressions.
    pub(crate) made: Arc<AtomicUsize>,
    /// How the document was read, for those that it holds.
    pub(crate) options: Arc<Options>,
}

impl Scene {
    pub(crate) fn resolver(&self) -> Resolver<'_> {
        Resolver {
            environment: &self.environment,
            sources: &self.sources,
            redactor: &self.redactor,
            is_known: self.is_known,
            judge: self.judge.as_deref(),
            is_reached: true,
            is_needed: self.is_needed,
            made: &self.made,
        }
    }

    /// What the resources of the document are decoded with.
    pub(crate) fn context(&self) -> Context<'_> {
        Context::new(self.directory.clone(), &self.sources, &self.redactor).with_environment(&self.environment)
    }

    /// The same with the files of a run: those that earlier steps made, or would make.
    pub(crate) fn with_files(&self, world: &ReadWorld) -> Self {
        let environment = self.environment.clone().with_files(Arc::clone(&world.files), self.directory.clone());
        Self { environment, ..self.clone() }
    }
}

impl Catalog {
    /// How many expressions were compiled for it so far.
    pub fn compiled(&self) -> usize {
        self.scene.environment.scope().compiles()
    }

    /// The data as it can be shown.
    pub fn shown_data(&self) -> Map {
        let data = self.scene.environment.data();
        if self.scene.redactor.reveals() { data.clone() } else { self.scene.secrets.masked(data) }
    }

    /// Every resource that another one names; none when children may name any.
    pub fn references(&self) -> Option<HashSet<Reference>> {
        if self.steps.iter().any(|step| step.child.is_some()) {
            return None;
        }
        let named = |r: &dyn Resource| {
            r.common().require.iter().chain(r.subscriptions()).map(|r| r.value.clone()).collect::<Vec<_>>()
        };
        Some(self.steps.iter().flat_map(|step| named(&*step.resource)).collect())
    }
}

/// What a manifest says about the run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// Stop after the first resource that fails.
    pub fail_on_error: bool,
    /// Shown before the first resource.
    pub pre_message: Option<String>,
    /// Shown after the last one, when nothing failed.
    pub post_message: Option<String>,
}

/// Makes the catalog of a decoded manifest, and says what could not be read of it, when it is known what was written. It
/// is complete only when no errors were reported; without `top` its resources are read all the same, so that their
/// problems are reported too.
pub(crate) fn catalog(
    top: Option<&Top>,
    items: Vec<Node<'_>>,
    at: Span,
    most: usize,
    scene: Scene,
) -> (Catalog, Option<Vec<Lost>>, Diagnostics) {
    let mut problems = Diagnostics::new();
    let context = scene.context();
    let header = top.map(|top| header(top, scene.resolver(), &mut problems));
    let Forms { raws, strangers, formless } = forms::expand(items, &mut problems);
    // A misspelt `resources` is reported as such.
    if formless.is_empty() && strangers.is_empty() && scene.is_known && raws.is_empty() && top.is_some() {
        problems
            .push(Diagnostic::error(&NO_RESOURCES, "manifest must contain resources").at(at, "no resources in here"));
    }
    if raws.len() > most {
        let message = format!("the manifest has {} resources, the limit is {most}", raws.len());
        problems.push(
            Diagnostic::error(&TOO_MANY, message)
                .at(at, "too many resources")
                .help("raise the limit if the manifest is meant to be that large".to_owned()),
        );
        return (
            Catalog { header: header.unwrap_or_default(), steps: Vec::new(), scene, distant: Vec::new() },
            None,
            problems,
        );
    }
    let Decoded { steps, mut lost, problems: found } = decode_all(raws, scene.resolver(), &context);
    lost.extend((!strangers.is_empty()).then(|| Lost::stranger(strangers)));
    lost.extend(formless.into_iter().map(Lost::formless));
    problems.append(found);
    check(&steps, &scene, &mut problems);
    drop(context);
    (Catalog { header: header.unwrap_or_default(), steps, scene, distant: Vec::new() }, Some(lost), problems)
}

/// A catalog of one resource that was not written in a document; what it names is known to a session only.
pub(crate) fn of_one(raw: Raw<'_>, scene: Scene) -> (Catalog, Diagnostics) {
    let context = scene.context();
    let Decoded { steps, mut problems, .. } = decode_share(vec![raw], scene.resolver(), &context);
    check(&steps, &scene, &mut problems);
    drop(context);
    (Catalog { header: Header::default(), steps, scene, distant: Vec::new() }, problems)
}

/// Makes resources of their bodies, on several threads when there are many. Order and problems are as if one had done it.
fn decode_all(mut raws: Vec<Raw<'_>>, resolver: Resolver<'_>, context: &Context<'_>) -> Decoded {
    let threads = (raws.len() / SMALLEST_SHARE).clamp(1, MOST_THREADS);
    let share = raws.len().div_ceil(threads);
    if raws.len() <= share {
        return decode_share(raws, resolver, &context.again());
    }
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        while raws.len() > share {
            let (rest, context) = (raws.split_off(raws.len() - share), context.again());
            others.push(scope.spawn(move || decode_share(rest, resolver, &context)));
        }
        let mut all = decode_share(raws, resolver, &context.again());
        for other in others.into_iter().rev() {
            all.append(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    })
}

fn decode_share(raws: Vec<Raw<'_>>, resolver: Resolver<'_>, context: &Context<'_>) -> Decoded {
    let (mut decoder, mut problems) = (Decoder::new(context.sources), Diagnostics::new());
    let (mut steps, mut lost) = (Vec::with_capacity(raws.len()), Vec::new());
    for raw in raws {
        let kind = raw.definition.name;
        match Step::new(raw, resolver, &mut decoder, context, &mut problems) {
            Ok(step) => steps.push(step),
            Err(body) => lost.push(Lost::new(kind, &body, steps.len())),
        }
    }
    problems.append(decoder.finish());
    Decoded { steps, lost, problems }
}

/// What became of the bodies.
struct Decoded {
    steps: Vec<Step>,
    lost: Vec<Lost>,
    problems: Diagnostics,
}

impl Decoded {
    fn append(&mut self, other: Self) {
        let before = self.steps.len();
        self.lost.extend(other.lost.into_iter().map(|lost| lost.behind(before)));
        self.steps.extend(other.steps);
        self.problems.append(other.problems);
    }
}

fn header(top: &Top, resolver: Resolver<'_>, problems: &mut Diagnostics) -> Header {
    let mut message = |text: &Option<Spanned<String>>| {
        let text = resolver.message(text.as_ref()?, problems)?;
        Some(text.trim_end_matches('\n').to_owned()).filter(|text| !text.is_empty())
    };
    let (pre_message, post_message) = (message(&top.ccm.pre_message), message(&top.ccm.post_message));
    Header { fail_on_error: top.ccm.fail_on_error, pre_message, post_message }
}

/// What concerns several resources, or any type.
fn check(steps: &[Step], scene: &Scene, problems: &mut Diagnostics) {
    for step in steps {
        refuse_secret_name(&*step.resource, &scene.redactor, problems);
    }
    warn_of_twins(steps, problems);
}

fn refuse_secret_name(resource: &dyn Resource, redactor: &Redactor, problems: &mut Diagnostics) {
    let identity = resource.identity();
    let names = [Some(identity.reference.name.as_str()), resource.common().alias()];
    if names.into_iter().flatten().any(|name| redactor.text(name) != name) {
        let message = format!("the name of this `{}` holds a secret", identity.reference.kind);
        let problem = Diagnostic::error(&SECRET_NAME, message).at(identity.span, "the secret is in here");
        problems.push(problem.help(SECRET_HELP.to_owned()));
    }
}

/// What is declared twice is a finding, not an error: the second one wins.
fn warn_of_twins(steps: &[Step], problems: &mut Diagnostics) {
    let mut first = HashMap::new();
    for step in steps {
        let (identity, ensure) = (step.resource.identity(), step.resource.ensure());
        let Some((earlier, was)) = first.insert(&identity.reference, (identity.span, ensure)) else { continue };
        if are_at_odds(&identity.reference.kind, was, ensure) {
            let problem = Diagnostic::warning(&SAME_PATH, format!("{} is declared twice", identity.reference));
            problems.push(problem.at(identity.span, "again here").at(earlier, "first here"));
        }
    }
}

/// Whether the second one of a name undoes what the first one did. Two files of one path hardly ever agree; of what else
/// there is, the same may be wanted in two places. A command may run as often as somebody likes.
fn are_at_odds(kind: &str, was: &str, is: &str) -> bool {
    match kind {
        "file" => true,
        "service" | "package" | "archive" | "scaffold" => was != is,
        _ => false,
    }
}
