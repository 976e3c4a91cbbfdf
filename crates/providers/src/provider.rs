//! The contract: what somebody writes who adds a provider.

use crate::{BadTemplate, Context, Descriptor, Embedded, Engines, Fault, Inputs};
use value::{List, Map, Unknown, Value};

/// A stateless function with a schema. It runs only when it is named, and everything it gets has been resolved and checked
/// before.
pub trait Provider: Send + Sync {
    /// What [`decode`](Self::decode) makes of the inputs; [`Inputs`] when there is nothing to make.
    type Decoded;

    /// What it says about itself.
    fn descriptor(&self) -> Descriptor;

    /// From checked inputs to what it works with. No I/O.
    fn decode(&self, inputs: Inputs) -> Result<Self::Decoded, Fault>;

    /// Does it.
    fn execute(&self, inputs: Self::Decoded, context: &Context<'_>) -> Result<Output, Fault>;

    /// What it would do with these inputs, in a sentence; nothing is the sentence for all providers.
    fn what_if(&self, _inputs: &Inputs) -> Option<String> {
        None
    }

    /// Why nothing can be told of a call with these inputs, when some of them are not known yet: it is not made then. Whoever
    /// foresees something all the same says so here.
    fn unknown(&self, inputs: &Inputs) -> Option<Unknown> {
        inputs.unknown()
    }

    /// Whether a call with these inputs may leave something behind that another call could find. Inputs that are worked out
    /// are unknown.
    fn may_change(&self, _inputs: &Inputs) -> bool {
        true
    }

    /// Whether a call whose inputs are known may fail at all.
    fn may_fail(&self, _inputs: &Inputs) -> bool {
        true
    }

    /// Whether a call with these inputs touches nothing, so that somebody who only wants to know how it ends may call it.
    fn is_pure(&self, _inputs: &Inputs) -> bool {
        false
    }

    /// Whether what a call with these inputs gives may depend on what others have changed outside of the solution.
    fn looks(&self, inputs: &Inputs) -> bool {
        !self.is_pure(inputs)
    }

    /// How what it would give reads, in two parts: a sentence, and the details. Nothing is told by the files that it
    /// would change.
    fn preview(&self, _output: &Output) -> Option<(String, String)> {
        None
    }

    /// Where its inputs are expressions in CEL themselves.
    fn expressions(&self) -> &'static [Embedded] {
        &[]
    }

    /// What is wrong with the templates among its inputs, found without calling it. Inputs that are worked out are unknown.
    fn bad_templates(&self, _inputs: &Inputs, _engines: &Engines) -> Vec<BadTemplate> {
        Vec::new()
    }

    /// The resolvers that literal inputs refer to, beyond what is seen in references, expressions and templates. `None`
    /// leaves it to the general rule.
    fn extract_dependencies(&self, literals: &Map, engines: &Engines) -> Option<Vec<String>> {
        let mut expressions = self.expressions().iter().filter(|one| one.sees.resolvers()).peekable();
        expressions.peek()?;
        Some(engines.resolvers_of(literals, expressions.map(|one| one.at)))
    }
}

/// A provider of any kind, as the registry keeps it.
pub trait AnyProvider: Send + Sync {
    /// See [`Provider::descriptor`].
    fn descriptor(&self) -> Descriptor;
    /// Decodes and executes.
    fn call(&self, inputs: Inputs, context: &Context<'_>) -> Result<Output, CallError>;
    /// See [`Provider::what_if`].
    fn what_if(&self, inputs: &Inputs) -> Option<String>;
    /// See [`Provider::unknown`].
    fn unknown(&self, inputs: &Inputs) -> Option<Unknown>;
    /// See [`Provider::may_change`].
    fn may_change(&self, inputs: &Inputs) -> bool;
    /// See [`Provider::may_fail`].
    fn may_fail(&self, inputs: &Inputs) -> bool;
    /// See [`Provider::is_pure`].
    fn is_pure(&self, inputs: &Inputs) -> bool;
    /// See [`Provider::looks`].
    fn looks(&self, inputs: &Inputs) -> bool;
    /// See [`Provider::preview`].
    fn preview(&self, output: &Output) -> Option<(String, String)>;
    /// See [`Provider::expressions`].
    fn expressions(&self) -> &'static [Embedded];
    /// See [`Provider::bad_templates`].
    fn bad_templates(&self, inputs: &Inputs, engines: &Engines) -> Vec<BadTemplate>;
    /// See [`Provider::extract_dependencies`].
    fn extract_dependencies(&self, literals: &Map, engines: &Engines) -> Option<Vec<String>>;
}

/// Which of the two parts of a call failed.
#[derive(Debug)]
pub enum CallError {
    /// The inputs could not be made sense of.
    Decode(Fault),
    /// It was done, and failed.
    Execute(Fault),
}

impl<P: Provider> AnyProvider for P {
    fn descriptor(&self) -> Descriptor {
        Provider::descriptor(self)
    }

    fn call(&self, inputs: Inputs, context: &Context<'_>) -> Result<Output, CallError> {
        let decoded = self.decode(inputs).map_err(CallError::Decode)?;
        self.execute(decoded, context).map_err(CallError::Execute)
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Provider::what_if(self, inputs)
    }

    fn unknown(&self, inputs: &Inputs) -> Option<Unknown> {
        Provider::unknown(self, inputs)
    }

    fn may_change(&self, inputs: &Inputs) -> bool {
        Provider::may_change(self, inputs)
    }

    fn may_fail(&self, inputs: &Inputs) -> bool {
        Provider::may_fail(self, inputs)
    }

    fn is_pure(&self, inputs: &Inputs) -> bool {
        Provider::is_pure(self, inputs)
    }

    fn looks(&self, inputs: &Inputs) -> bool {
        Provider::looks(self, inputs)
    }

    fn preview(&self, output: &Output) -> Option<(String, String)> {
        Provider::preview(self, output)
    }

    fn expressions(&self) -> &'static [Embedded] {
        Provider::expressions(self)
    }

    fn bad_templates(&self, inputs: &Inputs, engines: &Engines) -> Vec<BadTemplate> {
        Provider::bad_templates(self, inputs, engines)
    }

    fn extract_dependencies(&self, literals: &Map, engines: &Engines) -> Option<Vec<String>> {
        Provider::extract_dependencies(self, literals, engines)
    }
}

/// What a call gives.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Output {
    /// The result.
    pub data: Value,
    /// What was not quite right.
    pub warnings: Vec<String>,
    /// What is worth knowing beside the result.
    pub metadata: Map,
    /// Whether the user has seen it already.
    pub streamed: bool,
    /// Where the result is a secret, however short: ways into it, the empty one for all of it.
    pub secret_at: Vec<Vec<String>>,
    /// Whether something was left out that a run would do, although the result is known.
    pub left_out: bool,
}

impl Output {
    /// This, and nothing beside.
    pub fn of(data: impl Into<Value>) -> Self {
        Self { data: data.into(), ..Self::default() }
    }

    /// Nothing can be known, because it is not done here; the reason stands in every text that uses the value.
    pub fn unknown(reason: impl Into<String>) -> Self {
        Self::of(Unknown::new(reason.into()))
    }

    /// With something worth knowing.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.metadata.insert(name, value.into());
        self
    }

    /// All of it is a secret.
    #[must_use]
    pub fn secret(self) -> Self {
        Self { secret_at: vec![Vec::new()], ..self }
    }

    /// The data as people see it: secrets have their mask, also those that are too short to be looked for elsewhere.
    pub fn shown(&self, mask: &str) -> Value {
        self.secret_at.iter().fold(self.data.clone(), |data, way| masked(data, way, mask))
    }

    /// The output as data: `data`, `warnings` and `metadata` as far as there are any.
    pub fn to_map(&self) -> Map {
        let mut map = Map::new();
        map.insert("data", self.data.clone());
        if !self.warnings.is_empty() {
            map.insert("warnings", self.warnings.iter().map(|text| Value::string(text.as_str())).collect::<List>());
        }
        if !self.metadata.is_empty() {
            map.insert("metadata", self.metadata.clone());
        }
        map
    }
}

fn masked(mut value: Value, way: &[String], mask: &str) -> Value {
    let Some((step, rest)) = way.split_first() else { return mask.into() };
    if let Some(inner) = value.as_map_mut().and_then(|map| map.get_mut(step.as_str())) {
        *inner = masked(std::mem::take(inner), rest, mask);
    }
    value
}
