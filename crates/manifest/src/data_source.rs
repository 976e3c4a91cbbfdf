//! Data that is worked out by something else than a manifest, and lies under the data of the manifest.

use crate::assemble::Workshop;
use crate::codes::SOLUTION_DATA;
use crate::inputs::Surroundings;
use crate::top::Beneath;
use data::hiera::{Passed, expanded};
use diagnostics::{Diagnostic, Diagnostics, Redactor};
use document::Node;
use std::fmt;
use std::path::PathBuf;
use system::ReadWorld;
use value::Map;

/// Where such data comes from. Whoever runs manifests hands it in; a manifest knows no more of it.
pub trait DataSource: fmt::Debug + Send + Sync {
    /// The data, or why there is none. Nothing is changed by this.
    fn data(&self, asked: &Asked, world: &ReadWorld, redactor: &Redactor) -> Result<Layer, NoData>;

    /// The names that the data will have, when it is not to be worked out.
    fn names(&self, asked: &Asked, world: &ReadWorld, redactor: &Redactor) -> Result<Layer, NoData>;
}

/// What a manifest asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The document, as the manifest names it.
    pub name: String,
    /// Where that is.
    pub file: PathBuf,
    /// What it is given.
    pub parameters: Map,
    /// Only these values, when any are named.
    pub only: Vec<String>,
}

/// Why there is no data.
#[derive(Debug, Clone, PartialEq)]
pub struct NoData {
    /// In words.
    pub why: String,
    /// The parameter that is to blame.
    pub parameter: Option<String>,
}

impl From<String> for NoData {
    fn from(why: String) -> Self {
        Self { why, parameter: None }
    }
}

/// Data with the names of what is secret in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// The data.
    pub data: Map,
    /// Keys at its top whose values are secret.
    pub secret: Vec<String>,
}

impl Workshop<'_> {
    /// The data that the key `solution` of a manifest asks for.
    pub(crate) fn beneath(
        &self,
        asked: Option<&Beneath>,
        root: &Node<'_>,
        text: &str,
        surroundings: &Surroundings,
        problems: &mut Diagnostics,
    ) -> Option<Passed> {
        let beneath = asked?;
        let written = root.get("solution").and_then(|node| node.get("parameters")).and_then(Node::as_map);
        let mut found = Diagnostics::new();
        let parameters = expanded(written.unwrap_or_default(), text, &surroundings.for_data(), &mut found);
        let can_run = !found.has_errors();
        problems.append(found);
        if !can_run {
            return None;
        }
        let name = &beneath.file.value;
        let file = gostd::path::clean(&self.directory.join(name));
        let only = beneath.resolvers.clone().unwrap_or_default();
        let asked = Asked { name: name.clone(), file, parameters, only };
        let layer = match &self.options.inputs.source {
            None => Err(NoData::from("this command does not run solutions".to_owned())),
            Some(source) if self.options.inputs.judge.is_some() => source.names(&asked, self.world, self.redactor),
            Some(source) => source.data(&asked, self.world, self.redactor),
        };
        match layer {
            Ok(Layer { data, secret }) => Some(Passed { from: format!("solution {name}"), data, secret }),
            Err(NoData { why, parameter }) => {
                let problem = Diagnostic::error(&SOLUTION_DATA, format!("no data from solution `{name}`: {why}"));
                let entries = written.unwrap_or_default().iter();
                let mut blamed =
                    entries.filter(|entry| parameter.is_some() && entry.key.as_str() == parameter.as_deref());
                problems.push(match blamed.next() {
                    Some(entry) => problem.at(entry.key.span, "given here"),
                    None => problem.at(beneath.file.span, "named here"),
                });
                None
            }
        }
    }
}
