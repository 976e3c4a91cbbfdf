//! From forms to values.

use super::places::index_key;
use super::{Form, FormError, FormKind, FormProblem};
use crate::{Context, Engines, Inputs, Iteration, Scope, TemplateError, TemplateForm};
use gotmpl::{Cause, MissingKey};
use std::cell::OnceCell;
use std::sync::Arc;
use value::{Key, List, Map, Unknown, Value};

/// The names that forms can use, made when the first one asks.
pub struct Bindings<'a> {
    engines: &'a Engines,
    scope: &'a Scope,
    iteration: Option<&'a Iteration>,
    variables: OnceCell<Map>,
    root: OnceCell<Value>,
}

impl<'a> Bindings<'a> {
    /// The names of a scope, and of a step of a loop.
    pub fn new(engines: &'a Engines, scope: &'a Scope, iteration: Option<&'a Iteration>) -> Self {
        Self { engines, scope, iteration, variables: OnceCell::new(), root: OnceCell::new() }
    }

    /// The names of a call.
    pub fn of(context: &Context<'a>) -> Self {
        Self::new(&context.run.engines, context.scope, context.iteration)
    }

    /// What expressions see.
    pub fn variables(&self) -> &Map {
        self.variables.get_or_init(|| self.scope.variables(self.iteration))
    }

    /// What templates see: values of resolvers at the top, beside the other names.
    pub fn root(&self) -> &Value {
        self.root.get_or_init(|| {
            let mut root = self.scope.data.clone();
            for (name, value) in self.beside() {
                root.insert(name, value);
            }
            if !root.contains_key("__self") {
                root.insert("__self", Value::Null);
            }
            root.into()
        })
    }

    /// Why nobody knows what an expression or a template gives that looks at files.
    pub fn doubt_of(&self, text: &str) -> Option<Unknown> {
        self.scope.doubt.clone().filter(|_| functions::looks_at_files(text))
    }

    fn beside(&self) -> Map {
        self.scope.beside(self.iteration)
    }
}

impl Form {
    /// The value of the form. What comes out is not looked into again.
    pub fn resolve(&self, bindings: &Bindings<'_>) -> Result<Value, FormError> {
        match &self.kind {
            FormKind::Literal(value) => Ok(value.clone()),
            FormKind::List(items) => {
                let items = items.iter().enumerate().map(|(index, item)| below(item, bindings, || index_key(index)));
                items.collect::<Result<List, _>>().map(Value::from)
            }
            FormKind::Map(entries) => {
                let value = |(key, form): &(Key, Self)| Ok((key.clone(), below(form, bindings, || key.clone())?));
                entries.iter().map(value).collect::<Result<Map, _>>().map(Value::from)
            }
            simple => leaf(simple, bindings).or_else(|problem| {
                match unknown_of(&problem).or_else(|| self.unknown(bindings)) {
                    Some(unknown) => Ok(unknown.into()),
                    None => Err(self.fails(problem)),
                }
            }),
        }
    }

    fn fails(&self, problem: FormProblem) -> FormError {
        let text = match &self.kind {
            FormKind::Expression(text) | FormKind::Template(text) => Some(Arc::clone(text)),
            _ => None,
        };
        FormError { span: self.span, text, path: Vec::new(), problem: Box::new(problem) }
    }

    /// Why what it refers to is not known yet. A text with something in it that nobody knows is not known either.
    fn unknown(&self, bindings: &Bindings<'_>) -> Option<Unknown> {
        let named = self.references(bindings.engines).into_iter();
        let used = named.filter_map(|one| Some((bindings.scope.data.get(one.name.as_str())?.clone(), one.name)));
        let beside = bindings.beside();
        let named = self.uses(bindings.engines).into_iter().map(|one| one.root);
        let within = named.filter_map(|name| Some((beside.get(name.as_str())?.clone(), name)));
        Inputs::new(used.chain(within).map(|(value, name)| (name, value)).collect()).unknown()
    }
}

/// What a template could not use, though it names nothing: it takes all there is.
fn unknown_of(problem: &FormProblem) -> Option<Unknown> {
    match problem {
        FormProblem::Template(TemplateError::Render(error)) => match &error.cause {
            Cause::Unknown(unknown) => Some(unknown.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn leaf(kind: &FormKind, bindings: &Bindings<'_>) -> Result<Value, FormProblem> {
    if let FormKind::Expression(text) | FormKind::Template(text) = kind
        && let Some(doubt) = bindings.doubt_of(text)
    {
        return Ok(doubt.into());
    }
    match kind {
        FormKind::Resolver(name) => {
            let found = bindings.scope.data.get(&**name).cloned();
            found.ok_or_else(|| FormProblem::NoResolver(name.to_string()))
        }
        FormKind::Expression(text) => {
            let variables = bindings.variables();
            bindings.engines.evaluate(text, variables).map_err(|error| {
                let report = error.report(text, variables);
                FormProblem::Expression(error, report)
            })
        }
        FormKind::Template(text) => {
            let form = TemplateForm { missing_key: MissingKey::Error, ..TemplateForm::default() };
            bindings.engines.render("tmpl", text.as_bytes(), form, bindings.root()).map_err(FormProblem::Template)
        }
        FormKind::Broken(text) => Err(FormProblem::Broken(text.clone())),
        FormKind::Literal(_) | FormKind::List(_) | FormKind::Map(_) => Ok(Value::Null),
    }
}

/// Nesting is bounded by the reader.
fn below(form: &Form, bindings: &Bindings<'_>, step: impl FnOnce() -> Key) -> Result<Value, FormError> {
    form.resolve(bindings).map_err(|mut error| {
        error.path.insert(0, step());
        error
    })
}
