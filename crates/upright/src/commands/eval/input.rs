//! What an expression works on: its own text, data and variables.

use std::io::Read;
use std::path::Path;

use clap::ArgMatches;
use diagnostics::{Diagnostics, FileId, Sources};
use document::{Limits, Options};
use system::files::{FileError, FileErrorKind};
use system::{Interrupt, ReadWorld};
use thiserror::Error;
use value::{Key, Map, Value};

use super::{Given, Language};

/// What was typed, read.
pub(super) struct Input {
    /// The texts that messages point into; the expression is one of them.
    pub(super) sources: Sources,
    /// The expression or template.
    pub(super) file: FileId,
    /// The same, as bytes: a template need not be text.
    pub(super) text: Vec<u8>,
    /// The data; null when none is given.
    pub(super) data: Value,
    /// Variables of the command line.
    pub(super) variables: Map,
    /// Delimiters of a template.
    pub(super) delimiters: Option<(String, String)>,
    /// This machine, to look at.
    pub(super) world: ReadWorld,
}

impl Input {
    /// The expression as text.
    pub(super) fn expression(&self) -> &str {
        self.sources.content(self.file)
    }
}

/// Why it could not be read.
#[derive(Debug, Error)]
pub(crate) enum InputError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("standard input: {0}")]
    Stdin(#[from] std::io::Error),
    #[error("standard input has more than {0} bytes, the limit; raise it with `--max-document-size`")]
    TooLong(usize),
    #[error("`--var {given}` is not a variable: expected `name=value`")]
    Variable { given: String },
    #[error(
        "variable `{name}` cannot be used: no expression can name it so; a name has letters, digits and `_`, and is no \
         word of the language"
    )]
    Name { name: String },
    #[error("variables are members of the data, and {kind} has none: give a map as the data, or no variables")]
    NoMembers { kind: &'static str },
    #[error("standard input can be the {text} or the data, not both")]
    OneStdin { text: String },
    /// Problems of the data, which point into it.
    #[error("the data cannot be read")]
    Data(Diagnostics, Box<Sources>),
}

/// Reads everything that the command line names.
pub(super) fn read(matches: &ArgMatches, language: &Language) -> Result<Input, InputError> {
    let mut input = read_text(matches, language)?;
    let options = (language.dialect)().with_limits(crate::limits::options(matches).limits);
    input.data = value(matches, &input.world, &mut input.sources, &options)?;
    let variables = variables(matches)?;
    match language.variables {
        Given::Names(is_name) => input.variables = reachable(variables, is_name)?,
        Given::Members => input.data = with_members(input.data, &variables)?,
    }
    Ok(input)
}

/// Variables that an expression can name.
fn reachable(variables: Map, is_name: fn(&str) -> bool) -> Result<Map, InputError> {
    let unnamed = variables.keys().filter_map(Key::as_str).find(|name| !is_name(name)).map(str::to_owned);
    unnamed.map_or(Ok(variables), |name| Err(InputError::Name { name }))
}

/// The data with variables as members of it.
fn with_members(mut data: Value, variables: &Map) -> Result<Value, InputError> {
    if variables.is_empty() {
        return Ok(data);
    }
    if !matches!(data, Value::Null | Value::Map(_)) {
        return Err(InputError::NoMembers { kind: data.kind().with_article() });
    }
    data.merge_shallow(&variables.clone().into());
    Ok(data)
}

/// Reads the expression or template alone.
pub(super) fn read_text(matches: &ArgMatches, language: &Language) -> Result<Input, InputError> {
    let world = ReadWorld::real(Interrupt::never(), Vec::new());
    let mut sources = Sources::new();
    let (name, text) = what(matches, language, &world, crate::limits::options(matches).limits)?;
    let file = sources.add(name, String::from_utf8_lossy(&text));
    let side = |name: &str| matches.try_get_one::<String>(name).ok().flatten().cloned();
    let delimiters = side("left").zip(side("right"));
    Ok(Input { sources, file, text, data: Value::Null, variables: Map::new(), delimiters, world })
}

/// The expression or template, and how messages call it.
fn what(
    matches: &ArgMatches,
    language: &Language,
    world: &ReadWorld,
    limits: Limits,
) -> Result<(String, Vec<u8>), InputError> {
    let given = |name: &str| matches.try_get_one::<String>(name).ok().flatten();
    let is_stdin = |name: &&str| given(name).is_some_and(|path| path == "-");
    if ["template-file", "expression-file", "file"].iter().filter(|name| is_stdin(name)).count() > 1 {
        return Err(InputError::OneStdin { text: language.called() });
    }
    if let Some(path) = given("template-file") {
        return Ok((path.clone(), bytes(path, world, limits)?));
    }
    if let Some(path) = given("expression-file") {
        let text = bytes(path, world, limits)?;
        if language.is_template() {
            return Ok((path.clone(), text));
        }
        let mut sources = Sources::new();
        document::take_in(text.clone(), path, &mut sources)
            .map_err(|problem| InputError::Data(problem.into(), Box::new(sources)))?;
        return Ok((path.clone(), text.strip_suffix(b"\n").unwrap_or(&text).to_vec()));
    }
    let text = ["expression", "template", "text"].into_iter().find_map(given);
    Ok((language.called(), text.cloned().unwrap_or_default().into_bytes()))
}

fn bytes(path: &str, world: &ReadWorld, limits: Limits) -> Result<Vec<u8>, InputError> {
    if path != "-" {
        return world.files.read(Path::new(path), limits.size as u64).map_err(|error| unread(path, error));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(limits.size as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limits.size { Err(InputError::TooLong(limits.size)) } else { Ok(bytes) }
}

fn unread(path: &str, error: FileError) -> InputError {
    let FileErrorKind::TooLarge { size, limit } = error.kind else { return error.into() };
    let mut sources = Sources::new();
    let problem = document::too_large(path, size, limit, &mut sources);
    InputError::Data(problem.into(), Box::new(sources))
}

/// The data and the variables, for templates of a tree.
pub(crate) fn data(matches: &ArgMatches, world: &ReadWorld) -> Result<(Value, Map), InputError> {
    let options = Options::manifest().with_limits(crate::limits::options(matches).limits);
    Ok((value(matches, world, &mut Sources::new(), &options)?, variables(matches)?))
}

fn value(
    matches: &ArgMatches,
    world: &ReadWorld,
    sources: &mut Sources,
    options: &Options,
) -> Result<Value, InputError> {
    let given = |name: &str| matches.get_one::<String>(name);
    let (name, bytes) = match (given("data"), given("file")) {
        (Some(data), _) => ("--data".to_owned(), data.clone().into_bytes()),
        (None, Some(path)) => (path.clone(), bytes(path, world, options.limits)?),
        (None, None) => return Ok(Value::Null),
    };
    let parsed = document::take_in(bytes, &name, sources).map_err(Diagnostics::from).and_then(|file| {
        let node = document::parse_any(sources.content(file), file, options)?;
        Ok(node.to_value())
    });
    parsed.map_err(|problems| InputError::Data(problems, Box::new(std::mem::take(sources))))
}

fn variables(matches: &ArgMatches) -> Result<Map, InputError> {
    let mut variables = Map::new();
    for given in matches.get_many::<String>("var").into_iter().flatten() {
        let Some((name, text)) = given.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            return Err(InputError::Variable { given: given.clone() });
        };
        variables.insert(name, Value::from_json(text).unwrap_or_else(|_| text.into()));
    }
    Ok(variables)
}
