//! Expressions of manifests, in the environment that manifests give them.

use expr::exprlang::{
    Budget, Environment, Function, FunctionCall, FunctionError, Program, Signature, Type, compile, compile_bool,
};
use serde_json::{Map as JsonMap, Number, Value as Json, json};
use value::{GoType, Map, Timestamp, Value};

use super::{Engine, placed};
use crate::case::Input;
use crate::compare;

pub(super) const ENGINE: Engine = Engine {
    name: "expr",
    compatibility: Some("crates/expr/COMPATIBILITY.md"),
    stages: &[],
    answer,
    agrees: |expected, got| compare::fields(&["value", "type", "text", "text_hex"], expected, got),
};

fn answer(input: &Input<'_>) -> Result<Json, String> {
    let text = input.required("expr")?;
    let variables = World::of(input);
    let program = match input.text("as") {
        Some("bool") => compile_bool(text, &environment()),
        _ => compile(text, &environment()),
    };
    Ok(match program {
        Ok(program) => run(text, &program, &variables),
        Err(error) => json!({ "error": placed(&error, text, error.place.range().start), "phase": "compile" }),
    })
}

fn run(text: &str, program: &Program, variables: &World) -> Json {
    match program.run(variables, &Budget::default()) {
        Ok(value) => shown(&value),
        Err(error) => json!({ "error": placed(&error, text, error.place.range().start), "phase": "run" }),
    }
}

fn environment() -> Environment {
    let accidental = ["GoFunctions", "JetFunctions", "JetVariables"];
    let declared = ["lookup", "readFile", "file", "template", "jet", "registrations", "kvGet"];
    let environment = Environment::new()
        .variable("Facts", Type::Map)
        .variable("Data", Type::Map)
        .variable("Environ", Type::StringMap)
        .variable("WorkingDir", Type::String)
        .variable("DefaultOnMissing", Type::Bool)
        .variable("RestrictFunctions", Type::Bool)
        .variable("KVGetFunc", Type::Function)
        .variable("RegistrationsFunc", Type::Function);
    let environment = accidental.into_iter().fold(environment, |environment, name| {
        environment.function(Function::new(name, Signature::new([], Type::Map), |_| Ok(six_entries())))
    });
    declared
        .into_iter()
        .fold(environment, |environment, name| environment.function(Function::declared(name, Signature::any())))
}

/// What stands for the functions that templates have.
fn six_entries() -> Value {
    (0..6).map(|number| (format!("f{number}"), Value::Null)).collect::<Map>().into()
}

/// What a case gives the expression.
struct World {
    variables: Map,
}

impl World {
    fn of(input: &Input<'_>) -> Self {
        let map = |name| match input.value(name) {
            Some(Value::Map(map)) => map,
            _ => Map::new(),
        };
        let variables = Map::from_iter([
            ("Facts", Value::from(map("facts"))),
            ("Data", map("data").into()),
            ("Environ", map("environ").with_type(GoType::STRING_MAP).into()),
            ("WorkingDir", "".into()),
            ("DefaultOnMissing", false.into()),
            ("RestrictFunctions", false.into()),
            ("KVGetFunc", Value::opaque(GoFunction)),
            ("RegistrationsFunc", Value::opaque(GoFunction)),
        ]);
        Self { variables }
    }

    fn lookup(&self, arguments: &[Value]) -> Result<Value, FunctionError> {
        let (key, default) = match arguments {
            [key] => (key, &Value::Null),
            [key, default] => (key, default),
            _ => return Err("lookup requires 1 or 2 arguments".into()),
        };
        let key = key.as_str().ok_or("lookup requires a string argument")?;
        let part = |name| self.variables.get(name).unwrap_or(&Value::Null);
        let entries = [("facts", part("Facts")), ("data", part("Data")), ("environ", part("Environ"))];
        let found = expr::gjson::lookup(entries, key).map_err(|error| error.to_string())?;
        match (found, default) {
            (Some(found), _) => Ok(found),
            (None, Value::Null) => Err(format!("missing key '{key}' in environment").into()),
            (None, default) => Ok(default.clone()),
        }
    }
}

impl expr::exprlang::Variables for World {
    fn get(&self, name: &str) -> Option<std::borrow::Cow<'_, Value>> {
        expr::exprlang::Variables::get(&self.variables, name)
    }

    fn now(&self) -> Option<Timestamp> {
        Timestamp::from_parts(1_700_000_000, 0, 0).ok()
    }

    fn call(&self, call: &FunctionCall<'_>) -> Result<Value, FunctionError> {
        let texts = |expected: usize| match call.arguments.iter().take_while(|value| value.as_str().is_some()).count() {
            _ if call.arguments.len() != expected => Err(format!("{} requires {expected} string arguments", call.name)),
            count if count < expected => Err(format!("{} argument {} must be a string", call.name, count + 1)),
            _ => Ok(()),
        };
        match call.name {
            "lookup" => self.lookup(call.arguments),
            "readFile" | "file" => Err("failed to read file".into()),
            "template" => match call.arguments {
                [text @ Value::String(_)] => Ok(text.clone()),
                _ => Err("template requires a string argument".into()),
            },
            "registrations" => texts(4).and(Err("registrations function not available".into())).map_err(Into::into),
            "kvGet" => texts(2).and(Err("kvGet function not available".into())).map_err(Into::into),
            name => Err(format!("{name} is not available").into()),
        }
    }
}

/// A function of the original's environment, which is there and cannot be used.
struct GoFunction;

impl value::Opaque for GoFunction {
    fn type_name(&self) -> &'static str {
        "func()"
    }

    fn equals(&self, _other: &dyn value::Opaque) -> bool {
        false
    }

    fn display(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("<func>")
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// A value as the record has it, with its type and its text.
pub(super) fn shown(value: &Value) -> Json {
    let mut out = json!({ "value": plain(value), "type": type_of(value), "text": value.to_string() });
    if let Some(raw) = value.as_raw_text() {
        out["text_hex"] = raw.iter().flat_map(|byte| hex(*byte)).collect::<String>().into();
    }
    out
}

fn hex(byte: u8) -> [char; 2] {
    [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or_default())
}

/// The value as the record has it.
fn plain(value: &Value) -> Json {
    match value {
        Value::Bool(truth) => (*truth).into(),
        Value::Int(number) => (*number).into(),
        Value::Uint(number) => (*number).into(),
        Value::Float(number) => Number::from_f64(*number).map_or_else(|| value.to_string().into(), Json::Number),
        Value::String(text) => (**text).into(),
        Value::Bytes(bytes) => bytes.iter().copied().collect(),
        Value::List(list) => list.iter().map(plain).collect(),
        Value::Map(map) => {
            Json::Object(map.iter().map(|(key, value)| (key.to_string(), plain(value))).collect::<JsonMap<_, _>>())
        }
        Value::Timestamp(time) => time.to_rfc3339().into(),
        Value::Duration(span) => span.as_nanos().into(),
        Value::Opaque(opaque) => match opaque.to_plain() {
            Some(Value::Map(map)) if map.is_empty() => Json::Null,
            None => Json::Null,
            Some(value) => plain(&value),
        },
        Value::Null | Value::Unknown(_) => Json::Null,
    }
}

fn type_of(value: &Value) -> String {
    match value {
        Value::Null => "nil".to_owned(),
        Value::Uint(_) => "int".to_owned(),
        Value::List(_) | Value::Bytes(_) => "array".to_owned(),
        Value::Timestamp(_) => "time".to_owned(),
        Value::Opaque(opaque) if opaque.type_name() == "string" => "string".to_owned(),
        Value::Opaque(opaque) if opaque.type_name().starts_with("map[") => "map".to_owned(),
        Value::Opaque(opaque) => format!("other:{}", opaque.type_name()),
        value => value.kind().name().to_owned(),
    }
}
