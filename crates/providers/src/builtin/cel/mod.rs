//! `cel`: the value of an expression.

use super::{expressions, words};
use crate::{Capability, Context, Descriptor, Embedded, Example, Fault, Inputs, Output, Provider, Schema, Sees};
use value::{Map, Unknown};

/// The input with more names for the expression.
const VARIABLES: &str = "variables";

/// Evaluates an expression.
pub(super) struct Cel;

/// An expression and the names that it brings along.
pub(super) struct Expression {
    text: String,
    variables: Map,
}

impl Provider for Cel {
    type Decoded = Expression;

    fn descriptor(&self) -> Descriptor {
        Descriptor {
            schema: Schema::object("")
                .with(
                    "expression",
                    Schema::text("The expression; `_` holds the values of resolvers")
                        .at_most(8192)
                        .example("_.org + \"/\" + _.repo"),
                )
                .with(VARIABLES, Schema::any("More names for the expression, a map"))
                .require(&["expression"]),
            output_schemas: vec![
                (Capability::Transform, Schema::any("The value of the expression")),
                (Capability::Action, Schema::object("").with("success", Schema::flag("As the expression says"))),
            ],
            capabilities: &[Capability::Transform, Capability::Action],
            category: "data",
            tags: &["cel", "expression", "transform"],
            examples: EXAMPLES,
            ..Descriptor::new("cel", "CEL Expression", "1.0.0", "Derives a value with an expression in CEL")
        }
    }

    fn decode(&self, inputs: Inputs) -> Result<Expression, Fault> {
        let text = inputs.required_text("expression")?.to_owned();
        Ok(Expression { text, variables: words::object(&inputs, VARIABLES)?.unwrap_or_default() })
    }

    fn execute(&self, given: Expression, context: &Context<'_>) -> Result<Output, Fault> {
        let mut variables = context.variables();
        for (name, value) in given.variables {
            variables.insert(name, value);
        }
        if context.dry_run {
            expressions::compile(context, "expression", &given.text, &variables)?;
            let text = format!("[DRY-RUN] Expression not evaluated: {}", given.text);
            return Ok(Output::of(text).with("dryRun", true));
        }
        expressions::evaluate(context, "expression", &given.text, &variables).map(Output::of)
    }

    /// An expression may do without what is not known.
    fn unknown(&self, inputs: &Inputs) -> Option<Unknown> {
        inputs.unknown_beside(VARIABLES)
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn is_pure(&self, inputs: &Inputs) -> bool {
        words::only_makes_a_value(inputs, "expression")
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(match inputs.text("expression") {
            Some(expression) => format!("Would evaluate CEL expression: {}", words::cut(expression, 80)),
            None => "Would evaluate CEL expression".to_owned(),
        })
    }

    fn expressions(&self) -> &'static [Embedded] {
        &[Embedded { at: &["expression"], sees: Sees::StepAnd(VARIABLES) }]
    }
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "Text from two values",
        description: "`_` holds the values of resolvers",
        yaml: "provider: cel\ninputs:\n  expression: \"'team-' + string(1 + 1)\"\n",
    },
    Example {
        name: "With names of its own",
        description: "Names in `variables` stand beside `_`",
        yaml: "provider: cel\ninputs:\n  expression: \"ports.map(p, p + base)\"\n  variables:\n    base: 8000\n    ports: [80, 443]\n",
    },
];
