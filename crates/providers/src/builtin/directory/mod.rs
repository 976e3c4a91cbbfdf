//! `directory`: lists, makes, removes, copies and moves directories.

mod budget;
mod change;
mod copy;
mod describe;
mod descriptor;
mod entry;
mod filter;
mod list;
mod mime;
mod request;
mod transfer;

use crate::{Context, Descriptor, Fault, Inputs, Output, Provider};
use request::Request;

/// Works on directories.
pub(super) struct Directory;

impl Provider for Directory {
    type Decoded = Request;

    fn descriptor(&self) -> Descriptor {
        descriptor::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Request, Fault> {
        Request::decode(&inputs)
    }

    fn execute(&self, request: Request, context: &Context<'_>) -> Result<Output, Fault> {
        match request {
            Request::List(listing) => list::list(&listing, context),
            Request::Make { path, parents } => change::make(&path, parents, context),
            Request::Remove { path, force } => change::remove(&path, force, context),
            Request::Copy { path, destination } => transfer::copy(&path, &destination, context),
            Request::Move { path, destination } => transfer::relocate(&path, &destination, context),
        }
    }

    fn may_change(&self, inputs: &Inputs) -> bool {
        inputs.filled("operation") != Some("list")
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(describe::what_if(inputs))
    }
}
