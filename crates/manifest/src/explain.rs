//! How a key of the data of a manifest gets its value.

use crate::assemble::Workshop;
use crate::load::{LoadError, Options, Origin};
use crate::secrets::register_since;
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
    let first = sources.next();
    let origin = Origin::find(path, world, redactor, options)?;
    let explained = match origin.read(world, sources, options)? {
        Ok(file) => {
            let (directory, shown) = (&origin.directory, origin.shown.clone());
            Workshop { world, redactor, options, directory, shown, is_alone: false }.explain(file, key, sources)
        }
        Err(problem) => Err(problem.into()),
    };
    Ok(explained.inspect_err(|_| register_since(first, sources, false, redactor)))
}
