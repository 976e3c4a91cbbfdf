//! A template that is ready to run.

use std::sync::Arc;

use value::Value;

use crate::ast::Compiled;
use crate::error::RenderError;
use crate::functions::Functions;
use crate::limits::Limits;
use crate::loader::NoTemplates;
use crate::map::SourceMap;
use crate::options::Options;
use crate::parse::ParseError;
use crate::render::render;
use crate::set::Set;
use crate::variables::Variables;

/// A parsed template. Rendering leaves it as it is, so it can be used any number of times, by several threads.
#[derive(Clone)]
pub struct Template {
    pub(crate) set: Set,
    pub(crate) compiled: Arc<Compiled>,
}

/// What a template is given.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The variables. Null is a variable that holds nothing.
    pub variables: &'a dyn Variables,
    /// The value of `.`; nothing without it.
    pub context: Option<&'a Value>,
    /// The functions beside the built-in ones.
    pub functions: &'a Functions,
    /// What it may use up.
    pub limits: Limits,
}

impl Template {
    pub(crate) fn new(set: Set, compiled: Arc<Compiled>) -> Self {
        Self { set, compiled }
    }

    /// Parses a template that belongs to no set: there is nothing that it could include.
    pub fn parse(name: &str, text: &[u8], options: &Options) -> Result<Self, ParseError> {
        Set::new(NoTemplates, options).parse(name, text)
    }

    /// The name of the template: an absolute path.
    pub fn name(&self) -> &str {
        &self.compiled.source.name
    }

    /// The output.
    pub fn render(&self, input: Input<'_>) -> Result<Vec<u8>, RenderError> {
        render(self, input, false).map(|(output, _)| output)
    }

    /// The output, and where each part of it comes from.
    pub fn render_mapped(&self, input: Input<'_>) -> Result<(Vec<u8>, SourceMap), RenderError> {
        render(self, input, true)
    }
}
