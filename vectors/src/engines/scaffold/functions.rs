//! The functions that manifests give to templates, as far as trees need them: what reads files begins in the room.

use expr::gjson;
use functions::{Outside, sprig};
use gotmpl::go::{Number, Type};
use gotmpl::{Call, CallError, Function, FunctionSet, Param};
use jet::{Arity, FunctionError, Functions, Input, Limits, Options, Template};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use system::{FakeClock, FakeEnvironment, FakeRandom};
use value::{Map, Value};

/// What a function answers, in words that both engines can use.
type Answer = Result<Value, String>;
/// A function for both engines.
type Body = fn(&Knowledge, &[Value]) -> Answer;

/// What the functions know.
struct Knowledge {
    variables: Map,
    directory: PathBuf,
}

const REST: &[Param] = &[Param::new("arguments", Type::Any)];

/// For Go templates.
pub(super) fn go(variables: &Map, directory: &Path) -> FunctionSet {
    let outside = Outside::new(Arc::new(FakeClock::at(1_735_787_045)), Arc::new(FakeRandom::default()))
        .with_environment(Arc::new(FakeEnvironment::in_directory(directory)));
    let known = Arc::new(Knowledge { variables: variables.clone(), directory: directory.to_owned() });
    let own: [(&'static str, Body); 6] = [
        ("lookup", |known, arguments| known.lookup(arguments).map(int64)),
        ("file", Knowledge::file),
        ("readFile", Knowledge::file),
        ("jet", Knowledge::jet),
        ("kvGet", |_, arguments| kv_get(arguments)),
        ("registrations", |_, _| Err("registrations function not available".to_owned())),
    ];
    let mut set = sprig(&outside);
    for (name, body) in own {
        let known = Arc::clone(&known);
        let call = move |call: &mut Call<'_>| body(&known, call.rest(0)).map_err(CallError::new);
        set.insert(Function::closure(name, REST, Type::Any, call).variadic());
    }
    set
}

/// For Jet.
pub(super) fn jet(variables: &Map, directory: &Path) -> Functions {
    let known = Arc::new(Knowledge { variables: variables.clone(), directory: directory.to_owned() });
    let own: [(&str, &str, Body); 6] = [
        ("lookup", "lookup: failed: ", Knowledge::lookup),
        ("file", "file: ", Knowledge::file),
        ("readFile", "file: ", Knowledge::file),
        ("template", "template: ", Knowledge::template),
        ("kvGet", "kvGet: ", |_, arguments| kv_get(arguments)),
        ("registrations", "registrations: ", |_, _| Err("registrations function not available".to_owned())),
    ];
    let mut functions = Functions::new();
    for (name, prefix, body) in own {
        let known = Arc::clone(&known);
        let prefix = prefix.to_owned();
        functions.add(jet::Function::new(name, Arity::at_least(0), move |call| {
            body(&known, call.arguments()).map_err(|error| FunctionError::new(format!("{prefix}{error}")))
        }));
    }
    functions
}

/// Go's `lookup` gives an `int64`, which templates can tell from an `int`.
fn int64(value: Value) -> Value {
    match value {
        Value::Int(number) => Number::Int64(number).into(),
        other => other,
    }
}

fn kv_get(arguments: &[Value]) -> Answer {
    Err(match arguments {
        [bucket, _] if bucket.as_str() == Some("") => "bucket name is required",
        [_, _] => "nats context not set",
        _ => "kvGet requires 2 string arguments: bucket, key",
    }
    .to_owned())
}

impl Knowledge {
    fn lookup(&self, arguments: &[Value]) -> Answer {
        let (key, default) = match arguments {
            [key] => (key, &Value::Null),
            [key, default] => (key, default),
            _ => return Err("lookup requires 1 or 2 arguments".to_owned()),
        };
        let key = key.as_str().ok_or("lookup requires a string argument")?;
        let roots = ["facts", "data", "environ"].map(|name| (name, self.variables.get(name).unwrap_or(&Value::Null)));
        match (gjson::lookup(roots, key).map_err(|error| error.to_string())?, default) {
            (Some(found), _) => Ok(found),
            (None, Value::Null) => Err(format!("missing key '{key}' in environment")),
            (None, default) => Ok(default.clone()),
        }
    }

    fn file(&self, arguments: &[Value]) -> Answer {
        let [Value::String(name)] = arguments else { return Err("readFile requires a string argument".to_owned()) };
        self.read(name).map(Value::from)
    }

    fn read(&self, name: &str) -> Result<String, String> {
        let path = self.directory.join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("failed to read file \"{}\": {error}", path.display()))
    }

    fn template(&self, arguments: &[Value]) -> Answer {
        match arguments {
            [Value::String(name)] if is_jet(name) => self.jet(arguments),
            [Value::String(_)] => Err("only Jet files are rendered here".to_owned()),
            _ => Err("template requires a string argument".to_owned()),
        }
    }

    fn jet(&self, arguments: &[Value]) -> Answer {
        let (text, left, right) = match arguments {
            [text] => (text.as_str(), "[[", "]]"),
            [text, left, right] => {
                (text.as_str(), left.as_str().unwrap_or_default(), right.as_str().unwrap_or_default())
            }
            _ => return Err("jet requires 1 or 3 arguments".to_owned()),
        };
        let text = text.ok_or("jet requires a string argument for template body")?;
        let text = if is_jet(text) { self.read(text)? } else { text.to_owned() };
        let options = Options::default().with_delimiters(left, right);
        let template = Template::parse("text", text.as_bytes(), &options).map_err(|error| error.to_string())?;
        let (context, functions) = (Value::Map(self.variables.clone()), Functions::new());
        let input = Input {
            variables: &self.variables,
            context: Some(&context),
            functions: &functions,
            limits: Limits::default(),
        };
        let rendered = template.render(input).map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&rendered).into_owned().into())
    }
}

/// Whether a text is the name of a Jet file.
fn is_jet(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|extension| extension == "jet")
}
