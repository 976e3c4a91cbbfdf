//! Taking a tree out of its target again.

use crate::apply::{Applied, ApplyError};
use crate::plan::{Plan, Verdict};
use crate::planning::{Prepared, Rehearsal};
use crate::problem::Problem;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use system::WriteWorld;
use system::files::{FileError, Overlay, Removal};

impl Plan {
    /// The files of the tree that the target has, whatever is in them.
    pub fn present(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().filter(|file| file.verdict != Verdict::Add).map(|file| file.path.as_path())
    }
}

impl Prepared {
    /// Removes the files of the tree from the target, whatever is in them, then the directories that are empty
    /// without them, and at last the target if nothing else is in it. What else the target has stays.
    pub fn withdraw(self, world: &WriteWorld) -> Result<Applied, ApplyError> {
        let planned = self.0;
        let files: Vec<PathBuf> = planned.plan.present().map(Path::to_owned).collect();
        let mut done = Applied::default();
        if !planned.plan.target_exists {
            return Ok(done);
        }
        let fails = |problem: Problem, done: Applied| {
            let not_done = files[done.purged.len()..].to_vec();
            ApplyError { problems: problem.into(), done: Box::new(done), not_done }
        };
        let beneath = match world.files.write_beneath(&planned.target) {
            Ok(beneath) => beneath,
            Err(error) => return Err(fails(Problem::new(&planned.target, error), done)),
        };
        for path in &files {
            match beneath.remove(path, Removal::One) {
                Ok(()) => done.purged.push(path.clone()),
                Err(error) => return Err(fails(Problem::new(planned.target.join(path), error), done)),
            }
        }
        for directory in parents(&files).into_iter().rev() {
            // What is not empty stays.
            let _ = beneath.remove(&directory, Removal::One);
        }
        let _ = world.files.remove(&planned.target, Removal::One);
        Ok(done)
    }
}

impl Rehearsal {
    /// Takes what would be removed out of what is there. A directory stays when something else is in it; where nobody
    /// knows what is, only the run will tell.
    pub fn foresee_withdrawal(&self, overlay: &Overlay) -> Result<(), FileError> {
        let target = &self.0.target;
        let files: Vec<PathBuf> = self.0.plan.present().map(Path::to_owned).collect();
        files.iter().try_for_each(|path| overlay.remove(&target.join(path)))?;
        for directory in parents(&files).into_iter().rev() {
            overlay.remove_unless_full(&target.join(directory))?;
        }
        overlay.remove_unless_full(target)
    }
}

/// All directories that the files are in, parents before children.
fn parents(files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let above = files.iter().flat_map(|path| path.ancestors().skip(1));
    above.filter(|path| !path.as_os_str().is_empty()).map(Path::to_owned).collect()
}
