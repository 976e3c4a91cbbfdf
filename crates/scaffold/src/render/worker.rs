//! Renders files one after the other, with the functions `render` and `write`.

use super::calls::Handle;
use super::crew::Candidate;
use crate::engine::{Context, Data, Engine, Failure, Parsed, Renderer, Template};
use crate::judge::{Content, Judge, Judged, Output};
use crate::options::Limits;
use crate::plan::{Uncertain, Verdict};
use crate::problem::{Exceeded, Problem, ProblemKind, TemplateProblem};
use crate::source::{Source, SourceFile};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use system::files::{FileError, ReadFiles};
use value::{Unknown, Value};

/// The permissions of files that do not have those of their templates.
pub(super) const MODE: u32 = 0o644;

/// What all workers share.
pub(crate) struct Job {
    pub(crate) files: Arc<dyn ReadFiles>,
    pub(crate) root: PathBuf,
    pub(crate) source: Source,
    pub(crate) context: Arc<dyn Context>,
    pub(crate) judge: Judge,
    pub(crate) skip_empty: bool,
    pub(crate) skips_with_partials: bool,
    pub(crate) preserve_modes: bool,
    pub(crate) limits: Limits,
    /// How many outputs there are.
    pub(crate) outputs: AtomicUsize,
    /// How many bytes they have.
    pub(crate) written: AtomicU64,
}

impl Job {
    pub(super) fn data<'a>(&self, value: &'a Value, whole: bool, level: usize) -> Data<'a> {
        Data { value, whole, limit: self.limits.output, level }
    }
}

/// Renders the files of one thread.
pub(super) struct Worker {
    pub(super) job: Arc<Job>,
    renderer: OnceLock<Box<dyn Renderer>>,
    /// Partials that were parsed, below the source.
    partials: Mutex<HashMap<PathBuf, Partial>>,
    state: Mutex<State>,
}

#[derive(Clone)]
pub(super) struct Partial {
    pub(super) parsed: Arc<dyn Parsed>,
    pub(super) text: Arc<[u8]>,
}

/// What happened while a file was rendered.
#[derive(Default)]
pub(super) struct State {
    /// When the file comes in the walk through the source.
    pub(super) place: usize,
    pub(super) template: PathBuf,
    /// Partials inside of each other.
    pub(super) depth: usize,
    /// Partials that were rendered.
    pub(super) partials: usize,
    /// The context, as the file or partial that is being rendered has it; nothing in a partial with other data.
    pub(super) whole: Value,
    /// A partial that failed; what it said is part of what the file says.
    pub(super) failed: Option<(PathBuf, TemplateProblem)>,
    /// A partial came out empty.
    pub(super) is_blank: bool,
    /// What a partial needs is only known later.
    pub(super) unknown: Option<Unknown>,
    pub(super) candidates: Vec<Candidate>,
}

impl Worker {
    pub(super) fn new(job: Arc<Job>, engine: &dyn Engine) -> Arc<Self> {
        let worker =
            Arc::new(Self { job, renderer: OnceLock::new(), partials: Mutex::default(), state: Mutex::default() });
        worker.renderer.get_or_init(|| engine.renderer(Arc::new(Handle(Arc::downgrade(&worker)))));
        worker
    }

    pub(super) fn partials(&self) -> MutexGuard<'_, HashMap<PathBuf, Partial>> {
        self.partials.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All that comes out of a file: what it writes, and then its own output.
    pub(super) fn run(&self, file: &SourceFile) -> Vec<Candidate> {
        *self.state() = State { place: file.place, template: file.path.clone(), ..State::default() };
        let outcome = self.output(file);
        let mut state = std::mem::take(&mut *self.state());
        if let Some(outcome) = outcome.transpose() {
            state.candidates.push(Candidate {
                place: file.place,
                path: file.path.clone(),
                template: file.path.clone(),
                outcome,
            });
        }
        state.candidates
    }

    /// Nothing for a file that is left out.
    fn output(&self, file: &SourceFile) -> Result<Option<Judged>, Problem> {
        let shown = self.job.root.join(&file.path);
        let content = if file.is_copied {
            Content::CopyOf(shown.clone(), file.size)
        } else {
            match self.rendered(file, &shown) {
                Ok(None) => return Ok(None),
                Ok(Some(bytes)) => Content::Rendered(bytes),
                Err(ProblemKind::Unknown(reason)) => return Ok(Some(unknown(self.mode(file), reason))),
                Err(kind) => return Err(self.trace(shown, kind)),
            }
        };
        let output = Output { content, mode: self.mode(file), mode_counts: self.job.preserve_modes };
        self.judge(&file.path, output).map(Some)
    }

    fn mode(&self, file: &SourceFile) -> u32 {
        if self.job.preserve_modes { file.mode } else { MODE }
    }

    fn rendered(&self, file: &SourceFile, shown: &Path) -> Result<Option<Vec<u8>>, ProblemKind> {
        let text = self.job.files.read(shown, self.job.limits.output).map_err(unknown_or_file)?;
        let parsed = self.parse(&file.path, &text);
        let rendered = parsed.and_then(|parsed| {
            let context = self.job.context.seen(&parsed.sight());
            self.state().whole = context.clone();
            parsed.render(self.job.data(&context, true, 0))
        });
        match rendered {
            Ok(bytes) if self.job.skip_empty && is_blank(&bytes) => Ok(None),
            Ok(bytes) => Ok(Some(bytes)),
            Err(_) if self.state().is_blank && self.job.skips_with_partials => Ok(None),
            Err(failure) => match failure.unknown.clone().or_else(|| self.state().unknown.take()) {
                Some(reason) => Err(ProblemKind::Unknown(reason)),
                None => Err(template_problem(failure, text.into())),
            },
        }
    }

    pub(super) fn parse(&self, path: &Path, text: &[u8]) -> Result<Arc<dyn Parsed>, Failure> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let renderer = self.renderer.get().expect("a worker has a renderer from the start");
        renderer.parse(&Template { name: &name, path, text })
    }

    /// Compares an output and counts it.
    pub(super) fn judge(&self, path: &Path, output: Output) -> Result<Judged, Problem> {
        let shown = self.job.judge.target.join(path);
        self.count(&output.content).map_err(|exceeded| Problem::new(&shown, exceeded))?;
        self.job.judge.judge(path, output).map_err(|kind| Problem::new(shown, kind))
    }

    fn count(&self, content: &Content) -> Result<(), Exceeded> {
        let limits = &self.job.limits;
        if self.job.outputs.fetch_add(1, Ordering::Relaxed) >= limits.files {
            return Err(Exceeded::Files(limits.files));
        }
        let Content::Rendered(bytes) = content else { return Ok(()) };
        let size = bytes.len() as u64;
        if size > limits.output {
            return Err(Exceeded::Output(limits.output));
        }
        let before = self.job.written.fetch_add(size, Ordering::Relaxed);
        if before.saturating_add(size) > limits.total { Err(Exceeded::Total(limits.total)) } else { Ok(()) }
    }

    /// The problem of a file, or of the partial that it is about.
    fn trace(&self, shown: PathBuf, kind: ProblemKind) -> Problem {
        let ProblemKind::Template(outer) = kind else { return Problem::new(shown, kind) };
        match self.state().failed.take() {
            // A template may have caught what the partial said, and have failed for another reason.
            Some((path, mut inner)) if outer.message.contains(&inner.message) => {
                inner.through.push((shown, outer.place));
                inner.message = outer.message;
                Problem::new(path, ProblemKind::Template(Box::new(inner)))
            }
            _ => Problem::new(shown, ProblemKind::Template(outer)),
        }
    }
}

fn unknown(mode: u32, reason: Unknown) -> Judged {
    let verdict = Verdict::MayChange(Uncertain::Unknown(reason));
    Judged { size: 0, mode, verdict, held: None, commands: Vec::new(), made_from: None }
}

fn unknown_or_file(error: FileError) -> ProblemKind {
    match error.unknown() {
        Some(reason) => ProblemKind::Unknown(reason.clone()),
        None => error.into(),
    }
}

fn template_problem(failure: Failure, text: Arc<[u8]>) -> ProblemKind {
    let Failure { message, place, .. } = failure;
    ProblemKind::Template(Box::new(TemplateProblem { message, place, through: Vec::new(), text }))
}

/// White space only, as Unicode has it.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().all(|chunk| chunk.invalid().is_empty() && chunk.valid().chars().all(char::is_whitespace))
}
