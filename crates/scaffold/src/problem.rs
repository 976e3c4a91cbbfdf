//! What can be wrong with a tree. All problems of a tree are reported at once.

use crate::codes;
use crate::post::PostError;
use diagnostics::{Code, Diagnostic, Diagnostics, Sources, Span};
use gostd::path::GlobError;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::Signal;
use system::files::{FileError, FileKind};
use value::Unknown;

/// All that is wrong with a tree, in the order of its paths. There is at least one problem.
#[derive(Debug)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }

    /// Whether somebody wanted us to stop.
    pub fn interrupted(&self) -> bool {
        self.0.iter().any(|problem| matches!(problem.kind, ProblemKind::Interrupted(_)))
    }

    /// Why it cannot be known before the run, when that is the only problem.
    pub fn unknown(&self) -> Option<Unknown> {
        let reasons: Option<Vec<&Unknown>> = self.0.iter().map(Problem::unknown).collect();
        Unknown::combine(reasons?)
    }

    /// All of them for a renderer; the templates that they are in are added to `sources`.
    pub fn report(&self, sources: &mut Sources) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        self.iter().for_each(|problem| diagnostics.push(problem.report(sources)));
        diagnostics
    }
}

impl From<Vec<Problem>> for Problems {
    fn from(mut problems: Vec<Problem>) -> Self {
        problems.sort_by(|a, b| a.path.as_os_str().cmp(b.path.as_os_str()));
        Self(problems)
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// One line for each.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if at == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// What is wrong with one file of a tree.
#[derive(Debug)]
pub struct Problem {
    /// The file, in the source or in the target.
    pub path: PathBuf,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A template that cannot be parsed or rendered.
    #[error("{0}")]
    Template(Box<TemplateProblem>),
    /// The source holds files and directories, nothing else.
    #[error("invalid file in source: it is {}", .0.with_article())]
    Source(FileKind),
    /// Something else is where a file or a directory has to be.
    #[error("it is {}, and the tree has {} of that name", .found.with_article(), .wanted.with_article())]
    InTheWay {
        /// What is there.
        found: FileKind,
        /// What has to be there.
        wanted: FileKind,
    },
    /// A directory of the target that is elsewhere.
    #[error("it is a symbolic link that leads out of `{}`", target.display())]
    LeadsOut {
        /// The target.
        target: PathBuf,
    },
    /// The target is the source.
    #[error("it is the source itself, and the outputs would replace their templates")]
    OwnSource,
    /// A template writes a file that the source has as a directory.
    #[error("a template writes this file, and the source has a directory of that name")]
    WrittenDirectory,
    /// Something that was tried with a file.
    #[error("{0}")]
    File(#[from] FileError),
    /// A command that cannot be used.
    #[error("{0}")]
    Post(#[from] PostError),
    /// A pattern of `copy_only`.
    #[error("{0}")]
    CopyOnly(#[from] GlobError),
    /// A command that failed.
    #[error("failed to post process: `{command}` {reason}{}", Output(output))]
    Command {
        /// The command, as it is written.
        command: String,
        /// How it ended.
        reason: String,
        /// What came out of it.
        output: String,
    },
    /// A limit is used up.
    #[error("{0}")]
    Limit(#[from] Exceeded),
    /// Only the run itself will know; seen in a rehearsal only.
    #[error("{}", .0.reason())]
    Unknown(Unknown),
    /// Somebody wants us to stop.
    #[error("interrupted by {0}")]
    Interrupted(Signal),
}

/// What a command said, on lines of its own.
struct Output<'a>(&'a str);

impl fmt::Display for Output<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.trim_end().lines().try_for_each(|line| write!(f, "\n  | {line}"))
    }
}

/// A limit that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Exceeded {
    /// [`Limits::depth`](crate::Limits::depth)
    #[error("directories are nested deeper than the limit of {0}")]
    Depth(usize),
    /// [`Limits::files`](crate::Limits::files)
    #[error("there are more files than the limit of {0}")]
    Files(usize),
    /// [`Limits::output`](crate::Limits::output)
    #[error("the output is larger than the limit of {0} bytes")]
    Output(u64),
    /// [`Limits::total`](crate::Limits::total)
    #[error("all outputs together are larger than the limit of {0} bytes")]
    Total(u64),
    /// [`Limits::nesting`](crate::Limits::nesting)
    #[error("partials render partials deeper than the limit of {0}")]
    Nesting(usize),
    /// [`Limits::partials`](crate::Limits::partials)
    #[error("a file renders more partials than the limit of {0}")]
    Partials(usize),
}

/// A template that cannot be parsed or rendered.
#[derive(Debug)]
pub struct TemplateProblem {
    /// What is wrong, as the engine says it.
    pub message: String,
    /// Where in the template.
    pub place: Option<Place>,
    /// The templates that rendered this one, the nearest first.
    pub through: Vec<(PathBuf, Option<Place>)>,
    /// The whole template.
    pub text: Arc<[u8]>,
}

/// A range of bytes in a template, with the line and the column where it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The place of a range of bytes in a text.
    pub fn of(text: &[u8], start: u32, end: u32) -> Self {
        let before = &text[..text.len().min(start as usize)];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX - 1);
        Self {
            line: count(memchr::memchr_iter(b'\n', before).count()) + 1,
            column: count(String::from_utf8_lossy(&before[line_start..]).chars().count()) + 1,
            start,
            end,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl TemplateProblem {
    /// Whether the template does not look like text.
    pub fn looks_binary(&self) -> bool {
        memchr::memchr(0, &self.text).is_some()
    }
}

impl fmt::Display for TemplateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.looks_binary() {
            f.write_str(" (the file has NUL bytes and looks binary; `copy_only` copies such files as they are)")?;
        }
        Ok(())
    }
}

impl Problem {
    pub(crate) fn new(path: impl Into<PathBuf>, kind: impl Into<ProblemKind>) -> Self {
        Self { path: path.into(), kind: kind.into() }
    }

    fn unknown(&self) -> Option<&Unknown> {
        match &self.kind {
            ProblemKind::Unknown(reason) => Some(reason),
            ProblemKind::File(error) => error.unknown(),
            _ => None,
        }
    }

    /// The whole problem for a renderer; a template that it is in is added to `sources`.
    pub fn report(&self, sources: &mut Sources) -> Diagnostic {
        match &self.kind {
            ProblemKind::Template(problem) => self.report_template(problem, sources),
            kind => Diagnostic::error(kind.code(), self.to_string()).help(kind.help().map(str::to_owned)),
        }
    }

    fn report_template(&self, problem: &TemplateProblem, sources: &mut Sources) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(&codes::TEMPLATE, problem.message.clone());
        let name = self.path.display().to_string();
        match problem.place {
            Some(place) => {
                let file = sources.add(name, String::from_utf8_lossy(&problem.text));
                let (start, end) = (shown_offset(&problem.text, place.start), shown_offset(&problem.text, place.end));
                diagnostic = diagnostic.at(Span::new(file, start, end), "");
            }
            None => diagnostic = diagnostic.note(format!("in {name}")),
        }
        for caller in callers(&problem.through) {
            diagnostic = diagnostic.note(caller);
        }
        diagnostic.help(problem.looks_binary().then(|| binary_help(&self.path)))
    }
}

/// How many of the templates that rendered each other are shown, beside the outermost.
const NEAREST: usize = 5;

fn callers(through: &[(PathBuf, Option<Place>)]) -> Vec<String> {
    let shown = |(path, place): &(PathBuf, Option<Place>)| format!("rendered by {}", At(path, *place));
    let hidden = through.len().saturating_sub(NEAREST + 1);
    if hidden < 2 {
        return through.iter().map(shown).collect();
    }
    let nearest = through[..NEAREST].iter().map(shown);
    nearest.chain([format!("[... {hidden} more in between]")]).chain(through.last().map(shown)).collect()
}

/// Where a byte is once everything that is no UTF-8 is replaced.
fn shown_offset(text: &[u8], at: u32) -> u32 {
    let before = &text[..text.len().min(at as usize)];
    u32::try_from(String::from_utf8_lossy(before).len()).unwrap_or(u32::MAX)
}

fn binary_help(path: &Path) -> String {
    let pattern = match (path.extension(), path.file_name()) {
        (Some(extension), _) => format!("*.{}", extension.display()),
        (None, name) => name.unwrap_or_default().display().to_string(),
    };
    format!("the file has NUL bytes and looks binary; `copy_only: [\"{pattern}\"]` copies such files as they are")
}

/// `path:line:column`, or only the path.
struct At<'a>(&'a Path, Option<Place>);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(place) => write!(f, "{}:{place}", self.0.display()),
            None => write!(f, "{}", self.0.display()),
        }
    }
}

/// `path:line:column: what is wrong`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            // These name their path themselves.
            ProblemKind::File(error) => write!(f, "{error}"),
            ProblemKind::Template(problem) => write!(f, "{}: {problem}", At(&self.path, problem.place)),
            kind => write!(f, "{}: {kind}", self.path.display()),
        }
    }
}

impl std::error::Error for Problem {}

impl ProblemKind {
    fn code(&self) -> &'static Code {
        match self {
            Self::Template(_) => &codes::TEMPLATE,
            Self::Source(_) => &codes::SOURCE,
            Self::InTheWay { .. } | Self::OwnSource | Self::WrittenDirectory => &codes::IN_THE_WAY,
            Self::LeadsOut { .. } => &codes::LEADS_OUT,
            Self::File(_) => &codes::FILE,
            Self::Post(_) | Self::CopyOnly(_) => &codes::PATTERN,
            Self::Command { .. } => &codes::COMMAND,
            Self::Limit(_) => &codes::LIMIT,
            Self::Unknown(_) | Self::Interrupted(_) => &codes::STOPPED,
        }
    }

    fn help(&self) -> Option<&'static str> {
        match self {
            Self::Source(FileKind::Link) => Some("put a copy of the file there, or move the link into `_partials`"),
            Self::LeadsOut { .. } => Some("make it a directory, or let the scaffold begin where the link leads to"),
            _ => None,
        }
    }
}
