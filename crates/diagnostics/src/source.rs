//! The texts that spans point into.

use crate::{FileId, Span, Veil};
use std::fmt;
use std::sync::Arc;

/// All texts that were loaded in a run, with their names. Cheap to ask, never forgets.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    files: Vec<Source>,
}

#[derive(Debug, Clone)]
struct Source {
    name: Arc<str>,
    /// A text as it was read; making it an `Arc<str>` would copy it once more.
    text: Arc<String>,
    /// Of a text that was made from others.
    origins: Option<Origins>,
    /// What must not be shown of it.
    veil: Option<Arc<Veil>>,
}

/// Says where a piece of a made text was written.
#[derive(Clone)]
struct Origins(Arc<dyn Fn(Span) -> Span + Send + Sync>);

impl fmt::Debug for Origins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Origins")
    }
}

/// A place as people count: lines from 1, columns in characters from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Sources {
    /// No texts yet.
    pub const fn new() -> Self {
        Self { files: Vec::new() }
    }

    /// The id that the next text will get.
    pub fn next(&self) -> FileId {
        FileId(u32::try_from(self.files.len()).expect("fewer than 2^32 files are loaded in a run"))
    }

    /// The texts that were taken in since this was the next one.
    pub fn since(&self, next: FileId) -> impl Iterator<Item = FileId> + use<> {
        (next.0..self.next().0).map(FileId)
    }

    /// All texts.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|source| source.text.as_str())
    }

    /// Takes a text in, under the name that messages show.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<String>) -> FileId {
        self.push(name.into(), text.into(), None)
    }

    /// Takes a text in that a template has made. `origin` leads from a span of it to the span that a person wrote, and
    /// that is what messages show.
    pub fn add_made(
        &mut self,
        name: impl Into<Arc<str>>,
        text: impl Into<String>,
        origin: impl Fn(Span) -> Span + Send + Sync + 'static,
    ) -> FileId {
        self.push(name.into(), text.into(), Some(Origins(Arc::new(origin))))
    }

    fn push(&mut self, name: Arc<str>, text: String, origins: Option<Origins>) -> FileId {
        let id = self.next();
        self.files.push(Source { name, text: Arc::new(text), origins, veil: None });
        id
    }

    /// From now on messages show of a text what the veil leaves.
    pub fn cover(&mut self, file: FileId, veil: Veil) {
        if let Some(source) = self.files.get_mut(file.0 as usize) {
            source.veil = Some(Arc::new(veil));
        }
    }

    /// Whether there is a veil over a text.
    pub fn is_covered(&self, file: FileId) -> bool {
        self.veil(file).is_some()
    }

    pub(crate) fn veil(&self, file: FileId) -> Option<&Veil> {
        self.files.get(file.0 as usize).and_then(|source| source.veil.as_deref())
    }

    /// Where a person wrote what a span covers: the span itself, unless its text was made from another one.
    #[must_use]
    pub fn written(&self, span: Span) -> Span {
        match self.files.get(span.file.0 as usize).and_then(|source| source.origins.as_ref()) {
            Some(origins) => (origins.0)(span),
            None => span,
        }
    }

    /// The name of a file, as given.
    pub fn name(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("?", |source| &source.name)
    }

    /// The name of a file, to keep.
    pub fn shared_name(&self, file: FileId) -> Arc<str> {
        self.files.get(file.0 as usize).map_or_else(|| Arc::from("?"), |source| source.name.clone())
    }

    /// How many lines end within a span.
    pub fn line_breaks(&self, span: Span) -> u32 {
        let count = memchr::memchr_iter(b'\n', self.slice(span).as_bytes()).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The whole text of a file; a handle that outlives further additions.
    pub fn text(&self, file: FileId) -> Arc<String> {
        self.files.get(file.0 as usize).map_or_else(Arc::default, |source| source.text.clone())
    }

    /// The whole text of a file, borrowed.
    pub fn content(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |source| &source.text)
    }

    /// How many files there are.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// The text that a span covers; empty when the span does not fit the file.
    pub fn slice(&self, span: Span) -> &str {
        self.files
            .get(span.file.0 as usize)
            .and_then(|source| source.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Line and column of the start of a span.
    pub fn position(&self, span: Span) -> Position {
        let Some(source) = self.files.get(span.file.0 as usize) else { return Position { line: 1, column: 1 } };
        let before = floor_char(&source.text, span.start as usize);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX - 1);
        Position {
            line: count(memchr::memchr_iter(b'\n', before.as_bytes()).count()) + 1,
            column: count(before[line_start..].chars().count()) + 1,
        }
    }

    /// `name:line:column` of the start of a span, the form that editors and terminals understand.
    pub fn place(&self, span: Span) -> String {
        let span = self.written(span);
        let at = self.position(span);
        format!("{}:{}:{}", self.name(span.file), at.line, at.column)
    }
}

/// The text before `at`, cut back to a character boundary.
fn floor_char(text: &str, at: usize) -> &str {
    &text[..text.floor_char_boundary(at)]
}
