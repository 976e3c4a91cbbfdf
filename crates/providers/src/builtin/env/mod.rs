//! `env`: the variables of the run. The process's own are never changed.

mod request;

use crate::{Capability, Context, Descriptor, Example, Fault, Inputs, Output, Provider, Schema};
use diagnostics::{SecretKind, secret_by_name};
use request::{Get, OPERATIONS, Request};
use value::{Map, Value, quote};

/// Reads and sets variables.
pub(super) struct Env;

impl Provider for Env {
    type Decoded = Request;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: inputs(),
            output_schemas: vec![(Capability::From, output())],
            capabilities: &[Capability::From],
            category: "system",
            tags: &["env", "environment", "variable"],
            examples: EXAMPLES,
            ..Descriptor::new("env", "Environment", "1.0.0", "Reads and sets environment variables of the run")
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Request, Fault> {
        Request::decode(&inputs)
    }

    fn execute(&self, request: Request, context: &Context<'_>) -> Result<Output, Fault> {
        match request {
            Request::Get(get) => read(get, context),
            Request::Set { name, .. } | Request::Unset { name } if is_rehearsal(context) => {
                Ok(Output::unknown(format!("{} is not set or unset in a rehearsal", quote(&name))))
            }
            Request::Set { name, value } => Ok(set(&name, &value, context)),
            Request::Unset { name } => Ok(unset(&name, context)),
            Request::List { prefix } => Ok(list(&prefix, context)),
        }
    }
}

/// Processes that are started from here on would see it.
fn is_rehearsal(context: &Context<'_>) -> bool {
    !context.dry_run && context.world.act().is_none()
}

fn inputs() -> Schema {
    const NAME: &str = "^[A-Za-z_][A-Za-z0-9_]*$";
    Schema::object("")
        .with("operation", Schema::text("What is done; with `key` alone it is `get`").one_of(OPERATIONS))
        .with("name", Schema::text("The variable; every operation but `list` needs it").at_most(256).pattern(NAME))
        .with("key", Schema::text("The same as `name`; alone it gives the bare value").at_most(256).pattern(NAME))
        .with("value", Schema::text("What `set` sets").at_most(4096))
        .with("default", Schema::text("What `get` gives when the variable is not set").at_most(4096))
        .with("prefix", Schema::text("`list` lists the variables whose names begin so").at_most(256))
        .with("raw", Schema::flag("Whether `get` gives the bare value"))
}

fn output() -> Schema {
    Schema::object("")
        .with("operation", Schema::text("What was done"))
        .with("name", Schema::text("The variable"))
        .with("value", Schema::text("Its value"))
        .with("exists", Schema::flag("Whether it is set"))
        .with("variables", Schema::object("The variables of `list`"))
        .with("count", Schema::integer("How many they are"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "A value or the next source",
        description: "With `key` alone a variable that is not set is an error, so that the next source is tried",
        yaml: "provider: env\ninputs:\n  key: HOME\n",
    },
    Example {
        name: "A value with a default",
        description: "The bare text",
        yaml: "provider: env\ninputs:\n  operation: get\n  name: EDITOR\n  default: vi\n  raw: true\n",
    },
    Example {
        name: "Variables with a prefix",
        description: "A map of names and values",
        yaml: "provider: env\ninputs:\n  operation: list\n  prefix: CI_\n",
    },
    Example {
        name: "Set a variable",
        description: "For processes that later steps start",
        yaml: "provider: env\ninputs:\n  operation: set\n  name: STAGE\n  value: test\n",
    },
];

/// What a variable holds, seen by a document: when its name says that it is a secret it is masked from here on.
fn seen(name: &str, value: String, context: &Context<'_>) -> String {
    if secret_by_name(name, &value) {
        context.run.redactor.register(value.as_bytes(), SecretKind::ByName);
    }
    value
}

/// The way to the value, when its name says that it is a secret.
fn own_field(name: &str, value: &str) -> Vec<Vec<String>> {
    if secret_by_name(name, value) { vec![vec!["value".to_owned()]] } else { Vec::new() }
}

fn read(get: Get, context: &Context<'_>) -> Result<Output, Fault> {
    let found = if context.dry_run { None } else { context.run.environment.get(&get.name) };
    let exists = found.is_some();
    let value = match found {
        Some(value) => seen(&get.name, value, context),
        None if context.dry_run => "[DRY-RUN] Value not retrieved".to_owned(),
        None if get.must_be_set && get.default.is_none() => {
            return Err(Fault::new(format!("environment variable {} not set", quote(&get.name))));
        }
        None => get.default.unwrap_or_default(),
    };
    if get.bare && matches!(context.mode, Capability::From | Capability::Transform) {
        let is_secret = exists && secret_by_name(&get.name, &value);
        let output = Output::of(value);
        return Ok(if is_secret { output.secret() } else { output });
    }
    let mut data = about("get", &get.name);
    let secret_at = if exists { own_field(&get.name, &value) } else { Vec::new() };
    data.insert("value", value);
    data.insert("exists", exists);
    Ok(Output { secret_at, ..Output::of(data) })
}

fn set(name: &str, value: &str, context: &Context<'_>) -> Output {
    if !context.dry_run {
        context.run.environment.set(name, value);
    }
    let mut data = about("set", name);
    data.insert("value", seen(name, value.to_owned(), context));
    Output { secret_at: own_field(name, value), ..Output::of(data) }
        .with("warning", "the variable is set for this run only")
}

fn unset(name: &str, context: &Context<'_>) -> Output {
    if !context.dry_run {
        context.run.environment.unset(name);
    }
    Output::of(about("unset", name)).with("warning", "the variable is unset for this run only")
}

fn list(prefix: &str, context: &Context<'_>) -> Output {
    let all = if context.dry_run { Vec::new() } else { context.run.environment.all() };
    let variables: Map = all
        .into_iter()
        .filter(|(name, _)| name.starts_with(prefix))
        .map(|(name, value)| {
            let value = seen(&name, value, context);
            (name, value)
        })
        .collect();
    let secret = |(name, value): (&value::Key, &Value)| {
        let name = name.as_str().filter(|name| value.as_str().is_some_and(|value| secret_by_name(name, value)))?;
        Some(vec!["variables".to_owned(), name.to_owned()])
    };
    let secret_at = variables.iter().filter_map(secret).collect();
    let mut data = Map::new();
    data.insert("operation", "list");
    data.insert("count", i64::try_from(variables.len()).unwrap_or(i64::MAX));
    data.insert("variables", variables);
    Output { secret_at, ..Output::of(data) }
}

fn about(operation: &str, name: &str) -> Map {
    [("operation", Value::string(operation)), ("name", Value::string(name))].into_iter().collect()
}
