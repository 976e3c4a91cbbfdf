//! One call of a provider by a resolver.

use super::ResolverError;
use crate::model::Condition;
use crate::session::{Moment, Session};
use crate::spot::Spot;
use crate::strangers::unknown_keys;
use diagnostics::Spanned;
use document::decode::Entries;
use providers::{Bindings, Capability, Form, Inputs, Manners, Output, execute};
use std::sync::Arc;
use value::{Map, Unknown, Value};

/// What a call gave.
#[derive(Default)]
pub(super) struct Given {
    pub(super) value: Value,
    /// Whether some of it is a secret, however short.
    pub(super) is_secret: bool,
    /// What is worth telling.
    pub(super) warnings: Vec<String>,
    /// Calls that a rehearsal leaves out and that might change something.
    pub(super) left_out: Vec<LeftOut>,
}

/// A call that a rehearsal does not make.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The resolver that calls.
    pub resolver: Arc<str>,
    /// The provider.
    pub provider: String,
    /// What it is given; nothing when nobody knows that, or whether it is called at all.
    pub inputs: Option<Map>,
    /// Whether the resolver, or one that it needs, is never shown.
    pub holds_secret: bool,
}

/// Works the inputs out and calls the provider.
pub(super) fn call(
    session: &Session,
    provider: Option<&Spanned<String>>,
    inputs: Option<&Entries<Option<Form>>>,
    mode: Capability,
    moment: &Moment<'_>,
) -> Result<Given, ResolverError> {
    let Some(provider) = provider else { return Err(ResolverError::new("provider is required")) };
    let values = materialise(session, &provider.value, inputs, moment)?;
    let strange = unknown_keys(Some(provider), inputs, &values, &session.registry);
    let context = session.context(mode, moment);
    if moment.is_sensitive {
        session.keep_broken(&provider.value, inputs);
    }
    let rehearsed = context.world.act().is_none().then(|| values.clone());
    if let Some((doubt, inputs)) = moment.scope.doubt.as_ref().zip(rehearsed.as_ref())
        && Value::unknown_among(inputs.values()).is_none()
        && finds_what_is_there(session, &provider.value, inputs)
    {
        let left_out = left_out(session, &provider.value, rehearsed, moment);
        return Ok(Given { value: doubt.clone().into(), left_out, ..Given::default() });
    }
    match execute(&session.registry, &provider.value, values, &context, Manners::Lenient) {
        Ok(Output { data, warnings, secret_at, left_out: within, .. }) => {
            let warnings = warnings.into_iter().chain(strange).collect();
            let rehearsed = rehearsed.filter(|_| within || data.unknown().is_some());
            let left_out = left_out(session, &provider.value, rehearsed, moment);
            Ok(Given { is_secret: !secret_at.is_empty(), value: data, warnings, left_out })
        }
        Err(error) => {
            let spot = Spot::of_fault(error.fault(), inputs).unwrap_or_else(|| provider.span.into());
            let error = ResolverError::of_call(&error).at(spot).hidden_if(session.hides(moment));
            // One of them may be why.
            let help: Vec<String> = strange.into_iter().chain(error.help.clone()).collect();
            Err(ResolverError { help: (!help.is_empty()).then(|| help.join("; ")), ..error })
        }
    }
}

/// Whether what a call gives may depend on what others have done before.
fn finds_what_is_there(session: &Session, provider: &str, inputs: &Map) -> bool {
    session.registry.get(provider).is_some_and(|one| one.provider().looks(&Inputs::new(inputs.clone())))
}

/// A call that was not made, when it might change something.
fn left_out(session: &Session, provider: &str, inputs: Option<Map>, moment: &Moment<'_>) -> Vec<LeftOut> {
    let Some((inputs, calling)) = inputs.zip(moment.calling) else { return Vec::new() };
    let call = may_change(session, provider, &inputs).then(|| LeftOut {
        resolver: calling.name.into(),
        provider: provider.to_owned(),
        inputs: Some(inputs),
        holds_secret: false,
    });
    call.into_iter().collect()
}

/// A call of which nobody knows whether it is made, when it might change something.
pub(super) fn perhaps_left_out(
    session: &Session,
    provider: Option<&Spanned<String>>,
    inputs: Option<&Entries<Option<Form>>>,
    resolver: &str,
) -> Option<LeftOut> {
    let provider = &provider?.value;
    let value = |form: &Option<Form>| {
        let literal = form.as_ref().and_then(Form::as_literal).cloned();
        literal.unwrap_or_else(|| Unknown::new("it may not be called").into())
    };
    let entries = inputs.into_iter().flat_map(|inputs| inputs.iter());
    let inputs: Map = entries.map(|(name, form)| (name.value.as_str(), value(form))).collect();
    may_change(session, provider, &inputs).then(|| LeftOut {
        resolver: resolver.into(),
        provider: provider.clone(),
        inputs: None,
        holds_secret: false,
    })
}

fn may_change(session: &Session, provider: &str, inputs: &Map) -> bool {
    // What is registered in the run knows for itself; what is not fails there.
    session.registry.get(provider).is_some_and(|one| one.provider().may_change(&Inputs::new(inputs.clone())))
}

fn materialise(
    session: &Session,
    provider: &str,
    inputs: Option<&Entries<Option<Form>>>,
    moment: &Moment<'_>,
) -> Result<Map, ResolverError> {
    let bindings = Bindings::new(&session.run.engines, moment.scope, moment.iteration);
    let mut materialised = Map::new();
    for (name, form) in inputs.into_iter().flat_map(|inputs| inputs.iter()) {
        let Some(form) = form else {
            let text =
                format!("input \"{}\" has no value (nil); check for dangling YAML keys with no value", name.value);
            return Err(ResolverError::new(text).at(name.span));
        };
        let value = form.resolve(&bindings).map_err(|error| {
            session.keep_failed(Some(provider), &name.value, moment.is_sensitive, &error);
            let error = ResolverError::of_form(&error).hidden_if(session.hides(moment));
            error.within(format_args!("failed to resolve input \"{}\": ", name.value))
        })?;
        materialised.insert(name.value.as_str(), value);
    }
    Ok(materialised)
}

/// The answer of a condition, or why nobody knows it yet; one that is not there is true.
pub(super) fn holds(
    session: &Session,
    condition: Option<&Condition>,
    moment: &Moment<'_>,
) -> Result<Result<bool, Unknown>, ResolverError> {
    let Some(condition) = condition else { return Ok(Ok(true)) };
    if let Some(answer) = condition.as_constant() {
        return Ok(Ok(answer));
    }
    let bindings = Bindings::new(&session.run.engines, moment.scope, moment.iteration);
    if let Some(doubt) = bindings.doubt_of(&condition.text) {
        return Ok(Err(doubt));
    }
    let variables = bindings.variables();
    match session.run.engines.evaluate(&condition.text, variables) {
        Ok(Value::Bool(answer)) => Ok(Ok(answer)),
        Ok(Value::Unknown(unknown)) => Ok(Err(unknown)),
        Ok(other) => {
            let text = format!("condition must evaluate to boolean, got {}", other.type_name());
            Err(ResolverError::new(text).at(condition.span))
        }
        Err(error) => {
            let why = ResolverError::new(error.report(&condition.text, variables)).at(condition.spot(error.place()));
            let why = ResolverError { help: error.help(), ..why }.hidden_if(session.hides(moment));
            Err(why.within("condition evaluation failed: "))
        }
    }
}
