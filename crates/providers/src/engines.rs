//! CEL and Go templates for all calls of a run, with what was compiled already.

use crate::embedded::below;
use crate::{Names, Settings};
use expr::cel::{CompileError, Engine, EvalError, Limits, Program};
use functions::cel::{Debug, library};
use functions::{EnvFunctions, Outside, local_zone, scafctl};
use gotmpl::{FunctionSet, MissingKey, ParseError, RenderError, Template};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use system::ReadWorld;
use value::{Key, Map, Value};

/// How many programs and templates are kept of each.
const KEPT: usize = 10_000;

/// Compiles and runs expressions and templates.
pub struct Engines {
    cel: Engine,
    functions: FunctionSet,
    limits: Limits,
    template_limits: gotmpl::Limits,
    programs: Kept<Program>,
    templates: Kept<Arc<Template>>,
}

/// Why an expression has no value.
#[derive(Debug)]
pub enum CelError {
    /// It is none.
    Compile(CompileError),
    /// It failed.
    Run(EvalError),
}

/// Why a template has no text.
#[derive(Debug)]
pub enum TemplateError {
    /// It is none.
    Parse(ParseError),
    /// It failed.
    Render(RenderError),
}

/// How a template is read.
#[derive(Debug, Clone, Copy, Default)]
pub struct TemplateForm<'a> {
    /// What begins an action; nothing is `{{`.
    pub left: &'a str,
    /// What ends an action; nothing is `}}`.
    pub right: &'a str,
    /// What missing keys give.
    pub missing_key: MissingKey,
}

impl Engines {
    /// Engines that see this world. `debug` takes what `debug.out` prints.
    pub fn new(world: &ReadWorld, settings: &Settings, debug: Option<Arc<dyn Debug>>) -> Self {
        let ReadWorld { files, clock, random, interrupt, environment, .. } = world.clone();
        let zone = local_zone(&*files, &*environment);
        let outside = Outside::new(Arc::clone(&clock), Arc::clone(&random)).with_zone(zone.clone());
        let cel =
            Engine::new().with(library(&functions::cel::Outside { files, clock, random, interrupt, zone, debug }));
        let env = if settings.template_environment { EnvFunctions::Allowed } else { EnvFunctions::Removed };
        let functions = scafctl(&outside.with_environment(environment).with_cel(cel.clone()), env);
        let limits = Limits { cost: settings.cel_cost_limit, ..Limits::default() };
        let template_limits = template_limits(settings);
        Self { cel, functions, limits, template_limits, programs: Kept::default(), templates: Kept::default() }
    }

    /// CEL itself.
    pub fn cel(&self) -> &Engine {
        &self.cel
    }

    /// The functions of templates.
    pub fn functions(&self) -> &FunctionSet {
        &self.functions
    }

    /// Their names.
    pub fn function_names(&self) -> impl Iterator<Item = &'static str> {
        self.functions.iter().map(gotmpl::Function::name)
    }

    /// The value of an expression with these variables.
    pub fn evaluate(&self, expression: &str, variables: &Map) -> Result<Value, CelError> {
        let program = self.program(expression, variables).map_err(CelError::Compile)?;
        program.evaluate_within(variables, self.limits).map(|value| expr::cel::to_plain(&value)).map_err(CelError::Run)
    }

    /// Whether an expression is one, where these variables can be used.
    pub(crate) fn compile(&self, expression: &str, variables: &Map) -> Result<(), CelError> {
        self.program(expression, variables).map(drop).map_err(CelError::Compile)
    }

    fn program(&self, expression: &str, variables: &Map) -> Result<Program, CompileError> {
        let names: Vec<&str> = variables.keys().filter_map(Key::as_str).collect();
        self.programs
            .get([expression].iter().chain(&names).map(|part| part.as_bytes()), || self.cel.compile(expression, &names))
    }

    /// What is wrong with an expression where these names can be used: what a run would find before it evaluates it.
    pub fn check(&self, expression: &str, names: &Names) -> Result<(), CompileError> {
        let used = if names.may_be_more { self.cel.references(expression)? } else { Vec::new() };
        let names = names.known.iter().map(String::as_str).chain(used.iter().map(|one| one.root.as_str()));
        self.cel.compile(expression, &names.collect::<Vec<_>>()).map(drop)
    }

    /// The resolvers that the expressions among some literal inputs use, each once. What does not parse uses nothing: it
    /// fails when it is evaluated.
    pub(crate) fn resolvers_of<'a>(&self, literals: &Map, inputs: impl Iterator<Item = &'a [&'a str]>) -> Vec<String> {
        let texts = inputs.filter_map(|way| below(literals.get(*way.first()?)?, &way[1..])?.as_str());
        let used = texts.flat_map(|text| self.cel.references(text).unwrap_or_default());
        let mut once = Vec::new();
        for name in used.filter(|one| one.root == "_").filter_map(|one| one.fields.into_iter().next()) {
            if !once.contains(&name) {
                once.push(name);
            }
        }
        once
    }

    /// The template with this text.
    pub fn template(
        &self,
        name: &str,
        text: impl AsRef<[u8]>,
        form: TemplateForm<'_>,
    ) -> Result<Arc<Template>, ParseError> {
        let text = text.as_ref();
        let missing = match form.missing_key {
            MissingKey::Default => "default",
            MissingKey::Zero => "zero",
            MissingKey::Error => "error",
        };
        let key = [text, name.as_bytes(), form.left.as_bytes(), form.right.as_bytes(), missing.as_bytes()];
        self.templates.get(key, || self.parse(name, text, form).map(Arc::new))
    }

    fn parse(&self, name: &str, text: &[u8], form: TemplateForm<'_>) -> Result<Template, ParseError> {
        let TemplateForm { left, right, missing_key } = form;
        let options = gotmpl::Options { left, right, missing_key, functions: &self.functions };
        Template::parse(name, text, &options)
    }

    /// The text that a template gives with this data.
    pub fn render(
        &self,
        name: &str,
        text: impl AsRef<[u8]>,
        form: TemplateForm<'_>,
        data: &Value,
    ) -> Result<Value, TemplateError> {
        let template = self.template(name, text, form).map_err(TemplateError::Parse)?;
        self.text_of(&template, data)
    }

    /// The same for a text that does not come again, such as a file of a tree: what is made of it is not kept.
    pub fn render_once(
        &self,
        name: &str,
        text: &[u8],
        form: TemplateForm<'_>,
        data: &Value,
    ) -> Result<Value, TemplateError> {
        let template = self.parse(name, text, form).map_err(TemplateError::Parse)?;
        self.text_of(&template, data)
    }

    fn text_of(&self, template: &Template, data: &Value) -> Result<Value, TemplateError> {
        template.render(data, &self.template_limits).map(Value::text).map_err(TemplateError::Render)
    }
}

/// What templates may build on the way to a text that is smaller.
const LARGEST_PART: usize = 64 << 20;

/// A text that is larger than a value may be is not made.
fn template_limits(settings: &Settings) -> gotmpl::Limits {
    let limits = gotmpl::Limits::default();
    let most = usize::try_from(settings.max_value_size).unwrap_or(usize::MAX);
    if most == 0 {
        return limits;
    }
    gotmpl::Limits { output: limits.output.min(most), value: limits.value.min(most.max(LARGEST_PART)), ..limits }
}

impl CelError {
    /// The whole message of the original, with the variables that there were.
    pub fn report(&self, expression: &str, variables: &Map) -> String {
        let named = variables.iter().filter_map(|(key, value)| Some((key.as_str()?, value)));
        match self {
            Self::Compile(error) => error.report(expression, &named.map(|(name, _)| name).collect::<Vec<_>>()),
            Self::Run(error) => error.report(expression, &named.collect::<Vec<_>>()),
        }
    }

    /// The place in the expression.
    pub fn place(&self) -> Option<Range<usize>> {
        match self {
            Self::Compile(error) => error.problems().first().map(|problem| problem.place.range()),
            Self::Run(error) => Some(error.place.range()),
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Compile(error) => error.problems().first().and_then(expr::cel::Problem::help),
            Self::Run(error) => error.help.clone(),
        }
    }
}

impl TemplateError {
    /// The place in the template.
    pub fn place(&self) -> Range<usize> {
        let (start, end) = match self {
            Self::Parse(error) => (error.start, error.end),
            Self::Render(error) => (error.start, error.end),
        };
        start as usize..end as usize
    }
}

/// What was made once, by the texts that it was made from.
struct Kept<T>(Mutex<HashMap<Box<[u8]>, T>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Kept<T> {
    fn get<'k, E>(&self, key: impl IntoIterator<Item = &'k [u8]>, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let key = key.into_iter().collect::<Vec<_>>().join(&0).into_boxed_slice();
        if let Some(kept) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(kept.clone());
        }
        // Made without the lock: another thread may make the same, which is no harm.
        let fresh = make()?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.insert(key, fresh.clone());
        }
        Ok(fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::{Engines, TemplateForm};
    use crate::Settings;
    use system::FakeWorld;
    use value::{Map, Value};

    #[test]
    fn what_does_not_come_again_is_not_kept() {
        let engines = Engines::new(&FakeWorld::new().read(), &Settings::default(), None);
        let kept = || engines.templates.0.lock().unwrap().len();
        let (form, data) = (TemplateForm::default(), Value::from(Map::new()));
        assert_eq!(engines.render_once("t", b"{{ 1 }}", form, &data).unwrap().as_str(), Some("1"));
        assert_eq!(kept(), 0);
        assert_eq!(engines.render("t", b"{{ 1 }}", form, &data).unwrap().as_str(), Some("1"));
        assert_eq!(kept(), 1);
    }
}
