//! Rules as they are written, and the suite they become when their includes are read.

use crate::definition::{ALL, TypeDef};
use crate::include::{Include, Inclusion};
use crate::read;
use crate::resource::Resource;
use diagnostics::{Diagnostic, Diagnostics, FileId, Sources, Span};
use document::{Node, Options};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use system::ReadWorld;

/// Rules as one text has them.
#[derive(Default)]
pub struct Rules {
    pub(crate) resources: Vec<Arc<Resource>>,
    pub(crate) includes: Vec<Include>,
    pub(crate) warnings: Diagnostics,
}

impl Rules {
    /// Reads rules; the first document counts. All that is wrong is found at once.
    pub fn parse(text: &str, file: FileId) -> Result<Self, Diagnostics> {
        let node = document::parse(text, file, &Options::solution())?;
        Self::from_node(&node, text)
    }

    /// Takes rules out of a larger document; `text` is the text that its places point into.
    pub fn from_node(node: &Node<'_>, text: &str) -> Result<Self, Diagnostics> {
        read::rules(node, text)
    }

    /// What is probably not meant about the name of a section, for rules that cannot be read yet.
    pub fn judge_section(name: &str, at: Span) -> Option<Diagnostic> {
        read::unknown_section(name, at)
    }

    /// What does no harm but is probably not meant: misspelt sections, expectations that can never hold.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// Reads the files that are included, relative ones below `base`. Their texts become sources, so that problems in them have
    /// places. No resource at all is an error.
    pub fn load(&self, world: &ReadWorld, base: &Path, sources: &mut Sources) -> Result<Suite, Diagnostics> {
        let mut suite = Suite::default();
        suite.take(self);
        Inclusion::new(world, sources, &mut suite).run(self, base)?;
        if suite.resources.is_empty() {
            return Err(Diagnostic::error(&crate::codes::NO_TESTS, "found 0 tests").into());
        }
        Ok(suite)
    }
}

/// Rules with everything that they include, ready to be checked.
#[derive(Default)]
pub struct Suite {
    /// By the place of the type among all, and the key.
    pub(crate) resources: BTreeMap<(usize, String), Arc<Resource>>,
    pub(crate) warnings: Diagnostics,
}

impl Suite {
    /// Adds the resources of rules; one with a key that is there already takes its place.
    pub(crate) fn take(&mut self, rules: &Rules) {
        for warning in &rules.warnings {
            self.warnings.push(warning.clone());
        }
        for resource in &rules.resources {
            let key = (place(resource.def), resource.key.clone());
            if let Some(old) = self.resources.insert(key, Arc::clone(resource)) {
                self.warnings.push(replaced(&old, resource));
            }
        }
    }

    /// What does no harm but is probably not meant.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}

fn place(def: &TypeDef) -> usize {
    ALL.iter().position(|one| one.section == def.section).unwrap_or(ALL.len())
}

fn replaced(old: &Resource, new: &Resource) -> Diagnostic {
    let message = format!("`{}: {}` replaces what was read before", new.def.section, new.key);
    Diagnostic::warning(&crate::codes::REPLACED, message).at(new.at, "this one counts").at(old.at, "replaced")
}
