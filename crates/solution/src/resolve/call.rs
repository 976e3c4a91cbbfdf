//! One call of a provider by a resolver.

use super::ResolverError;
use crate::model::Condition;
use crate::session::{Moment, Session};
use crate::spot::Spot;
use crate::strangers::unknown_keys;
use diagnostics::Spanned;
use document::decode::Entries;
use providers::{Bindings, Capability, Form, Manners, Output, execute};
use value::{Map, Value};

/// What a call gave.
pub(super) struct Given {
    pub(super) value: Value,
    /// Whether some of it is a secret, however short.
    pub(super) is_secret: bool,
    /// What is worth telling.
    pub(super) warnings: Vec<String>,
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
    match execute(&session.registry, &provider.value, values, &context, Manners::Lenient) {
        Ok(Output { data, warnings, secret_at, .. }) => {
            let warnings = warnings.into_iter().chain(strange).collect();
            Ok(Given { is_secret: !secret_at.is_empty(), value: data, warnings })
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

/// The answer of a condition; one that is not there is true.
pub(super) fn holds(
    session: &Session,
    condition: Option<&Condition>,
    moment: &Moment<'_>,
) -> Result<bool, ResolverError> {
    let Some(condition) = condition else { return Ok(true) };
    if let Some(answer) = condition.as_constant() {
        return Ok(answer);
    }
    let bindings = Bindings::new(&session.run.engines, moment.scope, moment.iteration);
    let variables = bindings.variables();
    match session.run.engines.evaluate(&condition.text, variables) {
        Ok(Value::Bool(answer)) => Ok(answer),
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
