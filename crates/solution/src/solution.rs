//! A solution that can be run.

use crate::model::{Metadata, Resolver, Workflow};
use diagnostics::{Diagnostics, Sources, Span};
use providers::SolutionFacts;
use std::path::PathBuf;
use std::sync::Arc;

/// A solution, read and looked through.
pub struct Solution {
    /// What it says of itself.
    pub facts: SolutionFacts,
    /// Its resolvers, in the order of the document.
    pub resolvers: Vec<Arc<NamedResolver>>,
    /// What it does.
    pub workflow: Option<Workflow>,
    /// Where it stands, when it is a file.
    pub path: Option<PathBuf>,
    /// The texts that it was read from.
    pub sources: Sources,
    /// What is not quite right with it.
    pub warnings: Diagnostics,
}

/// A resolver and its name.
#[derive(Debug)]
pub struct NamedResolver {
    /// The name.
    pub name: Arc<str>,
    /// Where the name stands.
    pub span: Span,
    /// The rest, which stays where it was decoded: solutions may have thousands of them.
    pub resolver: Box<Resolver>,
}

impl Solution {
    /// How many resolvers and actions there are, loops not unrolled.
    pub fn parts(&self) -> usize {
        let sections = self.workflow.iter().flat_map(|workflow| [&workflow.actions, &workflow.finally]);
        self.resolvers.len() + sections.flatten().map(|actions| actions.0.len()).sum::<usize>()
    }

    /// The numbers of these resolvers, or those of the names that are none.
    pub fn numbers<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Result<Vec<usize>, Vec<&'n str>> {
        let (mut numbers, mut strangers) = (Vec::new(), Vec::new());
        for name in names {
            match self.resolvers.iter().position(|one| &*one.name == name) {
                Some(number) => numbers.push(number),
                None => strangers.push(name),
            }
        }
        if strangers.is_empty() { Ok(numbers) } else { Err(strangers) }
    }

    /// Whether a word stands anywhere in its texts.
    pub fn mentions(&self, word: &str) -> bool {
        self.sources.contents().any(|text| text.contains(word))
    }

    /// One resolver.
    pub fn resolver(&self, name: &str) -> Option<&Arc<NamedResolver>> {
        self.resolvers.iter().find(|resolver| &*resolver.name == name)
    }
}

/// The version of a solution that has none.
const NO_VERSION: &str = "0.0.0-dev";

/// What a solution says of itself.
pub(crate) fn facts(metadata: Option<&Metadata>) -> SolutionFacts {
    let Some(metadata) = metadata else {
        return SolutionFacts { version: NO_VERSION.to_owned(), ..SolutionFacts::default() };
    };
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    SolutionFacts {
        name: metadata.name.as_ref().map(|name| name.value.clone()).unwrap_or_default(),
        version: metadata.version.as_ref().map_or_else(|| NO_VERSION.to_owned(), |version| version.value.clone()),
        display_name: text(&metadata.display_name),
        description: text(&metadata.description),
        category: text(&metadata.category),
        tags: metadata.tags.clone().unwrap_or_default(),
        lineage: Vec::new(),
    }
}
