//! Templates: parsed once, rendered as often as wanted.

use std::io;

use value::Value;

use crate::builtin::Builtin;
use crate::compile::compile;
use crate::exec::{Job, Machine, Output, RenderError, SourceMap};
use crate::function::FunctionSet;
use crate::limits::Limits;
use crate::parse::{Ast, Delimiters, ParseError, parse};
use crate::program::Program;

/// What a map gives for a key that it does not have: the option `missingkey`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingKey {
    /// Nothing, which prints as `<no value>`: `default` or `invalid`.
    #[default]
    Default,
    /// The zero value of the map's type of values: `zero`.
    Zero,
    /// An error: `error`.
    Error,
}

impl MissingKey {
    /// The mode with this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "default" | "invalid" => Self::Default,
            "zero" => Self::Zero,
            "error" => Self::Error,
            _ => return None,
        })
    }
}

/// How a template is parsed.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// What begins an action; nothing is `{{`.
    pub left: &'o str,
    /// What ends an action; nothing is `}}`.
    pub right: &'o str,
    /// What missing keys give.
    pub missing_key: MissingKey,
    /// The functions beside the built-in ones.
    pub functions: &'o FunctionSet,
}

impl<'o> Options<'o> {
    /// Go's defaults with these functions.
    pub fn new(functions: &'o FunctionSet) -> Self {
        Self { left: "", right: "", missing_key: MissingKey::Default, functions }
    }
}

/// A template that is ready to be rendered, by many threads at once if need be.
#[derive(Debug)]
pub struct Template {
    pub(crate) name: Box<str>,
    pub(crate) source: Box<[u8]>,
    pub(crate) ast: Ast,
    program: Program,
    missing_key: MissingKey,
}

impl Template {
    /// Parses a source, which need not be UTF-8 outside of actions.
    pub fn parse(name: &str, source: impl Into<Vec<u8>>, options: &Options<'_>) -> Result<Self, ParseError> {
        let source: Box<[u8]> = source.into().into();
        let delimiters = Delimiters { left: delimiter(options.left, b"{{"), right: delimiter(options.right, b"}}") };
        let functions = options.functions;
        let has_function = |name: &str| functions.get(name).is_some() || Builtin::named(name).is_some();
        let ast = parse(name, &source, &delimiters, &has_function)?;
        let program = compile(&ast, &source, functions);
        Ok(Self { name: name.into(), source, ast, program, missing_key: options.missing_key })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its source.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Renders it with `data` as its dot.
    pub fn render(&self, data: &Value, limits: &Limits) -> Result<Vec<u8>, RenderError> {
        Ok(self.run(data, limits, Output::new(limits.output))?.into_parts().0)
    }

    /// Renders it into a writer. What was rendered before an error may have been written.
    pub fn render_to(&self, data: &Value, limits: &Limits, writer: &mut dyn io::Write) -> Result<(), RenderError> {
        self.run(data, limits, Output::new(limits.output).into(writer)).map(drop)
    }

    /// Renders it, and tells for every part of the output which part of the source made it.
    pub fn render_mapped(&self, data: &Value, limits: &Limits) -> Result<(Vec<u8>, SourceMap), RenderError> {
        Ok(self.run(data, limits, Output::new(limits.output).mapped())?.into_parts())
    }

    fn run<'w>(&self, data: &Value, limits: &Limits, output: Output<'w>) -> Result<Output<'w>, RenderError> {
        let job = Job {
            name: &self.name,
            source: &self.source,
            ast: &self.ast,
            program: &self.program,
            missing_key: self.missing_key,
            limits: *limits,
        };
        Machine::new(job, data, output).run()
    }
}

fn delimiter(given: &str, usual: &[u8]) -> Box<[u8]> {
    if given.is_empty() { usual.into() } else { given.as_bytes().into() }
}
