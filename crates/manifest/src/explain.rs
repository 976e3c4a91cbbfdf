//! How a key of the data of a manifest gets its value.

use crate::assemble::Workshop;
use crate::load::{LoadError, Options, Origin};
use data::hiera::Explanation;
use diagnostics::{Diagnostics, Redactor, Sources};
use std::path::Path;
use system::ReadWorld;

/// Explains a key of the data of a document; the problems of the document when it cannot be.
pub fn explain(
    path: &Path,
    key: &str,
    world: &ReadWorld,
    sources: &mut Sources,
    redactor: &Redactor,
    options: &Options,
) -> Result<Result<Explanation, Diagnostics>, LoadError> {
    let origin = Origin::find(path, world, redactor, options)?;
    let file = match origin.read(world, sources, options)? {
        Ok(file) => file,
        Err(problem) => return Ok(Err(problem.into())),
    };
    let workshop = Workshop { world, redactor, options, directory: &origin.directory, shown: origin.shown.clone() };
    Ok(workshop.explain(file, key, sources))
}
