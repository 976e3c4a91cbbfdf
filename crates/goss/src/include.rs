//! Files that rules include, each of which may include others.

use crate::codes::{INCLUDE, TEMPLATE};
use crate::glob::glob;
use crate::rules::{Rules, Suite};
use crate::template::Templates;
use diagnostics::{Diagnostic, Diagnostics, Sources, Span};
use document::take_in;
use std::path::{Path, PathBuf};
use system::ReadWorld;

/// How deep files include files.
const DEEPEST: usize = 50;
/// How many files are read in all.
const MOST: usize = 1_000;
/// How long one may be.
const LONGEST: u64 = 8 << 20;

/// A file, or a pattern for files, to include.
pub(crate) struct Include {
    pub(crate) key: String,
    pub(crate) pattern: String,
    pub(crate) at: Span,
}

/// The reading of all includes of some rules.
pub(crate) struct Inclusion<'a> {
    world: &'a ReadWorld,
    sources: &'a mut Sources,
    suite: &'a mut Suite,
    templates: Templates,
    count: usize,
}

impl<'a> Inclusion<'a> {
    pub(crate) fn new(world: &'a ReadWorld, sources: &'a mut Sources, suite: &'a mut Suite) -> Self {
        Self { world, sources, suite, templates: Templates::new(world), count: 0 }
    }

    pub(crate) fn run(&mut self, rules: &Rules, base: &Path) -> Result<(), Diagnostics> {
        self.include(rules, base, 1)
    }

    /// Includes in the order of their keys, what a pattern finds in the order of names. The depth is limited, so this ends.
    fn include(&mut self, rules: &Rules, base: &Path, depth: usize) -> Result<(), Diagnostics> {
        let mut includes: Vec<&Include> = rules.includes.iter().collect();
        includes.sort_by(|a, b| a.key.cmp(&b.key));
        for include in includes {
            if depth >= DEEPEST {
                let message = format!("max depth of {DEEPEST} reached: does a file include itself?");
                return Err(problem(message, include.at));
            }
            for file in self.find(include, base)? {
                let rules = self.read(&file, include.at)?;
                self.suite.take(&rules);
                self.include(&rules, file.parent().unwrap_or(base), depth + 1)?;
            }
        }
        Ok(())
    }

    fn find(&self, include: &Include, base: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
        let pattern = base.join(&include.pattern).to_string_lossy().into_owned();
        let found = glob(&*self.world.files, &pattern)
            .map_err(|reason| problem(format!("cannot include `{pattern}`: {reason}"), include.at))?;
        if found.is_empty() {
            return Err(problem(format!("no matched files were found: `{pattern}`"), include.at));
        }
        Ok(found)
    }

    fn read(&mut self, file: &Path, at: Span) -> Result<Rules, Diagnostics> {
        self.count += 1;
        if self.count > MOST {
            return Err(problem(format!("more than {MOST} files are included"), at));
        }
        let bytes = self.world.files.read(file, LONGEST).map_err(|error| problem(error.to_string(), at))?;
        let name = file.display().to_string();
        let read = take_in(bytes, &name, self.sources)?;
        let rendered = self.templates.render(self.sources.content(read)).map_err(|reason| {
            let message = format!("`{name}` cannot be rendered: {reason}");
            Diagnostics::from(Diagnostic::error(&TEMPLATE, message).at(at, "included here"))
        })?;
        let id = self.sources.add(name, rendered.clone());
        Rules::parse(&rendered, id)
    }
}

fn problem(message: String, at: Span) -> Diagnostics {
    Diagnostic::error(&INCLUDE, message).at(at, "included here").into()
}
