//! The one path by which a provider is called: by resolvers, by actions and from the command line.

use crate::coerce::{CoerceError, coerce};
use crate::{
    CallError, Capability, Context, Descriptor, Fault, Inputs, Output, Registered, Registry, Schema, SchemaType,
    Stranger, keep_secrets, keep_urls, strangers,
};
use diagnostics::suggest;
use engine::{CallEvent, Happening, LogLevel, SpanIds};
use std::time::Duration;
use value::{Map, Timestamp, Value, lossy_text};

/// How strictly inputs are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    /// As resolvers are used to: any provider anywhere, unknown inputs are passed on, and what a schema forbids is for the
    /// provider to refuse.
    Lenient,
    /// As actions are used to: capabilities and schemas hold, inputs that the schema does not list are dropped.
    Strict,
    /// As people type: strict, and an input that the schema does not list is an error.
    ByHand,
}

/// Why there is no output. The texts are the original's.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// There is no such provider.
    #[error("provider {name:?} not found{}", .suggestion.map(|name| format!(", did you mean {name:?}?")).unwrap_or_default())]
    NoProvider {
        /// The name.
        name: String,
        /// One that is like it.
        suggestion: Option<&'static str>,
    },
    /// There is no such input. Only calls by hand are refused for it.
    #[error("provider `{provider}` has no input `{input}`; {help}")]
    NoInput {
        /// The provider.
        provider: &'static str,
        /// The name.
        input: String,
        /// What there is.
        help: String,
    },
    /// The provider is not made for this.
    #[error("provider {provider:?} does not support capability \"{mode}\"; supported: [{}]", names(supported))]
    Capability {
        /// The provider.
        provider: &'static str,
        /// What it was used for.
        mode: Capability,
        /// What it is made for.
        supported: &'static [Capability],
    },
    /// Inputs that do not fit.
    #[error("failed to resolve inputs: {0}")]
    Inputs(InputFault),
    /// Something would be changed where nothing may.
    #[error(
        "operation {operation:?} is a write operation and cannot be used in read-only execution mode \"{mode}\"; use a \
         workflow action instead"
    )]
    WriteOperation {
        /// The value of the input `operation`.
        operation: String,
        /// What the provider was used for.
        mode: Capability,
    },
    /// Inputs that the schema forbids.
    #[error("input validation failed: inputs: {}", listed(.0))]
    Invalid(Vec<String>),
    /// Inputs that the provider cannot make sense of.
    #[error("failed to decode inputs: {0}")]
    Decode(Fault),
    /// The provider failed.
    #[error("provider execution failed: {0}")]
    Failed(Fault),
}

/// What is wrong with one input.
#[derive(Debug, Clone, thiserror::Error)]
pub enum InputFault {
    /// It has to be given.
    #[error("required property {0:?} is missing")]
    Missing(&'static str),
    /// It was given as null.
    #[error("property {0:?}: no input form specified (must provide one of: literal, rslvr, expr, tmpl)")]
    Null(String),
    /// It cannot be made to fit.
    #[error("property {name:?}: {why}")]
    Type {
        /// The input.
        name: String,
        /// What is wrong with it.
        why: CoerceError,
    },
    /// The same, for an input that is never shown.
    #[error("property {0:?}: coercion failed for secret value")]
    Secret(String),
}

impl ExecuteError {
    /// What the provider itself said.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Decode(fault) | Self::Failed(fault) => Some(fault),
            _ => None,
        }
    }

    /// With keys that mean nothing: one of them may be why.
    fn beside(self, strange: Vec<String>) -> Self {
        let helped = |fault: Fault, strange: Vec<String>| {
            let help: Vec<String> = strange.into_iter().chain(fault.help.clone()).collect();
            fault.help((!help.is_empty()).then(|| help.join("; ")))
        };
        match self {
            Self::Decode(fault) => Self::Decode(helped(fault, strange)),
            Self::Failed(fault) => Self::Failed(helped(fault, strange)),
            Self::Invalid(problems) => Self::Invalid(problems.into_iter().chain(strange).collect()),
            other => other,
        }
    }
}

/// Calls a provider. Values are taken as they are: nothing in them is interpreted again.
pub fn execute(
    registry: &Registry,
    provider: &str,
    inputs: Map,
    context: &Context<'_>,
    manners: Manners,
) -> Result<Output, ExecuteError> {
    let call = Call::begin(provider, context);
    let result = find(registry, provider).and_then(|registered| {
        keep_secrets(registered.descriptor(), &inputs, &context.run.redactor);
        inputs.values().for_each(|value| keep_urls(value, &context.run.redactor));
        let strange = strange_keys(registered, &inputs, manners);
        let result = fit(registered, inputs, context, manners).and_then(|inputs| call.run(registered, inputs));
        match result {
            Ok(mut output) => {
                output.warnings.extend(strange);
                Ok(output)
            }
            Err(error) => Err(error.beside(strange)),
        }
    });
    call.end(&result);
    result
}

fn find<'r>(registry: &'r Registry, provider: &str) -> Result<&'r Registered, ExecuteError> {
    registry.get(provider).ok_or_else(|| ExecuteError::NoProvider {
        name: provider.to_owned(),
        suggestion: suggest(provider, registry.names()),
    })
}

fn check_mode(descriptor: &Descriptor, mode: Capability, manners: Manners) -> Result<(), ExecuteError> {
    if manners == Manners::Lenient || descriptor.supports(mode) {
        return Ok(());
    }
    Err(ExecuteError::Capability { provider: descriptor.name, mode, supported: descriptor.capabilities })
}

/// Everything that is checked before a provider sees its inputs.
fn fit(registered: &Registered, given: Map, context: &Context<'_>, manners: Manners) -> Result<Inputs, ExecuteError> {
    let (descriptor, mode) = (registered.descriptor(), context.mode);
    check_mode(descriptor, mode, manners)?;
    if manners == Manners::ByHand {
        check_names(descriptor, &given)?;
    }
    let inputs = match manners {
        Manners::Strict | Manners::ByHand => strict(descriptor, given)?,
        Manners::Lenient => lenient(descriptor, given),
    };
    let inputs = by_characters(descriptor, inputs);
    check_writes(descriptor, &inputs, mode)?;
    if manners != Manners::Lenient {
        let problems = registered.inputs.problems(&inputs, &context.run.redactor);
        if !problems.is_empty() {
            return Err(ExecuteError::Invalid(problems));
        }
    }
    Ok(Inputs::new(inputs))
}

fn check_names(descriptor: &Descriptor, given: &Map) -> Result<(), ExecuteError> {
    match strangers(&descriptor.schema, given).into_iter().find(Stranger::is_input) {
        Some(stranger) => {
            Err(ExecuteError::NoInput { provider: descriptor.name, input: stranger.name(), help: stranger.help })
        }
        None => Ok(()),
    }
}

/// Keys inside of inputs that mean nothing. The original takes them, so a call goes on; documents are judged by who reads
/// them.
fn strange_keys(registered: &Registered, given: &Map, manners: Manners) -> Vec<String> {
    if manners != Manners::ByHand {
        return Vec::new();
    }
    let descriptor = registered.descriptor();
    let strange = strangers(&descriptor.schema, given).into_iter().filter(|stranger| !stranger.is_input());
    strange.map(|one| format!("{}; {}", one.problem(descriptor.name), one.help)).collect()
}

/// Only what the schema lists, in its types, with its defaults.
fn strict(descriptor: &Descriptor, mut given: Map) -> Result<Map, ExecuteError> {
    let schema = &descriptor.schema;
    let mut inputs = Map::with_capacity(given.len());
    for (name, property) in schema.properties() {
        let value = match given.remove(name) {
            Some(Value::Null) => return Err(ExecuteError::Inputs(InputFault::Null(name.to_owned()))),
            Some(value) => fitted(descriptor, name, value).map_err(ExecuteError::Inputs)?,
            None if property.default_value().is_some() => property.default_value().cloned().unwrap_or_default(),
            None if schema.required().contains(&name) => return Err(ExecuteError::Inputs(InputFault::Missing(name))),
            None => continue,
        };
        inputs.insert(name, value);
    }
    Ok(inputs)
}

fn fitted(descriptor: &Descriptor, name: &str, value: Value) -> Result<Value, InputFault> {
    let Some(property) = descriptor.schema.property(name) else { return Ok(value) };
    let Some(kind) = wanted(property, &value) else { return Ok(value) };
    let name = name.to_owned();
    coerce(value, kind).map_err(|why| {
        if descriptor.is_sensitive(&name) { InputFault::Secret(name) } else { InputFault::Type { name, why } }
    })
}

/// The type that a value has to get; nothing when it can stay.
fn wanted(property: &Schema, value: &Value) -> Option<SchemaType> {
    let kind = property.kind()?;
    let kind = if property.takes_fractions() { SchemaType::Number } else { kind };
    (!kind.holds(value)).then_some(kind)
}

/// Everything that was given, with types and defaults as far as they fit.
fn lenient(descriptor: &Descriptor, mut given: Map) -> Map {
    for (name, property) in descriptor.schema.properties() {
        match (given.get(name), given.get(name).and_then(|value| wanted(property, value)), property.default_value()) {
            (Some(value), Some(kind), _) if !property.is_as_given() && !value.is_null() => {
                if let Ok(fits) = coerce(value.clone(), kind) {
                    given.insert(name, fits);
                }
            }
            (None, _, Some(default)) => {
                given.insert(name, default.clone());
            }
            _ => {}
        }
    }
    given
}

/// Text that is not UTF-8 is shown by its characters to what does not ask for the bytes: names, paths, messages.
fn by_characters(descriptor: &Descriptor, mut inputs: Map) -> Map {
    if inputs.values().all(|value| value.as_raw_text().is_none()) {
        return inputs;
    }
    for (name, property) in descriptor.schema.properties() {
        let is_text = property.kind() == Some(SchemaType::String) && !property.takes_raw_text();
        if let Some(text) = inputs.get(name).filter(|_| is_text).and_then(Value::as_raw_text) {
            let shown = lossy_text(text).into_owned();
            inputs.insert(name, shown);
        }
    }
    inputs
}

fn check_writes(descriptor: &Descriptor, inputs: &Map, mode: Capability) -> Result<(), ExecuteError> {
    let operation = inputs.get("operation").and_then(Value::as_str).unwrap_or_default();
    if mode == Capability::Action || !descriptor.write_operations.contains(&operation) {
        return Ok(());
    }
    Err(ExecuteError::WriteOperation { operation: operation.to_owned(), mode })
}

/// A call, with everything that is told of it, also when it is refused before anything is done.
struct Call<'a> {
    provider: &'a str,
    context: &'a Context<'a>,
    started: Timestamp,
    start: Duration,
    span: Option<SpanIds>,
}

impl<'a> Call<'a> {
    fn begin(provider: &'a str, context: &'a Context<'a>) -> Self {
        let world = context.world.read();
        let span = context.span.map(|parent| SpanIds::below(parent, &*world.random));
        Self { provider, context, started: world.clock.now(), start: world.clock.monotonic(), span }
    }

    fn run(&self, registered: &Registered, inputs: Inputs) -> Result<Output, ExecuteError> {
        let (context, name) = (self.context, registered.descriptor().name);
        // Where something may be changed, everything is known.
        let is_known = context.world.act().is_some();
        if let Some(unknown) = (!is_known).then(|| registered.provider().unknown(&inputs)).flatten() {
            return Ok(Output::of(unknown));
        }
        context.log(LogLevel::Debug, "executing provider", &[("provider", name), ("mode", context.mode.name())]);
        let inner = Context { span: self.span.or(context.span), ..*context };
        let mut output = registered.provider().call(inputs, &inner).map_err(|error| named(error, name))?;
        warn_of_shape(registered, &mut output, context);
        Ok(output)
    }

    fn end(&self, result: &Result<Output, ExecuteError>) {
        let Self { provider, context, span, .. } = *self;
        let text = result.as_ref().err().map(|error| context.told(&error.to_string()).into_owned());
        if let Some(text) = &text {
            context.log(LogLevel::Error, "provider failed", &[("provider", provider), ("error", text)]);
        }
        (context.hear)(&Happening::Called(&CallEvent {
            provider,
            mode: context.mode.name(),
            dry_run: context.dry_run,
            started: self.started,
            took: context.world.read().clock.monotonic().saturating_sub(self.start),
            error: text.as_deref(),
            span,
        }));
    }
}

fn named(error: CallError, provider: &str) -> ExecuteError {
    match error {
        CallError::Decode(fault) => ExecuteError::Decode(fault.of(provider)),
        CallError::Execute(fault) => ExecuteError::Failed(fault.of(provider)),
    }
}

/// An output that is not as its schema says is worth a warning: the original never looked.
fn warn_of_shape(registered: &Registered, output: &mut Output, context: &Context<'_>) {
    let Some((_, checker)) = registered.outputs.iter().find(|(capability, _)| *capability == context.mode) else {
        return;
    };
    let Some(data) = output.data.as_map() else { return };
    for problem in checker.problems(data, &context.run.redactor) {
        output.warnings.push(format!("output of provider {:?}: {problem}", registered.descriptor().name));
    }
}

/// What a provider would do with these inputs, in a sentence.
pub fn what_if(registered: &Registered, inputs: &Inputs) -> String {
    let text = registered.provider().what_if(inputs).filter(|text| !text.is_empty());
    text.unwrap_or_else(|| format!("Would execute {} provider", registered.descriptor().name))
}

fn names(capabilities: &[Capability]) -> String {
    capabilities.iter().map(|capability| capability.name()).collect::<Vec<_>>().join(" ")
}

fn listed(problems: &[String]) -> String {
    match problems {
        [one] => one.clone(),
        many => format!("validation failed with {} errors:\n  - {}", many.len(), many.join("\n  - ")),
    }
}
