//! The functions `render` and `write` of templates.

use super::crew::Candidate;
use super::worker::{MODE, Partial, Worker, is_blank};
use crate::engine::{CallFailure, Failure, Tree};
use crate::judge::{Content, Output};
use crate::lexical::{self, Outside};
use crate::problem::{Exceeded, TemplateProblem};
use std::path::Path;
use std::sync::{Arc, Weak};
use system::files::FileError;
use value::Value;

/// What templates call. It does not keep the worker alive, which keeps the functions that hold it.
pub(super) struct Handle(pub(super) Weak<Worker>);

impl Tree for Handle {
    fn render(&self, path: &[u8], data: &Value, whole: bool) -> Result<Vec<u8>, CallFailure> {
        self.0.upgrade().map_or_else(|| Err(over()), |worker| worker.render_partial(path, data, whole))
    }

    fn whole(&self) -> Value {
        self.0.upgrade().map_or(Value::Null, |worker| worker.state().whole.clone())
    }

    fn write(&self, path: &[u8], content: &[u8]) -> Result<(), CallFailure> {
        self.0.upgrade().map_or_else(|| Err(over()), |worker| worker.write(path, content))
    }
}

fn over() -> CallFailure {
    CallFailure::new("the tree is already rendered")
}

impl Worker {
    /// The function `render`.
    fn render_partial(&self, path: &[u8], data: &Value, whole: bool) -> Result<Vec<u8>, CallFailure> {
        let job = &self.job;
        let path = lexical::below(&job.root, path).map_err(|_| {
            let path = String::from_utf8_lossy(path);
            CallFailure::new(format!("{path} is not in source directory {}", job.root.display()))
        })?;
        let level = self.count_partial().map_err(|exceeded| CallFailure::limit(&exceeded))?;
        let partial = self.partial(&path)?;
        let outer = self.enter(level, if whole { data.clone() } else { Value::Null });
        let rendered = partial.parsed.render(job.data(data, whole, level));
        self.enter(level - 1, outer);
        let rendered = rendered.map_err(|failure| self.partial_failed(&path, failure, partial.text))?;
        if job.skip_empty && is_blank(&rendered) {
            self.state().is_blank = true;
            return Err(CallFailure::new("skipped rendering"));
        }
        Ok(rendered)
    }

    /// Goes into a partial or out of it; gives the context that was there.
    fn enter(&self, level: usize, whole: Value) -> Value {
        let mut state = self.state();
        state.depth = level;
        std::mem::replace(&mut state.whole, whole)
    }

    /// How deep the partial is that would be rendered now.
    fn count_partial(&self) -> Result<usize, Exceeded> {
        let (mut state, limits) = (self.state(), &self.job.limits);
        state.partials += 1;
        match (state.depth, state.partials) {
            (depth, _) if depth >= limits.nesting => Err(Exceeded::Nesting(limits.nesting)),
            (_, partials) if partials > limits.partials => Err(Exceeded::Partials(limits.partials)),
            (depth, _) => Ok(depth + 1),
        }
    }

    /// A partial, parsed once.
    fn partial(&self, path: &Path) -> Result<Partial, CallFailure> {
        if let Some(known) = self.partials().get(path) {
            return Ok(known.clone());
        }
        let read = self.job.files.read(&self.job.root.join(path), self.job.limits.output);
        let text: Arc<[u8]> = read.map_err(|error| self.partial_unread(&error))?.into();
        let parsed =
            self.parse(path, &text).map_err(|failure| self.partial_failed(path, failure, Arc::clone(&text)))?;
        let partial = Partial { parsed, text };
        self.partials().insert(path.to_owned(), partial.clone());
        Ok(partial)
    }

    fn partial_unread(&self, error: &FileError) -> CallFailure {
        if let Some(reason) = error.unknown() {
            self.state().unknown = Some(reason.clone());
        }
        CallFailure::new(error.to_string())
    }

    /// Keeps what the innermost partial said, and the way to it.
    fn partial_failed(&self, path: &Path, failure: Failure, text: Arc<[u8]>) -> CallFailure {
        let shown = self.job.root.join(path);
        let mut state = self.state();
        let message = failure.message;
        if failure.unknown.is_some() {
            state.unknown = failure.unknown;
        }
        match &mut state.failed {
            Some((_, inner)) if message.contains(&inner.message) => inner.through.push((shown, failure.place)),
            failed => {
                let (message, place) = (message.clone(), failure.place);
                *failed = Some((shown, TemplateProblem { message, place, through: Vec::new(), text }));
            }
        }
        CallFailure::new(message)
    }

    /// The function `write`.
    fn write(&self, path: &[u8], content: &[u8]) -> Result<(), CallFailure> {
        let target = &self.job.judge.target;
        let path = lexical::below(target, path).map_err(|Outside(path)| {
            CallFailure::new(format!("{} is not in target directory {}", path.display(), target.display()))
        })?;
        let (place, template) = {
            let state = self.state();
            (state.place, state.template.clone())
        };
        self.check_parent(&path, place)?;
        let output = Output { content: Content::Rendered(content.to_vec()), mode: MODE, mode_counts: false };
        let outcome = self.judge(&path, output);
        self.state().candidates.push(Candidate { place, path, template, outcome });
        Ok(())
    }

    /// A file can be written into directories that came before the template, and into the target itself.
    fn check_parent(&self, path: &Path, place: usize) -> Result<(), CallFailure> {
        let came_before = |path: &Path| self.job.source.places.get(path).is_some_and(|came| *came < place);
        let shown = || lexical::join(&self.job.judge.target, path);
        match path.parent() {
            None => Err(CallFailure::new(format!("{} is the target directory", shown().display()))),
            Some(_) if came_before(path) => Err(CallFailure::new(format!("{} is a directory", shown().display()))),
            Some(_) if memchr::memchr(0, path.as_os_str().as_encoded_bytes()).is_some() => {
                Err(CallFailure::new("a name with a NUL byte in it"))
            }
            Some(parent) if parent.as_os_str().is_empty() || came_before(parent) => Ok(()),
            Some(parent) => Err(CallFailure::new(format!(
                "{} cannot be written: the source has no directory {} before this template",
                shown().display(),
                parent.display()
            ))),
        }
    }
}
