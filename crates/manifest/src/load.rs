//! From a path to a catalog.

use crate::catalog::{self, Catalog, Header};
use crate::codes::{EMPTY, SOLUTION};
use crate::document_kind::DocumentKind;
use crate::nodes::into_entry;
use crate::resolve;
use crate::secrets::register_settings;
use crate::top::{Top, not_available};
use diagnostics::{Diagnostic, Diagnostics, FileId, Redactor, Sources, Span};
use document::decode::{Decode, Decoder};
use document::{Kind, Limits, Node, Options as YamlOptions};
use engine::{Context, TypeDef};
use std::path::{Path, PathBuf};
use system::ReadWorld;
use system::files::{FileError, FileErrorKind};
use thiserror::Error;

/// What can be set about loading.
#[derive(Debug, Clone)]
pub struct Options {
    /// Limits of the document.
    pub limits: Limits,
    /// How many resources there may be.
    pub most_resources: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { limits: Limits::default(), most_resources: 100_000 }
    }
}

/// A document that was read, with what was found in it.
pub struct Loaded {
    /// The resources; only there when the document can be used.
    pub catalog: Option<Catalog>,
    /// What it is.
    pub kind: DocumentKind,
    /// Everything that was found, in document order.
    pub problems: Diagnostics,
}

/// A document that could not be read at all.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It is not there.
    #[error("manifest `{0}` does not exist")]
    Missing(String),
    /// It is there and cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Reads a manifest from a file; its texts go into `sources`. Nothing is changed by this.
pub fn load(
    path: &Path,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &Options,
) -> Result<Loaded, LoadError> {
    let bytes = match world.files.read(path, u64::try_from(options.limits.size).unwrap_or(u64::MAX)) {
        Ok(bytes) => bytes,
        Err(error) if error.is_nothing() => return Err(LoadError::Missing(path.display().to_string())),
        Err(FileError { kind: FileErrorKind::TooLarge { size, limit }, .. }) => {
            return Ok(unusable(too_large(path, size, limit)));
        }
        Err(error) => return Err(error.into()),
    };
    let name = path.display().to_string();
    let file = match document::text_of(&bytes, &name, sources.next()) {
        Ok(text) if text.len() < bytes.len() => sources.add(name, text),
        Ok(_) => sources.add(name, String::from_utf8(bytes).expect("it is text, as was just seen")),
        Err(problem) => {
            // Up to the byte in question the text is what it seems; behind it only the rest of the line is shown.
            let shown = problem.span().map_or(0, |span| span.start as usize + 80).min(bytes.len());
            sources.add(name, &*String::from_utf8_lossy(&bytes[..shown]));
            return Ok(unusable(problem));
        }
    };
    let loaded = parse(file, &base(path, world), sources, redactor, options);
    if !loaded.problems.is_empty() {
        register_settings(sources.content(file), redactor);
    }
    Ok(loaded)
}

fn too_large(path: &Path, size: u64, limit: u64) -> Diagnostic {
    let message = format!("`{}` has {size} bytes, more than the limit of {limit}", path.display());
    let help = "raise the limit if the document is meant to be that large".to_owned();
    Diagnostic::error(&document::yaml::codes::TOO_LARGE, message).help(help)
}

/// The directory that relative paths of a manifest start from.
fn base(path: &Path, world: &ReadWorld) -> PathBuf {
    let here = world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"));
    // What came through a pipe has no directory of its own.
    if path.starts_with("/dev") || path.starts_with("/proc/self/fd") {
        return here;
    }
    path.parent().map_or_else(|| here.clone(), |parent| here.join(parent))
}

fn unusable(problems: impl Into<Diagnostics>) -> Loaded {
    Loaded { catalog: None, kind: DocumentKind::Manifest, problems: problems.into() }
}

fn parse(file: FileId, directory: &Path, sources: &Sources, redactor: &Redactor, options: &Options) -> Loaded {
    let text = sources.text(file);
    let yaml = YamlOptions::manifest().with_limits(options.limits);
    let root = match document::parse_any(&text, file, &yaml) {
        Ok(root) => root,
        Err(problems) => return unusable(problems),
    };
    if let Some(problem) = not_a_manifest(&root, file) {
        return Loaded { kind: DocumentKind::of(&root), ..unusable(problem) };
    }
    let context = Context::new(directory.to_owned(), sources, redactor);
    let mut decoder = Decoder::new(sources);
    let top = Top::decode(&root, &mut decoder);
    refuse_what_is_not_available(&root, &mut decoder);
    let (items, at) = resources_of(root);
    let catalog = catalog::catalog(top, items, at, options.most_resources, &context, &mut decoder);
    let mut problems = decoder.finish();
    problems.sort();
    Loaded { catalog: (!problems.has_errors()).then_some(catalog), kind: DocumentKind::Manifest, problems }
}

fn not_a_manifest(root: &Node<'_>, file: FileId) -> Option<Diagnostic> {
    if matches!(root.kind, Kind::Null) {
        let problem = Diagnostic::error(&EMPTY, "the manifest is empty").at(Span::new(file, 0, 0), "nothing in here");
        return Some(problem.help("a manifest begins with `ccm:`; see `upright explain manifest::empty`".to_owned()));
    }
    if DocumentKind::of(root) == DocumentKind::Solution {
        let message = "this is a solution, and this version of upright runs manifests only";
        return Some(Diagnostic::error(&SOLUTION, message).at(root.span, "has the keys of a solution"));
    }
    None
}

/// Parts of a manifest that are known, and that this version of the program cannot carry out.
fn refuse_what_is_not_available(root: &Node<'_>, decoder: &mut Decoder<'_>) {
    let jet_file = root.get("ccm").and_then(|ccm| ccm.entry("resources_jet_file"));
    let parts = ["data", "hierarchy", "overrides"].into_iter().filter_map(|key| root.entry(key)).chain(jet_file);
    for entry in parts.filter(|entry| !entry.value.is_null()) {
        let what = format!("`{}`", entry.key.as_str().unwrap_or_default());
        decoder.report(not_available(&what).at(entry.key.span, "given here"));
    }
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

/// Makes a catalog of one resource, from a body that was not written in a document.
pub fn decode_one(
    definition: &TypeDef,
    body: &Node<'_>,
    directory: &Path,
    sources: &Sources,
    redactor: &Redactor,
) -> Result<Catalog, Diagnostics> {
    let context = Context::new(directory.to_owned(), sources, redactor);
    let mut decoder = Decoder::new(sources);
    let mut problems = Diagnostics::new();
    let body = resolve::resolve(body, &mut problems);
    let resources: Vec<_> = (definition.decode)(body, &mut decoder, &context).into_iter().collect();
    catalog::check(&resources, redactor, None, &mut problems);
    problems.append(decoder.finish());
    problems.sort();
    if problems.has_errors() {
        register_settings(sources.content(body.span.file), redactor);
        return Err(problems);
    }
    Ok(Catalog { header: Header::default(), resources })
}
