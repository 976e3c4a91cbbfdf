//! `identity`: who is logged in where, without the tokens.

mod claims;
mod describe;
mod listing;
mod wish;

use crate::{Context, Descriptor, Fault, Inputs, Output, Provider};
use wish::{Operation, Wish};

/// Says what handlers of tokens know.
pub(super) struct Identity;

impl Provider for Identity {
    type Decoded = Wish;

    fn descriptor(&self) -> Descriptor {
        describe::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Wish, Fault> {
        Wish::of(&inputs)
    }

    fn execute(&self, wish: Wish, context: &Context<'_>) -> Result<Output, Fault> {
        context.go_on()?;
        if context.dry_run {
            return Ok(wish.shell());
        }
        match wish.operation {
            Operation::Status => claims::status(&wish, context),
            Operation::Claims => claims::claims(&wish, context),
            Operation::Groups => claims::groups(&wish, context),
            Operation::List => listing::list(context),
        }
    }

    fn may_change(&self, _inputs: &Inputs) -> bool {
        false
    }
}
