//! Go's `text/template`.

use crate::engine::{CallFailure, Data, Engine, Failure, Parsed, Renderer, Sight, Template, Tree};
use crate::problem::Place;
use gotmpl::go::Type;
use gotmpl::{Call, CallError, Cause, Function, FunctionSet, Limits, Options, Param, ParseError, RenderError};
use std::sync::Arc;
use value::Value;

/// Renders with Go's `text/template`.
#[derive(Debug, Clone)]
pub struct GoEngine {
    functions: FunctionSet,
    left: String,
    right: String,
    limits: Limits,
}

impl GoEngine {
    /// With these functions beside the built-in ones, `render` and `write`.
    pub fn new(functions: FunctionSet) -> Self {
        Self { functions, left: String::new(), right: String::new(), limits: Limits::default() }
    }

    /// With other delimiters; an empty one stays `{{` or `}}`.
    #[must_use]
    pub fn with_delimiters(self, left: impl Into<String>, right: impl Into<String>) -> Self {
        Self { left: left.into(), right: right.into(), ..self }
    }

    /// With other limits for each file.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

impl Engine for GoEngine {
    fn renderer(&self, tree: Arc<dyn Tree>) -> Box<dyn Renderer> {
        let (render, write) = (render(Arc::clone(&tree)), write(tree));
        Box::new(Self { functions: self.functions.clone().with(render).with(write), ..self.clone() })
    }

    /// In Go the error of a partial ends the file that it is in, and that error means that nothing is to be written.
    fn skips_with_partials(&self) -> bool {
        true
    }
}

impl Renderer for GoEngine {
    fn parse(&self, template: &Template<'_>) -> Result<Arc<dyn Parsed>, Failure> {
        let options = Options { left: &self.left, right: &self.right, ..Options::new(&self.functions) };
        match gotmpl::Template::parse(template.name, template.text, &options) {
            Ok(parsed) => Ok(Arc::new(Ready { parsed, limits: self.limits })),
            Err(error) => Err(not_parsed(template, &error)),
        }
    }
}

fn not_parsed(template: &Template<'_>, error: &ParseError) -> Failure {
    Failure {
        message: format!("parsing template {} failed: {error}", template.name),
        place: Some(Place::of(template.text, error.start, error.end)),
        unknown: None,
    }
}

struct Ready {
    parsed: gotmpl::Template,
    limits: Limits,
}

impl Parsed for Ready {
    fn render(&self, data: Data<'_>) -> Result<Vec<u8>, Failure> {
        let output = usize::try_from(data.limit).unwrap_or(usize::MAX).min(self.limits.output);
        let limits = Limits { output, ..self.limits };
        self.parsed.render(data.value, &limits).map_err(|error| not_rendered(self.parsed.source(), error))
    }

    fn sight(&self) -> Sight {
        if self.parsed.uses_data_as_a_whole() {
            return Sight::All;
        }
        let path = |path: &[Arc<str>]| path.iter().map(ToString::to_string).collect();
        Sight::Paths(self.parsed.references().iter().map(|reference| path(&reference.path)).collect())
    }
}

fn not_rendered(text: &[u8], error: RenderError) -> Failure {
    Failure {
        message: error.to_string(),
        place: Some(Place::of(text, error.start, error.end)),
        unknown: match error.cause {
            Cause::Unknown(reason) => Some(reason),
            _ => None,
        },
    }
}

const RENDER: &[Param] = &[Param::new("path", Type::String), Param::new("data", Type::Any)];
const WRITE: &[Param] = &[Param::new("path", Type::String), Param::new("content", Type::String)];

fn render(tree: Arc<dyn Tree>) -> Function {
    Function::closure("render", RENDER, Type::String, move |call: &mut Call<'_>| {
        let rendered = tree.render(call.bytes(0), call.value(1), false).map_err(call_error)?;
        call.charge(rendered.len())?;
        Ok(Value::text(rendered))
    })
    .help("scaffold", "the output of another file of the source, rendered with other data")
}

fn write(tree: Arc<dyn Tree>) -> Function {
    Function::closure("write", WRITE, Type::String, move |call: &mut Call<'_>| {
        tree.write(call.bytes(0), call.bytes(1)).map_err(call_error)?;
        Ok(Value::string(""))
    })
    .help("scaffold", "puts another file into the target and gives nothing")
}

fn call_error(failure: CallFailure) -> CallError {
    if failure.is_limit { CallError::limit(failure.message) } else { CallError::new(failure.message) }
}
