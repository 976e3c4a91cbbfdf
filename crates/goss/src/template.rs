//! Included files are Go templates.

use functions::{Outside, sprig};
use gostd::regexp::Regexp;
use gostd::unicode::{is_space, to_lower, to_upper};
use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function, FunctionSet, Limits, MissingKey, Options, Param, Template};
use std::path::Path;
use std::sync::Arc;
use system::ReadWorld;
use system::files::ReadFiles;
use value::{List, Map, Value};

/// How long a file may be that a template reads.
const LONGEST: u64 = 8 << 20;

const TEXT: &[Param] = &[Param::new("text", Type::String)];
const TEXTS: &[Param] = &[Param::new("name", Type::String), Param::new("default", Type::String)];
const ANYTHING: &[Param] = &[Param::new("items", Type::Any)];
const REGEXP: &[Param] = &[Param::new("regexp", Type::String), Param::new("text", Type::String)];

/// What all included files are rendered with. Nothing is made before the first of them has a template in it.
pub(crate) struct Templates {
    world: ReadWorld,
    functions: Option<FunctionSet>,
}

impl Templates {
    pub(crate) fn new(world: &ReadWorld) -> Self {
        Self { world: world.clone(), functions: None }
    }

    pub(crate) fn render(&mut self, text: &str) -> Result<String, String> {
        if !text.contains("{{") {
            return Ok(text.to_owned());
        }
        let data = self.data();
        let functions = self.functions.get_or_insert_with(|| functions(&self.world));
        let options = Options { missing_key: MissingKey::Error, ..Options::new(functions) };
        let template = Template::parse("test", text, &options).map_err(|error| error.to_string())?;
        let limits = Limits { output: 64 << 20, ..Limits::default() };
        let rendered = template.render(&data, &limits).map_err(|error| error.to_string())?;
        String::from_utf8(rendered).map_err(|_| "the result is not UTF-8".to_owned())
    }

    /// `.Env`, and `.Vars`, which nobody can set.
    fn data(&self) -> Value {
        let vars = self.world.environment.vars().into_iter();
        let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        let env: Map = vars.map(|(name, value)| (text(name), text(value))).collect();
        Value::Map(Map::from_iter([("Env", Value::Map(env)), ("Vars", Value::Map(Map::new()))]))
    }
}

/// Those of sprig, and goss' own.
fn functions(world: &ReadWorld) -> FunctionSet {
    let outside = Outside::new(Arc::clone(&world.clock), Arc::clone(&world.random))
        .with_environment(Arc::clone(&world.environment));
    let mut set = sprig(&outside);
    let (files, environment) = (Arc::clone(&world.files), Arc::clone(&world.environment));
    set.extend([
        Function::new("mkSlice", ANYTHING, Type::Any, |call| Ok(Value::List(call.rest(0).iter().cloned().collect())))
            .variadic(),
        Function::closure("readFile", TEXT, Type::String, move |call| read_file(&*files, &call.text(0))),
        Function::closure("getEnv", TEXTS, Type::String, move |call| {
            let value = environment.var(&call.text(0)).unwrap_or_default();
            let default = call.rest(1).first().filter(|_| value.is_empty()).cloned();
            Ok(default.unwrap_or_else(|| Value::string(value.to_string_lossy().into_owned())))
        })
        .variadic(),
        Function::new("regexMatch", REGEXP, Type::Bool, |call| {
            Ok(compile(&call.text(0))?.is_match(call.bytes(1)).into())
        }),
        Function::new("toUpper", TEXT, Type::String, |call| Ok(to_upper(&call.text(0)).into())),
        Function::new("toLower", TEXT, Type::String, |call| Ok(to_lower(&call.text(0)).into())),
        Function::new("findStringSubmatch", REGEXP, Type::Any, find_groups),
    ]);
    set
}

fn compile(pattern: &str) -> Result<Regexp, CallError> {
    Regexp::compile(pattern).map_err(|error| CallError::new(error.to_string()))
}

fn read_file(files: &dyn ReadFiles, path: &str) -> Result<Value, CallError> {
    let bytes = files.read(Path::new(path), LONGEST).map_err(|error| CallError::new(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).trim_matches(is_space).into())
}

/// Groups by name, or by number when none has a name.
fn find_groups(call: &mut Call<'_>) -> Result<Value, CallError> {
    let (regexp, text) = (compile(&call.text(0))?, call.text(1).into_owned());
    let Some(groups) = regexp.find_groups(text.as_str()) else { return Ok(Value::Map(Map::new())) };
    let found = groups.iter().map(|group| group.clone().map_or("", |range| &text[range]));
    let found: List = found.collect();
    let named = found.iter().zip(regexp.group_names()).filter(|(_, name)| !name.is_empty());
    let named: Map = named.map(|(text, name)| (name.clone(), text.clone())).collect();
    let numbered = || found.iter().enumerate().map(|(index, text)| (index.to_string(), text.clone())).collect();
    Ok(Value::Map(if named.is_empty() { numbered() } else { named }))
}
