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
use value::Unknown;

/// Works on directories.
pub(super) struct Directory;

impl Provider for Directory {
    type Decoded = Result<Request, Unknown>;

    fn descriptor(&self) -> Descriptor {
        descriptor::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Self::Decoded, Fault> {
        inputs.unknown().map_or_else(|| Request::decode(&inputs).map(Ok), |unknown| Ok(Err(unknown)))
    }

    fn execute(&self, request: Self::Decoded, context: &Context<'_>) -> Result<Output, Fault> {
        match request {
            Err(unknown) => Ok(Output::of(unknown)),
            Ok(Request::List(listing)) => list::list(&listing, context),
            Ok(Request::Make { path, parents }) => change::make(&path, parents, context),
            Ok(Request::Remove { path, force }) => change::remove(&path, force, context),
            Ok(Request::Copy { path, destination }) => transfer::copy(&path, &destination, context),
            Ok(Request::Move { path, destination }) => transfer::relocate(&path, &destination, context),
        }
    }

    fn may_change(&self, inputs: &Inputs) -> bool {
        inputs.filled("operation") != Some("list")
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(describe::what_if(inputs))
    }
}
