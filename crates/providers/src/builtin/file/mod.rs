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
mod tree_bounds;
mod tree_paths;
mod write;

use crate::{BadTemplate, Context, Descriptor, Engines, Fault, Inputs, Output, Provider, TemplateForm};
use request::{Decoded, Request};
use std::sync::Mutex;
use value::Unknown;

/// Reads and writes files.
#[derive(Default)]
pub(super) struct File {
    /// Whoever appends reads the file first; two at once would lose what one of them wrote.
    appending: Mutex<()>,
}

impl Provider for File {
    type Decoded = Decoded;

    fn descriptor(&self) -> Descriptor {
        descriptor::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Self::Decoded, Fault> {
        Decoded::of(&inputs)
    }

    fn execute(&self, request: Self::Decoded, context: &Context<'_>) -> Result<Output, Fault> {
        match request {
            Decoded::Unknown(unknown) => Ok(Output::of(unknown)),
            Decoded::Blind(write, unknown) => write::foresee_blind(&write, unknown, context, &self.appending),
            Decoded::BlindTree(tree, unknown) => tree::foresee_blind(&tree, unknown, context, &self.appending),
            Decoded::Known(Request::Read(path)) => single::read(&path, context),
            Decoded::Known(Request::Exists(path)) => single::exists(&path, context),
            Decoded::Known(Request::Delete(path)) => single::delete(&path, context),
            Decoded::Known(Request::Write(write)) => write::write(&write, context, &self.appending),
            Decoded::Known(Request::Tree(tree)) => tree::write(&tree, context, &self.appending),
        }
    }

    /// What is in a file may be unknown.
    fn unknown(&self, _inputs: &Inputs) -> Option<Unknown> {
        None
    }

    fn may_change(&self, inputs: &Inputs) -> bool {
        !matches!(inputs.filled("operation"), Some("read" | "exists"))
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        Some(describe::what_if(inputs))
    }

    fn bad_templates(&self, inputs: &Inputs, engines: &Engines) -> Vec<BadTemplate> {
        let template = inputs.filled("outputPath").filter(|_| inputs.filled("operation") == Some("write-tree"));
        let wrong = |text| BadTemplate::find("outputPath", text, TemplateForm::default(), engines);
        template.and_then(wrong).into_iter().collect()
    }
}
