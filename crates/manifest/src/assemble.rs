//! From the text of a manifest to a catalog: its data first, then what is made with it.

use crate::catalog::{self, Catalog, Scene};
use crate::codes::{EMPTY, JET, SOLUTION, TWO_LISTS};
use crate::document_kind::DocumentKind;
use crate::family::{Around, Survey};
use crate::forms::Raw;
use crate::inputs::{Overriding, Surroundings, parse_data, stack};
use crate::load::{Loaded, Options};
use crate::nodes::into_entry;
use crate::references;
use crate::resolve::{Judge, Judging, may_hold_expressions};
use crate::top::Top;
use data::hiera::{Document, Explanation, Passed, Resolved};
use data::template::{JetError, render_jet};
use diagnostics::{Diagnostic, Diagnostics, FileId, Redactor, Sources, Span, Spanned};
use document::decode::{Decode, Decoder};
use document::{Kind, Node, Options as YamlOptions};
use engine::TypeDef;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::ReadWorld;
use value::Value;

/// Bytes of a list of resources that a template makes: far more than the limit of resources needs.
const LONGEST_LIST: usize = 24 << 20;

/// What a manifest is assembled from.
pub(crate) struct Workshop<'a> {
    pub(crate) world: &'a ReadWorld,
    pub(crate) redactor: &'a Redactor,
    pub(crate) options: &'a Options,
    /// The directory of the manifest.
    pub(crate) directory: &'a Path,
    /// The same as messages show it.
    pub(crate) shown: PathBuf,
    /// Whether nothing is left half done when the process ends while the text is taken apart.
    pub(crate) is_alone: bool,
}

impl Workshop<'_> {
    /// Makes a catalog of a text. In a survey its children are read too.
    pub(crate) fn assemble(&self, file: FileId, sources: &mut Sources, survey: Option<&mut Survey>) -> Loaded {
        let text = sources.text(file);
        let yaml = YamlOptions::manifest().with_limits(self.options.limits);
        let root = match self.take_apart(|| document::parse_any(&text, file, &yaml)) {
            Ok(root) => root,
            Err(problems) => return Loaded::unusable(problems),
        };
        if let Some(problem) = not_a_manifest(&root, file) {
            return Loaded { kind: DocumentKind::of(&root), ..Loaded::unusable(problem) };
        }
        let mut problems = Diagnostics::new();
        let surroundings = self.options.inputs.surroundings(self.world, self.redactor, sources, &mut problems);
        let (top, found) = decoded(&root, sources);
        let asked = top.as_ref().and_then(|top| top.solution.as_ref());
        let beneath = self.beneath(asked, &root, &text, &surroundings, &mut problems);
        let resolved = self.data(beneath, &root, &text, &surroundings, sources, &mut problems);
        let environment = surroundings.with_data(&resolved, self.world, self.directory, self.redactor);
        let judge = self.options.inputs.judge.map(|judging| Arc::new(judge(judging, &root, &resolved, &surroundings)));
        problems.append(found);
        let list = match top.as_ref().and_then(|top| top.ccm.resources_jet_file.as_ref()) {
            Some(name) => self.rendered(name, top.as_ref(), &environment, sources, &mut problems),
            None => None,
        };
        let made = list.map(|list| (list, sources.text(list)));
        let (items, at) = match &made {
            Some((list, text)) => self.made_items(*list, text, &mut problems),
            None => resources_of(root),
        };
        let scene = Scene {
            environment,
            sources: sources.clone(),
            redactor: self.redactor.clone(),
            directory: self.directory.to_owned(),
            secrets: resolved.secrets,
            is_known: !problems.has_errors(),
            judge,
            is_needed: may_hold_expressions(made.as_ref().map_or(&text, |(_, made)| made)),
            made: Arc::default(),
            options: Arc::new(self.options.clone()),
        };
        let most = self.options.most_resources;
        let (catalog, unread, found) = self.take_apart(|| catalog::catalog(top.as_ref(), items, at, most, scene));
        problems.append(found);
        let around = match survey {
            Some(survey) => survey.children(&catalog, self, sources),
            None => Around::in_a_run(),
        };
        if let Some(unread) = unread {
            references::check(&catalog.steps, &unread, &around, catalog.scene.resolver(), &mut problems);
        }
        problems.sort();
        if made.is_some() {
            problems = once_each(problems, sources);
        }
        let catalog = (!problems.has_errors()).then_some(catalog);
        Loaded { catalog, kind: DocumentKind::Manifest, problems, fetched: None }
    }

    /// A large text takes seconds, in which nobody looks for a signal.
    fn take_apart<R>(&self, work: impl FnOnce() -> R) -> R {
        let _end = self.is_alone.then(|| self.world.interrupt.end_at_once());
        work()
    }

    /// Makes a catalog of one resource that was not written in a document.
    pub(crate) fn one(
        &self,
        definition: &'static TypeDef,
        body: Node<'_>,
        sources: &mut Sources,
    ) -> Result<Catalog, Diagnostics> {
        let mut problems = Diagnostics::new();
        let surroundings = self.options.inputs.surroundings(self.world, self.redactor, sources, &mut problems);
        let nothing = Node { span: body.span, kind: Kind::Map(Vec::new()), style: None };
        let resolved = self.data(None, &nothing, "", &surroundings, sources, &mut problems);
        let scene = Scene {
            environment: surroundings.with_data(&resolved, self.world, self.directory, self.redactor),
            sources: sources.clone(),
            redactor: self.redactor.clone(),
            directory: self.directory.to_owned(),
            secrets: resolved.secrets,
            is_known: !problems.has_errors(),
            judge: None,
            is_needed: true,
            made: Arc::default(),
            options: Arc::new(self.options.clone()),
        };
        let (catalog, found) = catalog::of_one(Raw { definition, body }, scene);
        problems.append(found);
        problems.sort();
        if problems.has_errors() { Err(problems) } else { Ok(catalog) }
    }

    /// How a key of the data of a document gets its value.
    pub(crate) fn explain(&self, file: FileId, key: &str, sources: &mut Sources) -> Result<Explanation, Diagnostics> {
        let text = sources.text(file);
        let limits = self.options.limits;
        let root = parse_data(&text, file, limits)?;
        let mut problems = Diagnostics::new();
        let surroundings = self.options.inputs.surroundings(self.world, self.redactor, sources, &mut problems);
        let over = self.overriding(sources, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        let parsed = over.as_ref().map(|(file, text)| parse_data(text, *file, limits)).transpose()?;
        let over = parsed.as_ref().zip(over.as_ref()).map(|(node, (_, text))| Document::new(node, text));
        let (top, _) = decoded(&root, sources);
        let asked = top.as_ref().and_then(|top| top.solution.as_ref());
        let beneath = self.beneath(asked, &root, &text, &surroundings, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        let stack = stack(beneath, Document::new(&root, &text), over, self.options.inputs.data.as_ref());
        // Secrets are known from here on.
        stack.resolve(&surroundings.for_data(), self.redactor)?;
        stack.explain(key, &surroundings.for_data())
    }

    /// The text of overriding data.
    fn overriding(&self, sources: &mut Sources, problems: &mut Diagnostics) -> Option<(FileId, Arc<String>)> {
        match self.options.inputs.overriding(self.world, sources, self.options.limits) {
            Ok(file) => file.map(|file| (file, sources.text(file))),
            Err(Overriding::Source(error)) => {
                problems.explain(&error);
                None
            }
            Err(Overriding::Document(found)) => {
                problems.append(found);
                None
            }
        }
    }

    /// The data of the manifest and of what is laid over it.
    fn data(
        &self,
        beneath: Option<Passed>,
        root: &Node<'_>,
        text: &str,
        surroundings: &Surroundings,
        sources: &mut Sources,
        problems: &mut Diagnostics,
    ) -> Resolved {
        let limits = self.options.limits;
        let overriding = self.overriding(sources, problems);
        let over = overriding.as_ref().and_then(|(file, text)| match parse_data(text, *file, limits) {
            Ok(node) => Some((node, text)),
            Err(found) => {
                problems.append(found);
                None
            }
        });
        let over = over.as_ref().map(|(node, text)| Document::new(node, text));
        let stack = stack(beneath, Document::new(root, text), over, self.options.inputs.data.as_ref());
        match stack.resolve(&surroundings.for_data(), self.redactor) {
            Ok(mut resolved) => {
                problems.append(std::mem::take(&mut resolved.warnings));
                resolved
            }
            Err(found) => {
                problems.append(found);
                Resolved::default()
            }
        }
    }

    /// The list of resources that a Jet template makes.
    fn rendered(
        &self,
        name: &Spanned<String>,
        top: Option<&Top>,
        environment: &data::template::Environment,
        sources: &mut Sources,
        problems: &mut Diagnostics,
    ) -> Option<FileId> {
        if top.is_some_and(|top| top.ccm.resources.is_some()) {
            let problem = Diagnostic::error(&TWO_LISTS, "`resources` and `resources_jet_file` cannot be used together");
            problems.push(problem.at(name.span, "given here").help("keep one of them".to_owned()));
            return None;
        }
        let mut refuse = |message: String, at: Span, help: Option<String>| {
            problems.push(Diagnostic::error(&JET, message).at(at, "in here").help(help));
        };
        // ccm: an absolute name is joined under the directory all the same.
        let path = self.directory.join(name.value.trim_start_matches('/'));
        let bytes = match self.world.files.read(&path, self.options.limits.size as u64) {
            Ok(bytes) => bytes,
            Err(error) => {
                refuse(error.to_string(), name.span, None);
                return None;
            }
        };
        let shown = self.shown.join(name.value.trim_start_matches('/')).display().to_string();
        let template = sources.add(shown.as_str(), String::from_utf8_lossy(&bytes));
        match render_jet(environment, &name.value, &bytes, self.options.limits.size.min(LONGEST_LIST)) {
            Ok(rendered) if rendered.text.iter().all(u8::is_ascii_whitespace) => {
                refuse("the template of resources gives no output".to_owned(), name.span, None);
                None
            }
            Ok(rendered) => {
                let map = rendered.map;
                let made = String::from_utf8_lossy(&rendered.text).into_owned();
                let shown = format!("{shown} (rendered)");
                Some(sources.add_made(shown, made, move |span| {
                    let origin = |at: u32| map.origin(at as usize).map(|origin| origin.place);
                    let (start, end) = (origin(span.start), origin(span.end.saturating_sub(1).max(span.start)));
                    let start =
                        start.map_or(Span::new(template, 0, 0), |place| Span::new(template, place.start, place.end));
                    let end = end.map_or(start.end, |place| place.end.max(start.start));
                    Span::new(template, start.start, end.max(start.start))
                }))
            }
            Err(error) => {
                let (message, place) = jet_words(&error);
                refuse(message, Span::new(template, place.start, place.end), error.help());
                None
            }
        }
    }

    /// The items of a list that was made.
    fn made_items<'t>(&self, file: FileId, text: &'t str, problems: &mut Diagnostics) -> (Vec<Node<'t>>, Span) {
        let at = Span::new(file, 0, 1);
        let yaml = YamlOptions::manifest().with_limits(self.options.limits);
        match document::parse_any(text, file, &yaml) {
            Ok(Node { kind: Kind::List(items), .. }) => (items, at),
            Ok(other) => {
                let message = format!("the template of resources must give a list, not {}", other.kind_name());
                problems.push(Diagnostic::error(&JET, message).at(other.span, "from here"));
                (Vec::new(), at)
            }
            Err(found) => {
                problems.append(found);
                (Vec::new(), at)
            }
        }
    }
}

/// What could be asked for: the data of this machine over that of all overrides, and the facts.
fn judge(judging: Judging, root: &Node<'_>, resolved: &Resolved, surroundings: &Surroundings) -> Judge {
    let (mut data, mut overridden) = (value::Map::new(), HashSet::new());
    for layer in root.get("overrides").and_then(Node::as_map).unwrap_or_default() {
        if let Value::Map(layer) = layer.value.to_value() {
            overridden.extend(layer.keys().filter_map(|key| key.as_str().map(str::to_owned)));
            data.merge(&layer);
        }
    }
    data.merge(&resolved.data);
    let here = Value::Map(resolved.data.clone());
    Judge { data: Value::Map(data), here, overridden, facts: Value::Map(surroundings.facts.all()), judging }
}

/// What is wrong with a template, and where in it.
fn jet_words(error: &JetError) -> (String, Range<u32>) {
    match error {
        JetError::Parse(error) => (error.problem.to_string(), error.place.start..error.place.end),
        JetError::Render(error) => (error.cause().to_string(), error.place().start..error.place().end),
        other => (other.to_string(), 0..0),
    }
}

/// A line of a loop makes many lines, all with its mistakes: each of them is told once.
fn once_each(problems: Diagnostics, sources: &Sources) -> Diagnostics {
    let mut each: Vec<(Diagnostic, usize)> = Vec::new();
    let mut seen: HashMap<_, usize> = HashMap::new();
    for problem in problems {
        let place = problem.span().map(|span| sources.place(span));
        match seen.entry((problem.code.id, problem.severity.word(), place)) {
            Entry::Occupied(at) => each[*at.get()].1 += 1,
            Entry::Vacant(at) => {
                at.insert(each.len());
                each.push((problem, 0));
            }
        }
    }
    let mut problems = Diagnostics::new();
    for (problem, more) in each {
        problems.push(match more {
            0 => problem,
            1 => problem.note("once more from the same place"),
            more => problem.note(format!("{more} times more from the same place")),
        });
    }
    problems
}

fn decoded(root: &Node<'_>, sources: &Sources) -> (Option<Top>, Diagnostics) {
    let mut decoder = Decoder::new(sources);
    let top = Top::decode(root, &mut decoder);
    (top, decoder.finish())
}

fn not_a_manifest(root: &Node<'_>, file: FileId) -> Option<Diagnostic> {
    if matches!(root.kind, Kind::Null) {
        let problem = Diagnostic::error(&EMPTY, "the manifest is empty").at(Span::new(file, 0, 0), "nothing in here");
        return Some(problem.help("a manifest begins with `ccm:`; see `upright explain manifest::empty`".to_owned()));
    }
    if DocumentKind::of(root) == DocumentKind::Solution {
        let problem = Diagnostic::error(&SOLUTION, "this is a solution, not a manifest");
        let problem = problem.at(root.span, "has the keys of a solution");
        return Some(problem.help("`upright run solution -f FILE` runs it".to_owned()));
    }
    None
}

/// The items of `ccm.resources`, and where they stand.
fn resources_of(root: Node<'_>) -> (Vec<Node<'_>>, Span) {
    let at = root.span;
    let Some(ccm) = into_entry(root, "ccm") else { return (Vec::new(), at) };
    let at = ccm.key.span;
    let Some(resources) = into_entry(ccm.value, "resources") else { return (Vec::new(), at) };
    match resources.value.kind {
        Kind::List(items) => (items, resources.key.span),
        _ => (Vec::new(), resources.key.span),
    }
}
