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
use request::Request;
use std::sync::Mutex;
use value::Unknown;

/// Reads and writes files.
#[derive(Default)]
pub(super) struct File {
    /// Whoever appends reads the file first; two at once would lose what one of them wrote.
    appending: Mutex<()>,
}

impl Provider for File {
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
            Ok(Request::Read(path)) => single::read(&path, context),
            Ok(Request::Exists(path)) => single::exists(&path, context),
            Ok(Request::Delete(path)) => single::delete(&path, context),
            Ok(Request::Write(write)) => write::write(&write, context, &self.appending),
            Ok(Request::Tree(tree)) => tree::write(&tree, context, &self.appending),
        }
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
