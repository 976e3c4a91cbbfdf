//! `validation`: patterns and conditions that a value has to meet.

use super::{expressions, words};
use crate::embedded::SUBJECT;
use crate::{Capability, Context, Descriptor, Embedded, Example, Fault, Inputs, Output, Provider, Schema, Sees};
use gostd::regexp::Regexp;
use value::{Map, Unknown, Value};

/// Checks a value.
pub(super) struct Validation;

/// What is checked, and against what.
pub(super) struct Rules {
    subject: Option<Value>,
    patterns: Vec<Pattern>,
    condition: Option<Condition>,
    message: Option<String>,
}

struct Pattern {
    input: &'static str,
    text: String,
    /// Whether it has to match, or must not.
    wanted: bool,
}

struct Condition {
    input: &'static str,
    text: String,
    /// The value of the expression that is good.
    wanted: bool,
}

impl Provider for Validation {
    type Decoded = Rules;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: schema(),
            output_schemas: vec![
                (
                    Capability::Validation,
                    Schema::object("")
                        .with("valid", Schema::flag("Always true: what is not valid is an error"))
                        .with("errors", Schema::list("Never there: what is not valid is an error"))
                        .with("details", Schema::text("What was found")),
                ),
                (Capability::Transform, Schema::any("The value that was checked")),
            ],
            capabilities: &[Capability::Validation, Capability::Transform],
            category: "validation",
            tags: &["validation", "regex", "cel"],
            examples: EXAMPLES,
            ..Descriptor::new(
                "validation",
                "Validation",
                "1.0.0",
                "Checks a value with regular expressions and conditions in CEL; what does not meet them is an error",
            )
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Rules, Fault> {
        let patterns: Vec<Pattern> = [("match", true), ("notMatch", false)]
            .into_iter()
            .filter_map(|(input, wanted)| Some(Pattern { input, text: inputs.filled(input)?.to_owned(), wanted }))
            .collect();
        let mut conditions = [("expression", true), ("failWhen", false)]
            .into_iter()
            .filter_map(|(input, wanted)| Some(Condition { input, text: inputs.filled(input)?.to_owned(), wanted }));
        let condition = conditions.next();
        if conditions.next().is_some() {
            return Err(Fault::new("'expression' and 'failWhen' are mutually exclusive -- use one or the other"));
        }
        let subject = inputs.get("value").or_else(|| inputs.get(SUBJECT)).cloned();
        Ok(Rules { subject, patterns, condition, message: inputs.filled("message").map(str::to_owned) })
    }

    fn execute(&self, rules: Rules, context: &Context<'_>) -> Result<Output, Fault> {
        let subject = rules.subject.as_ref().or_else(|| context.scope.names.get(SUBJECT).filter(|it| !it.is_null()));
        let Some(subject) = subject else {
            return Err(Fault::new("either 'value' or '__self' is required"));
        };
        if rules.patterns.is_empty() && rules.condition.is_none() {
            return Err(Fault::new("at least one of 'match', 'notMatch', 'expression', or 'failWhen' is required"));
        }
        if subject.as_unknown().is_some() {
            return Ok(Output::of(subject.clone()));
        }
        rules.patterns.iter().try_for_each(|pattern| pattern.check(subject, &rules))?;
        if let Some(condition) = &rules.condition
            && let Some(unknown) = condition.check(subject, &rules, context)?
        {
            return Ok(Output::of(unknown));
        }
        Ok(passed(subject, context.mode))
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn is_pure(&self, inputs: &Inputs) -> bool {
        let mut given = ["expression", "failWhen"].into_iter().filter(|name| inputs.get(name).is_some());
        given.all(|name| words::only_makes_a_value(inputs, name))
    }

    /// A condition may do without what is not known.
    fn unknown(&self, inputs: &Inputs) -> Option<Unknown> {
        inputs.unknown_beside("value")
    }

    fn expressions(&self) -> &'static [Embedded] {
        &[Embedded { at: &["expression"], sees: Sees::Subject }, Embedded { at: &["failWhen"], sees: Sees::Subject }]
    }
}

impl Rules {
    fn failed(&self, otherwise: String) -> Fault {
        Fault::new(self.message.clone().unwrap_or(otherwise))
    }
}

impl Pattern {
    fn check(&self, subject: &Value, rules: &Rules) -> Result<(), Fault> {
        let Self { input, text, wanted } = self;
        let Some(given) = subject.as_text_bytes() else {
            let kind = subject.type_name();
            return Err(Fault::new(format!("'{input}' pattern requires a string value, got {kind}")));
        };
        let pattern = Regexp::compile(text).map_err(|error| Fault::new(format!("invalid {input} pattern: {error}")))?;
        match (pattern.is_match(given), wanted) {
            (false, true) => Err(rules.failed(format!("value does not match pattern: {text}"))),
            (true, false) => Err(rules.failed(format!("value matches forbidden pattern: {text}"))),
            _ => Ok(()),
        }
    }
}

impl Condition {
    /// What the condition gives when it cannot be known yet.
    fn check(&self, subject: &Value, rules: &Rules, context: &Context<'_>) -> Result<Option<Value>, Fault> {
        let Self { input, text, wanted } = self;
        let mut variables = context.variables();
        variables.insert(SUBJECT, subject.clone());
        let value = expressions::evaluate(context, input, text, &variables)?;
        match value.as_bool() {
            Some(found) if found == *wanted => Ok(None),
            Some(false) => Err(rules.failed(format!("expression evaluated to false: {text}"))),
            Some(true) => Err(rules.failed(format!("error condition met: {text}"))),
            None if value.as_unknown().is_some() => Ok(Some(value)),
            None => Err(Fault::new(format!("{input} must return boolean, got {}", value.type_name()))),
        }
    }
}

/// The value goes on in a chain; elsewhere the original's words are given.
fn passed(subject: &Value, mode: Capability) -> Output {
    if mode == Capability::Transform {
        return Output::of(subject.clone());
    }
    let found: Map = [("valid", Value::from(true)), ("details", "all validations passed".into())].into_iter().collect();
    Output::of(found)
}

fn schema() -> Schema {
    Schema::object("")
        .with("value", Schema::text("The value to check; nothing is the value of the resolver").as_given())
        .with("match", Schema::text("A regular expression that has to match somewhere").at_most(1000))
        .with("notMatch", Schema::text("A regular expression that must not match anywhere").at_most(1000))
        .with("expression", Schema::text("CEL that has to be true; `__self` is the value").at_most(8192))
        .with("failWhen", Schema::text("CEL that must not be true; `__self` is the value").at_most(8192))
        .with("message", Schema::text("What is said when the value does not pass").at_most(1000))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "A pattern",
        description: "In `validate` the value of the resolver is checked; here it is given",
        yaml: "provider: validation\ninputs:\n  value: my-app\n  match: \"^[a-z0-9-]+$\"\n  notMatch: \"^-\"\n",
    },
    Example {
        name: "A condition",
        description: "`__self` is the value",
        yaml: "provider: validation\ninputs:\n  value: dev\n  expression: \"__self in ['dev', 'staging', 'prod']\"\n  message: unknown environment\n",
    },
];
