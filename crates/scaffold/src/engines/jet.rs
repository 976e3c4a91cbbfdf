//! Jet.

use crate::engine::{CallFailure, Data, Engine, Failure, Parsed, Renderer, Sight, Template, Tree};
use crate::problem;
use jet::{
    Arity, Call, Cause, Function, FunctionError, Functions, Input, Limits, LoadError, Loader, Options, Place, Set,
};
use std::sync::Arc;
use value::{Unknown, Value};

/// Renders with Jet. A template can include itself and nothing else: files of the tree are reached with `render`.
#[derive(Debug, Clone)]
pub struct JetEngine {
    functions: Functions,
    options: Options,
    limits: Limits,
}

impl JetEngine {
    /// With these functions beside the built-in ones, `render` and `write`.
    pub fn new(functions: Functions) -> Self {
        Self { functions, options: Options::default().with_delimiters("[[", "]]"), limits: Limits::default() }
    }

    /// With other delimiters; an empty one stays `[[` or `]]`.
    #[must_use]
    pub fn with_delimiters(mut self, left: &str, right: &str) -> Self {
        self.options = self.options.with_delimiters(left, right);
        self
    }

    /// With other limits for each file.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

impl Engine for JetEngine {
    fn renderer(&self, tree: Arc<dyn Tree>) -> Box<dyn Renderer> {
        let functions = self.functions.clone().with(render(Arc::clone(&tree))).with(write(tree));
        Box::new(JetRenderer { functions: Arc::new(functions), options: self.options.clone(), limits: self.limits })
    }
}

struct JetRenderer {
    functions: Arc<Functions>,
    options: Options,
    limits: Limits,
}

impl Renderer for JetRenderer {
    fn parse(&self, template: &Template<'_>) -> Result<Arc<dyn Parsed>, Failure> {
        let own = Own { path: format!("/{}", template.name), text: template.text.into() };
        match Set::new(own, &self.options).parse(template.name, template.text) {
            Ok(parsed) => Ok(Arc::new(Ready { parsed, functions: Arc::clone(&self.functions), limits: self.limits })),
            Err(error) => Err(Failure {
                message: format!("parsing template {} failed: {}", template.name, error.problem),
                place: Some(place(&error.place)),
                unknown: None,
            }),
        }
    }
}

/// The template itself, as upstream's loader has it.
struct Own {
    path: String,
    text: Box<[u8]>,
}

impl Loader for Own {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, LoadError> {
        Ok((path == self.path).then(|| self.text.to_vec()))
    }
}

fn place(place: &Place) -> problem::Place {
    problem::Place { line: place.line, column: place.column, start: place.start, end: place.end }
}

struct Ready {
    parsed: jet::Template,
    functions: Arc<Functions>,
    limits: Limits,
}

impl Parsed for Ready {
    fn render(&self, data: Data<'_>) -> Result<Vec<u8>, Failure> {
        let limits = Limits {
            output: usize::try_from(data.limit).unwrap_or(usize::MAX).min(self.limits.output),
            // All partials that are being rendered share one stack.
            depth: self.limits.depth / (data.level + 1),
            ..self.limits
        };
        let input = Input {
            // A partial has the named variables only when it is given the whole context, as upstream has it.
            variables: match data.value {
                Value::Map(variables) if data.whole => variables,
                _ => &(),
            },
            context: Some(data.value),
            functions: &self.functions,
            limits,
        };
        self.parsed.render(input).map_err(|error| Failure {
            message: error.cause().to_string(),
            place: Some(place(error.place())),
            unknown: match error.cause() {
                Cause::Unknown { reason } => Some(Unknown::new(reason.as_str())),
                _ => None,
            },
        })
    }

    /// What is below a variable that is assigned to is seen through all its names.
    fn sight(&self) -> Sight {
        let references = self.parsed.references();
        let dumps = references.calls.iter().any(|call| call.name == "dump");
        let assigns = references.variables.iter().any(|reference| reference.assigned);
        let uses_context = references.whole_context || !references.context.is_empty();
        if dumps || assigns || uses_context || !references.templates.is_empty() {
            return Sight::All;
        }
        Sight::Paths(references.variables.into_iter().map(|reference| reference.path).collect())
    }
}

fn render(tree: Arc<dyn Tree>) -> Function {
    Function::new("render", Arity::exactly(2), move |call: &Call<'_>| {
        let path = text(call, 0)?;
        let data = &call.arguments()[1];
        let rendered = tree.render(path, data, is_whole(call, data, &tree.whole()));
        let rendered = rendered.map_err(|failure| function_error("render", failure))?;
        Ok(Value::text(rendered))
    })
}

/// Whether a value is the context, as the template has changed it. Most often it is the very same map.
fn is_whole(call: &Call<'_>, data: &Value, whole: &Value) -> bool {
    match (data, whole) {
        (Value::Map(a), Value::Map(b)) => a.shares_with(b) || *data == call.current(whole),
        _ => false,
    }
}

fn write(tree: Arc<dyn Tree>) -> Function {
    Function::new("write", Arity::exactly(2), move |call: &Call<'_>| {
        let (path, content) = (text(call, 0)?, text(call, 1)?);
        tree.write(path, content).map_err(|failure| function_error("write", failure))?;
        Ok(Value::string(""))
    })
}

/// An argument that is text, UTF-8 or not.
fn text<'a>(call: &'a Call<'_>, position: usize) -> Result<&'a [u8], FunctionError> {
    let given = &call.arguments()[position];
    given
        .as_text_bytes()
        .or_else(|| given.as_bytes())
        .ok_or_else(|| FunctionError::new(format!("{}: argument {} is not text", call.name(), position + 1)))
}

fn function_error(name: &str, failure: CallFailure) -> FunctionError {
    FunctionError::new(format!("{name}: {failure}")).because(failure)
}
