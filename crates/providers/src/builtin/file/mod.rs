//! `file`: reads, writes and removes files, one or a whole tree of them.

mod append;
mod backup;
mod decide;
mod describe;
mod descriptor;
mod request;
mod single;
mod target;
mod tree;
mod tree_paths;
mod write;

use crate::{Context, Descriptor, Fault, Inputs, Output, Provider};
use request::Request;
use std::sync::Mutex;

/// Reads and writes files.
#[derive(Default)]
pub(super) struct File {
    /// Whoever appends reads the file first; two at once would lose what one of them wrote.
    appending: Mutex<()>,
}

impl Provider for File {
    type Decoded = Request;

    fn descriptor(&self) -> Descriptor {
        descriptor::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Request, Fault> {
        Request::decode(&inputs)
    }

    fn execute(&self, request: Request, context: &Context<'_>) -> Result<Output, Fault> {
        match request {
            Request::Read(path) => single::read(&path, context),
            Request::Exists(path) => single::exists(&path, context),
            Request::Delete(path) => single::delete(&path, context),
            Request::Write(write) => write::write(&write, context, &self.appending),
            Request::Tree(tree) => tree::write(&tree, context, &self.appending),
        }
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(describe::what_if(inputs))
    }
}
