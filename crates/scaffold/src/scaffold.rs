//! A tree that is to be rendered.

use crate::engine::{Context, Engine};
use crate::memory::{Memory, NoMemory};
use crate::options::Options;
use std::path::PathBuf;
use std::sync::Arc;
use value::Value;

/// A source tree, a target, and all that is needed to render the one into the other.
#[derive(Clone)]
pub struct Scaffold {
    /// The directory with the templates.
    pub source: PathBuf,
    /// The directory that they are rendered into.
    pub target: PathBuf,
    /// What renders them.
    pub engine: Arc<dyn Engine>,
    /// What templates begin with.
    pub context: Arc<dyn Context>,
    /// How.
    pub options: Options,
    /// What commands made of files before.
    pub memory: Arc<dyn Memory>,
}

impl Scaffold {
    /// Renders `source` into `target`, with default options and without a memory.
    pub fn new(
        source: impl Into<PathBuf>,
        target: impl Into<PathBuf>,
        engine: Arc<dyn Engine>,
        context: Value,
    ) -> Self {
        let (source, target, context) = (source.into(), target.into(), Arc::new(context));
        Self { source, target, engine, context, options: Options::default(), memory: Arc::new(NoMemory) }
    }
}
