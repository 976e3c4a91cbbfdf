//! Templates that belong together: one loader, one way of writing, one memory of what was parsed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::ast::Compiled;
use crate::loader::Loader;
use crate::options::Options;
use crate::parse::{ParseError, ParseProblem, Surroundings, parse};
use crate::path;
use crate::source::{At, Source};
use crate::symbols::Symbols;
use crate::template::Template;

/// What is added to a name until a template is found.
const EXTENSIONS: [&str; 4] = ["", ".jet", ".html.jet", ".jet.html"];

/// How many templates may extend and import each other in a row.
const MAX_USES: usize = 50;

/// A set of templates. Cheap to clone; all clones share what was parsed.
#[derive(Clone)]
pub struct Set {
    pub(crate) inner: Arc<SetInner>,
}

pub(crate) struct SetInner {
    loader: Box<dyn Loader>,
    options: Options,
    pub(crate) symbols: Symbols,
    /// By the name that was asked for.
    parsed: Mutex<HashMap<String, Arc<Compiled>>>,
}

impl Set {
    /// A set that finds templates with `loader`.
    pub fn new(loader: impl Loader + 'static, options: &Options) -> Self {
        let inner = SetInner {
            loader: Box::new(loader),
            options: options.complete(),
            symbols: Symbols::default(),
            parsed: Mutex::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Parses a text as if it were the template `name`. What it extends and imports is looked for with the loader.
    pub fn parse(&self, name: &str, text: &[u8]) -> Result<Template, ParseError> {
        let path = path::clean(name);
        if path == "/" {
            return Err(nowhere(name, ParseProblem::BadName(name.to_owned())));
        }
        let compiled = self.inner.parse(&path, text, None)?;
        Ok(Template::new(self.clone(), Arc::new(compiled)))
    }

    /// The template with this name, from the loader; parsed once.
    pub fn load(&self, name: &str) -> Result<Template, ParseError> {
        let path = path::resolve(name, "/");
        let compiled = self.inner.load(&path).map_err(|problem| nowhere(&path, problem))?;
        Ok(Template::new(self.clone(), compiled))
    }
}

/// A problem of a template as a whole.
fn nowhere(name: &str, problem: ParseProblem) -> ParseError {
    match problem {
        ParseProblem::InTemplate(error) => error,
        problem => ParseError {
            place: Source::new(name, b"").place(At::new(0, 0)),
            problem: Box::new(problem),
            line: 1,
            expecting: None,
        },
    }
}

/// The templates that are being parsed, the innermost first.
struct Users<'a> {
    path: &'a str,
    outer: Option<&'a Self>,
    count: usize,
}

impl SetInner {
    /// A template by its path, parsed once.
    pub(crate) fn load(&self, path: &str) -> Result<Arc<Compiled>, ParseProblem> {
        self.load_for(path, None)
    }

    fn load_for(&self, path: &str, users: Option<&Users<'_>>) -> Result<Arc<Compiled>, ParseProblem> {
        if let Some(found) = self.parsed().get(path) {
            return Ok(Arc::clone(found));
        }
        let (name, text) = self.read(path)?;
        let compiled = self.parse(&name, &text, users).map_err(ParseProblem::InTemplate)?;
        let compiled = Arc::new(compiled);
        self.parsed().insert(path.to_owned(), Arc::clone(&compiled));
        Ok(compiled)
    }

    fn parsed(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Compiled>>> {
        self.parsed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name with the extension under which a template was found, and its text.
    fn read(&self, path: &str) -> Result<(String, Vec<u8>), ParseProblem> {
        for extension in EXTENSIONS {
            let name = format!("{path}{extension}");
            let unreadable = |error: crate::LoadError| ParseProblem::UnreadableTemplate {
                path: name.clone(),
                reason: error.to_string(),
            };
            if let Some(text) = self.loader.load(&path::clean(&name)).map_err(unreadable)? {
                return Ok((name, text));
            }
        }
        Err(ParseProblem::MissingTemplate { path: path.to_owned() })
    }

    fn parse(&self, path: &str, text: &[u8], outer: Option<&Users<'_>>) -> Result<Compiled, ParseError> {
        let users = Users { path, outer, count: outer.map_or(1, |outer| outer.count + 1) };
        let find = |name: &str| self.find_used(name, &users);
        parse(path, text, &Surroundings { options: &self.options, symbols: &self.symbols, find: &find })
    }

    /// What a template extends or imports.
    fn find_used(&self, name: &str, users: &Users<'_>) -> Result<Arc<Compiled>, ParseProblem> {
        let path = path::resolve(name, users.path);
        let mut user = Some(users);
        while let Some(Users { path: used, outer, .. }) = user {
            if path::clean(used) == path::clean(&path) {
                return Err(ParseProblem::Circle { path: path.into() });
            }
            user = *outer;
        }
        if users.count >= MAX_USES {
            return Err(ParseProblem::TooDeep { limit: MAX_USES });
        }
        self.load_for(&path, Some(users))
    }
}
