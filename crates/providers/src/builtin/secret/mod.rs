//! `secret`: values of the secrets store.

mod decode;
mod describe;

use crate::{Context, Descriptor, Fault, Inputs, Output, Provider};
use decode::{Which, Wish};
use value::{List, Value};

/// Reads the secrets store.
pub(super) struct SecretProvider;

impl Provider for SecretProvider {
    type Decoded = Wish;

    fn descriptor(&self) -> Descriptor {
        describe::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Wish, Fault> {
        Wish::of(&inputs)
    }

    fn execute(&self, wish: Wish, context: &Context<'_>) -> Result<Output, Fault> {
        context.go_on()?;
        match wish {
            Wish::List(_) if context.dry_run => Ok(Output::of(List::new()).with("dryRun", true)),
            Wish::List(pattern) => {
                let names = context.run.secrets.names()?.into_iter();
                let fits = |name: &String| pattern.as_ref().is_none_or(|pattern| pattern.is_match(name.as_str()));
                Ok(Output::of(names.filter(fits).map(Value::from).collect::<List>()))
            }
            Wish::Get { .. } if context.dry_run => {
                Ok(Output::of("[DRY-RUN] Secret not retrieved").with("dryRun", true))
            }
            Wish::Get { which, instead } => get(&which, instead, context),
        }
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(match (inputs.text("operation")?, inputs.filled("name"), inputs.filled("pattern")) {
            ("get", Some(name), _) => format!("Would retrieve secret {name:?}"),
            ("get", None, Some(pattern)) => format!("Would retrieve secret matching pattern {pattern:?}"),
            ("list", ..) => "Would list available secrets".to_owned(),
            _ => return None,
        })
    }
}

fn get(which: &Which, instead: Option<String>, context: &Context<'_>) -> Result<Output, Fault> {
    let mut warnings = Vec::new();
    let found = match which.find(context)? {
        Some(name) => context.secret(&name, &mut warnings)?,
        None => None,
    };
    let data = match (found, instead) {
        (Some(secret), _) => {
            return Ok(Output { warnings, ..Output::of(Value::text(secret.into_revealed())).secret() });
        }
        (None, Some(instead)) => Value::from(instead),
        (None, None) => return Err(Fault::bare(which.missing())),
    };
    Ok(Output { warnings, ..Output::of(data) })
}
