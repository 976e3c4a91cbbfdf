//! What is wanted of a handler.

use crate::{Fault, Inputs, Output};
use value::{List, Map, Value};

/// What is wanted.
pub(in super::super) struct Wish {
    pub(super) operation: Operation,
    pub(super) handler: Option<String>,
    pub(super) scope: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Status,
    Claims,
    Groups,
    List,
}

impl Operation {
    pub(super) const ALL: [Self; 4] = [Self::Status, Self::Claims, Self::Groups, Self::List];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Claims => "claims",
            Self::Groups => "groups",
            Self::List => "list",
        }
    }
}

impl Wish {
    pub(super) fn of(inputs: &Inputs) -> Result<Self, Fault> {
        let given = inputs.required_text("operation")?;
        let operation = Operation::ALL.into_iter().find(|operation| operation.name() == given);
        let operation = operation.ok_or_else(|| Fault::new(format!("unsupported operation: {given}")))?;
        let text = |name: &str| inputs.filled(name).map(str::to_owned);
        let wish = Self { operation, handler: text("handler"), scope: text("scope") };
        if wish.scope.is_some() && matches!(operation, Operation::Groups | Operation::List) {
            return Err(Fault::new(format!(
                "scope is not supported for the {given:?} operation; it is only supported for status and claims"
            )));
        }
        Ok(wish)
    }

    /// The first fields of every answer about a handler.
    pub(super) fn answer(&self, handler: &str) -> Map {
        Map::from_iter([("operation", Value::from(self.operation.name())), ("handler", handler.into())])
    }

    /// What a dry run shows: nobody was asked.
    pub(super) fn shell(&self) -> Output {
        let mut map = self.answer(self.handler.as_deref().unwrap_or_default());
        match self.operation {
            Operation::Status => {
                map.insert("authenticated", false);
            }
            Operation::Claims => {
                map.insert("authenticated", false);
                map.insert("claims", Value::Null);
            }
            Operation::Groups => {
                map.insert("groups", List::new());
                map.insert("count", 0);
            }
            Operation::List => {
                map.remove("handler");
                map.insert("handlers", List::new());
                map.insert("count", 0);
            }
        }
        Output::of(map).with("dryRun", true)
    }
}
