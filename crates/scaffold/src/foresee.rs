//! What a rehearsal would leave behind, for the steps after it.

use crate::plan::{PlannedFile, Uncertain, Verdict};
use crate::planning::{Planned, Rehearsal, Work};
use crate::store::Held;
use system::files::{Attributes, FileError, Foreseen, Overlay};
use value::Unknown;

impl Rehearsal {
    /// Lays what would be written over what is there.
    pub fn foresee(&self, overlay: &Overlay) -> Result<(), FileError> {
        let Planned { plan, target, work, .. } = &self.0;
        if plan.is_empty() {
            return Ok(());
        }
        if !plan.target_exists {
            overlay.put_directory(target, Attributes::mode(0o755))?;
        }
        for path in &plan.directories {
            overlay.put_directory(&target.join(path), Attributes::mode(0o755))?;
        }
        for (file, work) in plan.files.iter().zip(work).filter(|(file, _)| file.verdict.is_change()) {
            let path = target.join(&file.path);
            match finished(work) {
                // A command may leave any mode, and something else than a file.
                Some(reason) => overlay.put_something(&path, reason)?,
                None => overlay.put_file(&path, Attributes::mode(file.mode), self.foreseen(file, work)?)?,
            }
        }
        let purged: &[_] = if plan.purge { &plan.purged } else { &[] };
        purged.iter().try_for_each(|path| overlay.remove(&target.join(path)))
    }

    /// What the file will hold. That nobody knows what is there now does not matter.
    fn foreseen(&self, file: &PlannedFile, work: &Work) -> Result<Foreseen, FileError> {
        let held = match (&work.held, &file.verdict) {
            (None, verdict) => return Ok(Foreseen::Unknown(why(verdict))),
            (Some(Held::Copy(from)), _) => return Ok(Foreseen::CopyOf(from.clone())),
            (Some(held), _) => held,
        };
        Ok(match self.0.store.get(held)? {
            Some(output) => Foreseen::Known(output.into_owned()),
            None => Foreseen::Unknown(Unknown::new("too large to be kept in a rehearsal")),
        })
    }
}

/// Why nobody knows what a file will be that commands finish.
fn finished(work: &Work) -> Option<Unknown> {
    let commands: Vec<String> = work.commands.iter().map(|finish| finish.command.clone()).collect();
    (!commands.is_empty()).then(|| Unknown::new(Uncertain::Finished(commands).to_string()))
}

fn why(verdict: &Verdict) -> Unknown {
    match verdict {
        Verdict::MayChange(Uncertain::Unknown(reason)) => reason.clone(),
        verdict => Unknown::new(verdict.to_string()),
    }
}
